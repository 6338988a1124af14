//! Building terms: every constructor simplifies.
//!
//! Rules look at most a few levels deep, so that building a term takes constant time, whatever it is made of. Each of
//! them is an equality of bit vectors for all values of symbols; the tests compare every constructor with the
//! evaluator.

use crate::arena::{Arena, ordered};
use crate::fold;
use crate::node::{Binary, Node, TermId, Unary, mask, signed};

/// How deep rules look into a term to narrow it.
const DEPTH: u32 = 4;

impl Arena {
    /// One bit that is 1.
    pub fn truth(&mut self) -> TermId {
        self.constant(1, 1)
    }

    /// One bit that is 0.
    pub fn falsity(&mut self) -> TermId {
        self.constant(0, 1)
    }

    /// An operation on one term, with a result of this width.
    pub fn unary(&mut self, op: Unary, a: TermId, width: u8) -> TermId {
        let from = self.width(a);
        if let Some(value) = self.number(a) {
            return self.constant(fold::unary(op, value, from, width), width);
        }
        match op {
            Unary::Not => self.not(a),
            Unary::Neg => self.neg(a),
            Unary::ZExt => self.zext(a, width),
            Unary::SExt => self.sext(a, width),
            Unary::Extract(low) => self.extract(a, low, width),
            _ => self.intern(Node::Unary(op, a), width),
        }
    }

    /// An operation on two terms.
    pub fn binary(&mut self, op: Binary, a: TermId, b: TermId) -> TermId {
        let width = self.width(b);
        debug_assert!(op == Binary::Concat || self.width(a) == width, "operands of one width");
        let result = match op {
            Binary::Concat => width + self.width(a),
            _ if op.is_comparison() => 1,
            _ => width,
        };
        if let (Some(x), Some(y)) = (self.number(a), self.number(b)) {
            return self.constant(fold::binary(op, x, y, width), result);
        }
        let (a, b) = ordered(self, op, a, b);
        let simpler = match op {
            Binary::And | Binary::Or | Binary::Xor => self.bitwise(op, a, b),
            Binary::Add => self.sum(a, b),
            Binary::Mul => self.product(a, b),
            Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem => self.quotient(op, a, b),
            Binary::Shl | Binary::LShr | Binary::AShr => self.shift(op, a, b),
            Binary::Eq => self.equality(a, b),
            Binary::Ult | Binary::Ule | Binary::Slt | Binary::Sle => self.order(op, a, b),
            Binary::Concat => self.join(a, b),
            Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv => None,
            Binary::FEq | Binary::FLt | Binary::FLe => None,
        };
        match simpler {
            Some(term) => term,
            None => self.intern(Node::Binary(op, a, b), result),
        }
    }

    /// Bitwise negation; of one bit, the negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(_) => {
                let value = self.number(a).unwrap_or(0);
                self.constant(!value, width)
            }
            Node::Unary(Unary::Not, x) => x,
            Node::Binary(Binary::Ult, x, y) => self.binary(Binary::Ule, y, x),
            Node::Binary(Binary::Ule, x, y) => self.binary(Binary::Ult, y, x),
            Node::Binary(Binary::Slt, x, y) => self.binary(Binary::Sle, y, x),
            Node::Binary(Binary::Sle, x, y) => self.binary(Binary::Slt, y, x),
            _ => self.intern(Node::Unary(Unary::Not, a), width),
        }
    }

    /// Two's complement.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(_) => {
                let value = self.number(a).unwrap_or(0);
                self.constant(value.wrapping_neg(), width)
            }
            Node::Unary(Unary::Neg, x) => x,
            Node::Binary(Binary::Add, x, c) if self.number(c).is_some() => {
                let (x, c) = (self.neg(x), self.neg(c));
                self.binary(Binary::Add, x, c)
            }
            Node::Binary(Binary::Mul, x, c) if self.number(c).is_some() => {
                let c = self.neg(c);
                self.binary(Binary::Mul, x, c)
            }
            _ => self.intern(Node::Unary(Unary::Neg, a), width),
        }
    }

    /// A difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.neg(b);
        self.binary(Binary::Add, a, b)
    }

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
            _ => self.intern(Node::Unary(Unary::ZExt, a), width),
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
            Node::Unary(Unary::SExt, x) => self.sext(x, width),
            Node::Unary(Unary::ZExt, x) => self.zext(x, width),
            Node::Ite(c, x, y) if self.number(x).is_some() && self.number(y).is_some() => {
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                self.ite(c, x, y)
            }
            _ => self.intern(Node::Unary(Unary::SExt, a), width),
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
            Node::Ite(c, x, y) if self.number(x).is_some() || self.number(y).is_some() => {
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
        self.intern(Node::Unary(Unary::Extract(low), a), width)
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
        self.intern(Node::Ite(c, a, b), width)
    }

    fn is_not(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == Node::Unary(Unary::Not, b) || self.node(b) == Node::Unary(Unary::Not, a)
    }

    fn bitwise(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let all = mask(width);
        if a == b {
            return Some(if op == Binary::Xor { self.constant(0, width) } else { a });
        }
        if self.is_not(a, b) {
            return Some(self.constant(if op == Binary::And { 0 } else { all }, width));
        }
        let c = self.number(b)?;
        match op {
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

    fn sum(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if self.neg(a) == b {
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
                let opposite = self.neg(x);
                if p == opposite {
                    return Some(q);
                }
                if q == opposite {
                    return Some(p);
                }
            }
        }
        None
    }

    fn product(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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

    fn quotient(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
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

    /// Whether the highest bit is certainly 0.
    fn is_positive(&self, a: TermId) -> bool {
        match self.node(a) {
            Node::Unary(Unary::ZExt, x) => self.width(x) < self.width(a),
            Node::Const(_) => self.number(a).is_some_and(|it| it >> (self.width(a) - 1) == 0),
            _ => false,
        }
    }

    fn shift(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
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

    fn equality(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return Some(self.truth());
        }
        let width = self.width(a);
        if self.is_not(a, b) {
            return Some(self.falsity());
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
            Node::Ite(cond, x, y) => {
                let one = self.number(x).is_some() || self.number(y).is_some();
                one.then(|| {
                    let (x, y) = (self.binary(Binary::Eq, x, b), self.binary(Binary::Eq, y, b));
                    self.ite(cond, x, y)
                })
            }
            _ => None,
        }
    }

    fn order(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
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
        for (term, other, flip) in [(a, b, false), (b, a, true)] {
            if let Node::Ite(cond, x, y) = self.node(term)
                && self.number(other).is_some()
                && self.number(x).is_some()
                && self.number(y).is_some()
            {
                let (x, y) = if flip {
                    (self.binary(op, other, x), self.binary(op, other, y))
                } else {
                    (self.binary(op, x, other), self.binary(op, y, other))
                };
                return Some(self.ite(cond, x, y));
            }
        }
        None
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

    fn join(&mut self, a: TermId, b: TermId) -> Option<TermId> {
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
