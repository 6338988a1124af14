//! A concurrent programming language just large enough for mutual exclusion, with ample sets.

use super::{Rules, Toy, obstacle, violation};
use gmc_model::{Access, Choice, ErrorKind, Footprints, Gate, Step, ThreadId, Violation};
use proptest::prelude::*;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// One step of a thread. Variables are shared, and count modulo [`MODULUS`].
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// Nothing that others could see.
    Local,
    /// Goes on elsewhere.
    Jump(usize),
    /// Goes on at this place or behind it; the program leaves open where.
    Choose(usize),
    /// An assumption that never holds.
    Never,
    /// An error, whatever others do.
    Fail,
    /// Something that nobody knows.
    Riddle,
    /// Nothing, but the program says that it is progress.
    Progress,
    Set(usize, u8),
    Add(usize, u8),
    /// Goes on elsewhere if the variable has this value.
    JumpIf(usize, u8, usize),
    /// Waits until the variable has this value.
    Await(usize, u8),
    /// Waits until one of two variables has its value.
    AwaitEither((usize, u8), (usize, u8)),
    Assert(usize, u8),
    Assume(usize, u8),
    /// Waits until the variable is 0, and makes it 1.
    Lock(usize),
    /// Makes both variables 0.
    Unlock(usize, usize),
    /// Frees the object of the variable and allocates another one, whose variables are 0.
    Renew(usize),
}

pub const MODULUS: u8 = 4;

#[derive(Clone, Debug)]
pub struct Program {
    pub variables: usize,
    pub threads: Vec<Vec<Op>>,
    /// Threads start again when they are through.
    pub cyclic: bool,
    /// Variables are in heap memory: their objects have other numbers in other runs.
    pub unnamed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub variables: Vec<u8>,
    counters: Vec<usize>,
    /// The numbers of the variables' objects, in the order of allocation.
    numbers: Aside<Vec<u32>>,
}

/// A value that is no part of a state's identity.
#[derive(Clone, Debug)]
struct Aside<T>(T);

impl<T> PartialEq for Aside<T> {
    fn eq(&self, _: &Aside<T>) -> bool {
        true
    }
}

impl<T> Eq for Aside<T> {}

impl<T> Hash for Aside<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Program {
    fn next(&self, state: &State, thread: usize) -> Option<Op> {
        self.threads[thread].get(state.counters[thread]).copied()
    }

    /// How many outcomes the thread's next step has: 0 where it has to wait, or is through.
    fn outcomes(&self, state: &State, thread: usize) -> u32 {
        let is = |(variable, value): (usize, u8)| state.variables[variable] == value;
        let enabled = match self.next(state, thread) {
            None => false,
            Some(Op::Choose(_)) => return 2,
            Some(Op::Await(variable, value)) => is((variable, value)),
            Some(Op::AwaitEither(one, other)) => is(one) || is(other),
            Some(Op::Lock(variable)) => is((variable, 0)),
            Some(_) => true,
        };
        u32::from(enabled)
    }
}

impl Rules for Program {
    type State = State;

    fn initial(&self) -> State {
        State {
            variables: vec![0; self.variables],
            counters: vec![0; self.threads.len()],
            numbers: Aside((1..=self.variables as u32).collect()),
        }
    }

    fn choices(&self, state: &State, out: &mut Vec<Choice>) {
        for thread in 0..self.threads.len() {
            for outcome in 0..self.outcomes(state, thread) {
                out.push(Choice { thread: ThreadId::new(thread), alternative: outcome });
            }
        }
    }

    /// The last thread that does something of no concern to others: the last, so that ample choices are not just
    /// first ones.
    fn ample(&self, state: &State, choices: &[Choice]) -> Option<Range<usize>> {
        let local = |choice: &Choice| {
            let next =
                self.next(state, choice.thread.index()).expect("a thread with a choice has a next step");
            matches!(next, Op::Local | Op::Jump(_) | Op::Choose(_) | Op::Never | Op::Fail | Op::Riddle)
        };
        let thread = choices.iter().rfind(|choice| local(choice))?.thread;
        let first = choices.iter().position(|choice| choice.thread == thread)?;
        let count = choices.iter().filter(|choice| choice.thread == thread).count();
        Some(first..first + count)
    }

    fn step(&self, state: &mut State, choice: Choice) -> Step {
        let thread = choice.thread.index();
        let op = self.next(state, thread).expect("an open choice");
        let line = 100 * choice.thread.0 + state.counters[thread] as u32;
        let fail = || {
            let message = format!("variables: {:?}", state.variables);
            Step::Violated(violation(ErrorKind::Assertion, Some(line), choice.thread, message))
        };
        let mut to = state.counters[thread] + 1;
        match op {
            Op::Local | Op::Progress | Op::Await(..) | Op::AwaitEither(..) => {}
            Op::Jump(there) => to = there,
            Op::Choose(there) => to = there + choice.alternative as usize,
            Op::Never => return Step::Pruned,
            Op::Fail => return fail(),
            Op::Riddle => return Step::Unknown(obstacle(line)),
            Op::Set(variable, value) => state.variables[variable] = value,
            Op::Add(variable, value) => {
                state.variables[variable] = (state.variables[variable] + value) % MODULUS;
            }
            Op::JumpIf(variable, value, there) => {
                if state.variables[variable] == value {
                    to = there;
                }
            }
            Op::Assert(variable, value) => {
                if state.variables[variable] != value {
                    return fail();
                }
            }
            Op::Assume(variable, value) => {
                if state.variables[variable] != value {
                    return Step::Pruned;
                }
            }
            Op::Lock(variable) => state.variables[variable] = 1,
            Op::Unlock(one, other) => {
                state.variables[one] = 0;
                state.variables[other] = 0;
            }
            Op::Renew(variable) => {
                let object = variable / 2;
                state.variables.iter_mut().skip(2 * object).take(2).for_each(|it| *it = 0);
                let last = state.numbers.0.iter().max().copied().unwrap_or(0);
                state.numbers.0[object] = last + 1;
            }
        }
        let length = self.threads[thread].len();
        state.counters[thread] = if self.cyclic { to % length } else { to.min(length) };
        Step::Moved { progress: matches!(op, Op::Progress) }
    }

    fn end(&self, state: &State) -> Option<Box<Violation>> {
        let waiting = (0..self.threads.len()).find(|&thread| self.next(state, thread).is_some())?;
        Some(violation(ErrorKind::Deadlock, None, ThreadId::new(waiting), format!("thread {waiting} waits")))
    }
}

impl Footprints for Toy<Program> {
    fn track(&mut self, _: bool) {}

    fn footprint(&mut self, accesses: &mut Vec<Access>, _: &mut Vec<ThreadId>) {
        let (before, choice) = self.last.clone().expect("a step");
        let op = self.rules.next(&before, choice.thread.index()).expect("an open choice");
        touches(op, &before, self.rules.unnamed, accesses);
    }

    fn thread_count(&self) -> u32 {
        self.rules.threads.len() as u32
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        let Some(op) = self.rules.next(&self.state, thread.index()) else { return false };
        touches(op, &self.state, self.rules.unnamed, accesses);
        true
    }
}

/// What an operation touches, or would if it did not have to wait.
fn touches(op: Op, state: &State, unnamed: bool, out: &mut Vec<Access>) {
    let mut touch = |variable: usize, write, gate| {
        let (object, at) = (variable / 2, variable as u64 % 2);
        let mut add = |object, write, gate| out.push(Access { object, start: at, end: at + 1, write, gate });
        if unnamed {
            // Through a pointer, which is a variable.
            add(object as u64, matches!(op, Op::Renew(_)), Gate::Free);
            add(Access::unnamed(0, state.numbers.0[object]), write, gate);
        } else {
            add(object as u64, write, gate);
        }
    };
    match op {
        Op::Local | Op::Jump(_) | Op::Choose(_) | Op::Never | Op::Fail | Op::Riddle | Op::Progress => {}
        Op::Set(variable, _) | Op::Add(variable, _) => touch(variable, true, Gate::Free),
        Op::JumpIf(variable, ..)
        | Op::Await(variable, _)
        | Op::Assert(variable, _)
        | Op::Assume(variable, _) => {
            touch(variable, false, Gate::Free);
        }
        Op::AwaitEither(one, other) => {
            touch(one.0, false, Gate::Free);
            touch(other.0, false, Gate::Free);
        }
        Op::Lock(variable) => touch(variable, true, Gate::Needs),
        Op::Unlock(one, other) => {
            for variable in [one, other] {
                let gate = if state.variables[variable] != 0 { Gate::Opens } else { Gate::Free };
                touch(variable, true, gate);
            }
        }
        Op::Renew(variable) => {
            touch(variable / 2 * 2, true, Gate::Free);
            touch(variable / 2 * 2 + 1, true, Gate::Free);
        }
    }
}

fn op(length: usize, variables: usize) -> impl Strategy<Value = Op> {
    let there = 0..length;
    let variable = 0..variables;
    let value = 0..3_u8;
    prop_oneof![
        4 => Just(Op::Local),
        2 => there.clone().prop_map(Op::Jump),
        2 => there.clone().prop_map(Op::Choose),
        1 => prop_oneof![Just(Op::Never), Just(Op::Fail), Just(Op::Riddle)],
        1 => Just(Op::Progress),
        3 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Set(v, n)),
        2 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Add(v, n)),
        3 => (variable.clone(), value.clone(), there).prop_map(|(v, n, to)| Op::JumpIf(v, n, to)),
        2 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Await(v, n)),
        2 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Assert(v, n)),
        1 => (variable.clone(), value).prop_map(|(v, n)| Op::Assume(v, n)),
        1 => variable.clone().prop_map(Op::Lock),
        1 => variable.clone().prop_map(Op::Renew),
        1 => (variable.clone(), variable).prop_map(|(v, w)| Op::Unlock(v, w)),
    ]
}

/// Programs of two or three threads.
pub fn programs() -> impl Strategy<Value = Program> {
    (2..4_usize, 1..3_usize, any::<bool>()).prop_flat_map(|(threads, variables, cyclic)| {
        let thread =
            (1..6_usize).prop_flat_map(move |length| prop::collection::vec(op(length, variables), length));
        let threads = prop::collection::vec(thread, threads);
        (threads, any::<bool>()).prop_map(move |(threads, unnamed)| Program {
            variables,
            threads,
            cyclic,
            unnamed,
        })
    })
}

/// Programs of two to four threads that lead somewhere: few loops, more variables, hardly any errors.
pub fn straight_programs() -> impl Strategy<Value = Program> {
    (2..5_usize, 1..5_usize, any::<bool>()).prop_flat_map(|(threads, variables, locks)| {
        let thread = (1..5_usize).prop_flat_map(move |length| {
            prop::collection::vec(straight_op(length, variables, locks), length)
        });
        let threads = prop::collection::vec(thread, threads);
        (threads, any::<bool>()).prop_map(move |(threads, unnamed)| Program {
            variables,
            threads,
            cyclic: false,
            unnamed,
        })
    })
}

fn straight_op(length: usize, variables: usize, locks: bool) -> impl Strategy<Value = Op> {
    let variable = 0..variables;
    let value = 0..3_u8;
    let locks = u32::from(locks) * 4;
    prop_oneof![
        3 => prop_oneof![
            Just(Op::Local),
            (0..length).prop_map(Op::Choose),
            variable.clone().prop_map(Op::Renew),
        ],
        4 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Set(v, n)),
        2 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Add(v, n)),
        4 => (variable.clone(), value.clone(), 0..=length).prop_map(|(v, n, to)| Op::JumpIf(v, n, to)),
        3 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Await(v, n)),
        1 => (variable.clone(), value.clone()).prop_map(|(v, n)| Op::Assert(v, n)),
        2 => (variable.clone(), value).prop_map(|(v, n)| Op::Assume(v, n)),
        locks => variable.clone().prop_map(Op::Lock),
        locks => (variable.clone(), variable).prop_map(|(v, w)| Op::Unlock(v, w)),
    ]
}

impl Program {
    /// The same program, but jumps lead forward only.
    pub fn without_loops(mut self) -> Program {
        for thread in &mut self.threads {
            for (at, op) in thread.iter_mut().enumerate() {
                match op {
                    Op::Jump(to) | Op::Choose(to) | Op::JumpIf(_, _, to) => *to = (*to).max(at + 1),
                    _ => {}
                }
            }
        }
        self.cyclic = false;
        self
    }
}
