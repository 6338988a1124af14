//! What propositions said before: a decision tree over the values that they loaded.
//!
//! Propositions are expressions that change nothing. What they load first is always the same place; what they load next
//! follows from what they have loaded so far, and so does their letter. So each inner node is a place, its branches are
//! the values that were found there, and a leaf is a letter. Most states differ from others in what no proposition
//! looks at, so nearly all are answered with one comparison for each place.
//!
//! Invariant: a path of the tree is an evaluation that succeeded. What could not be loaded, or had no value, is on
//! none.

use gmc_mem::{Memory, Pointer, Scalar};

/// The most nodes of a tree. When it is full, it is emptied.
const MAX_NODES: usize = 1 << 10;

/// The most values that are told apart at a place: more are counters, which seldom have the same value again.
const MAX_VALUES: usize = 1 << 5;

/// A load and what it found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Load {
    pub(super) at: Pointer,
    pub(super) size: usize,
    pub(super) value: Scalar,
}

impl Load {
    /// Whether what was found is decided.
    pub(super) fn is_decided(&self) -> bool {
        matches!(self.value, Scalar::Bits(_) | Scalar::Pointer(_))
    }
}

/// What evaluations of some propositions have found.
#[derive(Clone, Debug, Default)]
pub(super) struct DecisionTree {
    /// The first one is the root.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Letter(u64),
    Load { at: Pointer, size: usize, branches: Vec<(Scalar, usize)> },
}

impl DecisionTree {
    /// The letter, if the propositions were evaluated with the same values before.
    pub(super) fn find(&self, memory: &Memory) -> Option<u64> {
        let mut node = self.nodes.first()?;
        loop {
            match node {
                Node::Letter(letter) => return Some(*letter),
                Node::Load { at, size, branches } => {
                    let value = load(memory, *at, *size)?;
                    let (_, to) = branches.iter().find(|it| it.0 == value)?;
                    node = &self.nodes[*to];
                }
            }
        }
    }

    /// Adds an evaluation: what it loaded, each place once, and what it found.
    pub(super) fn add(&mut self, loads: &[Load], letter: u64) {
        if self.nodes.len() + loads.len() >= MAX_NODES {
            self.nodes.clear();
        }
        let node = |next: Option<&Load>| match next {
            Some(&Load { at, size, .. }) => Node::Load { at, size, branches: Vec::new() },
            None => Node::Letter(letter),
        };
        if self.nodes.is_empty() {
            self.nodes.push(node(loads.first()));
        }
        let mut here = 0;
        for (depth, load) in loads.iter().enumerate() {
            let next = self.nodes.len();
            let Node::Load { at, size, branches } = &mut self.nodes[here] else {
                unreachable!("what is loaded next follows from what was loaded")
            };
            debug_assert_eq!((*at, *size), (load.at, load.size), "the same values lead to the same load");
            if let Some(&(_, to)) = branches.iter().find(|it| it.0 == load.value) {
                here = to;
                continue;
            }
            if branches.len() >= MAX_VALUES {
                return;
            }
            branches.push((load.value, next));
            here = next;
            self.nodes.push(node(loads.get(depth + 1)));
        }
    }
}

/// What lies somewhere, if it is there and has a value.
fn load(memory: &Memory, at: Pointer, size: usize) -> Option<Scalar> {
    let loaded = match size {
        1 => memory.load::<1>(at),
        2 => memory.load::<2>(at),
        4 => memory.load::<4>(at),
        8 => memory.load::<8>(at),
        _ => memory.load_sized(at, size),
    };
    loaded.ok()
}
