//! Breadth-first search: a queue of snapshots, and the shortest counterexamples.
//!
//! States are met in the order of their distance from the initial one. What there is to know about a state is found out when
//! it is met: its choices, and what is wrong with it if it has none. So a trace that ends in such a state is not found
//! after a longer one that ends in a step, and states without choices need no snapshot.
//!
//! The first violation found has a shortest trace, and so has each finding of a search for all causes. With reduction the
//! trace is a shortest one of the reduced graph, which may lack the shortest of all. Why reduction is sound is argued in
//! [`dfs`](crate::dfs()); the argument does not depend on the order of the search.

use crate::ledger::{Ledger, Position};
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choice, Outcome, Step, System};
use std::collections::VecDeque;

/// Visits every state that the system can reach from its current one, which it is in again afterwards.
///
/// It ends as if there were a limit when it has visited 2³² − 1 states.
pub fn bfs<S: System, V: Visited>(system: &mut S, visited: &mut V, mut plan: Plan<'_>) -> Outcome {
    let most = u64::from(u32::MAX);
    plan.limits.states = Some(plan.limits.states.map_or(most, |states| states.min(most)));
    let reduce = plan.reduce;
    let ledger = Ledger::new(plan);
    let initial = system.snapshot();
    let mut search = Search {
        system,
        visited,
        ledger,
        reduce,
        nodes: Vec::new(),
        queue: VecDeque::new(),
        choices: VecDeque::new(),
        current: Current::default(),
        scratch: Vec::new(),
    };
    search.run();
    let position = search.position();
    search.system.restore(&initial);
    search.ledger.close(&position, visited)
}

/// A state that was visited, and how the search got there.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    choice: Choice,
}

/// The initial state's number. It has no parent.
const ROOT: u32 = 0;

/// A state with choices to try.
struct Open<T> {
    node: u32,
    depth: u32,
    /// How many choices it has: the next ones in the queue of choices.
    count: u32,
    /// How many of them suffice.
    until: u32,
    snapshot: T,
}

/// The state that is being expanded.
#[derive(Default)]
struct Current {
    node: u32,
    depth: usize,
    choices: Vec<Choice>,
    /// How many of them were tried.
    next: usize,
    /// How many of them are to be tried.
    until: usize,
}

struct Search<'a, 'b, S: System, V> {
    system: &'a mut S,
    visited: &'a mut V,
    ledger: Ledger<'b>,
    reduce: bool,
    nodes: Vec<Node>,
    queue: VecDeque<Open<S::Snapshot>>,
    /// Of all states in the queue, in its order.
    choices: VecDeque<Choice>,
    current: Current,
    scratch: Vec<Choice>,
}

impl<S: System, V: Visited> Search<'_, '_, S, V> {
    fn run(&mut self) {
        let initial = self.system.fingerprint();
        if self.visited.insert(initial) {
            self.meet(Node { parent: ROOT, choice: Choice { thread: 0, outcome: 0 } }, 0);
        }
        while self.ledger.stopped.is_none()
            && let Some(open) = self.queue.pop_front()
        {
            self.open(&open);
            while self.current.next < self.current.until && self.ledger.stopped.is_none() {
                self.advance();
            }
            let left = self.current.until < self.current.choices.len();
            self.ledger.stats.reduced += u64::from(left && self.ledger.stopped.is_none());
        }
    }

    /// The system has moved to a new state. Puts it into the queue if there is anything to try in it.
    fn meet(&mut self, from: Node, depth: usize) {
        if !self.ledger.admit(depth) {
            return;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(from);
        let choices = &mut self.scratch;
        choices.clear();
        self.system.choices(choices);
        if choices.is_empty() {
            match self.system.end() {
                None => self.ledger.stats.ended += 1,
                Some(violation) => self.ledger.violated(*violation, depth, || trace(&self.nodes, node)),
            }
            return;
        }
        if self.ledger.is_cut(depth) {
            return;
        }
        let mut until = choices.len();
        if self.reduce
            && let Some(ample) = self.system.ample(choices)
        {
            debug_assert!(!ample.is_empty(), "nothing stands for everything");
            until = ample.len();
            choices[..ample.end].rotate_right(until);
        }
        self.choices.extend(choices.iter());
        self.queue.push_back(Open {
            node,
            depth: depth as u32,
            count: choices.len() as u32,
            until: until as u32,
            snapshot: self.system.snapshot(),
        });
    }

    /// Returns to the first state of the queue.
    fn open(&mut self, open: &Open<S::Snapshot>) {
        self.system.restore(&open.snapshot);
        let current = &mut self.current;
        (current.node, current.depth) = (open.node, open.depth as usize);
        (current.next, current.until) = (0, open.until as usize);
        current.choices.clear();
        current.choices.extend(self.choices.drain(..open.count as usize));
    }

    /// Tries the next choice of the current state.
    fn advance(&mut self) {
        if self.ledger.is_look_due() {
            let position = self.position();
            self.ledger.look(&position);
            if self.ledger.stopped.is_some() {
                return;
            }
        }
        self.ledger.stats.transitions += 1;
        let current = &mut self.current;
        let choice = current.choices[current.next];
        if current.next > 0 {
            self.system.rewind();
        } else if current.choices.len() > 1 {
            self.system.mark();
        }
        current.next += 1;
        match self.system.step(choice) {
            Step::Moved { .. } => {
                let fingerprint = self.system.fingerprint();
                if self.visited.insert(fingerprint) {
                    let (node, depth) = (current.node, current.depth);
                    self.meet(Node { parent: node, choice }, depth + 1);
                    return;
                }
                self.ledger.stats.revisited += 1;
            }
            Step::Pruned => self.ledger.stats.pruned += 1,
            Step::Violated(violation) => self.ledger.violated(*violation, current.depth + 1, || {
                let mut trace = trace(&self.nodes, current.node);
                trace.push(choice);
                trace
            }),
            Step::Unknown(obstacle) => self.ledger.hindered(*obstacle),
        }
        // What the ample choices stand for has to be tried too.
        current.until = current.choices.len();
    }

    #[cold]
    fn position(&self) -> Position {
        let own = self.nodes.capacity() * size_of::<Node>()
            + self.queue.capacity() * size_of::<Open<S::Snapshot>>()
            + self.choices.capacity() * size_of::<Choice>();
        let unfinished = self.current.next < self.current.until;
        Position {
            depth: self.current.depth,
            frontier: self.queue.len() + usize::from(unfinished),
            bytes: self.system.bytes() + own,
            visited: self.visited.bytes(),
            share: None,
        }
    }
}

/// The choices that lead from the initial state to this one.
fn trace(nodes: &[Node], to: u32) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut at = to;
    while at != ROOT {
        let node = nodes[at as usize];
        choices.push(node.choice);
        at = node.parent;
    }
    choices.reverse();
    choices
}
