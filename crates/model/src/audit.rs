//! What a system offers to those who check its claims by executing steps and taking them back.

use crate::footprint::Footprints;

/// A system whose claims can be checked by execution.
///
/// A claim is whatever a search relies on without seeing it: that states with one fingerprint have one future, that steps
/// which touch nothing in common commute, that a part of the choices suffices, that threads are alike, that what was worked out before
/// still holds.
pub trait Audited: Footprints {
    /// What is set aside during a rehearsal.
    type Aside;

    /// A rehearsal begins: until it ends the system learns nothing from its steps and tells nobody of them, steps are
    /// executed even where they are known, and what they touch is written down. Fingerprints depend on states alone.
    fn set_aside(&mut self) -> Self::Aside;

    /// The rehearsal ends, in the state in which it began.
    fn take_up(&mut self, aside: Self::Aside);

    /// Something was taken for granted that is not so: what the system claims does not count any more, and the search is to be
    /// made again.
    fn is_refuted(&self) -> bool {
        false
    }

    /// A limit has come: steps end before they are through, and say nothing of what is claimed.
    fn is_stopped(&self) -> bool {
        false
    }

    /// A fingerprint of the current state without what makes no difference to its future, and may depend on how it was come to: what values are
    /// called, who is known to be like whom. Reductions promise a state with this one. Equal threads have not changed places.
    fn canonical(&mut self) -> u128 {
        self.fingerprint()
    }

    /// The same of the state in which equal threads have changed places as they have for the fingerprint.
    fn canonical_of_orbit(&mut self) -> u128 {
        self.canonical()
    }

    /// Appends the number that each thread has in the state that the fingerprint is computed of, where that is a state in which equal
    /// threads have changed places. Nothing if it is the current state.
    fn roles(&mut self, out: &mut Vec<u32>) {
        let _ = out;
    }

    /// Appends pairs of threads that can change places without any difference to the current state.
    fn twins(&mut self, out: &mut Vec<(u32, u32)>) {
        let _ = out;
    }

    /// Works out the current state's fingerprint and choices again, without what is kept of earlier states. What differs.
    fn examine(&mut self) -> Option<String> {
        None
    }

    /// Where a thread stands, for a reader.
    fn place(&mut self, thread: u32) -> String {
        let _ = thread;
        String::new()
    }
}
