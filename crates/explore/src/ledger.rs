//! What a search has learnt so far. Every search writes the same things down in the same way: this is where.

use crate::checkpoint::Frozen;
use crate::open::Open;
use crate::plan::{Plan, Progress};
use crate::store::Visited;
use crate::team::Member;
use crate::watch::Watch;
use gmc_model::{Choice, Finding, Hindrance, Obstacle, Premises, SearchResult, Stats, Stopped, Violation};
use std::time::Duration;

pub(crate) struct Ledger<'a> {
    pub(crate) stats: Stats,
    pub(crate) stopped: Option<Stopped>,
    findings: Vec<Finding>,
    hindrances: Vec<Hindrance>,
    all: bool,
    /// A state was met and not entered, since it was one too many.
    refused: bool,
    most_states: u64,
    most_depth: u64,
    watch: Watch<'a>,
    /// This worker among those that search together, if there are any.
    member: Option<Member<'a>>,
}

/// Where a search is, apart from what the ledger knows.
pub(crate) struct Position {
    pub(crate) depth: usize,
    pub(crate) frontier: usize,
    /// Memory of system and search.
    pub(crate) bytes: usize,
    /// Memory of the visited set.
    pub(crate) visited: usize,
    /// The share of the choices that is done, where anything is known of it.
    pub(crate) share: Option<f64>,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(plan: Plan<'a>) -> Ledger<'a> {
        Ledger::of(plan, None)
    }

    /// The ledger of one of several workers.
    pub(crate) fn of(plan: Plan<'a>, member: Option<Member<'a>>) -> Ledger<'a> {
        Ledger {
            member,
            stats: Stats::default(),
            stopped: None,
            findings: Vec::new(),
            hindrances: Vec::new(),
            all: plan.all,
            refused: false,
            most_states: plan.limits.states.unwrap_or(u64::MAX),
            most_depth: plan.limits.depth.unwrap_or(u64::MAX),
            watch: Watch::new(&plan.limits, [plan.stop, plan.moot], plan.progress),
        }
    }

    /// To be called for each step: whether it is time to [`look`](Ledger::look).
    #[inline]
    pub(crate) fn is_look_due(&mut self) -> bool {
        self.watch.is_due()
    }

    /// Looks whether the search has to end.
    #[cold]
    pub(crate) fn look(&mut self, position: &Position) {
        let mut progress = Progress {
            states: self.stats.states,
            transitions: self.stats.transitions,
            depth: position.depth as u64,
            frontier: position.frontier as u64,
            bytes: position.bytes,
            share: position.share,
            elapsed: Duration::ZERO,
        };
        if let Some(member) = self.member {
            let (all, stopped) = member.report(&progress);
            progress = all;
            let enough = progress.states > self.most_states;
            self.stopped = self.stopped.or(stopped).or(enough.then_some(Stopped::States));
        }
        progress.bytes += position.visited;
        let stopped = self.watch.look(&mut progress);
        self.stopped = self.stopped.or(stopped);
    }

    /// Whether another worker has nothing to do.
    #[cold]
    pub(crate) fn is_somebody_idle(&self) -> bool {
        self.member.is_some_and(Member::is_somebody_idle)
    }

    /// Gives a part of the search to another worker.
    #[cold]
    pub(crate) fn give(&self, parcel: Open) {
        self.member.expect("somebody is idle").give(parcel);
    }

    /// A new state, at this depth. Whether it may be visited.
    #[inline]
    pub(crate) fn admit(&mut self, depth: usize) -> bool {
        if self.stats.states == self.most_states {
            self.stopped = Some(Stopped::States);
            self.refused = true;
            return false;
        }
        self.stats.states += 1;
        self.stats.depth = self.stats.depth.max(depth as u64);
        true
    }

    /// Whether the search must not go on from a state with choices at this depth.
    #[inline]
    pub(crate) fn is_cut(&mut self, depth: usize) -> bool {
        let cut = depth as u64 >= self.most_depth;
        self.stats.cut += u64::from(cut);
        cut
    }

    /// A violation at the end of a trace of this length, which is asked for where it is to be kept.
    #[cold]
    pub(crate) fn violated(
        &mut self,
        violation: Violation,
        length: usize,
        trace: impl FnOnce() -> Vec<Choice>,
    ) {
        if !self.all {
            self.stopped = Some(Stopped::Violation);
        }
        match self.findings.iter_mut().find(|it| it.violation.has_same_cause(&violation)) {
            Some(finding) => {
                finding.count += 1;
                if length < finding.trace.len() {
                    (finding.violation, finding.trace) = (violation, trace());
                }
            }
            None => self.findings.push(Finding { violation, trace: trace(), lap: None, count: 1 }),
        }
    }

    /// A step that the system could not take.
    #[cold]
    pub(crate) fn hindered(&mut self, obstacle: Obstacle) {
        match self.hindrances.iter_mut().find(|it| it.obstacle == obstacle) {
            Some(hindrance) => hindrance.count += 1,
            None => self.hindrances.push(Hindrance { obstacle, count: 1 }),
        }
    }

    /// What was learnt, to be kept.
    pub(crate) fn frozen(&self) -> Frozen {
        let mut stats = self.stats.clone();
        stats.elapsed += self.watch.elapsed();
        let (findings, hindrances) = (self.findings.clone(), self.hindrances.clone());
        Frozen { stats, findings, hindrances, ..Frozen::default() }
    }

    /// Goes on with what was kept.
    pub(crate) fn thaw(&mut self, frozen: Frozen) {
        (self.stats, self.findings, self.hindrances) = (frozen.stats, frozen.findings, frozen.hindrances);
    }

    /// The search is over.
    pub(crate) fn close(mut self, position: &Position, visited: &impl Visited) -> SearchResult {
        self.stats.frontier = position.frontier as u64 + u64::from(self.refused);
        self.stats.visited_bytes = visited.bytes();
        self.stats.peak_bytes = self.watch.peak.max(position.bytes + position.visited);
        self.stats.elapsed += self.watch.elapsed();
        SearchResult {
            findings: self.findings,
            hindrances: self.hindrances,
            stopped: self.stopped,
            stats: self.stats,
            omission: visited.omission(),
            missed: visited.missed(),
            premises: Premises::default(),
            left_out: Vec::new(),
        }
    }
}
