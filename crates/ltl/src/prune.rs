//! Removes what no accepting run needs: states, marks outside of accepting cycles, acceptance sets.
//!
//! All of it is decided by strongly connected components: a run ends up in one, and is accepting there or nowhere. So
//! only edges within an accepting component need marks, and a set is redundant if, within each accepting component, it
//! contains another one or all edges.

use crate::graph::{Edge, Graph, all_marks};
use crate::scc::{Components, components};

/// The components of an automaton.
pub(crate) fn components_of(graph: &Graph) -> Components {
    components(graph.states(), graph.initial, |it| graph.edges[it].iter().map(|edge| edge.target).collect())
}

/// What a component is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No cycle.
    Trivial,
    /// Cycles, none of which is accepting.
    Rejecting,
    /// An accepting cycle.
    Accepting,
}

/// What each component is.
pub(crate) fn kinds(graph: &Graph, components: &Components) -> Vec<Kind> {
    let mut marks = vec![0; components.count];
    let mut kinds = vec![Kind::Trivial; components.count];
    for (edge, component) in inner(graph, components) {
        marks[component] |= edge.marks;
        kinds[component] = Kind::Rejecting;
    }
    for (kind, marks) in kinds.iter_mut().zip(marks) {
        if *kind == Kind::Rejecting && marks == all_marks(graph.sets) {
            *kind = Kind::Accepting;
        }
    }
    kinds
}

/// The edges that stay within a component.
fn inner<'a>(graph: &'a Graph, components: &'a Components) -> impl Iterator<Item = (&'a Edge, usize)> {
    let reached = (0..graph.states()).filter(|&it| components.of[it] != usize::MAX);
    reached.flat_map(move |state| {
        let component = components.of[state];
        let stays = move |edge: &&Edge| components.of[edge.target] == component;
        graph.edges[state].iter().filter(stays).map(move |edge| (edge, component))
    })
}

/// The automaton without what no accepting run needs.
pub(crate) fn prune(graph: &Graph) -> Graph {
    let components = components_of(graph);
    let kinds = kinds(graph, &components);
    // Components come in reverse topological order.
    let mut useful: Vec<bool> = kinds.iter().map(|&it| it == Kind::Accepting).collect();
    let mut members = vec![Vec::new(); components.count];
    for state in (0..graph.states()).filter(|&it| components.of[it] != usize::MAX) {
        members[components.of[state]].push(state);
    }
    for component in 0..components.count {
        let leads = |state: &usize| graph.edges[*state].iter().any(|edge| useful[components.of[edge.target]]);
        useful[component] = useful[component] || members[component].iter().any(leads);
    }
    if !useful[components.of[graph.initial]] {
        return Graph::empty();
    }
    let mut names = vec![usize::MAX; graph.states()];
    let kept: Vec<usize> = (0..graph.states())
        .filter(|&it| components.of[it] != usize::MAX && useful[components.of[it]])
        .collect();
    for (name, &state) in kept.iter().enumerate() {
        names[state] = name;
    }
    let edges = kept.iter().map(|&state| {
        let component = components.of[state];
        let needed = graph.edges[state].iter().filter(|edge| useful[components.of[edge.target]]);
        let renamed = needed.map(|edge| {
            let within = components.of[edge.target] == component && kinds[component] == Kind::Accepting;
            Edge { target: names[edge.target], marks: if within { edge.marks } else { 0 }, ..*edge }
        });
        renamed.collect()
    });
    let mut pruned = Graph { initial: names[graph.initial], sets: graph.sets, edges: edges.collect() };
    remove_sets(&mut pruned);
    pruned
}

/// Removes redundant acceptance sets. Marks are on edges within accepting components only.
fn remove_sets(graph: &mut Graph) {
    let components = components_of(graph);
    let kinds = kinds(graph, &components);
    let rejecting = kinds.contains(&Kind::Rejecting);
    // For each accepting component, the marks that its edges have.
    let mut marks: Vec<Vec<u64>> = vec![Vec::new(); components.count];
    for (edge, component) in inner(graph, &components) {
        if kinds[component] == Kind::Accepting && !marks[component].contains(&edge.marks) {
            marks[component].push(edge.marks);
        }
    }
    let mut kept: Vec<u32> = (0..graph.sets).collect();
    for set in (0..graph.sets).rev() {
        let others: Vec<u32> = kept.iter().copied().filter(|&it| it != set).collect();
        let redundant = |marks: &Vec<u64>| {
            let contains = |other: u32| marks.iter().all(|it| it >> other & 1 == 0 || it >> set & 1 == 1);
            marks.iter().all(|it| it >> set & 1 == 1) || others.iter().any(|&other| contains(other))
        };
        if marks.iter().all(redundant) && (!others.is_empty() || !rejecting) {
            kept = others;
        }
    }
    for edge in graph.edges.iter_mut().flatten() {
        let bits = kept.iter().enumerate().map(|(new, &old)| (edge.marks >> old & 1) << new);
        edge.marks = bits.fold(0, |sum, bit| sum | bit);
    }
    graph.sets = u32::try_from(kept.len()).expect("at most 64");
}
