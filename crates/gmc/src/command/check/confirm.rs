//! No replay, no report: a violation counts only if it happens again.

use super::Error;
use crate::command::setup::Setup;
use gmc_model::{Finding, Step, System, Violation};

/// Replays a finding on a fresh machine. The inner error says how it went differently.
pub(super) fn confirm(setup: &Setup, finding: &Finding) -> Result<Result<(), String>, Error> {
    let mut subject = setup.subject()?;
    let found = replay(&mut subject, finding);
    Ok(match found {
        Some(violation) if violation.has_same_cause(&finding.violation) => Ok(()),
        other => {
            let expected = &finding.violation;
            let instead =
                other.map_or("nothing is wrong then".to_owned(), |it| format!("{}: {}", it.kind, it.message));
            Err(format!(
                "a violation does not happen again when it is replayed ({}: {}); instead: {instead}",
                expected.kind, expected.message
            ))
        }
    })
}

/// What is wrong at the end of the trace.
fn replay(system: &mut impl System, finding: &Finding) -> Option<Violation> {
    for (at, &choice) in finding.trace.iter().enumerate() {
        let mut choices = Vec::new();
        system.choices(&mut choices);
        if !choices.contains(&choice) {
            return None;
        }
        match system.step(choice) {
            Step::Moved { .. } => {}
            Step::Violated(violation) if at + 1 == finding.trace.len() => return Some(*violation),
            _ => return None,
        }
    }
    let mut choices = Vec::new();
    system.choices(&mut choices);
    if choices.is_empty() { system.end().map(|it| *it) } else { None }
}
