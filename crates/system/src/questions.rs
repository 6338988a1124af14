//! What limits along a run look at: calls and values; and the abstract state of a program.
//!
//! Calls are counted as they are made, those of the library in the step that makes them, those of the program's own
//! functions where their first operation is executed. Values are looked at in states. Neither changes what a step does,
//! so a run is replayed without them.
//!
//! Invariant: a step from the step cache would count nothing, so where calls are counted no step is cached.

use crate::Execution;
use crate::parts::Parts;
use crate::pending::Pending;
use crate::properties::call_function;
use gmc_ir::text::without_parameters;
use gmc_mem::{Memory, Pointer, Scalar, hash_of_words};
use gmc_model::ThreadId;
use gmc_vm::CodeId;
use gmc_vm::code::Code;
use gmc_vm::compiled::Compiled;
use gmc_vm::diagnose;
use gmc_vm::effects::{Traits, Visibility};
use gmc_vm::exec::{Witness, number_of};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::SliceEnd;
use gmc_vm::speculation::Fate;
use gmc_vm::stack::Registers;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// What is asked about runs.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    limits: Vec<Limited>,
    /// The functions of the program whose calls are counted, with their limits.
    codes: Vec<(CodeId, usize)>,
    abstraction: Option<Pointer>,
}

/// What a limit is about.
#[derive(Clone, Debug)]
enum Limited {
    /// The values of these bytes.
    Values { at: Pointer, bytes: Vec<Range<u64>> },
    /// Calls of functions of the library.
    Calls(Vec<&'static str>),
}

impl Questions {
    /// Counts the values of a variable or part of one.
    ///
    /// # Errors
    /// Where there is none: in words.
    pub fn count_values(&mut self, compiled: &Compiled, variable: &str) -> Result<(), String> {
        match Parts::named(compiled, variable)? {
            Parts::Variable { at, bytes } => {
                self.limits.push(Limited::Values { at, bytes });
                Ok(())
            }
            Parts::Heap { .. } => {
                Err(format!("`{variable}` is about many objects: only a variable's values are counted"))
            }
        }
    }

    /// Counts calls of functions, their names separated by commas: of the program, or of the library if they are steps.
    ///
    /// # Errors
    /// Where they cannot be counted: in words.
    pub fn count_calls(&mut self, compiled: &Compiled, names: &str) -> Result<(), String> {
        let program = &compiled.program;
        let mut library = Vec::new();
        for name in names.split(',').map(str::trim) {
            let is_it = |code: &Code| {
                let own = program.name(code.global);
                !code.modelled && (own == name || without_parameters(own) == name)
            };
            let own: Vec<CodeId> = compiled.codes.entries().filter(|it| is_it(it.1)).map(|it| it.0).collect();
            if !own.is_empty() {
                self.codes.extend(own.into_iter().map(|code| (code, self.limits.len())));
                continue;
            }
            match compiled.library.named(name) {
                Some(row) if !matches!(row.visibility, Visibility::Memory) => library.push(row.name),
                Some(_) => {
                    return Err(format!(
                        "calls of `{name}` are no steps that others notice, and are not counted"
                    ));
                }
                None => {
                    return Err(format!(
                        "neither the program has a function `{name}`, nor gmc's library as one of its own"
                    ));
                }
            }
        }
        self.codes.sort_unstable();
        self.limits.push(Limited::Calls(library));
        Ok(())
    }

    /// Asks this function of the program for the abstract state.
    ///
    /// # Errors
    /// Where the program does not have it: in words.
    pub fn abstract_by(
        &mut self,
        compiled: &Compiled,
        function: gmc_ir::program::Global,
    ) -> Result<(), String> {
        let found = compiled.reach.globals.get(&function).copied();
        self.abstraction = Some(found.ok_or("the function is not compiled with the program")?);
        Ok(())
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.abstraction.is_none()
    }

    /// Whether calls of the program's own functions are counted. Only one can see each operation.
    pub fn sees_operations(&self) -> bool {
        !self.codes.is_empty()
    }
}

/// What is asked of an execution, and what the last step has done.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    questions: Arc<Questions>,
    /// How often the step did what each limit is about.
    events: Vec<u32>,
}

impl Asked {
    /// A function of the library is called.
    pub(crate) fn note_call(&mut self, name: &'static str) {
        for (limit, events) in self.questions.limits.iter().zip(&mut self.events) {
            if let Limited::Calls(names) = limit {
                *events += u32::from(names.contains(&name));
            }
        }
    }
}

/// Counts calls of the program's own functions: their first operations.
impl Witness for Asked {
    fn see(&mut self, code: &Code, at: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        if at == 0 {
            let first = self.questions.codes.partition_point(|it| it.0 < code.id);
            for (_, limit) in self.questions.codes[first..].iter().take_while(|it| it.0 == code.id) {
                self.events[*limit] += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Execution {
    /// From now on this is asked of states and steps.
    pub fn ask(&mut self, questions: &Arc<Questions>) {
        let events = vec![0; questions.limits.len()];
        self.asked = Some(Box::new(Asked { questions: questions.clone(), events }));
    }

    /// Whether calls are counted, so that every step must be executed.
    pub(crate) fn counts_calls(&self) -> bool {
        let is_calls = |it: &Limited| matches!(it, Limited::Calls(_));
        self.asked.as_ref().is_some_and(|it| it.questions.limits.iter().any(is_calls))
    }

    /// A step begins, which has not called anything yet.
    #[inline]
    pub(crate) fn begin_counting(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.events.fill(0);
        }
    }

    /// Runs the current thread for a slice, and counts calls, where those of the program's functions are counted.
    pub(crate) fn counted_slice(&mut self, left: &mut u64) -> Option<InterpResult<SliceEnd>> {
        let asked = self.asked.as_deref_mut().filter(|it| it.questions.sees_operations())?;
        Some(self.machine.within_limits(left, |machine, left| machine.slice_with(left, asked)))
    }

    /// A hash of where the threads are: their calls, and what kind of operation is next.
    pub(crate) fn places(&self) -> u128 {
        let mut words = Vec::new();
        for (thread, state) in self.threads.entries() {
            let next = match state.pending {
                Pending::Done => 0,
                Pending::Running => 1,
                Pending::AssumptionFailed => 2,
                Pending::Circling => 4,
                Pending::Access(_)
                | Pending::Operation
                | Pending::Call(_)
                | Pending::Split(_)
                | Pending::Look(_) => 3,
            };
            words.push(u64::from(thread.0) << 8 | next);
            words.extend(self.calls(state).map(|call| u64::from(call.code.0) << 32 | u64::from(call.pc)));
        }
        hash_of_words(3, words)
    }

    /// Whether a thread stands where the handler of an event is over.
    pub(crate) fn rests(&self, thread: ThreadId) -> bool {
        self.threads.get(thread).is_none_or(|state| match &state.pending {
            Pending::Done | Pending::AssumptionFailed => true,
            Pending::Call(op) => op.native.has(Traits::RESTS),
            Pending::Running
            | Pending::Circling
            | Pending::Access(_)
            | Pending::Operation
            | Pending::Split(_)
            | Pending::Look(_) => false,
        })
    }

    /// What the last step did of what limits are about, unless another execution did it.
    pub(crate) fn take_events(&mut self, out: &mut Vec<u32>) {
        let Some(asked) = &mut self.asked else { return };
        out.resize(asked.events.len().max(out.len()), 0);
        for (all, own) in out.iter_mut().zip(&mut asked.events) {
            // A fork is made in both processes, and is one.
            *all = (*all).max(std::mem::take(own));
        }
    }

    /// The value in this state of what a limit is about.
    pub(crate) fn limited_value(&mut self, limit: usize) -> Option<u128> {
        let asked = self.asked.as_deref()?;
        let Some(Limited::Values { at, bytes }) = asked.questions.limits.get(limit) else { return None };
        let mut words = Vec::new();
        for part in bytes {
            for from in part.clone().step_by(8) {
                let size = (part.end - from).min(8) as usize;
                let (value, missing) =
                    self.machine.memory.load_lenient(at.wrapping_offset(from as i64), size).ok()?;
                let (what, value) = match value {
                    Scalar::Bits(bits) => (0, bits),
                    other => (1, other.bits(self.machine.memory.target()).unwrap_or(0)),
                };
                words.extend([what << 8 | u64::from(missing), value]);
            }
        }
        Some(hash_of_words(1, words))
    }

    /// The abstract state, as a function of the program tells it. What it does is rolled back.
    ///
    /// # Errors
    /// In words, where it does not return, makes an error, or depends on what is not decided.
    pub(crate) fn abstract_state(&mut self) -> Result<Option<u128>, String> {
        if let Some(mut judge) = self.judge.take() {
            let found = judge.abstract_state(self);
            self.judge = Some(judge);
            if !matches!(found, Ok(None)) {
                return found;
            }
        }
        let named = self.asked.as_ref().and_then(|it| it.questions.abstraction);
        let Some(function) = named.or(self.machine.process.abstraction) else { return Ok(None) };
        if self.machine.process.ended {
            return Ok(Some(u128::MAX));
        }
        let thread = self.machine.current;
        self.load_registers(thread);
        let name = diagnose::function(&self.machine, function);
        let found = self.machine.speculate(thread, |machine| {
            machine.step.abstracted = 0;
            let returned = call_function(machine, None, function, None);
            // What returns nothing hands over bytes.
            let number = returned.and_then(|it| it.map_or(Ok(0), |reg| number_of(&machine.memory, reg)));
            ((number, machine.step.abstracted), Fate::RollBack)
        });
        match found {
            (Ok(number), bytes) => Ok(Some(hash_of_words(number, [bytes as u64, (bytes >> 64) as u64]))),
            (Err(error), _) => {
                let why = match error.kind() {
                    Some(kind) => diagnose::violation(&self.machine, &error, kind).message,
                    None => "it cannot be evaluated in every state".to_owned(),
                };
                Err(format!("`{name}`: {why}"))
            }
        }
    }
}
