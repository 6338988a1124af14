//! Integer arithmetic on terms, with the checks that C asks for.

use super::Symbolic;
use crate::interp_error::InterpError;
use crate::machine::Machine;
use gmc_term::{Arena, Binary, Node, TermId, Unary};

/// A checked operation on signed integers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sum {
    Add,
    Sub,
    Mul,
}

impl Sum {
    fn sign(self) -> &'static str {
        match self {
            Sum::Add => "+",
            Sum::Sub => "-",
            Sum::Mul => "*",
        }
    }

    fn apply(self, arena: &mut Arena, x: TermId, y: TermId) -> TermId {
        match self {
            Sum::Add => arena.binary(Binary::Add, x, y),
            Sum::Sub => arena.sub(x, y),
            Sum::Mul => arena.binary(Binary::Mul, x, y),
        }
    }

    /// Bits in which it never overflows.
    fn room(self, width: u8) -> u8 {
        if self == Sum::Mul { (2 * width).min(128) } else { width + 1 }
    }
}

impl Machine {
    /// An operation on signed integers of this width, which must fit.
    pub(crate) fn checked(&self, sum: Sum, x: TermId, y: TermId, width: u8) -> Symbolic<TermId> {
        let (wrong, value) = self.build(|arena| {
            let (a, b) = (arena.extract(x, 0, width), arena.extract(y, 0, width));
            let room = sum.room(width);
            let (wide_a, wide_b) = (arena.sext(a, room), arena.sext(b, room));
            let exact = sum.apply(arena, wide_a, wide_b);
            let low = sum.apply(arena, a, b);
            let back = arena.sext(low, room);
            let fits = arena.binary(Binary::Eq, back, exact);
            (arena.not(fits), arena.sext(low, 64))
        });
        self.forbid(wrong, |m, model| {
            let (left, right) = (m.value_in(model, x) as u64 as i64, m.value_in(model, y) as u64 as i64);
            let (left, right) = (left.into(), Some(right.into()));
            Box::new(InterpError::Overflow { operation: sum.sign(), left, right, bits: width.into() })
        })?;
        Ok(value)
    }

    /// Likewise, without a sign: what does not fit is cut.
    pub(crate) fn wrapping(&self, sum: Sum, x: TermId, y: TermId, width: u8) -> TermId {
        self.build(|arena| {
            let (a, b) = (arena.extract(x, 0, width), arena.extract(y, 0, width));
            let low = sum.apply(arena, a, b);
            arena.zext(low, 64)
        })
    }

    /// The opposite, which must fit.
    pub fn negation(&self, x: TermId, width: u8) -> Symbolic<TermId> {
        let (wrong, value) = self.build(|arena| {
            let a = arena.extract(x, 0, width);
            let least = arena.constant(1 << (width - 1), width);
            let low = arena.neg(a);
            (arena.binary(Binary::Eq, a, least), arena.sext(low, 64))
        });
        self.forbid(wrong, |m, model| {
            let left = (m.value_in(model, x) as u64 as i64).into();
            Box::new(InterpError::Overflow { operation: "-", left, right: None, bits: width.into() })
        })?;
        Ok(value)
    }

    /// A quotient or remainder. The divisor must not be zero, and the quotient must fit.
    pub fn division(&self, op: Binary, x: TermId, y: TermId, width: u8) -> Symbolic<TermId> {
        let is_signed = matches!(op, Binary::SDiv | Binary::SRem);
        let (zero, over, value) = self.build(|arena| {
            let width = if is_signed { width } else { narrow(arena, x, y) };
            let (a, b) = (arena.extract(x, 0, width), arena.extract(y, 0, width));
            let nothing = arena.constant(0, width);
            let zero = arena.binary(Binary::Eq, b, nothing);
            let (least, minus) = (arena.constant(1 << (width - 1), width), arena.constant(u128::MAX, width));
            let (is_least, is_minus) =
                (arena.binary(Binary::Eq, a, least), arena.binary(Binary::Eq, b, minus));
            let over = arena.binary(Binary::And, is_least, is_minus);
            let low = arena.binary(op, a, b);
            let value = if is_signed { arena.sext(low, 64) } else { arena.zext(low, 64) };
            (zero, over, value)
        });
        self.forbid(zero, |_, _| Box::new(InterpError::DivisionByZero))?;
        if is_signed {
            self.forbid(over, |m, model| {
                let left = (m.value_in(model, x) as u64 as i64).into();
                let operation = if op == Binary::SDiv { "/" } else { "%" };
                Box::new(InterpError::Overflow { operation, left, right: Some(-1), bits: width.into() })
            })?;
        }
        Ok(value)
    }

    /// A shift by less than the width.
    pub(crate) fn shifted(
        &self,
        op: Binary,
        x: TermId,
        count: TermId,
        width: u8,
        signed: bool,
    ) -> Symbolic<TermId> {
        let (wrong, value) = self.build(|arena| {
            let bits = arena.constant(width.into(), 64);
            let wrong = arena.binary(Binary::Ule, bits, count);
            let (a, b) = (arena.extract(x, 0, width), arena.extract(count, 0, width));
            let low = arena.binary(op, a, b);
            (wrong, if signed { arena.sext(low, 64) } else { arena.zext(low, 64) })
        });
        self.forbid(wrong, |m, model| {
            let count = m.value_in(model, count) as u64 as i64;
            Box::new(InterpError::Shift { count, bits: width.into() })
        })?;
        Ok(value)
    }
}

/// Bits that suffice for two numbers without a sign.
fn narrow(arena: &Arena, x: TermId, y: TermId) -> u8 {
    let bits = |term: TermId| match arena.node(term) {
        Node::Unary(Unary::ZExt, inner) => arena.width(inner),
        Node::Const(_) => (128 - arena.number(term).unwrap_or(0).leading_zeros()).max(1) as u8,
        _ => 64,
    };
    bits(x).max(bits(y)).min(64)
}

/// A bitwise operation, on as few bits as tell the result.
pub(crate) fn bitwise(arena: &mut Arena, op: Binary, x: TermId, y: TermId) -> TermId {
    let extended = |arena: &Arena, term: TermId| match arena.node(term) {
        Node::Unary(ext @ (Unary::ZExt | Unary::SExt), inner) => Some((ext, arena.width(inner))),
        _ => None,
    };
    for (term, other) in [(x, y), (y, x)] {
        let Some((ext, width)) = extended(arena, term) else { continue };
        // The other one is an extension of as many bits, too.
        let low = arena.extract(other, 0, width);
        if arena.unary(ext, low, 64) == other {
            let mine = arena.extract(term, 0, width);
            let result = arena.binary(op, mine, low);
            return arena.unary(ext, result, 64);
        }
    }
    arena.binary(op, x, y)
}
