//! Shorter traces for readers: fewest context switches first, then fewest steps.
//!
//! Every candidate is executed, and kept only if the same error comes at the same place. There are two phases:
//!
//! 1. *From the trace that was found* (as Jalbert, Sen: A trace simplification technique for effective debugging of
//!    concurrent programs, FSE 2010): turns of a thread are brought together or left out, then steps. Cheap, and
//!    works for any length.
//! 2. *From the start* ([`fewest_switches`](crate::fewest_switches)): all runs with fewer switches than the best so
//!    far, in their order. If it comes to an end there is no better run.
//!
//! A budget of time and memory bounds both; what was reached by then is the result. Deliberately absent: livelocks,
//! whose trace is a lasso.

use crate::fewest_switches::{Best, fewest_switches};
use crate::limit_watch::LimitWatch;
use crate::plan::Limits;
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
    /// No run with fewer changes between threads, nor one with as many and fewer steps, leads there.
    pub proven: bool,
}

/// How often a run changes from one thread to another.
pub fn switches(trace: &[Choice]) -> usize {
    trace.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
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
        return Minimised { trace, proven: false };
    }
    let time = limits.time.unwrap_or(Duration::MAX);
    let first = Limits { time: Some(time / SHARE), ..limits.clone() };
    let mut limit_watch = LimitWatch::new(&first, [stop, None], None);
    let mut runs = Runs { system, violation: &finding.violation, limit_watch: &mut limit_watch };
    runs.simplify(&mut trace);
    let left = Limits { time: Some(time.saturating_sub(limit_watch.elapsed())), ..limits.clone() };
    let mut limit_watch = LimitWatch::new(&left, [stop, None], None);
    let Best { trace, proven } = fewest_switches(system, &finding.violation, trace, &mut limit_watch);
    Minimised { trace, proven }
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
        while self.bring_together(trace) || self.leave_out(trace) {}
    }

    /// Tries to bring two turns of a thread together: the later one first, or the earlier one later.
    fn bring_together(&mut self, trace: &mut Vec<Choice>) -> bool {
        let turns = turns(trace);
        for (at, early) in turns.iter().enumerate() {
            let thread = trace[early.start].thread;
            let Some(late) = turns[at + 1..].iter().find(|it| trace[it.start].thread == thread) else {
                continue;
            };
            let between = &trace[early.end..late.start];
            let sooner = [&trace[..early.end], &trace[late.clone()], between, &trace[late.end..]].concat();
            let later =
                [&trace[..early.start], between, &trace[early.clone()], &trace[late.start..]].concat();
            if self.take(trace, sooner) || self.take(trace, later) {
                return true;
            }
            if self.is_over() {
                break;
            }
        }
        false
    }

    /// Tries to do without whole turns, then without single steps.
    fn leave_out(&mut self, trace: &mut Vec<Choice>) -> bool {
        let steps = (0..trace.len()).rev().map(|at| at..at + 1);
        for gone in turns(trace).into_iter().rev().chain(steps) {
            let rest = [&trace[..gone.start], &trace[gone.end..]].concat();
            if self.take(trace, rest) {
                return true;
            }
            if self.is_over() {
                break;
            }
        }
        false
    }

    /// Takes a candidate if it is better and leads to the same violation; maybe sooner than at its end.
    fn take(&mut self, trace: &mut Vec<Choice>, mut candidate: Vec<Choice>) -> bool {
        if cost(&candidate) >= cost(trace) || self.is_over() {
            return false;
        }
        let Some(length) = self.run(&candidate) else { return false };
        candidate.truncate(length);
        *trace = candidate;
        true
    }

    /// After how many steps a run comes to the violation.
    fn run(&mut self, trace: &[Choice]) -> Option<usize> {
        self.system.mark();
        let length = self.go(trace);
        self.system.rewind();
        self.system.forget();
        length
    }

    fn go(&mut self, trace: &[Choice]) -> Option<usize> {
        let mut open = Choices::new();
        for (at, choice) in trace.iter().enumerate() {
            self.system.choices(&mut open);
            if !open.contains(choice) {
                return None;
            }
            match self.system.step(*choice) {
                Step::Moved { .. } => {}
                Step::Violated(found) => return found.has_same_cause(self.violation).then_some(at + 1),
                Step::Pruned | Step::Unknown(_) | Step::Stopped(_) => return None,
            }
        }
        self.system.choices(&mut open);
        open.end().is_some_and(|it| it.has_same_cause(self.violation)).then_some(trace.len())
    }

    fn is_over(&mut self) -> bool {
        self.limit_watch.is_over(self.system.host_bytes())
    }
}

/// What each thread does without interruption.
fn turns(trace: &[Choice]) -> Vec<std::ops::Range<usize>> {
    let mut start = 0;
    let turns = trace.chunk_by(|a, b| a.thread == b.thread).map(|turn| {
        start += turn.len();
        start - turn.len()..start
    });
    turns.collect()
}
