//! From a formula to its smallest automaton that we know how to find.
//!
//! Simplify, translate, prune, reduce by simulation; for an obligation, also the smallest deterministic weak automaton,
//! of which the smaller one is taken. Nothing is ever degeneralised.

use crate::bdd::Diagrams;
use crate::formula::{FormulaId, Formulas, Node};
use crate::graph::{Graph, Limits, TooLarge};
use crate::product::suspended_product;
use crate::recurrence::again_and_again;
use crate::simplify::Simplifier;
use crate::simulation::reduce;
use crate::translate::translate;
use crate::weak::{self, Weak};

/// Formulas and diagrams that several automata share.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) simplifier: Simplifier,
    pub(crate) diagrams: Diagrams,
    pub(crate) limits: Limits,
}

/// An automaton and what was learnt about its language.
#[derive(Clone, Debug)]
pub(crate) struct Built {
    pub(crate) graph: Graph,
    /// The language is an obligation, and this is its smallest weak deterministic automaton.
    pub(crate) weak: Option<Weak>,
    /// An automaton of the complement, if there was a use for it.
    pub(crate) complement: Option<Graph>,
}

/// How large the powerset of an automaton with so many states may become.
fn powerset_limit(states: usize) -> usize {
    (states * states).clamp(64, 2000)
}

impl Builder {
    pub(crate) fn new(formulas: Formulas, limits: Limits) -> Builder {
        Builder { simplifier: Simplifier::new(formulas), diagrams: Diagrams::new(), limits }
    }

    /// The formula in negation normal form and simplified, or its negation.
    pub(crate) fn simplified(&mut self, formula: FormulaId, negated: bool) -> FormulaId {
        let normal = self.simplifier.normal_form(formula, negated);
        self.simplifier.simplify(normal)
    }

    /// A reduced automaton of a simplified formula.
    pub(crate) fn reduced(&mut self, formula: FormulaId, limits: Limits) -> Result<Graph, TooLarge> {
        let graph = translate(&mut self.simplifier, &mut self.diagrams, formula, limits)?;
        Ok(reduce(&mut self.diagrams, &graph))
    }

    /// The automaton of a formula.
    pub(crate) fn build(&mut self, formula: FormulaId) -> Result<Built, TooLarge> {
        let simplified = self.simplified(formula, false);
        let mut graph = self.reduced(simplified, self.limits);
        // Composed automata are smaller if they are.
        if let Some(composed) = self.composed(simplified) {
            graph = match graph {
                Ok(direct) if direct.size() <= composed.size() => Ok(direct),
                _ => Ok(composed),
            };
        }
        let mut built = Built { graph: graph?, weak: None, complement: None };
        let Some(weak) = self.weak(formula, simplified, &mut built) else { return Ok(built) };
        let smallest = weak.graph(false);
        // Of equally many states, the deterministic ones.
        if smallest.states() <= built.graph.states() {
            built.graph = smallest;
        }
        built.weak = Some(weak);
        Ok(built)
    }

    /// The smallest weak deterministic automaton, if the language is seen to be an obligation.
    fn weak(&mut self, formula: FormulaId, simplified: FormulaId, built: &mut Built) -> Option<Weak> {
        let weak = weak::minimal(&mut self.diagrams, &built.graph, powerset_limit(built.graph.states()))?;
        if self.simplifier.formulas.facts(simplified).obligation {
            return Some(weak);
        }
        let limits = Limits { states: 2000, edges: 50_000 };
        let negation = self.simplified(formula, true);
        let complement = self.reduced(negation, limits).ok()?;
        let equal = weak::is_equal(&mut self.diagrams, &weak, &built.graph, &complement);
        built.complement = Some(complement);
        equal.then_some(weak)
    }

    /// An automaton made of others: of a conjunction with suspendable operands, or of `G F f` for a guarantee `f`.
    fn composed(&mut self, formula: FormulaId) -> Option<Graph> {
        if let Some(f) = self.recurring_guarantee(formula) {
            let once = self.build(f).ok()?;
            let graph = again_and_again(&mut self.diagrams, &once.graph)?;
            return Some(reduce(&mut self.diagrams, &graph));
        }
        let is_suspendable = |formulas: &Formulas, it: FormulaId| {
            let facts = formulas.facts(it);
            facts.eventual && facts.universal
        };
        let all = self.conjuncts(formula);
        let formulas = &mut self.simplifier.formulas;
        let (apart, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|&it| is_suspendable(formulas, it));
        // One by one is worth it only where an operand is better off alone.
        if apart.is_empty() || rest.is_empty() && !apart.iter().any(|&it| self.recurring_guarantee(it).is_some()) {
            return None;
        }
        let rest = self.simplifier.formulas.and(rest);
        let mut graph = self.build(rest).ok()?.graph;
        for it in apart {
            let right = self.build(it).ok()?.graph;
            let product = suspended_product(&mut self.diagrams, &graph, &right).ok()?;
            graph = reduce(&mut self.diagrams, &product);
        }
        Some(graph)
    }

    /// `f`, if the formula is `G F f` for a guarantee `f` with temporal operators.
    fn recurring_guarantee(&self, formula: FormulaId) -> Option<FormulaId> {
        let formulas = &self.simplifier.formulas;
        let &Node::Globally(finally) = formulas.node(formula) else { return None };
        let &Node::Finally(f) = formulas.node(finally) else { return None };
        let facts = formulas.facts(f);
        (facts.guarantee && !facts.boolean).then_some(f)
    }

    /// The formula as a conjunction, below `G` too.
    fn conjuncts(&mut self, formula: FormulaId) -> Vec<FormulaId> {
        let operands = self.simplifier.formulas.children(formula);
        match *self.simplifier.formulas.node(formula) {
            Node::And(_) => operands.into_iter().flat_map(|it| self.conjuncts(it)).collect(),
            Node::Globally(f) if matches!(self.simplifier.formulas.node(f), Node::And(_)) => {
                let operands = self.simplifier.formulas.children(f);
                operands.into_iter().map(|it| self.simplifier.formulas.globally(it)).collect()
            }
            _ => vec![formula],
        }
    }
}
