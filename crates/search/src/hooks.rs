//! What a search asks of the command that starts it: when to stop, how much memory is used, whom to tell.

use gmc_explore::Progress;
use gmc_model::Halt;
use std::sync::atomic::AtomicBool;

/// What a search needs to know of the process that it is made in.
pub struct Hooks<'a> {
    /// Set when the user wants the search to end.
    pub stop: &'a AtomicBool,
    /// Asks machines to end what they do; a worker that is asked before it has begun does not begin.
    pub halt: &'a Halt,
    /// Tells the user something, in a line.
    pub notice: fn(&str),
    /// The bytes of memory that the process takes now, if the system tells.
    pub memory_used: fn() -> Option<u64>,
    /// The most that it has taken.
    pub memory_peak: fn() -> Option<u64>,
}

/// Shows how far a search is.
pub trait ProgressView {
    /// Called some ten times a second, with the bytes of memory that the process takes.
    fn show(&mut self, progress: &Progress, bytes: u64);

    /// The engine has ended: what was shown is out of date.
    fn clear(&mut self);
}
