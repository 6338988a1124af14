//! Invariants: functions of the program that must return nonzero in every state. They are called after every step,
//! on top of the frames of the thread that took it, and what they do is rolled back.

use super::{Program, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Reports invariants that do not hold.
pub(crate) struct Invariants<S> {
    pub(super) inner: S,
}

impl<S> Invariants<S> {
    pub(super) fn new(inner: S) -> Invariants<S> {
        Invariants { inner }
    }
}

layer!(Invariants);

impl<S: Program> System for Invariants<S> {
    pass_on!(states);
    pass_on!(choices);
    pass_on!(fingerprint);

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        let begins_at = self.execution_mut().place_of_step(choice.thread);
        let step = self.inner.step(choice);
        let execution = self.execution_mut();
        let uses = &execution.machine.compiled.uses;
        // Those that look at other processes are for whoever knows these.
        let is_systems = uses.peers && uses.system;
        if !matches!(step, Step::Moved { .. })
            || execution.machine.process.invariants.is_empty()
            || is_systems
        {
            return step;
        }
        match execution.broken_invariant(choice.thread, begins_at) {
            Ok(None) => step,
            Ok(Some(violation)) => Step::Violated(violation),
            Err(error) => execution.judge(&error),
        }
    }
}
