//! What gmc's exit codes mean. They are part of its interface: scripts and continuous integration read them.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It did what it was asked for; of `check`: the program holds.
    Success,
    /// The program violates a property.
    Violated,
    /// The command line is wrong, or the front end failed: a file cannot be read, does not compile or link. Also where
    /// a program holds, and a report of it that was asked for cannot be written.
    FrontEnd,
    /// Unknown: a limit was hit, or something is not modelled.
    Unknown,
    /// The program's own exit code, for `run`.
    Program(u8),
}

impl Exit {
    /// The code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Violated => 1,
            Exit::FrontEnd => 2,
            Exit::Unknown => 3,
            Exit::Program(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
