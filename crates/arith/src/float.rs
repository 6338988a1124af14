//! Floating point on bit patterns: the four operations, comparison, and taking numbers apart.
//!
//! Results that are numbers come from `rustc_apfloat` (or from the host, whose single and double arithmetic is the
//! same IEEE 754) rounded to nearest even. Which NaN comes out is decided here, as x86 does: an operation on NaNs
//! returns one of them made quiet; an invalid one makes the default NaN.
//!
//! Deliberately absent: exception flags and rounding modes other than to nearest.

use super::format::{Real, Rules};
use rustc_apfloat::{Float, FloatConvert, Round, ieee};
use std::cmp::Ordering;

/// Runs a block with `$float` standing for the apfloat type of a representation.
macro_rules! with_type {
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            Real::Half => {
                type $float = ieee::Half;
                $body
            }
            Real::Brain => {
                type $float = ieee::BFloat;
                $body
            }
            Real::Single => {
                type $float = ieee::Single;
                $body
            }
            Real::Double => {
                type $float = ieee::Double;
                $body
            }
            Real::X87 => {
                type $float = ieee::X87DoubleExtended;
                $body
            }
            Real::Quad => {
                type $float = ieee::Quad;
                $body
            }
        }
    };
}

/// The four operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// One representation under one set of rules. Values are bit patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arithmetic {
    pub(super) format: Real,
    pub(super) rules: Rules,
}

/// A floating-point number taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The sign bit.
    pub negative: bool,
    /// The rest.
    pub class: Class,
}

/// What kind of floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Not a number.
    Nan,
    /// Infinite.
    Infinite,
    /// The number `significand * 2^exponent`, zero included.
    Finite {
        /// All bits of the significand, the integer bit included: of a normal number it is bit `precision - 1`.
        significand: u128,
        /// The weight of the significand's lowest bit.
        exponent: i32,
    },
}

impl Arithmetic {
    pub(super) fn add(self, a: u128, b: u128) -> u128 {
        self.operate(Operation::Add, a, b)
    }

    pub(super) fn sub(self, a: u128, b: u128) -> u128 {
        self.operate(Operation::Subtract, a, b)
    }

    pub(super) fn mul(self, a: u128, b: u128) -> u128 {
        self.operate(Operation::Multiply, a, b)
    }

    pub(super) fn div(self, a: u128, b: u128) -> u128 {
        self.operate(Operation::Divide, a, b)
    }

    fn operate(self, operation: Operation, a: u128, b: u128) -> u128 {
        if self.is_nan(a) || self.is_nan(b) {
            return self.propagate(operation, a, b);
        }
        let result = match self.format {
            Real::Single => {
                let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
                let result = match operation {
                    Operation::Add => a + b,
                    Operation::Subtract => a - b,
                    Operation::Multiply => a * b,
                    Operation::Divide => a / b,
                };
                u128::from(result.to_bits())
            }
            Real::Double => {
                let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
                let result = match operation {
                    Operation::Add => a + b,
                    Operation::Subtract => a - b,
                    Operation::Multiply => a * b,
                    Operation::Divide => a / b,
                };
                u128::from(result.to_bits())
            }
            format => with_type!(format, F => {
                let (a, b) = (F::from_bits(a), F::from_bits(b));
                let result = match operation {
                    Operation::Add => a + b,
                    Operation::Subtract => a - b,
                    Operation::Multiply => a * b,
                    Operation::Divide => a / b,
                };
                result.value.to_bits()
            }),
        };
        if self.is_nan(result) { self.default_nan() } else { result }
    }

    /// The result of an operation one of whose operands is a NaN.
    ///
    /// SSE returns the first operand that is one. The x87 prefers a quiet NaN to a signalling one and otherwise the
    /// larger significand; libgcc's binary128 takes the larger fraction, and the first or second by the operation
    /// where they are equal.
    fn propagate(self, operation: Operation, a: u128, b: u128) -> u128 {
        if self.is_unnormal(a) || self.is_unnormal(b) {
            return self.default_nan();
        }
        let fraction = |bits: u128| bits & (self.quiet_bit() * 2 - 1);
        let first = match (self.is_nan(a), self.is_nan(b)) {
            (true, false) => true,
            (false, _) => false,
            (true, true) => match self.format {
                Real::X87 => {
                    let quiet = |bits: u128| bits & self.quiet_bit() != 0;
                    match (quiet(a), quiet(b)) {
                        (true, false) => true,
                        (false, true) => false,
                        _ => match fraction(a).cmp(&fraction(b)) {
                            Ordering::Greater => true,
                            Ordering::Less => false,
                            Ordering::Equal => !self.is_negative(a),
                        },
                    }
                }
                Real::Quad => match fraction(a).cmp(&fraction(b)) {
                    Ordering::Greater => true,
                    Ordering::Less => false,
                    Ordering::Equal => matches!(operation, Operation::Add | Operation::Multiply),
                },
                _ => true,
            },
        };
        (if first { a } else { b }) | self.quiet_bit()
    }

    /// How two numbers compare; `None` where either is a NaN.
    pub(super) fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        match self.format {
            Real::Single => f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32)),
            Real::Double => f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)),
            format => with_type!(format, F => F::from_bits(a).partial_cmp(&F::from_bits(b))),
        }
    }

    /// `a < b`, false for NaNs.
    pub(super) fn less(self, a: u128, b: u128) -> bool {
        self.compare(a, b) == Some(Ordering::Less)
    }

    /// The same number in this representation, rounded; NaNs keep their sign and the top of their payload.
    pub(super) fn convert_from(self, format: Real, bits: u128) -> u128 {
        if format == self.format {
            return bits;
        }
        let from = Self { format, rules: self.rules };
        if from.is_unnormal(bits) {
            return self.default_nan();
        }
        let mut inexact = false;
        with_type!(format, F => with_type!(self.format, T => {
            let converted: T = F::from_bits(bits).convert_r(Round::NearestTiesToEven, &mut inexact).value;
            converted.to_bits()
        }))
    }

    /// The nearest number to a signed integer.
    pub(super) fn signed(self, value: i128) -> u128 {
        with_type!(self.format, F => F::from_i128(value).value.to_bits())
    }

    /// The nearest number to an unsigned integer.
    pub(super) fn unsigned(self, value: u128) -> u128 {
        with_type!(self.format, F => F::from_u128(value).value.to_bits())
    }

    /// `bits * 2^by`, rounded once.
    pub(super) fn scale(self, bits: u128, by: i32) -> u128 {
        with_type!(self.format, F => F::from_bits(bits).scalbn(by).to_bits())
    }

    pub(super) fn negate(self, a: u128) -> u128 {
        a ^ self.sign_bit()
    }

    pub(super) fn abs(self, a: u128) -> u128 {
        a & !self.sign_bit()
    }

    pub(super) fn copy_sign(self, magnitude: u128, sign: u128) -> u128 {
        self.abs(magnitude) | sign & self.sign_bit()
    }

    pub(super) fn is_negative(self, a: u128) -> bool {
        a & self.sign_bit() != 0
    }

    pub(super) fn is_nan(self, a: u128) -> bool {
        self.parts(a).class == Class::Nan
    }

    pub(super) fn is_infinite(self, a: u128) -> bool {
        self.parts(a).class == Class::Infinite
    }

    pub(super) fn is_finite(self, a: u128) -> bool {
        matches!(self.parts(a).class, Class::Finite { .. })
    }

    pub(super) fn is_zero(self, a: u128) -> bool {
        self.abs(a) == 0
    }

    /// The number taken apart.
    pub(super) fn parts(self, bits: u128) -> Parts {
        let fraction_bits = self.format.fraction();
        let stored = bits & ((1 << fraction_bits) - 1);
        let exponent = (self.abs(bits) >> fraction_bits) as i32;
        let all_ones = 2 * self.format.bias() + 1;
        let integer_bit = 1u128 << (self.format.precision() - 1);
        let explicit = self.format == Real::X87;
        let class = if exponent == all_ones {
            let quiet_zero = if explicit { integer_bit } else { 0 };
            if stored == quiet_zero { Class::Infinite } else { Class::Nan }
        } else if explicit && exponent != 0 && stored & integer_bit == 0 {
            Class::Nan
        } else {
            let significand = if explicit || exponent == 0 { stored } else { stored | integer_bit };
            let lowest = 1 - self.format.bias() - (self.format.precision() as i32 - 1);
            Class::Finite { significand, exponent: exponent.max(1) - 1 + lowest }
        };
        Parts { negative: self.is_negative(bits), class }
    }

    /// The NaN of an invalid operation.
    pub(super) fn default_nan(self) -> u128 {
        let sign = if self.rules.negative_nan { self.sign_bit() } else { 0 };
        sign | self.infinity() | self.quiet_bit()
    }

    pub(super) fn infinity(self) -> u128 {
        with_type!(self.format, F => F::INFINITY.to_bits())
    }

    pub(super) fn largest(self) -> u128 {
        with_type!(self.format, F => F::largest().to_bits())
    }

    /// `2^exponent`, which must be a normal number.
    pub(super) fn power(self, exponent: i32) -> u128 {
        self.scale(self.unsigned(1), exponent)
    }

    /// An x87 pattern the processor refuses: a NaN, infinity or number without its integer bit.
    fn is_unnormal(self, bits: u128) -> bool {
        self.format == Real::X87 && self.abs(bits) >> 64 != 0 && bits & (1 << 63) == 0
    }

    fn sign_bit(self) -> u128 {
        1 << (self.format.width() - 1)
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.format.precision() - 2)
    }
}
