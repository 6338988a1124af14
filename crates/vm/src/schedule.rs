//! The schedule of a single run: threads take turns in the order of their numbers.
//!
//! A thread goes on until it must wait, sleeps, yields, or has run for long. Time passes only when no thread can go on:
//! then the clock moves to the earliest moment that a thread waits for. So the same input gives the same run, and a
//! program that relies on a second being long enough for the others gets what it relies on.
//!
//! `random` draws the order of threads instead, if the user asks for it.

mod processes;
mod random;

pub use processes::Processes;

use crate::diagnose;
use crate::effects::Traits;
use crate::id::IdVec;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::{Machine, SliceEnd, VisibleOp};
use crate::pending_call::PendingCall;
use crate::programs::Exec;
use crate::thread::Phase;
use gmc_model::{ThreadId, Violation};
use random::Random;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Transfers of control after which the next thread has its turn: somebody may wait in a loop for what another one
/// does.
const QUANTUM: u64 = 1 << 20;

/// Why the machine stopped.
#[derive(Debug)]
pub enum Stop {
    /// The program has ended.
    Exited(i32),
    /// The program has done something wrong, or something that the machine cannot do.
    Error(Box<InterpError>),
    /// No thread can go on.
    Stuck(Box<Violation>),
    /// The budget is used up.
    Budget,
    /// Other processes may go on; whether this one waits.
    Turn(bool),
    /// Another program takes the process over.
    Executes(Box<Exec>),
    /// The current thread stands before a call that makes a process.
    Forks(Rc<PendingCall>),
}

/// Which threads wait, and for what.
#[derive(Default)]
pub struct Turns {
    /// The calls of threads that cannot go on, as far as nothing has happened since they were asked.
    blocked: IdVec<ThreadId, Option<Rc<PendingCall>>>,
    /// The time at which each blocked thread goes on in any case.
    alarms: IdVec<ThreadId, Option<Duration>>,
    /// That time for the thread that was asked last, set by the function that it calls.
    pub alarm: Cell<Option<Duration>>,
    /// When each thread that sleeps has slept enough.
    pub sleeps: IdVec<ThreadId, Duration>,
    /// The operation under way lets others go first.
    pub yielded: bool,
    /// Draws the order of threads, if the run is random.
    pub random: Random,
}

impl Turns {
    /// Something has happened that threads may wait for.
    pub(crate) fn ask_again(&mut self) {
        self.blocked.fill(None);
    }

    /// The earliest moment at which a thread goes on in any case.
    pub(crate) fn next_alarm(&self) -> Option<Duration> {
        let waits = |at: ThreadId| self.blocked.get(at).is_some_and(Option::is_some);
        self.alarms.entries().filter(|it| waits(it.0)).filter_map(|it| *it.1).min()
    }
}

impl Machine {
    /// Runs until control was transferred `budget` times, from one place of the program to another.
    pub fn run(&mut self, budget: u64) -> Stop {
        let mut left = budget;
        let mut quantum = QUANTUM;
        loop {
            if let Err(fault) = self.look_at_limits() {
                return Stop::Error(fault);
            }
            let went = match self.turns.random.asked_for {
                true => self.random_turn(&mut left),
                false => self.turn_in_order(&mut quantum, &mut left),
            };
            match went {
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                Err(fault) => return Stop::Error(fault),
            }
            if self.memory.tombstones() >= self.reuse.sweep_at {
                self.sweep();
                self.reuse.sweep_at = self.memory.next_sweep_threshold();
            }
            if left == 0 {
                return Stop::Budget;
            }
        }
    }

    /// Runs the current thread, and decides who is next. What is left of its time and of all time is used up.
    #[inline]
    fn turn_in_order(&mut self, quantum: &mut u64, left: &mut u64) -> InterpResult<Option<Stop>> {
        let share = (*quantum).min(*left);
        let mut unused = share;
        let turn = self.slice(&mut unused);
        let used = (share - unused).max(1);
        *left -= used;
        *quantum -= used;
        let over = *quantum == 0;
        if over {
            *quantum = QUANTUM;
        }
        let turn = turn?;
        if over && matches!(turn, SliceEnd::Went) && self.process.atomic.is_none() {
            let interruptions = self.compiled.library.interruptions;
            interruptions.pass_time(self);
            if interruptions.is_due(self) {
                interruptions.interrupt(self)?;
            }
        }
        match turn {
            SliceEnd::Went if over && self.process.atomic.is_none() => {
                let stop = self.switch_thread()?;
                Ok(stop.or_else(|| self.has_others().then_some(Stop::Turn(false))))
            }
            turn => self.schedule(turn),
        }
    }

    /// One of so many alternatives: any in a random schedule, otherwise the first.
    pub fn draw(&mut self, alternatives: u64) -> u64 {
        if self.turns.random.asked_for { self.turns.random.below(alternatives) } else { 0 }
    }

    /// Who goes on after a turn of the current thread.
    fn schedule(&mut self, turn: SliceEnd) -> InterpResult<Option<Stop>> {
        match turn {
            SliceEnd::Went | SliceEnd::Ended if self.step.exec.is_some() => {
                Ok(self.step.exec.take().map(Stop::Executes))
            }
            SliceEnd::Went => Ok(None),
            SliceEnd::Ended => Ok(Some(Stop::Exited(self.process.exit_code.unwrap_or(0)))),
            SliceEnd::Finished => {
                self.turns.blocked.fill(None);
                self.switch_thread()
            }
            SliceEnd::VisibleOp(VisibleOp::Call(held)) => {
                self.turns.alarm.set(None);
                let alternatives = self.alternatives_of(&held);
                if held.native.has(Traits::FORKS) && alternatives > 0 {
                    return Ok(Some(Stop::Forks(held)));
                }
                if alternatives == 0 {
                    let count = self.threads.len();
                    self.turns.blocked.resize(count, None);
                    self.turns.alarms.resize(count, None);
                    self.turns.blocked[self.current] = Some(held);
                    self.turns.alarms[self.current] = self.turns.alarm.take();
                    return self.switch_thread();
                }
                self.step.alternative = self.draw(alternatives.into()) as u32;
                self.release(&held)?;
                self.turns.blocked.fill(None);
                if let Some(exec) = self.step.exec.take() {
                    return Ok(Some(Stop::Executes(exec)));
                }
                if std::mem::take(&mut self.turns.yielded) && self.process.atomic.is_none() {
                    let stop = self.switch_thread()?;
                    Ok(stop.or_else(|| self.has_others().then_some(Stop::Turn(false))))
                } else {
                    Ok(None)
                }
            }
            SliceEnd::VisibleOp(VisibleOp::Split(split)) => Err(self.left_open(&split)),
            SliceEnd::VisibleOp(_) => {
                Err(InterpError::unsupported("a thread that stops where nobody asked it to"))
            }
        }
    }

    /// Lets the next thread that can run do so.
    fn switch_thread(&mut self) -> InterpResult<Option<Stop>> {
        let count = self.threads.len();
        self.turns.blocked.resize(count, None);
        let after = |step| ThreadId::new((self.current.index() + step) % count);
        let mut ready = (1..=count).map(after).filter(|&at| self.is_ready(at));
        let next = match self.turns.random.asked_for {
            true => {
                let ready: Vec<ThreadId> = ready.collect();
                // The current one, which comes last, only where there is no other.
                let others = ready.len() - usize::from(ready.len() > 1 && ready.ends_with(&[self.current]));
                self.turns.random.pick(&ready[..others])
            }
            false => ready.next(),
        };
        match next {
            Some(at) => {
                self.current = at;
                Ok(None)
            }
            None if self.has_others() => Ok(Some(Stop::Turn(true))),
            None => self.pass_time(),
        }
    }

    /// Whether something goes on beside this process: other processes, or the machine's network.
    fn has_others(&self) -> bool {
        self.compiled.uses.system && self.world.has_peers() || self.world.files.has_gateway()
    }

    /// Whether a thread can go on, as far as is known.
    fn is_ready(&self, at: ThreadId) -> bool {
        let blocked = self.turns.blocked.get(at).is_some_and(Option::is_some);
        !blocked && !matches!(self.phase(at), Phase::Finished | Phase::Free | Phase::Outrun)
    }

    /// Lets time pass until a thread goes on because of that.
    pub(crate) fn pass_time(&mut self) -> InterpResult<Option<Stop>> {
        let turns = &mut self.turns;
        let waits = |&(at, _): &(ThreadId, Duration)| turns.blocked[at].is_some();
        let alarms = turns.alarms.entries().filter_map(|(at, alarm)| Some((at, (*alarm)?)));
        let Some((first, time)) = alarms.filter(waits).min_by_key(|it| it.1) else { return self.stuck() };
        turns.alarms[first] = None;
        turns.blocked[first] = None;
        self.world.clock_mut().pass(time);
        self.current = first;
        Ok(None)
    }

    /// No thread can go on.
    pub(crate) fn stuck(&mut self) -> InterpResult<Option<Stop>> {
        let mut waits = Vec::new();
        for thread in self.turns.blocked.ids() {
            if let Some(held) = self.turns.blocked[thread].clone() {
                self.current = thread;
                waits.push(diagnose::wait::Wait::new(self, &held));
            }
        }
        match diagnose::wait::deadlock(self, waits) {
            Some(deadlock) => Ok(Some(Stop::Stuck(Box::new(deadlock)))),
            None => {
                Err(InterpError::unsupported("a program that has not ended, and of which nothing is left"))
            }
        }
    }
}
