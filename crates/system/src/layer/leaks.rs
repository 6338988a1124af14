//! Memory leaks: heap memory that nothing points to any more, checked after every step.

use super::{Program, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Reports leaks.
pub(crate) struct Leaks<S> {
    pub(super) inner: S,
    is_on: bool,
}

impl<S> Leaks<S> {
    pub(super) fn new(inner: S, is_on: bool) -> Leaks<S> {
        Leaks { inner, is_on }
    }
}

layer!(Leaks);

impl<S: Program> System for Leaks<S> {
    pass_on!(states);
    pass_on!(choices);
    pass_on!(fingerprint);

    #[inline]
    fn step(&mut self, choice: Choice) -> Step {
        let step = self.inner.step(choice);
        if self.is_on && matches!(step, Step::Moved { .. }) {
            return self.execution_mut().leak().map_or(step, Step::Violated);
        }
        step
    }
}
