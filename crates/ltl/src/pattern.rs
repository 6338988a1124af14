//! The patterns of properties that occur most, by name, with the scopes in which they are to hold.
//!
//! Dwyer, Avrunin, Corbett: Patterns in property specifications for finite-state verification (ICSE 1999). The
//! formulas are those of the authors' catalogue, except for what comes after a first `q`: theirs for precedence,
//! `G !q || F(q && …)`, is satisfied by any later `q` as well. A test compares all of them with loops over positions.

use crate::formula::{FormulaId, Formulas};

/// When a pattern is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Always.
    Globally,
    /// Up to the first time of this; never, if that does not come.
    Before(FormulaId),
    /// From the first time of this on.
    After(FormulaId),
    /// Whenever after the first, up to the second, if that comes.
    Between(FormulaId, FormulaId),
    /// Whenever after the first, up to the second, or for ever.
    AfterUntil(FormulaId, FormulaId),
}

/// `never p`
pub fn absence(formulas: &mut Formulas, p: FormulaId, scope: Scope) -> FormulaId {
    let no = formulas.not(p);
    universality(formulas, no, scope)
}

/// `always p`
pub fn universality(formulas: &mut Formulas, p: FormulaId, scope: Scope) -> FormulaId {
    match scope {
        Scope::Globally => formulas.globally(p),
        Scope::Before(r) => {
            let held = formulas.until(p, r);
            before(formulas, held, r)
        }
        Scope::After(q) => {
            let held = formulas.globally(p);
            whenever(formulas, &[q], held)
        }
        Scope::Between(q, r) => {
            let held = formulas.until(p, r);
            between(formulas, q, r, held)
        }
        Scope::AfterUntil(q, r) => {
            let held = formulas.weak_until(p, r);
            after_until(formulas, q, r, held)
        }
    }
}

/// `eventually p`
pub fn existence(formulas: &mut Formulas, p: FormulaId, scope: Scope) -> FormulaId {
    let in_time = |formulas: &mut Formulas, r| {
        let open = formulas.not(r);
        (open, formulas.and([p, open]))
    };
    match scope {
        Scope::Globally => formulas.finally(p),
        Scope::Before(r) => {
            let (open, happens) = in_time(formulas, r);
            formulas.weak_until(open, happens)
        }
        Scope::After(q) => {
            let happens = formulas.finally(p);
            first(formulas, q, happens)
        }
        Scope::Between(q, r) => {
            let (open, happens) = in_time(formulas, r);
            let held = formulas.weak_until(open, happens);
            after_until(formulas, q, r, held)
        }
        Scope::AfterUntil(q, r) => {
            let (open, happens) = in_time(formulas, r);
            let held = formulas.until(open, happens);
            after_until(formulas, q, r, held)
        }
    }
}

/// `s precedes p`
pub fn precedence(formulas: &mut Formulas, s: FormulaId, p: FormulaId, scope: Scope) -> FormulaId {
    let not_yet = formulas.not(p);
    match scope {
        Scope::Globally => formulas.weak_until(not_yet, s),
        Scope::Before(r) => {
            let either = formulas.or([s, r]);
            let held = formulas.until(not_yet, either);
            before(formulas, held, r)
        }
        Scope::After(q) => {
            let held = formulas.weak_until(not_yet, s);
            first(formulas, q, held)
        }
        Scope::Between(q, r) => {
            let either = formulas.or([s, r]);
            let held = formulas.until(not_yet, either);
            between(formulas, q, r, held)
        }
        Scope::AfterUntil(q, r) => {
            let either = formulas.or([s, r]);
            let held = formulas.weak_until(not_yet, either);
            after_until(formulas, q, r, held)
        }
    }
}

/// `s responds to p`
pub fn response(formulas: &mut Formulas, s: FormulaId, p: FormulaId, scope: Scope) -> FormulaId {
    // Each p is answered before r comes.
    let in_time = |formulas: &mut Formulas, r| {
        let open = formulas.not(r);
        let happens = formulas.and([s, open]);
        let answer = formulas.until(open, happens);
        formulas.implies(p, answer)
    };
    match scope {
        Scope::Globally | Scope::After(_) => {
            let answer = formulas.finally(s);
            let each = formulas.implies(p, answer);
            let held = formulas.globally(each);
            if let Scope::After(q) = scope { whenever(formulas, &[q], held) } else { held }
        }
        Scope::Before(r) => {
            let each = in_time(formulas, r);
            let held = formulas.until(each, r);
            before(formulas, held, r)
        }
        Scope::Between(q, r) => {
            let each = in_time(formulas, r);
            let held = formulas.until(each, r);
            between(formulas, q, r, held)
        }
        Scope::AfterUntil(q, r) => {
            let each = in_time(formulas, r);
            let held = formulas.weak_until(each, r);
            after_until(formulas, q, r, held)
        }
    }
}

/// `F r -> f`
fn before(formulas: &mut Formulas, f: FormulaId, r: FormulaId) -> FormulaId {
    let comes = formulas.finally(r);
    formulas.implies(comes, f)
}

/// `G(all -> f)`
fn whenever(formulas: &mut Formulas, all: &[FormulaId], f: FormulaId) -> FormulaId {
    let given = formulas.and(all.iter().copied());
    let held = formulas.implies(given, f);
    formulas.globally(held)
}

/// `G(q && !r && F r -> f)`
fn between(formulas: &mut Formulas, q: FormulaId, r: FormulaId, f: FormulaId) -> FormulaId {
    let (open, comes) = (formulas.not(r), formulas.finally(r));
    whenever(formulas, &[q, open, comes], f)
}

/// `G(q && !r -> f)`
fn after_until(formulas: &mut Formulas, q: FormulaId, r: FormulaId, f: FormulaId) -> FormulaId {
    let open = formulas.not(r);
    whenever(formulas, &[q, open], f)
}

/// `!q W (q && f)`
fn first(formulas: &mut Formulas, q: FormulaId, f: FormulaId) -> FormulaId {
    let not_yet = formulas.not(q);
    let both = formulas.and([q, f]);
    formulas.weak_until(not_yet, both)
}
