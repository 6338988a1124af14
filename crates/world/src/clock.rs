//! The time as the program sees it: made up, so that the same input gives the same run.
//!
//! It starts at a fixed date. Each look at it takes a millisecond, so that loops that wait for time to pass end;
//! sleeping takes as long as asked for, and no time at all of the host's.

use std::time::Duration;

/// 2024-01-01 00:00:00 UTC
pub(super) const START: u64 = 1_704_067_200;

/// How far the clock moves each time somebody looks.
const LOOK: Duration = Duration::from_millis(1);

/// A clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    running: Duration,
    stopped: bool,
}

impl Clock {
    /// A clock; one that has stopped always shows the same time.
    pub fn new(stopped: bool) -> Clock {
        Clock { running: Duration::ZERO, stopped }
    }

    /// Since the program started.
    pub fn elapsed(&mut self) -> Duration {
        if !self.stopped {
            self.running += LOOK;
        }
        self.running
    }

    /// Since 1970.
    pub fn now(&mut self) -> Duration {
        Duration::from_secs(START) + self.elapsed()
    }

    /// What it shows, to somebody who does not look at it: since the program started.
    pub fn shows(&self) -> Duration {
        self.running
    }

    /// What it will show at a moment that is given as the time since 1970.
    pub fn at(&self, since_1970: Duration) -> Duration {
        since_1970.saturating_sub(Duration::from_secs(START))
    }

    /// Lets time pass until it shows this.
    pub fn pass(&mut self, until: Duration) {
        self.running = self.running.max(until);
    }

    /// Lets time pass.
    pub fn sleep(&mut self, time: Duration) {
        if !self.stopped {
            self.running = self.running.saturating_add(time);
        }
    }
}
