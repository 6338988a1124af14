//! Collects the results of a search: findings, obstacles, statistics. All searches use it, so they count alike, and
//! heed the same limits.

use crate::checkpoint::Checkpoint;
use crate::limit_watch::LimitWatch;
use crate::plan::{Plan, Progress};
use crate::store::Visited;
use crate::work_item::WorkItem;
use crate::worker_pool::Worker;
use gmc_model::{Choice, Finding, Hindrance, Obstacle, Premises, SearchResult, Stats, Stopped, Violation};
use std::time::Duration;

pub(crate) struct Collector<'a> {
    pub(crate) stats: Stats,
    pub(crate) stopped: Option<Stopped>,
    findings: Vec<Finding>,
    hindrances: Vec<Hindrance>,
    all: bool,
    /// A state was met and not entered, since it was one too many.
    refused: bool,
    most_states: u64,
    most_depth: u64,
    limit_watch: LimitWatch<'a>,
    /// This worker among those that search together, if there are any.
    worker: Option<Worker<'a>>,
}

/// Where a search is, apart from what the collector knows.
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

impl<'a> Collector<'a> {
    pub(crate) fn new(plan: Plan<'a>) -> Collector<'a> {
        Collector::of(plan, None)
    }

    /// The collector of one of several workers.
    pub(crate) fn of(plan: Plan<'a>, worker: Option<Worker<'a>>) -> Collector<'a> {
        Collector {
            worker,
            stats: Stats::default(),
            stopped: None,
            findings: Vec::new(),
            hindrances: Vec::new(),
            all: plan.all,
            refused: false,
            most_states: plan.limits.states.unwrap_or(u64::MAX),
            most_depth: plan.limits.depth.unwrap_or(u64::MAX),
            limit_watch: LimitWatch::new(&plan.limits, [plan.stop, plan.moot], plan.progress),
        }
    }

    /// To be called for each step: whether it is time to [`look`](Collector::look).
    #[inline]
    pub(crate) fn is_look_due(&mut self) -> bool {
        self.limit_watch.is_due()
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
        if let Some(worker) = self.worker {
            let (all, stopped) = worker.report(&progress);
            progress = all;
            let enough = progress.states > self.most_states;
            self.stopped = self.stopped.or(stopped).or(enough.then_some(Stopped::States));
        }
        progress.bytes += position.visited;
        let stopped = self.limit_watch.look(&mut progress);
        self.stopped = self.stopped.or(stopped);
    }

    /// Whether another worker has nothing to do.
    #[cold]
    pub(crate) fn has_idle_worker(&self) -> bool {
        self.worker.is_some_and(Worker::has_idle_peer)
    }

    /// Gives a part of the search to another worker.
    #[cold]
    pub(crate) fn give(&self, item: WorkItem) {
        self.worker.expect("there is an idle worker").give(item);
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
            None => {
                self.findings.push(Finding {
                    violation,
                    trace: trace(),
                    lap: None,
                    count: 1,
                    property: None,
                });
            }
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

    /// The results so far, for a checkpoint.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        let mut stats = self.stats.clone();
        stats.elapsed += self.limit_watch.elapsed();
        let (findings, hindrances) = (self.findings.clone(), self.hindrances.clone());
        Checkpoint { stats, findings, hindrances, ..Checkpoint::default() }
    }

    /// Goes on with the results of a checkpoint.
    pub(crate) fn resume(&mut self, checkpoint: Checkpoint) {
        (self.stats, self.findings, self.hindrances) =
            (checkpoint.stats, checkpoint.findings, checkpoint.hindrances);
    }

    /// The search is over.
    pub(crate) fn close(mut self, position: &Position, visited: &impl Visited) -> SearchResult {
        self.stats.frontier = position.frontier as u64 + u64::from(self.refused);
        self.stats.visited_bytes = visited.bytes();
        self.stats.peak_bytes = self.limit_watch.peak.max(position.bytes + position.visited);
        self.stats.elapsed += self.limit_watch.elapsed();
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
