//! Sets of fingerprints, whole or half.
//!
//! A fingerprint is multiplied by an odd constant first. That is one to one, so it loses nothing, and it carries
//! every bit to the top, where [`Ordered`] looks: a system whose fingerprints are small numbers is served as well as
//! one whose fingerprints are random.

use super::Visited;
use super::ordered::Ordered;
use crate::checkpoint::Stored;
use std::io::{self, Read, Write};

/// 2¹²⁸ divided by the golden ratio.
const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Carries every bit to the top, one to one.
#[inline]
pub(super) fn spread(fingerprint: u128) -> u128 {
    fingerprint.wrapping_mul(SPREAD)
}

/// Whole fingerprints, 16 bytes each and about 5 that are unused.
#[derive(Clone, Debug)]
pub struct Fingerprints128(Ordered<u128>);

/// Half of each fingerprint, for half of the memory: enough for some ten million states, see [`Visited::omission`].
#[derive(Clone, Debug)]
pub struct Fingerprints64(Ordered<u64>);

impl Fingerprints128 {
    /// An empty set.
    pub fn new() -> Fingerprints128 {
        Fingerprints128(Ordered::new())
    }
}

impl Fingerprints64 {
    /// An empty set.
    pub fn new() -> Fingerprints64 {
        Fingerprints64(Ordered::new())
    }
}

impl Default for Fingerprints128 {
    fn default() -> Fingerprints128 {
        Fingerprints128::new()
    }
}

impl Default for Fingerprints64 {
    fn default() -> Fingerprints64 {
        Fingerprints64::new()
    }
}

impl Visited for Fingerprints128 {
    #[inline]
    fn insert(&mut self, fingerprint: u128) -> bool {
        self.0.insert(spread(fingerprint))
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn bits(&self) -> u32 {
        128
    }
}

impl Visited for Fingerprints64 {
    #[inline]
    fn insert(&mut self, fingerprint: u128) -> bool {
        self.0.insert((spread(fingerprint) >> 64) as u64)
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn bits(&self) -> u32 {
        64
    }
}

impl Stored for Fingerprints128 {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(&self.0.len().to_le_bytes())?;
        self.0.keys().try_for_each(|key| to.write_all(&key.to_le_bytes()))
    }

    fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut length = [0; 8];
        from.read_exact(&mut length)?;
        for _ in 0..u64::from_le_bytes(length) {
            let mut key = [0; 16];
            from.read_exact(&mut key)?;
            if !self.0.insert(u128::from_le_bytes(key)) {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(())
    }
}

impl Stored for Fingerprints64 {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(&self.0.len().to_le_bytes())?;
        self.0.keys().try_for_each(|key| to.write_all(&key.to_le_bytes()))
    }

    fn read(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let mut length = [0; 8];
        from.read_exact(&mut length)?;
        for _ in 0..u64::from_le_bytes(length) {
            let mut key = [0; 8];
            from.read_exact(&mut key)?;
            if !self.0.insert(u64::from_le_bytes(key)) {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small numbers, numbers that differ only at the top, and numbers without pattern.
    fn families(n: u128) -> [Vec<u128>; 3] {
        let mut state = 1_u128;
        let mut random = || {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            state ^ (state >> 64)
        };
        [(0..n).collect(), (0..n).map(|i| i << 100).collect(), (0..n).map(|_| random()).collect()]
    }

    fn remembers(mut set: impl Visited) {
        assert!(set.is_empty());
        for family in families(200_000) {
            let before = set.len();
            let new = family.iter().filter(|&&it| set.insert(it)).count() as u64;
            assert!(new >= 199_999, "{new}: the families have zero in common");
            assert_eq!(set.len(), before + new);
            assert!(family.iter().all(|&it| !set.insert(it)));
        }
    }

    #[test]
    fn whole_fingerprints_are_remembered() {
        remembers(Fingerprints128::new());
    }

    #[test]
    fn half_fingerprints_are_remembered() {
        remembers(Fingerprints64::new());
    }

    /// The most and the average of bytes per state, at every moment from 100,000 states on.
    fn bytes_per_state(mut set: impl Visited) -> (f64, f64) {
        let (mut most, mut sum, mut moments) = (0_f64, 0_f64, 0);
        for (n, fingerprint) in (1_u32..).zip(families(1_000_000)[2].iter()) {
            set.insert(*fingerprint);
            if n >= 100_000 {
                let now = set.bytes() as f64 / f64::from(n);
                (most, sum, moments) = (most.max(now), sum + now, moments + 1);
            }
        }
        (most, sum / f64::from(moments))
    }

    #[test]
    fn little_memory_is_unused_at_any_moment() {
        let (most, average) = bytes_per_state(Fingerprints128::new());
        assert!(most < 26.0 && average < 23.0, "most {most}, average {average}");
        let (most, average) = bytes_per_state(Fingerprints64::new());
        assert!(most < 13.0 && average < 11.5, "most {most}, average {average}");
    }

    #[test]
    fn omission_is_the_birthday_bound() {
        let (mut whole, mut half) = (Fingerprints128::new(), Fingerprints64::new());
        assert_eq!(whole.omission(), 0.0);
        for i in 0..1000 {
            whole.insert(i);
            half.insert(i);
        }
        assert_eq!(half.omission(), 500_500.0 / 2_f64.powi(64));
        assert_eq!(whole.omission(), 500_500.0 / 2_f64.powi(128));
    }
}
