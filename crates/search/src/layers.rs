//! The layers between an engine and the program, and what they leave out.
//!
//! From the inside: the execution, allowed errors ([`Allow`]), and then at most one of the bound on changes of threads
//! ([`Bounded`]) and the audit ([`Audit`]). Each order that there is is a type that implements [`Stack`]; others cannot
//! be made.

use crate::audit::AuditTotals;
use crate::error::SearchError;
use crate::temporal::Temporal;
use crate::value::{Search, Store};
use gmc_explore::{Allow, Allowed, Audit, Bounded};
use gmc_model::{ErrorKind, ErrorPolicy, Gap, SearchResult, System, Violation};
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
    /// Errors that are allowed: what comes after them is not examined.
    pub allowed: Vec<ErrorKind>,
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
        let system = Allow::new(execution, ErrorPolicy::allowing(subject.allowed.iter().copied()));
        let Some(ends) = subject.ends.clone() else { return Ok(system) };
        Ok(system.ending_with(move |violation| ends(violation)))
    }

    fn execution(&self) -> &Checked {
        self.inner()
    }

    fn finish(self, totals: &Totals, _: Option<&SearchResult>) {
        let mut layers = totals.layers();
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
        let bound = search.bound.expect("this is the stack of searches with a bound");
        Ok(Bounded::new(<Allow<Checked> as Stack>::new(subject, search, hypotheses)?, bound))
    }

    fn execution(&self) -> &Checked {
        self.inner().inner()
    }

    fn finish(self, totals: &Totals, _: Option<&SearchResult>) {
        let mut layers = totals.layers();
        layers.add_allowed(self.inner().met());
        layers.bounded += self.cut();
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
    /// Bytes of exact states beside the visited set.
    exact_bytes: usize,
}

impl LayerTotals {
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
        let LayerTotals { allowed, bounded, exact_bytes } =
            self.layers.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.stats.visited_bytes += exact_bytes;
        // To the engine, an allowed error is a step that an assumption ends.
        result.stats.pruned -= allowed.iter().map(|it| it.count).sum::<u64>();
        let allowed = allowed
            .into_iter()
            .map(|it| Gap::AfterAllowed { violation: Box::new(it.violation), count: it.count });
        let bound = search.bound.filter(|_| bounded > 0);
        let bounded = bound.map(|bound| Gap::ContextBound { bound, cut: bounded });
        let audit = self.audit.close(result, notice);
        result.left_out.extend(allowed.chain(bounded).chain(audit));
    }
}
