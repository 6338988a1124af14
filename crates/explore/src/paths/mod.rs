//! Dynamic path reduction (Yang, Al-Rawi, Sakallah, Huang, Smolka, Grosu: Dynamic path reduction for software model
//! checking, iFM 2009): runs are followed one after the other, and of those that are safe for the same reason one.
//!
//! The choices of a run come from an oracle. After a run the system says for which ranges of its choices every run is
//! safe ([`Reasons`]), which becomes a clause of a SAT problem; the next oracle is a solution of it. Where a reason is
//! no more than the run itself, all runs are followed. The search ends when there is no further oracle.
//!
//! Sound: a run that is never followed has an oracle that some clause excludes, and so is within a reason. Every
//! reason excludes the oracle that it comes from, so the search ends where there are finitely many runs. Like every
//! search that remembers no states it never ends where a run does not.

mod oracle;

use crate::collector::{Collector, Position};
use crate::plan::Plan;
use crate::walk::Nothing;
use gmc_model::{Choice, ChoiceRange, Choices, Reasons, RunEnd, SearchResult, Step};
use oracle::Oracle;

/// What was followed and what was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathStats {
    /// Runs that were followed to an end.
    pub runs: u64,
    /// Runs of which the reason covers others.
    pub generalised: u64,
}

/// Follows runs from the current state, in which the system is again afterwards. Without `reduce`, every run.
pub fn paths<S: Reasons>(system: &mut S, reduce: bool, plan: Plan<'_>) -> (SearchResult, PathStats) {
    let mut search = Search {
        system,
        reduce,
        collector: Collector::new(plan),
        oracle: Oracle::default(),
        stats: PathStats::default(),
        choices: Choices::new(),
        trace: Vec::new(),
        taken: Vec::new(),
        alternatives: Vec::new(),
    };
    search.system.mark();
    while search.collector.stopped.is_none() {
        match search.oracle.find() {
            Some(true) => {}
            Some(false) => break,
            None => {
                let position = search.position();
                search.collector.look(&position);
                continue;
            }
        }
        search.system.record(reduce);
        if let Some(end) = search.run() {
            search.learn(end);
        }
        search.system.rewind();
    }
    search.system.record(false);
    search.system.forget();
    let position = search.position();
    (search.collector.close(&position, &Nothing), search.stats)
}

struct Search<'a, 'b, S> {
    system: &'a mut S,
    reduce: bool,
    collector: Collector<'b>,
    oracle: Oracle,
    stats: PathStats,
    choices: Choices,
    trace: Vec<Choice>,
    /// What each choice of the run took: its place among the alternatives.
    taken: Vec<u32>,
    /// How many alternatives each choice of the run had.
    alternatives: Vec<u32>,
}

impl<S: Reasons> Search<'_, '_, S> {
    /// Follows a run. None if the search has to end before it does.
    fn run(&mut self) -> Option<RunEnd> {
        self.trace.clear();
        self.taken.clear();
        self.alternatives.clear();
        loop {
            if self.collector.is_look_due() {
                let position = self.position();
                self.collector.look(&position);
            }
            let depth = self.trace.len();
            if self.collector.stopped.is_some() || !self.collector.admit(depth) {
                return None;
            }
            self.system.choices(&mut self.choices);
            if self.choices.is_empty() {
                return Some(match self.choices.take_end() {
                    None => {
                        self.collector.stats.ended += 1;
                        RunEnd::Ended
                    }
                    Some(violation) => {
                        self.collector.violated(*violation, depth, || self.trace.clone());
                        RunEnd::Other
                    }
                });
            }
            if self.collector.is_cut(depth) {
                return Some(RunEnd::Other);
            }
            let choice = self.choose();
            self.trace.push(choice);
            self.collector.stats.transitions += 1;
            match self.system.step(choice) {
                Step::Moved { .. } => {}
                Step::Pruned => {
                    self.collector.stats.pruned += 1;
                    return Some(RunEnd::Pruned);
                }
                Step::Violated(violation) => {
                    self.collector.violated(*violation, depth + 1, || self.trace.clone());
                    return Some(RunEnd::Other);
                }
                Step::Unknown(obstacle) => {
                    self.collector.hindered(*obstacle);
                    return Some(RunEnd::Other);
                }
                Step::Stopped(why) => {
                    self.collector.stats.transitions -= 1;
                    self.collector.stopped = Some(why);
                    return None;
                }
            }
        }
    }

    /// Takes the next step's choice from the oracle, if there are several.
    fn choose(&mut self) -> Choice {
        let count = self.choices.len() as u32;
        if count == 1 {
            return self.choices[0];
        }
        let number = self.taken.len();
        let taken = self.oracle.answer(number, count);
        self.taken.push(taken);
        self.alternatives.push(count);
        self.system.at_choice(number, taken);
        self.choices[taken as usize]
    }

    /// Excludes what is safe for the same reason as the run.
    fn learn(&mut self, end: RunEnd) {
        self.stats.runs += 1;
        let reason = if end == RunEnd::Other || !self.reduce { None } else { self.system.reason(end) };
        let ranges = reason.unwrap_or_else(|| {
            let own = self.taken.iter().enumerate();
            own.map(|(choice, &taken)| ChoiceRange { choice, first: taken, last: taken }).collect()
        });
        debug_assert!(ranges.iter().all(|it| (it.first..=it.last).contains(&self.taken[it.choice])));
        let exact = ranges.iter().filter(|it| it.first == it.last).count();
        self.stats.generalised += u64::from(exact < self.taken.len());
        self.oracle.exclude(&ranges, &self.alternatives);
    }

    #[cold]
    fn position(&self) -> Position {
        let own = self.trace.capacity() * size_of::<Choice>() + self.oracle.bytes();
        Position {
            depth: self.trace.len(),
            frontier: 0,
            bytes: self.system.host_bytes() + own,
            visited: 0,
            share: None,
        }
    }
}
