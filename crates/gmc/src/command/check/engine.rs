//! Which search is made, and why.

use crate::cli::{self, Engine, Fingerprint};
use gmc_explore::{Failure, Memory, Plan, Reduction, Turn, Visited, bfs, dfs, dpor, livelocks};
use gmc_model::{Footprints, Outcome};
use gmc_report::Used;
use std::time::Instant;

/// What the user has asked for, or what suits the program: with the reason.
fn choose(options: &cli::Check) -> (Engine, Option<Memory>, &'static str) {
    let asked = "--engine";
    match options.engine {
        Some(Engine::Dpor) => return (Engine::Dpor, Some(Memory::States), asked),
        Some(Engine::Runs) => return (Engine::Runs, Some(Memory::Runs), asked),
        Some(engine) => return (engine, None, asked),
        None => {}
    }
    let why = if options.livelock {
        "livelocks show in the graph of all states"
    } else if options.bfs {
        return (Engine::Bfs, None, "--bfs");
    } else if options.no_reduction {
        "--no-reduction"
    } else if !options.invariant.is_empty() {
        "an invariant looks at every state"
    } else if options.depth.is_some() {
        "--depth is about states"
    } else if options.fingerprint == Fingerprint::Half {
        "--fingerprint is about states"
    } else {
        return (Engine::Dpor, Some(Memory::Adaptive), "");
    };
    (Engine::Dfs, None, why)
}

/// Searches. `plan` makes the plan of a search that begins at some time after the first.
pub(super) fn search<S: Footprints, V: Visited>(
    options: &cli::Check,
    system: &mut S,
    visited: &mut V,
    mut plan: impl FnMut(&mut dyn FnMut(Plan<'_>), Instant),
) -> (Outcome, Used) {
    let start = Instant::now();
    let mut result = None;
    let (engine, memory, mut why) = choose(options);
    if let Some(memory) = memory {
        plan(&mut |plan| result = Some(dpor(system, memory, plan)), start);
        let (outcome, reduction) = result.take().expect("a plan is carried out");
        why = match reduction.failure {
            None => return (outcome, reduced(&reduction, why)),
            Some(Failure::Crowd) => "there are too many threads for dpor",
            Some(Failure::Cycles) => "most states are on cycles, where dpor leaves nothing out",
        };
    }
    let mut outcome = None;
    plan(
        &mut |plan| {
            outcome = Some(match engine {
                _ if options.livelock => livelocks(system, visited, plan),
                Engine::Bfs => bfs(system, visited, plan),
                _ => dfs(system, visited, plan),
            });
        },
        start,
    );
    let name = if engine == Engine::Bfs { "bfs" } else { "dfs" };
    (outcome.expect("a plan is carried out"), Used { engine: name, why: why.to_owned(), runs: None })
}

/// What was used, where orders of steps were left out.
fn reduced(reduction: &Reduction, asked: &str) -> Used {
    let (engine, why) = match (reduction.states, reduction.turn) {
        _ if !asked.is_empty() => (if reduction.states { "dpor" } else { "runs" }, asked),
        (true, Some(Turn::Repetition)) => ("dpor", "different runs come to the same states"),
        (true, _) => ("dpor", "threads wait for conditions"),
        (false, _) => ("runs", "different runs hardly ever come to the same states"),
    };
    let Reduction { executions, redundant, blocked, .. } = *reduction;
    Used { engine, why: why.to_owned(), runs: Some((executions, redundant, blocked)) }
}
