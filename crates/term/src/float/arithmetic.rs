//! The four operations, and the square root.
//!
//! Each computes a few bits more than the format has and a sticky one, and rounds once. Division and square root are
//! the restoring algorithms, digit by digit, which need neither a wide division nor a product.

use super::format::{Format, normalise_within, sink};
use super::word::Word;

/// The sum. Three bits behind the smaller number's suffice, as the last one is sticky.
pub(super) fn add<'c>(format: Format, a: Word<'c>, b: Word<'c>) -> Word<'c> {
    let (a, b) = (format.split(a), format.split(b));
    let swap = a.magnitude.is_below(b.magnitude);
    let large = format.split(swap.pick(b.sign, a.sign).join(swap.pick(b.magnitude, a.magnitude)));
    let small = format.split(swap.pick(a.sign, b.sign).join(swap.pick(a.magnitude, b.magnitude)));
    let ((exponent, high), (low_exponent, low)) = (large.raw(), small.raw());
    let width = format.precision() + 4;
    let aligned = sink(low.pad(width - 1), exponent - low_exponent).zext(width);
    let is_difference = large.sign ^ small.sign;
    let high = high.pad(width - 1).zext(width);
    let sum = high.plus(aligned ^ is_difference.sext(width), is_difference);
    // The first bit of the sum is a carry: its place is one above the larger number's, and `below` is that less one.
    let (significand, below) = normalise_within(sum, exponent.zext(format.exponent + 1));
    let magnitude = format.saturate(format.pack(below, significand));

    let is_infinite = large.is_infinite();
    let is_nan = large.is_nan() | (is_infinite & small.is_infinite() & is_difference);
    let is_zero = sum.is_zero();
    let sign = is_zero.pick(a.sign & b.sign, large.sign);
    let magnitude = is_zero.pick(magnitude.like(0), magnitude);
    format.result(is_nan, sign, is_infinite.pick(magnitude.like(format.infinity()), magnitude))
}

/// The product.
pub(super) fn multiply<'c>(format: Format, a: Word<'c>, b: Word<'c>) -> Word<'c> {
    let (a, b) = (format.split(a), format.split(b));
    let ((a_place, x), (b_place, y)) = (a.normal(), b.normal());
    let width = 2 * format.precision();
    let product = x.zext(width).times(y.zext(width));
    // Both are from 1 to 2, so the product is from 1 to 4.
    let is_two = product.sign();
    let significand = is_two.pick(product, product.up(1));
    let bias = a_place.like(format.bias() + 1);
    let below = a_place + b_place - bias + is_two.zext(format.place());
    let magnitude = format.round(below, significand);

    let is_infinite = a.is_infinite() | b.is_infinite();
    let is_zero = a.is_zero() | b.is_zero();
    let is_nan = a.is_nan() | b.is_nan() | (is_infinite & is_zero);
    let magnitude = is_zero.pick(magnitude.like(0), magnitude);
    format.result(is_nan, a.sign ^ b.sign, is_infinite.pick(magnitude.like(format.infinity()), magnitude))
}

/// The quotient.
pub(super) fn divide<'c>(format: Format, a: Word<'c>, b: Word<'c>) -> Word<'c> {
    let (a, b) = (format.split(a), format.split(b));
    let ((a_place, x), (b_place, y)) = (a.normal(), b.normal());
    let quotient = long_division(x, y, format.precision() + 2);
    // Both are from 1 to 2, so the quotient is from 1/2 to 2.
    let is_half = !quotient.sign();
    let significand = is_half.pick(quotient.up(1), quotient);
    let bias = a_place.like(format.bias() - 1);
    let below = a_place - b_place + bias - is_half.zext(format.place());
    let magnitude = format.round(below, significand);

    let is_infinite = a.is_infinite() | b.is_zero();
    let is_zero = a.is_zero() | b.is_infinite();
    let is_nan = a.is_nan() | b.is_nan() | (a.is_infinite() & b.is_infinite()) | (a.is_zero() & b.is_zero());
    let magnitude = is_zero.pick(magnitude.like(0), magnitude);
    format.result(is_nan, a.sign ^ b.sign, is_infinite.pick(magnitude.like(format.infinity()), magnitude))
}

/// The first digits of `x / y`, where both start with 1, and a sticky bit.
fn long_division<'c>(x: Word<'c>, y: Word<'c>, digits: u8) -> Word<'c> {
    // The rest stays below twice the divisor, so that one bit more shows whether the difference is negative.
    let width = x.width() + 1;
    let (mut rest, y) = (x.zext(width), y.zext(width));
    let mut quotient = None::<Word<'_>>;
    for _ in 0..digits {
        let difference = rest - y;
        let is_less = difference.sign();
        let digit = !is_less;
        quotient = Some(quotient.map_or(digit, |it| it.join(digit)));
        rest = is_less.pick(rest, difference).up(1);
    }
    let sticky = !rest.is_zero();
    quotient.unwrap_or(sticky).join(sticky)
}

/// The square root.
pub(super) fn root(format: Format, a: Word<'_>) -> Word<'_> {
    let number = a;
    let a = format.split(a);
    let (place, significand) = a.normal();
    let exponent = place - place.like(format.bias());
    // Half of an even exponent is one; of an odd one, half of what is left when the significand is doubled.
    let significand = significand.zext(format.precision() + 1);
    let radicand = exponent.bit(0).pick(significand.up(1), significand);
    let root = long_root(radicand, format.precision() + 1);
    let half = exponent.top(format.place() - 1).sext(format.place());
    let below = half + half.like(format.bias() - 1);
    let packed = format.pack(below.bits(0, format.exponent + 1), root);
    let magnitude = packed.bits(0, format.magnitude());

    let is_zero = a.is_zero();
    let is_nan = a.is_nan() | (a.sign & !is_zero);
    let is_same = is_zero | a.is_infinite();
    let result = is_same.pick(number, magnitude.zext(number.width()));
    is_nan.pick(result.like(format.nan()), result)
}

/// The first digits of the square root of a number from 1 to 4, whose first two bits are its integer, and a sticky
/// bit.
fn long_root(radicand: Word<'_>, digits: u8) -> Word<'_> {
    let radicand = radicand.pad(2 * digits);
    // The first digit is 1, and what is left is the integer less 1.
    let mut root = radicand.number(1, 1);
    let mut rest = radicand.top(2) - radicand.number(1, 2);
    for digit in 1..digits {
        // The rest is at most twice the root, so both sides have two bits more than the root and one for a sign.
        let width = root.width() + 3;
        let next = radicand.bits(2 * (digits - 1 - digit), 2);
        let grown = rest.zext(width - 2).join(next);
        let step = root.join(root.number(1, 2)).zext(width);
        let difference = grown - step;
        let is_less = difference.sign();
        rest = is_less.pick(grown, difference).bits(0, width - 1);
        root = root.join(!is_less);
    }
    root.join(!rest.is_zero())
}
