//! The inputs of one run: numbers for all of its nondeterministic values with which it goes the same way.
//!
//! While a run is followed, every value and every decision is written down; names of values are used again in a run, so
//! each value gets a number of its own. At the end the solver finds numbers for all of them. The same run with these
//! numbers needs neither terms nor a solver: whoever reports it executes it once more with plain numbers.

use crate::machine::Machine;
use crate::nondet::IntervalSet;
use gmc_term::{Answer, Arena, Binary, Symbol, TermId};
use std::collections::HashMap;

/// Values whose numbers are chosen for readers: small ones where there is a choice.
const CHOSEN: usize = 64;

/// With more decisions than these, nobody reads numbers, and each choice among them takes long.
const READABLE: usize = 4096;

/// The values and decisions of a run.
#[derive(Debug, Default)]
pub struct InputLog {
    values: Vec<Logged>,
    /// The value that a name means now.
    current: HashMap<u32, u32>,
    /// What was decided, over numbers of values.
    conditions: Vec<TermId>,
    /// What had better be so, likewise, and how many decisions there were before it.
    preferences: Vec<(usize, TermId)>,
}

impl InputLog {
    /// How many values and decisions there are.
    pub(crate) fn len(&self) -> (usize, usize) {
        (self.values.len(), self.conditions.len())
    }

    /// Forgets what was written down since then.
    pub(crate) fn truncate(&mut self, (values, conditions): (usize, usize)) {
        self.values.truncate(values);
        self.conditions.truncate(conditions);
        self.preferences.retain(|it| it.0 <= conditions);
        // A name that was given to a value since then was free before.
        self.current.retain(|_, value| (*value as usize) < values);
    }

    /// A term over numbers of values.
    fn renamed(&self, arena: &mut Arena, term: TermId) -> TermId {
        arena.substitute(term, &mut HashMap::new(), |arena, symbol| {
            let name = self.current.get(&symbol.name).copied().unwrap_or(symbol.name);
            arena.symbol(Symbol { name, ..symbol })
        })
    }
}

/// Numbers for all values of a run, in the order in which they were made.
#[derive(Debug)]
pub enum Inputs {
    /// These.
    Numbers(Vec<u64>),
    /// There are none: what was decided cannot all be.
    Impossible,
    /// The solver gives up.
    NotFound,
}

#[derive(Debug)]
struct Logged {
    width: u8,
    signed: bool,
    set: IntervalSet,
}

impl Machine {
    /// From now on, values and decisions are written down.
    pub fn log_inputs(&mut self) {
        self.observed.inputs = Some(Box::default());
    }

    /// A value was made, which can be one of these numbers; named, unless it is a number.
    pub(crate) fn log_value(&mut self, name: Option<u32>, width: u8, signed: bool, set: &IntervalSet) {
        let Some(log) = &mut self.observed.inputs else { return };
        if let Some(name) = name {
            log.current.insert(name, log.values.len() as u32);
        }
        log.values.push(Logged { width, signed, set: set.clone() });
    }

    /// A value is in a set from now on.
    pub(crate) fn log_set(&mut self, name: u32, set: &IntervalSet) {
        if self.observed.inputs.is_none() {
            return;
        }
        let condition = self.is_in(name, set);
        self.log_condition(condition);
    }

    /// A condition holds from now on.
    pub(crate) fn log_condition(&mut self, condition: TermId) {
        let Some(log) = &mut self.observed.inputs else { return };
        let renamed = log.renamed(&mut self.compiled.terms.lock(), condition);
        log.conditions.push(renamed);
    }

    /// A condition had better hold, if a run can go this way with it.
    pub(crate) fn log_preference(&mut self, condition: TermId) {
        let Some(log) = &mut self.observed.inputs else { return };
        let renamed = log.renamed(&mut self.compiled.terms.lock(), condition);
        log.preferences.push((log.conditions.len(), renamed));
    }

    /// Numbers with which the run goes this way.
    pub fn inputs(&self) -> Inputs {
        let Some(log) = self.observed.inputs.as_ref() else { return Inputs::NotFound };
        let mut all = log.conditions.clone();
        let mut symbols = Vec::new();
        self.build(|arena| {
            for (name, value) in (0..).zip(&log.values) {
                let symbol = Symbol { name, width: value.width };
                let term = arena.symbol(symbol);
                let whole = if value.signed { arena.sext(term, 64) } else { arena.zext(term, 64) };
                if value.set.count() < 1 << value.width {
                    all.push(super::member(arena, whole, &value.set));
                }
                symbols.push((symbol, term));
            }
        });
        let solve = |all: &[TermId]| self.ask_solver(|solver, terms| solver.solve(terms, all));
        let mut model = match solve(&all) {
            Answer::Sat(model) => model,
            Answer::Unsat => return Inputs::Impossible,
            Answer::GaveUp(_) => return Inputs::NotFound,
        };
        for &(_, preference) in log.preferences.iter().take(CHOSEN) {
            all.push(preference);
            match solve(&all) {
                Answer::Sat(other) => model = other,
                Answer::Unsat | Answer::GaveUp(_) => _ = all.pop(),
            }
        }
        let chosen = if all.len() > READABLE { 0 } else { CHOSEN };
        for &(symbol, term) in symbols.iter().take(chosen) {
            for small in [0u128, 1] {
                let is = self.build(|arena| {
                    let number = arena.constant(small, symbol.width);
                    arena.binary(Binary::Eq, term, number)
                });
                all.push(is);
                if model.get(symbol) == small {
                    break;
                }
                if let Answer::Sat(other) = solve(&all) {
                    model = other;
                    break;
                }
                all.pop();
            }
        }
        let number = |(symbol, value): (Symbol, &Logged)| {
            let sh = 64 - u32::from(symbol.width);
            let bits = (model.get(symbol) as u64) << sh;
            if value.signed { ((bits as i64) >> sh) as u64 } else { bits >> sh }
        };
        Inputs::Numbers(symbols.iter().map(|it| it.0).zip(&log.values).map(number).collect())
    }
}
