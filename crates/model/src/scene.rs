//! A state as a reader sees it: threads with their calls and variables, variables of the whole program, heap memory.

use crate::thread::ThreadId;
use crate::violation::Location;

/// A state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The threads, by number.
    pub threads: Vec<Actor>,
    /// Variables of the whole program.
    pub globals: Vec<Variable>,
    /// Heap memory, in the order in which it was allocated.
    pub heap: Vec<Block>,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its number.
    pub number: ThreadId,
    /// What it is about: `waits in pthread_join(1)`.
    pub state: String,
    /// Its calls, the last one first.
    pub frames: Vec<Activation>,
}

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Where it is, and in which function.
    pub location: Location,
    /// Its parameters and variables.
    pub variables: Vec<Variable>,
}

/// A variable, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name; of a part, what comes after the name of the whole: `.next`.
    pub name: String,
    /// Its type, as C writes it.
    pub ty: String,
    /// What it holds.
    pub value: String,
    /// The number of the heap memory that it points to.
    pub target: Option<usize>,
    /// What it consists of.
    pub parts: Vec<Variable>,
}

/// A piece of heap memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number.
    pub number: usize,
    /// The type that the pointers to it have, where that is known.
    pub ty: String,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it was freed.
    pub freed: bool,
    /// Where it was allocated.
    pub allocated: Option<Location>,
    /// What it holds.
    pub parts: Vec<Variable>,
}
