//! Whether a language cannot tell how often a letter is repeated.
//!
//! Michaud, Duret-Lutz: Practical stutter-invariance checks for ω-regular languages (SPIN 2015). If not, there are a
//! word of the language and one of its complement that become equal if some of their letters are repeated. So both
//! automata are allowed to repeat the last letter, and their product is searched for a word. Letters that no label
//! tells apart are treated as one.

use crate::bdd::{Bdd, Diagrams};
use crate::graph::{Edge, Graph};
use crate::lasso;
use std::collections::{BTreeSet, HashMap};

/// More kinds of letters, or states of the product, and the question is left open.
const MAX_LETTERS: usize = 256;
const MAX_STATES: usize = 50_000;

/// Whether the language is invariant under stuttering, given an automaton of it and one of its complement.
pub(crate) fn is_invariant(diagrams: &mut Diagrams, graph: &Graph, complement: &Graph) -> Option<bool> {
    // One more set for each: it does not repeat a letter for ever.
    if graph.sets + complement.sets + 2 > 64 {
        return None;
    }
    let letters = letters(diagrams, [graph, complement])?;
    let mut names: HashMap<(usize, usize, Option<usize>), usize> = HashMap::new();
    let mut queue = vec![(graph.initial, complement.initial, None)];
    names.insert(queue[0], 0);
    let mut edges = Vec::new();
    while let Some(&(a, b, last)) = queue.get(edges.len()) {
        let mut made = Vec::new();
        for (number, &letter) in letters.iter().enumerate() {
            let repeats = last == Some(number);
            for (left, left_marks) in steps(diagrams, graph, a, letter, repeats) {
                for (right, right_marks) in steps(diagrams, complement, b, letter, repeats) {
                    let state = (left, right, Some(number));
                    let next = queue.len();
                    let target = *names.entry(state).or_insert(next);
                    if target == next {
                        queue.push(state);
                    }
                    let marks = left_marks | right_marks << (graph.sets + 1);
                    made.push(Edge { label: Bdd::TRUE, marks, target });
                }
            }
        }
        edges.push(made);
        if queue.len() > MAX_STATES {
            return None;
        }
    }
    Some(lasso::is_empty(&Graph { initial: 0, sets: graph.sets + complement.sets + 2, edges }))
}

/// Where an automaton may go with a letter, which may be the last one once more.
fn steps(diagrams: &Diagrams, graph: &Graph, state: usize, letter: u64, repeats: bool) -> Vec<(usize, u64)> {
    let taken = graph.edges[state].iter().filter(|edge| diagrams.contains(edge.label, letter));
    let mut steps: Vec<(usize, u64)> =
        taken.map(|edge| (edge.target, edge.marks | 1 << graph.sets)).collect();
    if repeats {
        steps.push((state, 0));
    }
    steps
}

/// One letter of each kind that some label tells from the others.
fn letters(diagrams: &mut Diagrams, graphs: [&Graph; 2]) -> Option<Vec<u64>> {
    let labels: BTreeSet<Bdd> =
        graphs.iter().flat_map(|it| it.edges.iter().flatten()).map(|edge| edge.label).collect();
    let mut cells = vec![Bdd::TRUE];
    for label in labels {
        let mut refined = Vec::with_capacity(cells.len());
        for cell in cells {
            let parts = [diagrams.and(cell, label), diagrams.difference(cell, label)];
            refined.extend(parts.into_iter().filter(|&it| it != Bdd::FALSE));
        }
        cells = refined;
        if cells.len() > MAX_LETTERS {
            return None;
        }
    }
    diagrams.check().ok()?;
    cells.into_iter().map(|cell| diagrams.letter(cell)).collect()
}
