//! Substitution: the same term over other symbols, or with numbers for some.

use crate::arena::Arena;
use crate::node::{Node, Symbol, TermId};
use std::collections::HashMap;
use std::hash::BuildHasher;

impl Arena {
    /// The term with every symbol replaced, as `replace` says. Iterative: terms may be deeper than the host's stack.
    /// `known` has what was replaced before in the same way; it may be empty.
    pub fn substitute(
        &mut self,
        term: TermId,
        known: &mut HashMap<TermId, TermId, impl BuildHasher>,
        mut replace: impl FnMut(&mut Arena, Symbol) -> TermId,
    ) -> TermId {
        let mut work = vec![term];
        while let Some(&top) = work.last() {
            if known.contains_key(&top) {
                work.pop();
                continue;
            }
            let (node, width) = (self.node(top), self.width(top));
            let before = work.len();
            work.extend(node.operands().filter(|it| !known.contains_key(it)));
            if work.len() > before {
                continue;
            }
            let new = match node {
                Node::Const(_) => top,
                Node::Symbol(name) => replace(self, Symbol { name, width }),
                Node::Unary(op, a) => self.unary(op, known[&a], width),
                Node::Binary(op, a, b) => self.binary(op, known[&a], known[&b]),
                Node::Ite(c, a, b) => self.ite(known[&c], known[&a], known[&b]),
            };
            known.insert(top, new);
            work.pop();
        }
        known[&term]
    }
}
