//! The graph of states and steps that a search went through, written down while it goes.
//!
//! States are numbered in the order in which the search enters them. All choices of a state become edges when it is
//! entered, next to each other; where they lead to is filled in as they are tried.

use crate::dfs::Record;
use gmc_model::Choice;
use std::collections::HashMap;

/// A choice of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) choice: Choice,
    /// The number of the state, or [`NOWHERE`].
    pub(super) to: u32,
    pub(super) progress: bool,
}

/// Not tried, or with a result that is no state.
pub(super) const NOWHERE: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct Graph {
    /// By fingerprint.
    numbers: HashMap<u128, u32>,
    /// The first edge of each state.
    first: Vec<usize>,
    edges: Vec<Edge>,
    /// The edge to be tried next, for each state of the search's path.
    path: Vec<usize>,
}

impl Graph {
    /// How many states were entered.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    /// The choices of a state.
    pub(super) fn edges(&self, state: u32) -> &[Edge] {
        let state = state as usize;
        let Some(&first) = self.first.get(state) else { return &[] };
        let end = self.first.get(state + 1).copied().unwrap_or(self.edges.len());
        &self.edges[first..end]
    }

    fn number(&mut self, fingerprint: u128) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(fingerprint).or_insert(next)
    }
}

impl Record for Graph {
    fn enter(&mut self, fingerprint: u128, choices: &[Choice]) {
        let number = self.number(fingerprint);
        debug_assert_eq!(number as usize, self.first.len(), "states are entered as soon as they are met");
        let first = self.edges.len();
        self.first.push(first);
        self.path.push(first);
        self.edges.extend(choices.iter().map(|&choice| Edge { choice, to: NOWHERE, progress: false }));
    }

    fn step(&mut self, to: Option<u128>, progress: bool) {
        let to = to.map_or(NOWHERE, |fingerprint| self.number(fingerprint));
        let edge = self.path.last_mut().expect("a step starts somewhere");
        (self.edges[*edge].to, self.edges[*edge].progress) = (to, progress);
        *edge += 1;
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn bytes(&self) -> usize {
        self.numbers.capacity() * (size_of::<(u128, u32)>() + 1)
            + (self.first.capacity() + self.path.capacity()) * size_of::<usize>()
            + self.edges.capacity() * size_of::<Edge>()
    }
}
