//! Breadth-first search: first come, first served, and the shortest counterexamples.
//!
//! States are met in the order of their distance from the initial one, and what is wrong with a state is found out
//! when it is met. So a trace that ends in such a state is not found after a longer one that ends in a step.
//!
//! The first violation found has a shortest trace, and so has each finding of a search for all causes. With reduction
//! the trace is a shortest one of the reduced graph, which may lack the shortest of all.

use crate::frontier::{self, Frontier, SearchTree, WaitingState};
use crate::plan::Plan;
use crate::store::Visited;
use gmc_model::{Choice, Obstacle, SearchResult, System};
use std::collections::VecDeque;

/// Visits every state that the system can reach from its current one, which it is in again afterwards.
///
/// It ends as if there were a limit when it has visited 2³² − 1 states.
pub fn bfs<S: System, V: Visited>(system: &mut S, visited: &mut V, plan: Plan<'_>) -> SearchResult {
    let queue = Queue { states: VecDeque::new(), choices: VecDeque::new() };
    frontier::search(system, visited, queue, plan)
}

/// States in the order in which they were met.
struct Queue<S: System> {
    states: VecDeque<Waiting<S::Snapshot>>,
    /// Of all of them, in their order.
    choices: VecDeque<Choice>,
}

struct Waiting<T> {
    open: WaitingState,
    /// How many choices it has: the next ones.
    count: u32,
    snapshot: T,
}

impl<S: System> Frontier<S> for Queue<S> {
    fn push(&mut self, system: &mut S, open: WaitingState, choices: &[Choice], _: &SearchTree) {
        self.choices.extend(choices);
        self.states.push_back(Waiting { open, count: choices.len() as u32, snapshot: system.snapshot() });
    }

    fn pop(
        &mut self,
        system: &mut S,
        choices: &mut Vec<Choice>,
        _: &SearchTree,
    ) -> Option<Result<WaitingState, Obstacle>> {
        let Waiting { open, count, snapshot } = self.states.pop_front()?;
        system.restore(&snapshot);
        choices.clear();
        choices.extend(self.choices.drain(..count as usize));
        Some(Ok(open))
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<Waiting<S::Snapshot>>()
            + self.choices.capacity() * size_of::<Choice>()
    }
}
