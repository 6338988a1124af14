//! Data races: before a step, its operation is checked for conflicts with the pending operations of other threads
//! (`race`).

use super::{Program, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Reports data races.
pub(crate) struct Races<S> {
    pub(super) inner: S,
    is_on: bool,
}

impl<S: Program> Races<S> {
    pub(super) fn new(mut inner: S, is_on: bool) -> Races<S> {
        // What an atomic section accesses is known only in the middle of a step.
        inner.execution_mut().set_check_section_races(is_on);
        Races { inner, is_on }
    }
}

layer!(Races);

impl<S: Program> System for Races<S> {
    pass_on!(states);
    pass_on!(choices);
    pass_on!(fingerprint);

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        if self.is_on
            && let Err(error) = self.execution_mut().check_race_before(choice.thread)
        {
            return self.execution_mut().refuse_step(choice, &error);
        }
        self.inner.step(choice)
    }
}
