//! Words: terms with operators, so that circuits read as formulas.
//!
//! The arena is behind a `RefCell`, so that one expression builds several terms. No borrow outlives an operator. Both
//! operands of an operator have the same width; conditions have one bit.

use crate::arena::Arena;
use crate::node::{Binary, TermId};
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Neg, Not, Sub};

/// A term in its arena.
#[derive(Clone, Copy)]
pub(super) struct Word<'c> {
    arena: &'c RefCell<&'c mut Arena>,
    pub(super) term: TermId,
}

impl<'c> Word<'c> {
    pub(super) fn new(arena: &'c RefCell<&'c mut Arena>, term: TermId) -> Word<'c> {
        Word { arena, term }
    }

    fn build(self, make: impl FnOnce(&mut Arena) -> TermId) -> Word<'c> {
        let term = make(&mut self.arena.borrow_mut());
        Word { arena: self.arena, term }
    }

    fn binary(self, op: Binary, other: Word<'c>) -> Word<'c> {
        self.build(|arena| arena.binary(op, self.term, other.term))
    }

    pub(super) fn width(self) -> u8 {
        self.arena.borrow().width(self.term)
    }

    /// A number, in the same arena.
    pub(super) fn number(self, value: u128, width: u8) -> Word<'c> {
        self.build(|arena| arena.constant(value, width))
    }

    /// A number of the same width.
    pub(super) fn like(self, value: u128) -> Word<'c> {
        self.number(value, self.width())
    }

    /// `width` bits from `low` on.
    pub(super) fn bits(self, low: u8, width: u8) -> Word<'c> {
        self.build(|arena| arena.extract(self.term, low, width))
    }

    pub(super) fn bit(self, at: u8) -> Word<'c> {
        self.bits(at, 1)
    }

    /// The highest bit.
    pub(super) fn sign(self) -> Word<'c> {
        self.bit(self.width() - 1)
    }

    /// The `width` highest bits.
    pub(super) fn top(self, width: u8) -> Word<'c> {
        self.bits(self.width() - width, width)
    }

    pub(super) fn zext(self, width: u8) -> Word<'c> {
        self.build(|arena| arena.zext(self.term, width))
    }

    pub(super) fn sext(self, width: u8) -> Word<'c> {
        self.build(|arena| arena.sext(self.term, width))
    }

    /// Zeros behind the last bit, up to this width.
    pub(super) fn pad(self, width: u8) -> Word<'c> {
        match width - self.width() {
            0 => self,
            more => self.join(self.number(0, more)),
        }
    }

    /// These bits in front of others.
    pub(super) fn join(self, low: Word<'c>) -> Word<'c> {
        self.binary(Binary::Concat, low)
    }

    /// The bits `by` places higher, in the same width.
    pub(super) fn up(self, by: u8) -> Word<'c> {
        let width = self.width();
        self.bits(0, width - by).pad(width)
    }

    /// The bits `by` places lower, in the same width.
    pub(super) fn down(self, by: u8) -> Word<'c> {
        let width = self.width();
        self.bits(by, width - by).zext(width)
    }

    /// Likewise, by a word of the same width. By the width or more: zero.
    pub(super) fn up_by(self, by: Word<'c>) -> Word<'c> {
        self.binary(Binary::Shl, by)
    }

    /// Likewise.
    pub(super) fn down_by(self, by: Word<'c>) -> Word<'c> {
        self.binary(Binary::LShr, by)
    }

    pub(super) fn times(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Mul, other)
    }

    pub(super) fn is(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Eq, other)
    }

    pub(super) fn is_zero(self) -> Word<'c> {
        self.is(self.like(0))
    }

    pub(super) fn is_below(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Ult, other)
    }

    pub(super) fn is_at_most(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Ule, other)
    }

    /// The first word if this bit is 1; otherwise the second.
    pub(super) fn pick(self, yes: Word<'c>, no: Word<'c>) -> Word<'c> {
        self.build(|arena| arena.ite(self.term, yes.term, no.term))
    }

    /// The word if this bit is 1; otherwise 0.
    pub(super) fn gate(self, word: Word<'c>) -> Word<'c> {
        self.sext(word.width()) & word
    }

    /// The sum of two words and a bit, with one adder.
    pub(super) fn plus(self, other: Word<'c>, carry: Word<'c>) -> Word<'c> {
        let width = self.width();
        (self.join(carry.like(1)) + other.join(carry)).top(width)
    }
}

impl<'c> Add for Word<'c> {
    type Output = Word<'c>;
    fn add(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Add, other)
    }
}

impl<'c> Sub for Word<'c> {
    type Output = Word<'c>;
    fn sub(self, other: Word<'c>) -> Word<'c> {
        self.build(|arena| arena.sub(self.term, other.term))
    }
}

impl<'c> Neg for Word<'c> {
    type Output = Word<'c>;
    fn neg(self) -> Word<'c> {
        self.build(|arena| arena.neg(self.term))
    }
}

impl<'c> Not for Word<'c> {
    type Output = Word<'c>;
    fn not(self) -> Word<'c> {
        self.build(|arena| arena.not(self.term))
    }
}

impl<'c> BitAnd for Word<'c> {
    type Output = Word<'c>;
    fn bitand(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::And, other)
    }
}

impl<'c> BitOr for Word<'c> {
    type Output = Word<'c>;
    fn bitor(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Or, other)
    }
}

impl<'c> BitXor for Word<'c> {
    type Output = Word<'c>;
    fn bitxor(self, other: Word<'c>) -> Word<'c> {
        self.binary(Binary::Xor, other)
    }
}
