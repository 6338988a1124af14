//! A table of bits: as many states as one likes in as much memory as there is, but some are taken for visited that
//! are not.
//!
//! Each state sets three bits; one whose bits are all set counts as visited (G. J. Holzmann: An analysis of bitstate
//! hashing, 1998). Where they are follows from two halves of the fingerprint (P. C. Dillinger, P. Manolios: Bloom
//! filters in probabilistic verification, FMCAD 2004). A state that was never met finds its bits set with probability
//! fᵏ, f being the share of bits that are set. What was omitted so is not known, but how many it were on average is:
//! the sum of fᵏ/(1−fᵏ) over all states that were not. This says nothing of what only omitted states lead to, so no
//! answer is complete.

use super::Visited;
use crate::checkpoint::Stored;
use std::io::{self, Read, Write};

/// Bits of a state.
const BITS: u32 = 3;

/// The table.
#[derive(Clone, Debug)]
pub struct Bitstate {
    words: Vec<u64>,
    /// Bits that are set.
    set: u64,
    /// States that were new.
    len: u64,
    /// How many were omitted, on average.
    missed: f64,
}

impl Bitstate {
    /// A table of about this many bytes.
    pub fn new(bytes: u64) -> Bitstate {
        Bitstate { words: vec![0; (bytes / 8).max(1) as usize], set: 0, len: 0, missed: 0.0 }
    }

    /// The share of bits that are set.
    fn full(&self) -> f64 {
        self.set as f64 / (self.words.len() as f64 * 64.0)
    }
}

impl Visited for Bitstate {
    #[inline]
    fn insert(&mut self, fingerprint: u128) -> bool {
        let spread = super::fingerprints::spread(fingerprint);
        let (mut at, step) = ((spread >> 64) as u64, spread as u64 | 1);
        let mut fresh = 0;
        for _ in 0..BITS {
            let bit = ((u128::from(at) * (self.words.len() as u128 * 64)) >> 64) as usize;
            let word = &mut self.words[bit / 64];
            let mask = 1 << (bit % 64);
            fresh += u64::from(*word & mask == 0);
            *word |= mask;
            at = at.wrapping_add(step);
        }
        if fresh == 0 {
            return false;
        }
        let omitted = self.full().powi(BITS as i32);
        self.missed += omitted / (1.0 - omitted);
        self.set += fresh;
        self.len += 1;
        true
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    fn bits(&self) -> u32 {
        BITS
    }

    /// Nothing better can be said.
    fn omission(&self) -> f64 {
        1.0
    }

    fn missed(&self) -> Option<f64> {
        Some(self.missed)
    }
}

impl Stored for Bitstate {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        for number in [self.words.len() as u64, self.set, self.len, self.missed.to_bits()] {
            to.write_all(&number.to_le_bytes())?;
        }
        self.words.iter().try_for_each(|word| to.write_all(&word.to_le_bytes()))
    }

    fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut number = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        if number()? != self.words.len() as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        (self.set, self.len, self.missed) = (number()?, number()?, f64::from_bits(number()?));
        for word in &mut self.words {
            *word = number()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(n: u64) -> impl Iterator<Item = u128> {
        let mut state = 1_u128;
        (0..n).map(move |_| {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            state ^ (state >> 64)
        })
    }

    #[test]
    fn with_room_nothing_is_missed_and_nothing_is_new_twice() {
        let mut table = Bitstate::new(1 << 20);
        assert!(random(1000).all(|it| table.insert(it)));
        assert!(random(1000).all(|it| !table.insert(it)));
        assert_eq!(table.len(), 1000);
        assert!(table.missed().unwrap() < 0.01);
    }

    /// All states are different, so what is not new was omitted.
    #[test]
    fn the_estimate_is_near_what_is_missed() {
        for (bytes, states) in [(4096, 5_000), (4096, 20_000), (65_536, 200_000), (1000, 100)] {
            let mut table = Bitstate::new(bytes);
            let missed = random(states).filter(|&it| !table.insert(it)).count() as f64;
            let estimate = table.missed().unwrap();
            let slack = 4.0 * estimate.sqrt() + 0.05 * estimate + 3.0;
            assert!(
                (missed - estimate).abs() < slack,
                "{bytes} bytes: {missed} missed, {estimate} estimated"
            );
        }
    }

    /// Small numbers are spread like any others.
    #[test]
    fn fingerprints_need_not_be_random() {
        let mut table = Bitstate::new(1 << 16);
        assert!((0..2000).filter(|&it| table.insert(it)).count() > 1995);
    }
}
