//! Which search is made, and why.

use crate::cli::{self, Engine, Fingerprint, Score};
use crate::command::Error;
use crate::command::setup::Setup;
use crate::memory;
use clap::ValueEnum;
use gmc_explore::{DporStats, GiveUp, Restart, StateMatching, WalkStats, Walks};
use gmc_report::Used;
use gmc_system::Scorer;
use gmc_vm::{Hypotheses, Rules};
use std::sync::Arc;

/// The search that the user has asked for, or that suits what is asked.
pub(super) enum Chosen {
    /// Dynamic reduction.
    Reduced(StateMatching),
    /// All states, with the reason.
    States(&'static str),
    /// Random runs.
    Random(Walks),
}

/// The order in which all states are visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Depth,
    Breadth,
    Best(Score),
}

pub(super) fn order(options: &cli::Check) -> Order {
    match options.engine {
        Some(Engine::Best) => {
            let usual = if options.target.is_some() { Score::Line } else { Score::Rare };
            Order::Best(options.score.unwrap_or(usual))
        }
        Some(Engine::Bfs) => Order::Breadth,
        _ if options.bfs => Order::Breadth,
        _ => Order::Depth,
    }
}

/// What rates states, if anything does.
pub(super) fn scorer(options: &cli::Check, setup: &Setup) -> Result<Option<Scorer>, Error> {
    let Order::Best(score) = order(options) else { return Ok(None) };
    // Not the one that is searched, whose code may not be there yet (--coverage).
    let subject = setup.subject()?;
    Ok(Some(match (score, &options.target) {
        (Score::Rare, _) => Scorer::rare(&subject),
        (Score::Coverage, _) => Scorer::coverage(),
        (Score::Line, Some(at)) => Scorer::line(&subject, &at.file, at.line).map_err(Error::Target)?,
        (Score::Line, None) => return Err(Error::NoTarget),
    }))
}

fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
}

/// Fails where options do not go together that are about which state is next.
fn examine_score(options: &cli::Check) -> Result<(), Error> {
    match (order(options), options.score, &options.target) {
        (Order::Best(Score::Line), _, None) => Err(Error::NoTarget),
        (Order::Best(score @ (Score::Rare | Score::Coverage)), _, Some(_)) => {
            Err(Error::IdleTarget { score: name(&score) })
        }
        (Order::Best(_), _, _) | (_, None, None) => Ok(()),
        (_, Some(_), _) => Err(Error::BestOnly { option: "--score" }),
        (_, None, Some(_)) => Err(Error::BestOnly { option: "--target" }),
    }
}

/// Fails where another option needs another engine than the one that is asked for.
pub(super) fn examine(options: &cli::Check) -> Result<(), Error> {
    examine_score(options)?;
    let memory = options.memory.unwrap_or_else(memory::default_memory);
    if let Some(bytes) = options.bitstate.filter(|bytes| *bytes > memory) {
        return Err(Error::LargeTable { bytes, memory });
    }
    let Some(engine) = options.engine.filter(|it| *it != Engine::Dfs) else { return Ok(()) };
    let whole = matches!(engine, Engine::Bfs | Engine::Best);
    let asked = [
        ("--jobs", options.jobs.get() > 1),
        ("--checkpoint", options.checkpoint.is_some()),
        ("--no-reduction", options.no_reduction && !whole),
        ("--no-symmetry", options.no_symmetry && !whole),
        ("--without", !options.without.is_empty() && !whole),
        ("--preemptions", options.preemptions.is_some() && !whole),
        ("--switches", options.switches.is_some() && !whole),
        ("--exact", options.exact && !whole),
        ("--bitstate", options.bitstate.is_some() && !whole),
        ("--disk", options.disk.is_some() && !whole),
        ("--fingerprint 64", options.fingerprint == Fingerprint::Half && !whole),
    ];
    let Some((option, _)) = asked.into_iter().find(|it| it.1) else { return Ok(()) };
    Err(Error::EngineOption { engine: name(&engine), option })
}

pub(super) fn choose(options: &cli::Check, workers: usize) -> Chosen {
    Chosen::States(match options.engine {
        Some(Engine::Dpor) => return Chosen::Reduced(StateMatching::On),
        Some(Engine::Runs) => return Chosen::Reduced(StateMatching::Off),
        Some(Engine::Walk) => {
            let (runs, orders, seed) = (options.walks, options.orders, options.seed);
            return Chosen::Random(Walks { runs, orders, seed });
        }
        Some(Engine::Dfs | Engine::Bfs | Engine::Best) => "--engine asks for it",
        None if options.livelock => "livelocks show in the graph of all states",
        None if options.bfs => "--bfs asks for it",
        None if options.no_reduction => "--no-reduction is about all orders",
        None if !options.without.is_empty() => "--without is about states",
        None if workers > 1 => "it is the one for several workers",
        None if options.checkpoint.is_some() => "it is the one that can be kept",
        None if !options.invariant.is_empty() => "an invariant looks at every state",
        None if options.depth.is_some() => "--depth is about states",
        None if options.switches.is_some() || options.preemptions.is_some() => "runs are bounded",
        None if options.disk.is_some()
            || options.exact
            || options.bitstate.is_some()
            || options.fingerprint == Fingerprint::Half =>
        {
            "it is told how to remember states"
        }
        None | Some(Engine::Auto) => return Chosen::Reduced(StateMatching::Adaptive),
    })
}

/// Whether a search of all states may leave out what does not matter as far as it has seen: not where every state is looked at,
/// and not where it is gone on from what another search has left out.
fn assumes(options: &cli::Check) -> bool {
    !options.no_reduction && !options.livelock && options.invariant.is_empty() && options.checkpoint.is_none()
}

/// What it takes for granted.
pub(super) fn assumptions(options: &cli::Check, setup: &Setup) -> Arc<Hypotheses> {
    let mut assumptions = Hypotheses::new(setup.sharing.clone());
    if assumes(options) {
        assumptions.reduce(rules(options));
        if !options.no_symmetry && !options.exact {
            assumptions.compare_threads();
        }
    }
    Arc::new(assumptions)
}

/// What other searches take for granted.
pub(super) fn few_assumptions(setup: &Setup) -> Arc<Hypotheses> {
    Arc::new(Hypotheses::new(setup.sharing.clone()))
}

/// The reasons for which it may.
fn rules(options: &cli::Check) -> Rules {
    let with = |reason| !options.without.contains(&reason);
    Rules {
        data: with(cli::Reason::Data),
        locks: with(cli::Reason::Locks),
        unlock: with(cli::Reason::Unlock),
    }
}

/// What was used, where all states were visited.
pub(super) fn whole(options: &cli::Check, why: &str) -> Used {
    let (engine, first) = match order(options) {
        Order::Depth => ("dfs", None),
        Order::Breadth => ("bfs", None),
        Order::Best(score) => ("best", Some(score)),
    };
    let first = first.map(|score| match (score, &options.target) {
        (Score::Line, Some(at)) => format!("states near {}:{} come first", at.file, at.line),
        (Score::Rare | Score::Line, _) => "states with rare values come first (--score rare)".to_owned(),
        (Score::Coverage, _) => "states at code that is seldom met come first (--score coverage)".to_owned(),
    });
    let why = [Some(why.to_owned()), first].into_iter().flatten().collect::<Vec<_>>().join("; ");
    Used { engine, why, runs: None, alike: Vec::new() }
}

/// What was used, where runs were random.
pub(super) fn random(walks: &Walks, drawn: &WalkStats) -> Used {
    let why = match (walks.orders, drawn.chance) {
        (_, chance) if chance < 0.0001 => {
            "--engine asks for it; how likely an error would have shown in these runs is not known".to_owned()
        }
        (1, chance) => format!(
            "--engine asks for it; an error that depends on no order would have shown with probability {chance:.4} or more"
        ),
        (orders, chance) => format!(
            "--engine asks for it; an error that takes {orders} steps in a certain order would have shown with probability \
             {chance:.4} or more"
        ),
    };
    Used { engine: "walk", why, runs: Some((drawn.runs, 0, 0)), alike: Vec::new() }
}

/// What was used, where orders of steps were left out; or why that was of no use.
pub(super) fn reduced(matching: StateMatching, reduction: &DporStats) -> Result<Used, &'static str> {
    match reduction.give_up {
        None => {}
        Some(GiveUp::TooManyThreads) => return Err("there are too many threads for dpor"),
        Some(GiveUp::Cycles) => return Err("most states are on cycles, where dpor leaves nothing out"),
    }
    let (engine, why) = match (reduction.stateful, reduction.restart) {
        (states, _) if matching != StateMatching::Adaptive => {
            (if states { "dpor" } else { "runs" }, "--engine asks for it")
        }
        (true, Some(Restart::Revisits)) => ("dpor", "different runs come to the same states"),
        (true, _) if reduction.threads > 1 => ("dpor", "threads wait for conditions"),
        (true, _) => ("dpor", "runs end early, or come back to where they were"),
        (false, _) => ("runs", "different runs seldom come to the same states"),
    };
    let DporStats { executions, redundant, blocked, .. } = *reduction;
    let runs = Some((executions, redundant, blocked));
    Ok(Used { engine, why: why.to_owned(), runs, alike: Vec::new() })
}
