//! Rounding of an exact number to a representation, to nearest even, and what `strtod` reports of it.

use super::format::Real;

/// What `strtod` tells through `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// In range.
    Fits,
    /// Too large: the value is infinite.
    Overflow,
    /// Too small for full precision, and rounded.
    Underflow,
}

/// A positive number: `significand * 2^exponent`, and a little more where `sticky`.
///
/// Invariant: where `sticky`, the significand has more bits than any representation's precision plus one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub(super) significand: u128,
    pub(super) sticky: bool,
    pub(super) exponent: i64,
}

impl Exact {
    /// The significand without its lowest `bits`, rounded; and whether that lost anything.
    fn without(self, bits: i64) -> (u128, bool) {
        let Exact { significand, sticky, .. } = self;
        match u32::try_from(bits) {
            Err(_) if bits < 0 => (significand << bits.unsigned_abs().min(127), sticky),
            Ok(0) => (significand, sticky),
            Ok(bits @ 1..=128) => {
                let quotient = significand.checked_shr(bits).unwrap_or(0);
                let half = 1u128 << (bits - 1);
                let rest = significand & (half | (half - 1));
                let up = rest > half || rest == half && (sticky || quotient & 1 == 1);
                (quotient + u128::from(up), rest != 0 || sticky)
            }
            _ => (0, significand != 0 || sticky),
        }
    }

    /// The nearest number of a representation, as its bits.
    pub(super) fn round(self, format: Real) -> (u128, Range) {
        if self.significand == 0 {
            return (0, Range::Fits);
        }
        let precision = i64::from(format.precision());
        let bias = i64::from(format.bias());
        let length = 128 - i64::from(self.significand.leading_zeros());
        let (smallest, top) = (1 - bias, self.exponent.saturating_add(length - 1));
        let mut lowest = top.max(smallest) - (precision - 1);
        let (mut significand, inexact) = self.without(lowest.saturating_sub(self.exponent));
        if significand >> precision != 0 {
            significand >>= 1;
            lowest += 1;
        }
        let stored_integer_bit = format == Real::X87;
        let fraction = if stored_integer_bit { precision } else { precision - 1 };
        if lowest + precision - 1 > bias {
            let infinity = ((2 * bias + 1) as u128) << fraction;
            let integer_bit = if stored_integer_bit { 1 << (precision - 1) } else { 0 };
            return (infinity | integer_bit, Range::Overflow);
        }
        // Tiny is what would be below the smallest normal number even when rounded as if exponents had no bound.
        let unbounded = self.without(length - precision).0 >> precision != 0;
        let tiny = top.saturating_add(i64::from(unbounded)) < smallest;
        let range = if tiny && inexact { Range::Underflow } else { Range::Fits };
        let normal = significand >> (precision - 1) != 0;
        let exponent = if normal { (lowest + precision - 1 + bias) as u128 } else { 0 };
        let stored = significand & ((1 << fraction) - 1);
        (exponent << fraction | stored, range)
    }
}
