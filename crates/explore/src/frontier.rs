//! Searches with a frontier: states that were met and not expanded yet wait in a [`Frontier`], which says which is
//! next.
//!
//! A state's choices, and what is wrong with it if it has none, are computed when it is met. So states without choices
//! need no snapshot, and a search that meets states by shortest paths finds shortest traces.
//!
//! Which state is next makes no difference to what is visited: every state that is met is expanded unless the search
//! is stopped, and a search ends when none is left. Why reduction is sound is argued in [`dfs`](crate::dfs()); the
//! argument does not depend on the order of the search.

use crate::collector::{Collector, Position};
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choice, Choices, Obstacle, SearchResult, Step, System, ThreadId};

/// States that were met and not expanded yet.
pub(crate) trait Frontier<S: System> {
    /// The system is in a new state. These are its choices, and how it came there.
    fn push(&mut self, system: &mut S, open: WaitingState, choices: &[Choice], tree: &SearchTree);

    /// Takes the next state, in which the system then is, with its choices.
    ///
    /// # Errors
    /// When the system cannot be brought there.
    fn pop(
        &mut self,
        system: &mut S,
        choices: &mut Vec<Choice>,
        tree: &SearchTree,
    ) -> Option<Result<WaitingState, Obstacle>>;

    /// How many states wait.
    fn len(&self) -> usize;

    /// Memory that it takes, apart from what the system knows of.
    fn bytes(&self) -> usize;
}

/// A state with choices to try.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WaitingState {
    pub(crate) node: u32,
    pub(crate) depth: u32,
    /// How many of its choices suffice: the ample ones, or all.
    pub(crate) until: u32,
}

/// The search tree: of each visited state, where the search came from.
#[derive(Default)]
pub(crate) struct SearchTree(Vec<Node>);

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    choice: Choice,
}

/// The initial state's number. It has no parent.
pub(crate) const ROOT: u32 = 0;

impl SearchTree {
    /// The state that a state was met from, and by which choice.
    pub(crate) fn origin(&self, of: u32) -> (u32, Choice) {
        let Node { parent, choice } = self.0[of as usize];
        (parent, choice)
    }

    /// The choices that lead from the initial state to this one.
    fn trace(&self, to: u32) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut at = to;
        while at != ROOT {
            let (parent, choice) = self.origin(at);
            choices.push(choice);
            at = parent;
        }
        choices.reverse();
        choices
    }
}

/// Visits every state that the system can reach from its current one, which it is in again afterwards.
///
/// It ends as if there were a limit when it has visited 2³² − 1 states.
pub(crate) fn search<S: System, V: Visited, F: Frontier<S>>(
    system: &mut S,
    visited: &mut V,
    frontier: F,
    mut plan: Plan<'_>,
) -> SearchResult {
    let most = u64::from(u32::MAX);
    plan.limits.states = Some(plan.limits.states.map_or(most, |states| states.min(most)));
    let reduce = plan.reduce;
    let collector = Collector::new(plan);
    let initial = system.snapshot();
    let mut search = Search {
        system,
        visited,
        collector,
        tree: SearchTree::default(),
        frontier,
        current: Current::default(),
        here: Choices::reducing(reduce),
    };
    search.run();
    let position = search.position();
    search.system.restore(&initial);
    search.collector.close(&position, visited)
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

struct Search<'a, 'b, S: System, V, F> {
    system: &'a mut S,
    visited: &'a mut V,
    collector: Collector<'b>,
    tree: SearchTree,
    frontier: F,
    current: Current,
    /// What is open in the state that was met.
    here: Choices,
}

impl<S: System, V: Visited, F: Frontier<S>> Search<'_, '_, S, V, F> {
    fn run(&mut self) {
        let initial = self.system.fingerprint();
        if self.visited.insert(initial) {
            self.meet(Node { parent: ROOT, choice: Choice { thread: ThreadId::FIRST, alternative: 0 } }, 0);
        }
        while self.collector.stopped.is_none()
            && let Some(next) = self.frontier.pop(self.system, &mut self.current.choices, &self.tree)
        {
            match next {
                Ok(open) => self.open(open),
                Err(obstacle) => {
                    self.collector.hindered(obstacle);
                    continue;
                }
            }
            while self.current.next < self.current.until && self.collector.stopped.is_none() {
                self.advance();
            }
            let left = self.current.until < self.current.choices.len();
            self.collector.stats.reduced += u64::from(left && self.collector.stopped.is_none());
        }
    }

    /// The system has moved to a new state. Puts it into the frontier if it has choices.
    fn meet(&mut self, from: Node, depth: usize) {
        if !self.collector.admit(depth) {
            return;
        }
        let node = self.tree.0.len() as u32;
        self.tree.0.push(from);
        self.system.choices(&mut self.here);
        if self.here.is_empty() {
            match self.here.take_end() {
                None => self.collector.stats.ended += 1,
                Some(violation) => self.collector.violated(*violation, depth, || self.tree.trace(node)),
            }
            return;
        }
        if self.collector.is_cut(depth) {
            return;
        }
        let until = self.here.bring_ample_first();
        let open = WaitingState { node, depth: depth as u32, until: until as u32 };
        self.frontier.push(self.system, open, &self.here, &self.tree);
    }

    /// The system is in this state, with its choices in place.
    fn open(&mut self, open: WaitingState) {
        let current = &mut self.current;
        (current.node, current.depth) = (open.node, open.depth as usize);
        (current.next, current.until) = (0, open.until as usize);
    }

    /// Tries the next choice of the current state.
    fn advance(&mut self) {
        if self.collector.is_look_due() {
            let position = self.position();
            self.collector.look(&position);
            if self.collector.stopped.is_some() {
                return;
            }
        }
        self.collector.stats.transitions += 1;
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
                self.collector.stats.revisited += 1;
            }
            Step::Pruned => self.collector.stats.pruned += 1,
            Step::Violated(violation) => self.collector.violated(*violation, current.depth + 1, || {
                let mut trace = self.tree.trace(current.node);
                trace.push(choice);
                trace
            }),
            Step::Unknown(obstacle) => self.collector.hindered(*obstacle),
            Step::Stopped(why) => {
                current.next -= 1;
                self.collector.stats.transitions -= 1;
                self.collector.stopped = Some(why);
                return;
            }
        }
        // The ample choices do not suffice (the cycle proviso).
        current.until = current.choices.len();
    }

    #[cold]
    fn position(&self) -> Position {
        let own = self.tree.0.capacity() * size_of::<Node>() + self.frontier.bytes();
        let unfinished = self.current.next < self.current.until;
        Position {
            depth: self.current.depth,
            frontier: self.frontier.len() + usize::from(unfinished),
            bytes: self.system.host_bytes() + own,
            visited: self.visited.bytes(),
            share: None,
        }
    }
}

#[cfg(test)]
mod tests;
