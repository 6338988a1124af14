//! Questions about terms: can these conditions hold at once?
//!
//! A question is split into conjuncts, and these into parts that share no symbols. Each part is answered by what is
//! known, by replacing symbols that are fixed, by intervals, or by the SAT solver, in this order.
//!
//! Invariant: every model that is given out makes all conditions true, by evaluation, which shares no code with the
//! SAT solver. Whether an answer is `Sat` or `Unsat` does not depend on the questions before, but which model it is,
//! and what is given up, may.

use crate::arena::Arena;
use crate::boxes::{self, Decided};
use crate::cache::{Cache, Known};
use crate::equalities::{Derived, Rest, propagated};
use crate::evaluate::Evaluator;
use crate::hash::IdSet;
use crate::independence::{conjuncts, parts};
use crate::model::Model;
use crate::node::{Binary, TermId};
use crate::sat::Batsat;
use crate::session::{Outcome, Sessions};
use crate::shared::Terms;
use crate::smtlib::{Dialect, Script};
use crate::twice;
use crate::z3::SecondSolver;
use std::sync::Arc;
use std::time::Instant;

/// Questions that making one core smaller may ask.
const CORE_QUESTIONS: usize = 64;

/// Why a wrong model is not given out.
const WRONG: &str = "a model that evaluation refutes";

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
    /// Conflicts of the SAT solver, for each part of a query that shares no symbols with the others.
    pub conflicts: u64,
    /// Variables of the SAT solver, likewise.
    pub variables: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { conflicts: 30_000, variables: 4_000_000 }
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
    /// Terms of the largest question to a SAT solver.
    pub largest: usize,
}

/// A solver session: it learns from each question for the next one. All its questions are about one arena.
pub struct Solver {
    budget: Budget,
    stats: Stats,
    cache: Cache,
    sessions: Sessions<Batsat>,
    /// Parts of questions that a SAT solver was asked.
    asked: u64,
    /// Parts of questions that the second solver answered.
    second: u64,
    /// Refuted questions that were asked twice.
    confirmed: IdSet<Box<[TermId]>>,
}

impl Solver {
    /// A solver that gives up beyond a budget.
    pub fn new(budget: Budget) -> Solver {
        Solver {
            budget,
            stats: Stats::default(),
            cache: Cache::default(),
            sessions: Sessions::default(),
            asked: 0,
            second: 0,
            confirmed: IdSet::default(),
        }
    }

    /// What was asked so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Whether all conditions, terms of one bit, can hold at once.
    pub fn solve(&mut self, terms: &Terms, conditions: &[TermId]) -> Answer {
        let (asked, second) = (self.asked, self.second);
        let known = self.whole(terms, conditions);
        self.stats.queries += 1;
        self.stats.known += u64::from(self.asked == asked);
        self.stats.second += u64::from(self.second > second);
        match known {
            Known::Sat(model) => {
                debug_assert!(holds(&terms.lock(), &model, conditions), "{WRONG}");
                Answer::Sat(Arc::unwrap_or_clone(model))
            }
            Known::Unsat(_) => Answer::Unsat,
            Known::GaveUp(why) => {
                self.stats.given_up += 1;
                Answer::GaveUp(why)
            }
        }
    }

    /// A small part of conditions that cannot hold at once, which cannot either. All of them where the solver knows no
    /// smaller part.
    pub fn core(&mut self, terms: &Terms, conditions: &[TermId]) -> Vec<TermId> {
        let Some(mut core) = self.contradiction(terms, conditions) else { return conditions.to_vec() };
        // What is before `at` is needed.
        let mut at = 0;
        for _ in 0..CORE_QUESTIONS {
            if at >= core.len() {
                break;
            }
            let mut fewer = core.clone();
            fewer.remove(at);
            match self.contradiction(terms, &fewer) {
                // It is in the same order, and has all that is needed.
                Some(smaller) => core = smaller,
                None => at += 1,
            }
        }
        core
    }

    /// All values that a term can have under conditions, in order, if these are at most `most`. `None` if there are
    /// more, or if the solver gives up.
    pub fn values(
        &mut self,
        terms: &Terms,
        conditions: &[TermId],
        of: TermId,
        most: usize,
    ) -> Option<Vec<u128>> {
        let mut conditions = conditions.to_vec();
        let mut values = Vec::new();
        loop {
            match self.solve(terms, &conditions) {
                Answer::GaveUp(_) => return None,
                Answer::Unsat => {
                    values.sort_unstable();
                    return Some(values);
                }
                Answer::Sat(_) if values.len() == most => return None,
                Answer::Sat(model) => {
                    let mut arena = terms.lock();
                    let value = Evaluator::new(&arena, |symbol| model.get(symbol)).get(of);
                    values.push(value);
                    let width = arena.width(of);
                    let value = arena.constant(value, width);
                    let same = arena.binary(Binary::Eq, of, value);
                    conditions.push(arena.not(same));
                }
            }
        }
    }

    /// Some of the conditions that cannot hold at once, in the same order. `None` if they can, or if that is unknown.
    fn contradiction(&mut self, terms: &Terms, conditions: &[TermId]) -> Option<Vec<TermId>> {
        let Known::Unsat(core) = self.whole(terms, conditions) else { return None };
        let mut missing: IdSet<TermId> = core.iter().copied().collect();
        let arena = terms.lock();
        let mut some = Vec::new();
        for &condition in conditions {
            match conjuncts(&arena, &[condition]) {
                None => return Some(vec![condition]),
                Some(parts) => {
                    let before = missing.len();
                    parts.iter().for_each(|it| {
                        missing.remove(it);
                    });
                    if missing.len() < before {
                        some.push(condition);
                    }
                }
            }
        }
        Some(some)
    }

    fn whole(&mut self, terms: &Terms, conditions: &[TermId]) -> Known {
        let all = conjuncts(&terms.lock(), conditions);
        let known = match all {
            Some(all) => self.each(terms, &all),
            None => Known::Unsat(Arc::from([])),
        };
        if matches!(known, Known::Unsat(_)) && twice::is_asked() && self.confirmed.insert(conditions.into()) {
            twice::confirm(terms, conditions);
        }
        known
    }

    /// Answers a question part by part.
    fn each(&mut self, terms: &Terms, conjuncts: &[TermId]) -> Known {
        let (mut all, mut given_up) = (Model::default(), None);
        let parts = parts(&terms.lock(), conjuncts);
        for part in parts {
            match self.part(terms, &part) {
                Known::Sat(model) => restrict(&terms.lock(), &model, &part, &mut all),
                unsat @ Known::Unsat(_) => return unsat,
                Known::GaveUp(why) => given_up = given_up.or(Some(why)),
            }
        }
        given_up.map_or_else(|| Known::Sat(Arc::new(all)), Known::GaveUp)
    }

    fn part(&mut self, terms: &Terms, part: &[TermId]) -> Known {
        let rest = {
            let mut arena = terms.lock();
            if let Some(known) = self.cache.get(&arena, part) {
                return known;
            }
            propagated(&mut arena, part)
        };
        let known = match rest {
            Rest::Contradiction(core) => Known::Unsat(core.into()),
            Rest::Open(numbers, rest) => self.rest(terms, numbers, &rest),
            Rest::Same => self.by_boxes(terms, part).unwrap_or_else(|| self.ask(terms, part)),
        };
        let known = match known {
            Known::Sat(model) if !holds(&terms.lock(), &model, part) => {
                debug_assert!(false, "{WRONG}");
                Known::GaveUp(WRONG)
            }
            known => known,
        };
        match &known {
            Known::Sat(model) => self.cache.add_model(model),
            Known::Unsat(core) => self.cache.add_core(core),
            Known::GaveUp(_) => {}
        }
        self.cache.put(part, known.clone());
        known
    }

    /// Answers what is left of a question after symbols became numbers.
    fn rest(&mut self, terms: &Terms, mut numbers: Model, rest: &[Derived]) -> Known {
        let all: Vec<TermId> = rest.iter().map(|it| it.term).collect();
        let Some(all) = conjuncts(&terms.lock(), &all) else {
            unreachable!("contradictions are found before")
        };
        match self.each(terms, &all) {
            Known::Sat(model) => {
                model.iter().for_each(|(symbol, value)| numbers.set(symbol, value));
                Known::Sat(Arc::new(numbers))
            }
            Known::Unsat(core) => {
                let sources = rest.iter().filter(|it| core.contains(&it.term)).flat_map(|it| &it.from);
                let mut all: Vec<TermId> = sources.copied().collect();
                all.sort_unstable();
                all.dedup();
                Known::Unsat(all.into())
            }
            given_up @ Known::GaveUp(_) => given_up,
        }
    }

    /// Answers a question about floating-point numbers by intervals, if these tell.
    fn by_boxes(&self, terms: &Terms, part: &[TermId]) -> Option<Known> {
        Some(match boxes::decide(&terms.lock(), part)? {
            Decided::Sat(model) => Known::Sat(Arc::new(model)),
            Decided::Unsat => Known::Unsat(part.into()),
        })
    }

    fn ask(&mut self, terms: &Terms, part: &[TermId]) -> Known {
        let start = Instant::now();
        self.asked += 1;
        let (outcome, size) = self.sessions.ask(terms, part, self.budget);
        self.stats.largest = self.stats.largest.max(size);
        let known = match outcome {
            Outcome::Sat(model) => Known::Sat(Arc::new(model)),
            Outcome::Unsat(core) => Known::Unsat(core.into()),
            Outcome::GaveUp(why) => match self.second(terms, part) {
                Some(known) => {
                    self.second += 1;
                    known
                }
                None => Known::GaveUp(why),
            },
        };
        self.stats.nanoseconds += u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        known
    }

    /// Asks a second solver what the first one gave up on, if there is one.
    fn second(&mut self, terms: &Terms, conditions: &[TermId]) -> Option<Known> {
        let second = SecondSolver::installed()?;
        let script = Script::new(&terms.lock(), conditions, Dialect::Z3);
        match second.ask(&script, self.budget.conflicts.saturating_mul(STEPS)) {
            Answer::Sat(model) => Some(Known::Sat(Arc::new(model))),
            Answer::Unsat => Some(Known::Unsat(conditions.into())),
            Answer::GaveUp(_) => None,
        }
    }
}

/// Steps of the second solver that are worth a conflict of the first.
const STEPS: u64 = 25;

/// Whether all conditions hold with these numbers.
fn holds(arena: &Arena, model: &Model, conditions: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new(arena, |symbol| model.get(symbol));
    conditions.iter().all(|&it| evaluator.holds(it))
}

/// Takes over what a model says of the symbols that conditions mention.
fn restrict(arena: &Arena, model: &Model, conditions: &[TermId], into: &mut Model) {
    let names: IdSet<u32> =
        conditions.iter().flat_map(|&it| arena.names(arena.support(it))).copied().collect();
    let mentioned = model.iter().filter(|(symbol, _)| names.contains(&symbol.name));
    mentioned.for_each(|(symbol, value)| into.set(symbol, value));
}
