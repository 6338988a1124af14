//! The schedule of a single run with several processes: each goes on until it waits or has run for long, then the next
//! one has its turn. Time passes only when nobody can go on in any process.
//!
//! A process is a machine. All of them have one outside, which goes along with the turn.

use super::Turns;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::{Machine, Stop};
use crate::pending_call::PendingCall;
use crate::programs::Exec;
use crate::thread::Thread;
use gmc_model::Violation;
use gmc_world::{ProcessId, Status};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The processes of a run.
pub struct Processes {
    machines: BTreeMap<ProcessId, Machine>,
    current: ProcessId,
    /// Processes that have had their turn since anything has happened, and can do nothing.
    waiting: usize,
    /// What the first process has told `exit`.
    code: Option<i32>,
    /// The machine of a process that has ended: what another process has in common with it need not be copied again.
    spare: Option<Machine>,
}

impl Processes {
    /// A run of processes that are about to start.
    pub fn new(machines: Vec<Machine>) -> Processes {
        Processes {
            machines: machines.into_iter().map(|it| (it.world.process, it)).collect(),
            current: ProcessId::FIRST,
            waiting: 0,
            code: None,
            spare: None,
        }
    }

    /// The process that runs, or ran last.
    ///
    /// # Panics
    /// Never: it is there until another one runs.
    pub fn current(&mut self) -> &mut Machine {
        self.machines.get_mut(&self.current).expect("it is kept")
    }

    /// Runs until all processes have ended, or something is wrong.
    pub fn run(&mut self) -> Stop {
        loop {
            let before = self.current().world.files.outside().clone();
            let stop = self.current().run(u64::MAX);
            if let Err(fault) = self.current().publish() {
                return Stop::Error(fault);
            }
            let changed = !self.current().world.files.outside().is(&before);
            match stop {
                Stop::Turn(waits) => {
                    if self.current().world.files.look_outside() {
                        self.ask_again();
                    }
                    self.waiting = if waits && !changed { self.waiting + 1 } else { 0 };
                    if self.waiting >= self.machines.len() {
                        if let Some(stop) = self.pass_time() {
                            return stop;
                        }
                    } else if let Err(fault) = self.hand_over() {
                        return Stop::Error(fault);
                    }
                }
                Stop::Forks(held) => {
                    self.waiting = 0;
                    if let Err(fault) = self.fork(&held) {
                        return Stop::Error(fault);
                    }
                }
                Stop::Executes(exec) => {
                    self.waiting = 0;
                    if let Err(fault) = self.execute(&exec) {
                        return Stop::Error(fault);
                    }
                }
                Stop::Exited(code) => {
                    self.waiting = 0;
                    if self.current == ProcessId::FIRST {
                        self.code = Some(code);
                    }
                    if self.machines.len() == 1 {
                        return Stop::Exited(self.code.unwrap_or(code));
                    }
                    let ended = self.current;
                    if let Err(fault) = self.hand_over() {
                        return Stop::Error(fault);
                    }
                    // A machine runs one program: one of another program is of no use.
                    let first = self.spare.as_ref().map(|it| it.compiled.clone());
                    let old = self.machines.remove(&ended);
                    let fits = |it: &Machine| first.is_none_or(|first| Arc::ptr_eq(&first, &it.compiled));
                    self.spare = old.filter(fits).or_else(|| self.spare.take());
                }
                other => return other,
            }
        }
    }

    /// The next process has its turn, with the outside as it is now.
    fn hand_over(&mut self) -> InterpResult<()> {
        let after = |it: &ProcessId| *it > self.current;
        let next = self.machines.keys().copied().find(after).or_else(|| self.machines.keys().next().copied());
        self.turn_to(next.unwrap_or(self.current))
    }

    fn turn_to(&mut self, next: ProcessId) -> InterpResult<()> {
        self.turn_to_waiting(next)?;
        self.current().turns.ask_again();
        Ok(())
    }

    /// Nobody can go on: time passes until somebody can, or it is the end.
    fn pass_time(&mut self) -> Option<Stop> {
        self.waiting = 0;
        let alarms = self.machines.iter().filter_map(|(id, it)| Some((it.turns.next_alarm()?, *id)));
        let first: Option<(Duration, ProcessId)> = alarms.min();
        if self.current().world.files.wait_outside(first.map(|it| it.0)) {
            self.ask_again();
            return None;
        }
        match first {
            Some((_, process)) => {
                if let Err(fault) = self.turn_to_waiting(process) {
                    return Some(Stop::Error(fault));
                }
                match self.current().pass_time() {
                    Ok(None) => None,
                    Ok(stop) => stop,
                    Err(fault) => Some(Stop::Error(fault)),
                }
            }
            // Whoever started the program waits for the first process only.
            None if let Some(code) = self.code => Some(Stop::Exited(code)),
            None => Some(self.stuck()),
        }
    }

    /// Something has happened that any thread may wait for.
    fn ask_again(&mut self) {
        self.machines.values_mut().for_each(|it| it.turns.ask_again());
    }

    /// As `turn_to`, without asking anew who can go on.
    fn turn_to_waiting(&mut self, next: ProcessId) -> InterpResult<()> {
        self.current().publish()?;
        let outside = self.current().world.files.outside().clone();
        self.current = next;
        self.current().receive_outside(&outside)
    }

    /// Everybody waits for ever.
    fn stuck(&mut self) -> Stop {
        let mut found: Option<Box<Violation>> = None;
        let mut count = 0;
        for machine in self.machines.values_mut() {
            match machine.stuck() {
                Ok(Some(Stop::Stuck(own))) => {
                    count += 1;
                    match &mut found {
                        None => found = Some(own),
                        Some(found) => found.notes.extend(own.notes),
                    }
                }
                Ok(_) => {}
                Err(fault) => return Stop::Error(fault),
            }
        }
        match found {
            Some(mut found) => {
                if count > 1 {
                    found.message = format!("all {count} processes wait for ever");
                }
                Stop::Stuck(found)
            }
            None => Stop::Error(InterpError::unsupported("processes of which nothing is left")),
        }
    }

    /// The current process makes another one.
    fn fork(&mut self, held: &PendingCall) -> InterpResult<()> {
        let compiled = self.current().compiled.clone();
        let spare = self.spare.take_if(|it| Arc::ptr_eq(&it.compiled, &compiled));
        let parent = self.current();
        parent.publish()?;
        let mut copy = parent.copy(spare);
        parent.step.alternative = 0;
        parent.release(held)?;
        let Some(child) = parent.step.forked.take() else { return Ok(()) };
        *copy.world.files.outside_mut() = parent.world.files.outside().clone();
        copy.step.child = Some(child);
        copy.release(held)?;
        copy.step.child = None;
        *parent.world.files.outside_mut() = copy.world.files.outside().clone();
        self.machines.insert(child, copy);
        Ok(())
    }

    /// Another program takes the current process over.
    fn execute(&mut self, exec: &Exec) -> InterpResult<()> {
        let old = self.current();
        let world = old.world.execute(exec.given.clone(), exec.kept);
        let compiled = old.rules.programs.compiled(exec.program, &old.compiled).clone();
        let mut new = old.with_program(&compiled, world)?;
        new.process.faults_left.clone_from(&old.process.faults_left);
        new.turns.random = old.turns.random.clone();
        new.observed.statements = old.observed.statements;
        *old = new;
        Ok(())
    }

    /// How the first process has ended, if a signal did it.
    pub fn status(&mut self) -> Option<Status> {
        self.current().world.processes().first_status()
    }

    /// Statements executed so far in processes that are still there, if they are counted.
    pub fn statements(&self) -> Option<u64> {
        self.machines.values().map(|it| it.observed.statements).sum()
    }
}

impl Machine {
    /// A machine in the same state, with the same threads. It can be made out of one that is not needed any more.
    fn copy(&mut self, spare: Option<Machine>) -> Machine {
        let mut copy = spare.unwrap_or_else(|| self.sibling());
        copy.memory.restore(&self.memory.snapshot());
        copy.set_beside(&self.beside());
        copy.memory_was_copied();
        copy.library_record = self.library_record;
        copy.truncate_threads(0);
        for thread in &self.threads {
            let mut regs = copy.stack();
            regs.extend_from_slice(&thread.regs);
            let mut new = Thread::new(regs, thread.record, thread.frame_words);
            new.frames.clone_from(&thread.frames);
            (new.lowest, new.locks) = (thread.lowest, thread.locks);
            copy.threads.push(new);
        }
        copy.current = self.current;
        copy.turns = Turns { random: self.turns.random.clone(), ..Turns::default() };
        copy.observed.statements = self.observed.statements.map(|_| 0);
        copy
    }
}
