//! Questions about floating-point numbers of few inputs, answered by intervals: branch and prune.
//!
//! A box gives each symbol an interval of its bits. Every term is computed for all numbers of a box at once. Rounding
//! is monotone, so the least and the greatest result of an operation are results at the ends of its operands, exactly.
//! A box in which a condition cannot hold has no model. Of another one a point is tried, and then it is cut in two.
//! Circuits of polynomials, on which a SAT solver learns little, are decided by a few thousand boxes. (Haller, Griggio,
//! Brain, Kroening: Deciding floating-point logic with systematic abstraction, FMCAD 2012, learn from boxes as well.)
//!
//! Invariant: the set that is computed for a term holds every value that the term has for numbers of the box. Boxes are
//! counted, so that the same question is given up at the same point always.

mod set;

use crate::arena::Arena;
use crate::fold;
use crate::hash::IdMap;
use crate::model::Model;
use crate::node::{Binary, Node, Symbol, TermId, Unary, mask};
use crate::range::Range;
use set::Set;

/// Terms that are computed before a question is given up.
const WORK: usize = 6_000_000;

/// Questions of more terms are not asked.
const TERMS: usize = 4_000;

/// Questions about more symbols are not asked: each doubles the boxes.
const SYMBOLS: usize = 3;

/// What boxes say of conditions.
pub(crate) enum Decided {
    /// They hold for these numbers.
    Sat(Model),
    /// They hold nowhere.
    Unsat,
}

/// A term, by its place among those that a question is made of.
#[derive(Clone, Copy)]
enum Step {
    Const(u128),
    Symbol(usize),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    Ite(usize, usize, usize),
}

/// A question: all its terms, operands first.
struct Question {
    steps: Vec<(Step, u8)>,
    conditions: Vec<usize>,
    symbols: Vec<Symbol>,
}

/// The first and the last number of each symbol.
type Corners = Vec<(u128, u128)>;

/// Whether all conditions can hold at once. None where boxes are not the way to find out.
pub(crate) fn decide(arena: &Arena, conditions: &[TermId]) -> Option<Decided> {
    let question = Question::new(arena, conditions)?;
    let mut work = vec![question.symbols.iter().map(|it| (0, mask(it.width))).collect::<Corners>()];
    let mut left = WORK;
    let (mut sets, mut values) = (Vec::new(), Vec::new());
    while let Some(corners) = work.pop() {
        left = left.checked_sub(2 * question.steps.len())?;
        question.compute(&corners, &mut sets);
        if question.conditions.iter().any(|&at| sets[at].is_certainly(0)) {
            continue;
        }
        let middle: Vec<u128> = corners.iter().map(|&(low, high)| low + (high - low) / 2).collect();
        question.evaluate(&middle, &mut values);
        if question.conditions.iter().all(|&at| values[at] == 1) {
            let mut model = Model::default();
            question.symbols.iter().zip(middle).for_each(|(&symbol, value)| model.set(symbol, value));
            return Some(Decided::Sat(model));
        }
        let widest = (0..corners.len()).max_by_key(|&at| corners[at].1 - corners[at].0)?;
        let (low, high) = corners[widest];
        if low == high {
            // The point was tried.
            continue;
        }
        let cut = low + (high - low) / 2;
        for part in [(low, cut), (cut + 1, high)] {
            let mut corners = corners.clone();
            corners[widest] = part;
            work.push(corners);
        }
    }
    Some(Decided::Unsat)
}

impl Question {
    /// The terms of conditions, if there are few, and floating-point arithmetic is among them.
    fn new(arena: &Arena, conditions: &[TermId]) -> Option<Question> {
        let mut places: IdMap<TermId, usize> = IdMap::default();
        let (mut steps, mut symbols, mut floats) = (Vec::new(), Vec::new(), false);
        let mut work = conditions.to_vec();
        while let Some(&top) = work.last() {
            if places.contains_key(&top) {
                work.pop();
                continue;
            }
            let node = arena.node(top);
            let before = work.len();
            work.extend(node.operands().filter(|it| !places.contains_key(it)));
            if work.len() > before {
                continue;
            }
            let width = arena.width(top);
            let step = match node {
                Node::Const([low, high]) => Step::Const(u128::from(low) | u128::from(high) << 64),
                Node::Symbol(name) => {
                    symbols.push(Symbol { name, width });
                    Step::Symbol(symbols.len() - 1)
                }
                Node::Unary(op, a) => Step::Unary(op, places[&a]),
                Node::Binary(op, a, b) => {
                    floats |= matches!(op, Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv);
                    Step::Binary(op, places[&a], places[&b])
                }
                Node::Ite(c, a, b) => Step::Ite(places[&c], places[&a], places[&b]),
            };
            places.insert(top, steps.len());
            steps.push((step, width));
            if steps.len() > TERMS || symbols.len() > SYMBOLS {
                return None;
            }
        }
        let conditions = conditions.iter().map(|it| places[it]).collect();
        (floats && !symbols.is_empty()).then_some(Question { steps, conditions, symbols })
    }

    /// What each term can be in a box.
    fn compute(&self, corners: &Corners, sets: &mut Vec<Set>) {
        sets.clear();
        for &(step, width) in &self.steps {
            let set = match step {
                Step::Const(value) => Set::Bits(Range::one(value)),
                Step::Symbol(at) => Set::Bits(Range::between(corners[at].0, corners[at].1)),
                Step::Unary(op, a) => sets[a].unary(op, self.steps[a].1, width),
                Step::Binary(op, a, b) => {
                    Set::binary(op, (sets[a], self.steps[a].1), (sets[b], self.steps[b].1))
                }
                Step::Ite(c, a, b) if sets[c].is_certainly(1) || a == b => sets[a],
                Step::Ite(c, _, b) if sets[c].is_certainly(0) => sets[b],
                Step::Ite(_, a, b) => sets[a].either(sets[b], width),
            };
            sets.push(set);
        }
    }

    /// What each term is at a point.
    fn evaluate(&self, point: &[u128], values: &mut Vec<u128>) {
        values.clear();
        for &(step, width) in &self.steps {
            let value = match step {
                Step::Const(value) => value,
                Step::Symbol(at) => point[at],
                Step::Unary(op, a) => fold::unary(op, values[a], self.steps[a].1, width),
                Step::Binary(op, a, b) => fold::binary(op, values[a], values[b], self.steps[b].1),
                Step::Ite(c, a, b) => values[if values[c] == 1 { a } else { b }],
            };
            values.push(value);
        }
    }
}

#[cfg(test)]
mod tests;
