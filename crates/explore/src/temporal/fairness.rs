//! Which runs count: those that treat threads fairly.
//!
//! Weak fairness is a generalised Büchi condition: for each thread, infinitely often it takes a step or cannot. So it
//! costs one more acceptance set for each thread, and no further states (Couvreur: On-the-fly verification of linear
//! temporal logic, FM 1999). Strong fairness is a Streett condition (`streett`).

use gmc_model::{Choice, ThreadId};

/// Which runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    None,
    /// Those in which no thread could go on at every moment from some point on and never does.
    #[default]
    Weak,
    /// Those in which no thread could go on again and again and never does from some point on.
    Strong,
}

impl Fairness {
    /// All of them.
    pub const ALL: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

    /// As users name it.
    pub fn name(self) -> &'static str {
        match self {
            Fairness::None => "none",
            Fairness::Weak => "weak",
            Fairness::Strong => "strong",
        }
    }

    /// What it means, for the help.
    pub fn summary(self) -> &'static str {
        match self {
            Fairness::None => "All runs count, also those in which a thread is never scheduled",
            Fairness::Weak => "A thread that could go on all the time does so at some time",
            Fairness::Strong => "A thread that could go on again and again does so at some time",
        }
    }
}

/// The most threads that fairness can tell apart.
pub(crate) const MOST_THREADS: u32 = 64;

/// Threads, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreadSet(pub(crate) u64);

impl ThreadSet {
    /// The set of one thread. The thread must be among the first [`MOST_THREADS`]; others are left out.
    pub(crate) fn one(thread: ThreadId) -> ThreadSet {
        ThreadSet(1u64.checked_shl(thread.0).unwrap_or(0))
    }

    pub(crate) fn insert(&mut self, thread: ThreadId) {
        self.0 |= ThreadSet::one(thread).0;
    }
}

/// Acceptance sets: those of the automaton in the lower half, those of threads in the upper one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(pub(crate) u128);

impl Marks {
    /// The sets that a step belongs to, from a state in which these threads are enabled. `taken` is none where the run
    /// repeats its last state.
    pub(crate) fn of_step(
        fairness: Fairness,
        automaton: u64,
        taken: Option<Choice>,
        enabled: ThreadSet,
    ) -> Marks {
        let moved = taken.map_or(ThreadSet::default(), |it| ThreadSet::one(it.thread));
        let threads = match fairness {
            Fairness::None => u64::MAX,
            Fairness::Weak => !enabled.0 | moved.0,
            Fairness::Strong => moved.0,
        };
        Marks(u128::from(automaton) | u128::from(threads) << 64)
    }

    /// The sets that an accepting cycle must pass. With strong fairness, which threads must move depends on the cycle:
    /// `enabled` are those that are enabled somewhere on it.
    pub(crate) fn required(fairness: Fairness, automaton: u64, enabled: ThreadSet) -> Marks {
        let threads = match fairness {
            Fairness::None | Fairness::Weak => u64::MAX,
            Fairness::Strong => enabled.0,
        };
        Marks(u128::from(automaton) | u128::from(threads) << 64)
    }

    /// Those of the automaton.
    pub(crate) fn automaton(self) -> u64 {
        self.0 as u64
    }

    /// Those of threads.
    pub(crate) fn threads(self) -> ThreadSet {
        ThreadSet((self.0 >> 64) as u64)
    }

    pub(crate) fn has_all(self, required: Marks) -> bool {
        self.0 & required.0 == required.0
    }
}
