//! The run with the fewest context switches to a violation, and among these the one with the fewest steps: uniform-cost
//! search (Dijkstra).
//!
//! Runs are extended in the order of their costs (switches, then steps), so the first one taken from the queue that
//! leads to the violation is a best one. Going on with the thread that went on last costs no switch. So what a run
//! costs depends on its last thread, and one state may have to be expanded more than once.
//!
//! *What need not be expanded again.* Let a state be met after `c` switches and `n` steps with `t` as the last
//! thread, and be met again after `c'` and `n'` with `t'`. Whatever the second run goes on with, the first one can go
//! on with as well, for at most one switch more. So the second one is not needed if `t = t'` and `(c, n) ≤ (c', n')`;
//! nor, whatever the threads are, if `c + 1 < c'`, or `c + 1 = c'` and `n ≤ n'`. Nothing else is dropped, so nothing
//! better is missed.

use crate::limit_watch::LimitWatch;
use crate::minimise::cost;
use gmc_model::{Choice, Choices, Step, System, ThreadId, Violation};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The best run to a violation.
pub(crate) struct Best {
    pub(crate) trace: Vec<Choice>,
    /// There is no better one.
    pub(crate) proven: bool,
}

/// Looks for a better run to a violation than this one, from the current state, which the system is in again
/// afterwards.
pub(crate) fn fewest_switches<S: System>(
    system: &mut S,
    violation: &Violation,
    trace: Vec<Choice>,
    limit_watch: &mut LimitWatch<'_>,
) -> Best {
    let initial = system.snapshot();
    let mut search = Search {
        bound: cost(&trace),
        best: None,
        system,
        violation,
        nodes: Vec::new(),
        queue: BTreeMap::new(),
        met: HashMap::new(),
        stopped: false,
    };
    let proven = search.run(limit_watch);
    let best = search.best.take().map(|node| search.trace(node));
    search.system.restore(&initial);
    Best { trace: best.unwrap_or(trace), proven }
}

/// Switches, then steps.
type Cost = (usize, usize);

/// How a run came to its end.
#[derive(Clone, Copy)]
struct Node {
    parent: usize,
    choice: Choice,
}

/// The first one.
const NONE: usize = usize::MAX;

/// A state, and what the cheapest runs to it took, each with its last thread.
type Met = HashMap<u128, Vec<(Cost, ThreadId)>>;

struct Search<'a, S: System> {
    system: &'a mut S,
    violation: &'a Violation,
    /// Runs that cost as much are of no use.
    bound: Cost,
    best: Option<usize>,
    nodes: Vec<Node>,
    /// By costs, and the order in which they were met.
    queue: BTreeMap<(Cost, Reverse<usize>), S::Snapshot>,
    met: Met,
    /// A limit has ended a step before it was through.
    stopped: bool,
}

impl<S: System> Search<'_, S> {
    /// Whether everything cheaper than the bound was tried.
    fn run(&mut self, limit_watch: &mut LimitWatch<'_>) -> bool {
        let mut choices = Choices::new();
        self.system.choices(&mut choices);
        self.leave(NONE, None, (0, 0), &choices);
        while let Some(((cost, Reverse(node)), snapshot)) = self.queue.pop_first() {
            if cost >= self.bound {
                return !self.stopped;
            }
            if self.stopped || limit_watch.is_over(self.system.host_bytes() + self.bytes()) {
                return false;
            }
            self.system.restore(&snapshot);
            self.system.choices(&mut choices);
            self.leave(node, Some(self.nodes[node].choice.thread), cost, &choices);
        }
        !self.stopped
    }

    /// Tries the choices of the current state, to which this run has led.
    fn leave(&mut self, from: usize, last: Option<ThreadId>, (changes, steps): Cost, choices: &[Choice]) {
        self.system.mark();
        for &choice in choices {
            let changed = last.is_some_and(|it| it != choice.thread);
            let cost = (changes + usize::from(changed), steps + 1);
            if cost >= self.bound {
                continue;
            }
            let node = Node { parent: from, choice };
            match self.system.step(choice) {
                Step::Moved { .. } => self.meet(node, cost),
                Step::Violated(found) => self.found(&found, node, cost),
                Step::Pruned | Step::Unknown(_) => {}
                // Where it leads is not known, so nothing is proven.
                Step::Stopped(_) => self.stopped = true,
            }
            self.system.rewind();
        }
        self.system.forget();
    }

    /// A run has led to the current state.
    fn meet(&mut self, node: Node, cost: Cost) {
        let known = self.met.entry(self.system.fingerprint()).or_default();
        let thread = node.choice.thread;
        if known.iter().any(|it| is_enough(*it, (cost, thread))) {
            return;
        }
        known.retain(|it| !is_enough((cost, thread), *it));
        known.push((cost, thread));
        let mut open = Choices::new();
        self.system.choices(&mut open);
        if open.is_empty() {
            if let Some(found) = open.take_end() {
                self.found(&found, node, cost);
            }
            return;
        }
        self.nodes.push(node);
        self.queue.insert((cost, Reverse(self.nodes.len() - 1)), self.system.snapshot());
    }

    fn found(&mut self, found: &Violation, node: Node, cost: Cost) {
        if found.has_same_cause(self.violation) && cost < self.bound {
            self.bound = cost;
            self.nodes.push(node);
            self.best = Some(self.nodes.len() - 1);
        }
    }

    fn trace(&self, mut node: usize) -> Vec<Choice> {
        let mut trace = Vec::new();
        while node != NONE {
            let Node { parent, choice } = self.nodes[node];
            trace.push(choice);
            node = parent;
        }
        trace.reverse();
        trace
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.met.capacity() * 2 * size_of::<(u128, Vec<Cost>)>()
    }
}

/// Whether a run to a state makes another one to the same state needless.
fn is_enough((known, thread): (Cost, ThreadId), (cost, other): (Cost, ThreadId)) -> bool {
    thread == other && known <= cost || (known.0 + 1, known.1) <= cost
}
