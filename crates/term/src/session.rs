//! A session: questions to one SAT solver, which keeps what it has learnt.
//!
//! Conditions of a question are assumptions, so that nothing a question adds contradicts the next one. A session that
//! has grown far beyond what a question needs is started anew: the SAT solver gives every variable a value, those of
//! old questions too.

use crate::blast::{Blaster, Size};
use crate::model::Model;
use crate::node::TermId;
use crate::sat::{Lit, Sat};
use crate::shared::Terms;
use crate::solver::Budget;

/// Why a question is given up.
const HARD: &str = "a formula that is too hard";

/// Variables that a session has room for, whatever a question needs.
const ROOM: usize = 20_000;

/// How many times the variables that a question needs a session may have.
const GROWTH: usize = 8;

/// What a session says.
pub(crate) enum Outcome {
    /// They can hold at once.
    Sat(Model),
    /// These of them cannot.
    Unsat(Vec<TermId>),
    /// It does not know.
    GaveUp(&'static str),
}

/// One SAT solver with circuits of terms.
#[derive(Default)]
pub(crate) struct Session<S> {
    blaster: Blaster<S>,
    questions: u64,
}

impl<S: Sat> Session<S> {
    /// Whether all conditions can hold at once. They come in an order that depends on their structure alone. Also says
    /// how many terms they have.
    pub(crate) fn ask(&mut self, terms: &Terms, conditions: &[TermId], budget: Budget) -> (Outcome, usize) {
        let size = match self.blaster.measure(&mut terms.lock(), conditions, budget.variables) {
            Ok(size) => size,
            Err(why) => return (Outcome::GaveUp(why), 0),
        };
        if self.blaster.gates.variables() > ROOM + GROWTH * size.variables {
            *self = Session::default();
        }
        let is_fresh = self.questions == 0;
        let mut outcome = self.once(terms, conditions, &size, budget);
        if matches!(outcome, Outcome::GaveUp(HARD)) && !is_fresh {
            // What was learnt before misled it, perhaps.
            *self = Session::default();
            outcome = self.once(terms, conditions, &size, budget);
        }
        if matches!(outcome, Outcome::GaveUp(_)) {
            // What it learnt in vain is a burden for the next question.
            *self = Session::default();
        }
        (outcome, size.terms)
    }

    fn once(&mut self, terms: &Terms, conditions: &[TermId], size: &Size, budget: Budget) -> Outcome {
        self.questions += 1;
        let lits = match self.lits(terms, conditions) {
            Ok(lits) => lits,
            Err(why) => return Outcome::GaveUp(why),
        };
        if let Some(at) = lits.iter().position(|&it| it == Lit::FALSE) {
            return Outcome::Unsat(vec![conditions[at]]);
        }
        let sat = &mut self.blaster.gates.sat;
        match sat.solve(&lits, budget.conflicts) {
            None => Outcome::GaveUp(HARD),
            Some(true) => Outcome::Sat(self.model(terms, size)),
            Some(false) => {
                let core = sat.core(&lits);
                let is_in = |it: &Lit| core.contains(it);
                let pairs = lits.iter().zip(conditions);
                Outcome::Unsat(pairs.filter(|it| is_in(it.0)).map(|it| *it.1).collect())
            }
        }
    }

    fn lits(&mut self, terms: &Terms, conditions: &[TermId]) -> Result<Vec<Lit>, &'static str> {
        let mut arena = terms.lock();
        let mut lits = Vec::with_capacity(conditions.len());
        for &condition in conditions {
            self.blaster.blast(&mut arena, condition)?;
            lits.push(self.blaster.bits(&arena, condition).expect("just blasted")[0]);
        }
        Ok(lits)
    }

    fn model(&self, terms: &Terms, size: &Size) -> Model {
        let arena = terms.lock();
        let mut model = Model::default();
        for &term in &size.symbols {
            let (Some(symbol), Some(bits)) = (arena.as_symbol(term), self.blaster.bits(&arena, term)) else {
                continue;
            };
            let sat = &self.blaster.gates.sat;
            let value = bits.iter().rev().fold(0, |value, &bit| value << 1 | u128::from(sat.value(bit)));
            model.set(symbol, value);
        }
        model
    }
}
