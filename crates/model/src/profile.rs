//! What makes the states of a program many: `gmc check --profile`.
//!
//! A part of a state multiplies states by as much as there are more of them with it than without it: states that
//! differ in nothing else would be one.

use crate::violation::Location;

/// What the states differ in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// States that were looked at.
    pub visited: u64,
    /// They are all that were visited.
    pub all: bool,
    /// So many of them differ in what has a name; in the others, it is values of expressions under way, and the like.
    pub states: u64,
    /// What they consist of, most important first.
    pub parts: Vec<Part>,
    /// Where threads stand in most of them, most of them first.
    pub points: Vec<Point>,
}

/// A part of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub what: Matter,
    /// As the program names it.
    pub name: String,
    /// Different values that it has.
    pub values: u64,
    /// So many states would be left without it.
    pub without: u64,
    /// The most pieces of heap memory at one time, where it is that.
    pub most: u64,
}

/// What a part of states is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Matter {
    /// A variable of the whole program.
    Global,
    /// A variable of a function, in a thread.
    Local,
    /// Where a thread stands.
    Place,
    /// A thread, with all its variables.
    Thread,
    /// Heap memory that was allocated at one place.
    Heap,
    /// A field of heap memory that was allocated at one place.
    Field,
}

/// A place that threads stand at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The place.
    pub location: Location,
    /// In so many states.
    pub states: u64,
}

impl Part {
    /// By how much it multiplies states.
    pub fn factor(&self, states: u64) -> f64 {
        states as f64 / self.without.max(1) as f64
    }
}
