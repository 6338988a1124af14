//! The oracle: says which alternative each choice takes, so that no run is safe for a reason that is known already.
//!
//! A run comes to its choices one after the other, and how many alternatives one has may depend on those before. So an
//! oracle has an answer for each number of a choice together with each number of alternatives. An answer is encoded by
//! its order (Ansótegui, Manyà: Mapping problems with finite-domain variables, SAT 2004): a variable for each bound
//! that a reason has, which is true where the answer is not smaller. Bounds are made when reasons need them, so a
//! choice with a million alternatives costs as much as the reasons tell apart.
//!
//! Invariant: what satisfies all clauses is an oracle that no reason covers. Its answers are the smallest numbers
//! between bounds, and every other number between the same bounds is covered by the same reasons.

use gmc_model::ChoiceRange;
use gmc_term::{Batsat, Lit, Sat};
use std::collections::BTreeMap;

/// Says which alternative each choice takes.
#[derive(Default)]
pub(super) struct Oracle {
    solver: Batsat,
    /// By number and alternatives of a choice: the bounds and their variables.
    bounds: BTreeMap<(usize, u32), BTreeMap<u32, Lit>>,
    /// A reason needs no choice: it covers every run.
    is_exhausted: bool,
}

/// Conflicts after which the solver lets others look at limits.
const CONFLICTS: u64 = 10_000;

impl Oracle {
    /// Looks for an oracle. False: every run is covered. None: it has to be asked again.
    pub(super) fn find(&mut self) -> Option<bool> {
        if self.is_exhausted { Some(false) } else { self.solver.solve(&[], CONFLICTS) }
    }

    /// What a choice takes.
    pub(super) fn answer(&self, choice: usize, alternatives: u32) -> u32 {
        let bounds = self.bounds.get(&(choice, alternatives)).into_iter().flatten();
        let mut reached = bounds.rev().filter(|it| self.solver.value(*it.1)).map(|it| *it.0);
        reached.next().unwrap_or(0)
    }

    /// From now on no oracle is within these ranges. `alternatives` tells how many each choice of the run had.
    pub(super) fn exclude(&mut self, ranges: &[ChoiceRange], alternatives: &[u32]) {
        let mut clause = Vec::new();
        for it in ranges {
            let count = alternatives[it.choice];
            if it.first > 0 {
                let first = self.bound((it.choice, count), it.first);
                clause.push(!first);
            }
            if it.last + 1 < count {
                let behind = self.bound((it.choice, count), it.last + 1);
                clause.push(behind);
            }
        }
        self.is_exhausted |= clause.is_empty();
        self.solver.clause(&clause);
    }

    /// The variable that says whether a choice takes this alternative or a later one.
    fn bound(&mut self, choice: (usize, u32), at: u32) -> Lit {
        let bounds = self.bounds.entry(choice).or_default();
        if let Some(&known) = bounds.get(&at) {
            return known;
        }
        let new = self.solver.new_var();
        if let Some((_, &smaller)) = bounds.range(..at).next_back() {
            self.solver.clause(&[!new, smaller]);
        }
        if let Some((_, &greater)) = bounds.range(at..).next() {
            self.solver.clause(&[!greater, new]);
        }
        bounds.insert(at, new);
        new
    }

    /// Bytes that it takes, roughly.
    pub(super) fn bytes(&self) -> usize {
        self.bounds.values().map(|it| 64 + 16 * it.len()).sum()
    }
}
