//! Rules for what changes widths: extensions, extracts, concatenations.
//!
//! Recursion goes from a term to its parts, which have fewer bits or stand below an extension, so its depth is bounded
//! by the width.

use crate::arena::Arena;
use crate::node::{Binary, Node, TermId, Unary, signed};

/// How deep rules look into a term to narrow it.
const DEPTH: u32 = 4;

impl Arena {
    /// Zeros in front, up to this width.
    pub fn zext(&mut self, a: TermId, width: u8) -> TermId {
        let from = self.width(a);
        debug_assert!(from <= width);
        match self.node(a) {
            _ if from == width => a,
            Node::Const(_) => {
                let value = self.number(a).unwrap_or(0);
                self.constant(value, width)
            }
            Node::Unary(Unary::ZExt, x) => self.zext(x, width),
            Node::Ite(c, x, y) if self.number(x).is_some() && self.number(y).is_some() => {
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                self.ite(c, x, y)
            }
            _ => self.decided(Node::Unary(Unary::ZExt, a), width),
        }
    }

    /// Copies of the highest bit in front, up to this width.
    pub fn sext(&mut self, a: TermId, width: u8) -> TermId {
        let from = self.width(a);
        debug_assert!(from <= width);
        match self.node(a) {
            _ if from == width => a,
            Node::Const(_) => {
                let value = signed(self.number(a).unwrap_or(0), from);
                self.constant(value as u128, width)
            }
            _ if self.is_positive(a) => self.zext(a, width),
            Node::Unary(Unary::SExt, x) => self.sext(x, width),
            Node::Ite(c, x, y) if self.number(x).is_some() && self.number(y).is_some() => {
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                self.ite(c, x, y)
            }
            _ => self.decided(Node::Unary(Unary::SExt, a), width),
        }
    }

    /// `width` bits of a term, from `low` on.
    pub fn extract(&mut self, a: TermId, low: u8, width: u8) -> TermId {
        let from = self.width(a);
        debug_assert!(low + width <= from, "bits of the term");
        if width == from {
            return a;
        }
        let high = low + width;
        match self.node(a) {
            Node::Const(_) => {
                let value = self.number(a).unwrap_or(0) >> low;
                return self.constant(value, width);
            }
            Node::Unary(Unary::Extract(below), x) => return self.extract(x, low + below, width),
            Node::Unary(op @ (Unary::ZExt | Unary::SExt), x) => {
                let inner = self.width(x);
                if high <= inner {
                    return self.extract(x, low, width);
                }
                if op == Unary::ZExt && low >= inner {
                    return self.constant(0, width);
                }
                if low < inner {
                    let part = self.extract(x, low, inner - low);
                    return self.unary(op, part, width);
                }
                // Copies of the sign.
                let sign = self.extract(x, inner - 1, 1);
                return self.sext(sign, width);
            }
            Node::Binary(Binary::Concat, x, y) => {
                let below = self.width(y);
                if high <= below {
                    return self.extract(y, low, width);
                }
                if low >= below {
                    return self.extract(x, low - below, width);
                }
                let (x, y) = (self.extract(x, 0, high - below), self.extract(y, low, below - low));
                return self.binary(Binary::Concat, x, y);
            }
            // Not down a chain.
            Node::Ite(c, x, y) if self.is_short(x, y) => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                return self.ite(c, x, y);
            }
            _ => {}
        }
        if low == 0
            && let Some(narrow) = self.narrow(a, width, DEPTH)
        {
            return narrow;
        }
        self.decided(Node::Unary(Unary::Extract(low), a), width)
    }

    /// The low bits of a term, if there is a term for them that extracts nothing.
    fn narrow(&mut self, a: TermId, width: u8, depth: u32) -> Option<TermId> {
        if depth == 0 {
            return None;
        }
        if self.width(a) == width {
            return Some(a);
        }
        match self.node(a) {
            Node::Const(_) => {
                let value = self.number(a)?;
                Some(self.constant(value, width))
            }
            Node::Unary(op @ (Unary::ZExt | Unary::SExt), x) => {
                let inner = self.width(x);
                if inner >= width { self.narrow(x, width, depth - 1) } else { Some(self.unary(op, x, width)) }
            }
            Node::Unary(op @ (Unary::Not | Unary::Neg), x) => {
                let x = self.narrow(x, width, depth - 1)?;
                Some(self.unary(op, x, width))
            }
            Node::Binary(op @ (Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor), x, y) => {
                let x = self.narrow(x, width, depth - 1)?;
                let y = self.narrow(y, width, depth - 1)?;
                Some(self.binary(op, x, y))
            }
            Node::Binary(Binary::Concat, _, y) if self.width(y) >= width => self.narrow(y, width, depth - 1),
            _ => None,
        }
    }

    pub(super) fn join(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a) + self.width(b);
        if self.number(a) == Some(0) {
            return Some(self.zext(b, width));
        }
        match (self.node(a), self.node(b)) {
            // Neighbouring bits of one term.
            (Node::Unary(Unary::Extract(high), x), Node::Unary(Unary::Extract(low), y))
                if x == y && high == low + self.width(b) =>
            {
                Some(self.extract(x, low, width))
            }
            (Node::Unary(Unary::Extract(high), x), _) if x == b && high == self.width(b) => {
                Some(self.extract(x, 0, width))
            }
            // Numbers meet.
            (Node::Binary(Binary::Concat, x, y), _)
                if self.number(y).is_some() && self.number(b).is_some() =>
            {
                let low = self.binary(Binary::Concat, y, b);
                Some(self.binary(Binary::Concat, x, low))
            }
            (Node::Binary(Binary::Concat, x, y), _) => {
                // What was joined before may go on: (x . y) . b, where y and b are neighbours.
                let joined = self.join(y, b)?;
                Some(self.binary(Binary::Concat, x, joined))
            }
            _ => None,
        }
    }
}
