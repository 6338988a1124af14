//! Runs of findings: whether they happen again, and shorter ones.
//!
//! These are `explore`'s functions for executions of programs, compiled here like all engines.

use gmc_explore::{Deviation, Limits, Minimised};
use gmc_model::{Finding, Violation};
use gmc_system::Checked;
use std::sync::atomic::AtomicBool;

/// Takes the run of a finding, from the start of the program.
///
/// # Errors
/// Where it does not lead to the finding's violation.
pub fn confirm(execution: &mut Checked, finding: &Finding) -> Result<Violation, Deviation> {
    gmc_explore::confirm(execution, finding)
}

/// Looks for a shorter run to a finding's violation.
pub fn minimise(execution: &mut Checked, finding: &Finding, limits: &Limits, stop: &AtomicBool) -> Minimised {
    gmc_explore::minimise(execution, finding, limits, Some(stop))
}
