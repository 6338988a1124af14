//! Rules for `ite`, and for operations on chains of them.
//!
//! A read of a table at a place that is not known is a chain: `ite(i == 0, a, ite(i == 1, b, …))`. A comparison of it
//! with a number is one of its leaves, most of which are decided.

use crate::arena::Arena;
use crate::node::{Binary, Node, TermId, Unary};

/// How long a chain may be whose leaves are looked at one by one: a table of bytes has 256.
const CHAIN: usize = 300;

/// A condition, a number, and whether the number counts if the condition holds.
type Link = (TermId, TermId, bool);

impl Arena {
    /// The second term if the first, of one bit, is 1; otherwise the third.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        match self.node(c) {
            Node::Const([bit, _]) => return if bit == 1 { a } else { b },
            Node::Unary(Unary::Not, x) => return self.ite(x, b, a),
            _ => {}
        }
        let a = match self.node(a) {
            Node::Ite(same, x, _) if same == c => x,
            _ => a,
        };
        let b = match self.node(b) {
            Node::Ite(same, _, y) if same == c => y,
            _ => b,
        };
        if a == b {
            return a;
        }
        let width = self.width(a);
        if width == 1 {
            // The condition is known on either side.
            let (a, b) = (if a == c { self.truth() } else { a }, if b == c { self.falsity() } else { b });
            match (self.number(a), self.number(b)) {
                (Some(1), Some(0)) => return c,
                (Some(0), Some(1)) => return self.not(c),
                (Some(1), _) => return self.binary(Binary::Or, c, b),
                (Some(0), _) => {
                    let c = self.not(c);
                    return self.binary(Binary::And, c, b);
                }
                (_, Some(0)) => return self.binary(Binary::And, c, a),
                (_, Some(1)) => {
                    let c = self.not(c);
                    return self.binary(Binary::Or, c, a);
                }
                _ => {}
            }
        }
        self.decided(Node::Ite(c, a, b), width)
    }

    /// Whether one side is a number, and the other one no further choice.
    pub(super) fn is_short(&self, a: TermId, b: TermId) -> bool {
        let is_ite = |it: TermId| matches!(self.node(it), Node::Ite(..));
        (self.number(a).is_some() && !is_ite(b)) || (self.number(b).is_some() && !is_ite(a))
    }

    /// A chain: its links from the outermost one on, and what is at its end. `None` if there is no link, or too many.
    fn chain(&self, mut term: TermId) -> Option<(Vec<Link>, TermId)> {
        let mut links = Vec::new();
        while let Node::Ite(c, a, b) = self.node(term) {
            let (link, rest) = if self.number(a).is_some() {
                ((c, a, true), b)
            } else if self.number(b).is_some() {
                ((c, b, false), a)
            } else {
                break;
            };
            if links.len() == CHAIN {
                return None;
            }
            links.push(link);
            term = rest;
        }
        (!links.is_empty()).then_some((links, term))
    }

    /// What is asked of a chain, asked of its leaves.
    pub(super) fn over_chain(
        &mut self,
        term: TermId,
        mut ask: impl FnMut(&mut Arena, TermId) -> TermId,
    ) -> Option<TermId> {
        let (links, end) = self.chain(term)?;
        let mut all = ask(self, end);
        for (condition, leaf, is_then) in links.into_iter().rev() {
            let leaf = ask(self, leaf);
            all = if is_then { self.ite(condition, leaf, all) } else { self.ite(condition, all, leaf) };
        }
        Some(all)
    }
}
