//! Shorter traces for readers: fewest context switches first, then fewest steps.
//!
//! Every candidate is executed, and kept only if the same error comes at the same place. There are two phases:
//!
//! 1. *From the trace that was found* (as Jalbert, Sen: A trace simplification technique for effective debugging of
//!    concurrent programs, FSE 2010): large parts are left out, and what leads from a state back to it; turns of
//!    a thread are brought together or left out, then parts of them, then steps. Cheap, and works for any length.
//! 2. *From the start* ([`fewest_switches`](crate::fewest_switches)): all runs with fewer switches than the best so
//!    far, in their order. If it comes to an end there is no better run.
//!
//! A budget of time and memory bounds both; what was reached by then is the result. Deliberately absent: livelocks,
//! whose trace is a lasso. Lassos of temporal properties are shortened by `temporal::shorten`.

use crate::fewest_switches::{Best, fewest_switches};
use crate::limit_watch::LimitWatch;
use crate::plan::Limits;
use crate::variations::{switches, together, without_a_part, without_repetitions};
use gmc_model::{Choice, Choices, Finding, Step, System, Violation};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The share of the time that goes to the trace that was found.
const SHARE: u32 = 3;

/// A trace for readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    /// It leads to the same violation.
    pub trace: Vec<Choice>,
    /// Where its cycle begins, if it repeats one for ever.
    pub lap: Option<usize>,
    /// No run with fewer changes between threads, nor one with as many and fewer steps, leads there.
    pub proven: bool,
}

/// Looks for a shorter run to a finding's violation from the current state, which the system is in again afterwards.
pub fn minimise<S: System>(
    system: &mut S,
    finding: &Finding,
    limits: &Limits,
    stop: Option<&AtomicBool>,
) -> Minimised {
    let mut trace = finding.trace.clone();
    if finding.lap.is_some() {
        return Minimised { trace, lap: finding.lap, proven: false };
    }
    let time = limits.time.unwrap_or(Duration::MAX);
    let first = Limits { time: Some(time / SHARE), ..limits.clone() };
    let mut limit_watch = LimitWatch::new(&first, [stop, None], None);
    let mut runs = Runs { system, violation: &finding.violation, limit_watch: &mut limit_watch };
    runs.simplify(&mut trace);
    let left = Limits { time: Some(time.saturating_sub(limit_watch.elapsed())), ..limits.clone() };
    let mut limit_watch = LimitWatch::new(&left, [stop, None], None);
    let Best { trace, proven } = fewest_switches(system, &finding.violation, trace, &mut limit_watch);
    Minimised { trace, lap: None, proven }
}

/// What makes one trace better than another.
pub(crate) fn cost(trace: &[Choice]) -> (usize, usize) {
    (switches(trace), trace.len())
}

/// Runs of variations of a trace.
struct Runs<'a, 'b, S> {
    system: &'a mut S,
    violation: &'a Violation,
    limit_watch: &'a mut LimitWatch<'b>,
}

impl<S: System> Runs<'_, '_, S> {
    /// Tries variations until none is better, or the time is up.
    fn simplify(&mut self, trace: &mut Vec<Choice>) {
        self.leave_out_much(trace);
        loop {
            let states = self.states(trace);
            let from = trace.clone();
            let cut = std::iter::once(without_repetitions(&from, &states));
            let mut variations = cut.chain(together(&from)).chain(without_a_part(&from));
            if !variations.any(|it| self.take(trace, &it)) {
                return;
            }
        }
    }

    /// Leaves out halves, then quarters and so on, wherever the run still comes to the violation (as Zeller,
    /// Hildebrandt: Simplifying and isolating failure-inducing input, TSE 2002).
    fn leave_out_much(&mut self, trace: &mut Vec<Choice>) {
        let mut size = trace.len() / 2;
        while size > 0 && !self.is_over() {
            let mut end = trace.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                self.take(trace, &[&trace[..start], &trace[end..]].concat());
                end = start.min(trace.len());
            }
            size /= 2;
        }
    }

    /// The states before each step, and after the last one.
    fn states(&mut self, trace: &[Choice]) -> Vec<u128> {
        self.system.mark();
        let mut states = vec![self.system.fingerprint()];
        for &choice in trace {
            if !matches!(self.system.step(choice), Step::Moved { .. }) {
                break;
            }
            states.push(self.system.fingerprint());
        }
        self.system.rewind();
        self.system.forget();
        states
    }

    /// Takes a candidate if it is better and leads to the same violation.
    fn take(&mut self, trace: &mut Vec<Choice>, candidate: &[Choice]) -> bool {
        if cost(candidate) >= cost(trace) || self.is_over() {
            return false;
        }
        let found = self.run(candidate).filter(|it| cost(it) < cost(trace));
        let is_found = found.is_some();
        *trace = found.unwrap_or(std::mem::take(trace));
        is_found
    }

    /// Follows a run, without the steps that are not open when their turn comes. What of it leads to the violation.
    fn run(&mut self, trace: &[Choice]) -> Option<Vec<Choice>> {
        self.system.mark();
        let found = self.go(trace);
        self.system.rewind();
        self.system.forget();
        found
    }

    fn go(&mut self, trace: &[Choice]) -> Option<Vec<Choice>> {
        let (mut open, mut done) = (Choices::new(), Vec::new());
        self.system.choices(&mut open);
        for choice in trace {
            if !open.contains(choice) {
                continue;
            }
            done.push(*choice);
            match self.system.step(*choice) {
                Step::Moved { .. } => {}
                Step::Violated(found) => return found.has_same_cause(self.violation).then_some(done),
                Step::Pruned | Step::Unknown(_) | Step::Stopped(_) => return None,
            }
            self.system.choices(&mut open);
        }
        open.end().is_some_and(|it| it.has_same_cause(self.violation)).then_some(done)
    }

    fn is_over(&mut self) -> bool {
        self.limit_watch.is_over(self.system.host_bytes())
    }
}
