//! The layers between an engine and the program, and what they leave out.
//!
//! From the inside: the execution, allowed errors ([`Allow`]), and then at most one of the bound on changes of threads
//! ([`Bounded`]) and the audit ([`Audit`]). Each order that there is is a type that implements [`Stack`]; others cannot
//! be made.

use crate::audit::AuditTotals;
use crate::error::SearchError;
use crate::temporal::Temporal;
use crate::value::{Limit, LimitKind, Search, Store};
use gmc_explore::{Abstracted, Allow, Allowed, Audit, Bounded, Handlers, LimitOf, Limited};
use gmc_model::{Approximation, ErrorPolicy, Gap, SearchResult, System, Violation};
use gmc_system::Checked;
use gmc_system::observer::Record;
use gmc_vm::{Hypotheses, Relied, Sharing};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The program's variables do not fit into the memory that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program's variables take more than the 4 GiB that a program may have")]
pub struct LoadError;

/// Makes an execution of the program that is about to start.
pub type NewExecution<'a> = dyn Fn() -> Result<Checked, LoadError> + Sync + 'a;

/// Whether a run is over with an error that nobody asked about.
pub type Ends = Arc<dyn Fn(&Violation) -> bool + Send + Sync>;

/// The program that is searched.
pub struct Subject<'a> {
    /// Makes an execution for a worker, with whatever watches the search.
    pub watched: &'a NewExecution<'a>,
    /// Makes one that nobody watches.
    pub fresh: &'a NewExecution<'a>,
    /// Whether functions have to hold in every state of several processes.
    pub invariants_of_processes: bool,
    /// Errors that do not count. Where a run cannot go on after one, what comes after it is not examined.
    pub policy: ErrorPolicy,
    /// Errors with which a run is simply over, so that nothing is left out.
    pub ends: Option<Ends>,
    /// What is known of sharing between threads, and grows.
    pub sharing: Arc<Sharing>,
    /// What runs have relied on.
    pub relied: Relied,
    /// The temporal property that runs are searched for, or samples of runs.
    pub temporal: Option<Temporal>,
    /// What `watched` records of the search and a checkpoint must keep, if anything.
    pub record: Option<Arc<dyn Record>>,
}

/// Layers over an execution.
pub(crate) trait Stack: System + Sized {
    /// Whether the engines are compiled for the store of this stack that is used most. Stacks that are seldom used do
    /// with one that is called indirectly, which saves compiling them once more.
    const IS_COMMON: bool = false;

    /// An execution with its layers.
    fn new(subject: &Subject<'_>, search: &Search, hypotheses: &Arc<Hypotheses>)
    -> Result<Self, SearchError>;

    /// The execution within.
    fn execution(&self) -> &Checked;

    /// The abstract state of the current one, where it is asked for.
    fn abstract_state(&self) -> Option<u128> {
        None
    }

    /// A worker has ended: adds up what its layers have met. The result is there if the worker has searched alone.
    fn finish(self, totals: &Totals, result: Option<&SearchResult>);
}

impl Stack for Allow<Checked> {
    const IS_COMMON: bool = true;

    fn new(
        subject: &Subject<'_>,
        search: &Search,
        hypotheses: &Arc<Hypotheses>,
    ) -> Result<Self, SearchError> {
        let mut execution = (subject.watched)()?;
        execution.assume(hypotheses);
        if search.store == Store::Exact {
            execution.number_states();
        }
        let system = Allow::new(execution, subject.policy.clone());
        let Some(ends) = subject.ends.clone() else { return Ok(system) };
        Ok(system.ending_with(move |violation| ends(violation)))
    }

    fn execution(&self) -> &Checked {
        self.inner()
    }

    fn finish(self, totals: &Totals, _: Option<&SearchResult>) {
        let mut layers = totals.layers();
        layers.chosen += self.execution().judged_away();
        layers.add_allowed(self.met());
        layers.exact_bytes += self.inner().exact_bytes();
    }
}

impl Stack for Audit<Allow<Checked>> {
    fn new(
        subject: &Subject<'_>,
        search: &Search,
        hypotheses: &Arc<Hypotheses>,
    ) -> Result<Self, SearchError> {
        let every = search.audit.expect("this is the stack of searches with an audit");
        Ok(Audit::new(<Allow<Checked> as Stack>::new(subject, search, hypotheses)?, every))
    }

    fn execution(&self) -> &Checked {
        self.inner().inner()
    }

    fn finish(mut self, totals: &Totals, result: Option<&SearchResult>) {
        totals.audit.add(&mut self, result);
        let mut layers = totals.layers();
        layers.chosen += self.execution().judged_away();
        layers.add_allowed(self.inner().met());
        layers.exact_bytes += self.inner().inner().exact_bytes();
    }
}

impl Stack for Bounded<Allow<Checked>> {
    fn new(
        subject: &Subject<'_>,
        search: &Search,
        hypotheses: &Arc<Hypotheses>,
    ) -> Result<Self, SearchError> {
        let bound = search.bounds.context.expect("this is the stack of searches with a bound");
        Ok(Bounded::new(<Allow<Checked> as Stack>::new(subject, search, hypotheses)?, bound))
    }

    fn execution(&self) -> &Checked {
        self.inner().inner()
    }

    fn finish(self, totals: &Totals, _: Option<&SearchResult>) {
        let mut layers = totals.layers();
        layers.chosen += self.execution().judged_away();
        layers.add_allowed(self.inner().met());
        layers.bounded += self.cut();
    }
}

/// Limits, coarse steps and abstract states, as far as they are asked for.
pub(crate) type Approximated = Abstracted<Limited<Handlers<Allow<Checked>>>>;

impl Stack for Approximated {
    fn new(
        subject: &Subject<'_>,
        search: &Search,
        hypotheses: &Arc<Hypotheses>,
    ) -> Result<Self, SearchError> {
        let inner = <Allow<Checked> as Stack>::new(subject, search, hypotheses)?;
        let limit = |it: &Limit| match it.kind {
            LimitKind::Values => LimitOf::Values(it.most),
            LimitKind::Calls => LimitOf::Events(it.most),
        };
        let limits = search.bounds.limits.iter().map(limit).collect();
        let limited = Limited::new(Handlers::new(inner, search.bounds.handlers), limits);
        Ok(Abstracted::new(limited, search.abstraction()))
    }

    fn execution(&self) -> &Checked {
        self.inner().inner().inner().inner()
    }

    fn abstract_state(&self) -> Option<u128> {
        Abstracted::abstract_state(self)
    }

    fn finish(self, totals: &Totals, _: Option<&SearchResult>) {
        let mut layers = totals.layers();
        layers.chosen += self.execution().judged_away();
        let limited = self.inner();
        layers.add_allowed(limited.inner().inner().met());
        layers.limited.resize(limited.cut().len(), 0);
        layers.limited.iter_mut().zip(limited.cut()).for_each(|(all, own)| *all += own);
        layers.handlers += limited.inner().cut();
        layers.abstract_failure = layers.abstract_failure.take().or(self.failed().map(str::to_owned));
    }
}

/// What the layers of all workers have met.
#[derive(Default)]
pub(crate) struct Totals {
    layers: Mutex<LayerTotals>,
    audit: AuditTotals,
}

#[derive(Default)]
struct LayerTotals {
    /// Allowed errors, one for each cause.
    allowed: Vec<Allowed>,
    /// Choices that a bound did not offer.
    bounded: u64,
    /// Steps beyond each limit.
    limited: Vec<u64>,
    /// Choices in the middle of handlers that were not offered.
    handlers: u64,
    /// Choices that a script has left out.
    chosen: u64,
    /// Why the abstract state of some state could not be told.
    abstract_failure: Option<String>,
    /// Bytes of exact states beside the visited set.
    exact_bytes: usize,
}

impl LayerTotals {
    /// What approximations have left out.
    fn approximations(&self, search: &Search) -> impl Iterator<Item = Approximation> {
        let limits = search.bounds.limits.iter().zip(self.limited.iter().copied()).filter(|it| it.1 > 0);
        let limits = limits.map(|(Limit { kind, name, most }, cut)| match kind {
            LimitKind::Values => Approximation::Values { variable: name.clone(), most: *most, cut },
            LimitKind::Calls => Approximation::Calls { function: name.clone(), most: *most, cut },
        });
        let handlers = (self.handlers > 0).then_some(Approximation::Handlers { cut: self.handlers });
        let chosen = (self.chosen > 0).then_some(Approximation::Chosen { cut: self.chosen });
        let failed = self.abstract_failure.clone();
        let identity = search.bounds.abstract_identity.then_some(Approximation::Abstract { failed });
        limits.chain(handlers).chain(chosen).chain(identity)
    }

    fn add_allowed(&mut self, met: &[Allowed]) {
        for it in met {
            match self.allowed.iter_mut().find(|known| known.violation.has_same_cause(&it.violation)) {
                Some(known) => known.count += it.count,
                None => self.allowed.push(it.clone()),
            }
        }
    }
}

impl Totals {
    fn layers(&self) -> MutexGuard<'_, LayerTotals> {
        self.layers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what the layer of allowed errors of a worker has met.
    pub(crate) fn add_allowed(&self, met: &[Allowed]) {
        self.layers().add_allowed(met);
    }

    /// The search starts again: what was met so far does not count.
    pub(crate) fn reset(&self) {
        *self.layers() = LayerTotals::default();
        self.audit.reset();
    }

    /// Adds to the result what layers left out and what the audit has to say, and corrects its statistics by what
    /// layers did.
    pub(crate) fn close(self, search: &Search, result: &mut SearchResult, notice: fn(&str)) {
        let layers = self.layers.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.stats.visited_bytes += layers.exact_bytes;
        // To the engine, an allowed error is a step that an assumption ends, and so is a step beyond a limit.
        let beyond = layers.limited.iter().sum::<u64>();
        result.stats.pruned -= layers.allowed.iter().map(|it| it.count).sum::<u64>() + beyond;
        result.left_out.extend(layers.approximations(search).map(Gap::Approximation));
        let allowed = layers
            .allowed
            .into_iter()
            .map(|it| Gap::AfterAllowed { violation: Box::new(it.violation), count: it.count });
        let bound = search.bounds.context.filter(|_| layers.bounded > 0);
        let bounded = bound.map(|bound| Gap::ContextBound { bound, cut: layers.bounded });
        let audit = self.audit.close(result, notice);
        result.left_out.extend(allowed.chain(bounded).chain(audit));
    }
}
