//! Circuits for products, quotients and remainders.
//!
//! A product is the sum of shifted copies of one factor, one for each bit of the other; a factor that is a number is
//! recoded to the fewest digits of -1, 0 and 1 (Reitwiesner: Binary arithmetic, 1960).
//!
//! Quotient and remainder are variables with the equation that defines them, as in CBMC. A schoolbook divider finds
//! them by propagation, but says nothing about their product: proving `x / y <= x` of 16 bits took 1.7 s with it, and
//! takes 10 ms with the equation. What has numbers on both sides never comes here.

use crate::circuit::{Word, as_number, bit, not, number};
use crate::gates::Gates;
use crate::sat::{Lit, Sat};

/// How many low bits say all of a word with a sign.
fn signed_size(word: &[Lit]) -> usize {
    let Some(&sign) = word.last() else { return 0 };
    let copies = word.iter().rev().take_while(|&&it| it == sign).count();
    word.len() - copies + 1
}

/// How many low bits say all of a word without a sign.
fn size(word: &[Lit]) -> usize {
    word.len() - word.iter().rev().take_while(|&&it| it == Lit::FALSE).count()
}

/// The word with this many bits, which may be more or fewer; copies of the highest one come in.
fn resized(word: &[Lit], width: usize) -> Word {
    let sign = word.last().copied().unwrap_or(Lit::FALSE);
    word.iter().copied().chain(std::iter::repeat(sign)).take(width).collect()
}

/// The word, moved up.
fn moved(word: &[Lit], by: usize) -> Word {
    std::iter::repeat_n(Lit::FALSE, by).chain(word.iter().copied()).take(word.len()).collect()
}

/// The factors in an order that depends on them alone, so that equal products are found to be equal. The second one is
/// the one with fewer rows.
fn oriented<'a>(a: &'a [Lit], b: &'a [Lit]) -> (&'a [Lit], &'a [Lit]) {
    let rows = |word: &[Lit]| word[..signed_size(word)].iter().filter(|it| **it != Lit::FALSE).count();
    let key = |word: &'a [Lit]| (as_number(word).is_none(), rows(word), word);
    if key(a) < key(b) { (b, a) } else { (a, b) }
}

impl<S: Sat> Gates<S> {
    /// The low bits of a product.
    pub(crate) fn product(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let (a, b) = oriented(a, b);
        // As many bits as the product can have, with its sign.
        let narrow = width.min(signed_size(a) + signed_size(b));
        let (a, b) = (resized(a, narrow), resized(b, narrow));
        let low = match as_number(&b) {
            Some(factor) => self.multiple(&a, factor),
            None => self.long_product(&a, &b),
        };
        resized(&low, width)
    }

    fn long_product(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let mut all = number(0, a.len());
        let rows = signed_size(b);
        for (at, &bit) in b[..rows].iter().enumerate() {
            let row: Word = moved(a, at).iter().map(|&it| self.and(it, bit)).collect();
            // All bits from the highest row on are copies of one: together they count as -1 times it.
            let is_sign = at + 1 == rows && rows < b.len();
            let (row, carry) = if is_sign { (not(&row), Lit::TRUE) } else { (row, Lit::FALSE) };
            if bit != Lit::FALSE {
                all = self.sum(&all, &row, carry);
            }
        }
        all
    }

    /// A product with a number.
    fn multiple(&mut self, a: &[Lit], factor: u128) -> Word {
        let width = a.len();
        let mut all = number(0, width);
        let mut carry = false;
        for at in 0..width {
            if bit(factor, at) == carry {
                continue;
            }
            // A run of ones is a one above it minus a one at its low end.
            carry = bit(factor, at + 1);
            let row = moved(a, at);
            all = if carry { self.difference(&all, &row) } else { self.sum(&all, &row, Lit::FALSE) };
        }
        all
    }

    /// Quotient and remainder without signs. By zero: all ones, and the dividend.
    pub(crate) fn divided(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        if as_number(b) == Some(0) {
            return (number(u128::MAX, width), a.to_vec());
        }
        // Programs often ask for both.
        let key = (a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let both = match as_number(b) {
            Some(divisor) => self.divided_by_number(a, divisor),
            None => self.divided_by_word(a, b),
        };
        self.divisions.insert(key, both.clone());
        both
    }

    /// `a = q * divisor + r` without overflow, and `r < divisor`: for each `a` there is one such pair.
    fn divided_by_number(&mut self, a: &[Lit], divisor: u128) -> (Word, Word) {
        let width = a.len();
        let dividend = size(a);
        let bits = (128 - divisor.leading_zeros()) as usize;
        if bits > dividend {
            return (number(0, width), a.to_vec());
        }
        let fresh = |gates: &mut Gates<S>, bits: usize, width: usize| {
            let mut word: Word = (0..bits).map(|_| gates.fresh()).collect();
            word.resize(width, Lit::FALSE);
            word
        };
        // The product has one bit more than it needs, so that it is seen not to overflow.
        let wide = dividend + 1;
        let (q, r) = (fresh(self, dividend + 1 - bits, wide), fresh(self, bits, wide));
        let product = self.multiple(&q, divisor);
        let all = self.sum(&product, &r, Lit::FALSE);
        let mut whole = a[..dividend].to_vec();
        whole.push(Lit::FALSE);
        let equal = self.equal(&all, &whole);
        let less = self.less(&r, &number(divisor, wide), false);
        self.sat.clause(&[equal]);
        self.sat.clause(&[less]);
        let back = |mut word: Word| {
            word.truncate(dividend);
            word.resize(width, Lit::FALSE);
            word
        };
        (back(q), back(r))
    }

    /// `a = q * b + r` without overflow, and `r < b`: for each `a` and each `b` but 0 there is one such pair. By 0, the
    /// equation says that `r = a`, and all bits of `q` are set.
    fn divided_by_word(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (width, bits) = (a.len(), size(a));
        let a = &a[..bits];
        let by_zero = !self.any(b.iter().copied());
        let q: Word = (0..bits).map(|_| self.fresh()).collect();
        let r: Word = (0..bits).map(|_| self.fresh()).collect();
        for &it in &q {
            self.sat.clause(&[!by_zero, it]);
        }
        let product = self.exact_product(&q, b);
        let carry = self.carry(&product, &r);
        self.sat.clause(&[!carry]);
        let sum = self.sum(&product, &r, Lit::FALSE);
        for (&x, &y) in sum.iter().zip(a) {
            self.sat.clause(&[!x, y]);
            self.sat.clause(&[x, !y]);
        }
        let mut wide = r.clone();
        wide.resize(width, Lit::FALSE);
        let less = self.less(&wide, b, false);
        self.sat.clause(&[by_zero, less]);
        let mut quotient = q;
        quotient.resize(width, by_zero);
        (quotient, wide)
    }

    /// The carry out of a sum.
    fn carry(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::FALSE, |carry, (&x, &y)| self.majority(x, y, carry))
    }

    /// A product that is not allowed to overflow the first word.
    fn exact_product(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        for (at, &bit) in b.iter().enumerate() {
            for &high in &a[width.saturating_sub(at)..] {
                self.sat.clause(&[!high, !bit]);
            }
        }
        let mut b = b.to_vec();
        b.resize(width, Lit::FALSE);
        let (a, b) = oriented(a, &b);
        let mut all = number(0, width);
        for (at, &bit) in b.iter().enumerate() {
            if bit != Lit::FALSE {
                let row: Word = moved(a, at).iter().map(|&it| self.and(it, bit)).collect();
                let carry = self.carry(&all, &row);
                self.sat.clause(&[!carry]);
                all = self.sum(&all, &row, Lit::FALSE);
            }
        }
        all
    }

    /// Quotient and remainder with signs, by those of absolute values. The remainder has the dividend's sign.
    pub(crate) fn signed_divided(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (&x, &y) = (a.last().expect("a bit"), b.last().expect("a bit"));
        let (left, right) = (self.absolute(a, x), self.absolute(b, y));
        let (q, r) = self.divided(&left, &right);
        let sign = self.xor(x, y);
        // By zero: the absolute quotient is -1, and that of a negative number has the other sign, so it is 1.
        (self.negated_if(sign, &q), self.negated_if(x, &r))
    }

    fn absolute(&mut self, a: &[Lit], sign: Lit) -> Word {
        self.negated_if(sign, a)
    }

    /// The word, or its two's complement.
    fn negated_if(&mut self, sign: Lit, a: &[Lit]) -> Word {
        match sign.constant() {
            Some(true) => self.negative(a),
            Some(false) => a.to_vec(),
            None => {
                let flipped: Word = a.iter().map(|&it| self.xor(it, sign)).collect();
                let zero = number(0, a.len());
                self.sum(&flipped, &zero, sign)
            }
        }
    }
}
