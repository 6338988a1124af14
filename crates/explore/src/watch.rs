//! Looks at the clock, the memory and the request to stop, every few milliseconds. Nothing else here knows what time it is.

use crate::plan::{Limits, Progress};
use gmc_model::Stopped;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// A look is due after so many transitions at most, however fast they are.
const MOST_TRANSITIONS: u32 = 4096;

/// Looks are at least and at most so far apart, where transitions are not longer than that.
const BETWEEN_LOOKS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(4));

pub(crate) struct Watch<'a> {
    time: Duration,
    memory: usize,
    stops: [Option<&'a AtomicBool>; 2],
    report: Option<&'a mut dyn FnMut(&Progress)>,
    started: Instant,
    looked: Instant,
    reported: Instant,
    /// Transitions from one look to the next: adapted, since a transition may take nanoseconds or seconds.
    interval: u32,
    left: u32,
    /// The most bytes that were seen.
    pub(crate) peak: usize,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(
        limits: &Limits,
        stops: [Option<&'a AtomicBool>; 2],
        report: Option<&'a mut dyn FnMut(&Progress)>,
    ) -> Watch<'a> {
        let now = Instant::now();
        Watch {
            time: limits.time.unwrap_or(Duration::MAX),
            memory: limits.memory.unwrap_or(usize::MAX),
            stops,
            report,
            started: now,
            looked: now,
            reported: now,
            interval: 1,
            left: 1,
            peak: 0,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// To be called now and then, with the bytes that are in use: whether the time is up, or somebody asks to stop.
    pub(crate) fn is_over(&mut self, bytes: usize) -> bool {
        self.peak = self.peak.max(bytes);
        self.is_asked() || bytes > self.memory || self.elapsed() >= self.time
    }

    /// Whether somebody asks to stop.
    fn is_asked(&self) -> bool {
        self.stops.iter().flatten().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// To be called for each transition: whether it is time for a look.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        self.left -= 1;
        self.left == 0
    }

    /// Looks whether the search has to end. The progress is complete but for the time.
    #[cold]
    pub(crate) fn look(&mut self, progress: &mut Progress) -> Option<Stopped> {
        let now = Instant::now();
        let (soon, late) = BETWEEN_LOOKS;
        let since = now - self.looked;
        if since < soon {
            self.interval = (self.interval * 2).min(MOST_TRANSITIONS);
        } else if since > late {
            self.interval = (self.interval / 4).max(1);
        }
        (self.looked, self.left) = (now, self.interval);

        self.peak = self.peak.max(progress.bytes);
        progress.elapsed = now - self.started;
        if now - self.reported >= BETWEEN_REPORTS {
            self.reported = now;
            if let Some(report) = &mut self.report {
                report(progress);
            }
        }
        if self.is_asked() {
            Some(Stopped::Request)
        } else if progress.bytes > self.memory {
            Some(Stopped::Memory)
        } else if progress.elapsed >= self.time {
            Some(Stopped::Time)
        } else {
            None
        }
    }
}
