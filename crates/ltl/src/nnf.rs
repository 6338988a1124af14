//! Negation normal form: negations in front of propositions only; `->`, `<->` and `xor` written with `&&` and `||`.

use crate::formula::{FormulaId, Formulas, Node};
use std::collections::HashMap;

/// Formulas in normal form and their negations, each computed once.
#[derive(Clone, Debug, Default)]
pub(crate) struct NormalForms {
    known: HashMap<(FormulaId, bool), FormulaId>,
}

impl NormalForms {
    /// The formula in normal form, or its negation.
    pub(crate) fn of(&mut self, formulas: &mut Formulas, formula: FormulaId, negated: bool) -> FormulaId {
        if let Some(&known) = self.known.get(&(formula, negated)) {
            return known;
        }
        let node = formulas.node(formula).clone();
        let mut all = |formulas: &mut Formulas, operands: &[FormulaId]| -> Vec<FormulaId> {
            operands.iter().map(|&it| self.of(formulas, it, negated)).collect()
        };
        let result = match node {
            Node::True | Node::False | Node::Atom(_) if negated => formulas.not(formula),
            Node::True | Node::False | Node::Atom(_) => formula,
            Node::Not(f) => self.of(formulas, f, !negated),
            Node::And(operands) => {
                let operands = all(formulas, &operands);
                if negated { formulas.or(operands) } else { formulas.and(operands) }
            }
            Node::Or(operands) => {
                let operands = all(formulas, &operands);
                if negated { formulas.and(operands) } else { formulas.or(operands) }
            }
            Node::Implies(f, g) => {
                let (f, g) = (self.of(formulas, f, !negated), self.of(formulas, g, negated));
                if negated { formulas.and([f, g]) } else { formulas.or([f, g]) }
            }
            Node::Iff(f, g) => self.equal(formulas, f, g, !negated),
            Node::Xor(f, g) => self.equal(formulas, f, g, negated),
            Node::Next(f) => {
                let f = self.of(formulas, f, negated);
                formulas.next(f)
            }
            Node::Finally(f) | Node::Globally(f) => {
                let finally = matches!(node, Node::Finally(_));
                let f = self.of(formulas, f, negated);
                if finally == negated { formulas.globally(f) } else { formulas.finally(f) }
            }
            Node::Until(f, g) | Node::Release(f, g) => {
                let until = matches!(node, Node::Until(..));
                let (f, g) = (self.of(formulas, f, negated), self.of(formulas, g, negated));
                if until == negated { formulas.release(f, g) } else { formulas.until(f, g) }
            }
            Node::WeakUntil(f, g) | Node::StrongRelease(f, g) => {
                let until = matches!(node, Node::WeakUntil(..));
                let (f, g) = (self.of(formulas, f, negated), self.of(formulas, g, negated));
                if until == negated { formulas.strong_release(f, g) } else { formulas.weak_until(f, g) }
            }
        };
        self.known.insert((formula, negated), result);
        result
    }

    /// That both hold or none, or else that one of them does.
    fn equal(&mut self, formulas: &mut Formulas, f: FormulaId, g: FormulaId, equal: bool) -> FormulaId {
        let (f, not_f) = (self.of(formulas, f, false), self.of(formulas, f, true));
        let (g, not_g) = (self.of(formulas, g, !equal), self.of(formulas, g, equal));
        let (both, none) = (formulas.and([f, g]), formulas.and([not_f, not_g]));
        formulas.or([both, none])
    }
}
