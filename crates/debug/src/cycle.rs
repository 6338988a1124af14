//! A run that ends with a cycle can go round it for ever: each time it has come to its end, a motion adds a round.
//!
//! Invariant: as long as there is a cycle, the run is the one that was played, with rounds of the cycle behind it.

use super::{Refusal, Session};
use gmc_model::Choice;

/// What a run repeats at its end.
#[derive(Clone, Debug)]
pub(crate) struct Cycle {
    /// The step that it begins with.
    first: usize,
    choices: Vec<Choice>,
}

/// Where a step is in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// In which round, counted from 1.
    pub number: usize,
    /// The step of the first round that it repeats, counted from 0.
    pub repeats: usize,
}

impl Session {
    /// Says that the steps from this one on can be repeated for ever. Without any, nothing is repeated.
    pub fn repeats_from(&mut self, first: usize) {
        let choices = self.run.choices.get(first..).unwrap_or_default().to_vec();
        self.cycle = (!choices.is_empty()).then_some(Cycle { first, choices });
    }

    /// Whether the run is the one that was played, and can go round its cycle.
    pub fn goes_round(&self) -> bool {
        self.cycle.is_some()
    }

    /// Where in the cycle a step is, counted from 0; the run need not have come to it yet.
    pub fn round(&self, step: usize) -> Option<Round> {
        let cycle = self.cycle.as_ref()?;
        let length = cycle.choices.len();
        let since = step.checked_sub(cycle.first)?;
        Some(Round { number: since / length + 1, repeats: cycle.first + since % length })
    }

    /// Adds a round of the cycle to the run. The place stays where it is. Whether there is a cycle.
    pub(crate) fn add_round(&mut self) -> Result<bool, Refusal> {
        let Some(cycle) = self.cycle.clone() else { return Ok(false) };
        let here = self.here;
        self.go(self.run.end());
        let added = cycle.choices.iter().try_for_each(|&choice| self.append(choice));
        self.go(here);
        added.map(|()| true)
    }
}
