//! Timers over the made-up clock: `alarm`, `setitimer` (`unistd.h`, `sys/time.h`) and `timer_create` (`time.h`).
//!
//! A timer expires when the clock passes its time: at a call that looks at the clock, where the program sleeps or
//! waits, or when it has computed for long. In a search in which time moves, timers are deadlines of the clock
//! (`gmc_world::Timed`), and that one passes is an event of the environment, which sends the signal to the process. In
//! one in which it stands still, setting a timer is unsupported: its signal could come anywhere.

use super::guest::{self, Record};
use super::signal::{self, Value};
use crate::state::{state, state_mut};
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, shared};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_world::errno::{self, Errno};
use gmc_world::process::Sent;
use gmc_world::{Deadline, Timed};
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    shared("alarm", |m, call| alarm(m, call, Duration::from_secs)).is(Traits::SETS_TIMERS),
    shared("ualarm", |m, call| alarm(m, call, Duration::from_micros)).is(Traits::SETS_TIMERS),
    shared("setitimer", setitimer).is(Traits::SETS_TIMERS),
    shared("getitimer", getitimer).is(Traits::READS_CLOCK),
    shared("timer_create", timer_create).is(Traits::SETS_TIMERS),
    shared("timer_delete", timer_delete).is(Traits::SETS_TIMERS),
    shared("timer_settime", timer_settime).is(Traits::SETS_TIMERS),
    shared("timer_gettime", timer_gettime).is(Traits::READS_CLOCK),
    shared("timer_getoverrun", timer_getoverrun),
];

/// A timer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Timer {
    /// The signal that it raises; 0 for none. What it sends is in the library's record.
    signal: i32,
    /// When it expires next, as the clock will show it.
    next: Option<Duration>,
    /// After which time it does so again.
    interval: Duration,
    /// Times that it has expired while its signal was still waiting.
    overrun: i64,
}

/// `ITIMER_REAL` and the like are the first three; then come those of `timer_create`.
const INTERVALS: usize = 3;
/// `SIGALRM`, `SIGVTALRM`, `SIGPROF`
const SIGNALS: [i32; INTERVALS] = [14, 26, 27];

/// When the next timer expires.
pub(super) fn next(m: &Machine) -> Option<Duration> {
    state(m).timers.iter().flatten().filter_map(|timer| timer.next).min()
}

/// Whether a timer has expired by now.
pub(crate) fn is_due(m: &Machine) -> bool {
    !state(m).timers.is_empty() && next(m).is_some_and(|next| next <= m.world.clock().shows())
}

/// The program has computed for long: time has passed.
pub(crate) fn pass(m: &mut Machine) {
    if let Some(next) = next(m) {
        m.world.clock_mut().pass(next);
    }
}

/// Timers whose time has come raise their signals.
pub(crate) fn expire(m: &mut Machine) -> InterpResult<()> {
    let now = m.world.clock().shows();
    for at in 0..state(m).timers.len() {
        let Some(timer) = &mut state_mut(m).timers[at] else { continue };
        let Some(next) = timer.next.filter(|&next| next <= now) else { continue };
        timer.overrun = 0;
        timer.next = None;
        if !timer.interval.is_zero() {
            let missed = (now - next).as_nanos() / timer.interval.as_nanos();
            timer.overrun = missed as i64;
            timer.next = Some(next + timer.interval * (missed as u32 + 1));
        }
        let (number, current) = (timer.signal, m.current);
        if number != 0 {
            let value = m.kept_at(Slot::TimerValues, at);
            let sent = Sent { code: signal::TIMER, from: m.world.process.number() };
            if m.world.files.reads_signal(number) && state(m).signals.holds_back(current, number) {
                let own = m.world.process;
                m.world.processes_mut().send(own, number, sent);
            } else {
                signal::add(m, current, number, sent, Value::Word(value))?;
            }
        }
    }
    Ok(())
}

fn place(m: &mut Machine, at: usize) -> &mut Option<Timer> {
    assert!(m.compiled.uses.timers, "who sets timers has a row that says so");
    if state(m).timers.len() <= at {
        state_mut(m).timers.resize(at.max(INTERVALS - 1) + 1, None);
    }
    &mut state_mut(m).timers[at]
}

/// Sets a timer; what was left of it, and its interval before.
fn set(
    m: &mut Machine,
    at: usize,
    after: Duration,
    interval: Duration,
) -> InterpResult<(Duration, Duration)> {
    if m.mode != Mode::Run && m.world.clock().moves() {
        return Ok(set_deadline(m, at, after, interval));
    }
    if !after.is_zero() && m.mode != Mode::Run {
        return Err(InterpError::unsupported(
            "a timer: in a search time stands still, and its signal could come anywhere (--clock ordered lets time pass)",
        ));
    }
    let now = m.world.clock().shows();
    let timer = place(m, at).get_or_insert_default();
    let before = (timer.next.map_or(Duration::ZERO, |next| next.saturating_sub(now)), timer.interval);
    timer.next = (!after.is_zero()).then(|| now.saturating_add(after));
    timer.interval = interval;
    Ok(before)
}

/// The deadline of a timer, in a search.
fn timed(m: &Machine, at: usize) -> Timed {
    Timed::Timer(m.world.process, at as u32)
}

/// The same as [`set`], in a search in which time moves.
fn set_deadline(m: &mut Machine, at: usize, after: Duration, interval: Duration) -> (Duration, Duration) {
    m.rely_on(Premise::Signals);
    let before = remaining(m, at);
    let timer = place(m, at).get_or_insert_default();
    timer.interval = interval;
    let (signal, of) = (timer.signal, timed(m, at));
    let clock = m.world.clock_mut();
    match after.is_zero() {
        true => clock.forget(of),
        false => {
            clock.set_deadline(of, Deadline { left: Some(after), interval, signal, ..Deadline::default() });
        }
    }
    before
}

fn alarm(m: &mut Machine, call: &Call, unit: fn(u64) -> Duration) -> InterpResult<Flow> {
    let after = unit(call.number(m, 0)? & u64::from(u32::MAX));
    let interval =
        if call.count() > 1 { unit(call.number(m, 1)? & u64::from(u32::MAX)) } else { Duration::ZERO };
    place(m, 0).get_or_insert_default().signal = SIGNALS[0];
    let (left, _) = set(m, 0, after, interval)?;
    let second = unit(1).as_nanos();
    Flow::int(left.as_nanos().div_ceil(second) as i64)
}

/// Two times, each of seconds and a fraction in units of so many nanoseconds: the interval, and what is left.
pub(super) fn load(m: &Machine, from: Pointer, unit: i64) -> InterpResult<Result<[Duration; 2], Errno>> {
    let long = m.memory.target().pointer_size();
    let mut times = [Duration::ZERO; 2];
    for (at, time) in times.iter_mut().enumerate() {
        let place = from.wrapping_offset((2 * at * long) as i64);
        let seconds = guest::load(m, place, long)?;
        let fraction = guest::load(m, place.wrapping_offset(long as i64), long)?;
        if seconds < 0 || !(0..1_000_000_000 / unit).contains(&fraction) {
            return Ok(Err(errno::EINVAL));
        }
        *time = Duration::new(seconds as u64, (fraction * unit) as u32);
    }
    Ok(Ok(times))
}

pub(super) fn store(
    m: &mut Machine,
    to: Pointer,
    unit: i64,
    (left, interval): (Duration, Duration),
) -> InterpResult<()> {
    if to.is_null() {
        return Ok(());
    }
    let mut record = Record::new(m);
    for time in [interval, left] {
        record.long(time.as_secs() as i64).long(i64::from(time.subsec_nanos()) / unit);
    }
    Ok(m.memory.write_bytes(to, record.bytes())?)
}

fn remaining(m: &Machine, at: usize) -> (Duration, Duration) {
    let timer = state(m).timers.get(at).copied().flatten().unwrap_or_default();
    if m.mode != Mode::Run {
        let left = m.world.clock().deadline(timed(m, at)).and_then(|it| it.left);
        return (left.unwrap_or_default(), timer.interval);
    }
    let left = timer.next.map_or(Duration::ZERO, |next| next.saturating_sub(m.world.clock().shows()));
    (left, timer.interval)
}

/// Microseconds, in nanoseconds.
const MICRO: i64 = 1000;

fn setitimer(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (which, new, old) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    let Some(&number) = usize::try_from(which).ok().and_then(|at| SIGNALS.get(at)) else {
        return guest::status(m, Err(errno::EINVAL));
    };
    let [interval, after] = match load(m, new, MICRO)? {
        Ok(times) => times,
        Err(error) => return guest::status(m, Err(error)),
    };
    place(m, which as usize).get_or_insert_default().signal = number;
    let before = set(m, which as usize, after, interval)?;
    store(m, old, MICRO, before)?;
    Flow::int(0)
}

fn getitimer(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (which, to) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if !(0..INTERVALS as i32).contains(&which) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let left = remaining(m, which as usize);
    store(m, to, MICRO, left)?;
    Flow::int(0)
}

/// A `struct sigevent` has a value, the signal and what kind of notice is wanted.
fn timer_create(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (clock, event, to) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    if !(0..=11).contains(&clock) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let long = m.memory.target().pointer_size();
    let at =
        (INTERVALS..).find(|&at| state(m).timers.get(at).copied().flatten().is_none()).unwrap_or(INTERVALS);
    let mut number = SIGNALS[0];
    if event.is_null() {
        m.keep_at(Slot::TimerValues, at, Reg::number((at - INTERVALS) as u64))?;
    } else {
        let value = m.make_place(Slot::TimerValues, at)?;
        m.memory.copy(value, event, long as u64)?;
        number = match guest::load(m, event.wrapping_offset(long as i64 + 4), 4)? {
            0 => guest::load(m, event.wrapping_offset(long as i64), 4)? as i32,
            1 => 0,
            _ => return Err(InterpError::unsupported("timers that make threads (SIGEV_THREAD)")),
        };
    }
    *place(m, at) = Some(Timer { signal: number, ..Timer::default() });
    guest::store(m, to, (at - INTERVALS) as i64, long)?;
    Flow::int(0)
}

/// The timer that an argument names.
fn named(m: &Machine, call: &Call) -> InterpResult<usize> {
    let at = call.number(m, 0)?.saturating_add(INTERVALS as u64) as usize;
    match state(m).timers.get(at) {
        Some(Some(_)) => Ok(at),
        _ => guest::bad_call(format!("`{}` is called with something that is no timer", call.name)),
    }
}

fn timer_delete(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = named(m, call)?;
    if m.mode != Mode::Run {
        let of = timed(m, at);
        m.world.clock_mut().forget(of);
    }
    state_mut(m).timers[at] = None;
    m.keep_at(Slot::TimerValues, at, Reg::ZERO)?;
    Flow::int(0)
}

fn timer_settime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    /// `TIMER_ABSTIME`
    const ABSOLUTE: i32 = 1;
    let (at, flags) = (named(m, call)?, guest::int(m, call, 1)?);
    let (new, old) = (call.pointer(2)?, call.pointer(3)?);
    let [interval, mut after] = match load(m, new, 1)? {
        Ok(times) => times,
        Err(error) => return guest::status(m, Err(error)),
    };
    if flags & ABSOLUTE != 0 && !after.is_zero() {
        // Times since 1970 are far from those since the start.
        let until = if after.as_secs() > 1 << 30 { m.world.clock().at(after) } else { after };
        after = until.saturating_sub(m.world.clock().shows()).max(Duration::from_nanos(1));
    }
    let before = set(m, at, after, interval)?;
    store(m, old, 1, before)?;
    Flow::int(0)
}

fn timer_gettime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (at, to) = (named(m, call)?, call.pointer(1)?);
    let left = remaining(m, at);
    store(m, to, 1, left)?;
    Flow::int(0)
}

fn timer_getoverrun(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = named(m, call)?;
    Flow::int(state(m).timers[at].map_or(0, |timer| timer.overrun))
}
