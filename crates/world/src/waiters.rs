//! Who waits for something in memory that processes share, until somebody wakes him: at a condition variable or a
//! barrier.
//!
//! Processes wake each other, so that is a part of the outside. To wake a thread is to take it off the list: a thread
//! that its own record calls waiting, and that is not in the list, was woken.

use crate::ProcessId;
use gmc_model::ThreadId;
use std::collections::BTreeSet;

/// A place in memory that processes share: the file behind it, and where in the file.
pub type Place = (u32, u64);

/// A thread of a process.
pub type Waiter = (ProcessId, ThreadId);

/// Those who wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Waiters(BTreeSet<(Place, Waiter)>);

impl Waiters {
    /// A thread waits from now on.
    pub fn add(&mut self, place: Place, who: Waiter) {
        self.0.insert((place, who));
    }

    /// A thread waits no longer.
    pub fn remove(&mut self, place: Place, who: Waiter) {
        self.0.remove(&(place, who));
    }

    /// Whether a thread waits there.
    pub fn has(&self, place: Place, who: Waiter) -> bool {
        self.0.contains(&(place, who))
    }

    /// Those who wait there, in the order of their numbers.
    pub fn at(&self, place: Place) -> impl Iterator<Item = Waiter> + '_ {
        let (first, last) = (ThreadId(0), ThreadId(u32::MAX));
        let range = (place, (ProcessId(0), first))..=(place, (ProcessId(u32::MAX), last));
        self.0.range(range).map(|it| it.1)
    }

    /// Nobody of a process that has ended waits.
    pub(crate) fn forget(&mut self, process: ProcessId) {
        self.0.retain(|it| it.1.0 != process);
    }
}
