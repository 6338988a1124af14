//! A run as a script for native execution: who has its turn up to which operation, and what functions answer.
//!
//! The run is followed once more, and everything that threads do is written down as somebody sees it who is told of memory
//! accesses, atomic operations and calls, each with its line. A turn must end between the last operation of its thread that
//! others could notice and the next one; it ends before the next one where that can be recognised.

use crate::operation::{act_of_call, act_of_touch, acts};
use crate::tracer::Tracer;
use gmc_model::ThreadId;
use gmc_model::{Act, Answer, Choices, End, ErrorKind, Finding, Mark, Script, Step, System, Turn};
use gmc_system::At;
use gmc_system::Checked;
use gmc_system::pending::Pending;
use gmc_vm::diagnose;
use gmc_vm::effects::Traits;
use gmc_vm::lower::is_of_models;
use gmc_vm::machine::Machine;
use gmc_vm::native;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::thread::Phase;
use std::collections::HashMap;

/// What threads have done. Threads are numbered by their birth.
#[derive(Default)]
pub(crate) struct Record {
    /// The birth of each thread of the machine, which uses numbers again.
    births: Vec<usize>,
    born: usize,
    /// What is under way.
    now: Option<Operation>,
    deeds: Vec<(usize, At, Act)>,
    /// How often each thread has called each function.
    calls: HashMap<(usize, &'static str), u64>,
    answers: Vec<Answer>,
    /// Answers that are not decided yet.
    open: HashMap<u32, usize>,
    /// What the next call answers was a choice.
    chosen: bool,
}

struct Operation {
    thread: usize,
    at: At,
    acts: Vec<Act>,
}

impl Record {
    fn birth(&self, thread: ThreadId) -> usize {
        self.births.get(thread.index()).copied().unwrap_or(0)
    }

    /// A thread is about to do something; perhaps it is not let.
    pub(crate) fn attempt(&mut self, machine: &Machine, thread: ThreadId, at: At, acts: Vec<Act>) {
        let code = &machine.compiled.codes[at.code];
        // What models do is not done natively, but by the library itself.
        let acts = if is_of_models(&machine.compiled.program, code.global) { Vec::new() } else { acts };
        self.now = Some(Operation { thread: self.birth(thread), at, acts });
    }

    /// It has done it. A call of a function of the machine has returned this.
    pub(crate) fn done(&mut self, machine: &Machine, thread: ThreadId, result: Option<Reg>) {
        let Some(Operation { thread: birth, at, acts }) = self.now.take() else { return };
        for &act in &acts {
            self.deeds.push((birth, at, act));
            let (Act::Call(name) | Act::Resume(name)) = act else { continue };
            let calls = self.calls.entry((birth, name)).or_default();
            *calls += u64::from(matches!(act, Act::Call(_)));
            let nth = *calls;
            let is_over = machine.phase(thread) == Phase::Running;
            let row = machine.compiled.library.named(name);
            let is = |it| row.is_some_and(|row| row.has(it));
            let told = std::mem::take(&mut self.chosen) || (is(Traits::TELLS_TIME) && is_over);
            // A pointer is another one natively.
            if let Some(reg) = result.filter(|reg| told && reg.meta == Meta::PLAIN) {
                self.answers.push(Answer { thread: birth, function: name, nth, value: reg.bits });
            }
            if let Some((open, value)) = result.and_then(|reg| machine.nondet_of(reg)) {
                self.open.insert(open, self.answers.len());
                self.answers.push(Answer { thread: birth, function: name, nth, value });
            }
            if is(Traits::CREATES)
                && let Some(slot) = machine.step.created.last().map(|it| it.index())
                && self.births.get(slot).is_none_or(|&it| it < self.born)
            {
                self.born += 1;
                self.births.resize(self.births.len().max(slot + 1), 0);
                self.births[slot] = self.born;
            }
        }
    }
}

/// Where a thread stands when its turn is over.
enum Stand {
    /// At its end.
    Ended,
    /// Before something that nobody else notices.
    Onward,
    /// Before this.
    Before(At, Vec<Act>),
}

/// The end of a turn.
struct Over {
    thread: usize,
    stand: Stand,
    /// How much had been done.
    deeds: usize,
    /// How much of it before the thread's last step.
    since: usize,
}

/// The script of a run of a program that is about to start. `stoppable` says of which functions of the library a native
/// run is told.
///
/// # Errors
/// When the run does not come to its end, or has none.
pub fn script(
    execution: Checked,
    finding: &Finding,
    stoppable: &dyn Fn(&str) -> bool,
) -> Result<Script, &'static str> {
    Scribe { execution }.script(finding, stoppable)
}

/// Follows a run and writes its script.
struct Scribe {
    execution: Checked,
}

impl Scribe {
    fn script(mut self, finding: &Finding, stoppable: &dyn Fn(&str) -> bool) -> Result<Script, &'static str> {
        if finding.lap.is_some() || finding.violation.kind == ErrorKind::Livelock {
            return Err("a run that goes on for ever has no end that could be shown");
        }
        let mut tracer = Tracer::new();
        tracer.record = Some(Record::default());
        self.execution.observer = Some(Box::new(tracer));
        let mut overs: Vec<Over> = Vec::new();
        // Where each thread's last step began.
        let mut steps: HashMap<usize, usize> = HashMap::new();
        let mut before: Option<ThreadId> = None;
        let mut open = Choices::new();
        let mut step = None;
        for choice in &finding.trace {
            let thread = choice.thread;
            self.execution.choices(&mut open);
            if !open.contains(choice) {
                return Err("the run does not happen again");
            }
            if let Some(before) = before.filter(|it| *it != thread) {
                overs.push(self.over(before, &steps));
            }
            before = Some(thread);
            let pending = self.execution.threads[thread].pending.clone();
            let decided = match &pending {
                Pending::Open(cut) => self.execution.machine.decided(cut, choice.alternative),
                _ => None,
            };
            let chosen = matches!(pending, Pending::Call(_)) && self.execution.outcomes(thread) > 1;
            let record = self.record();
            steps.insert(record.birth(thread), record.deeds.len());
            record.chosen = chosen;
            if let Some((open, value)) = decided
                && let Some(&answer) = record.open.get(&open)
            {
                record.answers[answer].value = value;
            }
            step = Some(self.execution.step(*choice));
        }
        if Tracer::of(&self.execution).is_some_and(|it| it.gave_up()) {
            return Err("the run is too long to be followed");
        }
        let last = before.unwrap_or_default();
        let violation = match step {
            Some(Step::Violated(violation)) => violation,
            Some(Step::Moved { .. }) | None => {
                self.execution.choices(&mut open);
                open.take_end().ok_or("the run does not happen again")?
            }
            Some(Step::Stopped(_)) => return Err("a limit came before the end of the run"),
            Some(Step::Pruned | Step::Unknown(_)) => return Err("the run does not happen again"),
        };
        let end = self.finish(&violation, last, &mut overs, &steps);
        Ok(self.resolve(overs, end, stoppable))
    }

    fn record(&mut self) -> &mut Record {
        Tracer::of_mut(&mut self.execution).and_then(|it| it.record.as_mut()).expect("it is being recorded")
    }

    /// A thread's turn is over.
    fn over(&mut self, thread: ThreadId, steps: &HashMap<usize, usize>) -> Over {
        self.execution.fresh(thread);
        let stand = self.stand(thread);
        let record = self.record();
        let birth = record.birth(thread);
        Over {
            thread: birth,
            stand,
            deeds: record.deeds.len(),
            since: steps.get(&birth).copied().unwrap_or(0),
        }
    }

    fn stand(&mut self, thread: ThreadId) -> Stand {
        let current = std::mem::replace(&mut self.execution.machine.current, thread);
        let machine = &self.execution.machine;
        let frame = machine.threads[thread].frames.last();
        let at = frame.map(|it| (At { code: it.code, pc: it.pc }, it.base));
        let stand = match (&self.execution.threads[thread].pending, at) {
            (Pending::Done, _) | (Pending::Operation, None) => Stand::Ended,
            (Pending::Onward | Pending::Open(_) | Pending::Never, _) | (_, None) => Stand::Onward,
            (Pending::Access(touch), Some((at, _))) => {
                Stand::Before(at, act_of_touch(machine, touch).into_iter().collect())
            }
            (Pending::Operation, Some((at, base))) => {
                let code = &machine.compiled.codes[at.code];
                Stand::Before(at, acts(machine, code, base, &code.ops[at.pc as usize]))
            }
            (Pending::Call(held), Some((at, _))) => {
                Stand::Before(at, act_of_call(machine, held.native).into_iter().collect())
            }
        };
        self.execution.machine.current = current;
        stand
    }

    /// The last turns, and how it ends.
    fn finish(
        &mut self,
        violation: &gmc_model::Violation,
        last: ThreadId,
        overs: &mut Vec<Over>,
        steps: &HashMap<usize, usize>,
    ) -> End {
        let racing = Tracer::of(&self.execution).and_then(|it| it.racing);
        let attempt = self.record().now.take();
        match violation.kind {
            ErrorKind::DataRace => {
                let (a, b) = racing.unwrap_or((last, violation.thread));
                // The one that went last may have to create the other one.
                overs.push(self.over(a, steps));
                overs.push(self.over(b, steps));
                End::Races(self.record().birth(a), self.record().birth(b))
            }
            ErrorKind::Deadlock => {
                let waits =
                    |it: &gmc_system::ThreadState| !matches!(it.pending, Pending::Done | Pending::Never);
                let threads = self.execution.threads.entries();
                let threads: Vec<ThreadId> = threads.filter(|it| waits(it.1)).map(|it| it.0).collect();
                // Whoever went last has to go there first, if only to its end.
                overs.push(self.over(last, steps));
                for &thread in threads.iter().filter(|it| **it != last) {
                    overs.push(self.over(thread, steps));
                }
                End::Waits(threads.into_iter().map(|it| self.record().birth(it)).collect())
            }
            kind => {
                let guilty = violation.thread;
                if guilty != last {
                    overs.push(self.over(last, steps));
                }
                let mut over = self.over(guilty, steps);
                if kind == ErrorKind::MemoryLeak {
                    over.stand = Stand::Ended;
                    overs.push(over);
                    return End::Leaks;
                }
                over.stand = match attempt {
                    _ if fails_natively(kind) => Stand::Ended,
                    Some(deed) if deed.thread == over.thread => Stand::Before(deed.at, deed.acts),
                    _ => Stand::Onward,
                };
                overs.push(over);
                if fails_natively(kind) { End::Fails(kind) } else { End::Stands(kind) }
            }
        }
    }

    /// Says of each turn where it ends.
    fn resolve(mut self, overs: Vec<Over>, end: End, stoppable: &dyn Fn(&str) -> bool) -> Script {
        let Record { deeds, answers, .. } = std::mem::take(self.record());
        let places = Places { machine: &self.execution.machine, deeds: &deeds, stoppable };
        let mut loose = Vec::new();
        let turns = overs.into_iter().map(|over| {
            let until = match &over.stand {
                Stand::Ended => None,
                Stand::Onward => places.next(over.thread, over.deeds),
                Stand::Before(at, acts) => {
                    let first = acts.first().copied();
                    first.and_then(|act| places.mark(over.thread, *at, act, over.deeds)).or_else(|| {
                        places.last(over.thread, over.since, over.deeds).or_else(|| {
                            loose.extend(places.complaint(over.thread, *at, first));
                            places.next(over.thread, over.deeds)
                        })
                    })
                }
            };
            Turn { thread: over.thread, until }
        });
        let turns = turns.collect();
        Script { turns, answers, end, loose }
    }
}

/// Whether an error of this kind makes a program fail natively, or is noticed by whoever is told of accesses and calls.
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

/// Finds operations in what was done.
struct Places<'a> {
    machine: &'a Machine,
    deeds: &'a [(usize, At, Act)],
    stoppable: &'a dyn Fn(&str) -> bool,
}

impl Places<'_> {
    /// An operation that a thread comes to after so many deeds of all, if it can be recognised.
    fn mark(&self, thread: usize, at: At, act: Act, deeds: usize) -> Option<Mark> {
        if let Act::Call(name) | Act::Resume(name) = act
            && !(self.stoppable)(name)
        {
            return None;
        }
        let code = &self.machine.compiled.codes[at.code];
        if is_of_models(&self.machine.compiled.program, code.global) {
            return None;
        }
        let place = diagnose::at(self.machine, at.code, at.pc).filter(|it| it.line > 0)?;
        // However often a thread is let go on in a call, the call returns once.
        let counted = if let Act::Resume(name) = act { Act::Call(name) } else { act };
        let same = |it: &&(usize, At, Act)| {
            it.0 == thread
                && it.2 == counted
                && diagnose::at(self.machine, it.1.code, it.1.pc)
                    .is_some_and(|other| other.line == place.line && other.file == place.file)
        };
        let before = self.deeds[..deeds].iter().filter(same).count() as u64;
        let nth = if counted == act { before + 1 } else { before };
        Some(Mark { act, file: place.file, line: place.line, nth })
    }

    /// The first operation of a thread after so many deeds of all that can be recognised.
    fn next(&self, thread: usize, deeds: usize) -> Option<Mark> {
        let later = self.deeds.iter().enumerate().skip(deeds).filter(|it| it.1.0 == thread);
        later.map(|(index, it)| self.mark(thread, it.1, it.2, index)).find(Option::is_some).flatten()
    }

    /// The last one before, of those that nobody else notices: not the first of the thread's last step.
    fn last(&self, thread: usize, since: usize, deeds: usize) -> Option<Mark> {
        let own = self.deeds[..deeds].iter().enumerate().skip(since).filter(|it| it.1.0 == thread);
        let private: Vec<_> = own.skip(usize::from(since > 0)).collect();
        let marks = private.into_iter().rev().map(|(index, it)| self.mark(thread, it.1, it.2, index));
        marks.into_iter().flatten().next()
    }

    fn complaint(&self, thread: usize, at: At, act: Option<Act>) -> Option<String> {
        let place = diagnose::at(self.machine, at.code, at.pc)?;
        let what = match act {
            Some(Act::Call(name) | Act::Resume(name)) => format!("the call of `{name}`"),
            _ => "what it does".to_owned(),
        };
        Some(format!(
            "thread {thread} cannot be stopped before {what} at {}:{}, and goes on",
            place.file, place.line
        ))
    }
}
