//! Conversions: between integers and floating-point numbers, between formats, and to the nearest integer.

use super::format::{Format, normalise, squeeze};
use super::word::Word;
use crate::node::Rounding;

/// An integer as a floating-point number.
pub(super) fn from_integer(format: Format, a: Word<'_>, is_signed: bool) -> Word<'_> {
    let width = a.width();
    let sign = if is_signed { a.sign() } else { a.number(0, 1) };
    let absolute = sign.pick(-a, a);
    let (significand, zeros) = normalise(absolute);
    let significand = squeeze(significand, format.precision() + 2);
    let below = format.exponent + 1;
    let below = a.number(format.bias() + u128::from(width) - 2, below) - zeros.zext(below);
    let magnitude = format.saturate(format.pack(below, significand));
    let is_zero = a.is_zero();
    sign.join(is_zero.pick(magnitude.like(0), magnitude))
}

/// A floating-point number as an integer of this width. What does not fit is 0.
pub(super) fn to_integer(format: Format, a: Word<'_>, to: u8, is_signed: bool) -> Word<'_> {
    let a = format.split(a);
    let (exponent, significand) = a.raw();
    let width = to.max(format.precision());
    // The leading bit starts at the highest place and sinks to its own.
    let highest = format.bias() + u128::from(width) - 1;
    let by = exponent.number(highest, format.place()) - exponent.zext(format.place());
    let absolute = significand.pad(width).down_by(by.zext(width));
    let limit = exponent.number(format.bias() + u128::from(to), format.place());
    let in_range = exponent.zext(format.place()).is_below(limit);
    let integer = absolute.bits(0, to);
    if is_signed {
        let value = a.sign.pick(-integer, integer);
        // What does not fit has the wrong sign. So has zero of a negative number, which is 0 either way.
        let fits = value.sign().is(a.sign);
        (in_range & fits).gate(value)
    } else {
        (in_range & !a.sign).gate(integer)
    }
}

/// A floating-point number in the other format.
pub(super) fn convert<'c>(from: Format, to: Format, a: Word<'c>) -> Word<'c> {
    let a = from.split(a);
    let magnitude = if from.exponent < to.exponent {
        // Denormal numbers become normal ones. Nothing is lost.
        let (place, significand) = a.normal();
        let below = to.exponent + 1;
        let below = place.sext(below) + place.number(to.bias() - from.bias() - 1, below);
        let packed = to.pack(below, significand.pad(to.precision()));
        let magnitude = packed.bits(0, to.magnitude());
        a.is_zero().pick(magnitude.like(0), magnitude)
    } else {
        // Denormal numbers become zero, as zero does: they sink out of sight.
        let (exponent, significand) = a.raw();
        let place = exponent.zext(from.place());
        let below = place - place.like(from.bias() - to.bias() + 1);
        let most = below.like(1 << to.exponent);
        let is_large = !below.sign() & most.is_below(below);
        to.round(is_large.pick(most, below), significand)
    };
    let magnitude = a.is_infinite().pick(magnitude.like(to.infinity()), magnitude);
    to.result(a.is_nan(), a.sign, magnitude)
}

/// The nearest integer in a direction, as a floating-point number.
///
/// A magnitude is an integer, too: with the bits below the point cut off it is that of the number cut, and one more in
/// the lowest place that is left is the next number, also where the exponent changes.
pub(super) fn round<'c>(format: Format, a: Word<'c>, how: Rounding) -> Word<'c> {
    let a = format.split(a);
    let (magnitude, field) = (a.magnitude, a.field());
    let (fraction, width) = (format.fraction, format.magnitude());
    // How many bits are below the point; just if the number is at least 1 and has some.
    let below = field.like(format.bias() + u128::from(fraction)) - field;
    let ones = magnitude.number(u128::MAX, fraction);
    let by = below.bits(0, 6.min(format.exponent)).zext(fraction);
    let cut = (!ones.up_by(by)).zext(width);
    let is_other = match how {
        Rounding::Down => a.sign,
        _ => !a.sign,
    };
    let moved = match how {
        Rounding::Zero => magnitude,
        Rounding::Down | Rounding::Up => magnitude + is_other.gate(cut),
        Rounding::Away => magnitude + (cut & !cut.down(1)),
        Rounding::Even => {
            let last = (cut.up(1) | cut.like(1)) & !cut;
            magnitude.plus(cut.down(1), !(magnitude & last).is_zero())
        }
    };
    let one = magnitude.like(format.bias() << fraction);
    let half = magnitude.like((format.bias() - 1) << fraction);
    // Below 1 there are just 0 and 1.
    let is_one = match how {
        Rounding::Zero => magnitude.number(0, 1),
        Rounding::Down | Rounding::Up => is_other & !a.is_zero(),
        Rounding::Away => half.is_at_most(magnitude),
        Rounding::Even => half.is_below(magnitude),
    };
    let is_whole = field.like(format.bias() + u128::from(fraction)).is_at_most(field);
    let rounded = magnitude.is_below(one).pick(is_one.gate(one), moved & !cut);
    format.result(a.is_nan(), a.sign, is_whole.pick(magnitude, rounded))
}
