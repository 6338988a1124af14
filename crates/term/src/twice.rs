//! Answers that are asked for twice, in tests: where a solver of this process says that something cannot be, Z3 must
//! not know better. That something can be is proven by numbers, which evaluation checks.
//!
//! The two share the terms and how these are simplified, nothing else: circuits, the SAT solver, caches, cores and
//! parts of questions are this crate's alone.

use crate::node::TermId;
use crate::shared::Terms;
use crate::smtlib::{Dialect, Script};
use crate::solver::Answer;
use crate::z3::SecondSolver;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Steps that Z3 has for a question.
const STEPS: u64 = 4_000_000;

static ASKED: AtomicBool = AtomicBool::new(false);
static CONFIRMED: AtomicU64 = AtomicU64::new(0);
static OPEN: AtomicU64 = AtomicU64::new(0);

/// From now on, Z3 is asked too whatever a solver of this process refutes. A solver that it contradicts panics.
///
/// # Errors
/// Where there is no Z3: a sentence that says why.
pub fn ask_twice() -> Result<(), String> {
    SecondSolver::open()?;
    ASKED.store(true, Ordering::Relaxed);
    Ok(())
}

/// How many refutations Z3 has confirmed, and on how many it gave up. None where it is not asked.
pub fn asked_twice() -> Option<(u64, u64)> {
    let counts = || (CONFIRMED.load(Ordering::Relaxed), OPEN.load(Ordering::Relaxed));
    is_asked().then(counts)
}

/// Whether every question is asked twice.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Asks again whether these conditions, which cannot all hold, can.
pub(crate) fn confirm(terms: &Terms, conditions: &[TermId]) {
    let Some(z3) = SecondSolver::installed() else { return };
    let script = Script::new(&terms.lock(), conditions, Dialect::Z3);
    let count = match z3.ask(&script, STEPS) {
        Answer::Unsat => &CONFIRMED,
        Answer::GaveUp(_) => &OPEN,
        Answer::Sat(model) => {
            panic!("Z3 has numbers for what the solver refutes, {model:?}:\n{}", script.text())
        }
    };
    count.fetch_add(1, Ordering::Relaxed);
}
