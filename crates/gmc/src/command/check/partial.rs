//! The answer as it would be now, for a check that a limit ends before it has printed one.

use gmc_model::{Gap, Premises, SearchResult, Stats, Stopped};
use gmc_report::Answer;
use gmc_search::Progress;
use std::sync::{Mutex, MutexGuard, PoisonError};

static PARTIAL: Mutex<Partial> = Mutex::new(Partial::Searching(None));

enum Partial {
    /// How far the search is.
    Searching(Option<Stats>),
    /// The search is over: the answer so far.
    Reporting(Box<Answer>),
}

fn partial() -> MutexGuard<'static, Partial> {
    PARTIAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search has come so far.
pub(super) fn searched(it: &Progress) {
    *partial() = Partial::Searching(Some(Stats {
        states: it.states,
        transitions: it.transitions,
        depth: it.depth,
        frontier: it.frontier,
        peak_bytes: it.bytes,
        elapsed: it.elapsed,
        ..Stats::default()
    }));
}

/// The search is over. So many of its findings are still to be replayed.
pub(super) fn replaying(answer: &Answer, findings: usize) {
    let mut answer = answer.clone();
    if findings > 0 {
        answer.add_gap(Gap::NotReplayed { why: "a limit came first".to_owned() });
    }
    *partial() = Partial::Reporting(Box::new(answer));
}

/// The answer, where a limit ends the check now.
pub(super) fn ended_by(why: Stopped) -> Answer {
    match &*partial() {
        Partial::Reporting(answer) => (**answer).clone(),
        Partial::Searching(stats) => {
            let stats = stats.clone().unwrap_or_default();
            let (findings, hindrances) = (Vec::new(), Vec::new());
            Answer::new(&SearchResult {
                findings,
                hindrances,
                stopped: Some(why),
                stats,
                omission: 0.0,
                missed: None,
                premises: Premises::default(),
                left_out: Vec::new(),
            })
        }
    }
}
