//! Layers: each wraps a program under check into one that also checks a property, or that leaves out what makes no
//! difference. [`Checked`] puts them together in the one order that is right; its type is that order.
//!
//! What has to look at the middle of a step cannot be a layer, as a layer sees states only. That is: what an atomic section
//! touches (`race`), what threads do with data (`data_usage`), what a step depends on (`footprint`), and which threads are
//! joined and born in it (`canonical`). These are parts of the [`Execution`], each in its file.

mod ample;
mod deadlocks;
mod exact;
mod invariants;
mod leaks;
mod races;
mod symmetry;
#[cfg(test)]
mod tests;

use crate::audit::Aside;
use crate::{Checks, Execution, Snapshot};
use ample::Ample;
use deadlocks::Deadlocks;
use exact::Exact;
use gmc_model::{
    Access, Audited, Choice, Choices, Claims, Footprints, HostMemory, Step, System, ThreadId, ThreadOrder,
};
use gmc_vm::machine::Machine;
use invariants::Invariants;
use leaks::Leaks;
use races::Races;
use std::ops::{Deref, DerefMut};
use symmetry::Symmetry;

/// A system that is a program under check, perhaps with layers around it.
pub(crate) trait Program: System<Snapshot = Snapshot> {
    /// What all layers are around.
    fn execution(&self) -> &Execution;

    /// The same, to be changed.
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

/// What a layer does not change: it asks the system within.
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

/// Makes a layer out of a type with a field `inner`: what it does not change is passed on.
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

/// All layers, the outermost first. After a step leaks are looked for before deadlocks, and these before invariants: what
/// an invariant calls must find a sound state. What is ample is decided among the choices that symmetry leaves.
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

    /// From now on fingerprints are numbers that no two different states have in common. Takes time and memory in the size
    /// of the state.
    pub fn number_states(&mut self) {
        self.exact().number_states();
    }

    /// The memory that is taken for that.
    pub fn exact_bytes(&self) -> usize {
        self.inner.inner.inner.inner.inner.inner.bytes()
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
    pass_on!(states);
    pass_on!(choices);
    pass_on!(step);

    fn fingerprint(&mut self) -> u128 {
        let fingerprint = self.inner.fingerprint();
        if let Some(mut observer) = self.observer.take() {
            observer.state(self, fingerprint);
            self.observer = Some(observer);
        }
        fingerprint
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

impl Audited for Checked {
    type Suspended = (Aside, Option<Box<exact::States>>);

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
