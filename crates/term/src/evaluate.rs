//! Evaluation: what a term is where its symbols are these numbers.

use crate::arena::Arena;
use crate::fold;
use crate::hash::IdMap;
use crate::node::{Node, Symbol, TermId, mask};

/// Evaluates terms under one assignment, and remembers what it has computed.
pub struct Evaluator<'a, F> {
    arena: &'a Arena,
    value: F,
    known: IdMap<TermId, u128>,
}

impl<'a, F: Fn(Symbol) -> u128> Evaluator<'a, F> {
    /// An evaluator where `value` says what symbols are.
    pub fn new(arena: &'a Arena, value: F) -> Evaluator<'a, F> {
        Evaluator { arena, value, known: IdMap::default() }
    }

    /// One that goes on with what another one has computed under the same assignment.
    pub(crate) fn resumed(arena: &'a Arena, value: F, known: IdMap<TermId, u128>) -> Evaluator<'a, F> {
        Evaluator { arena, value, known }
    }

    /// What it has computed.
    pub(crate) fn into_values(self) -> IdMap<TermId, u128> {
        self.known
    }

    /// Whether a term of one bit is 1.
    pub fn holds(&mut self, term: TermId) -> bool {
        self.get(term) == 1
    }

    /// What a term is. Iterative: terms may be deeper than the host's stack.
    pub fn get(&mut self, term: TermId) -> u128 {
        let mut work = vec![term];
        while let Some(&top) = work.last() {
            if self.known.contains_key(&top) {
                work.pop();
                continue;
            }
            let node = self.arena.node(top);
            // Of an `ite` just the side that counts.
            if let Node::Ite(c, a, b) = node {
                let side = self.known.get(&c).map(|&it| if it == 1 { a } else { b });
                match (side, side.and_then(|it| self.known.get(&it))) {
                    (Some(_), Some(&value)) => {
                        self.known.insert(top, value);
                        work.pop();
                    }
                    (next, _) => work.push(next.unwrap_or(c)),
                }
                continue;
            }
            let before = work.len();
            work.extend(node.operands().filter(|it| !self.known.contains_key(it)));
            if work.len() == before {
                let value = self.one(node, top);
                self.known.insert(top, value);
                work.pop();
            }
        }
        self.known[&term]
    }

    fn one(&self, node: Node, term: TermId) -> u128 {
        let width = self.arena.width(term);
        match node {
            Node::Const([low, high]) => u128::from(low) | u128::from(high) << 64,
            Node::Symbol(name) => (self.value)(Symbol { name, width }) & mask(width),
            Node::Unary(op, a) => fold::unary(op, self.known[&a], self.arena.width(a), width),
            Node::Binary(op, a, b) => fold::binary(op, self.known[&a], self.known[&b], self.arena.width(b)),
            Node::Ite(c, a, b) => self.known[if self.known[&c] == 1 { &a } else { &b }],
        }
    }
}
