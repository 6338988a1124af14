//! Natural numbers of any size, for integers of more than 128 bits and for exact decimal expansions. Schoolbook
//! algorithms: neither use meets numbers where more would pay.

use std::cmp::Ordering;

/// A natural number.
///
/// Invariant: the most significant digit is not zero; zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Natural(Vec<u32>);

impl Natural {
    pub(super) fn new(value: u128) -> Self {
        Self((0..4).map(|digit| (value >> (32 * digit)) as u32).collect()).trimmed()
    }

    /// From bytes, least significant first.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let digit = |chunk: &[u8]| chunk.iter().rev().fold(0, |digit, byte| digit << 8 | u32::from(*byte));
        Self(bytes.chunks(4).map(digit).collect()).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Bits up to the highest one set.
    pub(super) fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| self.0.len() * 32 - top.leading_zeros() as usize)
    }

    pub(super) fn bit(&self, bit: usize) -> bool {
        self.0.get(bit / 32).is_some_and(|digit| digit >> (bit % 32) & 1 == 1)
    }

    /// A byte, counted from the least significant.
    pub(super) fn byte(&self, index: usize) -> u8 {
        self.0.get(index / 4).map_or(0, |digit| (digit >> (8 * (index % 4))) as u8)
    }

    /// The low 128 bits.
    pub(super) fn low(&self) -> u128 {
        self.0.iter().take(4).rev().fold(0, |low, digit| low << 32 | u128::from(*digit))
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let mut carry = 0u64;
        let length = self.0.len().max(other.0.len()) + 1;
        let digits = (0..length).map(|index| {
            let sum = u64::from(self.digit(index)) + u64::from(other.digit(index)) + carry;
            carry = sum >> 32;
            sum as u32
        });
        Self(digits.collect()).trimmed()
    }

    /// The difference; zero where `other` is larger.
    pub(super) fn sub(&self, other: &Self) -> Self {
        if *self < *other {
            return Self::default();
        }
        let mut borrow = false;
        let digits = (0..self.0.len()).map(|index| {
            let (difference, first) = self.digit(index).overflowing_sub(other.digit(index));
            let (difference, second) = difference.overflowing_sub(u32::from(borrow));
            borrow = first | second;
            difference
        });
        Self(digits.collect()).trimmed()
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        let mut digits = vec![0u32; self.0.len() + other.0.len()];
        for (shift, left) in self.0.iter().enumerate() {
            let mut carry = 0u64;
            let rest = digits.iter_mut().skip(shift);
            for (place, right) in rest.zip(other.0.iter().chain([&0])) {
                let sum = u64::from(*left) * u64::from(*right) + u64::from(*place) + carry;
                *place = sum as u32;
                carry = sum >> 32;
            }
        }
        Self(digits).trimmed()
    }

    /// Quotient and remainder, bit by bit; nothing divided by zero is zero.
    pub(super) fn div(&self, other: &Self) -> (Self, Self) {
        if other.is_zero() {
            return (Self::default(), Self::default());
        }
        let mut quotient = vec![0u32; self.0.len()];
        // What is shorter than the divisor goes into it no time: start with that much.
        let ahead = self.bits().saturating_sub(other.bits() - 1);
        let mut rest = self.shr(ahead);
        for bit in (0..ahead).rev() {
            rest = rest.shl(1);
            if self.bit(bit) {
                rest = rest.add(&Self::new(1));
            }
            if rest >= *other {
                rest = rest.sub(other);
                if let Some(digit) = quotient.get_mut(bit / 32) {
                    *digit |= 1 << (bit % 32);
                }
            }
        }
        (Self(quotient).trimmed(), rest)
    }

    /// Divides in place by a small number other than zero; returns the remainder.
    pub(super) fn div_small(&mut self, by: u32) -> u32 {
        let by = u64::from(by.max(1));
        let mut rest = 0u64;
        for digit in self.0.iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*digit);
            *digit = (dividend / by) as u32;
            rest = dividend % by;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }

    /// The number in some base with these digits, most significant first.
    pub(super) fn from_digits(digits: &[u8], base: u32) -> Self {
        let mut number = Self::default();
        // Seven hexadecimal or decimal digits are the most that a word takes whatever they are.
        for chunk in digits.chunks(7) {
            let part = chunk.iter().fold(0u32, |part, digit| part * base + u32::from(*digit));
            number.mul_add_small(base.pow(chunk.len() as u32), part);
        }
        number
    }

    /// Multiplies in place by a power of five.
    pub(super) fn scale_by_five(&mut self, exponent: u64) {
        const STEP: u32 = 13;
        for _ in 0..exponent / u64::from(STEP) {
            self.mul_add_small(5u32.pow(STEP), 0);
        }
        self.mul_add_small(5u32.pow((exponent % u64::from(STEP)) as u32), 0);
    }

    /// Multiplies in place by a small number and adds another.
    fn mul_add_small(&mut self, by: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for digit in &mut self.0 {
            let product = u64::from(*digit) * u64::from(by) + carry;
            *digit = product as u32;
            carry = product >> 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    pub(super) fn shl(&self, by: usize) -> Self {
        if self.is_zero() {
            return Self::default();
        }
        let (whole, part) = (by / 32, by % 32);
        let mut digits = vec![0; whole];
        let mut carry = 0u64;
        for digit in self.0.iter().chain([&0]) {
            let wide = u64::from(*digit) << part | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        Self(digits).trimmed()
    }

    pub(super) fn shr(&self, by: usize) -> Self {
        let (whole, part) = (by / 32, by % 32);
        let length = self.0.len().saturating_sub(whole);
        let digits = (0..length).map(|index| {
            let wide = u64::from(self.digit(index + whole + 1)) << 32 | u64::from(self.digit(index + whole));
            (wide >> part) as u32
        });
        Self(digits.collect()).trimmed()
    }

    /// The number modulo `2^bits`.
    pub(super) fn low_bits(&self, bits: usize) -> Self {
        let mut digits: Vec<u32> = self.0.iter().take(bits.div_ceil(32)).copied().collect();
        if let Some(digit) = digits.get_mut(bits / 32) {
            *digit &= (1 << (bits % 32)) - 1;
        }
        Self(digits).trimmed()
    }

    /// Digit by digit with another.
    pub(super) fn zip(&self, other: &Self, op: impl Fn(u32, u32) -> u32) -> Self {
        let length = self.0.len().max(other.0.len());
        Self((0..length).map(|index| op(self.digit(index), other.digit(index))).collect()).trimmed()
    }

    fn digit(&self, index: usize) -> u32 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
