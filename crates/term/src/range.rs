//! Ranges: what a term can be, as one interval of numbers modulo a power of two.
//!
//! An interval may pass from the highest number to 0. So one interval says what is known with a sign and without, and
//! a sum loses nothing (Navas, Schachte, Søndergaard, Stuckey: Signedness-agnostic program analysis, APLAS 2012).
//!
//! Invariant: a range holds every value that its term can have. It depends on the structure of the term alone.

use crate::node::{Binary, Unary, mask, signed};

/// All numbers from `start` on, `more` of them after the first, modulo two to the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    start: u128,
    more: u128,
}

impl Range {
    /// Every number of this width.
    pub(crate) fn full(width: u8) -> Range {
        Range { start: 0, more: mask(width) }
    }

    /// One number.
    pub(crate) fn one(value: u128) -> Range {
        Range { start: value, more: 0 }
    }

    /// The numbers from one to another.
    pub(crate) fn between(low: u128, high: u128) -> Range {
        debug_assert!(low <= high);
        Range { start: low, more: high - low }
    }

    /// The same with signs.
    pub(crate) fn signed_between(low: i128, high: i128, width: u8) -> Range {
        debug_assert!(low <= high);
        Range { start: low as u128 & mask(width), more: high.wrapping_sub(low) as u128 }
    }

    /// The number, if it is one.
    pub(crate) fn single(self) -> Option<u128> {
        (self.more == 0).then_some(self.start)
    }

    /// The lowest number and the highest one.
    pub(crate) fn unsigned(self, width: u8) -> (u128, u128) {
        match self.start.checked_add(self.more) {
            Some(end) if end <= mask(width) => (self.start, end),
            _ => (0, mask(width)),
        }
    }

    /// The same with signs.
    pub(crate) fn signed(self, width: u8) -> (i128, i128) {
        let half = 1 << (width - 1);
        let from_least = Range { start: self.start.wrapping_add(half) & mask(width), more: self.more };
        let (low, high) = from_least.unsigned(width);
        let back = |it: u128| signed(it.wrapping_sub(half), width);
        (back(low), back(high))
    }

    /// Whether it holds a number.
    pub(crate) fn holds(self, value: u128, width: u8) -> bool {
        value.wrapping_sub(self.start) & mask(width) <= self.more
    }

    /// The smallest range from the first one's start that holds both.
    fn up_to(self, other: Range, width: u8) -> Range {
        let away = other.start.wrapping_sub(self.start) & mask(width);
        match away.checked_add(other.more) {
            Some(more) if more <= mask(width) => Range { start: self.start, more: more.max(self.more) },
            _ => Range::full(width),
        }
    }

    /// A small range that holds both.
    pub(crate) fn either(self, other: Range, width: u8) -> Range {
        let (a, b) = (self.up_to(other, width), other.up_to(self, width));
        if (a.more, a.start) <= (b.more, b.start) { a } else { b }
    }

    /// What an operation makes of a number of this range.
    pub(crate) fn unary(self, op: Unary, from: u8, to: u8) -> Range {
        let end = self.start.wrapping_add(self.more);
        match op {
            Unary::Not => Range { start: !end & mask(to), more: self.more },
            Unary::Neg => Range { start: end.wrapping_neg() & mask(to), more: self.more },
            Unary::ZExt => {
                let (low, high) = self.unsigned(from);
                Range::between(low, high)
            }
            Unary::SExt => {
                let (low, high) = self.signed(from);
                Range::signed_between(low, high, to)
            }
            Unary::Extract(0) if self.more <= mask(to) => {
                Range { start: self.start & mask(to), more: self.more }
            }
            Unary::Extract(at) => {
                let (low, high) = self.unsigned(from);
                let (low, high) = (low >> at, high >> at);
                if high - low > mask(to) {
                    return Range::full(to);
                }
                Range { start: low & mask(to), more: high - low }
            }
            _ => Range::full(to),
        }
    }

    /// The bits of a number of the first range in front of those of one of the second.
    pub(crate) fn concat((a, high): (Range, u8), (b, low): (Range, u8)) -> Range {
        let (a, b) = (a.unsigned(high), b.unsigned(low));
        Range::between(a.0 << low | b.0, a.1 << low | b.1)
    }

    /// What an operation makes of two numbers of these ranges, which have this width.
    pub(crate) fn binary(op: Binary, a: Range, b: Range, width: u8) -> Range {
        let all = mask(width);
        let ((low, high), (least, most)) = (a.unsigned(width), b.unsigned(width));
        // All ones, up to the highest bit of either.
        let ones = u128::MAX.checked_shr((high | most).leading_zeros()).unwrap_or(0);
        match op {
            Binary::And => Range::between(0, high.min(most)),
            Binary::Or => Range::between(low.max(least), ones),
            Binary::Xor => Range::between(0, ones),
            Binary::Add => match a.more.checked_add(b.more) {
                Some(more) if more <= all => Range { start: a.start.wrapping_add(b.start) & all, more },
                _ => Range::full(width),
            },
            Binary::Mul => match high.checked_mul(most) {
                Some(top) if top <= all => Range::between(low * least, top),
                _ => signed_product(a.signed(width), b.signed(width), width),
            },
            Binary::UDiv if least == 0 => Range::between(low / most.max(1), all),
            Binary::UDiv => Range::between(low / most, high / least),
            Binary::URem if least == 0 => Range::between(0, high),
            Binary::URem if high < least => a,
            Binary::URem => Range::between(0, high.min(most - 1)),
            Binary::SDiv => quotient(a.signed(width), b.signed(width), width),
            Binary::SRem => remainder(a.signed(width), b.signed(width), width),
            Binary::Shl if most < width.into() && high <= all >> most => {
                Range::between(low << least, high << most)
            }
            Binary::Shl => Range::full(width),
            Binary::LShr => {
                let by = |value: u128, by: u128| if by < width.into() { value >> by } else { 0 };
                Range::between(by(low, most), by(high, least))
            }
            Binary::AShr => {
                let (low, high) = a.signed(width);
                let by = |value: i128, by: u128| value >> by.min(127);
                let low = by(low, if low < 0 { least } else { most });
                let high = by(high, if high < 0 { most } else { least });
                Range::signed_between(low, high, width)
            }
            Binary::Eq if !a.holds(b.start, width) && !b.holds(a.start, width) => Range::one(0),
            Binary::Eq if a.more == 0 && a == b => Range::one(1),
            Binary::Ult => decided(high < least, low >= most),
            Binary::Ule => decided(high <= least, low > most),
            Binary::Slt | Binary::Sle => {
                let ((low, high), (least, most)) = (a.signed(width), b.signed(width));
                if op == Binary::Slt {
                    decided(high < least, low >= most)
                } else {
                    decided(high <= least, low > most)
                }
            }
            Binary::Concat => Range::concat((a, width), (b, width)),
            _ if op.is_comparison() => Range::full(1),
            _ => Range::full(width),
        }
    }
}

/// A bit of which is known that it is 1, that it is 0, or neither.
fn decided(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Range::one(1),
        (_, true) => Range::one(0),
        _ => Range::full(1),
    }
}

fn signed_product((a, b): (i128, i128), (c, d): (i128, i128), width: u8) -> Range {
    let (least, most) = (signed(1 << (width - 1), width), (mask(width) >> 1) as i128);
    let corners = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
    let (mut low, mut high) = (i128::MAX, i128::MIN);
    for corner in corners {
        match corner {
            Some(it) if (least..=most).contains(&it) => (low, high) = (low.min(it), high.max(it)),
            _ => return Range::full(width),
        }
    }
    Range::signed_between(low, high, width)
}

fn quotient((low, high): (i128, i128), (least, most): (i128, i128), width: u8) -> Range {
    if least <= 0 {
        return Range::full(width);
    }
    // The divisor is positive: the quotient grows with the dividend, and is nearer to zero for a greater divisor.
    let by = |value: i128, far: i128, near: i128| if value < 0 { value / far } else { value / near };
    Range::signed_between(by(low, least, most), by(high, most, least), width)
}

fn remainder((low, high): (i128, i128), (least, most): (i128, i128), width: u8) -> Range {
    // It has the dividend's sign, and is no farther from zero.
    let (mut low, mut high) = (low.min(0), high.max(0));
    if least > 0 || most < 0 {
        // It is nearer to zero than the divisor.
        let bound = least.unsigned_abs().max(most.unsigned_abs()) - 1;
        let bound = i128::try_from(bound).unwrap_or(i128::MAX);
        (low, high) = (low.max(-bound), high.min(bound));
    }
    Range::signed_between(low, high, width)
}
