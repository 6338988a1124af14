//! Formats: how a number is taken apart, normalised, rounded and packed again.
//!
//! Numbers inside operations are a significand, whose leading bit is 1, and a place: the biased exponent of that bit,
//! as if exponents had no limits. The last bit of a significand that is longer than the format's is sticky: it is 1 if
//! anything below it is not zero. That decides a rounding to nearest as all lost bits together would.

use super::word::Word;

/// A format of IEEE 754: how many bits of a number are its exponent and its fraction.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    pub(crate) exponent: u8,
    pub(crate) fraction: u8,
}

impl Format {
    /// The format of numbers of this width: binary32 or binary64.
    pub(crate) fn of(width: u8) -> Option<Format> {
        match width {
            32 => Some(Format { exponent: 8, fraction: 23 }),
            64 => Some(Format { exponent: 11, fraction: 52 }),
            _ => None,
        }
    }

    /// The bits of a significand.
    pub(crate) fn precision(self) -> u8 {
        self.fraction + 1
    }

    /// The bits of a place: twice the range of exponents, and a sign.
    pub(super) fn place(self) -> u8 {
        self.exponent + 2
    }

    /// The bits of all but the sign.
    pub(super) fn magnitude(self) -> u8 {
        self.exponent + self.fraction
    }

    pub(crate) fn bias(self) -> u128 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Infinity's magnitude; those above it are NaN's.
    pub(crate) fn infinity(self) -> u128 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The one NaN that operations give.
    pub(crate) fn nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    /// Takes a number apart.
    pub(super) fn split(self, number: Word<'_>) -> Parts<'_> {
        let magnitude = number.bits(0, self.magnitude());
        Parts { format: self, sign: number.sign(), magnitude }
    }

    /// A number of a sign and a magnitude, or NaN.
    pub(super) fn result<'c>(self, is_nan: Word<'c>, sign: Word<'c>, magnitude: Word<'c>) -> Word<'c> {
        let number = sign.join(magnitude);
        is_nan.pick(number.like(self.nan()), number)
    }

    /// Rounds to nearest even what is neither too small nor too large: `below` is the place less one, in one bit more
    /// than an exponent, or 0 of a significand that does not start with 1. The result has one bit more than a
    /// magnitude; carries go from the fraction into the exponent, where they belong.
    pub(super) fn pack<'c>(self, below: Word<'c>, significand: Word<'c>) -> Word<'c> {
        let lost = significand.width() - self.precision();
        let last = significand.bit(lost);
        let is_more = match lost {
            0 => significand.number(0, 1),
            1 => significand.bit(0) & last,
            _ => significand.bit(lost - 1) & (!significand.bits(0, lost - 1).is_zero() | last),
        };
        let fraction = significand.bits(lost, self.fraction);
        let carries = significand.sign().join(is_more.zext(self.fraction)).zext(1 + self.magnitude());
        below.join(fraction) + carries
    }

    /// The magnitude that was packed, or infinity.
    pub(super) fn saturate<'c>(self, packed: Word<'c>) -> Word<'c> {
        let infinity = packed.like(self.infinity());
        let magnitude = self.magnitude();
        packed.is_below(infinity).pick(packed.bits(0, magnitude), infinity.bits(0, magnitude))
    }

    /// Rounds to nearest even, whatever the place is. `below` is the place less one; it has a sign. The significand is
    /// the longer by at least two bits.
    pub(super) fn round<'c>(self, below: Word<'c>, significand: Word<'c>) -> Word<'c> {
        let significand = squeeze(significand, self.precision() + 2);
        let is_tiny = below.sign();
        let significand = sink(significand, is_tiny.gate(-below));
        let below = (!is_tiny).gate(below).bits(0, self.exponent + 1);
        self.saturate(self.pack(below, significand))
    }
}

/// A number, taken apart.
#[derive(Clone, Copy)]
pub(super) struct Parts<'c> {
    format: Format,
    pub(super) sign: Word<'c>,
    pub(super) magnitude: Word<'c>,
}

impl<'c> Parts<'c> {
    pub(super) fn is_nan(self) -> Word<'c> {
        self.magnitude.like(self.format.infinity()).is_below(self.magnitude)
    }

    pub(super) fn is_infinite(self) -> Word<'c> {
        self.magnitude.is(self.magnitude.like(self.format.infinity()))
    }

    pub(super) fn is_zero(self) -> Word<'c> {
        self.magnitude.is_zero()
    }

    /// The exponent as it is stored.
    pub(super) fn field(self) -> Word<'c> {
        self.magnitude.top(self.format.exponent)
    }

    /// The exponent and the significand as they are: a denormal number's starts with 0, and its exponent is 1.
    pub(super) fn raw(self) -> (Word<'c>, Word<'c>) {
        let field = self.field();
        let is_denormal = field.is_zero();
        let exponent = field | is_denormal.zext(self.format.exponent);
        (exponent, (!is_denormal).join(self.magnitude.bits(0, self.format.fraction)))
    }

    /// The place and the significand of a number that is not zero.
    pub(super) fn normal(self) -> (Word<'c>, Word<'c>) {
        let (exponent, significand) = self.raw();
        let (significand, zeros) = normalise(significand);
        let width = self.format.place();
        (exponent.zext(width) - zeros.zext(width), significand)
    }
}

/// The powers of two below a width, the largest first.
pub(super) fn powers(width: u8) -> impl Iterator<Item = u8> {
    (0..width.next_power_of_two().trailing_zeros() as u8).rev()
}

/// Shifts a word that is not zero until its highest bit is 1, and says by how much. Halving: if the first half is
/// zero, the second one takes its place.
pub(super) fn normalise(word: Word<'_>) -> (Word<'_>, Word<'_>) {
    let (mut word, mut zeros) = (word, None::<Word<'_>>);
    for power in powers(word.width()) {
        let is_empty = word.top(1 << power).is_zero();
        word = is_empty.pick(word.up(1 << power), word);
        zeros = Some(zeros.map_or(is_empty, |it| it.join(is_empty)));
    }
    (word, zeros.unwrap_or(word.number(0, 1)))
}

/// Likewise, but by at most `limit`. Returns what is left of the limit.
pub(super) fn normalise_within<'c>(word: Word<'c>, limit: Word<'c>) -> (Word<'c>, Word<'c>) {
    let (mut word, mut limit) = (word, limit);
    let width = limit.width();
    for power in powers(word.width()) {
        let is_allowed = !limit.bits(power, width - power).is_zero();
        let is_empty = word.top(1 << power).is_zero() & is_allowed;
        word = is_empty.pick(word.up(1 << power), word);
        limit = limit - is_empty.zext(width).up(power);
    }
    (word, limit)
}

/// Shifts a word down by any amount. The last bit is sticky.
pub(super) fn sink<'c>(word: Word<'c>, by: Word<'c>) -> Word<'c> {
    let width = word.width();
    let sticky = |word: Word<'c>, lost: Word<'c>| word | (!lost.is_zero()).zext(width);
    let mut word = word;
    let mut stages = 0;
    for power in powers(width).collect::<Vec<_>>().into_iter().rev() {
        let shifted = sticky(word.down(1 << power), word.bits(0, 1 << power));
        word = by.bit(power).pick(shifted, word);
        stages = power + 1;
    }
    if stages < by.width() {
        let is_far = !by.bits(stages, by.width() - stages).is_zero();
        word = is_far.pick(sticky(word.like(0), word), word);
    }
    word
}

/// The highest bits of a word. The last bit is sticky.
pub(super) fn squeeze(word: Word<'_>, width: u8) -> Word<'_> {
    if word.width() <= width {
        return word.pad(width);
    }
    let lost = word.width() - (width - 1);
    word.top(width - 1).join(!word.bits(0, lost).is_zero())
}
