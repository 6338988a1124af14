//! Runs of findings: whether they happen again, and shorter ones.
//!
//! These are `explore`'s functions for executions of programs, compiled here like all engines.

use crate::temporal::Temporal;
use gmc_explore::{Deviation, Limits, Minimised, Product, confirm_property, shorten};
use gmc_model::{ErrorKind, Finding, Labelled, Violation};
use gmc_system::Checked;
use std::sync::atomic::AtomicBool;

/// Takes the run of a finding, from the start of the program.
///
/// # Errors
/// Where it does not lead to the finding's violation.
pub fn confirm<S: Labelled>(
    system: &mut S,
    finding: &Finding,
    temporal: Option<&Temporal>,
) -> Result<Violation, Deviation> {
    let property = temporal.and_then(|it| it.property.as_ref());
    match (property, temporal) {
        (Some(property), Some(temporal)) if finding.violation.kind == ErrorKind::Ltl => {
            confirm_property(system, finding, property, temporal.fairness)
        }
        _ => gmc_explore::confirm(system, finding),
    }
}

/// Looks for a shorter run to a finding's violation.
pub fn minimise(
    mut execution: Checked,
    finding: &Finding,
    temporal: Option<&Temporal>,
    limits: &Limits,
    stop: &AtomicBool,
) -> Minimised {
    let property = temporal.and_then(|it| Some((it.property.as_ref()?, it.fairness)));
    match property.filter(|_| finding.violation.kind == ErrorKind::Ltl) {
        None => gmc_explore::minimise(&mut execution, finding, limits, Some(stop)),
        // With one successor for each letter, choices of the product are those of the program.
        Some((property, _)) if finding.lap.is_none() && property.is_deterministic() => {
            gmc_explore::minimise(&mut Product::new(execution, property.clone()), finding, limits, Some(stop))
        }
        Some((property, fairness)) => {
            shorten(&mut execution, finding, property, fairness, limits, Some(stop))
        }
    }
}
