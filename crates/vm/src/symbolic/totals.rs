//! What solvers were asked, over all machines of a search.

use gmc_model::SolverStats;
use gmc_term::Stats;
use std::sync::{Arc, Mutex, PoisonError};

/// The sum; shared by the workers of a search.
#[derive(Clone, Debug, Default)]
pub struct SolverTotals(Arc<Mutex<SolverStats>>);

impl SolverTotals {
    /// The sum so far.
    pub fn stats(&self) -> SolverStats {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what a solver was asked since its figures were `before`.
    pub(crate) fn add(&self, before: Stats, after: Stats) {
        let mut sum = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sum.queries += after.queries - before.queries;
        sum.known += after.known - before.known;
        sum.second += after.second - before.second;
        sum.given_up += after.given_up - before.given_up;
        sum.nanoseconds += after.nanoseconds - before.nanoseconds;
        sum.largest = sum.largest.max(after.largest as u64);
    }
}
