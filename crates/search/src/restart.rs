//! A search, made again until its hypotheses hold.
//!
//! Reductions rely on hypotheses about the program (what variables are used for, which threads are alike). A step that
//! refutes one ends the search soon; what is known then stays, and the next search relies on less. Since knowledge only
//! grows, one of them is the last. A violation that was found in the meantime is one, and needs no second search.

use crate::Searched;
use crate::checkpoint::Checkpoint;
use crate::choose::{self, Chosen};
use crate::error::SearchError;
use crate::hooks::{Hooks, ProgressView};
use crate::layers::{Approximated, Stack, Subject, Totals};
use crate::scoring::Scoring;
use crate::stores::OpenStore;
use crate::value::{Search, Store};
use gmc_explore::{
    Allow, Audit, Bitstate, Bounded, Fingerprints64, Fingerprints128, Limits, Plan, Progress, dpor, paths,
    walk,
};
use gmc_model::{Footprints, Reasons, SearchResult, Stopped, Used};
use gmc_system::Checked;
use gmc_vm::Hypotheses;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Makes the search that the value describes, once for all its workers.
pub(crate) fn search(
    subject: &Subject<'_>,
    search: &Search,
    hooks: &Hooks<'_>,
    progress: &mut dyn ProgressView,
) -> Result<Searched, SearchError> {
    let checkpoint = Checkpoint::open(subject, search, hooks.notice)?;
    let scoring = Scoring::new(subject, search)?;
    let totals = Totals::default();
    let context = Context { subject, search, hooks, scoring: &scoring, totals: &totals };
    let (mut result, used) = match (search.bounds.context, search.audit) {
        (None, None) if search.approximates() => {
            let reduces = search.bounds.limits.is_empty() && !search.bounds.handlers;
            let all = || choose::hypotheses(search, &subject.sharing);
            let hypotheses = if reduces { all() } else { context.few_hypotheses() };
            context.layered::<Approximated>(&hypotheses, progress)?
        }
        (None, None) => context.unbounded::<Allow<Checked>>(checkpoint.as_ref(), progress)?,
        (None, Some(_)) => context.unbounded::<Audit<Allow<Checked>>>(None, progress)?,
        // Who went on last is part of the states, so no order stands for another.
        (Some(_), _) => context.layered::<Bounded<Allow<Checked>>>(&context.few_hypotheses(), progress)?,
    };
    totals.close(search, &mut result, hooks.notice);
    Ok(Searched { result, used })
}

/// What all engines of a search share.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) subject: &'a Subject<'a>,
    pub(crate) search: &'a Search,
    pub(crate) hooks: &'a Hooks<'a>,
    pub(crate) scoring: &'a Scoring,
    pub(crate) totals: &'a Totals,
}

impl<'a> Context<'a> {
    pub(crate) fn restarting<S: Stack>(self, hypotheses: Arc<Hypotheses>) -> Restarting<'a, S> {
        let Context { subject, search, hooks, scoring, totals } = self;
        Restarting { subject, search, hooks, scoring, totals, hypotheses, system: PhantomData }
    }

    /// The hypotheses of every search, which reduces nothing by them.
    pub(crate) fn few_hypotheses(self) -> Arc<Hypotheses> {
        Arc::new(Hypotheses::new(self.subject.sharing.clone()))
    }

    /// A search of all states of a system whose layers have states of their own.
    fn layered<S: Stack>(
        self,
        hypotheses: &Arc<Hypotheses>,
        progress: &mut dyn ProgressView,
    ) -> Result<(SearchResult, Used), SearchError> {
        let mut used = match choose::choose(self.search) {
            Chosen::States(why) => choose::used_states(self.search, &why),
            Chosen::Reduced(_) | Chosen::Paths | Chosen::Random(_) => {
                unreachable!("only searches of all states have such layers")
            }
        };
        let result = self.restarting::<S>(hypotheses.clone()).search_states(None, progress)?;
        used.alike = hypotheses.alike();
        Ok((result, used))
    }

    /// A search of all runs, by the engine that is chosen.
    fn unbounded<S: Stack + Footprints + Reasons>(
        self,
        checkpoint: Option<&Checkpoint>,
        progress: &mut dyn ProgressView,
    ) -> Result<(SearchResult, Used), SearchError> {
        let hypotheses = choose::hypotheses(self.search, &self.subject.sharing);
        let chosen = match choose::choose(self.search) {
            // Dynamic reduction does not see what an invariant reads of other processes.
            Chosen::Reduced(_) if self.subject.invariants_of_processes => {
                Chosen::States("an invariant looks at every state of several processes".to_owned())
            }
            chosen => chosen,
        };
        let (result, mut used) = match chosen {
            Chosen::States(why) => {
                let searching = self.restarting::<S>(hypotheses.clone());
                let result = searching.search_states(checkpoint, progress)?;
                (result, choose::used_states(self.search, &why))
            }
            Chosen::Paths => {
                let mut used = None;
                let reduce = self.search.reductions.ample;
                let result =
                    self.restarting::<S>(self.few_hypotheses()).run(None, progress, |system, plan| {
                        let (result, stats) = paths(system, reduce, plan);
                        used = Some(choose::used_paths(&stats));
                        Ok(result)
                    })?;
                (result, used.expect("runs were followed"))
            }
            Chosen::Random(walks) => {
                let mut used = None;
                let result =
                    self.restarting::<S>(self.few_hypotheses()).run(None, progress, |system, plan| {
                        let (result, drawn) = walk(system, &walks, plan);
                        used = Some(choose::used_random(&walks, &drawn));
                        Ok(result)
                    })?;
                (result, used.expect("runs were drawn"))
            }
            Chosen::Reduced(matching) => {
                let started = Instant::now();
                let mut used = None;
                let result =
                    self.restarting::<S>(self.few_hypotheses()).run(None, progress, |system, plan| {
                        let (result, stats) = dpor(system, matching, plan);
                        used = Some(choose::used_reduced(matching, &stats));
                        Ok(result)
                    })?;
                match used.expect("a search was made") {
                    Ok(used) => (result, used),
                    Err(why) => {
                        self.totals.reset();
                        self.all_states_instead::<S>(&hypotheses, started.elapsed(), why, progress)?
                    }
                }
            }
        };
        used.alike = hypotheses.alike();
        Ok((result, used))
    }

    /// Visits all states in the time that is left, where dynamic reduction was of no use.
    fn all_states_instead<S: Stack + Footprints + Reasons>(
        self,
        hypotheses: &Arc<Hypotheses>,
        spent: Duration,
        why: &str,
        progress: &mut dyn ProgressView,
    ) -> Result<(SearchResult, Used), SearchError> {
        let mut search = self.search.clone();
        search.budget.time = search.budget.time.map(|time| time.saturating_sub(spent));
        let context = Context { search: &search, ..self };
        let result = context.restarting::<S>(hypotheses.clone()).search_states(None, progress)?;
        Ok((result, choose::used_states(&search, why)))
    }
}

/// A search over systems with certain layers, made again until its hypotheses hold.
pub(crate) struct Restarting<'a, S> {
    pub(crate) subject: &'a Subject<'a>,
    pub(crate) search: &'a Search,
    pub(crate) hooks: &'a Hooks<'a>,
    pub(crate) scoring: &'a Scoring,
    pub(crate) totals: &'a Totals,
    pub(crate) hypotheses: Arc<Hypotheses>,
    system: PhantomData<fn() -> S>,
}

impl<S: Stack> Restarting<'_, S> {
    /// Visits all states.
    pub(crate) fn search_states(
        &self,
        checkpoint: Option<&Checkpoint>,
        progress: &mut dyn ProgressView,
    ) -> Result<SearchResult, SearchError> {
        if let Some(file) = checkpoint {
            return self.run(checkpoint, progress, |system, plan| match self.search.store {
                Store::Bitstate(bytes) => file.search(system, &mut Bitstate::new(bytes), plan),
                Store::Fingerprints64 => file.search(system, &mut Fingerprints64::new(), plan),
                _ => file.search(system, &mut Fingerprints128::new(), plan),
            });
        }
        let search = self.search;
        let store = OpenStore::open(&search.store, search.workers.get(), search.budget.memory)?;
        let result = self.run(None, progress, |system, plan| Ok(self.visit(&store, system, plan)));
        store.close(self.hooks.notice);
        result
    }

    /// Runs an engine until the hypotheses hold.
    pub(crate) fn run(
        &self,
        checkpoint: Option<&Checkpoint>,
        progress: &mut dyn ProgressView,
        mut engine: impl FnMut(&mut S, Plan<'_>) -> Result<SearchResult, SearchError>,
    ) -> Result<SearchResult, SearchError> {
        let started = Instant::now();
        let (mut other_bytes, mut restarts) = (None, 0);
        loop {
            let mut result = self.run_once(&mut engine, started, &mut other_bytes, progress)?;
            result.stats.restarts = restarts;
            result.stats.elapsed = result.stats.elapsed.max(started.elapsed());
            let is_through = match result.stopped {
                None | Some(Stopped::Runs | Stopped::Lassos) => true,
                // The engine was asked to end: by the hypotheses, unless the user wants it.
                Some(Stopped::Request) => !self.hooks.stop.load(Ordering::Relaxed),
                // What was found is true, and what was not visited is a gap of the result.
                _ => false,
            };
            if !is_through || !self.hypotheses.is_refuted() {
                return Ok(result);
            }
            self.hypotheses.again();
            if let Some(file) = checkpoint {
                file.begin_again();
            }
            self.totals.reset();
            restarts += 1;
        }
    }

    /// Runs an engine once. `other_bytes` is the memory that no engine counts: the program, its code, what allocators
    /// keep. It is measured before the first run, since what allocators keep of a run that was given up is there for
    /// the next one.
    fn run_once(
        &self,
        engine: &mut impl FnMut(&mut S, Plan<'_>) -> Result<SearchResult, SearchError>,
        started: Instant,
        other_bytes: &mut Option<u64>,
        progress: &mut dyn ProgressView,
    ) -> Result<SearchResult, SearchError> {
        let budget = &self.search.budget;
        let memory_used = self.hooks.memory_used;
        let mut system = S::new(self.subject, self.search, &self.hypotheses)?;
        let other_bytes = *other_bytes
            .get_or_insert_with(|| memory_used().unwrap_or(0).saturating_sub(system.host_bytes() as u64));
        let mut report = |it: &Progress| {
            let used = memory_used().unwrap_or(it.bytes as u64 + other_bytes);
            progress.show(it, used);
            used <= budget.memory
        };
        let plan = Plan {
            all: self.search.all,
            reduce: self.search.reductions.ample,
            limits: Limits {
                time: budget.time.map(|time| time.saturating_sub(started.elapsed())),
                states: budget.states,
                depth: budget.depth,
                memory: Some(budget.memory.saturating_sub(other_bytes) as usize),
            },
            stop: Some(self.hooks.stop),
            moot: Some(self.hypotheses.over()),
            progress: Some(&mut report),
        };
        let result = engine(&mut system, plan);
        let alone = result.as_ref().ok().filter(|_| self.search.workers.get() == 1);
        system.finish(self.totals, alone);
        progress.clear();
        let mut result = result?;
        result.stats.peak_bytes =
            (self.hooks.memory_peak)().map_or(result.stats.peak_bytes, |peak| peak as usize);
        Ok(result)
    }
}
