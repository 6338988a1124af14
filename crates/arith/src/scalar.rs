//! One scalar operation: integers and floating point told apart by the format of the result or of the operands.

use super::float::{Arithmetic, Class};
use super::format::{Integer, Real, Rules, Scalar, Trap};
use super::int::{self, Overflow};
use gmc_ir::expr::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

/// A scalar as loaded: its format and its pattern.
pub(super) type Operand = (Scalar, u128);

/// Where a scalar operation happens: the rules, and what a signed overflow does there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) rules: Rules,
    pub(super) overflow: Overflow,
}

const MIXED: Trap = Trap::Unsupported("an operation between an integer and a floating-point number");

/// The value in another type: truncated, extended, rounded; a float that no integer of the type holds traps.
pub(super) fn convert(rules: Rules, to: Scalar, (from, raw): Operand) -> Result<u128, Trap> {
    match (to, from) {
        (Scalar::Float { format, .. }, Scalar::Float { format: source, .. }) => {
            Ok(Arithmetic { format, rules }.convert_from(source, raw))
        }
        (Scalar::Float { format, .. }, _) => {
            let arithmetic = Arithmetic { format, rules };
            let has_sign = from.integer().is_some_and(|integer| integer.signed);
            Ok(if has_sign { arithmetic.signed(raw as i128) } else { arithmetic.unsigned(raw) })
        }
        (_, Scalar::Float { format, .. }) => {
            let integer = to.integer().ok_or(MIXED)?;
            truncate(Arithmetic { format, rules }, integer, raw)
        }
        _ => Ok(to.integer().ok_or(MIXED)?.extend(raw)),
    }
}

/// The integral part of a float, where the integer type has it.
pub(super) fn truncate(from: Arithmetic, to: Integer, bits: u128) -> Result<u128, Trap> {
    let parts = from.parts(bits);
    let Class::Finite { significand, exponent } = parts.class else { return Err(Trap::FloatConversion) };
    let magnitude = if exponent <= -128 || significand == 0 {
        0
    } else if exponent < 0 {
        significand >> -exponent
    } else if exponent as u32 <= significand.leading_zeros() {
        significand << exponent
    } else {
        return Err(Trap::FloatConversion);
    };
    let value = if parts.negative { magnitude.wrapping_neg() } else { magnitude };
    let result = to.extend(value);
    let negative = to.signed && (result as i128) < 0;
    if result == value && negative == (parts.negative && magnitude != 0) {
        return Ok(result);
    }
    Err(Trap::FloatConversion)
}

/// An operation on one scalar.
pub(super) fn unary(context: Context, op: UnaryOp, to: Scalar, operand: Operand) -> Result<u128, Trap> {
    let Context { rules, overflow } = context;
    let (from, raw) = operand;
    match op {
        UnaryOp::Convert | UnaryOp::Float | UnaryOp::FixTrunc | UnaryOp::Paren | UnaryOp::AddressSpace => {
            convert(rules, to, operand)
        }
        UnaryOp::Not => Ok(u128::from(!is_true(rules, operand))),
        UnaryOp::Conjugate => Ok(raw),
        UnaryOp::AbsUnsigned => {
            let (to, from) = (to.integer().ok_or(MIXED)?, from.integer().ok_or(MIXED)?);
            Ok(to.extend(int::absolute(from, Overflow::Wraps, raw)?))
        }
        UnaryOp::Negate | UnaryOp::Abs | UnaryOp::BitNot => match to {
            Scalar::Float { format, .. } => {
                let arithmetic = Arithmetic { format, rules };
                match op {
                    UnaryOp::Negate => Ok(arithmetic.negate(raw)),
                    UnaryOp::Abs => Ok(arithmetic.abs(raw)),
                    _ => Err(MIXED),
                }
            }
            _ => {
                let integer = to.integer().ok_or(MIXED)?;
                match op {
                    UnaryOp::Negate => int::negate(integer, overflow, raw),
                    UnaryOp::Abs => int::absolute(integer, overflow, raw),
                    _ => Ok(integer.extend(!raw)),
                }
            }
        },
        UnaryOp::FixedConvert => Err(Trap::Unsupported("fixed-point numbers")),
        UnaryOp::Duplicate
        | UnaryOp::UnpackLow
        | UnaryOp::UnpackHigh
        | UnaryOp::UnpackFloatLow
        | UnaryOp::UnpackFloatHigh => Err(Trap::Unsupported("a vector operation on a scalar")),
    }
}

/// An operation on two scalars that is not a comparison.
pub(super) fn binary(
    context: Context,
    op: BinaryOp,
    to: Scalar,
    left: Operand,
    right: Operand,
) -> Result<u128, Trap> {
    let Context { rules, overflow } = context;
    match op {
        BinaryOp::And => Ok(u128::from(is_true(rules, left) & is_true(rules, right))),
        BinaryOp::Or => Ok(u128::from(is_true(rules, left) | is_true(rules, right))),
        BinaryOp::Xor => Ok(u128::from(is_true(rules, left) ^ is_true(rules, right))),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::RotateLeft | BinaryOp::RotateRight => {
            let (to, count) = (to.integer().ok_or(MIXED)?, right.0.integer().ok_or(MIXED)?);
            int::shift(op, to, left.1, count, right.1)
        }
        BinaryOp::PointerPlus => {
            let offset = right.0.integer().ok_or(MIXED)?;
            let offset = Integer { bits: offset.bits, signed: true }.extend(right.1);
            Ok(to.integer().ok_or(MIXED)?.extend(left.1.wrapping_add(offset)))
        }
        BinaryOp::PointerDiff => Ok(to.integer().ok_or(MIXED)?.extend(left.1.wrapping_sub(right.1))),
        _ => match to {
            Scalar::Float { format, .. } => {
                let (left, right) = (convert(rules, to, left)?, convert(rules, to, right)?);
                float(Arithmetic { format, rules }, op, left, right)
            }
            _ if left.0.integer().is_none() || right.0.integer().is_none() => Err(MIXED),
            _ => {
                let to = to.integer().ok_or(MIXED)?;
                int::binary(op, to, overflow, to.extend(left.1), to.extend(right.1))
            }
        },
    }
}

fn float(arithmetic: Arithmetic, op: BinaryOp, left: u128, right: u128) -> Result<u128, Trap> {
    match op {
        BinaryOp::Plus => Ok(arithmetic.add(left, right)),
        BinaryOp::Minus => Ok(arithmetic.sub(left, right)),
        BinaryOp::Mult | BinaryOp::WidenMult => Ok(arithmetic.mul(left, right)),
        BinaryOp::RealDiv => Ok(arithmetic.div(left, right)),
        // As minss and maxss: the second where neither is less, NaNs among them.
        BinaryOp::Min => Ok(if arithmetic.less(left, right) { left } else { right }),
        BinaryOp::Max => Ok(if arithmetic.less(right, left) { left } else { right }),
        _ => Err(Trap::Unsupported("this operation on floating-point numbers")),
    }
}

/// The verdict of a comparison; `None` where `op` is no comparison.
pub(super) fn verdict(op: BinaryOp, order: Option<Ordering>) -> Option<bool> {
    Some(match op {
        BinaryOp::Less => order == Some(Ordering::Less),
        BinaryOp::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOp::Greater => order == Some(Ordering::Greater),
        BinaryOp::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        BinaryOp::Equal => order == Some(Ordering::Equal),
        BinaryOp::NotEqual => order != Some(Ordering::Equal),
        BinaryOp::Unordered => order.is_none(),
        BinaryOp::Ordered => order.is_some(),
        BinaryOp::UnorderedLess => matches!(order, None | Some(Ordering::Less)),
        BinaryOp::UnorderedLessEqual => order != Some(Ordering::Greater),
        BinaryOp::UnorderedGreater => matches!(order, None | Some(Ordering::Greater)),
        BinaryOp::UnorderedGreaterEqual => order != Some(Ordering::Less),
        BinaryOp::UnorderedEqual => matches!(order, None | Some(Ordering::Equal)),
        BinaryOp::LessGreater => matches!(order, Some(Ordering::Less | Ordering::Greater)),
        _ => return None,
    })
}

/// How two scalars of one type compare.
pub(super) fn order(rules: Rules, left: Operand, right: Operand) -> Result<Option<Ordering>, Trap> {
    match (left.0, right.0) {
        (Scalar::Float { format, .. }, Scalar::Float { format: other, .. }) if format == other => {
            Ok(Arithmetic { format, rules }.compare(left.1, right.1))
        }
        _ => match (left.0.integer(), right.0.integer()) {
            (Some(of), Some(_)) => Ok(Some(int::compare(of, left.1, of.extend(right.1)))),
            _ => Err(MIXED),
        },
    }
}

/// Not zero.
pub(super) fn is_true(rules: Rules, (format, raw): Operand) -> bool {
    match format {
        Scalar::Float { format, .. } => !Arithmetic { format, rules }.is_zero(raw),
        _ => raw != 0,
    }
}

/// The representation of a floating-point scalar.
pub(super) fn real(scalar: Scalar) -> Result<Real, Trap> {
    match scalar {
        Scalar::Float { format, .. } => Ok(format),
        _ => Err(MIXED),
    }
}
