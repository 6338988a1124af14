//! The inputs of one run: numbers for all of its nondeterministic values with which it goes the same way.
//!
//! While a run is followed, every value and every decision is written down; names of values are used again in a run, so
//! each value gets a number of its own. At the end the solver finds numbers for all of them. The same run with these
//! numbers needs neither terms nor a solver: whoever reports it executes it once more with plain numbers.

use crate::diagnose;
use crate::machine::Machine;
use crate::nondet::IntervalSet;
use gmc_model::{Input, InputType};
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
    /// These, and the answers of calls that the search has chosen among few.
    Found(Vec<Input>),
    /// There are none: what was decided cannot all be.
    Impossible,
    /// The solver gives up.
    NotFound,
}

/// A value of the run.
#[derive(Debug)]
struct Logged {
    /// Who gives it, and where; its number is not known yet.
    input: Input,
    /// What it can be; none where a choice of the search says what it is.
    set: Option<IntervalSet>,
}

/// Which of the numbers that are possible are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// 0 and 1 where they will do: for readers.
    Small,
    /// Whatever the solver finds first.
    Any,
}

impl Machine {
    /// From now on, values and decisions are written down.
    pub fn log_inputs(&mut self) {
        self.observed.inputs = Some(Box::default());
    }

    /// Whether values and decisions are written down.
    pub fn logs_inputs(&self) -> bool {
        self.observed.inputs.is_some()
    }

    /// A value was made, which can be one of these numbers; named, unless it is a number.
    pub(crate) fn log_value(
        &mut self,
        name: Option<u32>,
        function: &'static str,
        ty: InputType,
        set: &IntervalSet,
    ) {
        if !self.logs_inputs() {
            return;
        }
        let input = self.new_input(function, ty, 0);
        let log = self.observed.inputs.as_mut().expect("it is there");
        if let Some(name) = name {
            log.current.insert(name, log.values.len() as u32);
        }
        log.values.push(Logged { input, set: Some(set.clone()) });
    }

    /// A function of the program's checker has answered what the search has chosen.
    pub fn log_chosen(&mut self, function: &'static str, ty: InputType, value: u64) {
        if self.logs_inputs() {
            let input = Input { chosen: true, ..self.new_input(function, ty, value) };
            self.observed.inputs.as_mut().expect("it is there").values.push(Logged { input, set: None });
        }
    }

    /// The value that was made last has a name for readers.
    pub fn name_input(&mut self, name: &str) {
        if let Some(last) = self.observed.inputs.as_mut().and_then(|it| it.values.last_mut()) {
            last.input.name = Some(name.to_owned());
        }
    }

    fn new_input(&self, function: &'static str, ty: InputType, value: u64) -> Input {
        Input { function, name: None, ty, location: diagnose::here(self), value, chosen: false }
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
    pub fn inputs(&self, preference: Preference) -> Inputs {
        let Some(log) = self.observed.inputs.as_ref() else { return Inputs::NotFound };
        let mut all = log.conditions.clone();
        let mut symbols = Vec::new();
        self.build(|arena| {
            for (name, Logged { input, set }) in (0..).zip(&log.values) {
                let Some(set) = set else { continue };
                let symbol = Symbol { name, width: input.ty.width() };
                let term = arena.symbol(symbol);
                let whole = if input.ty.is_signed() { arena.sext(term, 64) } else { arena.zext(term, 64) };
                if set.count() < 1 << symbol.width {
                    all.push(super::member(arena, whole, set));
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
        let chosen = if all.len() > READABLE || preference != Preference::Small { 0 } else { CHOSEN };
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
        let number = |(name, Logged { input, set }): (u32, &Logged)| {
            let mut input = input.clone();
            if set.is_some() {
                let width = input.ty.width();
                let unused = 64 - u32::from(width);
                let bits = (model.get(Symbol { name, width }) as u64) << unused;
                input.value =
                    if input.ty.is_signed() { ((bits as i64) >> unused) as u64 } else { bits >> unused };
            }
            input
        };
        Inputs::Found((0..).zip(&log.values).map(number).collect())
    }
}
