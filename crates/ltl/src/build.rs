//! From a formula to its smallest automaton that we know how to find.
//!
//! Simplify, translate, prune, reduce by simulation; for an obligation, also the smallest deterministic weak automaton,
//! of which the smaller one is taken. Nothing is ever degeneralised.

use crate::bdd::Diagrams;
use crate::formula::{FormulaId, Formulas, Node};
use crate::graph::{Graph, Limits, TooLarge};
use crate::product::{are_disjoint, suspended_product};
use crate::recurrence::again_and_again;
use crate::simplify::Simplifier;
use crate::simulation::reduce;
use crate::translate::translate;
use crate::weak;

/// Formulas and diagrams that several automata share.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) simplifier: Simplifier,
    pub(crate) diagrams: Diagrams,
    pub(crate) limits: Limits,
}

/// More subformulas would make diagrams deeper than recursion should go.
const MAX_SUBFORMULAS: usize = 2000;

/// How large the automaton of a negation may become, which only serves to show that another one is right.
const COMPLEMENT: Limits = Limits { states: 1000, edges: 10_000 };

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
        let graph = reduce(&mut self.diagrams, &graph);
        self.diagrams.check()?;
        Ok(graph)
    }

    /// Does something in an arena of its own, which is gone afterwards with all that it has gathered, or if it was
    /// exhausted. What is made is copied.
    pub(crate) fn apart<E>(
        &mut self,
        work: impl FnOnce(&mut Builder) -> Result<Graph, E>,
    ) -> Result<Graph, E> {
        let outer = std::mem::take(&mut self.diagrams);
        let made = work(self);
        let inner = std::mem::replace(&mut self.diagrams, outer);
        Ok(made?.copied(&inner, &mut self.diagrams))
    }

    /// The automaton of a formula.
    pub(crate) fn build(&mut self, formula: FormulaId) -> Result<Graph, TooLarge> {
        if self.simplifier.formulas.subformulas(formula).len() > MAX_SUBFORMULAS {
            return Err(TooLarge { what: format!("{MAX_SUBFORMULAS} subformulas") });
        }
        let simplified = self.simplified(formula, false);
        let direct = self.apart(|it| it.reduced(simplified, it.limits));
        let composed = self.apart(|it| it.composed(simplified).ok_or(()));
        let graph = match (direct, composed) {
            (Ok(direct), Ok(composed)) if direct.size() <= composed.size() => direct,
            (_, Ok(composed)) => composed,
            (direct, Err(())) => direct?,
        };
        let outer = std::mem::take(&mut self.diagrams);
        let graph_apart = graph.copied(&outer, &mut self.diagrams);
        let weak = self.smaller_weak(formula, simplified, &graph_apart);
        let inner = std::mem::replace(&mut self.diagrams, outer);
        Ok(weak.map_or(graph, |weak| weak.copied(&inner, &mut self.diagrams)))
    }

    /// The smallest weak deterministic automaton, if it has no more states and the language is seen to be an
    /// obligation.
    fn smaller_weak(&mut self, formula: FormulaId, simplified: FormulaId, graph: &Graph) -> Option<Graph> {
        let weak = weak::minimal(&mut self.diagrams, graph, powerset_limit(graph.states()))?;
        let smallest = weak.graph(false);
        if smallest.states() > graph.states() {
            return None;
        }
        // Cheap questions first: most languages that are no obligations fail one of them.
        if !self.simplifier.formulas.facts(simplified).obligation {
            if !weak::contains(&mut self.diagrams, &weak, graph) {
                return None;
            }
            let negation = self.simplified(formula, true);
            let complement = self.reduced(negation, COMPLEMENT).ok()?;
            let disjoint = are_disjoint(&mut self.diagrams, &smallest, &complement);
            if self.diagrams.is_exhausted() || !disjoint.unwrap_or(false) {
                return None;
            }
        }
        Some(smallest)
    }

    /// An automaton made of others: of a conjunction with suspendable operands, or of `G F f` for a guarantee `f`.
    fn composed(&mut self, formula: FormulaId) -> Option<Graph> {
        if let Some(f) = self.recurring_guarantee(formula) {
            let once = self.build(f).ok()?;
            let graph = again_and_again(&mut self.diagrams, &once)?;
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
        if apart.is_empty()
            || rest.is_empty() && !apart.iter().any(|&it| self.recurring_guarantee(it).is_some())
        {
            return None;
        }
        let rest = self.simplifier.formulas.and(rest);
        let mut graph = self.build(rest).ok()?;
        for it in apart {
            let right = self.build(it).ok()?;
            let product = suspended_product(&mut self.diagrams, &graph, &right).ok()?;
            graph = reduce(&mut self.diagrams, &product);
            self.diagrams.check().ok()?;
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
