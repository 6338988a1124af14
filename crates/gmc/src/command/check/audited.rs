//! What the audit of a search has found (`gmc check --audit`): claims of the system that are not so.

use super::search::lock;
use gmc_explore::{Allow, Audit, Discrepancy, Tally};
use gmc_model::SearchResult;
use gmc_report::Reason;
use gmc_system::Checked;
use std::sync::Mutex;

/// So many random runs are followed after a search that holds.
const RUNS: u64 = 200;

/// The word of what an audit has found, among the reasons of an answer.
pub(super) const WORD: &str = "audit";

/// What the workers' systems have claimed, compared with what they did.
#[derive(Default)]
pub(super) struct Audited(Mutex<Findings>);

#[derive(Default)]
struct Findings {
    tally: Tally,
    found: Vec<Discrepancy>,
    /// The search has taken something for granted that is not so: no claim counts.
    refuted: bool,
}

impl Audited {
    /// A worker has ended: with the outcome, if it has searched everything itself.
    pub(super) fn absorb(&self, system: &mut Audit<Allow<Checked>>, outcome: Option<&SearchResult>) {
        if outcome.is_some_and(|it| it.is_complete() && it.findings.is_empty()) {
            system.follow_runs(RUNS);
        }
        let mut all = lock(&self.0);
        all.tally.add(&system.tally());
        all.found.extend_from_slice(system.discrepancies());
        all.refuted |= system.is_refuted();
    }

    /// The search is made again: what was claimed does not count.
    pub(super) fn start_over(&self) {
        *lock(&self.0) = Default::default();
    }

    /// What is not as it was claimed, in a search with this outcome. How much was compared is told to whoever watches.
    pub(super) fn tell(self, outcome: &SearchResult) -> Vec<Reason> {
        let Findings { tally, found, refuted } = self.0.into_inner().unwrap_or_default();
        if tally != Tally::default() {
            let Tally { states, revisits, steps, pairs, ample, twins, runs, discrepancies } = tally;
            eprintln!(
                "gmc: audit: {states} states, {revisits} revisits, {steps} steps, {pairs} pairs of steps, {ample} steps beside ample \
                 ones, {twins} pairs of equal threads, {runs} runs; {discrepancies} discrepancies"
            );
        }
        let reason = |it: Discrepancy| Reason {
            word: WORD,
            message: format!("audit: {}", it.what),
            location: None,
            count: None,
            advice: Some("this is a mistake of gmc: please report it, with the program"),
        };
        // What ends early may have relied on what it would have found out to be otherwise.
        let optimistic = |it: &Discrepancy| ["ample", "symmetry"].contains(&it.family);
        let counts = |it: &Discrepancy| !refuted && (outcome.stopped.is_none() || !optimistic(it));
        found.into_iter().filter(counts).map(reason).collect()
    }
}
