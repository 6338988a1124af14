//! The search that the options ask for.

use super::{limits, progress};
use crate::cli::{self, Fingerprint};
use crate::command::Error;
use crate::command::setup::Setup;
use crate::interrupt;
use gmc_explore::{
    Allow, Allowed, Bitstate, Fingerprints64, Fingerprints128, Limits, Numbers, PARTS, Plan, Shared, Visited,
    bfs, dfs, livelocks, parallel,
};
use gmc_model::{Kind, Outcome, Stopped, System as _};
use gmc_vm::Subject;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The outcome, and the errors that were allowed.
pub(super) fn search(options: &cli::Check, setup: &Setup) -> Result<(Outcome, Vec<Allowed>), Error> {
    let workers = options.jobs.get();
    let found = search_by(options, setup, workers)?;
    if workers > 1 && options.deterministic && !found.0.findings.is_empty() {
        // Which of the workers is the first to find something is up to chance.
        return search_by(options, setup, 1);
    }
    Ok(found)
}

fn search_by(options: &cli::Check, setup: &Setup, workers: usize) -> Result<(Outcome, Vec<Allowed>), Error> {
    let workshop = Workshop { options, setup, workers, met: Mutex::default() };
    let mut outcome = match (options.bitstate, options.fingerprint) {
        (Some(bytes), _) => {
            let parts = if workers > 1 { PARTS as u64 } else { 1 };
            workshop.search(|| Bitstate::new(bytes / parts))?
        }
        _ if options.exact => workshop.search(Numbers::new)?,
        (None, Fingerprint::Half) => workshop.search(Fingerprints64::new)?,
        (None, Fingerprint::Whole) => workshop.search(Fingerprints128::new)?,
    };
    let met = workshop.met.into_inner().unwrap_or_default();
    outcome.stats.pruned -= met.iter().map(|it| it.count).sum::<u64>();
    Ok((outcome, met))
}

/// What the workers share.
struct Workshop<'a> {
    options: &'a cli::Check,
    setup: &'a Setup,
    workers: usize,
    /// The errors that were allowed.
    met: Mutex<Vec<Allowed>>,
}

impl<'a> Workshop<'a> {
    /// A program to search.
    fn system(&self) -> Result<Allow<Subject<'a>>, Error> {
        // These are not looked for at all, or can be gone on from.
        let others = |kind: &Kind| {
            ![Kind::DataRace, Kind::MemoryLeak, Kind::Deadlock, Kind::InvalidPointerOperation].contains(kind)
        };
        let allowed = self.options.allow.iter().copied().filter(others).collect();
        let mut subject = self.setup.subject()?;
        if self.options.exact {
            subject.tell_exactly();
        }
        Ok(Allow::new(subject, allowed))
    }

    /// A worker has ended.
    fn absorb(&self, system: &Allow<Subject<'_>>) {
        let Ok(mut all) = self.met.lock() else { return };
        for it in system.met() {
            match all.iter_mut().find(|known| known.violation.has_same_cause(&it.violation)) {
                Some(known) => known.count += it.count,
                None => all.push(it.clone()),
            }
        }
    }

    fn search<V: Visited + Send>(&self, visited: impl Fn() -> V) -> Result<Outcome, Error> {
        let options = self.options;
        let mut system = self.system()?;
        let memory = options.memory.unwrap_or_else(limits::default_memory);
        // What the search counts is not all that there is: the program, its code, what allocators keep.
        let beside = limits::used().unwrap_or(0).saturating_sub(system.bytes() as u64);
        let stop = interrupt::ask();
        let exhausted = AtomicBool::new(false);
        let mut line = progress::Line::new();
        let mut report = |it: &gmc_explore::Progress| {
            let used = limits::used().unwrap_or(it.bytes as u64 + beside);
            if used > memory {
                exhausted.store(true, Ordering::Relaxed);
                stop.store(true, Ordering::Relaxed);
            }
            line.show(it, used);
        };
        let plan = Plan {
            all: options.all,
            reduce: !options.no_reduction,
            limits: Limits {
                time: options.time,
                states: options.states,
                depth: options.depth,
                memory: Some(memory.saturating_sub(beside) as usize),
            },
            stop: Some(stop),
            progress: Some(&mut report),
        };
        let mut outcome = match (options.livelock, options.bfs) {
            (true, _) => livelocks(&mut system, &mut visited(), plan),
            (false, true) => bfs(&mut system, &mut visited(), plan),
            (false, false) if self.workers == 1 => dfs(&mut system, &mut visited(), plan),
            (false, false) => {
                let set = Shared::new(visited);
                parallel(&mut system, &set, plan, self.workers - 1, &|search| {
                    // The first one was made, so this one fails only for want of memory: the others go on without it.
                    if let Ok(mut system) = self.system() {
                        search(&mut system);
                        self.absorb(&system);
                    }
                })
            }
        };
        self.absorb(&system);
        outcome.stats.visited_bytes += system.inner().exact_bytes();
        drop(line);
        if outcome.stopped == Some(Stopped::Request) && exhausted.into_inner() {
            outcome.stopped = Some(Stopped::Memory);
        }
        outcome.stats.peak_bytes = limits::peak().map_or(outcome.stats.peak_bytes, |peak| peak as usize);
        Ok(outcome)
    }
}
