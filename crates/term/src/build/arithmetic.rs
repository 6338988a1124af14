//! Rules for sums, products, quotients and remainders.

use crate::arena::Arena;
use crate::node::{Binary, Node, TermId, Unary, mask};

impl Arena {
    /// Whether one is seen to be the two's complement of the other.
    fn is_opposite(&self, a: TermId, b: TermId) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Unary(Unary::Neg, x), _) if x == b => true,
            (_, Node::Unary(Unary::Neg, y)) if y == a => true,
            (Node::Binary(Binary::Mul, x, c), Node::Binary(Binary::Mul, y, d)) if x == y => {
                let sum = self.number(c).zip(self.number(d)).map(|(c, d)| c.wrapping_add(d));
                sum.is_some_and(|it| it & mask(self.width(a)) == 0)
            }
            _ => false,
        }
    }

    pub(super) fn sum(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if self.is_opposite(a, b) {
            return Some(self.constant(0, width));
        }
        if let Some(c) = self.number(b) {
            if c == 0 {
                return Some(a);
            }
            return match self.node(a) {
                Node::Binary(Binary::Add, x, d) if self.number(d).is_some() => {
                    let c = self.binary(Binary::Add, d, b);
                    Some(self.binary(Binary::Add, x, c))
                }
                Node::Ite(cond, x, y) if self.number(x).is_some() && self.number(y).is_some() => {
                    let (x, y) = (self.binary(Binary::Add, x, b), self.binary(Binary::Add, y, b));
                    Some(self.ite(cond, x, y))
                }
                _ => None,
            };
        }
        // Numbers go outwards, so that they meet.
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Binary(Binary::Add, inner, c) = self.node(x)
                && self.number(c).is_some()
            {
                let rest = self.binary(Binary::Add, inner, y);
                return Some(self.binary(Binary::Add, rest, c));
            }
        }
        // x + (y - x) is y.
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Binary(Binary::Add, p, q) = self.node(y) {
                if self.is_opposite(p, x) {
                    return Some(q);
                }
                if self.is_opposite(q, x) {
                    return Some(p);
                }
            }
        }
        None
    }

    pub(super) fn product(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let c = self.number(b)?;
        if c == 0 {
            return Some(b);
        }
        if c == 1 {
            return Some(a);
        }
        if c == mask(width) {
            return Some(self.neg(a));
        }
        match self.node(a) {
            Node::Binary(Binary::Mul, x, d) if self.number(d).is_some() => {
                let c = self.binary(Binary::Mul, d, b);
                Some(self.binary(Binary::Mul, x, c))
            }
            Node::Binary(Binary::Add, x, d) if self.number(d).is_some() => {
                let (x, d) = (self.binary(Binary::Mul, x, b), self.binary(Binary::Mul, d, b));
                Some(self.binary(Binary::Add, x, d))
            }
            Node::Unary(Unary::Neg, x) => {
                let c = self.neg(b);
                Some(self.binary(Binary::Mul, x, c))
            }
            Node::Ite(cond, x, y) if self.number(x).is_some() && self.number(y).is_some() => {
                let (x, y) = (self.binary(Binary::Mul, x, b), self.binary(Binary::Mul, y, b));
                Some(self.ite(cond, x, y))
            }
            _ => None,
        }
    }

    pub(super) fn quotient(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let c = self.number(b)?;
        let minus_one = mask(width);
        match op {
            Binary::UDiv | Binary::SDiv if c == 1 => Some(a),
            Binary::URem | Binary::SRem if c == 1 => Some(self.constant(0, width)),
            Binary::SDiv if c == minus_one => Some(self.neg(a)),
            Binary::SRem if c == minus_one => Some(self.constant(0, width)),
            Binary::UDiv if c.is_power_of_two() => {
                let by = self.constant(c.trailing_zeros().into(), width);
                Some(self.binary(Binary::LShr, a, by))
            }
            Binary::URem if c.is_power_of_two() => {
                let low = self.constant(c - 1, width);
                Some(self.binary(Binary::And, a, low))
            }
            Binary::URem if self.range(a).unsigned(width).1 < c => Some(a),
            // What is never negative is divided as what has no sign.
            Binary::SDiv | Binary::SRem if c >> (width - 1) == 0 && self.is_positive(a) => {
                let op = if op == Binary::SDiv { Binary::UDiv } else { Binary::URem };
                Some(self.binary(op, a, b))
            }
            Binary::UDiv | Binary::URem if c != 0 => {
                // Fewer bits are cheaper.
                let Node::Unary(Unary::ZExt, x) = self.node(a) else { return None };
                let inner = self.width(x);
                if c > mask(inner) {
                    return Some(if op == Binary::UDiv { self.constant(0, width) } else { a });
                }
                let c = self.constant(c, inner);
                let narrow = self.binary(op, x, c);
                Some(self.zext(narrow, width))
            }
            _ => None,
        }
    }
}
