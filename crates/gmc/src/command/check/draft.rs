//! The answer as it would be now, for a check that is not waited for any more.

use gmc_explore::Progress;
use gmc_model::{Premises, SearchResult, Stats, Stopped};
use gmc_report::{Answer, Reason};
use std::sync::{Mutex, MutexGuard, PoisonError};

static DRAFT: Mutex<Draft> = Mutex::new(Draft::Searching(None));

enum Draft {
    /// How far the search is.
    Searching(Option<Stats>),
    /// It is over, and this is what is known of it.
    Over(Box<Answer>),
}

fn draft() -> MutexGuard<'static, Draft> {
    DRAFT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The search has come so far.
pub(super) fn learnt(it: &Progress) {
    *draft() = Draft::Searching(Some(Stats {
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
pub(super) fn over(answer: &Answer, findings: usize) {
    let mut answer = answer.clone();
    if findings > 0 {
        answer.complete = false;
        answer.reasons.push(not_replayed("a limit came first"));
    }
    *draft() = Draft::Over(Box::new(answer));
}

/// The answer, where a limit ends the check now.
pub(super) fn ended_by(why: Stopped) -> Answer {
    match &*draft() {
        Draft::Over(answer) => (**answer).clone(),
        Draft::Searching(stats) => {
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

/// Why a finding is none.
pub(super) fn not_replayed(why: &str) -> Reason {
    Reason {
        word: "not-replayed",
        message: format!("a violation was found, and could not be replayed: {why}"),
        location: None,
        count: None,
        advice: Some("raise --time and --memory"),
    }
}
