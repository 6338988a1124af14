//! Rules for operators with one or two operands, which are simplified already.

use super::Simplifier;
use crate::formula::{FormulaId, Formulas, Node};

impl Simplifier {
    pub(super) fn next(&mut self, f: FormulaId) -> FormulaId {
        if self.is_suspendable(f) { f } else { self.formulas.next(f) }
    }

    pub(super) fn finally(&mut self, f: FormulaId) -> FormulaId {
        if self.is_eventual(f) {
            return f;
        }
        match self.formulas.node(f).clone() {
            Node::Next(g) => {
                let inner = self.formulas.finally(g);
                self.formulas.next(inner)
            }
            Node::Until(_, g) => self.formulas.finally(g),
            Node::StrongRelease(g, h) => {
                let both = self.formulas.and([g, h]);
                self.formulas.finally(both)
            }
            Node::And(all) => {
                let (apart, rest): (Vec<_>, Vec<_>) = all.iter().partition(|&&it| self.is_suspendable(it));
                let rest = self.formulas.and(rest);
                let rest = self.formulas.finally(rest);
                self.formulas.and(apart.into_iter().chain([rest]))
            }
            Node::Or(_) | Node::Globally(_) => {
                let mut operands = Vec::new();
                for it in self.disjuncts(f) {
                    self.below_finally(it, &mut operands);
                }
                let inner = self.formulas.or(operands);
                self.formulas.finally(inner)
            }
            _ => self.formulas.finally(f),
        }
    }

    pub(super) fn globally(&mut self, f: FormulaId) -> FormulaId {
        if self.is_universal(f) {
            return f;
        }
        match self.formulas.node(f).clone() {
            Node::Next(g) => {
                let inner = self.formulas.globally(g);
                self.formulas.next(inner)
            }
            Node::Release(_, g) => self.formulas.globally(g),
            Node::WeakUntil(g, h) => {
                let either = self.formulas.or([g, h]);
                self.formulas.globally(either)
            }
            Node::Or(all) => {
                let (apart, rest): (Vec<_>, Vec<_>) = all.iter().partition(|&&it| self.is_suspendable(it));
                let rest = self.formulas.or(rest);
                let rest = self.formulas.globally(rest);
                self.formulas.or(apart.into_iter().chain([rest]))
            }
            Node::And(_) | Node::Finally(_) => {
                let mut operands = Vec::new();
                for it in self.conjuncts(f) {
                    self.below_globally(it, &mut operands);
                }
                let inner = self.formulas.and(operands);
                self.formulas.globally(inner)
            }
            _ => self.formulas.globally(f),
        }
    }

    /// The operands that can stand for `f` in the disjunction below `F`.
    fn below_finally(&mut self, f: FormulaId, operands: &mut Vec<FormulaId>) {
        match self.formulas.node(f).clone() {
            Node::Finally(g) => operands.extend(self.disjuncts(g)),
            Node::Next(g) if self.is_universal(g) => operands.push(g),
            Node::Globally(g) => {
                // F G looks at the end only, where one step more or less does not matter.
                let inner: Vec<FormulaId> =
                    self.conjuncts(g).iter().map(|&it| self.without_next(it)).collect();
                let inner = self.formulas.and(inner);
                let (apart, rest): (Vec<_>, Vec<_>) =
                    self.disjuncts(inner).into_iter().partition(|&it| self.is_universal(it));
                let rest = self.formulas.or(rest);
                operands.push(self.formulas.globally(rest));
                operands.extend(apart);
            }
            _ => operands.push(f),
        }
    }

    /// The operands that can stand for `f` in the conjunction below `G`.
    fn below_globally(&mut self, f: FormulaId, operands: &mut Vec<FormulaId>) {
        match self.formulas.node(f).clone() {
            Node::Globally(g) => operands.extend(self.conjuncts(g)),
            Node::Next(g) if self.is_eventual(g) => operands.push(g),
            Node::Finally(g) => {
                let inner: Vec<FormulaId> =
                    self.disjuncts(g).iter().map(|&it| self.without_next(it)).collect();
                let inner = self.formulas.or(inner);
                let (apart, rest): (Vec<_>, Vec<_>) =
                    self.conjuncts(inner).into_iter().partition(|&it| self.is_eventual(it));
                let rest = self.formulas.and(rest);
                operands.push(self.formulas.finally(rest));
                operands.extend(apart);
            }
            _ => operands.push(f),
        }
    }

    fn without_next(&self, f: FormulaId) -> FormulaId {
        match *self.formulas.node(f) {
            Node::Next(g) => g,
            _ => f,
        }
    }

    /// `X f op X g` as the operands of `X (f op g)`. What is suspendable is its own `X`.
    fn both_next(&self, f: FormulaId, g: FormulaId) -> Option<(FormulaId, FormulaId)> {
        match (self.formulas.node(f), self.formulas.node(g)) {
            (&Node::Next(f), &Node::Next(g)) => Some((f, g)),
            (&Node::Next(f), _) if self.is_suspendable(g) => Some((f, g)),
            (_, &Node::Next(g)) if self.is_suspendable(f) => Some((f, g)),
            _ => None,
        }
    }

    pub(super) fn until(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        if self.is_eventual(g) || self.implies(f, g) {
            return g;
        }
        if self.covers(f, g) {
            return self.formulas.finally(g);
        }
        if let Some((f, g)) = self.both_next(f, g) {
            let inner = self.formulas.until(f, g);
            return self.formulas.next(inner);
        }
        match self.formulas.node(g).clone() {
            Node::Until(h, _) | Node::WeakUntil(h, _) if self.implies(f, h) => return g,
            Node::Until(h, i) if self.implies(h, f) => return self.formulas.until(f, i),
            _ => {}
        }
        if let Some((eventual, rest)) = self.split_or(g, Simplifier::is_eventual) {
            let inner = self.formulas.until(f, rest);
            return self.formulas.or([eventual, inner]);
        }
        if let Some((suspendable, rest)) = self.split_and(g, Simplifier::is_suspendable) {
            let inner = self.formulas.until(f, rest);
            return self.formulas.and([suspendable, inner]);
        }
        let f = self.left_of_until(f, g);
        self.formulas.until(f, g)
    }

    pub(super) fn weak_until(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        if self.implies(f, g) {
            return g;
        }
        if self.covers(f, g) {
            return Formulas::TRUE;
        }
        if self.is_universal(f) {
            return self.formulas.or([f, g]);
        }
        if let Some((f, g)) = self.both_next(f, g) {
            let inner = self.formulas.weak_until(f, g);
            return self.formulas.next(inner);
        }
        match self.formulas.node(g).clone() {
            Node::WeakUntil(h, _) if self.implies(f, h) => return g,
            Node::Until(h, i) | Node::WeakUntil(h, i) if self.implies(h, f) => {
                return self.formulas.weak_until(f, i);
            }
            _ => {}
        }
        if let Some((eventual, rest)) = self.split_or(g, Simplifier::is_eventual) {
            let inner = self.formulas.weak_until(f, rest);
            return self.formulas.or([eventual, inner]);
        }
        if self.is_eventual(g) {
            let inner = self.formulas.globally(f);
            return self.formulas.or([g, inner]);
        }
        let f = self.left_of_until(f, g);
        self.formulas.weak_until(f, g)
    }

    pub(super) fn release(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        if self.is_universal(g) || self.implies(g, f) {
            return g;
        }
        if self.excludes(f, g) {
            return self.formulas.globally(g);
        }
        if let Some((f, g)) = self.both_next(f, g) {
            let inner = self.formulas.release(f, g);
            return self.formulas.next(inner);
        }
        match self.formulas.node(g).clone() {
            Node::Release(h, _) | Node::StrongRelease(h, _) if self.implies(h, f) => return g,
            Node::Release(h, i) if self.implies(f, h) => return self.formulas.release(f, i),
            _ => {}
        }
        if let Some((universal, rest)) = self.split_and(g, Simplifier::is_universal) {
            let inner = self.formulas.release(f, rest);
            return self.formulas.and([universal, inner]);
        }
        if let Some((suspendable, rest)) = self.split_or(g, Simplifier::is_suspendable) {
            let inner = self.formulas.release(f, rest);
            return self.formulas.or([suspendable, inner]);
        }
        let f = self.left_of_release(f, g);
        self.formulas.release(f, g)
    }

    pub(super) fn strong_release(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        if self.implies(g, f) {
            return g;
        }
        if self.excludes(f, g) {
            return Formulas::FALSE;
        }
        if self.is_eventual(f) {
            return self.formulas.and([f, g]);
        }
        if let Some((f, g)) = self.both_next(f, g) {
            let inner = self.formulas.strong_release(f, g);
            return self.formulas.next(inner);
        }
        match self.formulas.node(g).clone() {
            Node::StrongRelease(h, _) if self.implies(h, f) => return g,
            Node::Release(h, i) | Node::StrongRelease(h, i) if self.implies(f, h) => {
                return self.formulas.strong_release(f, i);
            }
            _ => {}
        }
        if let Some((universal, rest)) = self.split_and(g, Simplifier::is_universal) {
            let inner = self.formulas.strong_release(f, rest);
            return self.formulas.and([universal, inner]);
        }
        if self.is_universal(g) {
            let inner = self.formulas.finally(f);
            return self.formulas.and([g, inner]);
        }
        let f = self.left_of_release(f, g);
        self.formulas.strong_release(f, g)
    }

    /// The left operand of `f U g` and `f W g`, which matters only where `g` does not hold.
    fn left_of_until(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match self.formulas.node(f).clone() {
            Node::Or(all) => {
                let needed: Vec<FormulaId> = all.into_iter().filter(|&it| !self.implies(it, g)).collect();
                self.formulas.or(needed)
            }
            Node::And(all) => {
                let needed: Vec<FormulaId> = all.into_iter().filter(|&it| !self.covers(it, g)).collect();
                self.formulas.and(needed)
            }
            Node::Until(h, i) | Node::WeakUntil(h, i) if self.implies(h, g) => i,
            _ => f,
        }
    }

    /// The left operand of `f R g` and `f M g`, which matters only where `g` holds.
    fn left_of_release(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        match self.formulas.node(f).clone() {
            Node::And(all) => {
                let needed: Vec<FormulaId> = all.into_iter().filter(|&it| !self.implies(g, it)).collect();
                self.formulas.and(needed)
            }
            Node::Or(all) => {
                let needed: Vec<FormulaId> = all.into_iter().filter(|&it| !self.excludes(it, g)).collect();
                self.formulas.or(needed)
            }
            Node::Release(h, i) | Node::StrongRelease(h, i) if self.implies(g, h) => i,
            _ => f,
        }
    }

    /// The disjuncts that are such, and the others, if there are both.
    fn split_or(
        &mut self,
        f: FormulaId,
        such: fn(&Simplifier, FormulaId) -> bool,
    ) -> Option<(FormulaId, FormulaId)> {
        let (apart, rest): (Vec<_>, Vec<_>) = self.disjuncts(f).into_iter().partition(|&it| such(self, it));
        (!apart.is_empty() && !rest.is_empty()).then(|| (self.formulas.or(apart), self.formulas.or(rest)))
    }

    /// The conjuncts that are such, and the others, if there are both.
    fn split_and(
        &mut self,
        f: FormulaId,
        such: fn(&Simplifier, FormulaId) -> bool,
    ) -> Option<(FormulaId, FormulaId)> {
        let (apart, rest): (Vec<_>, Vec<_>) = self.conjuncts(f).into_iter().partition(|&it| such(self, it));
        (!apart.is_empty() && !rest.is_empty()).then(|| (self.formulas.and(apart), self.formulas.and(rest)))
    }
}
