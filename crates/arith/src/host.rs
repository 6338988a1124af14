//! Between images and the host's own numbers, for the interpreter of 64-bit registers.

use super::float::Arithmetic;
use super::format::{Integer, Real, Rules, Scalar, Trap};
use super::image::{self, Value};
use super::scalar;

/// The `double` in an image.
pub fn f64_from_image(rules: Rules, bytes: &[u8]) -> Result<f64, Trap> {
    Ok(f64::from_bits(image::load(rules, Scalar::float(Real::Double), bytes)? as u64))
}

/// The image of a `double`.
#[must_use]
pub fn f64_to_image(rules: Rules, value: f64) -> [u8; 8] {
    if rules.big_endian { value.to_bits().to_be_bytes() } else { value.to_bits().to_le_bytes() }
}

/// The `float` in an image.
pub fn f32_from_image(rules: Rules, bytes: &[u8]) -> Result<f32, Trap> {
    Ok(f32::from_bits(image::load(rules, Scalar::float(Real::Single), bytes)? as u32))
}

/// The image of a `float`.
#[must_use]
pub fn f32_to_image(rules: Rules, value: f32) -> [u8; 4] {
    if rules.big_endian { value.to_bits().to_be_bytes() } else { value.to_bits().to_le_bytes() }
}

/// The integral part of a number as an integer of at most 128 bits, extended; traps where it does not fit.
pub fn float_to_int_checked(value: f64, bits: u32, signed: bool) -> Result<i128, Trap> {
    let from = Arithmetic { format: Real::Double, rules: Rules::X86 };
    if bits > 128 {
        return Err(Trap::Unsupported("integers of more than 128 bits"));
    }
    Ok(scalar::truncate(from, Integer { bits, signed }, u128::from(value.to_bits()))? as i128)
}

/// Any scalar of at most 128 bits as the nearest `double`.
pub fn to_f64(rules: Rules, format: Scalar, bytes: &[u8]) -> Result<f64, Trap> {
    if format.is_wide() {
        return f64_from_image(
            rules,
            &super::wide::unary(
                rules,
                super::UnaryOp::Convert,
                Scalar::float(Real::Double),
                (format, bytes),
            )?,
        );
    }
    let raw = image::load(rules, format, bytes)?;
    Ok(f64::from_bits(scalar::convert(rules, Scalar::float(Real::Double), (format, raw))? as u64))
}

/// The image, in a scalar format, of a `double` converted to it.
pub fn from_f64(rules: Rules, to: Scalar, value: f64) -> Result<Value, Trap> {
    let from = Scalar::float(Real::Double);
    super::unary(rules, super::UnaryOp::Convert, to.into(), (from.into(), &f64_to_image(rules, value)))
}

/// A floating-point number times a power of two, rounded once.
pub fn scale(rules: Rules, format: Scalar, bytes: &[u8], by: i32) -> Result<Value, Trap> {
    let arithmetic = Arithmetic { format: scalar::real(format)?, rules };
    Ok(image::scalar(rules, format, arithmetic.scale(image::load(rules, format, bytes)?, by)))
}

/// The image of a `double` as an x87 number in `bytes` bytes: 10, 12 or 16. Exact.
#[must_use]
pub fn x87_from_f64(rules: Rules, bytes: u32, value: f64) -> Value {
    let bits =
        Arithmetic { format: Real::X87, rules }.convert_from(Real::Double, u128::from(value.to_bits()));
    image::scalar(rules, Scalar::Float { format: Real::X87, bytes }, bits)
}

/// The value of an integer, truth value or pointer of at most 128 bits; the largest unsigned ones come out negative.
pub fn to_i128(rules: Rules, format: Scalar, bytes: &[u8]) -> Result<i128, Trap> {
    match format.integer() {
        Some(integer) if integer.bits <= 128 => Ok(image::load(rules, format, bytes)? as i128),
        _ => Err(Trap::Unsupported("this value as an integer of 128 bits")),
    }
}

/// The image of an integer, truth value or pointer, cut to its format.
#[must_use]
pub fn from_i128(rules: Rules, to: Scalar, value: i128) -> Value {
    image::scalar(rules, to, value as u128)
}
