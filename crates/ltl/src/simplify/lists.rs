//! Rules for conjunctions and disjunctions, whose operands are simplified already.
//!
//! Operands that the others imply go away, operands that exclude each other decide, and pairs that one operand can
//! express are merged: `G f && G g` is `G (f && g)`.

use super::Simplifier;
use crate::bdd::Bdd;
use crate::formula::{FormulaId, Formulas, Node};

/// Longer lists are not compared pair by pair.
const LONG: usize = 200;

impl Simplifier {
    pub(super) fn conjunction(&mut self, all: Vec<FormulaId>) -> FormulaId {
        let whole = self.formulas.and(all);
        let Node::And(all) = self.formulas.node(whole).clone() else { return whole };
        if all.len() > LONG {
            return whole;
        }
        let boolean: Vec<FormulaId> =
            all.iter().copied().filter(|&it| self.formulas.facts(it).boolean).collect();
        let boolean = self.formulas.and(boolean);
        if self.diagram(boolean) == Bdd::FALSE && !self.diagrams.is_exhausted() {
            return Formulas::FALSE;
        }
        let mut kept = all.to_vec();
        let mut at = 0;
        while at < kept.len() {
            let it = kept[at];
            let others = kept.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &it)| it);
            let others: Vec<FormulaId> = others.collect();
            if others.iter().any(|&other| self.excludes(other, it)) {
                return Formulas::FALSE;
            }
            if others.iter().any(|&other| self.implies(other, it)) {
                kept.remove(at);
            } else {
                at += 1;
            }
        }
        self.merge(&mut kept, Simplifier::merged_by_and);
        self.formulas.and(kept)
    }

    pub(super) fn disjunction(&mut self, all: Vec<FormulaId>) -> FormulaId {
        let whole = self.formulas.or(all);
        let Node::Or(all) = self.formulas.node(whole).clone() else { return whole };
        if all.len() > LONG {
            return whole;
        }
        let boolean: Vec<FormulaId> =
            all.iter().copied().filter(|&it| self.formulas.facts(it).boolean).collect();
        let boolean = self.formulas.or(boolean);
        if self.diagram(boolean) == Bdd::TRUE && !self.diagrams.is_exhausted() {
            return Formulas::TRUE;
        }
        let mut kept = all.to_vec();
        let mut at = 0;
        while at < kept.len() {
            let it = kept[at];
            let others = kept.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, &it)| it);
            let others: Vec<FormulaId> = others.collect();
            if others.iter().any(|&other| self.covers(other, it)) {
                return Formulas::TRUE;
            }
            if others.iter().any(|&other| self.implies(it, other)) {
                kept.remove(at);
            } else {
                at += 1;
            }
        }
        self.merge(&mut kept, Simplifier::merged_by_or);
        self.formulas.or(kept)
    }

    /// Replaces pairs as long as there are some to replace.
    fn merge(
        &mut self,
        all: &mut Vec<FormulaId>,
        merged: fn(&mut Simplifier, FormulaId, FormulaId) -> Option<FormulaId>,
    ) {
        let mut left = 0;
        while left < all.len() {
            let found = (0..all.len()).filter(|&right| right != left).find_map(|right| {
                let one = merged(self, all[left], all[right])?;
                Some((right, one))
            });
            match found {
                Some((right, one)) => {
                    all[left] = one;
                    all.remove(right);
                    left = 0;
                }
                None => left += 1,
            }
        }
    }

    /// `f && g` as one operand. Asked both ways round.
    fn merged_by_and(&mut self, f: FormulaId, g: FormulaId) -> Option<FormulaId> {
        let suspendable = self.is_suspendable(g);
        let formulas = &mut self.formulas;
        Some(match (formulas.node(f).clone(), formulas.node(g).clone()) {
            (Node::Globally(a), Node::Globally(b)) => {
                let both = formulas.and([a, b]);
                formulas.globally(both)
            }
            (Node::Next(a), Node::Next(b)) => {
                let both = formulas.and([a, b]);
                formulas.next(both)
            }
            // f && X G f
            (_, Node::Next(next)) if *formulas.node(next) == Node::Globally(f) => next,
            (Node::Globally(a), _) if suspendable => {
                let both = formulas.and([a, g]);
                formulas.globally(both)
            }
            (Node::Finally(a), Node::Finally(b)) => {
                match (formulas.node(a).clone(), formulas.node(b).clone()) {
                    (Node::Globally(c), Node::Globally(d)) => {
                        let both = formulas.and([c, d]);
                        let inner = formulas.globally(both);
                        formulas.finally(inner)
                    }
                    _ => return None,
                }
            }
            (Node::Until(a, b), Node::Until(c, d) | Node::WeakUntil(c, d)) if b == d => {
                let both = formulas.and([a, c]);
                formulas.until(both, b)
            }
            (Node::WeakUntil(a, b), Node::WeakUntil(c, d)) if b == d => {
                let both = formulas.and([a, c]);
                formulas.weak_until(both, b)
            }
            (Node::Release(a, b), Node::Release(c, d)) if a == c => {
                let both = formulas.and([b, d]);
                formulas.release(a, both)
            }
            (Node::StrongRelease(a, b), Node::StrongRelease(c, d) | Node::Release(c, d)) if a == c => {
                let both = formulas.and([b, d]);
                formulas.strong_release(a, both)
            }
            // F a && (a R b)
            (Node::Finally(a), Node::Release(c, d)) if a == c => formulas.strong_release(a, d),
            // F b && (a W b)
            (Node::Finally(b), Node::WeakUntil(c, d)) if b == d => formulas.until(c, b),
            // g && (f || X(f R g)), and the same with M
            (_, Node::Or(pair)) => {
                let [a, b] = pair[..] else { return None };
                let next =
                    [(a, b), (b, a)].into_iter().find_map(|(other, next)| match *formulas.node(next) {
                        Node::Next(it) => Some((other, it)),
                        _ => None,
                    });
                let (other, next) = next?;
                match *formulas.node(next) {
                    Node::Release(c, d) | Node::StrongRelease(c, d) if c == other && d == f => next,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// `f || g` as one operand. Asked both ways round.
    fn merged_by_or(&mut self, f: FormulaId, g: FormulaId) -> Option<FormulaId> {
        let suspendable = self.is_suspendable(g);
        let formulas = &mut self.formulas;
        Some(match (formulas.node(f).clone(), formulas.node(g).clone()) {
            (Node::Finally(a), Node::Finally(b)) => {
                let either = formulas.or([a, b]);
                formulas.finally(either)
            }
            (Node::Next(a), Node::Next(b)) => {
                let either = formulas.or([a, b]);
                formulas.next(either)
            }
            // f || X F f
            (_, Node::Next(next)) if *formulas.node(next) == Node::Finally(f) => next,
            (Node::Finally(a), _) if suspendable => {
                let either = formulas.or([a, g]);
                formulas.finally(either)
            }
            (Node::Globally(a), Node::Globally(b)) => {
                match (formulas.node(a).clone(), formulas.node(b).clone()) {
                    (Node::Finally(c), Node::Finally(d)) => {
                        let either = formulas.or([c, d]);
                        let inner = formulas.finally(either);
                        formulas.globally(inner)
                    }
                    _ => return None,
                }
            }
            (Node::Until(a, b), Node::Until(c, d)) if a == c => {
                let either = formulas.or([b, d]);
                formulas.until(a, either)
            }
            (Node::WeakUntil(a, b), Node::WeakUntil(c, d) | Node::Until(c, d)) if a == c => {
                let either = formulas.or([b, d]);
                formulas.weak_until(a, either)
            }
            (Node::StrongRelease(a, b), Node::StrongRelease(c, d)) if b == d => {
                let either = formulas.or([a, c]);
                formulas.strong_release(either, b)
            }
            (Node::Release(a, b), Node::Release(c, d) | Node::StrongRelease(c, d)) if b == d => {
                let either = formulas.or([a, c]);
                formulas.release(either, b)
            }
            // G a || (a U b)
            (Node::Globally(a), Node::Until(c, d)) if a == c => formulas.weak_until(a, d),
            // G b || (a M b)
            (Node::Globally(b), Node::StrongRelease(c, d)) if b == d => formulas.release(c, b),
            // g || (f && X(f U g)), and the same with W
            (_, Node::And(pair)) => {
                let [a, b] = pair[..] else { return None };
                let next =
                    [(a, b), (b, a)].into_iter().find_map(|(other, next)| match *formulas.node(next) {
                        Node::Next(it) => Some((other, it)),
                        _ => None,
                    });
                let (other, next) = next?;
                match *formulas.node(next) {
                    Node::Until(c, d) | Node::WeakUntil(c, d) if c == other && d == f => next,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}
