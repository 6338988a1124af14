//! Sessions: questions to SAT solvers that keep what they have learnt.
//!
//! Conditions of a question are assumptions, so that nothing a question adds contradicts the next one. A SAT solver
//! gives every variable a value, those of other questions too. So each group of symbols has a session of its own, and a
//! session that has grown far beyond what a question needs is started anew. Measured with 3,600 questions about 60
//! groups of three symbols in turn: one session for all took 59 s, a new one for each question 15 s, one for each group
//! 3.7 s.

use crate::blast::{Blaster, Floats, Size};
use crate::hash::IdSet;
use crate::model::Model;
use crate::node::TermId;
use crate::sat::{Lit, Sat};
use crate::shared::Terms;
use crate::solver::Budget;

/// Why a question is given up.
const HARD: &str = "a formula that is too hard";

/// Variables that a session has room for, whatever a question needs.
const ROOM: usize = 1_000;

/// How many times the variables that a question needs a session may have.
const GROWTH: usize = 4;

/// How many sessions there are at most.
const SESSIONS: usize = 64;

/// Variables of all sessions but the newest.
const VARIABLES: usize = 4_000_000;

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
struct Session<S> {
    blaster: Blaster<S>,
    symbols: IdSet<TermId>,
    questions: u64,
}

/// All sessions.
#[derive(Default)]
pub(crate) struct Sessions<S> {
    /// Those that were asked last come last.
    all: Vec<Session<S>>,
    floats: Floats,
}

impl<S: Sat> Sessions<S> {
    /// Whether all conditions can hold at once. They come in an order that depends on their structure alone. Also says
    /// how many terms they have.
    pub(crate) fn ask(&mut self, terms: &Terms, conditions: &[TermId], budget: Budget) -> (Outcome, usize) {
        let size = match self.floats.measure(&mut terms.lock(), conditions, budget.variables) {
            Ok(size) => size,
            Err(why) => return (Outcome::GaveUp(why), 0),
        };
        let mut session = self.take(&size);
        let is_fresh = session.questions == 0;
        let mut outcome = session.ask(terms, &mut self.floats, conditions, &size, budget);
        if matches!(outcome, Outcome::GaveUp(HARD)) && !is_fresh {
            // What was learnt before misled it, perhaps.
            session = Session::default();
            outcome = session.ask(terms, &mut self.floats, conditions, &size, budget);
        }
        // What a session learnt in vain is a burden for the next question.
        if !matches!(outcome, Outcome::GaveUp(_)) {
            self.all.push(session);
        }
        self.forget();
        (outcome, size.terms)
    }

    /// Drops sessions that were not asked for long, if there are too many or too large ones.
    fn forget(&mut self) {
        let (mut kept, mut variables) = (0, 0);
        for session in self.all.iter().rev().take(SESSIONS) {
            variables += session.blaster.gates.variables();
            if variables > VARIABLES && kept > 0 {
                break;
            }
            kept += 1;
        }
        self.all.drain(..self.all.len() - kept);
    }

    /// The session of a question's symbols, or a new one.
    fn take(&mut self, size: &Size) -> Session<S> {
        let is_its = |it: &Session<S>| size.symbols.iter().any(|symbol| it.symbols.contains(symbol));
        let Some(at) = self.all.iter().rposition(is_its) else { return Session::default() };
        let session = self.all.remove(at);
        let is_small = session.blaster.gates.variables() <= ROOM + GROWTH * size.variables;
        if is_small { session } else { Session::default() }
    }
}

impl<S: Sat> Session<S> {
    fn ask(
        &mut self,
        terms: &Terms,
        floats: &mut Floats,
        conditions: &[TermId],
        size: &Size,
        budget: Budget,
    ) -> Outcome {
        self.questions += 1;
        self.symbols.extend(&size.symbols);
        let lits = match self.lits(terms, floats, conditions) {
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

    fn lits(
        &mut self,
        terms: &Terms,
        floats: &mut Floats,
        conditions: &[TermId],
    ) -> Result<Vec<Lit>, &'static str> {
        let mut arena = terms.lock();
        let mut lits = Vec::with_capacity(conditions.len());
        for &condition in conditions {
            self.blaster.blast(&mut arena, floats, condition)?;
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
