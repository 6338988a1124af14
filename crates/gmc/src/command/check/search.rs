//! The search that the options ask for.

use super::audited::Audited;
use super::checkpoint::Checkpoint;
use super::engine::{self, Chosen, Order};
use super::{draft, progress};
use crate::cli::{self, Fingerprint};
use crate::command::Error;
use crate::command::setup::Setup;
use crate::command::svcomp::Property;
use crate::{interrupt, memory, watchdog};
use gmc_explore::{
    Allow, Allowed, Audit, Bitstate, Bounded, Concurrent, DiskErrors, Fingerprints64, Fingerprints128,
    Limits, NewFile, Numbers, PARTS, Plan, Shared, SharedVisited, Spilling, Stored, Visited, best, bfs, dfs,
    dpor, livelocks, parallel, walk,
};
use gmc_model::{Choice, ContextBound, ErrorKind, ErrorPolicy, Footprints, SearchResult, Stopped, System};
use gmc_report::{Reason, Used};
use gmc_system::Checked;
use gmc_vm::Hypotheses;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest that a task is searched breadth-first before it is searched depth-first.
const FIRST: Duration = Duration::from_secs(10);

/// Visited states may take one part of so many of the memory before they go to disk.
const SHARE: usize = 4;

/// The outcome, how it was come by, and what was left out on purpose.
pub(super) fn search(
    options: &cli::Check,
    setup: &Setup,
    property: Option<&Property>,
) -> Result<(SearchResult, Used, Vec<Reason>), Error> {
    let workers = options.jobs.get();
    let mut options = options.clone();
    // Compiling has taken a part of it.
    options.time = options.time.map(watchdog::left);
    let options = &options;
    if property.is_some() && engine::order(options) == Order::Depth && !options.livelock {
        // Many tasks make threads for ever: what goes wrong with a few of them is found breadth-first or not at all.
        let mut first = options.clone();
        first.bfs = true;
        first.time = Some(options.time.map_or(FIRST, |time| (time / 4).min(FIRST)));
        first.memory = Some(options.memory.unwrap_or_else(memory::default_memory) / 2);
        let found = search_by(&first, setup, property, 1)?;
        let over = matches!(found.0.stopped, Some(Stopped::Time | Stopped::Memory));
        if !over || !found.0.findings.is_empty() {
            return Ok(found);
        }
    }
    let found = search_by(options, setup, property, workers)?;
    if workers > 1 && options.deterministic && !found.0.findings.is_empty() {
        // Which of the workers is the first to find something is up to chance.
        return search_by(options, setup, property, 1);
    }
    Ok(found)
}

fn search_by(
    options: &cli::Check,
    setup: &Setup,
    property: Option<&Property>,
    workers: usize,
) -> Result<(SearchResult, Used, Vec<Reason>), Error> {
    let allowed: Vec<ErrorKind> = options.allow.iter().copied().filter(|it| !it.can_be_ignored()).collect();
    let kept = Checkpoint::asked_for(options, setup, &allowed)?;
    let subject = |assumptions: &Arc<Hypotheses>| {
        let mut subject = setup.explored()?;
        subject.assume(assumptions.clone());
        if options.exact {
            subject.number_states();
        }
        let system = Allow::new(subject, ErrorPolicy::allowing(allowed.iter().copied()));
        let Some(property) = property.cloned() else { return Ok(system) };
        Ok(system.ending_with(move |violation| property.is_over_after(violation)))
    };
    let bound =
        options.switches.map(ContextBound::Switches).or(options.preemptions.map(ContextBound::Preemptions));
    let scorer = engine::scorer(options, setup)?.map(Mutex::new);
    let rate =
        |subject: &Checked, by: Choice| scorer.as_ref().map_or(0, |it| lock(it).rate(subject, by.thread));
    let omitted = Mutex::new(Omitted::default());
    let mut chosen = engine::choose(options, workers);
    if bound.is_some() && !matches!(chosen, Chosen::States(_)) {
        chosen = Chosen::States("runs are bounded");
    }
    let used = match chosen {
        Chosen::States(why) => engine::whole(options, why),
        Chosen::Reduced(_) | Chosen::Random(_) => engine::whole(options, ""),
    };
    let whole = Whole { options, setup, workers, chosen: &chosen, kept: kept.as_ref(), omitted: &omitted };
    let audited = Audited::default();
    let (mut outcome, used) = match (bound, options.audit) {
        (None, None) => {
            let absorb = |system: Allow<Checked>, _: Option<&SearchResult>| whole.absorb(&system);
            let score = |system: &Allow<Checked>, by: Choice| rate(system.inner(), by);
            whole.search(&subject, &score, &absorb, &|| {}, used)?
        }
        (None, Some(every)) => {
            let make = |it: &Arc<Hypotheses>| Ok(Audit::new(subject(it)?, every));
            let absorb = |mut system: Audit<Allow<Checked>>, outcome: Option<&SearchResult>| {
                audited.absorb(&mut system, outcome.filter(|_| workers == 1));
                whole.absorb(system.inner());
            };
            let score = |system: &Audit<Allow<Checked>>, by: Choice| rate(system.inner().inner(), by);
            whole.search(&make, &score, &absorb, &|| audited.start_over(), used)?
        }
        (Some(bound), _) => {
            // Whoever went on last counts, so no order stands for another.
            let make = |few: &Arc<Hypotheses>| Ok(Bounded::new(subject(few)?, bound));
            let finished = |system: Bounded<Allow<_>>, _: Option<&SearchResult>| {
                lock(&omitted).absorb(system.inner().met(), system.cut());
            };
            let score = |system: &Bounded<Allow<Checked>>, by: Choice| rate(system.inner().inner(), by);
            let workshop = Workshop {
                options,
                workers,
                make: &make,
                score: &score,
                finished: &finished,
                start_over: &|| {},
                kept: None,
                assumptions: engine::few_assumptions(setup),
            };
            (workshop.search()?, used)
        }
    };
    let Omitted { met, cut, bytes } = omitted.into_inner().unwrap_or_default();
    outcome.stats.visited_bytes += bytes;
    outcome.stats.pruned -= met.iter().map(|it| it.count).sum::<u64>();
    let beyond = bound.and_then(|bound| beyond(bound, cut));
    let left_out = met.iter().map(after_allowed).chain(beyond).chain(audited.tell(&outcome)).collect();
    Ok((outcome, used, left_out))
}

/// A search whose runs are not bounded.
struct Whole<'a> {
    options: &'a cli::Check,
    setup: &'a Setup,
    workers: usize,
    chosen: &'a Chosen,
    kept: Option<&'a Checkpoint>,
    omitted: &'a Mutex<Omitted>,
}

impl Whole<'_> {
    /// Takes down what a system that has ended was allowed, and took.
    fn absorb(&self, system: &Allow<Checked>) {
        let mut omitted = lock(self.omitted);
        omitted.absorb(system.met(), 0);
        omitted.bytes += system.inner().exact_bytes();
    }

    /// Makes the search that was chosen. What was used, unless another search had to be made.
    fn search<S: Footprints>(
        &self,
        make: &Make<'_, S>,
        score: &(dyn Fn(&S, Choice) -> u64 + Sync),
        finished: &(dyn Fn(S, Option<&SearchResult>) + Sync),
        forget: &(dyn Fn() + Sync),
        mut used: Used,
    ) -> Result<(SearchResult, Used), Error> {
        let options = self.options;
        let start_over = || {
            *lock(self.omitted) = Omitted::default();
            forget();
        };
        let workshop = Workshop {
            options,
            workers: self.workers,
            make,
            score,
            finished,
            start_over: &start_over,
            kept: self.kept,
            assumptions: engine::few_assumptions(self.setup),
        };
        let assumptions = engine::assumptions(options, self.setup);
        let assumed = assumptions.clone();
        let outcome = match self.chosen {
            Chosen::States(_) => Workshop { assumptions, ..workshop }.search()?,
            Chosen::Random(walks) => workshop.run(|system, plan| {
                let (outcome, drawn) = walk(system, walks, plan);
                used = engine::random(walks, &drawn);
                Ok(outcome)
            })?,
            &Chosen::Reduced(memory) => {
                let start = Instant::now();
                let mut told = None;
                let outcome = workshop.run(|system, plan| {
                    let (outcome, reduction) = dpor(system, memory, plan);
                    told = Some(engine::reduced(memory, &reduction));
                    Ok(outcome)
                })?;
                match told.expect("a search tells") {
                    Ok(reduced) => {
                        used = reduced;
                        outcome
                    }
                    Err(why) => {
                        used = engine::whole(options, why);
                        start_over();
                        let mut rest = options.clone();
                        rest.time = rest.time.map(|time| time.saturating_sub(start.elapsed()));
                        Workshop { options: &rest, assumptions, ..workshop }.search()?
                    }
                }
            }
        };
        used.alike = assumed.alike();
        Ok((outcome, used))
    }
}

/// What the workers did not examine.
#[derive(Default)]
struct Omitted {
    /// What comes after these errors.
    met: Vec<Allowed>,
    /// What so many steps lead to.
    cut: u64,
    /// And what they have kept of states beside the visited set.
    bytes: usize,
}

impl Omitted {
    fn absorb(&mut self, met: &[Allowed], cut: u64) {
        self.cut += cut;
        for it in met {
            match self.met.iter_mut().find(|known| known.violation.has_same_cause(&it.violation)) {
                Some(known) => known.count += it.count,
                None => self.met.push(it.clone()),
            }
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search for one worker or several.
struct Workshop<'a, S> {
    options: &'a cli::Check,
    workers: usize,
    /// Makes the system that a worker searches, which may assume something.
    make: &'a Make<'a, S>,
    /// How good it looks after a step, where that decides which state is next.
    score: &'a (dyn Fn(&S, Choice) -> u64 + Sync),
    /// Called with it when the worker has ended, and with the outcome if it was the first one.
    finished: &'a (dyn Fn(S, Option<&SearchResult>) + Sync),
    /// Called when what was told about systems that have ended is to be forgotten.
    start_over: &'a (dyn Fn() + Sync),
    /// Where it is kept, if anywhere.
    kept: Option<&'a Checkpoint>,
    /// What it takes for granted.
    assumptions: Arc<Hypotheses>,
}

type Make<'a, S> = dyn Fn(&Arc<Hypotheses>) -> Result<S, Error> + Sync + 'a;

impl<S: System> Workshop<'_, S> {
    fn search(&self) -> Result<SearchResult, Error> {
        match (self.options.bitstate, self.options.fingerprint) {
            (Some(bytes), _) => {
                let parts = if self.workers > 1 { PARTS as u64 } else { 1 };
                let visited = || Bitstate::new(bytes / parts);
                self.search_with(visited, || Shared::new(visited))
            }
            _ if self.options.disk.is_some() => self.search_on_disk(),
            _ if self.options.exact => self.run(|system, plan| {
                Ok(self.search_once(system, Numbers::new, || Shared::new(Numbers::new), plan))
            }),
            (None, Fingerprint::Half) => self.search_with(Fingerprints64::new, Concurrent::<1>::new),
            (None, Fingerprint::Whole) => self.search_with(Fingerprints128::new, Concurrent::<2>::new),
        }
    }

    /// The search, with visited states in files when they are many.
    fn search_on_disk(&self) -> Result<SearchResult, Error> {
        let directory = self.options.disk.clone().unwrap_or_default();
        let make: NewFile = Arc::new(move || tempfile::tempfile_in(&directory));
        // Better now than after an hour.
        make().map_err(|error| {
            let path = self.options.disk.as_deref().unwrap_or(Path::new("")).display().to_string();
            Error::File { path, error }
        })?;
        let memory = self.options.memory.unwrap_or_else(memory::default_memory) as usize;
        let parts = if self.workers > 1 { PARTS } else { 1 };
        let trouble = DiskErrors::default();
        let visited = || Spilling::new(memory / SHARE / parts, make.clone(), trouble.clone());
        let outcome =
            self.run(|system, plan| Ok(self.search_once(system, visited, || Shared::new(visited), plan)));
        if let Some(error) = trouble.take() {
            eprintln!("gmc: warning: visited states could not be kept on disk: {error}");
        }
        outcome
    }

    fn search_with<V: Stored + Send, C: SharedVisited>(
        &self,
        visited: impl Fn() -> V,
        shared: impl Fn() -> C,
    ) -> Result<SearchResult, Error> {
        self.run(|system, plan| match self.kept {
            Some(file) => file.search(system, &mut visited(), plan),
            None => Ok(self.search_once(system, &visited, &shared, plan)),
        })
    }

    /// The search that the options ask for, from the beginning to the end.
    fn search_once<V: Visited + Send, C: SharedVisited>(
        &self,
        system: &mut S,
        visited: impl Fn() -> V,
        shared: impl Fn() -> C,
        plan: Plan<'_>,
    ) -> SearchResult {
        match engine::order(self.options) {
            _ if self.options.livelock => livelocks(system, &mut visited(), plan),
            Order::Best(_) => {
                let mut score = |system: &S, by: Choice| (self.score)(system, by);
                best(system, &mut visited(), &mut score, plan)
            }
            Order::Breadth => bfs(system, &mut visited(), plan),
            Order::Depth if self.workers == 1 => dfs(system, &mut visited(), plan),
            Order::Depth => {
                parallel(system, &shared(), plan, self.workers - 1, &|search| {
                    // The first one was made, so this one fails only for want of memory: the others go on without it.
                    if watchdog::halt().asked().is_none()
                        && let Ok(mut system) = (self.make)(&self.assumptions)
                    {
                        search(&mut system);
                        (self.finished)(system, None);
                    }
                })
            }
        }
    }

    /// Searches, again and again until what was taken for granted was so.
    fn run(
        &self,
        mut engine: impl FnMut(&mut S, Plan<'_>) -> Result<SearchResult, Error>,
    ) -> Result<SearchResult, Error> {
        let started = Instant::now();
        let (mut beside, mut restarts) = (None, 0);
        loop {
            let mut outcome = self.run_once(&mut engine, started, &mut beside)?;
            outcome.stats.restarts = restarts;
            outcome.stats.elapsed = outcome.stats.elapsed.max(started.elapsed());
            let through = match outcome.stopped {
                None | Some(Stopped::Runs) => true,
                Some(Stopped::Request) => !interrupt::is_asked(),
                // What was found is so, and what was not is said to be open.
                _ => false,
            };
            if !through || !self.assumptions.is_refuted() {
                return Ok(outcome);
            }
            self.assumptions.again();
            if let Some(kept) = self.kept {
                kept.begin_again();
            }
            (self.start_over)();
            restarts += 1;
        }
    }

    fn run_once(
        &self,
        engine: &mut impl FnMut(&mut S, Plan<'_>) -> Result<SearchResult, Error>,
        started: Instant,
        beside: &mut Option<u64>,
    ) -> Result<SearchResult, Error> {
        let options = self.options;
        let mut system = (self.make)(&self.assumptions)?;
        let most = options.memory.unwrap_or_else(memory::default_memory);
        // What the search counts is not all that there is: the program, its code, what allocators keep. What they keep of a search
        // that was given up is there for the next one.
        let beside = *beside
            .get_or_insert_with(|| memory::used().unwrap_or(0).saturating_sub(system.host_bytes() as u64));
        let stop = interrupt::asked();
        let mut line = progress::Line::new();
        let mut report = |it: &gmc_explore::Progress| {
            let used = memory::used().unwrap_or(it.bytes as u64 + beside);
            line.show(it, used);
            draft::learnt(it);
            used <= most
        };
        let plan = Plan {
            all: options.all,
            reduce: !options.no_reduction,
            limits: Limits {
                time: options.time.map(|time| time.saturating_sub(started.elapsed())),
                states: options.states,
                depth: options.depth,
                memory: Some(most.saturating_sub(beside) as usize),
            },
            stop: Some(stop),
            moot: Some(self.assumptions.over()),
            progress: Some(&mut report),
        };
        let outcome = engine(&mut system, plan);
        (self.finished)(system, outcome.as_ref().ok());
        drop(line);
        let mut outcome = outcome?;
        outcome.stats.peak_bytes = memory::peak().map_or(outcome.stats.peak_bytes, |peak| peak as usize);
        Ok(outcome)
    }
}

/// What a bound has left out, if anything.
fn beyond(bound: ContextBound, cut: u64) -> Option<Reason> {
    let (most, what) = match bound {
        ContextBound::Switches(most) => (most, "switches"),
        ContextBound::Preemptions(most) => (most, "preemptions"),
    };
    (cut > 0).then(|| Reason {
        word: "bounded",
        message: format!("runs with more than {most} {what} of threads were not examined (--{what})"),
        location: None,
        count: Some(cut),
        advice: Some(match bound {
            ContextBound::Switches(_) => "raise --switches",
            ContextBound::Preemptions(_) => "raise --preemptions",
        }),
    })
}

fn after_allowed(it: &Allowed) -> Reason {
    Reason {
        word: "allowed",
        message: format!(
            "what comes after this {} was not examined (--allow): {}",
            it.violation.kind, it.violation.message
        ),
        location: it.violation.location.clone(),
        count: Some(it.count),
        advice: None,
    }
}
