//! What a run must be told in order to happen again where nobody can look into the program: natively.
//!
//! Threads are numbered in the order in which they are created ([`Serial`]). They take turns; each turn ends before an
//! operation that can be recognised from outside: by what it is, where it stands in the source, and how many of its
//! kind its thread has done.

use crate::kind::ErrorKind;
use std::fmt;

/// A thread, by the order in which threads are created: 0 is the first one. Unlike the numbers of the machine's
/// threads, these are never used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serial(pub u32);

impl fmt::Display for Serial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How a run comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The turns, one after the other.
    pub turns: Vec<Turn>,
    /// What functions answered that could have answered otherwise.
    pub answers: Vec<Answer>,
    /// What the program gets from outside that can be anything.
    pub inputs: Vec<GivenInput>,
    /// What happens after the last turn.
    pub end: End,
    /// Where the order of operations is not quite that of the run, since there is nothing to stop at.
    pub loose: Vec<String>,
}

/// What a run gets from outside, where that can be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenInput {
    /// What it is.
    pub source: InputSource,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Where a run gets something from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// Standard input.
    Stdin,
    /// An argument, by number; its name is argument 0.
    Argument(u32),
    /// The file of this name.
    File(String),
}

/// A thread's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The thread.
    pub thread: Serial,
    /// It ends before this operation; without one, with the thread or the program.
    pub until: Option<Mark>,
}

/// An operation of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it is.
    pub act: Act,
    /// The file, as the compiler was given it.
    pub file: String,
    /// Starting at 1.
    pub line: u32,
    /// It is the thread's so-manieth of this kind on this line, starting at 1.
    pub nth: u64,
}

/// What can be recognised of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Memory is read.
    Read {
        /// A local variable of some thread.
        local: bool,
    },
    /// Memory is written.
    Write {
        /// A local variable of some thread.
        local: bool,
    },
    /// An atomic operation.
    Atomic,
    /// A call of a function of the library.
    Call(&'static str),
    /// The rest of such a call, after the thread has waited in it.
    Resume(&'static str),
}

/// What a function answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who called it.
    pub thread: Serial,
    /// The function.
    pub function: &'static str,
    /// It is the thread's so-manieth call of the function, starting at 1.
    pub nth: u64,
    /// The bits of the answer.
    pub value: u64,
}

/// How it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The last thread goes on until it fails.
    Fails(ErrorKind),
    /// These two stand before accesses to the same memory.
    Races(Serial, Serial),
    /// These wait for ever.
    Waits(Vec<Serial>),
    /// All go on, and at the end of the program memory is left.
    Leaks,
    /// The last thread stands before the error; where natively nothing has to come of it.
    Stands(ErrorKind),
    /// It has happened: whatever comes, the run violates a formula.
    Happens,
    /// The last turns are a cycle that can be repeated for ever, taken so many times.
    Repeats {
        /// How many turns the cycle has.
        lap: usize,
        /// How many times they are taken.
        rounds: usize,
    },
}
