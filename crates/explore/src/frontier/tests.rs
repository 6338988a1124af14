//! The recipe of docs/adding.md for a search, followed: a frontier of one's own, searched on a toy.

#[allow(unreachable_pub, missing_docs, reason = "a toy of the tests")]
#[path = "../../tests/searches/toy/lattice.rs"]
mod lattice;

use super::{Frontier, SearchTree, WaitingState, search};
use crate::plan::Plan;
use crate::store::Fingerprints128;
use gmc_model::{Choice, Obstacle, System};
use lattice::Lattice;

/// The state that was met last is next.
struct Stack<S: System> {
    states: Vec<(WaitingState, Vec<Choice>, S::Snapshot)>,
    most: usize,
}

impl<S: System> Frontier<S> for &mut Stack<S> {
    fn push(&mut self, system: &mut S, open: WaitingState, choices: &[Choice], _: &SearchTree) {
        self.states.push((open, choices.to_vec(), system.snapshot()));
        self.most = self.most.max(self.states.len());
    }

    fn pop(
        &mut self,
        system: &mut S,
        choices: &mut Vec<Choice>,
        _: &SearchTree,
    ) -> Option<Result<WaitingState, Obstacle>> {
        let (open, own, snapshot) = self.states.pop()?;
        system.restore(&snapshot);
        *choices = own;
        Some(Ok(open))
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<(WaitingState, Vec<Choice>, S::Snapshot)>()
    }
}

#[test]
fn a_search_is_a_frontier() {
    let mut lattice = Lattice::new(4, 3);
    let mut stack = Stack { states: Vec::new(), most: 0 };
    let result = search(&mut lattice, &mut Fingerprints128::new(), &mut stack, Plan::default());
    assert_eq!((result.stats.states, result.stats.transitions), (lattice.states(), lattice.transitions()));
    assert!(stack.most < 64, "{} of 256 states wait at a time", stack.most);
}
