//! A short stem and cycle through states that are known to have an accepting cycle.
//!
//! The stem is a shortest way to one of these states, breadth-first, as long as that does not take more states than
//! the search before. The cycle goes from mark to mark that it still lacks, each time by a shortest way, and back; of
//! the cycles from several states the shortest is taken.

use super::fairness::{Fairness, Marks};
use super::product::Product;
use gmc_model::{Choice, Choices, Labelled, Step, System};
use std::collections::{HashMap, HashSet, VecDeque};

/// What an accepting cycle goes through.
pub(super) struct Target {
    /// Strongly connected states, by fingerprint.
    pub(super) states: HashSet<u128>,
    /// The marks that it passes.
    pub(super) required: Marks,
    pub(super) fairness: Fairness,
}

/// A run of the product that repeats itself.
pub(super) struct Lasso {
    pub(super) stem: Vec<Choice>,
    pub(super) cycle: Vec<Choice>,
}

/// Cycles from so many states are compared.
const STARTS: usize = 64;

/// A step of the graph of the target's states.
struct Edge {
    to: usize,
    choice: Choice,
    marks: Marks,
}

/// A short lasso. The product is in its initial state, without marks, and is there again afterwards. `stem` leads to a
/// state of the target by a way that may be long; `most` bounds the states of the search for a shorter one.
pub(super) fn shortest<S: Labelled>(
    product: &mut Product<S>,
    target: &Target,
    stem: &[Choice],
    most: usize,
) -> Option<Lasso> {
    let initial = product.snapshot();
    let near = nearest(product, target, most);
    product.restore(&initial);
    let lasso = match near {
        Some(stem) => Some(stem),
        None => up_to_target(product, target, stem),
    };
    product.restore(&initial);
    let lasso = lasso.and_then(|stem| through(product, target, &stem));
    product.restore(&initial);
    lasso
}

/// A lasso whose stem begins with this way to a state of the target.
fn through<S: Labelled>(product: &mut Product<S>, target: &Target, stem: &[Choice]) -> Option<Lasso> {
    for &choice in stem {
        product.step(choice);
    }
    let graph = graph(product, target);
    let from_entry = ways(&graph, 0);
    let mut starts: Vec<usize> = (0..graph.len()).collect();
    starts.sort_by_key(|it| from_entry[*it].len());
    let cycles =
        starts.iter().take(STARTS).filter_map(|&start| Some((start, cycle(&graph, start, target.required)?)));
    let (start, cycle) = cycles.min_by_key(|(start, cycle)| (cycle.len(), from_entry[*start].len()))?;
    Some(Lasso { stem: [stem, &from_entry[start]].concat(), cycle })
}

/// The part of a path up to the first state of the target.
fn up_to_target<S: Labelled>(
    product: &mut Product<S>,
    target: &Target,
    path: &[Choice],
) -> Option<Vec<Choice>> {
    for (length, &choice) in path.iter().enumerate() {
        if target.states.contains(&product.fingerprint()) {
            return Some(path[..length].to_vec());
        }
        product.step(choice);
    }
    target.states.contains(&product.fingerprint()).then(|| path.to_vec())
}

/// A shortest way to a state of the target, if it is found among so many states.
fn nearest<S: Labelled>(product: &mut Product<S>, target: &Target, most: usize) -> Option<Vec<Choice>> {
    let mut seen = HashSet::from([product.fingerprint()]);
    // How each state but the first was met: from which one, by which choice.
    let mut reached: Vec<Option<(usize, Choice)>> = vec![None];
    let mut queue = VecDeque::from([(0, product.snapshot())]);
    let mut open = Choices::new();
    while let Some((at, state)) = queue.pop_front() {
        product.restore(&state);
        if target.states.contains(&product.fingerprint()) {
            let mut way = Vec::new();
            let mut last = at;
            while let Some((before, choice)) = reached[last] {
                way.push(choice);
                last = before;
            }
            way.reverse();
            return Some(way);
        }
        product.choices(&mut open);
        for &choice in &open {
            product.restore(&state);
            let moved = matches!(product.step(choice), Step::Moved { .. });
            if moved && seen.insert(product.fingerprint()) {
                if seen.len() > most.max(FEW) {
                    return None;
                }
                reached.push(Some((at, choice)));
                queue.push_back((reached.len() - 1, product.snapshot()));
            }
        }
    }
    None
}

/// So many states are always looked at for a shorter stem.
const FEW: usize = 1_000;

/// The graph of the target's states; the current state is its first.
fn graph<S: Labelled>(product: &mut Product<S>, target: &Target) -> Vec<Vec<Edge>> {
    let mut numbers: HashMap<u128, usize> = HashMap::from([(product.fingerprint(), 0)]);
    let mut graph: Vec<Vec<Edge>> = Vec::new();
    let mut queue = VecDeque::from([product.snapshot()]);
    let mut open = Choices::new();
    while let Some(state) = queue.pop_front() {
        product.restore(&state);
        product.choices(&mut open);
        let enabled = product.enabled();
        let mut edges = Vec::new();
        for &choice in &open {
            product.restore(&state);
            if !matches!(product.step(choice), Step::Moved { .. }) {
                continue;
            }
            let fingerprint = product.fingerprint();
            if target.states.contains(&fingerprint) {
                let next = numbers.len();
                let to = *numbers.entry(fingerprint).or_insert(next);
                if to == next {
                    queue.push_back(product.snapshot());
                }
                edges.push(Edge { to, choice, marks: product.marks_of(target.fairness, choice, enabled) });
            }
        }
        graph.push(edges);
    }
    graph
}

/// A shortest way from one node to each.
fn ways(graph: &[Vec<Edge>], from: usize) -> Vec<Vec<Choice>> {
    let mut ways: Vec<Option<Vec<Choice>>> = vec![None; graph.len()];
    ways[from] = Some(Vec::new());
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for edge in &graph[node] {
            if ways[edge.to].is_none() {
                let mut way = ways[node].clone().unwrap_or_default();
                way.push(edge.choice);
                ways[edge.to] = Some(way);
                queue.push_back(edge.to);
            }
        }
    }
    ways.into_iter().map(Option::unwrap_or_default).collect()
}

/// A short cycle from a node that passes these marks.
fn cycle(graph: &[Vec<Edge>], start: usize, required: Marks) -> Option<Vec<Choice>> {
    let mut out = Vec::new();
    let (mut at, mut missing) = (start, required.0);
    while missing != 0 || at != start || out.is_empty() {
        let wants_mark = missing != 0;
        let is_it = |edge: &Edge| if wants_mark { edge.marks.0 & missing != 0 } else { edge.to == start };
        let (way, end) = nearest_edge(graph, at, is_it)?;
        for (choice, marks) in way {
            out.push(choice);
            missing &= !marks.0;
        }
        at = end;
    }
    Some(out)
}

/// A shortest way whose last edge is one that is looked for, and where it ends.
fn nearest_edge(
    graph: &[Vec<Edge>],
    from: usize,
    is_it: impl Fn(&Edge) -> bool,
) -> Option<(Vec<(Choice, Marks)>, usize)> {
    let mut before: HashMap<usize, (usize, &Edge)> = HashMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for edge in &graph[node] {
            if is_it(edge) {
                let mut way = vec![(edge.choice, edge.marks)];
                let mut at = node;
                while at != from {
                    let (earlier, edge) = before[&at];
                    way.push((edge.choice, edge.marks));
                    at = earlier;
                }
                way.reverse();
                return Some((way, edge.to));
            }
            if edge.to != from && !before.contains_key(&edge.to) {
                before.insert(edge.to, (node, edge));
                queue.push_back(edge.to);
            }
        }
    }
    None
}
