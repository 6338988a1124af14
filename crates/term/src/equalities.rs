//! Equalities: a symbol that must be a number is replaced by it.
//!
//! Where a condition says `symbol == number`, every other condition is rewritten with the number, and simplified. The
//! result holds somewhere exactly if the conditions do. Each rewritten condition keeps the conditions that it comes
//! from, so that a contradiction is one of original conditions.

use crate::arena::Arena;
use crate::hash::IdMap;
use crate::independence::conjuncts;
use crate::model::Model;
use crate::node::{Binary, Node, Symbol, TermId, Unary};
use std::collections::BTreeMap;

/// A condition, and the original ones that it comes from, in order.
pub(crate) struct Derived {
    /// The condition.
    pub(crate) term: TermId,
    /// What it comes from.
    pub(crate) from: Vec<TermId>,
}

/// What is left of conditions.
pub(crate) enum Rest {
    /// These numbers, and these conditions on other symbols.
    Open(Model, Vec<Derived>),
    /// These conditions contradict each other.
    Contradiction(Vec<TermId>),
    /// No condition is such an equality.
    Same,
}

/// What a condition fixes a symbol to.
fn fixed(arena: &Arena, term: TermId) -> Option<(Symbol, u128)> {
    match arena.node(term) {
        Node::Symbol(_) => Some((arena.as_symbol(term)?, 1)),
        Node::Unary(Unary::Not, a) => Some((arena.as_symbol(a)?, 0)),
        Node::Binary(Binary::Eq, a, b) => Some((arena.as_symbol(a)?, arena.number(b)?)),
        _ => None,
    }
}

fn merge(into: &mut Vec<TermId>, other: &[TermId]) {
    into.extend_from_slice(other);
    into.sort_unstable();
    into.dedup();
}

/// Replaces symbols by numbers as long as conditions say which.
pub(crate) fn propagated(arena: &mut Arena, conditions: &[TermId]) -> Rest {
    let mut numbers = Model::default();
    let mut open: Vec<Derived> = conditions.iter().map(|&term| Derived { term, from: vec![term] }).collect();
    let mut is_first = true;
    loop {
        let mut new: BTreeMap<Symbol, (u128, Vec<TermId>)> = BTreeMap::new();
        for it in &open {
            if let Some((symbol, value)) = fixed(arena, it.term) {
                new.entry(symbol).or_insert_with(|| (value, it.from.clone()));
            }
        }
        if new.is_empty() {
            return if is_first { Rest::Same } else { Rest::Open(numbers, open) };
        }
        is_first = false;
        for (&symbol, &(value, _)) in &new {
            numbers.set(symbol, value);
        }
        let mut known = IdMap::default();
        let mut next = Vec::with_capacity(open.len());
        for mut it in open {
            let touched = new.iter().filter(|(symbol, _)| arena.mentions(it.term, symbol.name));
            let mut is_touched = false;
            for (_, (_, from)) in touched {
                is_touched = true;
                merge(&mut it.from, from);
            }
            if !is_touched {
                next.push(it);
                continue;
            }
            let term = arena.substitute(it.term, &mut known, |arena, symbol| match new.get(&symbol) {
                Some(&(value, _)) => arena.constant(value, symbol.width),
                None => arena.symbol(symbol),
            });
            let Some(terms) = conjuncts(arena, &[term]) else { return Rest::Contradiction(it.from) };
            next.extend(terms.into_iter().map(|term| Derived { term, from: it.from.clone() }));
        }
        open = next;
    }
}
