//! Keeps `--time`, `--memory` and signals, wherever gmc is at the moment.
//!
//! A thread of its own looks at the clock and at gmc's memory every few milliseconds. At a limit it asks those who work to come to an
//! end by a [`Halt`], at which the machine looks every few thousand operations; the search then ends with what it has learnt. Who does
//! not come to an end in time is not waited for: the command's last words are said from here, and gmc exits. So a limit is kept
//! within a second even where nobody looks.
//!
//! Invariant: last words are said at most once, and nobody else prints an answer then: who does calls [`done`] before.

use crate::exit::Exit;
use crate::{interrupt, memory};
use gmc_model::{Halt, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks, where no limit of memory is near.
const PERIOD: Duration = Duration::from_millis(5);

/// Bytes that gmc takes in a millisecond, at most.
const PACE: u64 = 4 << 20;

/// How long last words may take: nobody may be reading them.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What the time and memory of a command are limited to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bounds {
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
    /// Signals count as limits, too. Otherwise they have their usual effect.
    pub(crate) signals: bool,
}

/// What a command is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It compiles and reads the program, and has nothing to say yet.
    Reading,
    /// The program runs, or is searched.
    Working,
    /// What was found is replayed, explained and written.
    Reporting,
}

impl Phase {
    /// How long after a limit of time those who work are asked to end.
    fn delay(self) -> Duration {
        Duration::from_millis(if self == Phase::Reporting { 400 } else { 0 })
    }

    /// How long they are waited for then.
    fn patience(self) -> Duration {
        Duration::from_millis(match self {
            Phase::Reading => 0,
            Phase::Working => 450,
            Phase::Reporting => 300,
        })
    }

    /// With how much memory they are asked to end, and with how much they are not waited for: in hundredths of the limit.
    fn shares(self) -> (u64, u64) {
        match self {
            Phase::Reading => (100, 100),
            Phase::Working => (95, 108),
            Phase::Reporting => (103, 106),
        }
    }
}

struct Watch {
    bounds: Bounds,
    phase: Phase,
    started: Instant,
    /// Time that does not count.
    apart: Duration,
    /// Since when time does not count, and for how many.
    paused: Option<(Instant, u32)>,
    /// When somebody sent a signal.
    signalled: Option<Instant>,
    /// When those who work were asked to end what they do.
    asked: Option<Instant>,
    last_words: Box<dyn Fn(Phase, Stopped) -> Exit + Send>,
}

static WATCH: Mutex<Option<Watch>> = Mutex::new(None);

static HALT: LazyLock<Halt> = LazyLock::new(Halt::default);

fn watch() -> MutexGuard<'static, Option<Watch>> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to watch a command, which is reading its program. The last words print what there is to say in a phase that is over.
pub(crate) fn start(bounds: Bounds, last_words: impl Fn(Phase, Stopped) -> Exit + Send + 'static) {
    let mut current = watch();
    let first = current.is_none();
    *current = Some(Watch {
        bounds,
        phase: Phase::Reading,
        started: Instant::now(),
        apart: Duration::ZERO,
        paused: None,
        signalled: None,
        asked: None,
        last_words: Box::new(last_words),
    });
    drop(current);
    HALT.set_spare(bounds.memory.unwrap_or(u64::MAX));
    if bounds.signals {
        interrupt::watch();
    }
    if first {
        thread::spawn(|| {
            while let Some(period) = look() {
                thread::sleep(period);
            }
        });
    }
}

/// What those who work look at.
pub(crate) fn halt() -> &'static Halt {
    &HALT
}

/// The command goes on to something else. What it was asked to end is over.
pub(crate) fn enter(phase: Phase) {
    if let Some(watch) = &mut *watch() {
        watch.phase = phase;
        watch.asked = None;
        HALT.clear();
    }
}

/// Nobody watches any more: the command prints its answer, and ends.
pub(crate) fn done() {
    *watch() = None;
    HALT.set_spare(u64::MAX);
    HALT.clear();
}

/// How much of a time is left, counted from the start of the command.
pub(crate) fn left(time: Duration) -> Duration {
    watch().as_ref().map_or(time, |it| time.saturating_sub(it.elapsed()))
}

/// Until this is dropped, time does not count: gmc installs something for all programs.
#[must_use]
pub(crate) struct Pause(());

pub(crate) fn pause() -> Pause {
    if let Some(watch) = &mut *watch() {
        watch.paused.get_or_insert_with(|| (Instant::now(), 0)).1 += 1;
    }
    Pause(())
}

impl Drop for Pause {
    fn drop(&mut self) {
        if let Some(watch) = &mut *watch()
            && let Some((since, count)) = &mut watch.paused
        {
            *count -= 1;
            if *count == 0 {
                watch.apart += since.elapsed();
                watch.paused = None;
            }
        }
    }
}

/// A signal has come. Whether the command comes to an end by itself.
pub(crate) fn interrupted() -> bool {
    match &mut *watch() {
        Some(watch) if watch.bounds.signals => {
            watch.signalled = Some(Instant::now());
            HALT.ask(Stopped::Request);
            true
        }
        _ => false,
    }
}

/// Ends the command now, if so many bytes are more than gmc may take: where nobody could be told.
pub(crate) fn demand(bytes: u64) {
    if HALT.has_room(bytes) {
        return;
    }
    if let Some(watch) = &*watch() {
        watch.end(Stopped::Memory);
    }
}

/// Ends the command now, whose work was stopped.
pub(crate) fn end(why: Stopped) -> ! {
    let current = watch();
    match &*current {
        Some(watch) => watch.end(why),
        None => unreachable!("nobody else stops what is not watched"),
    }
}

/// Returns only if nobody has said the last words: who finds a child killed would report that instead.
pub(crate) fn wait_if_over() {
    drop(watch());
}

/// Looks at everything. How long after that to look again, if there is anything left to look at.
fn look() -> Option<Duration> {
    let mut current = watch();
    let watch = current.as_mut()?;
    let used = memory::used().unwrap_or(0);
    if let Some((why, hurry)) = watch.exceeded(used) {
        HALT.ask(why);
        let waited = watch.asked.get_or_insert_with(Instant::now).elapsed();
        if hurry || waited >= watch.phase.patience() {
            watch.end(why);
        }
    }
    Some(watch.period(used))
}

/// Ends gmc, unless somebody is about to.
fn leave(exit: Exit) -> ! {
    static LEFT: AtomicBool = AtomicBool::new(false);
    while LEFT.swap(true, Ordering::Relaxed) {
        thread::park();
    }
    interrupt::clean();
    std::process::exit(exit.code().into());
}

impl Watch {
    /// Says the last words. Whoever calls this holds the lock, until the end.
    fn end(&self, why: Stopped) -> ! {
        thread::spawn(|| {
            thread::sleep(LAST_WORDS);
            leave(Exit::Unknown)
        });
        let exit = (self.last_words)(self.phase, HALT.asked().unwrap_or(why));
        leave(exit)
    }

    fn elapsed(&self) -> Duration {
        let until = self.paused.map_or_else(Instant::now, |it| it.0);
        until.saturating_duration_since(self.started).saturating_sub(self.apart)
    }

    /// How long it takes at least until more memory is used than anybody is waited for.
    fn period(&self, used: u64) -> Duration {
        let (_, utmost) = self.phase.shares();
        let left =
            self.bounds.memory.map(|memory| (memory.saturating_mul(utmost) / 100).saturating_sub(used));
        left.map_or(PERIOD, |it| Duration::from_millis((it / PACE).max(1)).min(PERIOD))
    }

    /// The limit that those who work have to end for, and whether they are not waited for at all.
    fn exceeded(&self, used: u64) -> Option<(Stopped, bool)> {
        let delay = self.phase.delay();
        let memory = self.bounds.memory.and_then(|memory| {
            let (most, utmost) = self.phase.shares();
            let of = |share: u64| memory.saturating_mul(share) / 100;
            HALT.set_spare(of(most).saturating_sub(used));
            (used > of(most)).then_some((Stopped::Memory, used > of(utmost)))
        });
        if self.signalled.is_some_and(|it| it.elapsed() >= delay) {
            return Some((Stopped::Request, false));
        }
        let time = self.bounds.time.is_some_and(|time| self.elapsed() >= time.saturating_add(delay));
        memory.or(time.then_some((Stopped::Time, false)))
    }
}
