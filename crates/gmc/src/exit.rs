//! What gmc's exit codes mean. They are part of its interface: scripts and continuous integration read them.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It did what it was asked for; of `check`: the program holds.
    Success = 0,
    /// The command line is wrong, or the front end failed: a file cannot be read, does not compile or link.
    FrontEnd = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
