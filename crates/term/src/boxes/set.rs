//! What a term can be in a box: an interval of bits, or of floating-point numbers.

use crate::fold;
use crate::node::{Binary, Rounding, Unary, mask};
use crate::range::Range;

/// The values that a term can have; perhaps more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Set {
    /// These numbers.
    Bits(Range),
    /// These floating-point numbers.
    Floats(Floats),
}

/// Floating-point numbers: zeros of both signs count as one, and none where the lowest is above the highest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floats {
    low: f64,
    high: f64,
    /// NaN is among them.
    nan: bool,
}

const ALL: Floats = Floats { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true };
const NAN: Floats = Floats { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true };

/// The highest bit of a number in this format.
fn sign(width: u8) -> u128 {
    1 << (width - 1)
}

/// The bits of infinity.
fn infinity(width: u8) -> u128 {
    if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits().into() }
}

fn number(bits: u128, width: u8) -> f64 {
    if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) }
}

fn bits(number: f64, width: u8) -> u128 {
    if width == 32 { (number as f32).to_bits().into() } else { number.to_bits().into() }
}

/// What an operation of this format gives.
fn operated(op: Binary, x: f64, y: f64, width: u8) -> f64 {
    let value = fold::binary(op, bits(x, width), bits(y, width), width);
    number(value, width)
}

impl Floats {
    fn is_empty(self) -> bool {
        self.low > self.high
    }

    fn holds_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    fn holds_infinity(self) -> bool {
        !self.is_empty() && (self.low.is_infinite() || self.high.is_infinite())
    }

    fn either(self, other: Floats) -> Floats {
        Floats { low: self.low.min(other.low), high: self.high.max(other.high), nan: self.nan || other.nan }
    }

    fn negated(self) -> Floats {
        Floats { low: -self.high, high: -self.low, ..self }
    }

    fn absolute(self) -> Floats {
        if self.is_empty() {
            return self;
        }
        let far = self.low.abs().max(self.high.abs());
        let near = if self.holds_zero() { 0.0 } else { self.low.abs().min(self.high.abs()) };
        Floats { low: near, high: far, ..self }
    }

    /// What a function makes of them that never falls.
    fn mapped(self, function: impl Fn(f64) -> f64) -> Floats {
        if self.is_empty() {
            return self;
        }
        Floats { low: function(self.low), high: function(self.high), ..self }
    }

    fn sum(self, other: Floats, width: u8) -> Floats {
        let nan = self.nan || other.nan;
        if self.is_empty() || other.is_empty() {
            return NAN;
        }
        let meet = |x: Floats, y: Floats| x.high == f64::INFINITY && y.low == f64::NEG_INFINITY;
        if meet(self, other) || meet(other, self) {
            return ALL;
        }
        let plus = |x, y| operated(Binary::FAdd, x, y, width);
        Floats { low: plus(self.low, other.low), high: plus(self.high, other.high), nan }
    }

    fn product(self, other: Floats, width: u8) -> Floats {
        if self.is_empty() || other.is_empty() {
            return NAN;
        }
        let undefined = |x: Floats, y: Floats| x.holds_zero() && y.holds_infinity();
        if undefined(self, other) || undefined(other, self) {
            return ALL;
        }
        self.corners(other, |x, y| operated(Binary::FMul, x, y, width))
    }

    fn quotient(self, other: Floats, width: u8) -> Floats {
        if self.is_empty() || other.is_empty() {
            return NAN;
        }
        if other.holds_zero() || self.holds_infinity() && other.holds_infinity() {
            return ALL;
        }
        self.corners(other, |x, y| operated(Binary::FDiv, x, y, width))
    }

    /// What an operation that rises or falls in each operand makes of two numbers.
    fn corners(self, other: Floats, function: impl Fn(f64, f64) -> f64) -> Floats {
        let all =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let all = all.map(|(x, y)| function(x, y));
        Floats {
            low: all.into_iter().fold(f64::INFINITY, f64::min),
            high: all.into_iter().fold(f64::NEG_INFINITY, f64::max),
            nan: self.nan || other.nan,
        }
    }

    /// Whether a comparison certainly holds, and whether it certainly does not.
    fn compared(self, op: Binary, other: Floats) -> (bool, bool) {
        if self.is_empty() || other.is_empty() {
            return (false, true);
        }
        let (yes, no) = match op {
            Binary::FLt => (self.high < other.low, self.low >= other.high),
            Binary::FLe => (self.high <= other.low, self.low > other.high),
            _ => {
                let same = self.low >= other.high && self.high <= other.low;
                (same, self.high < other.low || other.high < self.low)
            }
        };
        (yes && !self.nan && !other.nan, no)
    }
}

impl Set {
    /// Whether it is this number, whatever the numbers of the box are.
    pub(super) fn is_certainly(self, value: u128) -> bool {
        matches!(self, Set::Bits(range) if range.single() == Some(value))
    }

    /// Whether it holds a value of this width.
    #[cfg(test)]
    pub(super) fn holds(self, value: u128, width: u8) -> bool {
        match self {
            Set::Bits(range) => range.holds(value, width),
            Set::Floats(it) => {
                let value = number(value, width);
                if value.is_nan() { it.nan } else { it.low <= value && value <= it.high }
            }
        }
    }

    /// As bits.
    fn range(self, width: u8) -> Range {
        match self {
            Set::Bits(range) => range,
            Set::Floats(it) if it.is_empty() || it.nan => Range::full(width),
            Set::Floats(it) if it.low > 0.0 => Range::between(bits(it.low, width), bits(it.high, width)),
            Set::Floats(it) if it.high < 0.0 => Range::between(bits(it.high, width), bits(it.low, width)),
            Set::Floats(_) => Range::full(width),
        }
    }

    /// As floating-point numbers in the format of this width.
    fn floats(self, width: u8) -> Floats {
        let range = match self {
            Set::Floats(it) => return it,
            Set::Bits(range) => range,
        };
        let (low, high) = range.unsigned(width);
        let magnitudes = |low: u128, high: u128| Floats {
            low: if low > infinity(width) { f64::INFINITY } else { number(low, width) },
            high: if low > infinity(width) {
                f64::NEG_INFINITY
            } else {
                number(high.min(infinity(width)), width)
            },
            nan: high > infinity(width),
        };
        let sign = sign(width);
        match (low < sign, high < sign) {
            (true, true) => magnitudes(low, high),
            (false, false) => magnitudes(low - sign, high - sign).negated(),
            _ => magnitudes(low, sign - 1).either(magnitudes(0, high - sign).negated()),
        }
    }

    /// A set that holds both.
    pub(super) fn either(self, other: Set, width: u8) -> Set {
        match (self, other) {
            (Set::Bits(a), Set::Bits(b)) => Set::Bits(a.either(b, width)),
            _ if width == 32 || width == 64 => Set::Floats(self.floats(width).either(other.floats(width))),
            _ => Set::Bits(Range::full(width)),
        }
    }

    pub(super) fn unary(self, op: Unary, from: u8, to: u8) -> Set {
        let floats = |it: Floats| Set::Floats(it);
        match op {
            Unary::FromSigned => {
                let (low, high) = self.range(from).signed(from);
                let round = |it: i128| if to == 32 { f64::from(it as f32) } else { it as f64 };
                floats(Floats { low: round(low), high: round(high), nan: false })
            }
            Unary::FromUnsigned => {
                let (low, high) = self.range(from).unsigned(from);
                let round = |it: u128| if to == 32 { f64::from(it as f32) } else { it as f64 };
                floats(Floats { low: round(low), high: round(high), nan: false })
            }
            Unary::ToSigned | Unary::ToUnsigned => {
                let it = self.floats(from).mapped(f64::trunc);
                let (least, limit) = match op {
                    Unary::ToSigned => (-(2f64.powi(i32::from(to) - 1)), 2f64.powi(i32::from(to) - 1)),
                    _ => (0.0, 2f64.powi(to.into())),
                };
                if it.nan || it.is_empty() || it.low < least || it.high >= limit {
                    return Set::Bits(Range::full(to));
                }
                Set::Bits(Range::signed_between(it.low as i128, it.high as i128, to))
            }
            Unary::Convert => floats(self.floats(from).mapped(|it| number(bits(it, to), to))),
            Unary::Sqrt => {
                let it = self.floats(from);
                if it.is_empty() || it.high < 0.0 {
                    return floats(NAN);
                }
                let nan = it.nan || it.low < 0.0;
                let root = Floats { low: it.low.max(0.0), ..it }
                    .mapped(|it| number(fold::unary(op, bits(it, to), to, to), to));
                floats(Floats { nan, ..root })
            }
            Unary::Round(how) => floats(self.floats(from).mapped(|it| rounded(it, how))),
            // Registers hold numbers with zeros in front.
            Unary::Extract(0) if from == to => self,
            _ => Set::Bits(self.range(from).unary(op, from, to)),
        }
    }

    pub(super) fn binary(op: Binary, (a, width): (Set, u8), (b, low): (Set, u8)) -> Set {
        let numbers = || (a.floats(width), b.floats(width));
        match op {
            Binary::FAdd => Set::Floats(numbers().0.sum(numbers().1, width)),
            Binary::FSub => Set::Floats(numbers().0.sum(numbers().1.negated(), width)),
            Binary::FMul => Set::Floats(numbers().0.product(numbers().1, width)),
            Binary::FDiv => Set::Floats(numbers().0.quotient(numbers().1, width)),
            Binary::FEq | Binary::FLt | Binary::FLe => {
                let (yes, no) = numbers().0.compared(op, numbers().1);
                Set::Bits(match (yes, no) {
                    (true, _) => Range::one(1),
                    (_, true) => Range::one(0),
                    _ => Range::full(1),
                })
            }
            Binary::Concat => Set::Bits(Range::concat((a.range(width), width), (b.range(low), low))),
            Binary::Xor if b.is_certainly(sign(width)) => match a {
                Set::Floats(it) => Set::Floats(it.negated()),
                // The highest bit is the only one that a sum with it changes.
                Set::Bits(range) => {
                    Set::Bits(Range::binary(Binary::Add, range, Range::one(sign(width)), width))
                }
            },
            Binary::And if b.is_certainly(mask(width) >> 1) => match a {
                Set::Floats(it) => Set::Floats(it.absolute()),
                Set::Bits(range) => Set::Bits(without_sign(range, width)),
            },
            _ => Set::Bits(Range::binary(op, a.range(width), b.range(width), width)),
        }
    }
}

/// Numbers without their highest bit.
fn without_sign(range: Range, width: u8) -> Range {
    let ((low, high), sign) = (range.unsigned(width), sign(width));
    match (low < sign, high < sign) {
        (true, true) => range,
        (false, false) => Range::between(low - sign, high - sign),
        _ => Range::between(0, sign - 1),
    }
}

fn rounded(x: f64, how: Rounding) -> f64 {
    match how {
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
        Rounding::Even => x.round_ties_even(),
        Rounding::Away => x.round(),
    }
}
