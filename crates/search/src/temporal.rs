//! Searches for runs that violate a temporal property, and random lassos.
//!
//! A property all of whose violations show after finitely many steps is looked for by the ordinary searches, with its
//! automaton as a layer: depth-first, breadth-first, or the best first, by one worker or several. Others need cycles.
//! There, several workers search the same product in different orders: one that finds a violation, or is through, has
//! the answer. Threads are told apart, and no order stands for another but by ample sets: those keep when propositions
//! change and which threads can go on, as long as repeated states make no difference to the formula.

use crate::Searched;
use crate::capability::Engine;
use crate::choose;
use crate::error::SearchError;
use crate::hooks::{Hooks, ProgressView};
use crate::layers::{Stack, Subject, Totals};
use crate::restart::{Context, Restarting};
use crate::scoring::Scoring;
use crate::value::{SampleOptions, Search};
use gmc_explore::{
    Allow, Fairness, LassoStats, Lassos, Limits, Plan, Product, Progress, Property, Weights, emptiness,
    lassos, samples_for,
};
use gmc_model::{ErrorKind, SearchResult, Stopped, Used};
use gmc_system::Checked;
use gmc_vm::Hypotheses;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What runs are searched for.
#[derive(Clone, Debug)]
pub struct Temporal {
    /// The property that they violate. None: errors alone.
    pub property: Option<Arc<Property>>,
    /// Which runs count.
    pub fairness: Fairness,
}

/// The program with an automaton beside it.
type Labelled = Product<Allow<Checked>>;

impl Stack for Labelled {
    fn new(
        subject: &Subject<'_>,
        search: &Search,
        hypotheses: &Arc<Hypotheses>,
    ) -> Result<Self, SearchError> {
        let inner = <Allow<Checked> as Stack>::new(subject, search, hypotheses)?;
        let property = subject.temporal.as_ref().and_then(|it| it.property.clone());
        Ok(Product::new(inner, property.unwrap_or_else(|| Arc::new(Property::nothing()))))
    }

    fn execution(&self) -> &Checked {
        self.inner().inner()
    }

    fn finish(self, totals: &Totals, _: Option<&SearchResult>) {
        totals.add_allowed(self.inner().met());
    }
}

/// Makes the search, once for all its workers.
pub(crate) fn search(
    subject: &Subject<'_>,
    temporal: &Temporal,
    search: &Search,
    hooks: &Hooks<'_>,
    progress: &mut dyn ProgressView,
) -> Result<Searched, SearchError> {
    let scoring = Scoring::new(subject, search)?;
    let totals = Totals::default();
    let context = Context { subject, search, hooks, scoring: &scoring, totals: &totals };
    let is_sampled = search.engine == Some(Engine::Lassos);
    let hypotheses = match &temporal.property {
        Some(it) if !is_sampled && it.stutter_invariant == Some(true) => {
            Arc::new(choose::hypotheses_of_orders(search, &subject.sharing))
        }
        _ => context.few_hypotheses(),
    };
    let searching = context.restarting::<Labelled>(hypotheses);
    let fairness = temporal.fairness;
    let (mut result, used) = match &temporal.property {
        property if is_sampled => {
            let options = search.walks.samples;
            let mut plan = None;
            let result = searching.run(None, progress, |system, limits| {
                let seed = search.walks.seed.unwrap_or(1);
                let mut lassos = Lassos::new(options.count(), seed, fairness, options.estimate);
                lassos.weights = options.weights.unwrap_or_default();
                let plan = plan.insert(lassos);
                Ok(searching.sample(system, plan, limits))
            })?;
            let stats = plan.map(|it| it.stats()).unwrap_or_default();
            (result, used_lassos(options, stats, property.is_some()))
        }
        Some(property) if property.is_monitored() => {
            let mut result = searching.search_states(None, progress)?;
            for finding in &mut result.findings {
                finding.trace = property.decoded(&finding.trace);
            }
            let engine = search.engine.unwrap_or(Engine::Dfs);
            let why = "every violation of it shows after finitely many steps";
            (result, used(engine.name(), why, search, property))
        }
        Some(property) => {
            let result =
                searching.run(None, progress, |system, plan| Ok(searching.cycles(system, fairness, plan)))?;
            let workers = search.workers.get();
            let orders = if workers > 1 { format!(", in {workers} orders") } else { String::new() };
            let kind = if fairness == Fairness::None { "no" } else { fairness.name() };
            let why = format!("it is about cycles, {kind} fairness{orders}");
            (result, used("scc", &why, search, property))
        }
        None => unreachable!("without a property there is nothing to search for but by samples"),
    };
    totals.close(search, &mut result, hooks.notice);
    result.findings.retain(|it| it.violation.kind != ErrorKind::Ltl || subject.policy.counts(&it.violation));
    Ok(Searched { result, used })
}

impl Restarting<'_, Labelled> {
    /// Searches for cycles: the same product in as many orders as there are workers. Each search is one by itself, so
    /// the first that ends by itself has the answer, and the others are of no use any more.
    fn cycles(&self, system: &mut Labelled, fairness: Fairness, plan: Plan<'_>) -> SearchResult {
        let workers = self.search.workers.get();
        if workers == 1 {
            return emptiness(system, fairness, None, plan);
        }
        let limits = Limits { memory: plan.limits.memory.map(|it| it / workers), ..plan.limits.clone() };
        let (over, answer) = (AtomicBool::new(false), Mutex::new(None));
        let ends = |result: SearchResult| match result.stopped {
            None | Some(Stopped::Violation) => {
                over.store(true, Ordering::Relaxed);
                let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
                answer.get_or_insert(result);
                None
            }
            Some(_) => Some(result),
        };
        let own = thread::scope(|scope| {
            for seed in 1..workers as u64 {
                let (limits, over, ends) = (limits.clone(), &over, &ends);
                scope.spawn(move || {
                    // The first system could be made, so this one fails only for want of memory.
                    if self.hooks.halt.asked().is_none()
                        && let Ok(mut system) =
                            <Labelled as Stack>::new(self.subject, self.search, &self.hypotheses)
                    {
                        let moot = Some(self.hypotheses.over());
                        let plan =
                            Plan { all: self.search.all, limits, stop: Some(over), moot, ..Plan::default() };
                        ends(emptiness(&mut system, fairness, Some(seed), plan));
                        system.finish(self.totals, None);
                    }
                });
            }
            let mut tell = plan.progress;
            let mut report = |it: &Progress| {
                if self.hooks.stop.load(Ordering::Relaxed) {
                    over.store(true, Ordering::Relaxed);
                }
                tell.as_mut().is_none_or(|tell| tell(it))
            };
            let plan = Plan { limits, stop: Some(&over), progress: Some(&mut report), ..plan };
            let own = ends(emptiness(system, fairness, None, plan));
            // A search that came to a limit does not wait for those that go on.
            over.store(true, Ordering::Relaxed);
            own
        });
        let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
        answer.or(own).expect("the first worker has a result")
    }

    /// Draws samples, with as many workers as there are.
    fn sample(&self, system: &mut Labelled, lassos_of: &Lassos, plan: Plan<'_>) -> SearchResult {
        let limits: Limits = plan.limits.clone();
        let others = Mutex::new(Vec::new());
        let own = thread::scope(|scope| {
            for _ in 1..self.search.workers.get() {
                scope.spawn(|| {
                    // The first system could be made, so this one fails only for want of memory.
                    if self.hooks.halt.asked().is_none()
                        && let Ok(mut system) =
                            <Labelled as Stack>::new(self.subject, self.search, &self.hypotheses)
                    {
                        let plan = Plan {
                            limits: limits.clone(),
                            stop: Some(self.hooks.stop),
                            moot: Some(self.hypotheses.over()),
                            ..Plan::default()
                        };
                        let result = lassos(&mut system, lassos_of, plan);
                        system.finish(self.totals, None);
                        others.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                    }
                });
            }
            lassos(system, lassos_of, plan)
        });
        let others = others.into_inner().unwrap_or_else(PoisonError::into_inner);
        others.into_iter().fold(own, SearchResult::joined)
    }
}

/// What is told of a search for a property.
fn used(engine: &'static str, why: &str, search: &Search, property: &Property) -> Used {
    let ample = match property.stutter_invariant {
        _ if !search.reductions.ample => "without reduction",
        Some(true) => "without symmetry and dynamic reduction",
        _ => "without ample sets, as repeated states may make a difference, symmetry and dynamic reduction",
    };
    let why = format!("{why}; {ample}");
    Used { engine, why, runs: None, alike: Vec::new() }
}

/// What is told of samples.
fn used_lassos(options: SampleOptions, stats: LassoStats, is_temporal: bool) -> Used {
    let LassoStats { drawn, hits, unfinished } = stats;
    let (epsilon, delta) = (options.epsilon(), options.delta());
    let what = if is_temporal { "violates the property" } else { "shows an error" };
    let confidence = 1.0 - delta;
    let scheduler = match options.weights.unwrap_or_default() {
        Weights::Uniform => "this scheduler".to_owned(),
        weights => format!("this scheduler (--weights {})", weights.name()),
    };
    let followed = match unfinished {
        0 => String::new(),
        some => format!(" ({some} of them could not be followed to their end)"),
    };
    let why = if options.estimate && drawn > 0 {
        let interval = stats.interval(delta);
        let share = hits as f64 / drawn as f64;
        format!(
            "{hits} of {drawn} lassos{followed} are hits: a random run of {scheduler} {what} with probability {share:.6}, \
             between {:.6} and {:.6} with confidence {confidence}",
            interval.low, interval.high
        )
    } else if hits > 0 {
        format!("lasso {drawn} is a hit; {} would have been drawn", options.count())
    } else if unfinished == 0 && drawn >= samples_for(epsilon, delta) {
        format!(
            "no violation in {drawn} lassos: the probability that a random run of {scheduler} {what} is below \
             {epsilon}, with confidence {confidence}"
        )
    } else {
        format!(
            "no violation in {drawn} lassos{followed}: the probability that a random run of {scheduler} {what} is \
             below {:.6}, with confidence {confidence}",
            stats.bound(delta)
        )
    };
    Used { engine: Engine::Lassos.name(), why, runs: Some((drawn, 0, 0)), alike: Vec::new() }
}
