//! Reduction by direct simulation, forwards and backwards.
//!
//! A state that does everything that another one does, with at least its marks, *simulates* it. States that simulate
//! each other are merged, and edges to a state that another edge's target simulates are dropped. Etessami, Holzmann:
//! Optimizing Büchi automata (CONCUR 2000); with signatures as decision diagrams: Babiak et al., Compositional approach
//! to suspension and other improvements to LTL translation (SPIN 2013).
//!
//! A state's signature is the disjunction of its edges. An edge is its label and, as variables without negation, the
//! acceptance sets that it is *not* in and all classes that simulate its target. Then a state simulates another exactly
//! if its signature follows from the other's, and the prime implicants of a signature are the edges that are needed.
//! Backwards it is the same with edges turned round, and one more variable for being initial.
//!
//! Marks on edges between components decide nothing, so they may be chosen. Both choices are tried.

use crate::bdd::{Bdd, Diagrams, PROPOSITIONS};
use crate::graph::{Bundle, Edge, Graph, MAX_FANOUT, TooLarge, all_marks};
use crate::prune::{components_of, prune};
use std::collections::HashMap;

const INITIAL: u32 = PROPOSITIONS + 64;
const CLASSES: u32 = INITIAL + 1;

/// Larger automata, and those that need more comparisons, are reduced by bisimulation: states are merged if their
/// signatures are equal.
const LARGE: usize = 400;
const MAX_COMPARISONS: usize = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// The automaton reduced until nothing changes.
pub(crate) fn reduce(diagrams: &mut Diagrams, graph: &Graph) -> Graph {
    let mut best = prune(graph);
    if best.fanout() > MAX_FANOUT {
        return best;
    }
    loop {
        let before = best.size();
        for (direction, transient) in [
            (Direction::Forward, false),
            (Direction::Backward, false),
            (Direction::Forward, true),
            (Direction::Backward, true),
        ] {
            let marked = with_transient_marks(&best, transient);
            // What a pass gathers is gone after it; one that runs out of room is left out.
            let mut apart = Diagrams::new();
            let marked = marked.copied(diagrams, &mut apart);
            let Ok(reduced) = quotient(&mut apart, &marked, direction) else { continue };
            let reduced = prune(&reduced);
            if reduced.size() < best.size() {
                best = reduced.copied(&apart, diagrams);
            }
        }
        if best.size() == before {
            return best;
        }
    }
}

/// The automaton with all marks or none on edges between components.
fn with_transient_marks(graph: &Graph, all: bool) -> Graph {
    let components = components_of(graph);
    let mut marked = graph.clone();
    for (state, edges) in marked.edges.iter_mut().enumerate() {
        for edge in edges.iter_mut().filter(|edge| components.of[edge.target] != components.of[state]) {
            edge.marks = if all { all_marks(graph.sets) } else { 0 };
        }
    }
    marked
}

/// Which states are in one class, and which classes simulate which.
struct Classes {
    /// The class of each state.
    of: Vec<usize>,
    /// The signature of each class.
    signatures: Vec<Bdd>,
    /// For each class, the variables of those that simulate it, itself included; sorted.
    simulated_by: Vec<Vec<u32>>,
}

fn variable(class: usize) -> u32 {
    CLASSES + u32::try_from(class).expect("fewer classes than states")
}

fn quotient(diagrams: &mut Diagrams, graph: &Graph, direction: Direction) -> Result<Graph, TooLarge> {
    // For each state, its edges with their other ends.
    let mut ends: Vec<Vec<Edge>> = vec![Vec::new(); graph.states()];
    for (state, edges) in graph.edges.iter().enumerate() {
        for edge in edges {
            match direction {
                Direction::Forward => ends[state].push(*edge),
                Direction::Backward => ends[edge.target].push(Edge { target: state, ..*edge }),
            }
        }
    }
    if ends.iter().any(|edges| edges.len() > MAX_FANOUT) {
        return Ok(graph.clone());
    }
    let initial = (direction == Direction::Backward).then_some(graph.initial);
    let classes = stable_classes(diagrams, &ends, graph.sets, initial)?;
    let by_variables: HashMap<&[u32], usize> =
        classes.simulated_by.iter().enumerate().map(|(class, it)| (&it[..], class)).collect();
    let mut bundles: Vec<Bundle> = classes.signatures.iter().map(|_| Bundle::default()).collect();
    for (class, &signature) in classes.signatures.iter().enumerate() {
        let residuals = diagrams.residuals(signature);
        diagrams.check()?;
        for (label, rest) in residuals {
            for model in diagrams.minimal_models(rest, usize::MAX).into_iter().flatten() {
                let first_class = model.partition_point(|&it| it < INITIAL);
                let (missing, end) = model.split_at(first_class);
                if end == [INITIAL] {
                    continue;
                }
                let broken = missing.iter().fold(0, |sum, it| sum | 1 << (it - PROPOSITIONS));
                let marks = all_marks(graph.sets) & !broken;
                let other = by_variables[end];
                let (source, target) = match direction {
                    Direction::Forward => (class, other),
                    Direction::Backward => (other, class),
                };
                bundles[source].add(diagrams, Edge { label, marks, target });
            }
        }
    }
    diagrams.check()?;
    let edges = bundles.into_iter().map(Bundle::edges).collect();
    Ok(Graph { initial: classes.of[graph.initial], sets: graph.sets, edges })
}

/// Splits classes until all members of a class have one signature and the relation is the one they give.
fn stable_classes(
    diagrams: &mut Diagrams,
    ends: &[Vec<Edge>],
    sets: u32,
    initial: Option<usize>,
) -> Result<Classes, TooLarge> {
    let mut compare = ends.len() <= LARGE;
    let mut comparisons = 0;
    let missing = missing_marks(diagrams, ends, sets);
    let mut of = vec![0; ends.len()];
    let mut simulated_by = vec![vec![variable(0)]];
    loop {
        let of_class: Vec<Bdd> = simulated_by.iter().map(|it| diagrams.conjunction(it)).collect();
        let mut classes: HashMap<Bdd, usize> = HashMap::new();
        let mut signatures: Vec<Bdd> = Vec::new();
        // The class that each class was a part of.
        let mut parents: Vec<usize> = Vec::new();
        let mut new_of = Vec::with_capacity(ends.len());
        for (state, edges) in ends.iter().enumerate() {
            let mut signature = Bdd::FALSE;
            if initial == Some(state) {
                signature = diagrams.variable(INITIAL);
            }
            for edge in edges {
                let end = diagrams.and(missing[&edge.marks], of_class[of[edge.target]]);
                let edge = diagrams.and(edge.label, end);
                signature = diagrams.or(signature, edge);
            }
            let class = *classes.entry(signature).or_insert_with(|| {
                signatures.push(signature);
                parents.push(of[state]);
                signatures.len() - 1
            });
            new_of.push(class);
        }
        comparisons += simulated_by.iter().map(Vec::len).sum::<usize>();
        if compare && comparisons > MAX_COMPARISONS {
            // From the beginning, since the classes so far may depend on the relation.
            compare = false;
            of = vec![0; ends.len()];
            simulated_by = vec![vec![variable(0)]];
            continue;
        }
        let relation = if compare {
            refined(diagrams, &simulated_by, &signatures, &parents)
        } else {
            (0..signatures.len()).map(|class| vec![variable(class)]).collect()
        };
        diagrams.check()?;
        // Classes are numbered by their first states, so equal partitions have equal numbers.
        if new_of == of && relation == simulated_by {
            return Ok(Classes { of, signatures, simulated_by });
        }
        of = new_of;
        simulated_by = relation;
    }
}

/// Which classes simulate which, among those whose parents did.
fn refined(
    diagrams: &mut Diagrams,
    simulated_by: &[Vec<u32>],
    signatures: &[Bdd],
    parents: &[usize],
) -> Vec<Vec<u32>> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); simulated_by.len()];
    for (class, &parent) in parents.iter().enumerate() {
        children[parent].push(class);
    }
    let mut relation = Vec::with_capacity(signatures.len());
    for (class, &signature) in signatures.iter().enumerate() {
        let candidates =
            simulated_by[parents[class]].iter().flat_map(|it| &children[(it - CLASSES) as usize]);
        let simulating = candidates.filter(|&&it| it == class || diagrams.implies(signature, signatures[it]));
        let mut simulating: Vec<u32> = simulating.map(|&it| variable(it)).collect();
        simulating.sort_unstable();
        relation.push(simulating);
    }
    relation
}

/// For all marks of edges, the variables of the sets that are not among them.
fn missing_marks(diagrams: &mut Diagrams, ends: &[Vec<Edge>], sets: u32) -> HashMap<u64, Bdd> {
    let mut missing = HashMap::new();
    for edge in ends.iter().flatten() {
        missing.entry(edge.marks).or_insert_with(|| {
            let variables: Vec<u32> =
                (0..sets).filter(|it| edge.marks >> it & 1 == 0).map(|it| PROPOSITIONS + it).collect();
            diagrams.conjunction(&variables)
        });
    }
    missing
}
