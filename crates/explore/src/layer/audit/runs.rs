//! Runs: a complete search that found nothing has met the state in which any run ends. Random runs are followed to
//! check it.
//!
//! This is what all reductions promise together: for a run that is left out, one with the same end was followed. The
//! check does not depend on how they argue.
//!
//! Not compared are ends at which other threads have not ended: a program that exits early does so after a part of a
//! run that was followed, and where in it makes no difference.

use super::{At, Audit};
use gmc_model::{Audited, Choices, Random, Step, ThreadId, ThreadOrder};

/// A run is given up after so many steps: it may go on for ever.
const LONGEST: usize = 2_000;

/// All runs together have at most so many.
const STEPS: u64 = 40_000;

impl<S: Audited> Audit<S> {
    /// Follows random runs from the current state, the initial one of a search that went through everything and found
    /// nothing: they end where the search has been.
    pub fn follow_runs(&mut self, runs: u64) {
        if self.is_refuted() {
            return;
        }
        let aside = self.system.begin_rehearsal();
        let mut random = Random::new(runs);
        let mut left = STEPS;
        for _ in 0..runs {
            self.system.mark();
            self.follow_run(&mut random, &mut left);
            self.system.rewind();
            self.system.forget();
            if left == 0 {
                break;
            }
        }
        self.system.end_rehearsal(aside);
    }

    fn follow_run(&mut self, random: &mut Random, left: &mut u64) {
        let mut choices = Choices::new();
        self.at = At::default();
        for _ in 0..LONGEST {
            self.system.choices(&mut choices);
            if choices.is_empty() {
                let key = self.system.canonical(ThreadOrder::Canonical);
                let end = choices.take_end();
                self.tally.runs += 1;
                if let Some(violation) = end {
                    let what = format!("the search holds, but a run ends here with: {}", violation.message);
                    self.report("run", Some(key), None, &what);
                } else if !self.ends.contains(&key) && !self.cuts_off() {
                    self.report(
                        "run",
                        Some(key),
                        None,
                        "a run ends here, but the search has never been here",
                    );
                }
                return;
            }
            if *left == 0 {
                return;
            }
            *left -= 1;
            let choice = choices[random.below(choices.len() as u64) as usize];
            match self.advance(choice) {
                Step::Moved { .. } => {}
                Step::Violated(violation) => {
                    let what = format!("the search holds, but a run ends with: {}", violation.message);
                    return self.report("run", None, None, &what);
                }
                Step::Pruned | Step::Unknown(_) | Step::Stopped(_) => return,
            }
        }
    }

    /// Whether the program has ended before all threads have.
    fn cuts_off(&mut self) -> bool {
        let mut accesses = Vec::new();
        (0..self.system.thread_count()).map(ThreadId).any(|it| self.system.blocked_on(it, &mut accesses))
    }
}
