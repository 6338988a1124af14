//! A finished automaton: compact, immutable, and fast to step.
//!
//! Each state has a decision diagram over propositions, whose leaves are lists of successors. So a step looks at the
//! propositions that matter in that state, each once, and returns a slice: nothing is allocated, no label is evaluated.
//! Successors come in the order of the edges, which is deterministic.

use crate::bdd::{Bdd, Diagrams};
use crate::formula::Atom;
use crate::graph::{self, Graph, TooLarge, all_marks};
use crate::prune::{Kind, components_of, kinds};
use std::collections::HashMap;
use std::ops::Range;

/// A state of an [`Automaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

/// Acceptance sets, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Acceptance(pub u64);

/// What can come after a state, for some letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The next state.
    pub target: StateId,
    /// The acceptance sets that the step belongs to.
    pub acceptance: Acceptance,
}

/// Letters: those that have all of `positive` and none of `negative`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// Propositions that hold.
    pub positive: u64,
    /// Propositions that do not hold.
    pub negative: u64,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub target: StateId,
    /// The acceptance sets that it belongs to.
    pub acceptance: Acceptance,
    label: Range<u32>,
}

/// A node of a state's decision diagram: a proposition with what to do if it does not hold and if it does. In a leaf
/// (`LEAF`), both are the bounds of a list of successors.
#[derive(Clone, Copy, Debug)]
struct Decision {
    proposition: u32,
    low: u32,
    high: u32,
}

const LEAF: u32 = u32::MAX;

/// More terms of labels take too much memory.
const MAX_CUBES: usize = 4_000_000;

/// More decisions take too much memory.
const MAX_DECISIONS: usize = 4_000_000;

/// How much of a search an automaton needs (Bloem, Ravi, Somenzi: Efficient decision procedures for model checking of
/// linear time logic properties, CAV 1999).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A run is accepting as soon as it reaches some states: reachability suffices.
    Terminal,
    /// Within a component, all cycles are accepting or none is: any cycle will do.
    Weak,
    /// Anything else.
    General,
}

/// A transition-based generalised Büchi automaton over at most 64 propositions.
#[derive(Clone, Debug)]
pub struct Automaton {
    propositions: Vec<Atom>,
    initial: StateId,
    sets: u32,
    /// Where the edges of each state begin, and where those of the last one end.
    first_edges: Vec<u32>,
    edges: Vec<Edge>,
    cubes: Vec<Cube>,
    /// For each state, its first decision.
    roots: Vec<u32>,
    decisions: Vec<Decision>,
    successors: Vec<Successor>,
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("automata are limited in size")
}

impl Automaton {
    pub(crate) fn new(
        diagrams: &mut Diagrams,
        graph: &Graph,
        propositions: Vec<Atom>,
    ) -> Result<Automaton, TooLarge> {
        let mut automaton = Automaton {
            propositions,
            initial: StateId(narrow(graph.initial)),
            sets: graph.sets,
            first_edges: vec![0],
            edges: Vec::with_capacity(graph.edge_count()),
            cubes: Vec::new(),
            roots: Vec::with_capacity(graph.states()),
            decisions: Vec::new(),
            successors: Vec::new(),
        };
        let mut known = HashMap::new();
        for edges in &graph.edges {
            for edge in edges {
                let first = narrow(automaton.cubes.len());
                let cubes = diagrams.cubes(edge.label, MAX_CUBES - automaton.cubes.len());
                diagrams.check()?;
                let cubes =
                    cubes.ok_or_else(|| TooLarge { what: format!("{MAX_CUBES} terms in its labels") })?;
                let cube = |(positive, negative)| Cube { positive, negative };
                automaton.cubes.extend(cubes.into_iter().map(cube));
                automaton.edges.push(Edge {
                    target: StateId(narrow(edge.target)),
                    acceptance: Acceptance(edge.marks),
                    label: first..narrow(automaton.cubes.len()),
                });
            }
            automaton.first_edges.push(narrow(automaton.edges.len()));
            let root = automaton.decide(diagrams, edges.clone(), &mut known)?;
            automaton.roots.push(root);
        }
        diagrams.check()?;
        Ok(automaton)
    }

    /// The decision among edges whose labels are what is left to decide.
    fn decide(
        &mut self,
        diagrams: &Diagrams,
        mut edges: Vec<graph::Edge>,
        known: &mut HashMap<Vec<(Bdd, u64, usize)>, u32>,
    ) -> Result<u32, TooLarge> {
        edges.retain(|edge| edge.label != Bdd::FALSE);
        let key: Vec<(Bdd, u64, usize)> = edges.iter().map(|it| (it.label, it.marks, it.target)).collect();
        if let Some(&decision) = known.get(&key) {
            return Ok(decision);
        }
        if self.decisions.len() > MAX_DECISIONS {
            return Err(TooLarge { what: format!("{MAX_DECISIONS} decisions") });
        }
        let proposition = edges.iter().map(|edge| diagrams.top(edge.label)).min().unwrap_or(LEAF);
        let decision = if proposition == LEAF {
            let first = narrow(self.successors.len());
            self.successors.extend(edges.iter().map(|edge| Successor {
                target: StateId(narrow(edge.target)),
                acceptance: Acceptance(edge.marks),
            }));
            Decision { proposition, low: first, high: narrow(self.successors.len()) }
        } else {
            let part = |high: bool| {
                let cut = |edge: &graph::Edge| {
                    let (no, yes) = diagrams.cofactors(edge.label, proposition);
                    graph::Edge { label: if high { yes } else { no }, ..*edge }
                };
                edges.iter().map(cut).collect()
            };
            let low = self.decide(diagrams, part(false), known)?;
            let high = self.decide(diagrams, part(true), known)?;
            Decision { proposition, low, high }
        };
        self.decisions.push(decision);
        let number = narrow(self.decisions.len() - 1);
        known.insert(key, number);
        Ok(number)
    }

    /// The automaton for further work.
    pub(crate) fn graph(&self, diagrams: &mut Diagrams) -> Graph {
        let mut edges = Vec::with_capacity(self.states());
        for state in 0..self.states() {
            let of_state = self.edges(StateId(narrow(state))).iter().map(|edge| graph::Edge {
                label: self.label(edge).iter().fold(Bdd::FALSE, |sum, cube| {
                    let cube = diagrams.cube(cube.positive, cube.negative);
                    diagrams.or(sum, cube)
                }),
                marks: edge.acceptance.0,
                target: edge.target.0 as usize,
            });
            edges.push(of_state.collect());
        }
        Graph { initial: self.initial.0 as usize, sets: self.sets, edges }
    }

    /// The propositions; each one's place is its bit in a letter.
    #[must_use]
    pub fn propositions(&self) -> &[Atom] {
        &self.propositions
    }

    /// The state in which runs begin.
    #[must_use]
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.roots.len()
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// How many acceptance sets there are. A run is accepting if it passes all of them infinitely often.
    #[must_use]
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// All acceptance sets.
    #[must_use]
    pub fn all_sets(&self) -> Acceptance {
        Acceptance(all_marks(self.sets))
    }

    /// The edges of a state.
    #[must_use]
    pub fn edges(&self, state: StateId) -> &[Edge] {
        let at = state.0 as usize;
        &self.edges[self.first_edges[at] as usize..self.first_edges[at + 1] as usize]
    }

    /// The letters of an edge: those of any of these cubes.
    #[must_use]
    pub fn label(&self, edge: &Edge) -> &[Cube] {
        &self.cubes[edge.label.start as usize..edge.label.end as usize]
    }

    /// What can come after a state, given which propositions hold.
    #[must_use]
    pub fn successors(&self, state: StateId, letter: u64) -> &[Successor] {
        let mut decision = self.decisions[self.roots[state.0 as usize] as usize];
        while decision.proposition != LEAF {
            let next = if letter >> decision.proposition & 1 == 1 { decision.high } else { decision.low };
            decision = self.decisions[next as usize];
        }
        &self.successors[decision.low as usize..decision.high as usize]
    }

    /// The propositions that some edge looks at.
    #[must_use]
    pub fn support(&self) -> u64 {
        self.cubes.iter().fold(0, |sum, cube| sum | cube.positive | cube.negative)
    }

    /// Whether each letter has at most one successor in each state.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.leaves().all(|it| it.high - it.low <= 1)
    }

    /// Whether each letter has at least one successor in each state.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.leaves().all(|it| it.high > it.low)
    }

    /// The most successors that a state has for one letter; at least 1.
    #[must_use]
    pub fn branching(&self) -> u32 {
        self.leaves().map(|it| it.high - it.low).max().unwrap_or(0).max(1)
    }

    /// Whether an accepting cycle goes through a state.
    #[must_use]
    pub fn is_on_accepting_cycle(&self, state: StateId) -> bool {
        let graph = self.graph(&mut Diagrams::new());
        let components = components_of(&graph);
        let component = components.of[state.0 as usize];
        component != usize::MAX && kinds(&graph, &components)[component] == Kind::Accepting
    }

    fn leaves(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter().filter(|it| it.proposition == LEAF)
    }

    /// How much of a search it needs.
    #[must_use]
    pub fn strength(&self) -> Strength {
        let mut diagrams = Diagrams::new();
        let graph = self.graph(&mut diagrams);
        let components = components_of(&graph);
        let kinds = kinds(&graph, &components);
        let mut terminal = true;
        for (state, edges) in graph.edges.iter().enumerate() {
            let component = components.of[state];
            if component == usize::MAX || kinds[component] != Kind::Accepting {
                continue;
            }
            let mut letters = Bdd::FALSE;
            for edge in edges.iter().filter(|edge| components.of[edge.target] == component) {
                if edge.marks != all_marks(graph.sets) {
                    return Strength::General;
                }
                letters = diagrams.or(letters, edge.label);
            }
            terminal &= letters == Bdd::TRUE;
        }
        if terminal { Strength::Terminal } else { Strength::Weak }
    }
}
