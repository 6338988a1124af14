//! Deadlocks: no thread can run, and not all have finished.
//!
//! A state in which threads go on only if a call fails is a deadlock as well: an interruption that may come does
//! not make a wait end.

use super::{Program, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Reports deadlocks.
pub(crate) struct Deadlocks<S> {
    pub(super) inner: S,
    is_on: bool,
}

impl<S> Deadlocks<S> {
    pub(super) fn new(inner: S, is_on: bool) -> Deadlocks<S> {
        Deadlocks { inner, is_on }
    }
}

layer!(Deadlocks);

impl<S: Program> System for Deadlocks<S> {
    pass_on!(states);
    pass_on!(fingerprint);

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        self.inner.choices(out);
        if self.is_on && out.is_empty() && !self.execution().machine.process.ended {
            let deadlock = self.execution_mut().deadlock();
            out.set_end(deadlock);
        }
    }

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        let step = self.inner.step(choice);
        let can_fail = !self.execution().machine.rules.fault_budgets.is_empty();
        if self.is_on
            && can_fail
            && matches!(step, Step::Moved { .. })
            && self.execution_mut().waits_for_faults()
        {
            return self.execution_mut().deadlock().map_or(step, Step::Violated);
        }
        step
    }
}
