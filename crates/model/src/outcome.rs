//! The result of a search, and what it is worth.
//!
//! Invariant: everything that keeps an answer from being complete is part of the answer. [`SearchResult::gaps`] lists
//! it, and [`SearchResult::verdict`] says that the program holds only where there are none.

use crate::gap::Gap;
use crate::premise::Premises;
use crate::system::{Choice, Obstacle};
use crate::violation::Violation;
use std::time::Duration;

/// What a search found out.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct SearchResult {
    /// The violations, one for each cause, in the order in which the causes were met.
    pub findings: Vec<Finding>,
    /// What the search could not see through, in the order in which it was met.
    pub hindrances: Vec<Hindrance>,
    /// Why the search ended before it was through.
    pub stopped: Option<Stopped>,
    /// What it took.
    pub stats: Stats,
    /// At most this likely a state was taken for another one, and what only it leads to was never seen.
    pub omission: f64,
    /// The visited set takes states for visited that are not: about this many that were met.
    pub missed: Option<f64>,
    /// What the runs relied on that cannot be known.
    pub premises: Premises,
    /// What layers and commands around the search left out.
    pub left_out: Vec<Gap>,
}

/// A violation and a run that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub violation: Violation,
    /// The run, from the initial state: the shortest of those that were met with this cause.
    pub trace: Vec<Choice>,
    /// The trace is a lasso: what follows its first so many choices can be repeated for ever.
    pub lap: Option<usize>,
    /// How often the cause was met.
    pub count: u64,
    /// The temporal property that the run violates, by its place among those that were asked for.
    pub property: Option<usize>,
}

/// Something that keeps a search from an answer, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hindrance {
    /// What it is.
    pub obstacle: Obstacle,
    /// How many steps it stopped.
    pub count: u64,
}

/// Why a search ended before it was through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopped {
    /// It found a violation, and was to look for no more than one.
    Violation,
    /// The time was up.
    Time,
    /// It had visited as many states as it was allowed to.
    States,
    /// It had taken as much memory as it was allowed to.
    Memory,
    /// It was asked to.
    Request,
    /// It had followed as many random runs as it was to.
    Runs,
    /// It had drawn as many random lassos as it was to.
    Lassos,
}

/// What the solver was asked, over all runs of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Questions whether conditions can hold.
    pub queries: u64,
    /// Those answered from earlier answers.
    pub known: u64,
    /// Those that the second solver answered.
    pub second: u64,
    /// Those without an answer within the budget.
    pub given_up: u64,
    /// Time in solvers, in nanoseconds.
    pub nanoseconds: u64,
    /// Terms of the largest question.
    pub largest: u64,
}

/// What a search took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Different states visited, the initial one included.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// Steps that led to a state visited before.
    pub revisited: u64,
    /// Steps that an assumption of the program ended.
    pub pruned: u64,
    /// States without choices in which nothing is wrong.
    pub ended: u64,
    /// States of which a part of the choices sufficed.
    pub reduced: u64,
    /// How often the search was made again, as what it had left out turned out to matter. All else is about the last
    /// time, but for the time.
    pub restarts: u64,
    /// States whose choices were not tried because they are as deep as the search was allowed to go.
    pub cut: u64,
    /// The most steps from the initial state on a path of the search.
    pub depth: u64,
    /// States with choices that were not tried when the search ended; those that were [`cut`](Stats::cut) not counted.
    pub frontier: u64,
    /// Memory of the visited set, in bytes.
    pub visited_bytes: usize,
    /// Memory of system, visited set and search together, in bytes: the most that was seen.
    pub peak_bytes: usize,
    /// Time.
    pub elapsed: Duration,
}

impl Stats {
    /// Adds what another search took.
    fn add(&mut self, other: &Stats) {
        self.states += other.states;
        self.transitions += other.transitions;
        self.revisited += other.revisited;
        self.pruned += other.pruned;
        self.ended += other.ended;
        self.reduced += other.reduced;
        self.restarts += other.restarts;
        self.cut += other.cut;
        self.depth = self.depth.max(other.depth);
        self.frontier += other.frontier;
        self.visited_bytes = self.visited_bytes.max(other.visited_bytes);
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        self.elapsed = self.elapsed.max(other.elapsed);
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Verdict {
    /// Every reachable state was visited and nothing is wrong.
    Holds {
        /// At most this likely a state was missed.
        omission: f64,
    },
    /// Something is wrong.
    Violated {
        /// Every reachable state was visited, so the findings are all the causes there are.
        complete: bool,
    },
    /// Nothing wrong was found in what was visited.
    Unknown {
        /// What was not.
        gaps: Vec<Gap>,
    },
}

impl SearchResult {
    /// What the answer does not cover.
    pub fn gaps(&self) -> Vec<Gap> {
        let stopped = self.stopped.map(Gap::Stopped);
        let depth = (self.stats.cut > 0).then_some(Gap::Depth { cut: self.stats.cut });
        let hindrances = self.hindrances.iter().cloned().map(Gap::Hindrance);
        let bitstate = self.missed.map(|missed| Gap::Bitstate { missed: missed.ceil() as u64 });
        let left_out = self.left_out.iter().cloned();
        stopped.into_iter().chain(depth).chain(hindrances).chain(bitstate).chain(left_out).collect()
    }

    /// This result and that of another search, as one.
    pub fn joined(mut self, other: SearchResult) -> SearchResult {
        self.findings.extend(other.findings);
        self.hindrances.extend(other.hindrances);
        self.stopped = self.stopped.or(other.stopped);
        self.stats.add(&other.stats);
        self.omission = (self.omission + other.omission).min(1.0);
        self.missed = self.missed.or(other.missed);
        self.left_out.extend(other.left_out);
        self
    }

    /// Whether every reachable state was visited.
    pub fn is_complete(&self) -> bool {
        self.gaps().is_empty()
    }

    /// The answer.
    pub fn verdict(&self) -> Verdict {
        let gaps = self.gaps();
        if !self.findings.is_empty() {
            Verdict::Violated { complete: gaps.is_empty() }
        } else if gaps.is_empty() {
            Verdict::Holds { omission: self.omission }
        } else {
            Verdict::Unknown { gaps }
        }
    }
}
