//! Integers of at most 128 bits.
//!
//! **Invariant:** a value is a `u128` that its type has extended: by its sign where it has one, with zeros otherwise.
//! Every function takes and returns such values.

use super::format::{Integer, Trap};
use gmc_ir::expr::BinaryOp;
use std::cmp::Ordering;

/// What becomes of a signed result that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overflow {
    Traps,
    Wraps,
}

/// A result computed modulo 2^128, with whether that lost anything.
pub(super) fn fit(to: Integer, overflow: Overflow, (raw, lost): (i128, bool)) -> Result<u128, Trap> {
    let value = to.extend(raw as u128);
    if to.signed && overflow == Overflow::Traps && (lost || value as i128 != raw) {
        return Err(Trap::SignedOverflow);
    }
    Ok(value)
}

/// `left op right` in the type `to`; shifts take their count from [`shift`].
pub(super) fn binary(
    op: BinaryOp,
    to: Integer,
    overflow: Overflow,
    left: u128,
    right: u128,
) -> Result<u128, Trap> {
    let (l, r) = (left as i128, right as i128);
    match op {
        BinaryOp::Plus => fit(to, overflow, l.overflowing_add(r)),
        BinaryOp::Minus => fit(to, overflow, l.overflowing_sub(r)),
        BinaryOp::Mult | BinaryOp::WidenMult => fit(to, overflow, l.overflowing_mul(r)),
        BinaryOp::MultHighpart => Ok(high_part(to, left, right)),
        BinaryOp::TruncDiv
        | BinaryOp::CeilDiv
        | BinaryOp::FloorDiv
        | BinaryOp::RoundDiv
        | BinaryOp::ExactDiv => Ok(divide(op, to, left, right)?.0),
        BinaryOp::TruncMod | BinaryOp::CeilMod | BinaryOp::FloorMod | BinaryOp::RoundMod => {
            Ok(divide(op, to, left, right)?.1)
        }
        BinaryOp::BitOr => Ok(to.extend(left | right)),
        BinaryOp::BitXor => Ok(to.extend(left ^ right)),
        BinaryOp::BitAnd => Ok(to.extend(left & right)),
        BinaryOp::Min | BinaryOp::Max => {
            let less = compare(to, left, right) == Ordering::Less;
            Ok(if less == (op == BinaryOp::Min) { left } else { right })
        }
        _ => Err(Trap::Unsupported("this operation on integers")),
    }
}

/// How two values of one type compare.
pub(super) fn compare(of: Integer, left: u128, right: u128) -> Ordering {
    if of.signed { (left as i128).cmp(&(right as i128)) } else { left.cmp(&right) }
}

/// `-value`
pub(super) fn negate(to: Integer, overflow: Overflow, value: u128) -> Result<u128, Trap> {
    fit(to, overflow, (value as i128).overflowing_neg())
}

/// `|value|`
pub(super) fn absolute(to: Integer, overflow: Overflow, value: u128) -> Result<u128, Trap> {
    if to.signed && (value as i128) < 0 { negate(to, overflow, value) } else { Ok(value) }
}

/// Shifts and rotations. The count is an extended value of its own type; rotations take it modulo the width.
pub(super) fn shift(
    op: BinaryOp,
    to: Integer,
    value: u128,
    counter: Integer,
    count: u128,
) -> Result<u128, Trap> {
    let width = to.bits.clamp(1, 128);
    if matches!(op, BinaryOp::RotateLeft | BinaryOp::RotateRight) {
        let count = if counter.signed {
            (count as i128).rem_euclid(i128::from(width)) as u32
        } else {
            (count % u128::from(width)) as u32
        };
        let left = if op == BinaryOp::RotateLeft { count } else { (width - count) % width };
        let bits = Integer { bits: width, signed: false }.extend(value);
        let right = (width - left) % width;
        return Ok(to.extend(bits << left | bits >> right));
    }
    if count >= u128::from(width) {
        let count = match (counter.signed, count as i128) {
            (true, count) => i64::try_from(count).unwrap_or(if count < 0 { i64::MIN } else { i64::MAX }),
            (false, _) => i64::try_from(count).unwrap_or(i64::MAX),
        };
        return Err(Trap::InvalidShift { count, width });
    }
    match op {
        BinaryOp::ShiftLeft => Ok(to.extend(value << count)),
        _ if to.signed => Ok((value as i128 >> count) as u128),
        _ => Ok(value >> count),
    }
}

/// Quotient and remainder by the rounding that `op` names.
fn divide(op: BinaryOp, to: Integer, left: u128, right: u128) -> Result<(u128, u128), Trap> {
    if right == 0 {
        return Err(Trap::DivisionByZero);
    }
    if !to.signed {
        let (quotient, rest) = (left / right, left % right);
        let up = match op {
            BinaryOp::CeilDiv | BinaryOp::CeilMod => rest != 0,
            BinaryOp::RoundDiv | BinaryOp::RoundMod => rest >= right - rest,
            _ => false,
        };
        return Ok(if up {
            (to.extend(quotient.wrapping_add(1)), to.extend(rest.wrapping_sub(right)))
        } else {
            (quotient, rest)
        });
    }
    let (l, r) = (left as i128, right as i128);
    // The one quotient that does not fit; the processor traps on it even under -fwrapv.
    let quotient = l.checked_div(r).ok_or(Trap::SignedOverflow)?;
    let quotient = fit(to, Overflow::Traps, (quotient, false))? as i128;
    let rest = l.wrapping_sub(quotient.wrapping_mul(r));
    let away = if (l < 0) == (r < 0) { 1 } else { -1 };
    let adjust = match op {
        BinaryOp::CeilDiv | BinaryOp::CeilMod if rest != 0 && away == 1 => 1,
        BinaryOp::FloorDiv | BinaryOp::FloorMod if rest != 0 && away == -1 => -1,
        BinaryOp::RoundDiv | BinaryOp::RoundMod
            if rest.unsigned_abs() >= r.unsigned_abs() - rest.unsigned_abs() =>
        {
            away
        }
        _ => 0,
    };
    let quotient = quotient.wrapping_add(adjust);
    Ok((to.extend(quotient as u128), to.extend(l.wrapping_sub(quotient.wrapping_mul(r)) as u128)))
}

/// The bits of the product above the width.
fn high_part(to: Integer, left: u128, right: u128) -> u128 {
    let (low, mut high) = left.carrying_mul(right, 0);
    if to.signed {
        if (left as i128) < 0 {
            high = high.wrapping_sub(right);
        }
        if (right as i128) < 0 {
            high = high.wrapping_sub(left);
        }
    }
    let product = if to.bits >= 128 { high } else { low >> to.bits | high << (128 - to.bits.max(1)) };
    to.extend(product)
}
