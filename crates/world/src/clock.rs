//! The time as the program sees it: made up, so that the same input gives the same run.
//!
//! It starts at a fixed date. In a single run each look at it takes a millisecond, so that loops that wait for time to
//! pass end; sleeping takes as long as asked for, and no time at all of the host's.
//!
//! In a search time stands still, or it moves ([`Passing`]) from one deadline to the next: that a deadline passes is an
//! event of the environment (`events`). Deadlines are kept as what is left of them, and what the clock shows changes
//! only if somebody can tell ([`Clock::show`]). So a state has no absolute time in it, and a program that waits again
//! and again comes back to its states.
//!
//! What is *not* modelled: a timer that repeats counts only that it has expired since it was looked at, not how often.

use crate::process::ProcessId;
use gmc_model::ThreadId;
use std::collections::BTreeMap;
use std::time::Duration;

/// 2024-01-01 00:00:00 UTC
pub(super) const START: u64 = 1_704_067_200;

/// How far the clock moves each time somebody looks.
const LOOK: Duration = Duration::from_millis(1);

/// How time passes in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passing {
    /// Not at all: a call with a time limit may give up at any moment.
    #[default]
    Still,
    /// Deadlines pass in their order, each at any moment after the one before.
    Ordered,
    /// Deadlines pass in any order.
    Free,
}

/// What has a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Timed {
    /// A thread of a process that waits for so long at most.
    Thread(ProcessId, ThreadId),
    /// A timer of a process that sends a signal, by its place.
    Timer(ProcessId, u32),
    /// An open file that is a timer, by its place.
    File(u32),
}

/// A deadline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deadline {
    /// What is left; none if it has passed and does not come again.
    pub left: Option<Duration>,
    /// After which time it comes again; zero for never.
    pub interval: Duration,
    /// It has passed, and nobody has looked since.
    pub passed: bool,
    /// The signal that it sends; 0 for none.
    pub signal: i32,
}

/// A clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    running: Duration,
    stopped: bool,
    passing: Passing,
    /// Whether what it shows can be seen.
    shown: bool,
    /// What has a deadline, where time moves in a search.
    deadlines: BTreeMap<Timed, Deadline>,
}

impl Clock {
    /// A clock; one that has stopped shows another time only when a deadline passes.
    pub fn new(stopped: bool) -> Clock {
        Clock { stopped, ..Clock::default() }
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

    /// How time passes from now on.
    pub fn set_passing(&mut self, passing: Passing) {
        self.passing = passing;
    }

    /// How time passes in a search.
    #[inline]
    pub fn passing(&self) -> Passing {
        self.passing
    }

    /// Whether time passes in a search.
    #[inline]
    pub fn moves(&self) -> bool {
        self.passing != Passing::Still
    }

    /// Somebody can see what it shows.
    pub fn show(&mut self) {
        self.shown = true;
    }

    /// A deadline, if there is one.
    pub fn deadline(&self, of: Timed) -> Option<Deadline> {
        self.deadlines.get(&of).copied()
    }

    /// Something has a deadline from now on, or another one.
    pub fn set_deadline(&mut self, of: Timed, deadline: Deadline) {
        self.deadlines.insert(of, deadline);
    }

    /// Something has no deadline any more.
    pub fn forget(&mut self, of: Timed) {
        self.deadlines.remove(&of);
    }

    /// Nothing of a process has a deadline any more.
    pub fn forget_process(&mut self, process: ProcessId) {
        let is_its = |it: &Timed| matches!(it, Timed::Thread(of, _) | Timed::Timer(of, _) if *of == process);
        self.deadlines.retain(|it, _| !is_its(it));
    }

    /// Somebody has looked at a timer that has expired.
    pub(crate) fn look_at(&mut self, of: Timed) {
        if let Some(it) = self.deadlines.get_mut(&of) {
            it.passed = false;
            if it.left.is_none() {
                self.deadlines.remove(&of);
            }
        }
    }

    /// Whether anything has a deadline, one that has passed included.
    #[inline]
    pub fn has_deadlines(&self) -> bool {
        !self.deadlines.is_empty()
    }

    /// Whether a deadline can pass.
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.has_deadlines() && self.pending().next().is_some()
    }

    /// What can come to pass: what is left of it, and what it is of.
    pub(crate) fn pending(&self) -> impl Iterator<Item = (Duration, Timed)> {
        // That a timer has expired again is not counted.
        self.deadlines.iter().filter(|it| !it.1.passed).filter_map(|(of, it)| Some((it.left?, *of)))
    }

    /// So much time passes. Returns what has come to pass with that, except what was to stay as it is.
    pub(crate) fn pass_by(&mut self, time: Duration, only: Option<Timed>) -> Vec<(Timed, Deadline)> {
        let free = self.passing == Passing::Free;
        // Where order does not matter, what is left matters only to those who see the clock.
        let moves = !free || self.shown;
        if self.shown {
            self.running = self.running.saturating_add(time);
        }
        let mut come = Vec::new();
        for (&of, it) in &mut self.deadlines {
            let Some(left) = it.left else { continue };
            let comes = if free { only == Some(of) } else { left <= time };
            if !comes {
                it.left = Some(if moves { left.saturating_sub(time) } else { left });
                continue;
            }
            let late = time.saturating_sub(left);
            it.left = (!it.interval.is_zero()).then(|| it.interval - rest(late, it.interval));
            // A signal is what is noticed of a timer.
            if !it.passed {
                it.passed = !matches!(of, Timed::Timer(..));
                come.push((of, *it));
            }
        }
        come
    }
}

/// What is left of a time when as many whole intervals are taken away as fit.
fn rest(time: Duration, interval: Duration) -> Duration {
    let nanoseconds = time.as_nanos() % interval.as_nanos();
    Duration::new((nanoseconds / 1_000_000_000) as u64, (nanoseconds % 1_000_000_000) as u32)
}
