//! Path conditions: what was decided of symbolic values on the way to a state.
//!
//! Conditions that no live term depends on are dropped: a set of conditions that shares no symbol with what is live can
//! hold whatever the rest is, since all of them can hold at once. So a loop that reads a new input each time comes back
//! to a state that was seen.

use super::bounds::{bounds, extended};
use super::{Stop, Symbolic};
use crate::diagnose;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::{Machine, Mode};
use crate::nondet::{IntervalSet, Split};
use gmc_term::{
    Answer, Arena, Binary, Budget, Evaluator, Model, Node, Solver, Support, Symbol, TermId, Terms,
};
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

/// A condition that holds.
///
/// Its hash is that of the term's structure: numbers of terms differ from one process to the next, and a checkpoint
/// outlives its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    pub(crate) term: TermId,
    hash: u64,
}

impl Hash for Condition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Cases that the program tells apart, by conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct TermSplit {
    cases: Vec<Case>,
    /// The term that is a number in each case that has one.
    of: Option<TermId>,
    /// The values that it is about: name and generation.
    about: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Case {
    condition: TermId,
    number: Option<u64>,
    gave_up: Option<&'static str>,
}

impl TermSplit {
    fn new(cases: Vec<Case>, of: Option<TermId>) -> TermSplit {
        TermSplit { cases, of, about: Vec::new() }
    }

    /// The same split, with the generations of the values that it is about.
    pub(crate) fn stamped(self, arena: &Arena, generation: impl Fn(u32) -> u32) -> TermSplit {
        let names = self.cases.iter().flat_map(|it| arena.names(arena.support(it.condition)));
        let mut about: Vec<(u32, u32)> = names.map(|&name| (name, generation(name))).collect();
        about.sort_unstable();
        about.dedup();
        TermSplit { about, ..self }
    }

    /// In how many ways.
    pub fn alternatives(&self) -> u32 {
        self.cases.len() as u32
    }
}

/// Whether something can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Can {
    Yes,
    No,
    /// The solver gave up.
    Unknown(&'static str),
}

/// The reason of a case that stands for too many numbers.
const TOO_MANY: &str = "too many values";

impl Machine {
    /// The solver gives up on a question after so many conflicts.
    pub fn set_solver_effort(&mut self, conflicts: u64) {
        let budget = Budget { conflicts, ..Budget::default() };
        self.reuse.solver = RefCell::new(Solver::new(budget));
    }

    /// Whether a value with this name is mentioned by a condition.
    pub(crate) fn has_condition(&self, name: u32) -> bool {
        self.process.nondet.get(name).is_some_and(|it| it.has_condition)
    }

    /// All that is known, for a question about these terms: the conditions, and the sets of their symbols.
    fn known(&self, arena: &mut Arena, about: &[TermId]) -> Vec<TermId> {
        let mut all: Vec<TermId> = self.process.nondet.conditions.iter().map(|it| it.term).collect();
        let support = all.iter().chain(about).fold(Support::EMPTY, |sum, &it| {
            let more = arena.support(it);
            arena.union(sum, more)
        });
        for name in arena.names(support).to_vec() {
            all.extend(self.process.nondet.membership(arena, name));
        }
        all
    }

    /// Asks the solver whether all that is known can hold, and more.
    pub(crate) fn solve(&self, more: &[TermId]) -> Answer {
        let mut all = self.build(|arena| self.known(arena, more));
        all.extend(more);
        self.ask_solver(|solver, terms| solver.solve(terms, &all))
    }

    /// Asks the solver, and counts what that took.
    pub(crate) fn ask_solver<T>(&self, question: impl FnOnce(&mut Solver, &Terms) -> T) -> T {
        let solver = &mut *self.reuse.solver.borrow_mut();
        let before = solver.stats();
        let answer = question(solver, &self.compiled.terms);
        self.observed.solver.add(before, solver.stats());
        answer
    }

    /// Whether a condition can hold.
    pub(crate) fn can(&self, condition: TermId) -> Can {
        match self.build(|arena| arena.number(condition)) {
            Some(1) => return Can::Yes,
            Some(_) => return Can::No,
            None => {}
        }
        if let Some(can) = self.can_by_its_set(condition) {
            return if can { Can::Yes } else { Can::No };
        }
        match self.solve(&[condition]) {
            Answer::Sat(_) => Can::Yes,
            Answer::Unsat => Can::No,
            Answer::GaveUp(why) => Can::Unknown(why),
        }
    }

    /// Whether a condition can hold that is about one value, of which its set says all: what is known of others is
    /// about others, and can hold whatever this one is.
    fn can_by_its_set(&self, condition: TermId) -> Option<bool> {
        let (symbol, ranges) = self.build(|arena| bounds(arena, condition))?;
        let value = self.process.nondet.get(symbol.name)?;
        let is_free = !value.has_condition && value.float.is_none() && value.width == symbol.width;
        is_free.then(|| !value.set.and(&extended(value, &ranges)).is_empty())
    }

    /// Whether a condition holds, if only one can be; otherwise what to decide, its truth first.
    pub fn holds(&self, condition: TermId) -> Symbolic<bool> {
        let opposite = self.build(|arena| arena.not(condition));
        let (yes, no) = match self.can(condition) {
            Can::No => return Ok(false),
            yes => (yes, self.can(opposite)),
        };
        if no == Can::No {
            return Ok(true);
        }
        Err(Stop::Split(TermSplit::new(vec![case(condition, yes), case(opposite, no)], None)))
    }

    /// Whether a condition holds, whatever its symbols are.
    pub fn is_certain(&self, condition: TermId) -> bool {
        let opposite = self.build(|arena| arena.not(condition));
        self.can(opposite) == Can::No
    }

    /// Goes on where something wrong cannot be. Where it is, `error` says what is wrong, with an example.
    pub fn forbid(
        &self,
        wrong: TermId,
        error: impl FnOnce(&Machine, &Model) -> Box<InterpError>,
    ) -> Symbolic<()> {
        if self.build(|arena| arena.number(wrong)) == Some(0) {
            return Ok(());
        }
        let fine = self.build(|arena| arena.not(wrong));
        // What is right comes first.
        match self.holds(fine)? {
            true => Ok(()),
            false => Err(Stop::Error(error(self, &self.model()))),
        }
    }

    /// Numbers for all symbols under which all conditions hold.
    pub(crate) fn model(&self) -> Model {
        match self.solve(&[]) {
            Answer::Sat(model) => self.completed(model),
            Answer::Unsat | Answer::GaveUp(_) => self.completed(Model::default()),
        }
    }

    /// Symbols that no condition mentions are in their sets, too.
    fn completed(&self, mut model: Model) -> Model {
        let known: Vec<u32> = model.iter().map(|it| it.0.name).collect();
        for (name, symbol, example) in self.process.nondet.examples() {
            if !known.contains(&name) {
                model.set(symbol, example.into());
            }
        }
        model
    }

    /// What a term is in a model.
    pub fn value_in(&self, model: &Model, term: TermId) -> u128 {
        self.build(|arena| Evaluator::new(arena, |symbol| model.get(symbol)).get(term))
    }

    /// One case for each of several conditions, of which exactly one holds; those that cannot be are left out.
    pub fn cases(&self, conditions: &[TermId]) -> Symbolic<usize> {
        let mut cases = Vec::new();
        for (at, &condition) in conditions.iter().enumerate() {
            match self.can(condition) {
                Can::No => {}
                can => cases.push((at, case(condition, can))),
            }
        }
        match cases[..] {
            // None of them: the state itself cannot be.
            [] => Err(Stop::Error(Box::new(InterpError::Assumption))),
            [(at, _)] => Ok(at),
            _ => Err(Stop::Split(TermSplit::new(cases.into_iter().map(|it| it.1).collect(), None))),
        }
    }

    /// Each number that a term can be, if there are few enough; otherwise some, and the rest.
    pub fn numbers(&self, term: TermId) -> Symbolic<u64> {
        let most = self.rules.most_choices.unwrap_or(0).max(1) as usize;
        let known = self.build(|arena| self.known(arena, &[term]));
        let found = self.ask_solver(|solver, terms| solver.values(terms, &known, term, most));
        let (numbers, complete) = match found {
            Some(numbers) => (numbers, true),
            None => {
                // What goes wrong with small numbers is found nevertheless.
                let small = (0..FEW).filter(|&it| {
                    let is = self.build(|arena| equals(arena, term, it));
                    self.can(is) == Can::Yes
                });
                (small.collect(), false)
            }
        };
        // Other threads hold what they have read of it: they are told of what is decided, and of nothing else.
        if let ([only], true) = (&numbers[..], complete && self.mode != Mode::Interleaved) {
            return Ok(*only as u64);
        }
        let mut cases: Vec<Case> = Vec::new();
        let rest = self.build(|arena| {
            let mut rest = arena.truth();
            for &number in &numbers {
                let is = equals(arena, term, number);
                cases.push(Case { condition: is, number: Some(number as u64), gave_up: None });
                let other = arena.not(is);
                rest = arena.binary(Binary::And, rest, other);
            }
            rest
        });
        if !complete {
            cases.push(Case { condition: rest, number: None, gave_up: Some(TOO_MANY) });
        }
        Err(Stop::Split(TermSplit::new(cases, Some(term))))
    }

    /// A term can only be this number: it is, wherever it stands.
    pub(crate) fn settle_or_assume(&mut self, term: TermId, number: u64) {
        let is = self.build(|arena| equals(arena, term, number.into()));
        match self.build(|arena| fixes(arena, is)) {
            Some(_) => self.assume(is),
            None => self.settle_term(term, number),
        }
    }

    /// One of the cases is so from now on.
    pub(crate) fn decide_term(&mut self, split: &TermSplit, alternative: u32) -> InterpResult<()> {
        let Some(&case) = split.cases.get(alternative as usize) else {
            return Err(Box::new(InterpError::Assumption));
        };
        if !self.is_about_values(split) {
            return retry(alternative);
        }
        if let Some(why) = case.gave_up {
            return Err(self.gave_up(why));
        }
        // Another thread may have had something decided meanwhile.
        match self.can(case.condition) {
            Can::No => return Err(Box::new(InterpError::Assumption)),
            Can::Unknown(why) => return Err(self.gave_up(why)),
            Can::Yes => {}
        }
        self.log_condition(case.condition);
        self.assume(case.condition);
        if let (Some(term), Some(number)) = (split.of, case.number) {
            self.settle_term(term, number);
        }
        if self.process.nondet.wants_cleaning() {
            self.forget_unused(false);
        }
        Ok(())
    }

    /// Whether all values that a split is about are still there: another thread may have made numbers of them.
    fn is_about_values(&self, split: &TermSplit) -> bool {
        let is_there = |&(name, generation): &(u32, u32)| {
            self.process.nondet.get(name).is_some_and(|it| it.generation.0 == generation)
        };
        split.about.iter().all(is_there)
    }

    /// A condition holds from now on.
    pub(crate) fn assume(&mut self, condition: TermId) {
        let mut work = vec![condition];
        while let Some(term) = work.pop() {
            if let Some((symbol, ranges)) = self.build(|arena| bounds(arena, term))
                && let Some(value) = self.process.nondet.get(symbol.name)
                && value.float.is_none()
            {
                let set = value.set.and(&extended(value, &ranges));
                let single = set.single();
                self.process.nondet.narrow(symbol.name, set);
                if let Some(number) = single {
                    work.extend(self.settle_nondet(symbol.name, number));
                }
                continue;
            }
            let node = self.build(|arena| (arena.node(term), arena.hash(term), fixes(arena, term)));
            match node {
                (Node::Const(_), ..) => {}
                (Node::Binary(Binary::And, a, b), ..) => work.extend([a, b]),
                (_, _, Some((symbol, value))) if self.process.nondet.get(symbol.name).is_some() => {
                    let signed = self.process.nondet.get(symbol.name).is_some_and(|it| it.signed);
                    let sh = 64 - u32::from(symbol.width);
                    let bits = (value as u64) << sh;
                    let number = if signed { ((bits as i64) >> sh) as u64 } else { bits >> sh };
                    work.extend(self.settle_nondet(symbol.name, number));
                }
                (_, hash, _) => {
                    let conditions = &mut self.process.nondet.conditions;
                    let at = conditions.partition_point(|it| it.hash < hash);
                    if conditions.get(at).is_none_or(|it| it.term != term) {
                        conditions.insert(at, Condition { term, hash });
                        let compiled = self.compiled.clone();
                        self.process.nondet.mark_condition(&compiled.terms.lock(), term);
                    }
                }
            }
        }
    }

    /// The message of a case that the solver gave up on, at the operation under way.
    pub(crate) fn gave_up(&mut self, why: &'static str) -> Box<InterpError> {
        // The operation is what the message is about. A thread that has ended has none.
        let line = self.threads[self.current].frames.last_mut().map_or(0, |frame| {
            frame.pc += 1;
            diagnose::line(&self.compiled, frame.code, frame.pc)
        });
        let at = if line == 0 { String::new() } else { format!(" in line {line}") };
        if why == TOO_MANY {
            return InterpError::unsupported(format!(
                "a symbolic value{at} that must be a number has too many values to try each of them: bound it with an \
                 assumption or a condition, or raise --choices, which is {}",
                self.rules.most_choices.unwrap_or(0)
            ));
        }
        InterpError::unsupported(format!(
            "a condition{at} that the solver gave up on ({why}): raise --solver-effort, bound the inputs, or install \
             libz3, which is asked where it is there"
        ))
    }

    /// A single run cannot go on: what it does next depends on a value that is not decided, or that the solver did not
    /// find to be.
    pub(crate) fn left_open(&mut self, split: &Split) -> Box<InterpError> {
        let why = match split {
            Split::Term(split) => split.cases.iter().find_map(|it| it.gave_up),
            _ => None,
        };
        match why {
            Some(why) => self.gave_up(why),
            None => InterpError::unsupported("a value that is not decided"),
        }
    }

    /// What a choice says, for those who read the run.
    pub(crate) fn describe_term(&self, split: &TermSplit, alternative: u32) -> String {
        let Some(case) = split.cases.get(alternative as usize) else { return "decides".to_owned() };
        self.build(|arena| self.tell_condition(arena, case.condition))
    }
}

/// What was to be decided is known by now: the operation is tried again, in one way.
pub(crate) fn retry(alternative: u32) -> InterpResult<()> {
    if alternative == 0 { Ok(()) } else { Err(Box::new(InterpError::Assumption)) }
}

fn case(condition: TermId, can: Can) -> Case {
    let gave_up = if let Can::Unknown(why) = can { Some(why) } else { None };
    Case { condition, number: None, gave_up }
}

/// The smallest numbers that are tried of a term with too many of them.
const FEW: u128 = 4;

fn equals(arena: &mut Arena, term: TermId, number: u128) -> TermId {
    let width = arena.width(term);
    let number = arena.constant(number, width);
    arena.binary(Binary::Eq, term, number)
}

/// The symbol that a condition makes a number, and the number.
fn fixes(arena: &Arena, condition: TermId) -> Option<(Symbol, u128)> {
    match arena.node(condition) {
        Node::Binary(Binary::Eq, a, b) => Some((arena.as_symbol(a)?, arena.number(b)?)),
        Node::Symbol(_) => Some((arena.as_symbol(condition)?, 1)),
        Node::Unary(gmc_term::Unary::Not, a) => Some((arena.as_symbol(a)?, 0)),
        _ => None,
    }
}

/// That a term of 64 bits is in a set.
pub(crate) fn member(arena: &mut Arena, term: TermId, set: &IntervalSet) -> TermId {
    let mut any = arena.falsity();
    for &(low, high) in set.intervals() {
        let (low, high) = (arena.constant(low.into(), 64), arena.constant(high.into(), 64));
        let (above, below) = (arena.binary(Binary::Ule, low, term), arena.binary(Binary::Ule, term, high));
        let both = arena.binary(Binary::And, above, below);
        any = arena.binary(Binary::Or, any, both);
    }
    any
}

/// The conditions that are about what is used, directly or by way of other conditions; marks all symbols that they
/// mention as used.
pub(crate) fn connected(arena: &Arena, conditions: &[Condition], used: &mut [bool]) -> Vec<Condition> {
    let mut kept = vec![false; conditions.len()];
    loop {
        let mut more = false;
        for (condition, kept) in conditions.iter().zip(&mut kept).filter(|it| !*it.1) {
            let names = arena.names(arena.support(condition.term));
            if names.iter().any(|&it| used.get(it as usize) == Some(&true)) {
                for &name in names {
                    if let Some(used) = used.get_mut(name as usize) {
                        *used = true;
                    }
                }
                (*kept, more) = (true, true);
            }
        }
        if !more {
            break;
        }
    }
    conditions.iter().zip(kept).filter(|it| it.1).map(|it| *it.0).collect()
}

/// Conditions in the order of their hashes.
pub(crate) fn sorted(arena: &Arena, terms: Vec<TermId>) -> Vec<Condition> {
    let mut all: Vec<Condition> =
        terms.into_iter().map(|term| Condition { term, hash: arena.hash(term) }).collect();
    all.sort_by_key(|it| it.hash);
    all
}

/// The names that a term mentions, in the order in which they stand in it.
pub(crate) fn in_order(arena: &Arena, term: TermId) -> Vec<u32> {
    let (mut names, mut seen, mut work) = (Vec::new(), HashSet::new(), vec![term]);
    while let Some(top) = work.pop() {
        if !seen.insert(top) {
            continue;
        }
        if let Node::Symbol(name) = arena.node(top) {
            names.push(name);
        }
        let operands: Vec<TermId> = arena.node(top).operands().collect();
        work.extend(operands.into_iter().rev());
    }
    names
}
