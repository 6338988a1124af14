//! Shorter runs for findings.

use super::super::Error;
use super::super::loaded::Loaded;
use crate::cli;
use crate::{interrupt, memory, watchdog};
use gmc_explore::Limits;
use gmc_model::Finding;
use gmc_search::{Engine, Minimised, confirm, minimise};
use std::time::Duration;

/// How long a shorter run is looked for by default.
const TIME: Duration = Duration::from_secs(2);

/// The finding with a shorter run, if there is one and it comes to the same end on a fresh machine; and whether it is
/// known that there is none that is shorter still.
///
/// Runs of a breadth-first search have the fewest steps already, which is why users ask for one.
pub(super) fn minimised(
    options: &cli::Check,
    loaded: &Loaded,
    finding: Finding,
) -> Result<(Finding, bool), Error> {
    let breadth_first = options.engines.bfs || options.engines.engine == Some(Engine::Bfs);
    let time = options.reports.minimise.unwrap_or(if breadth_first { Duration::ZERO } else { TIME });
    // The other half is for explaining it.
    let time = options.limits.time.map_or(time, |limit| time.min(watchdog::left(limit) / 2));
    if time.is_zero() {
        return Ok((finding, false));
    }
    let most = options.limits.memory.unwrap_or_else(memory::default_memory);
    let left = most.saturating_sub(memory::used().unwrap_or(0));
    let limits = Limits { time: Some(time), memory: Some(left as usize), ..Limits::default() };
    let temporal = loaded.formulas.temporal();
    let Minimised { trace, lap, proven } =
        minimise(loaded.execution()?, &finding, temporal.as_ref(), &limits, interrupt::asked());
    let shorter = Finding { trace, lap, ..finding.clone() };
    Ok(match confirm(&mut loaded.execution()?, &shorter, temporal.as_ref()) {
        Ok(violation) => (Finding { violation, ..shorter }, proven),
        Err(_) => (finding, false),
    })
}
