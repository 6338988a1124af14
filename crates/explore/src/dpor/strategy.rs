//! How to search, when to change that, and what the search tells beside its result.
//!
//! A search begins without remembering states, with wakeup trees: optimal as long as every step leads on and every
//! run goes as its tree has it. An adaptive search looks from time to time whether remembering states would pay.

use super::sample::Sample;

/// Whether a search remembers states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateMatching {
    /// Stateless: runs are followed to their ends, and counted. A system with cycles is never done.
    Off,
    /// Stateful: a run that comes to a state visited before is not followed.
    On,
    /// As `Adaptive`, but with states from the start.
    AtOnce,
    /// Stateless, until it turns out that the other way is better.
    Adaptive,
}

/// Why a search has started over in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Steps lead nowhere: threads wait for assumptions, or in loops. Wakeup trees need steps that lead on.
    Blocked,
    /// Runs come to the same states again and again.
    Revisits,
    /// A run did not go as its wakeup tree has it. No states are remembered, but some runs may be redundant.
    Diverged,
}

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUp {
    /// There were more threads than [`MOST_THREADS`](super::MOST_THREADS).
    TooManyThreads,
    /// Most states are on cycles, where nothing can be left out.
    Cycles,
}

/// What a search with dynamic partial-order reduction did, beside what every search tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DporStats {
    /// Runs that came to their end: one for each Mazurkiewicz trace, where no state was met twice.
    pub executions: u64,
    /// Runs that were given up because an equivalent one is explored elsewhere (blocked by sleep sets).
    pub redundant: u64,
    /// Runs that ended where a thread waits in vain: for an assumption, or in a loop.
    pub blocked: u64,
    /// States on cycles, in which everything was explored.
    pub cyclic: u64,
    /// Whether states were remembered in the end.
    pub stateful: bool,
    /// The most threads that there were.
    pub threads: u32,
    /// Why the search did not go on as it began.
    pub restart: Option<Restart>,
    /// Why another search has to be made: the result of this one is of no use.
    pub give_up: Option<GiveUp>,
}

/// After so many steps it is checked for the first time whether the search goes well; then after twice as many each
/// time.
const FIRST_CHECK: u64 = 1 << 11;

/// Remembering states pays where runs come to each so many times: less is left out then, since what follows from a
/// state is known only roughly when it is met again.
const OFTEN: u64 = 8;

/// How the search goes on.
pub(super) struct Strategy {
    asked: StateMatching,
    /// States are remembered.
    pub(super) stateful: bool,
    /// Wakeup trees are used: every run has gone as its tree has it so far.
    pub(super) optimal: bool,
    /// The search has to start over.
    pub(super) restart: bool,
    /// Of the states that were met, to see how often runs come to the same one.
    sample: Sample,
    /// The next check comes after so many steps.
    check: u64,
}

impl Strategy {
    pub(super) fn new(asked: StateMatching) -> Strategy {
        let stateful = matches!(asked, StateMatching::On | StateMatching::AtOnce);
        let asked = if asked == StateMatching::AtOnce { StateMatching::Adaptive } else { asked };
        let (sample, check) = (Sample::default(), FIRST_CHECK);
        Strategy { asked, stateful, optimal: !stateful, restart: false, sample, check }
    }

    /// The search starts over, for this reason. Without wakeup trees; and with states, unless it is runs that are
    /// asked for.
    pub(super) fn start_over(&mut self, why: Option<Restart>) {
        self.stateful = self.asked == StateMatching::Adaptive && why != Some(Restart::Diverged);
        (self.optimal, self.restart, self.check) = (false, false, FIRST_CHECK);
    }

    /// Takes a state into the sample, where that is of use.
    pub(super) fn note(&mut self, fingerprint: u128) {
        if self.asked == StateMatching::Adaptive {
            self.sample.add(fingerprint);
        }
    }

    /// Whether it is time to check how the search goes.
    pub(super) fn takes_check(&mut self, transitions: u64) -> bool {
        let is_due = transitions == self.check;
        if is_due {
            self.check *= 2;
        }
        is_due
    }

    /// Whether runs come to the same states so often that an adaptive search had better remember them.
    pub(super) fn has_revisits(&self) -> bool {
        self.asked == StateMatching::Adaptive && !self.stateful && self.sample.is_met(OFTEN)
    }

    /// Whether so many states of all are on cycles that an adaptive search had better be given up.
    pub(super) fn is_mostly_cyclic(&self, cyclic: u64, states: u64) -> bool {
        self.asked == StateMatching::Adaptive && cyclic * 2 > states
    }

    pub(super) fn bytes(&self) -> usize {
        self.sample.bytes()
    }
}
