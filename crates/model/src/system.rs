//! A system: something that moves from state to state by choices. Explorers know programs only as this.

use crate::choices::Choices;
use crate::outcome::Stopped;
use crate::thread::ThreadId;
use crate::violation::{Location, Violation};

/// One answer to one open question: which thread goes on, and which alternative of its next operation is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The thread that goes on.
    pub thread: ThreadId,
    /// What the program leaves open in its next operation: 0 where that is nothing.
    pub alternative: u32,
}

/// What a step led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next state.
    Moved {
        /// The program says that this step is progress.
        progress: bool,
    },
    /// An assumption of the program does not hold: nothing follows from here, and nothing is wrong.
    Pruned,
    /// The program is wrong here.
    Violated(Box<Violation>),
    /// The system cannot go on.
    Unknown(Box<Obstacle>),
    /// A limit has ended the step before it was through: nothing is known of where it leads.
    Stopped(Stopped),
}

/// Something that keeps a checker from an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Obstacle {
    /// What it is, in a sentence without capital and full stop.
    pub what: String,
    /// Where it stands in the program.
    pub location: Option<Location>,
}

/// What a value keeps of the memory of the host.
pub trait HostMemory {
    /// Bytes of the state, its marks and the snapshots kept, as far as they are known.
    fn host_bytes(&self) -> usize;
}

/// A system under exploration. It has one current state, which [`step`](System::step) changes in place.
///
/// Equal choices from equal states lead to equal states. Marks are a stack: depth-first searches put one on each state
/// that they leave; breadth-first ones carry snapshots.
pub trait System: HostMemory {
    /// A state that can be kept and returned to in any order.
    type Snapshot: Clone;

    /// Replaces what `out` holds by what is open in the current state, always in the same order, choices of one
    /// thread next to each other. No choices: the program has ended or is stuck, and [`Choices::end`] is what is
    /// wrong with that. Ample choices are filled in only where [`Choices::is_reducing`].
    fn choices(&mut self, out: &mut Choices);

    /// Goes on to the next state. After anything but [`Step::Moved`] the state is of no use; rewind or restore.
    fn step(&mut self, choice: Choice) -> Step;

    /// Equal for states that no continuation can tell apart.
    fn fingerprint(&mut self) -> u128;

    /// Puts a mark on the current state.
    fn mark(&mut self);

    /// Goes back to the last mark, which stays.
    fn rewind(&mut self);

    /// Removes the last mark; the state stays as it is.
    fn forget(&mut self);

    /// Keeps the current state.
    fn snapshot(&mut self) -> Self::Snapshot;

    /// Returns to a kept state. There are no marks afterwards.
    fn restore(&mut self, snapshot: &Self::Snapshot);
}
