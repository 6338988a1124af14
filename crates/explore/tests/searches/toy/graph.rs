//! A graph that is written down, edge by edge; proptest makes some up.

use super::{Rules, obstacle, violation};
use gmc_model::{Choice, ErrorKind, Step, ThreadId, Violation};
use proptest::prelude::*;

/// What a choice leads to.
#[derive(Clone, Debug)]
pub enum Edge {
    To { node: usize, progress: bool },
    Pruned,
    Violated(u32),
    Unknown(u32),
}

/// Its states are its nodes, 0 the initial one.
#[derive(Clone, Debug)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Sorted by choices.
    pub edges: Vec<(Choice, Edge)>,
    /// Nothing goes on here and that is wrong.
    pub stuck: bool,
}

impl Graph {
    /// Edges that move, as (from, thread, to, progress); the outcome makes choices different.
    pub fn new(count: usize, edges: &[(usize, u32, usize, bool)]) -> Graph {
        let mut nodes = vec![Node::default(); count];
        for &(from, thread, node, progress) in edges {
            let outcome = nodes[from].edges.len() as u32;
            nodes[from].edges.push((
                Choice { thread: ThreadId(thread), alternative: outcome },
                Edge::To { node, progress },
            ));
        }
        for node in &mut nodes {
            node.edges.sort_by_key(|it| it.0);
        }
        Graph { nodes }
    }

    /// A chain of states with one choice each.
    pub fn chain(length: usize) -> Graph {
        let edges: Vec<_> = (1..length).map(|i| (i - 1, 0, i, false)).collect();
        Graph::new(length, &edges)
    }
}

impl Rules for Graph {
    type State = usize;

    fn initial(&self) -> usize {
        0
    }

    fn choices(&self, state: &usize, out: &mut Vec<Choice>) {
        out.extend(self.nodes[*state].edges.iter().map(|it| it.0));
    }

    fn step(&self, state: &mut usize, choice: Choice) -> Step {
        let edges = &self.nodes[*state].edges;
        let edge = &edges.iter().find(|it| it.0 == choice).expect("an open choice").1;
        match edge {
            Edge::To { node, progress } => {
                *state = *node;
                Step::Moved { progress: *progress }
            }
            Edge::Pruned => Step::Pruned,
            Edge::Violated(line) => {
                let message = format!("seen from {state}");
                Step::Violated(violation(ErrorKind::Assertion, Some(*line), choice.thread, message))
            }
            Edge::Unknown(line) => Step::Unknown(obstacle(*line)),
        }
    }

    fn end(&self, state: &usize) -> Option<Box<Violation>> {
        self.nodes[*state]
            .stuck
            .then(|| violation(ErrorKind::Deadlock, None, ThreadId::FIRST, format!("stuck at {state}")))
    }
}

/// Graphs with everything in them.
pub fn graphs(most: usize) -> impl Strategy<Value = Graph> {
    (2..most).prop_flat_map(|count| {
        let edge = prop_oneof![
            40 => (0..count, prop::bool::weighted(0.3)).prop_map(|(node, progress)| Edge::To { node, progress }),
            1 => Just(Edge::Pruned),
            1 => (1..4_u32).prop_map(Edge::Violated),
            1 => (1..4_u32).prop_map(Edge::Unknown),
        ];
        let node = (prop::collection::btree_map((0..3_u32, 0..2_u32), edge, 0..4), prop::bool::weighted(0.2));
        let node = node.prop_map(|(edges, stuck)| {
            let edges = edges.into_iter();
            let edges = edges.map(|((thread, outcome), edge)| (Choice { thread: ThreadId(thread), alternative: outcome }, edge)).collect();
            Node { edges, stuck }
        });
        prop::collection::vec(node, count).prop_map(|nodes| Graph { nodes })
    })
}
