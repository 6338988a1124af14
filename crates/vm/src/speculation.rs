//! Speculation: something is done to see what comes of it, and rolled back. The machine has one way to do so.
//!
//! Invariant: a rollback leaves no trace in the machine, wherever a function of the library keeps its state: in memory,
//! beside it, in the calls of the thread, or in the effects of the operation under way. Only what was learnt of the
//! program stays: what was touched ([`gmc_mem::Memory::accesses`]), and which threads are told apart.

use crate::machine::{Machine, Mode};
use crate::read_write_set::ReadWriteSet;
use crate::reg::Reg;
use gmc_mem::Watch;
use gmc_model::ThreadId;

/// Whether what was done speculatively has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has happened.
    Commit,
    /// It has not.
    RollBack,
}

/// What the machine knows of the operation under way; no part of a state. Of lists that only grow, the length.
pub struct UnderWay {
    current: ThreadId,
    mode: Mode,
    watch: Watch,
    alternative: u32,
    created: usize,
    progress: bool,
    asks_time: bool,
    report: Option<Reg>,
    labels: usize,
    read_write_set: Option<Box<ReadWriteSet>>,
    thread_accesses: usize,
    statements: Option<u64>,
    inputs: Option<(usize, usize)>,
    sweep_at: u32,
}

impl Machine {
    /// Sets aside what is known of the operation under way.
    pub fn set_aside(&mut self) -> UnderWay {
        UnderWay {
            current: self.current,
            mode: self.mode,
            watch: self.memory.watching(),
            alternative: self.step.alternative,
            created: self.step.created.len(),
            progress: self.step.progress,
            asks_time: self.step.asks_time,
            report: self.step.report,
            labels: self.step.labels.as_ref().map_or(0, Vec::len),
            read_write_set: self.observed.read_write_set.take(),
            thread_accesses: self.observed.thread_accesses.count(),
            statements: self.observed.statements,
            inputs: self.observed.inputs.as_ref().map(|it| it.len()),
            sweep_at: self.reuse.sweep_at,
        }
    }

    /// Goes on with an operation that was set aside. What is known of another one since then is forgotten.
    pub fn take_up(&mut self, under_way: UnderWay) {
        self.current = under_way.current;
        self.mode = under_way.mode;
        self.memory.watch(under_way.watch);
        self.step.alternative = under_way.alternative;
        self.step.created.truncate(under_way.created);
        self.step.progress = under_way.progress;
        self.step.asks_time = under_way.asks_time;
        self.step.report = under_way.report;
        if let Some(labels) = &mut self.step.labels {
            labels.truncate(under_way.labels);
        }
        self.observed.read_write_set = under_way.read_write_set;
        self.observed.thread_accesses.truncate(under_way.thread_accesses);
        self.observed.statements = under_way.statements;
        if let (Some(log), Some(len)) = (&mut self.observed.inputs, under_way.inputs) {
            log.truncate(len);
        }
        self.reuse.sweep_at = under_way.sweep_at;
    }

    /// Does something as a thread, whose registers are those of the state, between two steps of the program. What it
    /// does to memory has happened; the thread stands where it stood.
    pub fn between<T>(&mut self, thread: ThreadId, work: impl FnOnce(&mut Self) -> T) -> T {
        let under_way = self.set_aside();
        let calls = self.threads[thread].calls();
        self.current = thread;
        let result = work(self);
        self.threads[thread].set_calls(calls);
        self.take_up(under_way);
        result
    }

    /// Does something as a thread, whose registers are those of the state, and rolls it back if `work` says so.
    pub fn speculate<T>(&mut self, thread: ThreadId, work: impl FnOnce(&mut Self) -> (T, Fate)) -> T {
        let under_way = self.set_aside();
        let (mark, beside, threads) = (self.memory.mark(), self.beside(), self.threads.len());
        let calls = self.threads[thread].calls();
        self.current = thread;
        let (result, fate) = work(self);
        if fate == Fate::RollBack {
            self.memory.rewind(mark);
            self.set_beside(&beside);
            self.truncate_threads(threads);
            self.threads[thread].set_calls(calls);
            self.take_up(under_way);
        } else if let Some(mut set) = under_way.read_write_set {
            set.invalidate();
            self.observed.read_write_set = Some(set);
        }
        self.memory.forget(mark);
        result
    }
}
