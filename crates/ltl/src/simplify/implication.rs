//! Whether a formula implies another one, as far as their forms show it.
//!
//! A `true` is a proof, a `false` says nothing. Each case is one step of a proof by the operators' expansions; formulas
//! without temporal operators are compared as functions.

use super::Simplifier;
use crate::formula::{FormulaId, Formulas, Node};

impl Simplifier {
    /// Whether `f` is seen to imply `g`.
    pub(super) fn implies(&mut self, f: FormulaId, g: FormulaId) -> bool {
        if f == g || f == Formulas::FALSE || g == Formulas::TRUE {
            return true;
        }
        if f == Formulas::TRUE || g == Formulas::FALSE {
            return false;
        }
        if let Some(&known) = self.implied.get(&(f, g)) {
            return known;
        }
        let result = self.compare(f, g);
        self.implied.insert((f, g), result);
        result
    }

    /// Whether both are seen never to hold at once.
    pub(super) fn excludes(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let not_g = self.normal_form(g, true);
        self.implies(f, not_g)
    }

    /// Whether one of both is seen to hold always.
    pub(super) fn covers(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let not_f = self.normal_form(f, true);
        self.implies(not_f, g)
    }

    fn compare(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let (of_f, of_g) = (self.formulas.facts(f), self.formulas.facts(g));
        if of_f.boolean && of_g.boolean {
            let (f, g) = (self.diagram(f), self.diagram(g));
            return self.diagrams.implies(f, g) && !self.diagrams.is_exhausted();
        }
        match (self.formulas.node(f).clone(), self.formulas.node(g).clone()) {
            (_, Node::And(all)) => return all.iter().all(|&it| self.implies(f, it)),
            (Node::Or(all), _) => return all.iter().all(|&it| self.implies(it, g)),
            (Node::And(all), _) if all.iter().any(|&it| self.implies(it, g)) => return true,
            (_, Node::Or(all)) if all.iter().any(|&it| self.implies(f, it)) => return true,
            _ => {}
        }
        self.weaken_left(f, g) || self.weaken_right(f, g) || self.same_shape(f, g)
    }

    /// Something that `f` implies implies `g`.
    fn weaken_left(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let eventual = self.is_eventual(g);
        match *self.formulas.node(f) {
            Node::Globally(h) => self.implies(h, g),
            Node::Finally(h) | Node::Next(h) => eventual && self.implies(h, g),
            Node::Until(h, i) => eventual && self.implies(i, g) || self.implies(h, g) && self.implies(i, g),
            Node::WeakUntil(h, i) => self.implies(h, g) && self.implies(i, g),
            Node::Release(_, i) => self.implies(i, g),
            Node::StrongRelease(h, i) => self.implies(i, g) || eventual && self.implies(h, g),
            _ => false,
        }
    }

    /// `f` implies something that implies `g`.
    fn weaken_right(&mut self, f: FormulaId, g: FormulaId) -> bool {
        let universal = self.is_universal(f);
        match *self.formulas.node(g) {
            Node::Finally(h) => self.implies(f, h),
            Node::Globally(h) | Node::Next(h) => universal && self.implies(f, h),
            Node::Until(_, i) => self.implies(f, i),
            Node::WeakUntil(h, i) => self.implies(f, i) || universal && self.implies(f, h),
            Node::Release(h, i) => self.implies(f, i) && (universal || self.implies(f, h)),
            Node::StrongRelease(h, i) => self.implies(f, h) && self.implies(f, i),
            _ => false,
        }
    }

    /// Operand by operand.
    fn same_shape(&mut self, f: FormulaId, g: FormulaId) -> bool {
        match (self.formulas.node(f).clone(), self.formulas.node(g).clone()) {
            (Node::Next(h), Node::Next(i)) => self.implies(h, i),
            (Node::Until(h, i), Node::Until(j, k) | Node::WeakUntil(j, k))
            | (Node::WeakUntil(h, i), Node::WeakUntil(j, k))
            | (Node::StrongRelease(h, i), Node::StrongRelease(j, k) | Node::Release(j, k))
            | (Node::Release(h, i), Node::Release(j, k)) => self.implies(h, j) && self.implies(i, k),
            // l U (k && l) on the left.
            (Node::StrongRelease(k, l), Node::Until(h, i) | Node::WeakUntil(h, i))
            | (Node::Release(k, l), Node::WeakUntil(h, i)) => self.implies(l, h) && self.implies(k, i),
            // i U (h && i) on the right.
            (Node::Until(k, l), Node::StrongRelease(h, i) | Node::Release(h, i))
            | (Node::WeakUntil(k, l), Node::Release(h, i)) => {
                self.implies(k, i) && self.implies(l, i) && self.implies(l, h)
            }
            _ => false,
        }
    }
}
