//! What operations do, written without a look at the crate's own table: SMT-LIB's bit vectors.

use crate::{Binary, Unary};

/// The bits of a width.
pub(crate) fn mask(width: u8) -> u128 {
    (0..width).fold(0, |all, _| all << 1 | 1)
}

fn is_negative(x: u128, width: u8) -> bool {
    x >> (width - 1) & 1 == 1
}

fn negated(x: u128, width: u8) -> u128 {
    (!x).wrapping_add(1) & mask(width)
}

fn absolute(x: u128, width: u8) -> u128 {
    if is_negative(x, width) { negated(x, width) } else { x }
}

/// An operation on one number.
pub(crate) fn unary(op: Unary, a: u128, from: u8, to: u8) -> u128 {
    match op {
        Unary::Not => a ^ mask(to),
        Unary::Neg => negated(a, to),
        Unary::ZExt => a,
        Unary::SExt if is_negative(a, from) => a | (mask(to) ^ mask(from)),
        Unary::SExt => a,
        Unary::Extract(low) => a >> low & mask(to),
        _ => unreachable!("no floats here"),
    }
}

/// An operation on two numbers; of `Concat`, the second one has this width.
pub(crate) fn binary(op: Binary, a: u128, b: u128, width: u8) -> u128 {
    let all = mask(width);
    let (left, right) = (is_negative(a, width), is_negative(b, width));
    let udiv = |a: u128, b: u128| a.checked_div(b).unwrap_or(all);
    let urem = |a: u128, b: u128| a.checked_rem(b).unwrap_or(a);
    let flip = |yes: bool, x: u128| if yes { negated(x, width) } else { x };
    let less = if left == right { a < b } else { left };
    let shifts = |start: u128, step: &dyn Fn(u128) -> u128| (0..b.min(200)).fold(start, |x, _| step(x));
    match op {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Add => a.wrapping_add(b) & all,
        Binary::Mul => a.wrapping_mul(b) & all,
        Binary::UDiv => udiv(a, b),
        Binary::URem => urem(a, b),
        Binary::SDiv => flip(left != right, udiv(absolute(a, width), absolute(b, width))),
        Binary::SRem => flip(left, urem(absolute(a, width), absolute(b, width))),
        Binary::Shl => shifts(a, &|x| x << 1 & all),
        Binary::LShr => shifts(a, &|x| x >> 1),
        Binary::AShr => shifts(a, &|x| x >> 1 | if left { 1 << (width - 1) } else { 0 }),
        Binary::Eq => (a == b).into(),
        Binary::Ult => (a < b).into(),
        Binary::Ule => (a <= b).into(),
        Binary::Slt => less.into(),
        Binary::Sle => (less || a == b).into(),
        Binary::Concat => a << width | b,
        _ => unreachable!("no floats here"),
    }
}
