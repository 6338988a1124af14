//! The states of the path, by their fingerprints: whether a step leads back to one of them.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

#[derive(Default)]
pub(super) struct Path {
    states: Vec<u128>,
    /// The same ones.
    set: HashSet<u128, BuildHasherDefault<Half>>,
}

impl Path {
    /// A state that is not on it becomes its last one.
    pub(super) fn push(&mut self, fingerprint: u128) {
        self.states.push(fingerprint);
        self.set.insert(fingerprint);
    }

    /// The last state is removed.
    pub(super) fn pop(&mut self) {
        if let Some(last) = self.states.pop() {
            self.set.remove(&last);
        }
    }

    pub(super) fn contains(&self, fingerprint: u128) -> bool {
        self.set.contains(&fingerprint)
    }

    /// Memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.states.capacity() + self.set.capacity()) * size_of::<u128>()
    }
}

/// Half of a fingerprint is as good as a hash of it. Where it is a mere number, the product spreads it.
#[derive(Default)]
struct Half(u64);

impl Hasher for Half {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, fingerprint: u128) {
        self.0 = (fingerprint as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
