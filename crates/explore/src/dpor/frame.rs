//! The path of the search: its states, with what was explored in each and what is still to be.

use super::sleep::SleepMark;
use super::summary::Summary;
use super::threads::ThreadSet;
use super::wakeup::Branch;
use gmc_model::Choice;

/// A state of the path.
pub(super) struct Frame {
    pub(super) fingerprint: u128,
    /// Its number among the open states.
    pub(super) node: u32,
    /// Where its choices start.
    pub(super) first: usize,
    /// Behind the choice that is being explored. Its thread's alternatives are next to each other.
    pub(super) next: usize,
    /// Where its sleep set starts.
    pub(super) sleep: SleepMark,
    pub(super) threads: Threads,
    /// The wakeup tree: what is to be explored, in this order. Without wakeup trees its branches are backtracking
    /// points.
    pub(super) wakeup: Vec<Branch>,
    /// The branch of the tree that is being explored.
    pub(super) branch: Explored,
    /// What happens from here, as far as it was seen.
    pub(super) summary: Summary,
    /// There is a mark of the system on it.
    pub(super) marked: bool,
    /// It was left before: the system has to come back first.
    pub(super) left: bool,
    /// A step led on.
    pub(super) moved: bool,
    /// It is on a cycle: everything is explored.
    pub(super) cyclic: bool,
    /// The thread that is being explored has to be explored again.
    pub(super) again: bool,
}

/// The threads of a state.
#[derive(Clone, Copy, Default)]
pub(super) struct Threads {
    pub(super) enabled: ThreadSet,
    /// Those that are not enabled and not at their end.
    pub(super) blocked: ThreadSet,
    /// Those that were explored.
    pub(super) done: ThreadSet,
    /// Those that need not be, since what they lead to is explored elsewhere.
    pub(super) asleep: ThreadSet,
}

/// How a branch of a wakeup tree goes on: with the subtree, if its step has this alternative.
#[derive(Default)]
pub(super) struct Explored {
    pub(super) alternative: u32,
    pub(super) subtree: Vec<Branch>,
}

/// The states from the initial one to the current one.
#[derive(Default)]
pub(super) struct Path {
    pub(super) frames: Vec<Frame>,
    /// The choices of all states, those of the last one at the end.
    pub(super) choices: Vec<Choice>,
}

impl Path {
    /// The last state. There is one wherever this is called.
    pub(super) fn last(&self) -> &Frame {
        self.frames.last().expect("the path has a state")
    }

    pub(super) fn last_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the path has a state")
    }

    /// The choice by which the path leaves a state.
    pub(super) fn taken(&self, state: usize) -> Choice {
        self.choices[self.frames[state].next - 1]
    }

    /// The choices along the path.
    pub(super) fn trace(&self) -> Vec<Choice> {
        (0..self.frames.len()).map(|state| self.taken(state)).collect()
    }

    pub(super) fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>() + self.choices.capacity() * size_of::<Choice>()
    }
}
