//! The search that the options ask for.

use super::{Observers, partial, progress, temporal};
use crate::cli::{self, Fingerprint};
use crate::command::Error;
use crate::command::loaded::Loaded;
use crate::command::svcomp::Property;
use crate::command::trace;
use crate::run::Run;
use crate::{interrupt, memory, watchdog};
use gmc_model::{ContextBound, Stopped};
use gmc_search::{
    Asked, Bounds, Budget, CheckpointFile, Ends, Engine, Hooks, Progress, ProgressView, Reductions,
    SampleOptions, Score, Search, Searched, Store, Subject, Temporal, WalkOptions,
};
use gmc_system::Checked;
use gmc_system::observer::Record;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The longest that a task is searched breadth-first before it is searched depth-first.
const FIRST: Duration = Duration::from_secs(10);

/// The longest that random runs of a task are followed after that.
const SECOND: Duration = Duration::from_secs(5);

/// The search that options describe.
pub(super) fn of_check(options: &cli::Check) -> Search {
    let (engines, reductions, limits) = (&options.engines, &options.reductions, &options.limits);
    let (engine, engine_reason) = match engines.engine {
        Some(engine) => (Some(engine), "--engine asks for it"),
        None if engines.livelock => (Some(Engine::Livelock), "--livelock asks for it"),
        None if engines.bfs => (Some(Engine::Bfs), "--bfs asks for it"),
        None => (None, ""),
    };
    let by_abstraction = options.approximations.abstraction.is_some() && engine == Some(Engine::Best);
    let with = |reason| !reductions.without.contains(&reason);
    Search {
        engine,
        engine_reason,
        score: engines.score.or(by_abstraction.then_some(Score::Abstract)),
        target: engines.target.clone(),
        walks: WalkOptions {
            runs: engines.walks,
            orders: engines.orders,
            seed: engines.seed,
            samples: SampleOptions {
                epsilon: engines.epsilon,
                delta: engines.delta,
                weights: engines.weights,
                estimate: engines.estimate,
            },
        },
        workers: engines.jobs,
        deterministic: engines.deterministic,
        // One error is not all that tests are for.
        all: engines.all || options.reports.tests.tests.is_some(),
        store: store(&options.stores),
        reductions: Reductions {
            ample: !reductions.no_reduction,
            data: with(cli::Reason::Data),
            locks: with(cli::Reason::Locks),
            unlock: with(cli::Reason::Unlock),
            symmetry: !reductions.no_symmetry,
        },
        bounds: bounds(reductions, &options.approximations),
        budget: Budget {
            time: limits.time,
            memory: limits.memory.unwrap_or_else(memory::default_memory),
            states: limits.states,
            depth: limits.depth,
        },
        asked: Asked {
            every_state: !options.semantics.invariant.is_empty(),
            formulas: options.temporal.is_given(),
            ignores: !options.approximations.ignore.is_empty(),
            slices: options.approximations.slice.is_some(),
        },
        audit: options.output.audit,
        checkpoint: options.stores.checkpoint.as_ref().map(|path| CheckpointFile {
            path: path.clone(),
            every: options.stores.checkpoint_every,
            about: String::new(),
        }),
    }
}

fn bounds(reductions: &cli::Reductions, approximations: &cli::Approximations) -> Bounds {
    let cli::Approximations { values, limit, abstract_identity, steps, .. } = approximations;
    let switches = reductions.switches.map(ContextBound::Switches);
    Bounds {
        context: switches.or(reductions.preemptions.map(ContextBound::Preemptions)),
        limits: values.iter().chain(limit).cloned().collect(),
        handlers: *steps == cli::Steps::Handlers,
        abstract_identity: *abstract_identity,
    }
}

fn store(options: &cli::Stores) -> Store {
    match (options.bitstate, &options.disk, options.exact, options.fingerprint) {
        (Some(bytes), ..) => Store::Bitstate(bytes),
        (None, Some(directory), ..) => Store::Disk(directory.clone()),
        (None, None, true, _) => Store::Exact,
        (None, None, false, Fingerprint::Half) => Store::Fingerprints64,
        (None, None, false, Fingerprint::Whole) => Store::Fingerprints128,
    }
}

/// Searches. Where a task asks about a property and names no engine, there are two short passes before anything else.
/// Breadth-first, as many tasks make threads for ever, and what goes wrong with a few of them is found so or not at
/// all. Then random runs, as what is behind a long loop over inputs is near for these alone: a depth-first search stays
/// near the end of its first run.
pub(super) fn search(
    loaded: &Loaded,
    observers: &Observers,
    mut search: Search,
    property: Option<&Property>,
) -> Result<Searched, Error> {
    if let Some(file) = &search.checkpoint {
        let about = about(loaded, &search)?;
        search.checkpoint = Some(CheckpointFile { about, ..file.clone() });
    }
    // Compiling has taken a part of it.
    search.budget.time = search.budget.time.map(watchdog::left);
    let is_asked = property.is_some_and(|it| it.coverage().is_none());
    if is_asked && matches!(search.engine, None | Some(Engine::Dfs)) {
        let all = search.budget.time;
        let time = |part: u32, most: Duration| Some(all.map_or(most, |time| (time / part).min(most)));
        let first = Search {
            engine: Some(Engine::Bfs),
            engine_reason: "the first pass of a task is breadth-first",
            workers: NonZeroUsize::MIN,
            budget: Budget { time: time(4, FIRST), memory: search.budget.memory / 2, ..search.budget },
            ..search.clone()
        };
        let found = search_once(loaded, observers, &first, property)?;
        let is_over = matches!(found.result.stopped, Some(Stopped::Time | Stopped::Memory));
        if !is_over || !found.result.findings.is_empty() {
            return Ok(found);
        }
        let second = Search {
            engine: Some(Engine::Walk),
            engine_reason: "the second pass of a task is of random runs",
            budget: Budget { time: time(6, SECOND), ..first.budget },
            ..first
        };
        let found = search_once(loaded, observers, &second, property)?;
        if !found.result.findings.is_empty() {
            return Ok(found);
        }
    }
    temporal::search(loaded, &search, |loaded, search| search_once(loaded, observers, search, property))
}

/// What samples are drawn for where there is no property: errors alone.
fn samples(search: &Search, loaded: &Loaded) -> Option<Temporal> {
    let fairness = loaded.formulas.fairness();
    (search.engine == Some(Engine::Lassos)).then_some(Temporal { property: None, fairness })
}

fn search_once(
    loaded: &Loaded,
    observers: &Observers,
    search: &Search,
    property: Option<&Property>,
) -> Result<Searched, Error> {
    if loaded.approximate.resolve(loaded.compiled()?, search)?.sees_operations() && observers.see_operations()
    {
        return Err(Error::LimitAndCoverage);
    }
    search_with(loaded, search, property, observers.record(), &|it| observers.watch(it))
}

/// Searches once, with executions that are watched in this way.
pub(super) fn search_with(
    loaded: &Loaded,
    search: &Search,
    property: Option<&Property>,
    record: Option<Arc<dyn Record>>,
    watch: &(dyn Fn(&mut Checked) + Sync),
) -> Result<Searched, Error> {
    let compiled = loaded.compiled()?;
    let fresh = || loaded.execution_of(compiled);
    let approximate = loaded.approximate.resolve(compiled, search)?;
    let watched = || {
        let mut execution = fresh()?;
        approximate.apply(&mut execution);
        execution.record_premises(&loaded.met.relied);
        execution.record_tolerated(&loaded.met.tolerated);
        execution.record_solver(&loaded.met.solver);
        watch(&mut execution);
        Ok(execution)
    };
    let ends = property
        .cloned()
        .map(|property| -> Ends { Arc::new(move |violation| property.is_over_after(violation)) });
    let subject = Subject {
        watched: &watched,
        fresh: &fresh,
        invariants_of_processes: compiled.uses.system
            && (loaded.may_name_invariants()? || !loaded.run.properties.invariants.is_empty()),
        policy: loaded.exceptions.all(),
        ends,
        sharing: loaded.sharing.clone(),
        relied: loaded.met.relied.clone(),
        temporal: loaded.formulas.temporal().or_else(|| samples(search, loaded)),
        record,
    };
    let hooks = Hooks {
        stop: interrupt::asked(),
        halt: watchdog::halt(),
        notice: |message| eprintln!("gmc: {message}"),
        memory_used: memory::used,
        memory_peak: memory::peak,
    };
    gmc_search::search(&subject, search, &hooks, &mut Watching::default()).map_err(Error::from)
}

/// What a checkpoint is of: the program, its run and the search. Limits of time and memory may differ.
fn about(loaded: &Loaded, search: &Search) -> Result<String, Error> {
    // What is known of sharing grows with the search, which keeps it beside this.
    let run = Run { shared: Vec::new(), ..loaded.run.clone() };
    Ok(format!(
        "gmc {}, program {}, run {}, search {}",
        env!("CARGO_PKG_VERSION"),
        trace::fingerprint(loaded),
        serde_json::to_string(&run).map_err(io::Error::from)?,
        serde_json::to_string(&search.identity()).map_err(io::Error::from)?
    ))
}

/// Shows how far the search is, and keeps it for an answer that cannot wait for the end.
#[derive(Default)]
struct Watching {
    line: Option<progress::Line>,
}

impl ProgressView for Watching {
    fn show(&mut self, progress: &Progress, bytes: u64) {
        self.line.get_or_insert_with(progress::Line::new).show(progress, bytes);
        partial::searched(progress);
    }

    fn clear(&mut self) {
        self.line = None;
    }
}
