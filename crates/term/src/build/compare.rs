//! Rules for comparisons.

use crate::arena::Arena;
use crate::fold;
use crate::node::{Binary, Node, TermId, Unary, mask, signed};

impl Arena {
    pub(super) fn equality(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(self.truth());
        }
        let width = self.width(a);
        if self.is_not(a, b) {
            return Some(self.falsity());
        }
        if let Some(difference) = self.polynomial_difference(a, b) {
            return Some(self.constant(u128::from(difference == 0), 1));
        }
        let Some(c) = self.number(b) else {
            return match (self.node(a), self.node(b)) {
                (Node::Unary(p @ (Unary::ZExt | Unary::SExt), x), Node::Unary(q, y))
                    if p == q && self.width(x) == self.width(y) =>
                {
                    Some(self.binary(Binary::Eq, x, y))
                }
                (Node::Binary(Binary::Add, x, p), Node::Binary(Binary::Add, y, q)) if p == q => {
                    Some(self.binary(Binary::Eq, x, y))
                }
                (Node::Binary(Binary::Add, x, p), _) if x == b || p == b => {
                    let rest = if x == b { p } else { x };
                    let zero = self.constant(0, width);
                    Some(self.binary(Binary::Eq, rest, zero))
                }
                (_, Node::Binary(Binary::Add, y, q)) if y == a || q == a => {
                    let rest = if y == a { q } else { y };
                    let zero = self.constant(0, width);
                    Some(self.binary(Binary::Eq, rest, zero))
                }
                _ => None,
            };
        };
        if width == 1 {
            return Some(if c == 1 { a } else { self.not(a) });
        }
        match self.node(a) {
            Node::Unary(op @ (Unary::ZExt | Unary::SExt), x) => {
                let inner = self.width(x);
                if fold::unary(op, c & mask(inner), inner, width) != c {
                    return Some(self.falsity());
                }
                let c = self.constant(c, inner);
                Some(self.binary(Binary::Eq, x, c))
            }
            Node::Unary(op @ (Unary::Not | Unary::Neg), x) => {
                let c = self.unary(op, b, width);
                Some(self.binary(Binary::Eq, x, c))
            }
            Node::Binary(Binary::Add, x, d) if self.number(d).is_some() => {
                let c = self.sub(b, d);
                Some(self.binary(Binary::Eq, x, c))
            }
            Node::Binary(Binary::Mul, x, d) if self.number(d).is_some() => self.divided_equality(x, d, c),
            // x - y == 0
            Node::Binary(Binary::Add, x, y) if c == 0 => {
                let opposite = self.neg(y);
                match self.node(y) {
                    Node::Unary(Unary::Neg, _) => Some(self.binary(Binary::Eq, x, opposite)),
                    _ => match self.node(x) {
                        Node::Unary(Unary::Neg, x) => Some(self.binary(Binary::Eq, x, y)),
                        _ => None,
                    },
                }
            }
            Node::Binary(Binary::Xor, x, d) if self.number(d).is_some() => {
                let c = self.binary(Binary::Xor, d, b);
                Some(self.binary(Binary::Eq, x, c))
            }
            Node::Binary(Binary::Concat, x, y) => {
                let below = self.width(y);
                let (high, low) = (self.extract(b, below, width - below), self.extract(b, 0, below));
                let (high, low) = (self.binary(Binary::Eq, x, high), self.binary(Binary::Eq, y, low));
                Some(self.binary(Binary::And, high, low))
            }
            Node::Ite(..) => self.over_chain(a, |arena, leaf| arena.binary(Binary::Eq, leaf, b)),
            _ => None,
        }
    }

    /// `x * d == c`: odd numbers have an inverse, and a power of two moves bits.
    fn divided_equality(&mut self, x: TermId, d: TermId, c: u128) -> Option<TermId> {
        let (width, d) = (self.width(x), self.number(d)?);
        let low = d.trailing_zeros() as u8;
        if low >= width {
            return None;
        }
        if c & ((1 << low) - 1) != 0 {
            return Some(self.falsity());
        }
        let kept = width - low;
        let quotient = self.constant((c >> low).wrapping_mul(inverse(d >> low)), kept);
        let part = self.extract(x, 0, kept);
        Some(self.binary(Binary::Eq, part, quotient))
    }

    pub(super) fn order(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let strict = matches!(op, Binary::Ult | Binary::Slt);
        let is_signed = matches!(op, Binary::Slt | Binary::Sle);
        if a == b {
            return Some(self.constant(u128::from(!strict), 1));
        }
        let width = self.width(a);
        // Numbers without a sign bit compare alike either way.
        if is_signed && self.is_positive(a) && self.is_positive(b) {
            let op = if strict { Binary::Ult } else { Binary::Ule };
            return Some(self.binary(op, a, b));
        }
        if let Some(same) = self.extended_order(op, a, b) {
            return Some(same);
        }
        let (least, most) =
            if is_signed { (1u128 << (width - 1), mask(width) >> 1) } else { (0, mask(width)) };
        let (left, right) = (self.number(a), self.number(b));
        match (left, right) {
            (Some(x), _) if strict && x == most => return Some(self.falsity()),
            (_, Some(y)) if strict && y == least => return Some(self.falsity()),
            (Some(x), _) if !strict && x == least => return Some(self.truth()),
            (_, Some(y)) if !strict && y == most => return Some(self.truth()),
            // a < c is a <= c - 1, and c <= a is c - 1 < a.
            (_, Some(y)) if strict => {
                let c = self.constant(y.wrapping_sub(1), width);
                return Some(self.binary(if is_signed { Binary::Sle } else { Binary::Ule }, a, c));
            }
            (Some(x), _) if strict => {
                let c = self.constant(x.wrapping_add(1), width);
                return Some(self.binary(if is_signed { Binary::Sle } else { Binary::Ule }, c, b));
            }
            (_, Some(y)) if y == least => return Some(self.binary(Binary::Eq, a, b)),
            (Some(x), _) if x == most => return Some(self.binary(Binary::Eq, a, b)),
            _ => {}
        }
        if right.is_some() {
            let moved = self.moved_order(op, a, b, false);
            moved.or_else(|| self.over_chain(a, |arena, leaf| arena.binary(op, leaf, b)))
        } else if left.is_some() {
            let moved = self.moved_order(op, b, a, true);
            moved.or_else(|| self.over_chain(b, |arena, leaf| arena.binary(op, a, leaf)))
        } else {
            None
        }
    }

    /// `x + d <= c` is `x <= c - d` where no sum passes from the highest number to the lowest one. With `flip`, the
    /// number is on the left.
    fn moved_order(&mut self, op: Binary, a: TermId, b: TermId, flip: bool) -> Option<TermId> {
        let width = self.width(a);
        let Node::Binary(Binary::Add, x, d) = self.node(a) else { return None };
        let (d, c) = (self.number(d)?, self.number(b)?);
        // With a sign, numbers are counted from the lowest one on.
        let from = if op == Binary::Sle { 1 << (width - 1) } else { 0 };
        let place = |value: u128| value.wrapping_add(from) & mask(width);
        let (low, high) = if op == Binary::Sle {
            let (low, high) = self.range(x).signed(width);
            (place(low as u128), place(high as u128))
        } else {
            self.range(x).unsigned(width)
        };
        let (least, most) = (low.wrapping_add(d) & mask(width), high.wrapping_add(d) & mask(width));
        // Both bounds move in the same direction.
        if least > most || (least > low) != (most > high) {
            return None;
        }
        let (up, c) = (least > low, place(c));
        let moved = c.wrapping_sub(d) & mask(width);
        let is_beyond = if up { moved > c } else { moved < c };
        if is_beyond {
            // The number is below all sums, or above all.
            return Some(self.constant(u128::from(up == flip), 1));
        }
        let moved = self.constant(moved.wrapping_sub(from), width);
        Some(if flip { self.binary(op, moved, x) } else { self.binary(op, x, moved) })
    }

    /// A comparison of extended terms is one of the terms.
    fn extended_order(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let parts = |arena: &Arena, it: TermId| match arena.node(it) {
            Node::Unary(op @ (Unary::ZExt | Unary::SExt), x) => Some((op, x)),
            _ => None,
        };
        let unsigned_op = match op {
            Binary::Slt => Binary::Ult,
            Binary::Sle => Binary::Ule,
            other => other,
        };
        match (parts(self, a), parts(self, b)) {
            (Some((p, x)), Some((q, y))) if p == q && self.width(x) == self.width(y) => {
                Some(self.binary(if p == Unary::SExt { op } else { unsigned_op }, x, y))
            }
            (Some((ext, x)), None) => {
                let (c, width) = (self.number(b)?, self.width(b));
                self.narrow_order((op, unsigned_op), (ext, x), (c, width), false)
            }
            (None, Some((ext, y))) => {
                let (c, width) = (self.number(a)?, self.width(a));
                self.narrow_order((op, unsigned_op), (ext, y), (c, width), true)
            }
            _ => None,
        }
    }

    /// A comparison of an extended term with a number that it can be; one that it cannot be is on one side of all.
    fn narrow_order(
        &mut self,
        (op, unsigned_op): (Binary, Binary),
        (ext, x): (Unary, TermId),
        (c, width): (u128, u8),
        flip: bool,
    ) -> Option<TermId> {
        let inner = self.width(x);
        let fits = fold::unary(ext, c & mask(inner), inner, width) == c;
        let is_signed = op != unsigned_op;
        // An unsigned comparison of a term that was extended by its sign depends on the sign.
        if ext == Unary::SExt && !is_signed {
            return None;
        }
        if fits {
            let c = self.constant(c, inner);
            let op = if ext == Unary::SExt { op } else { unsigned_op };
            return Some(if flip { self.binary(op, c, x) } else { self.binary(op, x, c) });
        }
        match (ext, is_signed) {
            // A number that has no place among those of the term: above all of them, or below.
            (Unary::ZExt, false) => Some(self.constant(u128::from(!flip), 1)),
            (Unary::ZExt | Unary::SExt, true) => {
                let above = signed(c, width) >= 0;
                Some(self.constant(u128::from(above != flip), 1))
            }
            _ => None,
        }
    }
}

/// The number whose product with an odd number is 1. Each step doubles the bits that are right (Newton); of an odd
/// number itself, three are.
fn inverse(odd: u128) -> u128 {
    (0..6).fold(odd, |it, _| it.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(it))))
}
