//! What a system offers to a layer that checks its claims by executing steps and taking them back.

use crate::footprint::Footprints;
use crate::thread::ThreadId;

/// A system whose claims can be checked by execution.
///
/// A claim is whatever a search relies on without seeing it: that states with one fingerprint have one future, that
/// steps with disjoint footprints commute, that ample choices suffice, that threads are symmetric, that caches are up
/// to date.
pub trait Audited: Footprints {
    /// What is suspended during a rehearsal: everything that learns from steps.
    type Suspended;

    /// Begins a rehearsal: until it ends the system learns nothing from its steps and reports none of them. Steps are
    /// executed even where their effect is cached, and footprints are recorded. Fingerprints depend on states alone.
    fn begin_rehearsal(&mut self) -> Self::Suspended;

    /// Ends the rehearsal, in the state in which it began.
    fn end_rehearsal(&mut self, suspended: Self::Suspended);

    /// Whether the claims count.
    fn claims(&self) -> Claims {
        Claims::Count
    }

    /// A fingerprint of the current state without what makes no difference to its future and may depend on the run
    /// that led to it: the names of nondeterministic values, the known classes of threads. Reductions promise a state
    /// with this one.
    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        let _ = order;
        self.fingerprint()
    }

    /// Appends the number that each thread has in the state that the fingerprint is computed of, where symmetry
    /// reduction permutes threads. Nothing if they keep their numbers.
    fn permutation(&mut self, out: &mut Vec<ThreadId>) {
        let _ = out;
    }

    /// Appends pairs of threads that can change places without any difference to the current state.
    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        let _ = out;
    }

    /// Computes the current state's fingerprint and choices again without caches. What differs from what was cached.
    fn recheck_caches(&mut self) -> Option<String> {
        None
    }

    /// Where a thread stands, for a reader.
    fn describe(&mut self, thread: ThreadId) -> String {
        let _ = thread;
        String::new()
    }
}

/// Whether the claims of a system count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims {
    /// They do.
    Count,
    /// A hypothesis of a reduction was refuted: the search will start again.
    Refuted,
    /// A limit ends steps before they are through, so they show nothing.
    Stopped,
}

/// In which order threads stand in a state that is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadOrder {
    /// By their own numbers.
    Created,
    /// Permuted by symmetry reduction.
    Canonical,
}
