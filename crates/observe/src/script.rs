//! A run as a script for native execution: which thread has its turn up to which operation, and what functions return.
//!
//! The run is executed once more, and all that threads do is recorded as a native run can recognise it: memory
//! accesses, atomic operations and calls, each with its line. A turn must end between the last operation of its thread
//! that others can notice and the next one; it ends before the next one where that can be recognised.

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
    if finding.lap.is_some() || finding.violation.kind == ErrorKind::Livelock {
        return Err("a run that goes on for ever has no end that could be shown");
    }
    let mut writer = ScriptWriter { execution, ends: Vec::new(), steps: HashMap::new() };
    let (violation, last) = writer.execute(&finding.trace)?;
    let end = writer.finish(&violation, last);
    Ok(writer.resolve(end, is_stoppable))
}

/// Executes a run and writes its script.
struct ScriptWriter {
    execution: Checked,
    ends: Vec<TurnEnd>,
    /// How many things were done when each thread's last step began, by serial number.
    steps: HashMap<Serial, usize>,
}

impl ScriptWriter {
    /// Executes the run: its violation, and the thread that went last.
    fn execute(&mut self, trace: &[Choice]) -> Result<(Box<Violation>, ThreadId), &'static str> {
        self.execution.observer = Some(Box::new(Tracer::with_listener(Recorder::default())));
        let mut last: Option<ThreadId> = None;
        let mut choices = Choices::new();
        let mut step = None;
        for &choice in trace {
            self.execution.choices(&mut choices);
            if !choices.contains(&choice) {
                return Err("the run does not happen again");
            }
            if let Some(last) = last.filter(|it| *it != choice.thread) {
                self.end_turn(last);
            }
            last = Some(choice.thread);
            self.begin_step(choice);
            step = Some(self.execution.step(choice));
        }
        if Tracer::of(&self.execution).is_some_and(Tracer::is_exhausted) {
            return Err("the run is too long to be followed");
        }
        let violation = match step {
            Some(Step::Violated(violation)) => violation,
            Some(Step::Moved { .. }) | None => {
                self.execution.choices(&mut choices);
                choices.take_end().ok_or("the run does not happen again")?
            }
            Some(Step::Stopped(_)) => return Err("a limit came before the end of the run"),
            Some(Step::Pruned | Step::Unknown(_)) => return Err("the run does not happen again"),
        };
        Ok((violation, last.unwrap_or(ThreadId::FIRST)))
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
    fn finish(&mut self, violation: &Violation, last: ThreadId) -> End {
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
            ErrorKind::Deadlock => {
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
    )
}
