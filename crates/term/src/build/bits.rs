//! Rules for bitwise operations and shifts.

use crate::arena::Arena;
use crate::fold;
use crate::node::{Binary, Node, TermId, Unary, mask};

/// How deep rules look for bits that are zero.
const DEPTH: u32 = 4;

impl Arena {
    /// `a op (a op' x)`, where one of the operations is a conjunction and the other one is that or a disjunction.
    fn absorbed(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let Node::Binary(inner @ (Binary::And | Binary::Or), x, y) = self.node(b) else { return None };
        if op == Binary::Xor {
            return None;
        }
        if x == a || y == a {
            return Some(if inner == op { b } else { a });
        }
        if inner == op && (self.is_not(x, a) || self.is_not(y, a)) {
            let width = self.width(a);
            return Some(self.constant(if op == Binary::And { 0 } else { mask(width) }, width));
        }
        None
    }

    /// Bits that are certainly 0.
    fn zeros(&self, a: TermId, depth: u32) -> u128 {
        let width = self.width(a);
        let top = self.range(a).unsigned(width).1;
        // All bits above the highest one of the greatest number.
        let above = !u128::MAX.checked_shr(top.leading_zeros()).unwrap_or(0) & mask(width);
        if depth == 0 {
            return above;
        }
        let inner = match self.node(a) {
            Node::Const([low, high]) => !(u128::from(low) | u128::from(high) << 64) & mask(width),
            Node::Unary(Unary::ZExt, x) => self.zeros(x, depth - 1),
            Node::Binary(Binary::And, x, y) => self.zeros(x, depth - 1) | self.zeros(y, depth - 1),
            Node::Binary(Binary::Or | Binary::Xor, x, y) => {
                self.zeros(x, depth - 1) & self.zeros(y, depth - 1)
            }
            Node::Binary(Binary::Concat, x, y) => {
                self.zeros(x, depth - 1) << self.width(y) | self.zeros(y, depth - 1)
            }
            Node::Ite(_, x, y) => self.zeros(x, depth - 1) & self.zeros(y, depth - 1),
            _ => 0,
        };
        above | inner
    }

    pub(super) fn bitwise(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let all = mask(width);
        if a == b {
            return Some(if op == Binary::Xor { self.constant(0, width) } else { a });
        }
        if self.is_not(a, b) {
            return Some(self.constant(if op == Binary::And { 0 } else { all }, width));
        }
        if let Some(absorbed) = self.absorbed(op, a, b).or_else(|| self.absorbed(op, b, a)) {
            return Some(absorbed);
        }
        let c = self.number(b)?;
        let unset = self.zeros(a, DEPTH);
        match op {
            // Bits that are zero anyway.
            Binary::And if c & !unset == 0 => return Some(self.constant(0, width)),
            Binary::And if (c | unset) == all => return Some(a),
            Binary::And if c == 0 => return Some(b),
            Binary::And if c == all => return Some(a),
            Binary::Or | Binary::Xor if c == 0 => return Some(a),
            Binary::Or if c == all => return Some(b),
            Binary::Xor if c == all => return Some(self.not(a)),
            // A mask of low bits.
            Binary::And if c & (c + 1) == 0 => {
                let low = self.extract(a, 0, c.count_ones() as u8);
                return Some(self.zext(low, width));
            }
            _ => {}
        }
        match self.node(a) {
            Node::Binary(inner, x, d) if inner == op && self.number(d).is_some() => {
                let c = self.constant(fold::binary(op, self.number(d)?, c, width), width);
                Some(self.binary(op, x, c))
            }
            Node::Ite(cond, x, y) if self.number(x).is_some() && self.number(y).is_some() => {
                let (x, y) = (self.binary(op, x, b), self.binary(op, y, b));
                Some(self.ite(cond, x, y))
            }
            // Within the bits that there are.
            Node::Unary(Unary::ZExt, x) => {
                let inner = self.width(x);
                if op != Binary::And && c > mask(inner) {
                    return None;
                }
                let c = self.constant(c, inner);
                let low = self.binary(op, x, c);
                Some(self.zext(low, width))
            }
            _ => None,
        }
    }

    pub(super) fn shift(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if self.number(a) == Some(0) {
            return Some(a);
        }
        let by = self.number(b)?;
        if by == 0 {
            return Some(a);
        }
        if by >= u128::from(width) {
            if op != Binary::AShr {
                return Some(self.constant(0, width));
            }
            let sign = self.extract(a, width - 1, 1);
            return Some(self.sext(sign, width));
        }
        let by = by as u8;
        Some(match op {
            Binary::Shl => {
                let (kept, zeros) = (self.extract(a, 0, width - by), self.constant(0, by));
                self.binary(Binary::Concat, kept, zeros)
            }
            Binary::LShr => {
                let kept = self.extract(a, by, width - by);
                self.zext(kept, width)
            }
            _ => {
                let kept = self.extract(a, by, width - by);
                self.sext(kept, width)
            }
        })
    }
}
