//! Which engine is used, and why: the sentence that the report gives.

use crate::capability::{CAPABILITIES, Engine};
use crate::value::{Score, Search};
use gmc_explore::{DporStats, GiveUp, PathStats, Restart, StateMatching, WalkStats, Walks};
use gmc_model::Used;
use gmc_vm::{Hypotheses, Rules, Sharing};
use std::sync::Arc;

/// The kind of search that is made.
pub(crate) enum Chosen {
    /// Dynamic partial-order reduction.
    Reduced(StateMatching),
    /// All states, and why.
    States(String),
    /// Dynamic path reduction.
    Paths,
    /// Random runs.
    Random(Walks),
}

/// The order in which all states are visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Depth,
    Breadth,
    Best,
    /// Depth-first, and then cycles without progress.
    Livelocks,
}

/// The engine that was asked for, or that suits what is asked.
pub(crate) fn choose(search: &Search) -> Chosen {
    match search.engine {
        Some(Engine::Dpor) => Chosen::Reduced(StateMatching::On),
        Some(Engine::Runs) => Chosen::Reduced(StateMatching::Off),
        Some(Engine::Auto) => Chosen::Reduced(adaptive(search)),
        Some(Engine::Paths) => Chosen::Paths,
        Some(Engine::Lassos) => unreachable!("samples have a search of their own"),
        Some(Engine::Walk) => Chosen::Random(search.walks.walks()),
        Some(Engine::Livelock) => Chosen::States("livelocks show in the graph of all states".to_owned()),
        Some(Engine::Dfs | Engine::Bfs | Engine::Best) => Chosen::States(search.engine_reason.to_owned()),
        None => {
            let mut asked = CAPABILITIES.iter().filter(|it| search.asks_for(it.feature));
            match asked.find_map(|it| it.prefers_states) {
                Some(why) => Chosen::States(why.to_owned()),
                None => Chosen::Reduced(adaptive(search)),
            }
        }
    }
}

/// Where something is ignored, that is for the sake of states that are remembered.
fn adaptive(search: &Search) -> StateMatching {
    if search.asked.ignores && search.ignores() { StateMatching::AtOnce } else { StateMatching::Adaptive }
}

/// The order of a search of all states.
pub(crate) fn order(search: &Search) -> Order {
    match search.engine {
        Some(Engine::Best) => Order::Best,
        Some(Engine::Bfs) => Order::Breadth,
        Some(Engine::Livelock) => Order::Livelocks,
        _ => Order::Depth,
    }
}

/// The hypotheses of a search of all states. There are none beside those of every search where each state is looked at,
/// and where the search goes on from what another one has left out.
pub(crate) fn hypotheses(search: &Search, sharing: &Arc<Sharing>) -> Arc<Hypotheses> {
    let mut hypotheses = hypotheses_of_orders(search, sharing);
    if hypotheses.reduces() && search.reductions.symmetry && search.store != crate::Store::Exact {
        hypotheses.compare_threads();
    }
    Arc::new(hypotheses)
}

/// The same without those about threads that are alike, as a search needs it that tells threads apart.
pub(crate) fn hypotheses_of_orders(search: &Search, sharing: &Arc<Sharing>) -> Hypotheses {
    let mut hypotheses = Hypotheses::new(sharing.clone());
    let reductions = search.reductions;
    let exempt =
        search.engine == Some(Engine::Livelock) || search.asked.every_state || search.checkpoint.is_some();
    if reductions.ample && !exempt {
        hypotheses.reduce(Rules {
            data: reductions.data,
            locks: reductions.locks,
            unlock: reductions.unlock,
        });
    }
    hypotheses
}

/// What is told of a search of all states.
pub(crate) fn used_states(search: &Search, why: &str) -> Used {
    let (engine, first) = match order(search) {
        Order::Depth | Order::Livelocks => ("dfs", None),
        Order::Breadth => ("bfs", None),
        Order::Best => ("best", Some(search.score())),
    };
    let first = first.map(|score| match (score, &search.target) {
        (Score::Line, Some(at)) => format!("states near {}:{} come first", at.file, at.line),
        (Score::Rare | Score::Line, _) => "states with rare values come first (--score rare)".to_owned(),
        (Score::Abstract, _) => {
            "states with abstract states that few have come first (--score abstract)".to_owned()
        }
        (Score::Script, _) => "states that the script rates low come first (--score script)".to_owned(),
        (Score::Coverage, _) => "states at code that is seldom met come first (--score coverage)".to_owned(),
    });
    let why = [Some(why.to_owned()), first].into_iter().flatten().collect::<Vec<_>>().join("; ");
    Used { engine, why, runs: None, alike: Vec::new() }
}

/// What is told of dynamic path reduction.
pub(crate) fn used_paths(stats: &PathStats) -> Used {
    let PathStats { runs, generalised } = *stats;
    let why = format!("--engine asks for it; the reasons of {generalised} of {runs} runs cover others");
    Used { engine: Engine::Paths.name(), why, runs: Some((runs, 0, 0)), alike: Vec::new() }
}

/// What is told of random runs.
pub(crate) fn used_random(walks: &Walks, drawn: &WalkStats) -> Used {
    let why = match (walks.orders, drawn.chance) {
        (_, chance) if chance < 0.0001 => {
            "--engine asks for it; how likely an error would have shown in these runs is not known".to_owned()
        }
        (1, chance) => format!(
            "--engine asks for it; an error that depends on no order would have shown with probability {chance:.4} or \
             more"
        ),
        (orders, chance) => format!(
            "--engine asks for it; an error that takes {orders} steps in a certain order would have shown with \
             probability {chance:.4} or more"
        ),
    };
    Used { engine: "walk", why, runs: Some((drawn.runs, 0, 0)), alike: Vec::new() }
}

/// What is told of a search with dynamic reduction; or why all states must be visited instead.
pub(crate) fn used_reduced(matching: StateMatching, stats: &DporStats) -> Result<Used, &'static str> {
    match stats.give_up {
        None => {}
        Some(GiveUp::TooManyThreads) => return Err("there are too many threads for dpor"),
        Some(GiveUp::Cycles) => return Err("most states are on cycles, where dpor leaves nothing out"),
    }
    let (engine, why) = match (stats.stateful, stats.restart) {
        (_, _) if matching == StateMatching::AtOnce => {
            ("dpor", "states that differ only in what is ignored are taken for one")
        }
        (states, _) if matching != StateMatching::Adaptive => {
            (if states { "dpor" } else { "runs" }, "--engine asks for it")
        }
        (true, Some(Restart::Revisits)) => ("dpor", "different runs come to the same states"),
        (true, _) if stats.threads > 1 => ("dpor", "threads wait for conditions"),
        (true, _) => ("dpor", "runs end early, or come back to where they were"),
        (false, _) => ("runs", "different runs seldom come to the same states"),
    };
    let DporStats { executions, redundant, blocked, .. } = *stats;
    let runs = Some((executions, redundant, blocked));
    Ok(Used { engine, why: why.to_owned(), runs, alike: Vec::new() })
}
