//! Counters that go from 0 to a limit, each on its own: (limit + 1)ⁿ states, n · limit · (limit + 1)ⁿ⁻¹ transitions.
//!
//! As cheap as a system can be, so that what a search costs is the search.

use gmc_model::{Choice, Choices, HostMemory, Step, System, ThreadId};

pub struct Lattice {
    counters: u32,
    limit: u64,
    /// A byte for each counter.
    state: u64,
    marks: Vec<u64>,
}

impl Lattice {
    pub fn new(counters: u32, limit: u8) -> Lattice {
        assert!(counters <= 8);
        Lattice { counters, limit: u64::from(limit), state: 0, marks: Vec::new() }
    }

    pub fn states(&self) -> u64 {
        (self.limit + 1).pow(self.counters)
    }

    pub fn transitions(&self) -> u64 {
        u64::from(self.counters) * self.limit * (self.limit + 1).pow(self.counters - 1)
    }
}

impl System for Lattice {
    type Snapshot = u64;

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        out.clear();
        for thread in 0..self.counters {
            if self.state >> (8 * thread) & 0xff < self.limit {
                out.push(Choice { thread: ThreadId(thread), alternative: 0 });
            }
        }
    }

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        self.state += 1 << (8 * choice.thread.0);
        Step::Moved { progress: false }
    }

    #[inline]
    fn fingerprint(&mut self) -> u128 {
        let x = u128::from(self.state ^ 0x5bd1_e995) * 0xd6e8_feb8_6659_fd93_a076_1d64_78bd_642f;
        x ^ (x >> 64)
    }

    #[inline]
    fn mark(&mut self) {
        self.marks.push(self.state);
    }

    #[inline]
    fn rewind(&mut self) {
        self.state = *self.marks.last().expect("a mark");
    }

    #[inline]
    fn forget(&mut self) {
        self.marks.pop();
    }

    fn snapshot(&mut self) -> u64 {
        self.state
    }

    fn restore(&mut self, snapshot: &u64) {
        self.state = *snapshot;
        self.marks.clear();
    }
}

impl HostMemory for Lattice {
    fn host_bytes(&self) -> usize {
        self.marks.capacity() * 8
    }
}
