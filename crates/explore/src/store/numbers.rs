//! A set for a system whose fingerprints are numbers that it gives out one after the other: nothing is taken for
//! anything else, and a bit suffices for each.
//!
//! The low 32 bits count; above them may stand anything that tells counters apart.

use super::Visited;
use std::collections::HashMap;

/// The set.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// By what stands above the counter: bits.
    tables: HashMap<u128, Vec<u64>>,
    len: u64,
}

impl Numbers {
    /// An empty set.
    pub fn new() -> Numbers {
        Numbers::default()
    }
}

impl Visited for Numbers {
    fn insert(&mut self, fingerprint: u128) -> bool {
        let table = self.tables.entry(fingerprint >> 32).or_default();
        let (word, mask) = (fingerprint as u32 as usize / 64, 1 << (fingerprint as u32 % 64));
        if word >= table.len() {
            table.resize(word + 1 + word / 4, 0);
        }
        let new = table[word] & mask == 0;
        table[word] |= mask;
        self.len += u64::from(new);
        new
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn bytes(&self) -> usize {
        let entry = size_of::<(u128, Vec<u64>)>();
        self.tables.values().map(|table| table.capacity() * 8 + entry).sum()
    }

    fn bits(&self) -> u32 {
        128
    }

    fn omission(&self) -> f64 {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_remembered_exactly() {
        let mut set = Numbers::new();
        for group in [0, 1, 1 << 90] {
            assert!((0..5000).rev().all(|n| set.insert(group << 32 | n)));
            assert!((0..5000).all(|n| !set.insert(group << 32 | n)));
        }
        assert_eq!((set.len(), set.omission()), (15_000, 0.0));
        assert!(set.bytes() < 4000, "{}", set.bytes());
    }
}
