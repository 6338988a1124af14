//! Limits of time and memory, and requests to stop. They are checked every few milliseconds, whatever a transition
//! takes.
//!
//! Nothing else in this crate looks at the clock.

use crate::plan::{Limits, Progress};
use gmc_model::Stopped;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// A look is due after so many transitions at most, however fast they are, and after so many where looks are what
/// takes time.
const MOST_TRANSITIONS: (u32, u32) = (1 << 12, 1 << 18);

/// Looks take one part of so many of the time at most: on a path of millions of states they are not cheap.
const PART: u32 = 16;

/// Looks are at least and at most so far apart, where transitions are not longer than that.
const BETWEEN_LOOKS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(4));

pub(crate) struct LimitWatch<'a> {
    time: Duration,
    memory: usize,
    stops: [Option<&'a AtomicBool>; 2],
    report: Option<&'a mut dyn FnMut(&Progress) -> bool>,
    started: Instant,
    /// When the last look was over, and when the next one was due.
    looked: Instant,
    due: Instant,
    reported: Instant,
    /// Transitions from one look to the next: adapted, since a transition may take nanoseconds or seconds.
    interval: u32,
    left: u32,
    /// The most bytes that were seen.
    pub(crate) peak: usize,
}

impl<'a> LimitWatch<'a> {
    pub(crate) fn new(
        limits: &Limits,
        stops: [Option<&'a AtomicBool>; 2],
        report: Option<&'a mut dyn FnMut(&Progress) -> bool>,
    ) -> LimitWatch<'a> {
        let now = Instant::now();
        LimitWatch {
            time: limits.time.unwrap_or(Duration::MAX),
            memory: limits.memory.unwrap_or(usize::MAX),
            stops,
            report,
            started: now,
            looked: now,
            due: now,
            reported: now,
            interval: 1,
            left: 1,
            peak: 0,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// To be called now and then, with the bytes that are in use: whether a limit is reached, or the search is asked
    /// to stop.
    pub(crate) fn is_over(&mut self, bytes: usize) -> bool {
        self.peak = self.peak.max(bytes);
        self.is_asked() || bytes > self.memory || self.elapsed() >= self.time
    }

    /// Whether the search is asked to stop.
    fn is_asked(&self) -> bool {
        self.stops.iter().flatten().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// To be called for each transition: whether it is time for a look.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        self.left -= 1;
        let is_due = self.left == 0;
        if is_due {
            self.due = Instant::now();
        }
        is_due
    }

    /// Looks whether the search has to end. The progress is complete but for the time.
    #[cold]
    pub(crate) fn look(&mut self, progress: &mut Progress) -> Option<Stopped> {
        let now = Instant::now();
        let (soon, late) = BETWEEN_LOOKS;
        let (work, cost) = (self.due - self.looked, now - self.due);
        if work < soon {
            self.interval = (self.interval * 2).min(MOST_TRANSITIONS.0.max(self.interval));
        } else if work < cost * PART {
            self.interval = (self.interval * 2).min(MOST_TRANSITIONS.1);
        } else if work > late {
            self.interval = (self.interval / 4).max(1);
        }
        (self.looked, self.left) = (now, self.interval);

        self.peak = self.peak.max(progress.bytes);
        progress.elapsed = now - self.started;
        let mut enough = true;
        if now - self.reported >= BETWEEN_REPORTS {
            self.reported = now;
            if let Some(report) = &mut self.report {
                enough = report(progress);
            }
        }
        if self.is_asked() {
            Some(Stopped::Request)
        } else if !enough || progress.bytes > self.memory {
            Some(Stopped::Memory)
        } else if progress.elapsed >= self.time {
            Some(Stopped::Time)
        } else {
            None
        }
    }
}
