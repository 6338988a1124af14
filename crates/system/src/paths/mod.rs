//! Why a run was safe: nothing is known yet but the run itself.
use crate::Execution;
use gmc_model::{ChoiceRange, RunEnd};

impl Execution {
    /// Begins to record a run.
    pub(crate) fn record_path(&mut self, _on: bool) {}
    /// The next step takes this.
    pub(crate) fn at_choice(&mut self, _choice: usize, _alternative: u32) {}
    /// The reason.
    pub(crate) fn path_reason(&mut self, _end: RunEnd) -> Option<Vec<ChoiceRange>> {
        None
    }
}
