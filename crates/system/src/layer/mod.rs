//! Layers: each wraps a program under check into one that also checks a property, or that leaves out what makes no
//! difference. [`Checked`] composes them in the only correct order; its type is that order.
//!
//! A layer sees whole states only, so what happens in the middle of a step cannot be a layer: accesses in an atomic
//! section (`race`), uses of data (`data_usage`), the footprint of a step (`footprint`), and the threads that it
//! joins and creates (`canonical`). These are parts of the [`Execution`], each in its file.

mod ample;
mod deadlocks;
mod exact;
mod invariants;
mod leaks;
mod races;
mod symmetry;
#[cfg(test)]
mod tests;

use crate::audit::Suspended;
use crate::observer::Motion;
use crate::pending::Pending;
use crate::{Checks, Execution, Snapshot, ThreadState};
use ample::Ample;
use deadlocks::Deadlocks;
use exact::Exact;
use gmc_model::{
    Access, Audited, Choice, ChoiceRange, Choices, Claims, Footprints, HostMemory, Labelled, Obstacle,
    PropositionId, Reasons, RunEnd, Step, System, ThreadId, ThreadOrder,
};
use gmc_vm::machine::Machine;
use invariants::Invariants;
use leaks::Leaks;
use races::Races;
use std::ops::{Deref, DerefMut};
use symmetry::Symmetry;

/// A system that is a program under check, perhaps in layers.
pub(crate) trait Program: System<Snapshot = Snapshot> {
    /// The program inside of all layers.
    fn execution(&self) -> &Execution;

    /// The same, mutable.
    fn execution_mut(&mut self) -> &mut Execution;
}

impl Program for Execution {
    #[inline]
    fn execution(&self) -> &Execution {
        self
    }

    #[inline]
    fn execution_mut(&mut self) -> &mut Execution {
        self
    }
}

/// Passes on to the inner system what a layer does not change.
macro_rules! pass_on {
    (Program) => {
        #[inline]
        fn execution(&self) -> &Execution {
            self.inner.execution()
        }

        #[inline]
        fn execution_mut(&mut self) -> &mut Execution {
            self.inner.execution_mut()
        }
    };
    (choices) => {
        #[inline]
        fn choices(&mut self, out: &mut Choices) {
            self.inner.choices(out);
        }
    };
    (step) => {
        #[inline]
        fn step(&mut self, choice: Choice) -> Step {
            self.inner.step(choice)
        }
    };
    (fingerprint) => {
        #[inline]
        fn fingerprint(&mut self) -> u128 {
            self.inner.fingerprint()
        }
    };
    (states) => {
        type Snapshot = Snapshot;

        #[inline]
        fn mark(&mut self) {
            self.inner.mark();
        }

        #[inline]
        fn rewind(&mut self) {
            self.inner.rewind();
        }

        #[inline]
        fn forget(&mut self) {
            self.inner.forget();
        }

        #[inline]
        fn snapshot(&mut self) -> Snapshot {
            self.inner.snapshot()
        }

        #[inline]
        fn restore(&mut self, snapshot: &Snapshot) {
            self.inner.restore(snapshot);
        }
    };
}
use pass_on;

/// Makes a layer out of a type with a field `inner`: passes on what all layers pass on.
macro_rules! layer {
    ($layer:ident) => {
        impl<S: $crate::layer::Program> $crate::layer::Program for $layer<S> {
            $crate::layer::pass_on!(Program);
        }

        impl<S: gmc_model::HostMemory> gmc_model::HostMemory for $layer<S> {
            fn host_bytes(&self) -> usize {
                self.inner.host_bytes()
            }
        }
    };
}
use layer;

/// All layers, the outermost first. After a step, leaks are checked before deadlocks, and both before invariants:
/// an invariant must be called in a sound state. Ample sets are chosen among the choices that symmetry leaves.
type Layers = Invariants<Deadlocks<Leaks<Races<Ample<Exact<Symmetry<Execution>>>>>>>;

/// A program under check with all of its layers.
pub struct Checked {
    inner: Layers,
}

impl Checked {
    /// A program about to start.
    pub fn new(machine: Machine, checks: &Checks) -> Checked {
        let execution = Execution::new(machine, checks);
        let races = Races::new(Ample::new(Exact::new(Symmetry::new(execution))), checks.races);
        let deadlocks = Deadlocks::new(Leaks::new(races, checks.leaks), checks.deadlocks);
        Checked { inner: Invariants::new(deadlocks) }
    }

    fn exact(&mut self) -> &mut Exact<Symmetry<Execution>> {
        self.inner.inner.inner.inner.inner.inner()
    }

    /// From now on fingerprints are numbers, different for different states. This takes time and memory in the size
    /// of a state.
    pub fn number_states(&mut self) {
        self.exact().number_states();
    }

    /// The memory that stored states take, in bytes.
    pub fn exact_bytes(&self) -> usize {
        self.inner.inner.inner.inner.inner.inner.bytes()
    }
}

impl Checked {
    /// Tells the observer, if there is one, how the search has moved. Without one this is a comparison.
    #[inline]
    fn tell<'a>(&mut self, motion: impl FnOnce() -> Motion<'a>) {
        if self.observer.is_some() {
            self.tell_observer(motion());
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_observer(&mut self, mut motion: Motion<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.moved(&mut motion);
        }
    }
}

impl Deref for Checked {
    type Target = Execution;

    #[inline]
    fn deref(&self) -> &Execution {
        self.inner.execution()
    }
}

impl DerefMut for Checked {
    #[inline]
    fn deref_mut(&mut self) -> &mut Execution {
        self.inner.execution_mut()
    }
}

impl HostMemory for Checked {
    fn host_bytes(&self) -> usize {
        self.inner.host_bytes()
    }
}

impl System for Checked {
    type Snapshot = Snapshot;
    pass_on!(choices);

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        let step = self.inner.step(choice);
        self.tell(|| Motion::Step(choice, &step));
        step
    }

    #[inline]
    fn mark(&mut self) {
        self.inner.mark();
        self.tell(|| Motion::Mark);
    }

    #[inline]
    fn rewind(&mut self) {
        self.inner.rewind();
        self.tell(|| Motion::Rewind);
    }

    #[inline]
    fn forget(&mut self) {
        self.inner.forget();
        self.tell(|| Motion::Forget);
    }

    fn snapshot(&mut self) -> Snapshot {
        let mut snapshot = self.inner.snapshot();
        self.tell(|| Motion::Snapshot(&mut snapshot.path));
        snapshot
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.inner.restore(snapshot);
        self.tell(|| Motion::Restore(snapshot.path.as_deref()));
    }

    fn fingerprint(&mut self) -> u128 {
        let fingerprint = self.inner.fingerprint();
        if let Some(mut observer) = self.observer.take() {
            observer.state(self, fingerprint);
            self.observer = Some(observer);
        }
        fingerprint
    }
}

impl Labelled for Checked {
    fn letter(&mut self, of: &[PropositionId]) -> Result<u64, Box<Obstacle>> {
        self.deref_mut().look(of)
    }

    fn barred(&self, out: &mut Vec<ThreadId>) {
        let barred = |(thread, state): (ThreadId, &ThreadState)| {
            matches!(state.pending, Pending::AssumptionFailed).then_some(thread)
        };
        out.extend(self.threads.entries().filter_map(barred));
    }
}

impl Footprints for Checked {
    fn track(&mut self, on: bool) {
        self.deref_mut().track(on);
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        self.deref_mut().footprint(accesses, created);
    }

    fn thread_count(&self) -> u32 {
        self.deref().thread_count()
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        self.deref_mut().blocked_on(thread, accesses)
    }
}

impl Reasons for Checked {
    fn record(&mut self, on: bool) {
        self.deref_mut().record_path(on);
    }

    fn at_choice(&mut self, choice: usize, alternative: u32) {
        self.deref_mut().at_choice(choice, alternative);
    }

    fn reason(&mut self, end: RunEnd) -> Option<Vec<ChoiceRange>> {
        self.deref_mut().path_reason(end)
    }
}

impl Audited for Checked {
    type Suspended = (Suspended, Option<Box<exact::States>>);

    fn begin_rehearsal(&mut self) -> Self::Suspended {
        let states = self.exact().states.take();
        (self.deref_mut().begin_rehearsal(), states)
    }

    fn end_rehearsal(&mut self, (aside, states): Self::Suspended) {
        self.deref_mut().end_rehearsal(aside);
        self.exact().states = states;
    }

    fn claims(&self) -> Claims {
        self.deref().claims()
    }

    fn canonical(&mut self, order: ThreadOrder) -> u128 {
        self.deref_mut().canonical(order)
    }

    fn permutation(&mut self, out: &mut Vec<ThreadId>) {
        self.deref_mut().permutation(out);
    }

    fn symmetric_pairs(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        self.deref_mut().symmetric_pairs(out);
    }

    fn recheck_caches(&mut self) -> Option<String> {
        self.deref_mut().recheck_caches()
    }

    fn describe(&mut self, thread: ThreadId) -> String {
        self.deref_mut().describe(thread)
    }
}
