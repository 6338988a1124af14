//! Makes formulas smaller without changing what they say.
//!
//! Three families of rules, as in Spot's simplifier (Duret-Lutz, LTL translation improvements in Spot, VECoS 2011) and
//! LTL3BA (Babiak, Křetínský, Řehák, Strejček, TACAS 2012): equalities between operators, *eventual* and *universal*
//! formulas (Etessami and Holzmann, CONCUR 2000), and implications that the form shows ([`implication`], Somenzi and
//! Bloem, CAV 2000). Each rule makes a formula smaller or moves an operator outwards, so simplification ends.
//!
//! Works on formulas in negation normal form, and stays there.

mod implication;
mod lists;
mod operators;

use crate::bdd::{Bdd, Diagrams};
use crate::formula::{FormulaId, Formulas, Node};
use crate::nnf::NormalForms;
use std::collections::HashMap;

/// Formulas, and what is known of them.
#[derive(Debug)]
pub(crate) struct Simplifier {
    /// The formulas.
    pub(crate) formulas: Formulas,
    simplified: HashMap<FormulaId, FormulaId>,
    implied: HashMap<(FormulaId, FormulaId), bool>,
    normal_forms: NormalForms,
    diagrams: Diagrams,
    boolean: HashMap<FormulaId, Bdd>,
}

impl Simplifier {
    /// A simplifier that knows nothing yet.
    #[must_use]
    pub(crate) fn new(formulas: Formulas) -> Simplifier {
        Simplifier {
            formulas,
            simplified: HashMap::new(),
            implied: HashMap::new(),
            normal_forms: NormalForms::default(),
            diagrams: Diagrams::new(),
            boolean: HashMap::new(),
        }
    }

    /// The formula in negation normal form, or its negation.
    pub(crate) fn normal_form(&mut self, formula: FormulaId, negated: bool) -> FormulaId {
        self.normal_forms.of(&mut self.formulas, formula, negated)
    }

    /// An equal formula that is no larger. The formula is in negation normal form.
    pub(crate) fn simplify(&mut self, formula: FormulaId) -> FormulaId {
        if let Some(&known) = self.simplified.get(&formula) {
            return known;
        }
        let rebuilt = self.rebuild(formula);
        let result = if rebuilt == formula { formula } else { self.simplify(rebuilt) };
        self.simplified.insert(formula, result);
        result
    }

    /// One round: operands first, then the rules of the outermost operator.
    fn rebuild(&mut self, formula: FormulaId) -> FormulaId {
        match self.formulas.node(formula).clone() {
            Node::Next(f) => {
                let f = self.simplify(f);
                self.next(f)
            }
            Node::Finally(f) => {
                let f = self.simplify(f);
                self.finally(f)
            }
            Node::Globally(f) => {
                let f = self.simplify(f);
                self.globally(f)
            }
            Node::Until(f, g) => {
                let (f, g) = (self.simplify(f), self.simplify(g));
                self.until(f, g)
            }
            Node::WeakUntil(f, g) => {
                let (f, g) = (self.simplify(f), self.simplify(g));
                self.weak_until(f, g)
            }
            Node::Release(f, g) => {
                let (f, g) = (self.simplify(f), self.simplify(g));
                self.release(f, g)
            }
            Node::StrongRelease(f, g) => {
                let (f, g) = (self.simplify(f), self.simplify(g));
                self.strong_release(f, g)
            }
            Node::And(all) => {
                let all = all.iter().map(|&it| self.simplify(it)).collect();
                self.conjunction(all)
            }
            Node::Or(all) => {
                let all = all.iter().map(|&it| self.simplify(it)).collect();
                self.disjunction(all)
            }
            _ => formula,
        }
    }

    /// A formula without temporal operators as a function of its propositions.
    fn diagram(&mut self, formula: FormulaId) -> Bdd {
        if let Some(&known) = self.boolean.get(&formula) {
            return known;
        }
        let result = match self.formulas.node(formula).clone() {
            Node::True => Bdd::TRUE,
            Node::Atom(atom) => self.diagrams.variable(atom.0),
            Node::Not(f) => {
                let f = self.diagram(f);
                self.diagrams.not(f)
            }
            Node::And(all) => all.iter().fold(Bdd::TRUE, |sum, &it| {
                let it = self.diagram(it);
                self.diagrams.and(sum, it)
            }),
            Node::Or(all) => all.iter().fold(Bdd::FALSE, |sum, &it| {
                let it = self.diagram(it);
                self.diagrams.or(sum, it)
            }),
            Node::False => Bdd::FALSE,
            other => unreachable!("not Boolean, or not in normal form: {other:?}"),
        };
        self.boolean.insert(formula, result);
        result
    }

    fn is_eventual(&self, formula: FormulaId) -> bool {
        self.formulas.facts(formula).eventual
    }

    fn is_universal(&self, formula: FormulaId) -> bool {
        self.formulas.facts(formula).universal
    }

    /// Both: whether it holds does not depend on where one begins to look (`GF p`).
    fn is_suspendable(&self, formula: FormulaId) -> bool {
        self.is_eventual(formula) && self.is_universal(formula)
    }

    /// The operands of a conjunction; of anything else, itself.
    fn conjuncts(&self, formula: FormulaId) -> Vec<FormulaId> {
        match self.formulas.node(formula) {
            Node::And(all) => all.to_vec(),
            _ => vec![formula],
        }
    }

    /// The operands of a disjunction; of anything else, itself.
    fn disjuncts(&self, formula: FormulaId) -> Vec<FormulaId> {
        match self.formulas.node(formula) {
            Node::Or(all) => all.to_vec(),
            _ => vec![formula],
        }
    }
}
