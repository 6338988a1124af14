//! A run as a script for native execution: which thread has its turn up to which operation, and what functions return.
//!
//! The run is executed once more, and all that threads do is recorded as a native run can recognise it: memory
//! accesses, atomic operations and calls, each with its line. A turn must end between the last operation of its thread
//! that others can notice and the next one; it ends before the next one where that can be recognised.
//!
//! A run that goes on for ever is a stem and a cycle. The cycle is executed several times, each time from a state with
//! the same fingerprint, and once more than the script has it: what comes next says where the last round ends.

mod marks;
mod recorder;

use crate::inputs::given_inputs;
use crate::operation::{act_of_access, act_of_call, acts};
use crate::tracer::Tracer;
use crate::view::View;
use gmc_model::{
    Act, Choice, Choices, End, ErrorKind, Finding, Script, Serial, Step, System, ThreadId, Turn, Violation,
};
use gmc_system::pending::Pending;
use gmc_system::{At, Checked};
use marks::Marks;
use recorder::Recorder;
use std::collections::HashMap;

/// Why there is no script where a run differs from the one that was found.
const NOT_AGAIN: &str = "the run does not happen again";

/// Where a thread stands when its turn ends.
enum StopPoint {
    /// At its end.
    Ended,
    /// Before operations that others cannot notice.
    Anywhere,
    /// Before this operation.
    Before(At, Vec<Act>),
}

/// The end of a turn.
struct TurnEnd {
    /// The thread, by serial number.
    thread: Serial,
    stop: StopPoint,
    /// How many things had been done.
    done: usize,
    /// How many of them before the thread's last step.
    since: usize,
}

/// The script of a run of a program that is about to start. `is_stoppable` says of which functions of the library a
/// native run is told.
///
/// # Errors
/// When the run does not come to its end, or has none.
pub fn script(
    execution: Checked,
    finding: &Finding,
    is_stoppable: &dyn Fn(&str) -> bool,
) -> Result<Script, &'static str> {
    let mut writer = ScriptWriter { execution, ends: Vec::new(), steps: HashMap::new(), last: None };
    writer.execution.observer = Some(Box::new(Tracer::with_listener(Recorder::default())));
    let end = match finding.lap {
        Some(lap) if lap < finding.trace.len() => writer.repeat(&finding.trace, lap)?,
        Some(_) => writer.stay(&finding.trace)?,
        None if finding.violation.kind == ErrorKind::Livelock => {
            return Err(
                "a thread that goes round by itself for ever has no operation at which it could be stopped",
            );
        }
        None if finding.violation.kind == ErrorKind::Ltl => {
            writer.moves(&finding.trace)?;
            writer.last.into_iter().for_each(|it| writer.end_turn(it));
            End::Happens
        }
        None => {
            let violation = writer.execute(&finding.trace)?;
            writer.finish(&violation)
        }
    };
    if Tracer::of(&writer.execution).is_some_and(Tracer::is_exhausted) {
        return Err("the run is too long to be followed");
    }
    Ok(writer.resolve(end, is_stoppable))
}

/// Executes a run and writes its script.
struct ScriptWriter {
    execution: Checked,
    ends: Vec<TurnEnd>,
    /// How many things were done when each thread's last step began, by serial number.
    steps: HashMap<Serial, usize>,
    /// The thread that went last.
    last: Option<ThreadId>,
}

/// How often a cycle is repeated.
const ROUNDS: usize = 10;

impl ScriptWriter {
    /// Executes a run that ends with a violation.
    fn execute(&mut self, trace: &[Choice]) -> Result<Box<Violation>, &'static str> {
        match self.steps(trace)? {
            Some(violation) => Ok(violation),
            None => {
                let mut choices = Choices::new();
                self.execution.choices(&mut choices);
                choices.take_end().ok_or(NOT_AGAIN)
            }
        }
    }

    /// Executes a run whose choices from the lap on lead back to where they begin.
    fn repeat(&mut self, trace: &[Choice], lap: usize) -> Result<End, &'static str> {
        let (stem, cycle) = trace.split_at(lap);
        self.moves(stem)?;
        self.last.take().into_iter().for_each(|it| self.end_turn(it));
        let (first, start) = (self.ends.len(), self.execution.fingerprint());
        for _ in 0..ROUNDS {
            self.moves(cycle)?;
            self.last.take().into_iter().for_each(|it| self.end_turn(it));
            if self.execution.fingerprint() != start {
                return Err("the cycle does not lead back to where it begins");
            }
        }
        let turns = self.ends.len();
        self.moves(cycle)?;
        self.ends.truncate(turns);
        Ok(End::Repeats { lap: (turns - first) / ROUNDS, rounds: ROUNDS })
    }

    /// Executes a run that repeats its last state: threads wait for ever, if there are any left.
    fn stay(&mut self, trace: &[Choice]) -> Result<End, &'static str> {
        self.moves(trace)?;
        match self.waiting(self.last.unwrap_or(ThreadId::FIRST)) {
            End::Waits(who) if who.is_empty() => {
                Err("the run violates the formula by ending, which is nothing that could be shown")
            }
            end => Ok(end),
        }
    }

    /// Takes steps that are no violations.
    fn moves(&mut self, trace: &[Choice]) -> Result<(), &'static str> {
        self.steps(trace)?.map_or(Ok(()), |_| Err(NOT_AGAIN))
    }

    /// Takes steps, of which the last may be a violation.
    fn steps(&mut self, trace: &[Choice]) -> Result<Option<Box<Violation>>, &'static str> {
        let mut choices = Choices::new();
        for (at, &choice) in trace.iter().enumerate() {
            self.execution.choices(&mut choices);
            if !choices.contains(&choice) {
                return Err(NOT_AGAIN);
            }
            if let Some(last) = self.last.filter(|it| *it != choice.thread) {
                self.end_turn(last);
            }
            self.last = Some(choice.thread);
            self.begin_step(choice);
            match self.execution.step(choice) {
                Step::Moved { .. } => {}
                Step::Violated(violation) if at + 1 == trace.len() => return Ok(Some(violation)),
                Step::Stopped(_) => return Err("a limit came before the end of the run"),
                Step::Violated(_) | Step::Pruned | Step::Unknown(_) => return Err(NOT_AGAIN),
            }
        }
        Ok(None)
    }

    fn begin_step(&mut self, choice: Choice) {
        let pending = View::peek(&self.execution).pending(choice.thread).cloned();
        let split = pending.as_ref().and_then(Pending::split);
        let split = split.and_then(|it| self.execution.machine.decided(it, choice.alternative));
        let is_call = matches!(pending, Some(Pending::Call(_)));
        let is_choice = is_call && self.execution.alternatives(choice.thread) > 1;
        let recorder = self.recorder();
        let (serial, done) = (recorder.serial(choice.thread), recorder.done.len());
        recorder.begin_step(is_choice, split);
        self.steps.insert(serial, done);
    }

    fn recorder(&mut self) -> &mut Recorder {
        let tracer = Tracer::of_mut(&mut self.execution).expect("the run is traced");
        tracer.listener().expect("the run is recorded")
    }

    /// A thread's turn ends where the thread stands.
    fn end_turn(&mut self, thread: ThreadId) {
        let end = self.turn_end(thread);
        self.ends.push(end);
    }

    fn turn_end(&mut self, thread: ThreadId) -> TurnEnd {
        self.execution.load_registers(thread);
        let stop = self.stop_point(thread);
        let recorder = self.recorder();
        let (serial, done) = (recorder.serial(thread), recorder.done.len());
        TurnEnd { thread: serial, stop, done, since: self.steps.get(&serial).copied().unwrap_or(0) }
    }

    fn stop_point(&self, thread: ThreadId) -> StopPoint {
        let view = View::peek(&self.execution);
        let machine = &self.execution.machine;
        match (view.pending(thread), view.innermost(thread)) {
            (Some(Pending::Done), _) | (Some(Pending::Operation), None) => StopPoint::Ended,
            (Some(Pending::Access(access)), Some(frame)) => {
                StopPoint::Before(frame.next(), act_of_access(machine, access).into_iter().collect())
            }
            (Some(Pending::Operation), Some(frame)) => {
                let (at, code) = (frame.next(), frame.code());
                let op = &code.ops[at.pc as usize];
                StopPoint::Before(at, acts(machine, thread, code, frame.register_of_thread(0), op))
            }
            (Some(Pending::Call(call)), Some(frame)) => {
                let act = act_of_call(machine, thread, call.native);
                StopPoint::Before(frame.next(), act.into_iter().collect())
            }
            _ => StopPoint::Anywhere,
        }
    }

    /// Ends the last turns; how the run ends.
    fn finish(&mut self, violation: &Violation) -> End {
        let last = self.last.unwrap_or(ThreadId::FIRST);
        let racing = Tracer::of(&self.execution).and_then(|it| it.racing);
        let attempt = self.recorder().take_attempt();
        match violation.kind {
            ErrorKind::DataRace => {
                let (a, b) = racing.unwrap_or((last, violation.thread));
                // The thread that went last may have to create the other one.
                self.end_turn(a);
                self.end_turn(b);
                End::Races(self.recorder().serial(a), self.recorder().serial(b))
            }
            ErrorKind::Deadlock => self.waiting(last),
            kind => {
                let failing = violation.thread;
                if failing != last {
                    self.end_turn(last);
                }
                let mut end = self.turn_end(failing);
                end.stop = match attempt {
                    _ if kind == ErrorKind::MemoryLeak || fails_natively(kind) => StopPoint::Ended,
                    Some(it) if it.thread == end.thread => StopPoint::Before(it.at, it.acts),
                    _ => StopPoint::Anywhere,
                };
                self.ends.push(end);
                match kind {
                    ErrorKind::MemoryLeak => End::Leaks,
                    _ if fails_natively(kind) => End::Fails(kind),
                    _ => End::Stands(kind),
                }
            }
        }
    }

    /// Ends the turns of threads that wait for ever.
    fn waiting(&mut self, last: ThreadId) -> End {
        let view = View::peek(&self.execution);
        let waits = |it: &ThreadId| {
            !matches!(view.pending(*it), None | Some(Pending::Done | Pending::AssumptionFailed))
        };
        let threads: Vec<ThreadId> = view.threads().filter(waits).collect();
        // The thread that went last has to go there first, if only to its end.
        self.end_turn(last);
        for &thread in threads.iter().filter(|it| **it != last) {
            self.end_turn(thread);
        }
        End::Waits(threads.into_iter().map(|it| self.recorder().serial(it)).collect())
    }

    /// Says of each turn where it ends.
    fn resolve(mut self, end: End, is_stoppable: &dyn Fn(&str) -> bool) -> Script {
        let Recorder { done, answers, .. } = std::mem::take(self.recorder());
        let marks = Marks { view: View::peek(&self.execution), done: &done, is_stoppable };
        let mut loose = Vec::new();
        let turns = self.ends.iter().map(|end| {
            let until = match &end.stop {
                StopPoint::Ended => None,
                StopPoint::Anywhere => marks.next(end.thread, end.done),
                StopPoint::Before(at, acts) => {
                    let first = acts.first().copied();
                    first.and_then(|act| marks.mark(end.thread, *at, act, end.done)).or_else(|| {
                        marks.last(end.thread, end.since, end.done).or_else(|| {
                            loose.extend(marks.complaint(end.thread, *at, first));
                            marks.next(end.thread, end.done)
                        })
                    })
                }
            };
            Turn { thread: end.thread, until }
        });
        let turns = turns.collect();
        let inputs = given_inputs(&self.execution.machine);
        Script { turns, answers, inputs, end, loose }
    }
}

/// Whether an error of this kind makes a program fail natively, rather than only showing in its accesses and calls.
fn fails_natively(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Assertion
            | ErrorKind::Abort
            | ErrorKind::NullDereference
            | ErrorKind::UseAfterFree
            | ErrorKind::DoubleFree
            | ErrorKind::InvalidFree
            | ErrorKind::DivisionByZero
            | ErrorKind::SignedOverflow
            | ErrorKind::StackOverflow
            | ErrorKind::ReadOnlyWrite
            | ErrorKind::UncaughtException
    )
}
