//! A violation: what went wrong, where, and what a reader needs to understand it.

use crate::kind::ErrorKind;
use crate::thread::ThreadId;

/// A place in the user's source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file, as the compiler was given it.
    pub file: String,
    /// Starting at 1; 0 where the compiler did not say.
    pub line: u32,
    /// Starting at 1; 0 where the compiler did not say.
    pub column: u32,
    /// The function, as the source names it.
    pub function: String,
}

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Where it is: the guilty statement, or the call of the next one.
    pub location: Location,
    /// The parameters and what they hold now.
    pub arguments: Vec<(String, String)>,
}

/// Something said beside the main message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The text.
    pub message: String,
    /// The place that it is about.
    pub location: Option<Location>,
}

/// An error of the program under check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    /// What kind of error.
    pub kind: ErrorKind,
    /// What happened, in a sentence that names the program's own variables.
    pub message: String,
    /// The guilty statement.
    pub location: Option<Location>,
    /// The thread that executed it.
    pub thread: ThreadId,
    /// The calls that led there, innermost first.
    pub stack: Vec<Call>,
    /// Where the memory came from, who freed it, and the like.
    pub notes: Vec<Note>,
    /// The names of the variables that it is about.
    pub about: Vec<String>,
}

impl Violation {
    /// Whether the other violation is the same mistake of the program: messages, stacks and threads may differ.
    pub fn has_same_cause(&self, other: &Violation) -> bool {
        self.kind == other.kind && self.location == other.location
    }
}
