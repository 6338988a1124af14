//! Layers: each wraps a program under check into one that also checks a property, or that leaves out what makes no
//! difference. [`Checked`] composes them in the only correct order; its type is that order.
//!
//! A layer sees whole states only, so what happens in the middle of a step cannot be a layer: accesses in an atomic
//! section (`race`), uses of data (`data_usage`), the footprint of a step (`footprint`), and the threads that it
//! joins and creates (`canonical`). These are parts of the [`Execution`], each in its file.

mod ample;
mod checked;
mod deadlocks;
mod exact;
mod invariants;
mod judged;
mod leaks;
mod races;
mod symmetry;
#[cfg(test)]
mod tests;

use crate::{Checks, Execution, ProcessSnapshot};
use ample::Ample;
pub use checked::{Checked, Snapshot};
use deadlocks::Deadlocks;
use exact::Exact;
pub(crate) use exact::States as ExactStates;
use gmc_model::System;
use gmc_vm::machine::Machine;
use invariants::Invariants;
use judged::Judged;
use leaks::Leaks;
use races::Races;
use symmetry::Symmetry;

/// A system that is a program under check, perhaps in layers.
pub(crate) trait Program: System<Snapshot = ProcessSnapshot> {
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
        type Snapshot = ProcessSnapshot;

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
        fn snapshot(&mut self) -> ProcessSnapshot {
            self.inner.snapshot()
        }

        #[inline]
        fn restore(&mut self, snapshot: &ProcessSnapshot) {
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
/// an invariant must be called in a sound state, and a judge sees states in which all invariants hold. Ample sets are
/// chosen among the choices that symmetry leaves.
pub(crate) type Layers = Judged<Invariants<Deadlocks<Leaks<Races<Ample<Exact<Symmetry<Execution>>>>>>>>;

/// A program about to start, in all layers.
pub(crate) fn layers(machine: Machine, checks: &Checks) -> Layers {
    let execution = Execution::new(machine, checks);
    let races = Races::new(Ample::new(Exact::new(Symmetry::new(execution))), checks.races);
    Judged::new(Invariants::new(Deadlocks::new(Leaks::new(races, checks.leaks), checks.deadlocks)))
}

impl Layers {
    fn exact(&mut self) -> &mut Exact<Symmetry<Execution>> {
        self.inner.inner.inner.inner.inner.inner()
    }

    /// States are numbered among others than so far.
    pub(crate) fn swap_exact_states(&mut self, states: &mut Option<Box<ExactStates>>) {
        self.exact().swap_states(states);
    }

    /// The memory that stored states take, in bytes.
    fn exact_bytes(&self) -> usize {
        self.inner.inner.inner.inner.inner.inner.bytes()
    }
}
