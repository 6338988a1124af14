//! Floating-point functions on terms: those of the number's bits, and those that the terms have.

use super::{Outcome, is_number, low_bits, signed, unsigned, within};
use crate::errno;
use gmc_term::{Arena, Binary, Rounding, TermId, Unary};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;
use gmc_vm::symbolic::Symbolic;
use gmc_world::errno::EDOM;

/// How many bits a number of one register has.
fn width(call: &Call, at: usize) -> Symbolic<Option<u8>> {
    Ok(match call.class(at)? {
        Class::Single => Some(32),
        Class::Double => Some(64),
        _ => None,
    })
}

/// The arguments from some on, if there are as many numbers of one format, and one is not decided.
fn numbers<const N: usize>(m: &Machine, call: &Call, from: usize) -> Symbolic<Option<[TermId; N]>> {
    let mut all = Vec::with_capacity(N);
    let (wanted, mut open) = (width(call, from)?, false);
    for at in from..from + N {
        let Some(bits) = width(call, at)?.filter(|_| width(call, at).is_ok_and(|it| it == wanted)) else {
            return Ok(None);
        };
        open |= call.reg(at)?.is_open();
        all.push(low_bits(m, call.reg(at)?, bits)?);
    }
    Ok(if open { all.try_into().ok() } else { None })
}

/// The number without its sign, and the bits of infinity.
fn magnitude(arena: &mut Arena, x: TermId) -> (TermId, u128) {
    let width = arena.width(x);
    let mask = arena.constant((1 << (width - 1)) - 1, width);
    let infinity = if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits().into() };
    (arena.binary(Binary::And, x, mask), infinity)
}

fn is_negative(arena: &mut Arena, x: TermId) -> TermId {
    arena.extract(x, arena.width(x) - 1, 1)
}

fn is_nan(arena: &mut Arena, x: TermId) -> TermId {
    let same = arena.binary(Binary::FEq, x, x);
    arena.not(same)
}

/// A property of a number, as 0 or 1.
fn property(m: &Machine, call: &Call, of: fn(&mut Arena, TermId) -> TermId) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(m, m.build(|arena| of(arena, x)))
}

pub(crate) fn nan(m: &Machine, call: &Call) -> Outcome {
    property(m, call, is_nan)
}

pub(crate) fn finite(m: &Machine, call: &Call) -> Outcome {
    property(m, call, |arena, x| {
        let (magnitude, infinity) = magnitude(arena, x);
        within(arena, magnitude, 0, infinity - 1)
    })
}

pub(crate) fn normal(m: &Machine, call: &Call) -> Outcome {
    property(m, call, |arena, x| {
        let (magnitude, infinity) = magnitude(arena, x);
        within(arena, magnitude, least_normal(infinity), infinity - 1)
    })
}

pub(crate) fn negative(m: &Machine, call: &Call) -> Outcome {
    property(m, call, is_negative)
}

/// The lowest bit of the exponent.
fn least_normal(infinity: u128) -> u128 {
    infinity & infinity.wrapping_neg()
}

pub(crate) fn infinite(m: &Machine, call: &Call) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    let value = m.build(|arena| {
        let (magnitude, infinity) = magnitude(arena, x);
        let (is, negative) = (is_number(arena, magnitude, infinity), is_negative(arena, x));
        let [zero, one, minus] = [0, 1, u128::MAX].map(|it| arena.constant(it, 32));
        let sign = arena.ite(negative, minus, one);
        arena.ite(is, sign, zero)
    });
    signed(m, value)
}

/// One of five terms: for NaN, infinities, zeros, subnormal and normal numbers.
fn sorted(arena: &mut Arena, x: TermId, [nan, infinite, zero, subnormal, normal]: [TermId; 5]) -> TermId {
    let (magnitude, infinity) = magnitude(arena, x);
    let is_nan = is_nan(arena, x);
    let is_infinite = is_number(arena, magnitude, infinity);
    let is_zero = is_number(arena, magnitude, 0);
    let is_subnormal = within(arena, magnitude, 1, least_normal(infinity) - 1);
    let choice = arena.ite(is_subnormal, subnormal, normal);
    let choice = arena.ite(is_zero, zero, choice);
    let choice = arena.ite(is_infinite, infinite, choice);
    arena.ite(is_nan, nan, choice)
}

pub(crate) fn sort(m: &Machine, call: &Call) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    signed(
        m,
        m.build(|arena| {
            let sorts = [0, 1, 2, 3, 4].map(|it| arena.constant(it, 32));
            sorted(arena, x, sorts)
        }),
    )
}

/// `__builtin_fpclassify`: one of the first five arguments, which stand in another order.
pub(crate) fn sort_among(m: &Machine, call: &Call, order: [usize; 5]) -> Outcome {
    let Some([x]) = numbers(m, call, 5)? else { return Ok(None) };
    let mut sorts = [x; 5];
    for (sort, at) in sorts.iter_mut().zip(order) {
        *sort = low_bits(m, call.reg(at)?, 32)?;
    }
    signed(m, m.build(|arena| sorted(arena, x, sorts)))
}

pub(crate) fn fabs(m: &Machine, call: &Call) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(m, m.build(|arena| magnitude(arena, x).0))
}

pub(crate) fn copysign(m: &Machine, call: &Call) -> Outcome {
    let Some([x, y]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(
        m,
        m.build(|arena| {
            let width = arena.width(x);
            let (sign, rest) = (is_negative(arena, y), arena.extract(x, 0, width - 1));
            arena.binary(Binary::Concat, sign, rest)
        }),
    )
}

pub(crate) fn rounded(m: &Machine, call: &Call, how: Rounding) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(m, m.build(|arena| arena.unary(Unary::Round(how), x, arena.width(x))))
}

/// `lrint` and `lround`: the rounded number must fit.
pub(crate) fn integer(m: &Machine, call: &Call, how: Rounding) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    let (rounded, from) = m.build(|arena| {
        let width = arena.width(x);
        let rounded = arena.unary(Unary::Round(how), x, width);
        (arena.zext(rounded, 64), width)
    });
    signed(m, m.integer_of_float(rounded, from, 64, true)?)
}

/// The root of a negative number is none, and sets `errno`.
pub(crate) fn sqrt(m: &mut Machine, call: &Call) -> Outcome {
    let Some([x]) = numbers(m, call, 0)? else { return Ok(None) };
    let below = m.build(|arena| {
        let zero = arena.constant(0, arena.width(x));
        arena.binary(Binary::FLt, x, zero)
    });
    if m.holds(below)? {
        errno::set(m, EDOM)?;
    }
    unsigned(m, m.build(|arena| arena.unary(Unary::Sqrt, x, arena.width(x))))
}

/// `fmin` and `fmax`: the first argument where this says so; NaN is chosen only among NaNs.
fn chosen(m: &Machine, call: &Call, first: fn(&mut Arena, TermId, TermId) -> TermId) -> Outcome {
    let Some([x, y]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(
        m,
        m.build(|arena| {
            let (first, x_nan, y_nan) = (first(arena, x, y), is_nan(arena, x), is_nan(arena, y));
            let either = arena.ite(first, x, y);
            let other = arena.ite(y_nan, x, either);
            let none = super::and(arena, x_nan, y_nan);
            let one = arena.ite(x_nan, y, other);
            arena.ite(none, x, one)
        }),
    )
}

pub(crate) fn fmin(m: &Machine, call: &Call) -> Outcome {
    chosen(m, call, |arena, x, y| arena.binary(Binary::FLt, x, y))
}

pub(crate) fn fmax(m: &Machine, call: &Call) -> Outcome {
    chosen(m, call, |arena, x, y| arena.binary(Binary::FLt, y, x))
}

/// A comparison that is false where one is NaN.
pub(crate) fn ordered(m: &Machine, call: &Call, op: Binary, flip: bool) -> Outcome {
    let Some([x, y]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(m, m.build(|arena| if flip { arena.binary(op, y, x) } else { arena.binary(op, x, y) }))
}

pub(crate) fn less_or_greater(m: &Machine, call: &Call) -> Outcome {
    let Some([x, y]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(
        m,
        m.build(|arena| {
            let (less, greater) = (arena.binary(Binary::FLt, x, y), arena.binary(Binary::FLt, y, x));
            super::or(arena, less, greater)
        }),
    )
}

pub(crate) fn unordered(m: &Machine, call: &Call) -> Outcome {
    let Some([x, y]) = numbers(m, call, 0)? else { return Ok(None) };
    unsigned(
        m,
        m.build(|arena| {
            let (a, b) = (is_nan(arena, x), is_nan(arena, y));
            super::or(arena, a, b)
        }),
    )
}
