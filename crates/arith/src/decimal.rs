//! Exact decimal expansions, for `printf`: every binary floating-point number is a finite decimal.

use super::float::{Arithmetic, Class, Parts};
use super::format::{Rules, Scalar, Trap};
use super::{image, natural::Natural, scalar};

/// A number in decimal, exactly: `0.d1d2d3… * 10^point`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The sign bit.
    pub negative: bool,
    /// The digits 0 to 9, most significant first, without leading or trailing zeros; none for zero.
    pub digits: Vec<u8>,
    /// How many digits stand before the decimal point; negative for zeros after it.
    pub point: i32,
}

/// Takes the floating-point number in an image apart: for hexadecimal output, classification, and tests.
pub fn parts(rules: Rules, format: Scalar, bytes: &[u8]) -> Result<Parts, Trap> {
    let arithmetic = Arithmetic { format: scalar::real(format)?, rules };
    Ok(arithmetic.parts(image::load(rules, format, bytes)?))
}

/// The exact decimal expansion of the floating-point number in an image; `None` for infinities and NaNs.
pub fn decimal_digits(rules: Rules, format: Scalar, bytes: &[u8]) -> Result<Option<Decimal>, Trap> {
    let Parts { negative, class } = parts(rules, format, bytes)?;
    let Class::Finite { significand, exponent } = class else { return Ok(None) };
    if significand == 0 {
        return Ok(Some(Decimal { negative, digits: Vec::new(), point: 0 }));
    }
    let zeros = significand.trailing_zeros();
    let exponent = exponent.saturating_add_unsigned(zeros);
    let mut number = Natural::new(significand >> zeros);
    let fraction = if exponent < 0 {
        // n / 2^k is n * 5^k / 10^k.
        number.scale_by_five(u64::from(exponent.unsigned_abs()));
        exponent.unsigned_abs() as i32
    } else {
        number = number.shl(exponent as usize);
        0
    };
    let mut digits = Vec::new();
    while !number.is_zero() {
        let mut chunk = number.div_small(1_000_000_000);
        for _ in 0..9 {
            digits.push((chunk % 10) as u8);
            chunk /= 10;
        }
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    let point = i32::try_from(digits.len()).unwrap_or(i32::MAX).saturating_sub(fraction);
    digits.reverse();
    while digits.last() == Some(&0) {
        digits.pop();
    }
    Ok(Some(Decimal { negative, digits, point }))
}
