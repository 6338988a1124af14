//! Ample sets: where the pending operation of a thread is private, its choices suffice (Peled: All from one, one
//! for all, CAV 1993). The search adds the cycle condition.
//!
//! Sound because an operation is private only if it commutes with everything that other threads do, now and later:
//! by its row in the library's table, or by how data is used, a hypothesis that the search refutes if it is wrong
//! (`data_usage`). No property sees the difference: races are checked before operations, in states that remain.

use super::{Program, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Marks the choices that are ample.
pub(crate) struct Ample<S> {
    pub(super) inner: S,
}

impl<S> Ample<S> {
    pub(super) fn new(inner: S) -> Ample<S> {
        Ample { inner }
    }

    pub(super) fn inner(&mut self) -> &mut S {
        &mut self.inner
    }
}

layer!(Ample);

impl<S: Program> System for Ample<S> {
    pass_on!(states);
    pass_on!(step);
    pass_on!(fingerprint);

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        self.inner.choices(out);
        if out.is_reducing() && !out.is_empty() {
            let ample = self.inner.execution_mut().ample_among(out);
            out.set_ample(ample);
        }
    }
}
