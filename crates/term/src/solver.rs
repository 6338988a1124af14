//! Questions about terms: can these conditions hold at once?

use crate::node::{Symbol, TermId};
use crate::shared::Terms;
use std::collections::BTreeMap;

/// Numbers for symbols. What it does not mention may be anything, and is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<Symbol, u128>,
}

impl Model {
    /// What a symbol is.
    pub fn get(&self, symbol: Symbol) -> u128 {
        self.values.get(&symbol).copied().unwrap_or(0)
    }

    /// Lets a symbol be a number.
    pub fn set(&mut self, symbol: Symbol, value: u128) {
        self.values.insert(symbol, value);
    }

    /// All that it mentions, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, u128)> {
        self.values.iter().map(|(&symbol, &value)| (symbol, value))
    }
}

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They can: with these numbers, which were checked by evaluation.
    Sat(Model),
    /// They cannot.
    Unsat,
    /// It does not know, within its budget. What it gave up on, in a few words.
    GaveUp(&'static str),
}

/// How much a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Conflicts of the SAT solver.
    pub conflicts: u64,
    /// Variables of the SAT solver for one query.
    pub variables: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { conflicts: 200_000, variables: 4_000_000 }
    }
}

/// What was asked so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Questions.
    pub queries: u64,
    /// Answered without a SAT solver: by a known model, a known core, or simplification.
    pub known: u64,
    /// Answered by the second solver.
    pub second: u64,
    /// Given up.
    pub given_up: u64,
    /// Nanoseconds in solvers.
    pub nanoseconds: u64,
    /// Terms of the largest question.
    pub largest: usize,
}

/// A solver session: it learns from each question for the next one.
pub struct Solver {
    budget: Budget,
    stats: Stats,
}

impl Solver {
    /// A solver that gives up beyond a budget.
    pub fn new(budget: Budget) -> Solver {
        Solver { budget, stats: Stats::default() }
    }

    /// What was asked so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether all conditions, terms of one bit, can hold at once.
    pub fn solve(&mut self, terms: &Terms, conditions: &[TermId]) -> Answer {
        let _ = (self.budget, terms, conditions);
        Answer::GaveUp("not built yet")
    }

    /// A small part of conditions that cannot hold at once, which cannot either. All of them where the solver knows no
    /// smaller part.
    pub fn core(&mut self, terms: &Terms, conditions: &[TermId]) -> Vec<TermId> {
        let _ = terms;
        conditions.to_vec()
    }
}
