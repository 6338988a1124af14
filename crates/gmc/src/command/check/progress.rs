//! How far a search is, in one line of a terminal that is written again and again.

use gmc_explore::Progress;
use std::io::{self, IsTerminal as _, Write as _};

/// The line.
pub(super) struct Line {
    /// Nobody reads it otherwise.
    terminal: bool,
    shown: bool,
}

impl Line {
    pub(super) fn new() -> Line {
        Line { terminal: io::stderr().is_terminal(), shown: false }
    }

    /// Writes the line again.
    pub(super) fn show(&mut self, it: &Progress, bytes: u64) {
        if !self.terminal {
            return;
        }
        self.shown = true;
        let seconds = it.elapsed.as_secs_f64();
        let rate = it.states as f64 / seconds.max(0.001);
        // Nobody is left to be told that the terminal has gone.
        let _ = write!(
            io::stderr(),
            "\r\x1b[K{} states, {rate:.0}/s, depth {}, {} open, {} MiB, {seconds:.0} s",
            it.states,
            it.depth,
            it.frontier,
            bytes >> 20,
        );
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
