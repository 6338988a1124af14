//! Ample sets: where what a thread does next concerns nobody else, its choices suffice (Peled: All from one, one for all,
//! CAV 1993). The search adds the condition on cycles.
//!
//! Sound because an operation is taken for private only if it commutes with whatever other threads do, now and later:
//! either by its row in the library's table, or by what data is used for, which the search refutes where it is not so
//! (`data_usage`). No property sees the difference: races are looked for before operations, at states that stay.

use super::{Program, layer, pass_on};
use crate::{Execution, Snapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Says which choices are ample.
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
