//! From a formula to an automaton.
//!
//! Couvreur, On-the-fly verification of linear temporal logic (FM 1999), with the improvements of Duret-Lutz (LTL
//! translation improvements in Spot, VECoS 2011). A state is what is still to be shown. Its rule is a diagram over
//! propositions, `Next` variables (what has to hold from the next step on) and promises (`f U g` without `g` yet
//! promises `g`). For each set of letters, a smallest set of further variables that makes the rule true is an edge.
//! States with the same rule are one state. An edge is in the acceptance set of each promise that it does not make: a
//! run that makes the same promise for ever from some time on never keeps it.
//!
//! What is to be shown next is not simplified: `G (p && X F q)` implies `F q`, but without `F q` nobody would ever
//! promise `q`. States are merged by their rules alone, which have the promises in them.
//!
//! Letters that leave the same residual below the propositions are treated at once. So edges are as deterministic as if
//! letters were enumerated, and nothing enumerates them.

use crate::bdd::{Bdd, Diagrams, PROPOSITIONS};
use crate::formula::{FormulaId, Formulas, Node};
use crate::graph::{Edge, Graph, Limits, TooLarge, all_marks};
use crate::scc::components;
use crate::simplify::Simplifier;
use std::collections::HashMap;

/// What a variable below the propositions stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Meaning {
    /// This holds from the next step on.
    Next(FormulaId),
    /// This will hold.
    Promise(FormulaId),
}

/// An edge before promises become acceptance sets.
#[derive(Clone, Debug)]
struct PromisingEdge {
    label: Bdd,
    /// Variables, sorted.
    promises: Vec<u32>,
    target: usize,
}

struct Translation<'a> {
    simplifier: &'a mut Simplifier,
    diagrams: &'a mut Diagrams,
    limits: Limits,
    meanings: Vec<Meaning>,
    variables: HashMap<Meaning, u32>,
    rules: HashMap<(FormulaId, bool), Bdd>,
    states: HashMap<Bdd, usize>,
    /// Rules of states.
    queue: Vec<Bdd>,
}

/// The automaton of a formula in negation normal form.
pub(crate) fn translate(
    simplifier: &mut Simplifier,
    diagrams: &mut Diagrams,
    formula: FormulaId,
    limits: Limits,
) -> Result<Graph, TooLarge> {
    let mut translation = Translation {
        simplifier,
        diagrams,
        limits,
        meanings: Vec::new(),
        variables: HashMap::new(),
        rules: HashMap::new(),
        states: HashMap::new(),
        queue: Vec::new(),
    };
    let initial = translation.rule(formula, false);
    translation.state(initial)?;
    let mut edges = Vec::new();
    let mut count = 0;
    while edges.len() < translation.queue.len() {
        let made = translation.edges(translation.queue[edges.len()])?;
        count += made.len();
        if count > limits.edges {
            return Err(translation.too_many_edges());
        }
        edges.push(made);
    }
    translation.diagrams.check()?;
    let promises: Vec<u32> = (0..translation.meanings.len())
        .filter(|&it| matches!(translation.meanings[it], Meaning::Promise(_)))
        .map(|it| PROPOSITIONS + u32::try_from(it).expect("few variables"))
        .collect();
    accepting(&edges, &promises)
}

impl Translation<'_> {
    fn variable(&mut self, meaning: Meaning) -> Bdd {
        let next = PROPOSITIONS + u32::try_from(self.meanings.len()).expect("few variables");
        let variable = *self.variables.entry(meaning).or_insert(next);
        if variable == next {
            self.meanings.push(meaning);
        }
        self.diagrams.variable(variable)
    }

    fn next(&mut self, formula: FormulaId) -> Bdd {
        match formula {
            Formulas::TRUE => Bdd::TRUE,
            Formulas::FALSE => Bdd::FALSE,
            _ => match self.simplifier.formulas.node(formula).clone() {
                Node::And(all) => all.iter().fold(Bdd::TRUE, |sum, &it| {
                    let it = self.next(it);
                    self.diagrams.and(sum, it)
                }),
                _ => self.variable(Meaning::Next(formula)),
            },
        }
    }

    /// The rule of a formula. One that is *recurring* is demanded again at every step, because it stands below `G`.
    fn rule(&mut self, formula: FormulaId, recurring: bool) -> Bdd {
        if let Some(&known) = self.rules.get(&(formula, recurring)) {
            return known;
        }
        let result = match self.simplifier.formulas.node(formula).clone() {
            Node::True => Bdd::TRUE,
            Node::False => Bdd::FALSE,
            Node::Atom(atom) => self.diagrams.variable(atom.0),
            Node::Not(f) => {
                let f = self.rule(f, false);
                self.diagrams.not(f)
            }
            Node::And(all) => all.iter().fold(Bdd::TRUE, |sum, &it| {
                let it = self.rule(it, recurring);
                self.diagrams.and(sum, it)
            }),
            Node::Or(all) => all.iter().fold(Bdd::FALSE, |sum, &it| {
                let it = self.rule(it, false);
                self.diagrams.or(sum, it)
            }),
            Node::Next(f) => self.next(f),
            Node::Globally(f) => {
                let (now, later) = (self.rule(f, true), self.next(formula));
                self.diagrams.and(now, later)
            }
            Node::Finally(f) => {
                let (now, later) = (self.rule(f, false), self.later(formula, recurring));
                let promise = self.variable(Meaning::Promise(f));
                let later = self.diagrams.and(promise, later);
                self.diagrams.or(now, later)
            }
            Node::Until(f, g) | Node::WeakUntil(f, g) => {
                let (held, now) = (self.rule(f, false), self.rule(g, false));
                let mut later = self.later(formula, recurring);
                if let Node::Until(..) = self.simplifier.formulas.node(formula) {
                    let promise = self.variable(Meaning::Promise(g));
                    later = self.diagrams.and(promise, later);
                }
                let waiting = self.diagrams.and(held, later);
                self.diagrams.or(now, waiting)
            }
            Node::Release(f, g) | Node::StrongRelease(f, g) => {
                let (free, held) = (self.rule(f, false), self.rule(g, recurring));
                let mut later = self.later(formula, recurring);
                if let Node::StrongRelease(..) = self.simplifier.formulas.node(formula) {
                    let both = self.simplifier.formulas.and([f, g]);
                    let promise = self.variable(Meaning::Promise(both));
                    later = self.diagrams.and(promise, later);
                }
                let either = self.diagrams.or(free, later);
                self.diagrams.and(held, either)
            }
            other => unreachable!("not in negation normal form: {other:?}"),
        };
        self.rules.insert((formula, recurring), result);
        result
    }

    /// That the formula holds from the next step on, which is demanded anyway if it is recurring.
    fn later(&mut self, formula: FormulaId, recurring: bool) -> Bdd {
        if recurring { Bdd::TRUE } else { self.next(formula) }
    }

    /// The state with this rule.
    fn state(&mut self, rule: Bdd) -> Result<usize, TooLarge> {
        let next = self.queue.len();
        let state = *self.states.entry(rule).or_insert(next);
        if state == next {
            self.queue.push(rule);
        }
        if self.queue.len() > self.limits.states {
            return Err(TooLarge { what: format!("{} states", self.limits.states) });
        }
        self.diagrams.check()?;
        Ok(state)
    }

    fn too_many_edges(&self) -> TooLarge {
        TooLarge { what: format!("{} edges", self.limits.edges) }
    }

    fn edges(&mut self, rule: Bdd) -> Result<Vec<PromisingEdge>, TooLarge> {
        let mut edges: Vec<PromisingEdge> = Vec::new();
        let mut places: HashMap<(usize, Vec<u32>), usize> = HashMap::new();
        for (label, rest) in self.diagrams.residuals(rule) {
            let models = self.diagrams.minimal_models(rest, self.limits.edges);
            for model in models.ok_or_else(|| self.too_many_edges())? {
                let (mut demands, mut promises) = (Vec::new(), Vec::new());
                for variable in model {
                    match self.meanings[(variable - PROPOSITIONS) as usize] {
                        Meaning::Next(formula) => demands.push(formula),
                        Meaning::Promise(_) => promises.push(variable),
                    }
                }
                let demanded = self.simplifier.formulas.and(demands);
                let target_rule = self.rule(demanded, false);
                if target_rule == Bdd::FALSE {
                    continue;
                }
                let target = self.state(target_rule)?;
                match places.get(&(target, promises.clone())) {
                    Some(&at) => edges[at].label = self.diagrams.or(edges[at].label, label),
                    None => {
                        places.insert((target, promises.clone()), edges.len());
                        edges.push(PromisingEdge { label, promises, target });
                    }
                }
                if edges.len() > self.limits.edges {
                    return Err(self.too_many_edges());
                }
            }
        }
        Ok(edges)
    }
}

/// Promises become acceptance sets. Where there are more than 64, each component numbers its own.
fn accepting(edges: &[Vec<PromisingEdge>], promises: &[u32]) -> Result<Graph, TooLarge> {
    let parts = components(edges.len(), 0, |it| edges[it].iter().map(|edge| edge.target).collect());
    let mut of_part = vec![promises.to_vec(); parts.count];
    if promises.len() > 64 {
        let mut made = vec![std::collections::BTreeSet::new(); parts.count];
        for (state, edges) in edges.iter().enumerate() {
            for edge in edges.iter().filter(|edge| parts.of[edge.target] == parts.of[state]) {
                made[parts.of[state]].extend(edge.promises.iter().copied());
            }
        }
        of_part = made.into_iter().map(|it| it.into_iter().collect()).collect();
    }
    let sets = of_part.iter().map(Vec::len).max().unwrap_or(0);
    if sets > 64 {
        return Err(TooLarge { what: "64 acceptance sets".to_owned() });
    }
    let sets = u32::try_from(sets).expect("at most 64");
    let graph_edges = edges.iter().enumerate().map(|(state, edges)| {
        let promises = &of_part[parts.of[state]];
        let edge = |edge: &PromisingEdge| {
            let made = edge.promises.iter().filter_map(|it| promises.binary_search(it).ok());
            let broken = made.fold(0, |sum, set| sum | 1 << set);
            Edge { label: edge.label, marks: all_marks(sets) & !broken, target: edge.target }
        };
        edges.iter().map(edge).collect()
    });
    Ok(Graph { initial: 0, sets, edges: graph_edges.collect() })
}
