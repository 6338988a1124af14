//! Bit counting and byte swapping on terms.

use super::{Outcome, is_number, open_argument, unsigned};
use gmc_model::ErrorKind;
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::interp_error::InterpError;
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;
use gmc_vm::symbolic::Symbolic;

/// A count, of 32 bits, from a term of the argument's width.
pub(crate) type Count = fn(&Machine, TermId) -> Symbolic<TermId>;

pub(crate) fn count(m: &Machine, call: &Call, bits: u32, count: Count) -> Outcome {
    let Some(x) = open_argument(m, call, 0, bits as u8)? else { return Ok(None) };
    unsigned(m, count(m, x)?)
}

fn not_zero(m: &Machine, x: TermId) -> Symbolic<()> {
    let zero = m.build(|arena| is_number(arena, x, 0));
    m.forbid(zero, |_, _| InterpError::other(ErrorKind::InvalidValue, crate::bits::NO_ONES))
}

/// The number of the first bit that is 1, in this order; `otherwise` where none is.
fn first_one(arena: &mut Arena, x: TermId, order: impl DoubleEndedIterator<Item = u8>, none: u8) -> TermId {
    let bits: Vec<u8> = order.collect();
    let none = arena.constant(none.into(), 32);
    bits.iter().enumerate().rev().fold(none, |rest, (at, &bit)| {
        let (is, here) = (arena.extract(x, bit, 1), arena.constant(at as u128, 32));
        arena.ite(is, here, rest)
    })
}

fn leading(arena: &mut Arena, x: TermId) -> TermId {
    let width = arena.width(x);
    first_one(arena, x, (0..width).rev(), width)
}

fn trailing(arena: &mut Arena, x: TermId) -> TermId {
    let width = arena.width(x);
    first_one(arena, x, 0..width, width)
}

pub(crate) fn clz(m: &Machine, x: TermId) -> Symbolic<TermId> {
    not_zero(m, x)?;
    Ok(m.build(|arena| leading(arena, x)))
}

pub(crate) fn ctz(m: &Machine, x: TermId) -> Symbolic<TermId> {
    not_zero(m, x)?;
    Ok(m.build(|arena| trailing(arena, x)))
}

/// How many bits behind the sign bit are equal to it.
pub(crate) fn clrsb(m: &Machine, x: TermId) -> Symbolic<TermId> {
    Ok(m.build(|arena| {
        let width = arena.width(x);
        let last = arena.constant(u128::from(width) - 1, width);
        let signs = arena.binary(Binary::AShr, x, last);
        let changes = arena.binary(Binary::Xor, x, signs);
        let (count, one) = (leading(arena, changes), arena.constant(1, 32));
        arena.sub(count, one)
    }))
}

pub(crate) fn popcount(m: &Machine, x: TermId) -> Symbolic<TermId> {
    Ok(m.build(|arena| {
        let ones = (0..arena.width(x)).map(|bit| {
            let one = arena.extract(x, bit, 1);
            arena.zext(one, 8)
        });
        let mut sums: Vec<TermId> = ones.collect();
        while sums.len() > 1 {
            let pairs = sums.chunks(2).map(|pair| match *pair {
                [a, b] => arena.binary(Binary::Add, a, b),
                _ => pair[0],
            });
            sums = pairs.collect();
        }
        arena.zext(sums[0], 32)
    }))
}

pub(crate) fn parity(m: &Machine, x: TermId) -> Symbolic<TermId> {
    Ok(m.build(|arena| {
        let bits: Vec<TermId> = (0..arena.width(x)).map(|bit| arena.extract(x, bit, 1)).collect();
        let odd = bits.into_iter().reduce(|all, bit| arena.binary(Binary::Xor, all, bit));
        arena.zext(odd.expect("at least one bit"), 32)
    }))
}

pub(crate) fn ffs(m: &Machine, x: TermId) -> Symbolic<TermId> {
    Ok(m.build(|arena| {
        let (none, one, zero) = (is_number(arena, x, 0), arena.constant(1, 32), arena.constant(0, 32));
        let first = trailing(arena, x);
        let number = arena.binary(Binary::Add, first, one);
        arena.ite(none, zero, number)
    }))
}

pub(crate) fn swap(m: &Machine, call: &Call, bits: u32) -> Outcome {
    let Some(x) = open_argument(m, call, 0, bits as u8)? else { return Ok(None) };
    let swapped = m.build(|arena| {
        let bytes: Vec<TermId> = (0..bits as u8 / 8).map(|at| arena.extract(x, at * 8, 8)).collect();
        bytes.into_iter().reduce(|high, low| arena.binary(Binary::Concat, high, low))
    });
    unsigned(m, swapped.expect("at least one byte"))
}
