//! Conditions that a set says as well: comparisons of one value with a number.
//!
//! They go into the value's set, whichever way they come about, so that states that mean the same are written the same.

use crate::nondet::{IntervalSet, Value};
use gmc_term::{Arena, Binary, Node, Symbol, TermId, Unary};

/// The value that a condition is about, and the numbers for which it holds, without a sign. None for other conditions.
pub(super) fn bounds(arena: &Arena, condition: TermId) -> Option<(Symbol, Vec<(u64, u64)>)> {
    let at = |term: TermId| arena.as_symbol(term).filter(|it| it.width <= 64);
    let number = |term: TermId| arena.number(term).map(|it| it as u64);
    Some(match arena.node(condition) {
        Node::Unary(Unary::Not, inner) => match arena.node(inner) {
            Node::Binary(Binary::Eq, x, c) => {
                let (symbol, c) = (at(x)?, number(c)?);
                let below = c.checked_sub(1).map(|last| (0, last));
                let above = (c < most(symbol)).then(|| (c + 1, most(symbol)));
                (symbol, below.into_iter().chain(above).collect())
            }
            _ => return None,
        },
        Node::Binary(Binary::Ule, a, b) => match (at(a), at(b)) {
            (Some(symbol), None) => (symbol, vec![(0, number(b)?)]),
            (None, Some(symbol)) => (symbol, vec![(number(a)?, most(symbol))]),
            _ => return None,
        },
        Node::Binary(Binary::Sle, a, b) => match (at(a), at(b)) {
            (Some(symbol), None) => (symbol, ordered(symbol, least(symbol), number(b)?)),
            (None, Some(symbol)) => (symbol, ordered(symbol, number(a)?, least(symbol) - 1)),
            _ => return None,
        },
        _ => return None,
    })
}

fn most(symbol: Symbol) -> u64 {
    u64::MAX >> (64 - u32::from(symbol.width))
}

/// The least number with a sign, as one without.
fn least(symbol: Symbol) -> u64 {
    1 << (symbol.width - 1)
}

/// The numbers from one to another, in the order of those with a sign.
fn ordered(symbol: Symbol, from: u64, to: u64) -> Vec<(u64, u64)> {
    if from <= to { vec![(from, to)] } else { vec![(from, most(symbol)), (0, to)] }
}

/// Such numbers as they lie in a register.
pub(super) fn extended(value: &Value, ranges: &[(u64, u64)]) -> IntervalSet {
    let sh = 64 - u32::from(value.width);
    let extend = |bits: u64| if value.signed { (((bits << sh) as i64) >> sh) as u64 } else { bits };
    let half = 1u64 << (value.width - 1);
    ranges.iter().fold(IntervalSet::default(), |all, &(from, to)| {
        // Both halves by themselves: extended, the upper one lies elsewhere.
        let low = (from < half).then(|| IntervalSet::range(extend(from), extend(to.min(half - 1))));
        let high = (to >= half).then(|| IntervalSet::range(extend(from.max(half)), extend(to)));
        low.iter().chain(&high).fold(all, |all, part| all.or(part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_term::Evaluator;

    #[test]
    fn bounds_hold_where_the_condition_does() {
        let mut arena = Arena::default();
        let symbol = Symbol { name: 0, width: 4 };
        let x = arena.symbol(symbol);
        for op in [Binary::Eq, Binary::Ule, Binary::Ult, Binary::Sle, Binary::Slt] {
            for c in 0..16 {
                let number = arena.constant(c, 4);
                for (a, b) in [(x, number), (number, x)] {
                    let is = arena.binary(op, a, b);
                    for condition in [is, arena.not(is)] {
                        let Some((_, ranges)) = bounds(&arena, condition) else { continue };
                        for value in 0..16u64 {
                            let within = ranges.iter().any(|&(from, to)| from <= value && value <= to);
                            let holds = Evaluator::new(&arena, |_| value.into()).holds(condition);
                            assert_eq!(within, holds, "{op:?} {c} {value}");
                        }
                    }
                }
            }
        }
    }
}
