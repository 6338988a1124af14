//! What a search with dynamic reduction can be asked to do, and what it tells beside its outcome.

/// What a search with dynamic partial-order reduction did, beside what every search tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reduction {
    /// Runs that came to their end: one for each class of equal ones, where no state was met twice.
    pub executions: u64,
    /// Runs that were given up because an equal one was on its way.
    pub redundant: u64,
    /// Runs that ended where a thread waits in vain: for an assumption, or in a loop.
    pub blocked: u64,
    /// States on cycles, in which everything was tried.
    pub cyclic: u64,
    /// Whether states were remembered in the end.
    pub states: bool,
    /// The most threads that there were.
    pub threads: u32,
    /// Why the search did not go on with what it began with.
    pub turn: Option<Turn>,
    /// Why another search has to be made: the outcome of this one is of no use.
    pub failure: Option<Failure>,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Runs are followed to their ends, and counted. A system with cycles is never done.
    Runs,
    /// A run that comes to a state that was visited before is not followed.
    States,
    /// The former, and the latter from the start if that turns out to be better.
    Adaptive,
}

/// Why a search that began without remembering states has started over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Threads wait for assumptions, or in loops.
    Waiting,
    /// Runs come to the same states again and again.
    Repetition,
    /// A run did not go as it was planned to: no states are remembered, but runs may turn out to be equal to others.
    Astray,
}

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There were more threads than [`MOST_THREADS`](super::MOST_THREADS).
    Crowd,
    /// Most states are on cycles, where nothing can be left out.
    Cycles,
}
