//! How states are rated where that decides which one is next.

use crate::choose::{Order, order};
use crate::error::SearchError;
use crate::layers::Subject;
use crate::value::{Score, Search};
use gmc_model::Choice;
use gmc_system::{Checked, Scorer};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Rates the states of a best-first search; all states of others are equally good.
pub(crate) struct Scoring(Option<Mutex<By>>);

enum By {
    /// What the machine shows.
    State(Scorer),
    /// The judge of the execution.
    Judge,
    /// Abstract states: how many states have each.
    Abstract(HashMap<u128, u64>),
}

impl Scoring {
    pub(crate) fn new(subject: &Subject<'_>, search: &Search) -> Result<Scoring, SearchError> {
        if order(search) != Order::Best {
            return Ok(Scoring(None));
        }
        let execution = (subject.fresh)()?;
        let by = match (search.score(), &search.target) {
            (Score::Abstract, _) => By::Abstract(HashMap::new()),
            (Score::Script, _) => By::Judge,
            (Score::Coverage, _) => By::State(Scorer::coverage()),
            (Score::Line, Some(at)) => {
                By::State(Scorer::line(&execution, &at.file, at.line).map_err(SearchError::Target)?)
            }
            (Score::Rare | Score::Line, _) => By::State(Scorer::rare(&execution)),
        };
        Ok(Scoring(Some(Mutex::new(by))))
    }

    /// Rates the state after a step, which has this abstract state. Smaller is sooner.
    pub(crate) fn rate(&self, execution: &Checked, abstracted: Option<u128>, by: Choice) -> u64 {
        let Some(scorer) = &self.0 else { return 0 };
        match &mut *scorer.lock().unwrap_or_else(PoisonError::into_inner) {
            By::State(scorer) => scorer.rate(execution, by.thread),
            By::Judge => execution.judged_score().unwrap_or(u64::MAX),
            By::Abstract(seen) => {
                // A state without one has that of all others without.
                let count = seen.entry(abstracted.unwrap_or_default()).or_default();
                *count += 1;
                *count
            }
        }
    }
}
