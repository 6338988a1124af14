//! Transition-based generalised Büchi automata as they are built and reduced: labels are diagrams.
//!
//! A run is accepting if it passes edges of every acceptance set infinitely often. An edge's `marks` have a bit for
//! each set that it belongs to. The finished form is [`crate::automaton::Automaton`].

use crate::bdd::{Bdd, Diagrams};
use std::collections::{BTreeMap, HashMap};

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The letters.
    pub(crate) label: Bdd,
    /// The acceptance sets.
    pub(crate) marks: u64,
    /// The state that it leads to.
    pub(crate) target: usize,
}

/// An automaton.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) initial: usize,
    /// How many acceptance sets there are; at most 64.
    pub(crate) sets: u32,
    /// The edges of each state.
    pub(crate) edges: Vec<Vec<Edge>>,
}

/// All acceptance sets.
pub(crate) fn all_marks(sets: u32) -> u64 {
    if sets == 0 { 0 } else { u64::MAX >> (64 - sets) }
}

/// Why there is no automaton: it would be too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    pub(crate) what: String,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the automaton of this formula is too large: it has more than {}", self.what)
    }
}

impl std::error::Error for TooLarge {}

/// States with more edges are too much for diagrams over targets, whose depth is theirs.
pub(crate) const MAX_FANOUT: usize = 2000;

impl Diagrams {
    /// Fails if results mean nothing.
    pub(crate) fn check(&self) -> Result<(), TooLarge> {
        match self.is_exhausted() {
            true => Err(TooLarge { what: "a million nodes in its decision diagrams".to_owned() }),
            false => Ok(()),
        }
    }
}

/// How large an automaton may become while it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States.
    pub states: usize,
    /// Edges.
    pub edges: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 20_000, edges: 1_000_000 }
    }
}

impl Graph {
    /// What no word satisfies.
    pub(crate) fn empty() -> Graph {
        Graph { initial: 0, sets: 0, edges: vec![Vec::new()] }
    }

    /// The automaton that begins in any of these states.
    pub(crate) fn with_one_initial(mut self, diagrams: &mut Diagrams, initial: &[usize]) -> Graph {
        if let [one] = initial {
            self.initial = *one;
            return self;
        }
        let mut bundle = Bundle::default();
        for edge in initial.iter().flat_map(|&it| self.edges[it].clone()) {
            bundle.add(diagrams, edge);
        }
        self.initial = self.edges.len();
        self.edges.push(bundle.edges());
        self
    }

    /// The same automaton, with labels of another arena.
    pub(crate) fn copied(&self, from: &Diagrams, to: &mut Diagrams) -> Graph {
        let mut known = HashMap::new();
        let mut copied = self.clone();
        for edge in copied.edges.iter_mut().flatten() {
            edge.label = to.copy(from, edge.label, &mut known);
        }
        copied
    }

    pub(crate) fn states(&self) -> usize {
        self.edges.len()
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The most edges that a state has.
    pub(crate) fn fanout(&self) -> usize {
        self.edges.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// For comparisons: fewer states, then fewer edges, then fewer sets.
    pub(crate) fn size(&self) -> (usize, usize, u32) {
        (self.states(), self.edge_count(), self.sets)
    }

    /// Whether no state has two edges with a letter in common.
    pub(crate) fn is_deterministic(&self, diagrams: &mut Diagrams) -> bool {
        self.edges.iter().all(|edges| {
            let mut sum = Bdd::FALSE;
            edges.iter().all(|edge| {
                let fresh = diagrams.and(sum, edge.label) == Bdd::FALSE;
                sum = diagrams.or(sum, edge.label);
                fresh
            })
        })
    }
}

/// Edges of one state, those with equal targets and marks merged.
#[derive(Debug, Default)]
pub(crate) struct Bundle {
    edges: BTreeMap<(usize, u64), Bdd>,
}

impl Bundle {
    pub(crate) fn add(&mut self, diagrams: &mut Diagrams, edge: Edge) {
        let label = self.edges.entry((edge.target, edge.marks)).or_insert(Bdd::FALSE);
        *label = diagrams.or(*label, edge.label);
    }

    pub(crate) fn edges(self) -> Vec<Edge> {
        let edge = |((target, marks), label)| Edge { label, marks, target };
        self.edges.into_iter().map(edge).collect()
    }
}
