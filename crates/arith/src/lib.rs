//! Exact target arithmetic on values that do not fit a 64-bit register: integers of any width, floating point of
//! every IEEE representation and the x87's, complex numbers, vectors.
//!
//! A value is its image: the bytes as they stand in the target's memory. A [`Format`] says what they mean, [`Rules`]
//! what the target and the compiler's flags decide. [`unary`], [`binary`] and [`ternary`] are the IR's operations;
//! what C leaves undefined is a [`Trap`], as data. Nothing here depends on the host and nothing panics.
//!
//! To add an operation: give it a meaning on scalars in `scalar.rs` (`int.rs`, `float.rs`), and it works lane by lane
//! too; what is more than lane by lane goes to `vector.rs`, what is special to complex numbers to `complex.rs`.
//!
//! Deliberately absent: fixed point, decimal floating point, PowerPC's pairs of doubles, vectors of single bits
//! (AVX-512 masks), rounding modes and exception flags.

mod bits;
mod complex;
mod decimal;
mod float;
mod format;
mod host;
mod image;
mod int;
mod natural;
mod parse;
mod round;
mod scalar;
#[cfg(test)]
mod tests;
mod vector;
mod wide;

pub use decimal::{Decimal, decimal_digits, parts};
pub use float::{Class, Parts};
pub use format::{Format, Real, Rules, Scalar, Trap};
pub use host::{
    f32_from_image, f32_to_image, f64_from_image, f64_to_image, float_to_int_checked, from_f64, to_f64,
};
pub use host::{from_i128, scale, to_i128, x87_from_f64};
pub use image::Value;
pub use parse::{Parsed, parse_float};
pub use round::Range;

use gmc_ir::expr::{BinaryOp, TernaryOp, UnaryOp};
use int::Overflow;
use scalar::Context;
use vector::Lanes;

/// An operand: what its bytes mean, and the bytes.
pub type Operand<'a> = (Format, &'a [u8]);

const COMPLEX: Trap = Trap::Unsupported("an operation between a complex number and a vector");

/// `op operand` as a value of the format `to`.
///
/// Conversions between any two scalar formats, between complex formats, and lane by lane are all
/// [`UnaryOp::Convert`]; the other names for them mean the same.
pub fn unary(rules: Rules, op: UnaryOp, to: Format, operand: Operand<'_>) -> Result<Value, Trap> {
    let (from, bytes) = operand;
    check(to)?;
    match (to, from) {
        (Format::Scalar(to), Format::Scalar(from)) if to.is_wide() || from.is_wide() => {
            wide::unary(rules, op, to, (from, bytes))
        }
        (Format::Scalar(to), Format::Scalar(from)) => {
            let raw = image::load(rules, from, bytes)?;
            Ok(image::scalar(rules, to, scalar::unary(context(rules), op, to, (from, raw))?))
        }
        (Format::Complex(to), Format::Complex(_) | Format::Scalar(_)) => {
            let (from, parts) = pair(rules, operand)?;
            put_pair(rules, to, complex::unary(context(rules), op, to, (from, parts))?)
        }
        (Format::Scalar(to), Format::Complex(_)) if op == UnaryOp::Convert => {
            let (from, [real, _]) = pair(rules, operand)?;
            Ok(image::scalar(rules, to, scalar::convert(rules, to, (from, real))?))
        }
        (Format::Vector { .. }, _) => vector::unary(rules, op, to, Lanes::new(rules, from, bytes)?),
        _ => Err(COMPLEX),
    }
}

/// `left op right` as a value of the format `to`.
pub fn binary(
    rules: Rules,
    op: BinaryOp,
    to: Format,
    left: Operand<'_>,
    right: Operand<'_>,
) -> Result<Value, Trap> {
    check(to)?;
    match (to, left.0, right.0) {
        (Format::Scalar(to), Format::Scalar(l), Format::Scalar(r)) => {
            if to.is_wide() || l.is_wide() || r.is_wide() {
                return wide::binary(rules, op, to, (l, left.1), (r, right.1));
            }
            let (l, r) = ((l, image::load(rules, l, left.1)?), (r, image::load(rules, r, right.1)?));
            let result = if scalar::verdict(op, None).is_some() {
                u128::from(scalar::verdict(op, scalar::order(rules, l, r)?) == Some(true))
            } else {
                scalar::binary(context(rules), op, to, l, r)?
            };
            Ok(image::scalar(rules, to, result))
        }
        (Format::Complex(part), Format::Scalar(l), Format::Scalar(r)) if op == BinaryOp::Complex => {
            let real = scalar::convert(rules, part, (l, image::load(rules, l, left.1)?))?;
            let imaginary = scalar::convert(rules, part, (r, image::load(rules, r, right.1)?))?;
            put_pair(rules, part, [real, imaginary])
        }
        (Format::Complex(part), ..) => {
            let (l, r) = (as_pair(rules, part, left)?, as_pair(rules, part, right)?);
            put_pair(rules, part, complex::binary(context(rules), op, part, l, r)?)
        }
        (Format::Scalar(to), Format::Complex(_), _) | (Format::Scalar(to), _, Format::Complex(_)) => {
            let ((lf, l), (rf, r)) = (pair(rules, left)?, pair(rules, right)?);
            let mut equal = true;
            for (l, r) in l.into_iter().zip(r) {
                let order = scalar::order(rules, (lf, l), (rf, r))?;
                equal &= scalar::verdict(BinaryOp::Equal, order) == Some(true);
            }
            match op {
                BinaryOp::Equal => Ok(image::scalar(rules, to, u128::from(equal))),
                BinaryOp::NotEqual => Ok(image::scalar(rules, to, u128::from(!equal))),
                _ => Err(Trap::Unsupported("an ordering of complex numbers")),
            }
        }
        _ => {
            let (left, right) = (Lanes::new(rules, left.0, left.1)?, Lanes::new(rules, right.0, right.1)?);
            vector::binary(rules, op, to, left, right)
        }
    }
}

/// An operation on three operands as a value of the format `to`.
pub fn ternary(
    rules: Rules,
    op: TernaryOp,
    to: Format,
    first: Operand<'_>,
    second: Operand<'_>,
    third: Operand<'_>,
) -> Result<Value, Trap> {
    match op {
        TernaryOp::Cond => {
            let (format, bytes) = if is_true(rules, first)? { second } else { third };
            if format == to {
                let size = to.size().ok_or(COMPLEX)?;
                return Ok(Value::from(image::prefix(bytes, size)?));
            }
            unary(rules, UnaryOp::Convert, to, (format, bytes))
        }
        TernaryOp::BitInsert => bits::insert(rules, to, first, second, third),
        TernaryOp::VectorCond | TernaryOp::Permute | TernaryOp::Dot => {
            let first = Lanes::new(rules, first.0, first.1)?;
            let second = Lanes::new(rules, second.0, second.1)?;
            let third = Lanes::new(rules, third.0, third.1)?;
            match op {
                TernaryOp::VectorCond => vector::select(rules, to, first, second, third),
                TernaryOp::Permute => vector::permute(rules, to, first, second, third),
                _ => vector::dot(rules, to, first, second, third),
            }
        }
        TernaryOp::WidenMultPlus | TernaryOp::WidenMultMinus => {
            let product = binary(rules, BinaryOp::WidenMult, to, first, second)?;
            let op = if op == TernaryOp::WidenMultPlus { BinaryOp::Plus } else { BinaryOp::Minus };
            binary(rules, op, to, third, (to, &product))
        }
    }
}

/// Whether a value is not zero: as a condition of C, of any format but a vector.
pub fn is_true(rules: Rules, (format, bytes): Operand<'_>) -> Result<bool, Trap> {
    match format {
        Format::Scalar(of) if of.is_wide() => wide::is_true(rules, (of, bytes)),
        Format::Scalar(of) => Ok(scalar::is_true(rules, (of, image::load(rules, of, bytes)?))),
        Format::Complex(_) => {
            let (part, [real, imaginary]) = pair(rules, (format, bytes))?;
            Ok(scalar::is_true(rules, (part, real)) || scalar::is_true(rules, (part, imaginary)))
        }
        Format::Vector { .. } => Err(Trap::Unsupported("a vector as a condition")),
    }
}

fn check(format: Format) -> Result<(), Trap> {
    format.size().map(|_| ()).ok_or(Trap::Unsupported("a type of this size"))
}

fn context(rules: Rules) -> Context {
    Context { rules, overflow: if rules.wrap { Overflow::Wraps } else { Overflow::Traps } }
}

/// The parts of a complex number; a real one has a zero imaginary part.
fn pair(rules: Rules, (format, bytes): Operand<'_>) -> Result<(Scalar, complex::Pair), Trap> {
    match format {
        Format::Complex(part) if !part.is_wide() => {
            let bytes = image::prefix(bytes, part.size().saturating_mul(2))?;
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            Ok((part, [image::load(rules, part, real)?, image::load(rules, part, imaginary)?]))
        }
        Format::Scalar(part) if !part.is_wide() => Ok((part, [image::load(rules, part, bytes)?, 0])),
        Format::Scalar(_) | Format::Complex(_) => {
            Err(Trap::Unsupported("complex integers of more than 128 bits"))
        }
        Format::Vector { .. } => Err(COMPLEX),
    }
}

/// The parts of a complex number, converted to `part`.
fn as_pair(rules: Rules, part: Scalar, operand: Operand<'_>) -> Result<complex::Pair, Trap> {
    let (from, [real, imaginary]) = pair(rules, operand)?;
    Ok([scalar::convert(rules, part, (from, real))?, scalar::convert(rules, part, (from, imaginary))?])
}

fn put_pair(rules: Rules, part: Scalar, [real, imaginary]: complex::Pair) -> Result<Value, Trap> {
    let size = Format::Complex(part).size().ok_or(COMPLEX)?;
    let mut value = Value::zeroed(size);
    let (first, second) = value.split_at_mut(size / 2);
    image::store(rules, part, real, first);
    image::store(rules, part, imaginary, second);
    Ok(value)
}
