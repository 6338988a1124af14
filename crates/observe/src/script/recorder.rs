//! Records what the threads of a traced run do, as far as a native run can recognise it.
//!
//! Threads are numbered in the order of their creation (their serial numbers): the machine uses numbers of threads
//! again that have ended, a native run does not.

use crate::operation::{act_of_call, acts};
use crate::tracer::{Attempt, TraceListener};
use gmc_model::{Act, Answer, Serial, ThreadId};
use gmc_system::At;
use gmc_vm::IdVec;
use gmc_vm::effects::Traits;
use gmc_vm::lower::is_of_models;
use gmc_vm::machine::Machine;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::thread::Phase;
use std::collections::HashMap;

/// What threads have done.
#[derive(Default)]
pub(super) struct Recorder {
    /// The serial number of each thread of the machine.
    serials: IdVec<ThreadId, Serial>,
    /// The largest serial number.
    created: Serial,
    /// The operation under way.
    attempt: Option<Attempted>,
    /// What was done, in order.
    pub(super) done: Vec<Done>,
    /// How often each thread has called each function.
    calls: HashMap<(Serial, &'static str), u64>,
    /// What functions have returned that could have returned something else.
    pub(super) answers: Vec<Answer>,
    /// Answers that are nondeterministic values not split so far, by the number of the value.
    nondet: HashMap<u32, usize>,
    /// How many values the run was given as numbers so far.
    given: usize,
    /// How many of them each thread got from each function.
    values: HashMap<(Serial, &'static str), u64>,
    /// Whether the result of the next call is a choice.
    is_choice: bool,
}

/// An operation that a thread is about to execute, or has failed to.
pub(super) struct Attempted {
    /// The thread, by serial number.
    pub(super) thread: Serial,
    pub(super) at: At,
    pub(super) acts: Vec<Act>,
}

/// Something that was done.
#[derive(Clone, Copy)]
pub(super) struct Done {
    /// The thread, by serial number.
    pub(super) thread: Serial,
    pub(super) at: At,
    pub(super) act: Act,
}

impl Recorder {
    /// The serial number of a thread of the machine.
    pub(super) fn serial(&self, thread: ThreadId) -> Serial {
        self.serials.get(thread).copied().unwrap_or_default()
    }

    /// A step begins: whether its call has several results, and the nondeterministic value that it splits.
    pub(super) fn begin_step(&mut self, is_choice: bool, split: Option<(u32, u64)>) {
        self.is_choice = is_choice;
        if let Some((value, number)) = split
            && let Some(&answer) = self.nondet.get(&value)
        {
            self.answers[answer].value = number;
        }
    }

    /// The operation that was tried last and did not succeed.
    pub(super) fn take_attempt(&mut self) -> Option<Attempted> {
        self.attempt.take()
    }

    /// A call has been made, or resumed.
    fn called(&mut self, machine: &Machine, thread: ThreadId, act: Act, result: Option<Reg>) {
        let (Act::Call(function) | Act::Resume(function)) = act else { return };
        let serial = self.serial(thread);
        let calls = self.calls.entry((serial, function)).or_default();
        *calls += u64::from(matches!(act, Act::Call(_)));
        let nth = *calls;
        let has_returned = machine.phase(thread) == Phase::Running;
        let row = machine.compiled.library.named(function);
        let has = |it| row.is_some_and(|row| row.has(it));
        let is_answer = std::mem::take(&mut self.is_choice) || (has(Traits::TELLS_TIME) && has_returned);
        // A pointer is another one natively.
        if let Some(reg) = result.filter(|reg| is_answer && reg.meta == Meta::PLAIN) {
            self.answers.push(Answer { thread: serial, function, nth, value: reg.bits });
        }
        // Values that the run was given as numbers; a call may ask for several.
        let (from, to) = (self.given, machine.process.given);
        self.given = to;
        // Bytes from outside are no answers of a function.
        let is_outside = |at: usize| machine.observed.given.values().flatten().any(|it| it.value == at);
        for (at, &value) in
            machine.rules.numbers.iter().flat_map(|it| it.iter()).enumerate().take(to).skip(from)
        {
            if is_outside(at) {
                continue;
            }
            let values = self.values.entry((serial, function)).or_default();
            *values += 1;
            self.answers.push(Answer { thread: serial, function, nth: *values, value });
        }
        if let Some((nondet, value)) = result.and_then(|reg| machine.nondet_of(reg)) {
            self.nondet.insert(nondet, self.answers.len());
            self.answers.push(Answer { thread: serial, function, nth, value });
        }
        if has(Traits::CREATES)
            && let Some(&new) = machine.step.created.last()
            && self.serials.get(new).is_none_or(|&it| it < self.created)
        {
            self.created.0 += 1;
            while self.serials.len() <= new.index() {
                self.serials.push(Serial::default());
            }
            self.serials[new] = self.created;
        }
    }
}

impl TraceListener for Recorder {
    fn attempt(&mut self, machine: &Machine, at: At, attempt: &Attempt<'_>) {
        let thread = machine.current;
        let code = &machine.compiled.codes[at.code];
        let acts = match attempt {
            // Natively the library itself does what models do.
            _ if is_of_models(&machine.compiled.program, code.global) => Vec::new(),
            Attempt::Operation { base, op } => acts(machine, thread, code, *base, op),
            Attempt::Call(native) => act_of_call(machine, thread, native).into_iter().collect(),
        };
        self.attempt = Some(Attempted { thread: self.serial(thread), at, acts });
    }

    fn done(&mut self, machine: &Machine, thread: ThreadId, result: Option<Reg>) {
        let Some(Attempted { thread: serial, at, acts }) = self.attempt.take() else { return };
        for act in acts {
            self.done.push(Done { thread: serial, at, act });
            self.called(machine, thread, act, result);
        }
    }
}
