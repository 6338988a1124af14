//! What is done to see what comes of it, and taken back: one way for all who do so.
//!
//! Invariant: what is taken back leaves no trace in the machine, wherever a function of the library keeps its state: in memory, beside it,
//! in the calls of the thread, or in what the operation under way has said of itself. Only what was learnt of the program
//! stays: what was touched ([`gmc_mem::Memory::accesses`]), and which threads somebody tells apart.

use crate::machine::{Machine, Mode};
use crate::reg::Reg;
use crate::trail::ReadWriteSet;
use gmc_mem::Watch;
use gmc_model::ThreadId;

/// What becomes of something that was done tentatively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has happened.
    Stays,
    /// It has not.
    TakenBack,
}

/// What the machine knows of the operation under way; no part of a state.
pub struct UnderWay {
    current: ThreadId,
    mode: Mode,
    watch: Watch,
    outcome: u32,
    born: usize,
    progress: bool,
    verdict: Option<Reg>,
    labels: usize,
    trail: Option<Box<ReadWriteSet>>,
    notes: usize,
    statements: Option<u64>,
    sweep_at: u32,
}

impl Machine {
    /// Sets aside what is known of the operation under way.
    pub fn set_aside(&mut self) -> UnderWay {
        UnderWay {
            current: self.current,
            mode: self.mode,
            watch: self.memory.watching(),
            outcome: self.outcome,
            born: self.born.len(),
            progress: self.progress,
            verdict: self.verdict,
            labels: self.labels.as_ref().map_or(0, Vec::len),
            trail: self.trail.take(),
            notes: self.notes.count(),
            statements: self.statements,
            sweep_at: self.sweep_at,
        }
    }

    /// Goes on with an operation that was set aside; what was known of another one since then is forgotten.
    pub fn take_up(&mut self, under_way: UnderWay) {
        let UnderWay { current, mode, watch, outcome, born, progress, verdict, .. } = under_way;
        let UnderWay { labels, trail, notes, statements, sweep_at, .. } = under_way;
        (self.current, self.mode, self.outcome) = (current, mode, outcome);
        (self.progress, self.verdict) = (progress, verdict);
        (self.statements, self.sweep_at, self.trail) = (statements, sweep_at, trail);
        self.memory.watch(watch);
        self.born.truncate(born);
        self.notes.truncate(notes);
        if let Some(said) = &mut self.labels {
            said.truncate(labels);
        }
    }

    /// Does something as a thread, whose registers are those of the state, and takes it back unless it is to stay.
    pub fn tentatively<T>(&mut self, thread: ThreadId, work: impl FnOnce(&mut Self) -> (T, Fate)) -> T {
        let under_way = self.set_aside();
        let (mark, beside, threads) = (self.memory.mark(), self.beside(), self.threads.len());
        let calls = self.threads[thread].calls();
        self.current = thread;
        let (result, fate) = work(self);
        if fate == Fate::TakenBack {
            self.memory.rewind(mark);
            self.set_beside(&beside);
            self.truncate_threads(threads);
            self.threads[thread].set_calls(calls);
            self.take_up(under_way);
        } else if let Some(mut trail) = under_way.trail {
            trail.spoil();
            self.trail = Some(trail);
        }
        self.memory.forget(mark);
        result
    }
}
