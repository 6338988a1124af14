//! Sleep sets (Godefroid: Partial-order methods for the verification of concurrent systems, LNCS 1032, 1996).
//!
//! After a thread was explored in a state, it sleeps in what the other threads of that state lead to, until a step
//! that conflicts with its next step wakes it up: until then the order of the two makes no difference, and the other
//! order was explored. So the sleep set of a successor is made of the threads that sleep in the state, or were
//! explored in it, and whose next step is independent of the step taken.
//!
//! The sleep sets of all states of the path are one stack, that of the last state at its end. An entry has a
//! footprint for each alternative of the thread's step.

use super::threads::ThreadSet;
use gmc_model::{Access, ThreadId};

/// The sleep sets along the path, with the footprints of the steps that sleep.
#[derive(Default)]
pub(super) struct SleepSets {
    entries: Vec<Entry>,
    accesses: Vec<Access>,
}

/// Where the sleep set of a state starts.
#[derive(Clone, Copy, Default)]
pub(super) struct SleepMark {
    entries: usize,
    accesses: usize,
}

/// A step of a thread that sleeps, or was explored.
#[derive(Clone, Copy)]
struct Entry {
    thread: ThreadId,
    start: usize,
    end: usize,
}

impl SleepSets {
    pub(super) fn clear(&mut self) {
        self.truncate(SleepMark::default());
    }

    /// The end of the stack.
    pub(super) fn mark(&self) -> SleepMark {
        SleepMark { entries: self.entries.len(), accesses: self.accesses.len() }
    }

    /// Removes what lies behind a mark.
    pub(super) fn truncate(&mut self, mark: SleepMark) {
        self.entries.truncate(mark.entries);
        self.accesses.truncate(mark.accesses);
    }

    /// Adds a step that was explored in the last state.
    pub(super) fn push(&mut self, thread: ThreadId, accesses: &[Access]) {
        let start = self.accesses.len();
        self.accesses.extend_from_slice(accesses);
        self.entries.push(Entry { thread, start, end: self.accesses.len() });
    }

    /// Appends the sleep set of a successor: of these threads, whose entries start at the mark, those that are
    /// independent of the step. Which they are.
    pub(super) fn inherit(&mut self, from: SleepMark, threads: ThreadSet, step: &[Access]) -> ThreadSet {
        let mut asleep = threads;
        let range = from.entries..self.entries.len();
        for entry in &self.entries[range.clone()] {
            if asleep.contains(entry.thread)
                && self.footprint(entry).iter().any(|it| step.iter().any(|access| access.conflicts(it)))
            {
                asleep.remove(entry.thread);
            }
        }
        // What conflicts with everything also does so with steps that touch nothing.
        if step.iter().any(Access::is_everything) {
            asleep = ThreadSet::EMPTY;
        }
        for at in range {
            let entry = self.entries[at];
            if asleep.contains(entry.thread) {
                let start = self.accesses.len();
                self.accesses.extend_from_within(entry.start..entry.end);
                self.entries.push(Entry { thread: entry.thread, start, end: self.accesses.len() });
            }
        }
        asleep
    }

    /// The steps between two marks; up to the end of the stack, where there is no second one.
    pub(super) fn between(
        &self,
        from: SleepMark,
        until: Option<SleepMark>,
    ) -> impl Iterator<Item = (ThreadId, &[Access])> {
        let end = until.map_or(self.entries.len(), |it| it.entries);
        self.entries[from.entries..end].iter().map(|it| (it.thread, self.footprint(it)))
    }

    fn footprint(&self, entry: &Entry) -> &[Access] {
        &self.accesses[entry.start..entry.end]
    }

    pub(super) fn bytes(&self) -> usize {
        self.accesses.capacity() * size_of::<Access>()
    }
}
