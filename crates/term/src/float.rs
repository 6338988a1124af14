//! Floating-point operations as operations on bit vectors, for a solver that knows only these.
//!
//! The circuits are the textbook's (Muller et al., *Handbook of Floating-Point Arithmetic*, chapters 7 to 9), with one
//! rounding at the end of each. Invariant: for all operands the lowered term has the value that `fold` computes with
//! the host's numbers, bit for bit. The tests compare them.
//!
//! Deliberately absent: rounding modes other than to nearest even, exceptions, NaNs other than the one.

mod arithmetic;
mod convert;
mod format;
mod word;

#[cfg(test)]
mod tests;

use crate::arena::Arena;
use crate::node::{Binary, Node, TermId, Unary};
pub(crate) use format::Format;
use std::cell::RefCell;
use word::Word;

/// The same value without a floating-point operation at the top, if there is one. Operands stay as they are. None of
/// other terms, and of numbers that are neither binary32 nor binary64.
pub(crate) fn lower(arena: &mut Arena, term: TermId) -> Option<TermId> {
    let (node, to) = (arena.node(term), arena.width(term));
    let from = arena.width(node.operands().next()?);
    let cell = RefCell::new(arena);
    let word = |term| Word::new(&cell, term);
    let result = match node {
        Node::Unary(op, a) => unary(op, word(a), from, to)?,
        Node::Binary(op, a, b) => binary(op, Format::of(from)?, word(a), word(b))?,
        _ => return None,
    };
    Some(result.term)
}

fn unary(op: Unary, a: Word<'_>, from: u8, to: u8) -> Option<Word<'_>> {
    Some(match op {
        Unary::FromSigned => convert::from_integer(Format::of(to)?, a, true),
        Unary::FromUnsigned => convert::from_integer(Format::of(to)?, a, false),
        Unary::ToSigned => convert::to_integer(Format::of(from)?, a, to, true),
        Unary::ToUnsigned => convert::to_integer(Format::of(from)?, a, to, false),
        Unary::Convert if from != to => convert::convert(Format::of(from)?, Format::of(to)?, a),
        Unary::Sqrt => arithmetic::root(Format::of(from)?, a),
        Unary::Round(how) => convert::round(Format::of(from)?, a, how),
        _ => return None,
    })
}

fn binary<'c>(op: Binary, format: Format, a: Word<'c>, b: Word<'c>) -> Option<Word<'c>> {
    Some(match op {
        Binary::FAdd => arithmetic::add(format, a, b),
        Binary::FSub => arithmetic::add(format, a, b ^ b.like(1 << format.magnitude())),
        Binary::FMul => arithmetic::multiply(format, a, b),
        Binary::FDiv => arithmetic::divide(format, a, b),
        Binary::FEq | Binary::FLt | Binary::FLe => compare(op, format, a, b),
        _ => return None,
    })
}

/// A comparison: by magnitude among numbers of one sign; zeros are equal; NaN compares with nothing.
fn compare<'c>(op: Binary, format: Format, a: Word<'c>, b: Word<'c>) -> Word<'c> {
    let (bits, other) = (a, b);
    let (a, b) = (format.split(a), format.split(b));
    let are_zero = a.is_zero() & b.is_zero();
    let result = match op {
        Binary::FEq => bits.is(other) | are_zero,
        Binary::FLt => {
            let positive = !b.sign & a.magnitude.is_below(b.magnitude);
            let negative = (!b.sign | b.magnitude.is_below(a.magnitude)) & !are_zero;
            a.sign.pick(negative, positive)
        }
        _ => {
            let positive = (!b.sign & a.magnitude.is_at_most(b.magnitude)) | are_zero;
            let negative = !b.sign | b.magnitude.is_at_most(a.magnitude);
            a.sign.pick(negative, positive)
        }
    };
    result & !a.is_nan() & !b.is_nan()
}
