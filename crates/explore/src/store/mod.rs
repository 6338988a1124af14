//! Visited sets: which states a search has been in. They keep fingerprints, not states.
//!
//! Deliberately absent: removing anything, and looking without inserting.

mod bitstate;
mod concurrent;
mod disk;
mod fingerprints;
mod numbers;
mod ordered;
mod shared;

pub use bitstate::Bitstate;
pub use concurrent::{Concurrent, Hand};
pub use disk::{DiskErrors, NewFile, Spilling};
pub use fingerprints::{Fingerprints64, Fingerprints128};
pub use numbers::Numbers;
pub use shared::{PARTS, Shared, SharedVisited};

/// A set of states, each known by its fingerprint.
pub trait Visited {
    /// Adds a state. Whether it is new.
    fn insert(&mut self, fingerprint: u128) -> bool;

    /// How many states there are.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How much memory of the host it takes.
    fn bytes(&self) -> usize;

    /// The bits of a fingerprint that count.
    fn bits(&self) -> u32;

    /// At most this likely one of the states given to `insert` was taken for another one.
    ///
    /// Fingerprints of different states are equal with probability 2⁻ᵇ. As long as nothing was omitted, a state that
    /// is new to a set of k states is omitted with probability at most k·2⁻ᵇ, and k never exceeds n, the number of
    /// states at the end; so the first omission happens with probability at most (0 + 1 + … + n)·2⁻ᵇ.
    fn omission(&self) -> f64 {
        let n = self.len() as f64;
        (n * (n + 1.0) / 2.0 * (-f64::from(self.bits())).exp2()).min(1.0)
    }

    /// Of a set that takes states for visited that are not: how many of those given to `insert`, on average. None: only
    /// what [`Visited::omission`] says.
    fn missed(&self) -> Option<f64> {
        None
    }
}
