//! The smallest deterministic weak automaton of an obligation.
//!
//! Dax, Eisinger, Klaedtke: Mechanizing the powerset construction for restricted classes of ω-automata (ATVA 2007), and
//! Löding: Efficient minimization of deterministic weak ω-automata (IPL 2001). If the language is an obligation, the
//! powerset construction on states alone, with some of its components accepting, accepts it. Whether a component is
//! accepting can be read off any of its cycles. Whether the language *is* an obligation is seen by comparing the result
//! with the formula and its negation, unless the formula's form shows it.

use crate::bdd::{Bdd, Diagrams, PROPOSITIONS};
use crate::graph::{Bundle, Edge, Graph, MAX_FANOUT};
use crate::lasso;
use crate::product::are_disjoint;
use crate::prune::{Kind, components_of, kinds, prune};
use crate::word::Word;
use std::collections::HashMap;

/// A deterministic weak automaton: every letter leads on, and a run is accepting if it ends up in accepting states.
#[derive(Clone, Debug)]
pub(crate) struct Weak {
    pub(crate) edges: Vec<Vec<Edge>>,
    pub(crate) accepting: Vec<bool>,
}

impl Weak {
    /// As an automaton with one acceptance set, that of this language or of its complement.
    pub(crate) fn graph(&self, complement: bool) -> Graph {
        let edges = self.edges.iter().zip(&self.accepting).map(|(edges, &accepting)| {
            let marks = u64::from(accepting != complement);
            edges.iter().map(|edge| Edge { marks, ..*edge }).collect()
        });
        prune(&Graph { initial: 0, sets: 1, edges: edges.collect() })
    }
}

/// The smallest weak deterministic automaton that may be equal; nothing if it has more states than this on the way.
pub(crate) fn minimal(diagrams: &mut Diagrams, graph: &Graph, limit: usize) -> Option<Weak> {
    let Powerset { edges, members } = powerset(diagrams, graph, limit)?;
    let determined = Graph { initial: 0, sets: 0, edges };
    let components = components_of(&determined);
    let kinds = kinds(&determined, &components);
    let mut accepting = vec![false; components.count];
    for (component, kind) in kinds.iter().enumerate() {
        if *kind == Kind::Trivial {
            continue;
        }
        let start = components.of.iter().position(|&it| it == component)?;
        let within = |_, edge: &Edge| components.of[edge.target] == component;
        let cycle = lasso::path(&determined, start, within, |_, edge| edge.target == start)?;
        let letters: Option<Vec<u64>> = cycle.iter().map(|edge| diagrams.letter(edge.label)).collect();
        let word = Word { prefix: Vec::new(), cycle: letters? };
        accepting[component] = members[start].iter().any(|&it| lasso::accepts(diagrams, graph, it, &word));
    }
    // Löding's colours: even ones accept. Components without a cycle take over that of what follows, so that states
    // which only come before others do not differ from them without need.
    let highest = 2 * components.count;
    let mut colours = vec![highest; components.count];
    let mut members_of = vec![Vec::new(); components.count];
    for state in 0..determined.states() {
        members_of[components.of[state]].push(state);
    }
    for component in 0..components.count {
        let targets = members_of[component].iter().flat_map(|&it| &determined.edges[it]);
        let others = targets.map(|edge| components.of[edge.target]).filter(|&it| it != component);
        let least = others.map(|it| colours[it]).min().unwrap_or(highest);
        colours[component] = match kinds[component] {
            Kind::Trivial => least,
            _ if least.is_multiple_of(2) == accepting[component] => least,
            _ => least - 1,
        };
    }
    let accepting = components.of.iter().map(|&it| colours[it].is_multiple_of(2)).collect();
    let weak = minimise(diagrams, &Weak { edges: determined.edges, accepting });
    diagrams.check().ok().map(|()| weak)
}

/// A deterministic graph, whose states are sets of states.
struct Powerset {
    edges: Vec<Vec<Edge>>,
    members: Vec<Vec<usize>>,
}

/// Sets of states instead of states. The empty set is one of them.
fn powerset(diagrams: &mut Diagrams, graph: &Graph, limit: usize) -> Option<Powerset> {
    let mut names: HashMap<Vec<usize>, usize> = HashMap::from([(vec![graph.initial], 0)]);
    let mut members = vec![vec![graph.initial]];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while edges.len() < members.len() {
        let set = &members[edges.len()];
        if set.iter().map(|&it| graph.edges[it].len()).sum::<usize>() > MAX_FANOUT {
            return None;
        }
        // A state as a variable: what is left for some letters is the disjunction of the targets.
        let mut reached = Bdd::FALSE;
        for edge in set.iter().flat_map(|&it| &graph.edges[it]) {
            let target = diagrams.variable(PROPOSITIONS + u32::try_from(edge.target).ok()?);
            let edge = diagrams.and(edge.label, target);
            reached = diagrams.or(reached, edge);
        }
        let mut bundle = Bundle::default();
        let mut missing = Bdd::TRUE;
        let mut leads = |label: Bdd, targets: Vec<usize>| {
            let next = members.len();
            let target = *names.entry(targets.clone()).or_insert(next);
            if target == next {
                members.push(targets);
            }
            Edge { label, marks: 0, target }
        };
        let residuals = diagrams.residuals(reached);
        diagrams.check().ok()?;
        for (label, rest) in residuals {
            let single = |model: &Vec<u32>| (model[0] - PROPOSITIONS) as usize;
            let mut targets: Vec<usize> =
                diagrams.minimal_models(rest, usize::MAX)?.iter().map(single).collect();
            targets.sort_unstable();
            bundle.add(diagrams, leads(label, targets));
            missing = diagrams.difference(missing, label);
        }
        if missing != Bdd::FALSE {
            bundle.add(diagrams, leads(missing, Vec::new()));
        }
        edges.push(bundle.edges());
        if members.len() > limit {
            return None;
        }
    }
    Some(Powerset { edges, members })
}

/// Moore's minimisation, with signatures as diagrams.
fn minimise(diagrams: &mut Diagrams, weak: &Weak) -> Weak {
    let mut of: Vec<usize> = weak.accepting.iter().map(|&it| usize::from(it)).collect();
    loop {
        let mut classes: HashMap<(usize, Bdd), usize> = HashMap::new();
        let mut first = Vec::new();
        let mut refined = Vec::with_capacity(of.len());
        for (state, edges) in weak.edges.iter().enumerate() {
            let mut signature = Bdd::FALSE;
            for edge in edges {
                let class = PROPOSITIONS + u32::try_from(of[edge.target]).expect("fewer classes than states");
                let class = diagrams.variable(class);
                let edge = diagrams.and(edge.label, class);
                signature = diagrams.or(signature, edge);
            }
            let class = *classes.entry((of[state], signature)).or_insert_with(|| {
                first.push(state);
                first.len() - 1
            });
            refined.push(class);
        }
        if refined == of || diagrams.is_exhausted() {
            let mut edges = Vec::with_capacity(first.len());
            for &state in &first {
                let mut bundle = Bundle::default();
                for edge in &weak.edges[state] {
                    bundle.add(diagrams, Edge { target: of[edge.target], ..*edge });
                }
                edges.push(bundle.edges());
            }
            return Weak { edges, accepting: first.iter().map(|&it| weak.accepting[it]).collect() };
        }
        of = refined;
    }
}

/// Whether the weak automaton is seen to accept all that an automaton accepts, and its own example is accepted there.
pub(crate) fn contains(diagrams: &mut Diagrams, weak: &Weak, graph: &Graph) -> bool {
    let example = lasso::example(diagrams, &weak.graph(false));
    example.is_none_or(|word| lasso::accepts(diagrams, graph, graph.initial, &word))
        && are_disjoint(diagrams, &weak.graph(true), graph).unwrap_or(false)
}
