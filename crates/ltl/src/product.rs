//! The words that two automata both accept: their product, as far as it can be reached.

use crate::bdd::{Bdd, Diagrams};
use crate::graph::{Edge, Graph, TooLarge};
use crate::prune::{Kind, components_of, kinds};
use std::collections::HashMap;

/// More states say that a comparison is not worth it.
const MAX_STATES: usize = 200_000;

/// The product, with the acceptance sets of the first and then those of the second (which fit into 64 together).
pub(crate) fn product(diagrams: &mut Diagrams, left: &Graph, right: &Graph) -> Result<Graph, TooLarge> {
    if left.sets + right.sets > 64 {
        return Err(TooLarge { what: "64 acceptance sets".to_owned() });
    }
    let mut names = HashMap::from([((left.initial, right.initial), 0)]);
    let mut queue = vec![(left.initial, right.initial)];
    let mut edges = Vec::new();
    while let Some(&(a, b)) = queue.get(edges.len()) {
        let mut made = Vec::new();
        for first in &left.edges[a] {
            for second in &right.edges[b] {
                let label = diagrams.and(first.label, second.label);
                if label == Bdd::FALSE {
                    continue;
                }
                let next = queue.len();
                let target = *names.entry((first.target, second.target)).or_insert(next);
                if target == next {
                    queue.push((first.target, second.target));
                }
                made.push(Edge {
                    label,
                    marks: first.marks | second.marks.checked_shl(left.sets).unwrap_or(0),
                    target,
                });
            }
        }
        edges.push(made);
        if queue.len() > MAX_STATES {
            return Err(TooLarge { what: format!("{MAX_STATES} states") });
        }
    }
    Ok(Graph { initial: 0, sets: left.sets + right.sets, edges })
}

/// The product with an automaton of a *suspendable* language, which holds of a word if and only if it holds of what is
/// left of the word at any time (`GF p`).
///
/// So the second automaton may begin at any time, and it begins where the first enters an accepting component. Babiak
/// et al., Compositional approach to suspension and other improvements to LTL translation (SPIN 2013).
pub(crate) fn suspended_product(
    diagrams: &mut Diagrams,
    left: &Graph,
    right: &Graph,
) -> Result<Graph, TooLarge> {
    if left.sets + right.sets > 64 {
        return Err(TooLarge { what: "64 acceptance sets".to_owned() });
    }
    let components = components_of(left);
    let kinds = kinds(left, &components);
    let accepting = |state: usize| kinds[components.of[state]] == Kind::Accepting;
    let entered = |state: usize| (state, accepting(state).then_some(right.initial));
    let mut names = HashMap::from([(entered(left.initial), 0)]);
    let mut queue = vec![entered(left.initial)];
    let mut edges = Vec::new();
    while let Some(&(a, b)) = queue.get(edges.len()) {
        let mut made = Vec::new();
        let mut add = |label: Bdd, marks: u64, state: (usize, Option<usize>)| {
            let next = queue.len();
            let target = *names.entry(state).or_insert(next);
            if target == next {
                queue.push(state);
            }
            made.push(Edge { label, marks, target });
        };
        for first in &left.edges[a] {
            match b {
                Some(b) if components.of[first.target] == components.of[a] => {
                    for second in &right.edges[b] {
                        let label = diagrams.and(first.label, second.label);
                        if label != Bdd::FALSE {
                            let marks = first.marks | second.marks.checked_shl(left.sets).unwrap_or(0);
                            add(label, marks, (first.target, Some(second.target)));
                        }
                    }
                }
                _ => add(first.label, 0, entered(first.target)),
            }
        }
        edges.push(made);
        if queue.len() > MAX_STATES {
            return Err(TooLarge { what: format!("{MAX_STATES} states") });
        }
    }
    Ok(Graph { initial: 0, sets: left.sets + right.sets, edges })
}

/// Whether no word is accepted by both.
pub(crate) fn are_disjoint(diagrams: &mut Diagrams, left: &Graph, right: &Graph) -> Result<bool, TooLarge> {
    let empty = crate::lasso::is_empty(&product(diagrams, left, right)?);
    diagrams.check()?;
    Ok(empty)
}
