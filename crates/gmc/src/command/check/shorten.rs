//! Findings as they are reported: their runs shortened, and replayed on a fresh machine.

use super::super::Error;
use super::super::setup::Setup;
use crate::cli;
use crate::{interrupt, memory, watchdog};
use gmc_explore::{Limits, Minimised, confirm, minimise};
use gmc_model::Finding;
use std::time::Duration;

/// How long a run is shortened, unless told.
const TIME: Duration = Duration::from_secs(2);

/// The finding with a shorter run, if there is one and it comes to the same end on a fresh machine; and whether it is known that
/// there is none that is shorter still.
///
/// Where the search was asked for shortest runs, they stay what they are.
pub(super) fn shortened(
    options: &cli::Check,
    setup: &Setup,
    finding: Finding,
) -> Result<(Finding, bool), Error> {
    let time = options.minimise.unwrap_or(if options.bfs { Duration::ZERO } else { TIME });
    // The other half is for explaining it.
    let time = options.time.map_or(time, |limit| time.min(watchdog::left(limit) / 2));
    if time.is_zero() {
        return Ok((finding, false));
    }
    let most = options.memory.unwrap_or_else(memory::default_memory);
    let left = most.saturating_sub(memory::used().unwrap_or(0));
    let limits = Limits { time: Some(time), memory: Some(left as usize), ..Limits::default() };
    let mut subject = setup.subject()?;
    let Minimised { trace, proven } = minimise(&mut subject, &finding, &limits, Some(interrupt::asked()));
    let shorter = Finding { trace, ..finding.clone() };
    Ok(match confirm(&mut setup.subject()?, &shorter) {
        Ok(violation) => (Finding { violation, ..shorter }, proven),
        Err(_) => (finding, false),
    })
}
