//! How often runs come to the same states, from a sample of the states: those whose fingerprints end with enough zeros.

use super::hash::BuildNumberHasher;
use std::collections::HashMap;

/// So many different states of the sample are remembered.
const MOST: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Sample {
    counts: HashMap<u128, u32, BuildNumberHasher>,
    total: u64,
    zeros: u32,
}

impl Sample {
    /// A state was met.
    pub(super) fn add(&mut self, fingerprint: u128) {
        if fingerprint & ((1 << self.zeros) - 1) != 0 {
            return;
        }
        self.total += 1;
        *self.counts.entry(fingerprint).or_insert(0) += 1;
        if self.counts.len() > MOST {
            self.zeros += 1;
            let mask = (1_u128 << self.zeros) - 1;
            self.counts.retain(|it, _| it & mask == 0);
            self.total = self.counts.values().map(|&it| u64::from(it)).sum();
        }
    }

    /// Whether each state was met this many times, on average, or more.
    pub(super) fn is_met(&self, times: u64) -> bool {
        self.total >= times * self.counts.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        self.counts.capacity() * size_of::<(u128, u32)>()
    }
}
