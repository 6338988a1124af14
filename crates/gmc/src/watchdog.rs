//! Keeps `--time`, `--memory` and signals, wherever gmc is at the moment.
//!
//! A thread of its own looks at the clock and at gmc's memory every few milliseconds. At a limit it sets a [`Halt`],
//! which machines look at every few thousand operations; the search then ends with what it has learnt. If it does not
//! end in time, this thread prints the answer as far as it is known and exits. So a limit is kept within a second
//! whatever gmc is doing.
//!
//! Invariant: only one thread prints an answer. The command calls [`done`] before it prints its own.

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

/// How long printing the answer may take at a limit: the reader of a pipe may have stopped reading.
const PRINT_TIME: Duration = Duration::from_millis(200);

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
    /// How long after a limit of time the work is asked to end.
    fn delay(self) -> Duration {
        Duration::from_millis(if self == Phase::Reporting { 400 } else { 0 })
    }

    /// How long it is waited for then.
    fn patience(self) -> Duration {
        Duration::from_millis(match self {
            Phase::Reading => 0,
            Phase::Working => 450,
            Phase::Reporting => 300,
        })
    }

    /// At how much memory the work is asked to end, and at how much it is not waited for: in hundredths of the limit.
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
    /// Since when time does not count, and how many [`Pause`]s there are.
    paused: Option<(Instant, u32)>,
    /// When a signal came.
    signalled: Option<Instant>,
    /// When the work was asked to end.
    asked: Option<Instant>,
    on_limit: Box<dyn Fn(Phase, Stopped) -> Exit + Send>,
}

static WATCH: Mutex<Option<Watch>> = Mutex::new(None);

static HALT: LazyLock<Halt> = LazyLock::new(Halt::default);

fn watch() -> MutexGuard<'static, Option<Watch>> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts to watch a command, which is reading its program. At a limit, `on_limit` prints what is known in this phase.
pub(crate) fn start(bounds: Bounds, on_limit: impl Fn(Phase, Stopped) -> Exit + Send + 'static) {
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
        on_limit: Box::new(on_limit),
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

/// What machines and searches look at to learn that they are to end.
pub(crate) fn halt() -> &'static Halt {
    &HALT
}

/// The command enters another phase. A request to end the phase before is void.
pub(crate) fn enter(phase: Phase) {
    if let Some(watch) = &mut *watch() {
        watch.phase = phase;
        watch.asked = None;
        HALT.clear();
    }
}

/// Limits do not count any more: the command prints its answer, and ends.
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

/// A signal has come. Returns whether the command is watched, and so ends by itself.
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

/// Ends the command now if gmc may not take so many bytes more: for allocations that cannot fail.
pub(crate) fn demand(bytes: u64) {
    if HALT.has_room(bytes) {
        return;
    }
    if let Some(watch) = &*watch() {
        watch.end(Stopped::Memory);
    }
}

/// Ends the command now; its work was stopped for this reason.
pub(crate) fn end(why: Stopped) -> ! {
    let current = watch();
    match &*current {
        Some(watch) => watch.end(why),
        None => unreachable!("nobody else stops what is not watched"),
    }
}

/// Blocks for ever if a limit is ending gmc. A thread whose compiler was killed calls this before it reports that.
pub(crate) fn wait_if_over() {
    drop(watch());
}

/// Looks at clock and memory. Returns when to look again; none if the command is not watched any more.
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

/// Ends gmc. If another thread is about to, waits for that.
fn leave(exit: Exit) -> ! {
    static LEFT: AtomicBool = AtomicBool::new(false);
    while LEFT.swap(true, Ordering::Relaxed) {
        thread::park();
    }
    interrupt::clean();
    std::process::exit(exit.code().into());
}

impl Watch {
    /// Prints the answer and ends gmc. The caller holds the lock, so that no other thread prints.
    fn end(&self, why: Stopped) -> ! {
        thread::spawn(|| {
            thread::sleep(PRINT_TIME);
            leave(Exit::Unknown)
        });
        let exit = (self.on_limit)(self.phase, HALT.asked().unwrap_or(why));
        leave(exit)
    }

    fn elapsed(&self) -> Duration {
        let until = self.paused.map_or_else(Instant::now, |it| it.0);
        until.saturating_duration_since(self.started).saturating_sub(self.apart)
    }

    /// The shortest time in which gmc can take so much memory that the work is not waited for.
    fn period(&self, used: u64) -> Duration {
        let (_, utmost) = self.phase.shares();
        let left =
            self.bounds.memory.map(|memory| (memory.saturating_mul(utmost) / 100).saturating_sub(used));
        left.map_or(PERIOD, |it| Duration::from_millis((it / PACE).max(1)).min(PERIOD))
    }

    /// The limit that is exceeded, and whether the work is not waited for at all.
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
