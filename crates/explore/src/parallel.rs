//! Depth-first search by several workers, each with a system of its own, and one visited set.
//!
//! A state belongs to the worker that was the first to insert it. A worker with nothing to do waits for a [work
//! item](crate::work_item::WorkItem): a path from the initial state, and untried choices along it. It
//! takes the path to get there. All is visited when no worker has anything to do: a state that was inserted was
//! entered by its worker, and its choices were tried by that worker or given away.
//!
//! The argument for the reduction (see [`dfs`](crate::dfs())) holds as it stands: it numbers states in the order in
//! which they enter the visited set, whoever puts them there.

use crate::collector::Collector;
use crate::dfs::Search;
use crate::plan::{Plan, Progress};
use crate::store::{SharedVisited, Visited as _};
use crate::worker_pool::{StopOnPanic, Worker, WorkerPool};
use gmc_model::{Finding, Hindrance, SearchResult, Stats, System};
use std::thread;

/// Makes a system and hands it over to be searched.
pub type Helper<'a, S> = dyn Fn(&mut dyn FnMut(&mut S)) + Sync + 'a;

/// Visits every state that the system can reach from its current one, with some helpers, whose systems are like this
/// one. A helper that hands no system over takes no part.
///
/// The verdict is that of [`dfs`](crate::dfs()); the violation that is found first, and its trace, may be others.
pub fn parallel<S: System, C: SharedVisited>(
    system: &mut S,
    visited: &C,
    plan: Plan<'_>,
    helpers: usize,
    help: &Helper<'_, S>,
) -> SearchResult {
    let pool = WorkerPool::new(helpers + 1);
    let Plan { all, reduce, limits, stop, moot, progress } = plan;
    let mut tell = progress.map(|tell| move |it: &Progress| tell(it));
    let mut outcome = thread::scope(|scope| {
        let at_work = (1..=helpers)
            .filter_map(|index| {
                let (worker, limits) = (pool.worker(index), limits.clone());
                let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                    let _fuse = StopOnPanic(worker);
                    let plan = Plan { all, reduce, limits, stop, moot, progress: None };
                    let (mut plan, mut outcome) = (Some(plan), None);
                    help(&mut |system| {
                        if let Some(plan) = plan.take() {
                            outcome = Some(work(system, visited, plan, worker, false));
                        }
                    });
                    if outcome.is_none() {
                        worker.leave();
                    }
                    outcome
                });
                // If the host gives us no more threads, those that we have do the work.
                spawned.inspect_err(|_| worker.leave()).ok()
            })
            .collect::<Vec<_>>();
        let _fuse = StopOnPanic(pool.worker(0));
        let progress = tell.as_mut().map(|it| it as &mut dyn FnMut(&Progress) -> bool);
        let plan = Plan { all, reduce, limits, stop, moot, progress };
        let own = work(system, visited, plan, pool.worker(0), true);
        at_work.into_iter().fold(own, |sum, it| match it.join() {
            Ok(Some(outcome)) => together(sum, outcome),
            Ok(None) => sum,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    });
    let (stopped, items) = pool.close();
    outcome.stopped = stopped;
    outcome.stats.frontier +=
        items.iter().flat_map(|it| &it.untried).filter(|it| !it.is_empty()).count() as u64;
    let visited = visited.hand();
    outcome.stats.visited_bytes = visited.bytes();
    outcome.omission = visited.omission();
    outcome.missed = visited.missed();
    outcome
}

/// What one worker does.
fn work<'a, S: System, C: SharedVisited>(
    system: &mut S,
    visited: &C,
    plan: Plan<'a>,
    worker: Worker<'a>,
    first: bool,
) -> SearchResult {
    let mut visited = visited.hand();
    let reduce = plan.reduce;
    let mut no_record = ();
    let collector = Collector::of(plan, Some(worker));
    let mut search = Search::new(system, &mut visited, &mut no_record, reduce, collector);
    if first {
        search.start();
        search.run();
    }
    loop {
        if let Some(why) = search.collector.stopped {
            worker.stop(why);
            break;
        }
        let Some(item) = worker.take() else { break };
        search.resume(item);
        search.run();
    }
    search.close()
}

/// What two workers have found out, together.
fn together(one: SearchResult, other: SearchResult) -> SearchResult {
    let mut all = one;
    for it in other.findings {
        match all.findings.iter_mut().find(|known| known.violation.has_same_cause(&it.violation)) {
            None => all.findings.push(it),
            Some(known) => {
                let count = known.count + it.count;
                let length = |it: &Finding| it.trace.len();
                if (length(&it), &it.trace) < (length(known), &known.trace) {
                    *known = it;
                }
                known.count = count;
            }
        }
    }
    for Hindrance { obstacle, count } in other.hindrances {
        match all.hindrances.iter_mut().find(|known| known.obstacle == obstacle) {
            Some(known) => known.count += count,
            None => all.hindrances.push(Hindrance { obstacle, count }),
        }
    }
    let (a, b) = (all.stats, other.stats);
    all.stats = Stats {
        states: a.states + b.states,
        transitions: a.transitions + b.transitions,
        revisited: a.revisited + b.revisited,
        pruned: a.pruned + b.pruned,
        ended: a.ended + b.ended,
        reduced: a.reduced + b.reduced,
        restarts: a.restarts + b.restarts,
        cut: a.cut + b.cut,
        depth: a.depth.max(b.depth),
        frontier: a.frontier + b.frontier,
        visited_bytes: a.visited_bytes,
        // Each has counted the visited set.
        peak_bytes: a.peak_bytes + b.peak_bytes.saturating_sub(b.visited_bytes),
        elapsed: a.elapsed.max(b.elapsed),
    };
    all
}
