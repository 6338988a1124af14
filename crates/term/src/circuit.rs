//! Circuits on words: sums, comparisons, shifts. Words are literals, the lowest bit first.

use crate::gates::Gates;
use crate::sat::{Lit, Sat};

/// Bits, the lowest first.
pub(crate) type Word = Vec<Lit>;

/// One bit of a number.
pub(crate) fn bit(value: u128, at: usize) -> bool {
    at < 128 && value >> at & 1 == 1
}

/// The bits of a number.
pub(crate) fn number(value: u128, width: usize) -> Word {
    (0..width).map(|at| Lit::from(bit(value, at))).collect()
}

/// The number, if all bits are constant.
pub(crate) fn as_number(word: &[Lit]) -> Option<u128> {
    word.iter().rev().try_fold(0, |value, bit| Some(value << 1 | u128::from(bit.constant()?)))
}

/// Every bit the other way.
pub(crate) fn not(word: &[Lit]) -> Word {
    word.iter().map(|&it| !it).collect()
}

impl<S: Sat> Gates<S> {
    /// A sum with a carry in; the carry out is dropped. The words have one width.
    pub(crate) fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Word {
        let mut all = Word::with_capacity(a.len());
        for (at, (&x, &y)) in a.iter().zip(b).enumerate() {
            all.push(self.xor3(x, y, carry));
            if at + 1 < a.len() {
                carry = self.majority(x, y, carry);
            }
        }
        all
    }

    /// A difference.
    pub(crate) fn difference(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.sum(a, &not(b), Lit::TRUE)
    }

    /// Two's complement.
    pub(crate) fn negative(&mut self, a: &[Lit]) -> Word {
        let zero = number(0, a.len());
        self.sum(&not(a), &zero, Lit::TRUE)
    }

    /// Equality.
    pub(crate) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(same)
    }

    /// Whether `a` is less than `b`; with `or_equal`, or equal to it. Without signs.
    pub(crate) fn less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        // Of two bits that differ, the higher pair decides.
        a.iter().zip(b).fold(Lit::from(or_equal), |below, (&x, &y)| self.majority(!x, y, below))
    }

    /// The same with signs: the highest bits count the other way.
    pub(crate) fn signed_less(&mut self, a: &[Lit], b: &[Lit], or_equal: bool) -> Lit {
        let flip = |word: &[Lit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.less(&flip(a), &flip(b), or_equal)
    }

    /// The first word if `c`, otherwise the second.
    pub(crate) fn select(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(&x, &y)| self.ite(c, x, y)).collect()
    }

    /// A shift to higher bits; zeros come in.
    pub(crate) fn shift_up(&mut self, a: &[Lit], by: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_down(&reversed, by, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// A shift to lower bits; copies of `fill` come in. A barrel shifter: one stage for each bit of the distance.
    pub(crate) fn shift_down(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        for (stage, &bit) in by.iter().enumerate() {
            let distance = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            if distance >= width {
                let beyond = self.any(by[stage..].iter().copied());
                return word.into_iter().map(|it| self.ite(beyond, fill, it)).collect();
            }
            let far = |at: usize| word.get(at + distance).copied().unwrap_or(fill);
            word = (0..width).map(|at| self.ite(bit, far(at), word[at])).collect();
        }
        word
    }
}
