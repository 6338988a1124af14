//! How states are rated where that decides which one is next.

use crate::choose::{Order, order};
use crate::error::SearchError;
use crate::layers::Subject;
use crate::value::{Score, Search};
use gmc_model::Choice;
use gmc_system::{Checked, Scorer};
use std::sync::{Mutex, PoisonError};

/// Rates the states of a best-first search; all states of others are equally good.
pub(crate) struct Scoring(Option<Mutex<Scorer>>);

impl Scoring {
    pub(crate) fn new(subject: &Subject<'_>, search: &Search) -> Result<Scoring, SearchError> {
        if order(search) != Order::Best {
            return Ok(Scoring(None));
        }
        let execution = (subject.fresh)()?;
        let scorer = match (search.score(), &search.target) {
            (Score::Coverage, _) => Scorer::coverage(),
            (Score::Line, Some(at)) => {
                Scorer::line(&execution, &at.file, at.line).map_err(SearchError::Target)?
            }
            (Score::Rare | Score::Line, _) => Scorer::rare(&execution),
        };
        Ok(Scoring(Some(Mutex::new(scorer))))
    }

    /// Rates the state after a step. Smaller is sooner.
    pub(crate) fn rate(&self, execution: &Checked, by: Choice) -> u64 {
        let Some(scorer) = &self.0 else { return 0 };
        scorer.lock().unwrap_or_else(PoisonError::into_inner).rate(execution, by.thread)
    }
}
