//! Symmetry reduction: states that differ by a permutation of interchangeable threads count as one (`canonical`),
//! and joins of such threads wait until all of them have ended.

use super::{Program, layer, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_model::{Choice, Choices, Step, System};

/// Identifies states that a permutation of threads maps to each other.
pub(crate) struct Symmetry<S> {
    pub(super) inner: S,
}

impl<S> Symmetry<S> {
    pub(super) fn new(inner: S) -> Symmetry<S> {
        Symmetry { inner }
    }
}

layer!(Symmetry);

impl<S: Program> System for Symmetry<S> {
    pass_on!(states);
    pass_on!(step);

    #[inline]
    fn choices(&mut self, out: &mut Choices) {
        self.inner.choices(out);
        let execution = self.inner.execution();
        if execution.machine.has_symmetric_threads() && !execution.is_in_section(out) {
            execution.defer_joins(out);
        }
    }

    #[inline]
    fn fingerprint(&mut self) -> u128 {
        self.inner.execution_mut().canonical_fingerprint()
    }
}
