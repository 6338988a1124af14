//! What a search takes for granted until a run refutes it, shared by all of its workers.
//!
//! A reduction may leave out what matters only if something happens that no run has shown. As long as no run shows it,
//! the reduction is right. Once one does, the hypothesis is *refuted*: the search ends and starts again with what is
//! known now. Knowledge only grows, so there are finitely many searches.
//!
//! Any number of reductions can share this: each keeps what it knows here, and refutes the search when it has relied on
//! something wrong. An error found before that is an error of the program, and needs no second search.

use crate::sharing::Sharing;
use crate::symmetry::Symmetry;
use crate::usage::{Rules, Usage};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A search that was refuted goes on for at least so many steps: it may learn more, and a short search costs nothing.
const AT_LEAST: u64 = 1 << 12;

/// What a search takes for granted.
#[derive(Debug, Default)]
pub struct Hypotheses {
    /// Something was relied on that is not so.
    refuted: AtomicBool,
    /// The steps of a worker after which the search is not worth going on with.
    enough: AtomicU64,
    /// The search is to end.
    over: AtomicBool,
    /// Threads of one class are symmetric; none without that reduction.
    symmetry: Option<Arc<Symmetry>>,
    /// Orders of steps may be left out because of what variables are used for.
    reduces: bool,
    /// What variables are used for.
    usage: Mutex<Usage>,
    /// Objects reach other threads only in ways that are tracked, except those from known places.
    sharing: Arc<Sharing>,
}

impl Hypotheses {
    /// What every search takes for granted.
    pub fn new(sharing: Arc<Sharing>) -> Hypotheses {
        Hypotheses { sharing, ..Hypotheses::default() }
    }

    /// Nothing is known yet of variables, and everything assumed that the rules allow.
    pub fn reduce(&mut self, rules: Rules) {
        self.reduces = true;
        self.usage = Mutex::new(Usage::new(rules));
    }

    /// Whether orders of steps may be left out because of what variables are used for.
    pub fn reduces(&self) -> bool {
        self.reduces
    }

    /// What is known of sharing.
    pub fn sharing(&self) -> &Sharing {
        &self.sharing
    }

    /// What variables are used for.
    pub fn usage(&self) -> MutexGuard<'_, Usage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search takes symmetric threads for each other.
    pub fn compare_threads(&mut self) {
        self.symmetry = Some(Arc::default());
    }

    /// What is assumed of threads, if they are compared.
    pub fn symmetry(&self) -> Option<&Arc<Symmetry>> {
        self.symmetry.as_ref()
    }

    /// The threads that were taken for each other: their start functions, and how many there were at a time.
    pub fn alike(&self) -> Vec<(String, usize)> {
        self.symmetry.as_ref().map_or(Vec::new(), |it| it.alike())
    }

    /// Something was relied on that is not so, by a worker that has taken so many steps. It is worth going on for as
    /// long again, as there may be more to learn: then no search costs more than twice what it must.
    pub fn refute(&self, steps: u64) {
        if !self.refuted.swap(true, Ordering::Relaxed) {
            self.enough.store((2 * steps).max(steps + AT_LEAST), Ordering::Relaxed);
        }
    }

    /// To be called now and then by a worker that has taken so many steps.
    #[inline]
    pub fn look(&self, steps: u64) {
        if self.is_refuted() && steps >= self.enough.load(Ordering::Relaxed) {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the search has left out something that matters.
    #[inline]
    pub fn is_refuted(&self) -> bool {
        self.refuted.load(Ordering::Relaxed)
    }

    /// Set when the search is to end, to be made again.
    pub fn over(&self) -> &AtomicBool {
        &self.over
    }

    /// The search is made again, with all that is known now. No worker runs at this moment.
    pub fn again(&self) {
        self.refuted.store(false, Ordering::Relaxed);
        self.over.store(false, Ordering::Relaxed);
        self.sharing.again();
        let mut usage = self.usage();
        usage.rely_on_nothing();
        self.symmetry.iter().flat_map(|it| it.given_up()).for_each(|name| usage.forget(name));
    }
}
