//! What the audit of a search has found (`gmc check --audit`): claims of the machine that are not true.

use gmc_explore::{Allow, Audit, Discrepancy, Tally};
use gmc_model::{Gap, SearchResult};
use gmc_system::Checked;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many random runs are followed after a search that holds.
const RUNS: u64 = 200;

/// What all workers' systems have claimed, compared with what they did.
#[derive(Default)]
pub(crate) struct AuditTotals(Mutex<Discrepancies>);

#[derive(Default)]
struct Discrepancies {
    tally: Tally,
    found: Vec<Discrepancy>,
    /// A hypothesis of the search was refuted: no claim counts.
    refuted: bool,
}

impl AuditTotals {
    fn lock(&self) -> MutexGuard<'_, Discrepancies> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker has ended; with the result, if it has searched everything itself.
    pub(crate) fn add(&self, system: &mut Audit<Allow<Checked>>, result: Option<&SearchResult>) {
        if result.is_some_and(|it| it.is_complete() && it.findings.is_empty()) {
            system.follow_runs(RUNS);
        }
        let mut all = self.lock();
        all.tally.add(&system.tally());
        all.found.extend_from_slice(system.discrepancies());
        all.refuted |= system.is_refuted();
    }

    /// The search starts again: what was claimed does not count.
    pub(crate) fn reset(&self) {
        *self.lock() = Discrepancies::default();
    }

    /// What is not as it was claimed, in a search with this result. Tells how much was compared.
    pub(crate) fn close(self, result: &SearchResult, notice: fn(&str)) -> Vec<Gap> {
        let Discrepancies { tally, found, refuted } =
            self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if tally != Tally::default() {
            let Tally { states, revisits, steps, pairs, ample, symmetric_pairs, runs, discrepancies } = tally;
            notice(&format!(
                "audit: {states} states, {revisits} revisits, {steps} steps, {pairs} pairs of steps, {ample} steps \
                 beside ample ones, {symmetric_pairs} pairs of equal threads, {runs} runs; {discrepancies} discrepancies"
            ));
        }
        // A search that ends early may have relied on a hypothesis that it would have refuted later.
        let optimistic = |it: &Discrepancy| ["ample", "symmetry"].contains(&it.family);
        let counts = |it: &Discrepancy| !refuted && (result.stopped.is_none() || !optimistic(it));
        found.into_iter().filter(counts).map(|it| Gap::Audit { what: it.what }).collect()
    }
}
