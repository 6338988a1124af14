//! Whether an automaton accepts anything, with a shortest stem and a short cycle that show it.
//!
//! Components first (Couvreur 1999, here on a graph that is there already): one that has edges of all acceptance sets
//! has an accepting cycle. The cycle collects the sets greedily, each by a shortest path.

use crate::bdd::{Bdd, Diagrams};
use crate::graph::{Edge, Graph, all_marks};
use crate::prune::{Kind, components_of, kinds};
use crate::word::Word;
use std::collections::VecDeque;

/// Whether no word is accepted.
pub(crate) fn is_empty(graph: &Graph) -> bool {
    let components = components_of(graph);
    !kinds(graph, &components).contains(&Kind::Accepting)
}

/// A word that is accepted.
pub(crate) fn example(diagrams: &Diagrams, graph: &Graph) -> Option<Word> {
    let components = components_of(graph);
    let kinds = kinds(graph, &components);
    let accepting =
        |state: usize| components.of[state] != usize::MAX && kinds[components.of[state]] == Kind::Accepting;
    let stem = path(graph, graph.initial, |_, _| true, |_, edge| accepting(edge.target));
    let (start, prefix) = if accepting(graph.initial) {
        (graph.initial, Vec::new())
    } else {
        let stem = stem?;
        (stem.last().map_or(graph.initial, |edge| edge.target), stem)
    };
    let within = |state: usize, edge: &Edge| components.of[edge.target] == components.of[state];
    let mut cycle: Vec<Edge> = Vec::new();
    let (mut at, mut missing) = (start, all_marks(graph.sets));
    while missing != 0 {
        let part = path(graph, at, within, |_, edge| edge.marks & missing != 0)?;
        at = part.last()?.target;
        missing &= !part.iter().fold(0, |sum, edge| sum | edge.marks);
        cycle.extend(part);
    }
    if at != start || cycle.is_empty() {
        cycle.extend(path(graph, at, within, |_, edge| edge.target == start)?);
    }
    let letters =
        |edges: &[Edge]| edges.iter().map(|edge| diagrams.letter(edge.label)).collect::<Option<Vec<u64>>>();
    Some(Word { prefix: letters(&prefix)?, cycle: letters(&cycle)? })
}

/// A shortest path, over edges that may be used, that ends with an edge of some kind.
pub(crate) fn path(
    graph: &Graph,
    from: usize,
    may: impl Fn(usize, &Edge) -> bool,
    ends: impl Fn(usize, &Edge) -> bool,
) -> Option<Vec<Edge>> {
    // How each state was reached first.
    let mut reached: Vec<Option<(usize, Edge)>> = vec![None; graph.states()];
    let mut queue = VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        for edge in graph.edges[state].iter().filter(|edge| edge.label != Bdd::FALSE && may(state, edge)) {
            if ends(state, edge) {
                let mut path = vec![*edge];
                let mut at = state;
                while at != from {
                    let (before, edge) = reached[at]?;
                    path.push(edge);
                    at = before;
                }
                path.reverse();
                return Some(path);
            }
            if edge.target != from && reached[edge.target].is_none() {
                reached[edge.target] = Some((state, *edge));
                queue.push_back(edge.target);
            }
        }
    }
    None
}

/// Whether a state of the automaton accepts a word.
pub(crate) fn accepts(diagrams: &Diagrams, graph: &Graph, from: usize, word: &Word) -> bool {
    let letters = word.letters();
    let name = |state: usize, at: usize| state * letters.len() + at;
    let edges = (0..graph.states() * letters.len()).map(|it| {
        let (state, at) = (it / letters.len(), it % letters.len());
        let taken = graph.edges[state].iter().filter(|edge| diagrams.contains(edge.label, letters[at]));
        let step =
            |edge: &Edge| Edge { label: Bdd::TRUE, target: name(edge.target, word.after(at)), ..*edge };
        taken.map(step).collect()
    });
    !is_empty(&Graph { initial: name(from, 0), sets: graph.sets, edges: edges.collect() })
}
