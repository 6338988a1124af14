//! `time.h` and `sys/time.h`, in universal time: clocks, waiting, calendars.

mod calendar;
mod strftime;

use super::guest::{self, Record};
use super::{pthread, signal, timers};
use crate::failures;
use calendar::Tm;
use gmc_mem::{Pointer, Site, Storage};
use gmc_model::Premise;
use gmc_vm::effects::{Commutes, TIMESPEC, Traits, reads};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, memory, shared, sync};
use gmc_vm::nondet::IntervalSet;
use gmc_vm::record::Slot;
use gmc_vm::thread::Phase;
use gmc_world::errno;
use std::ops::RangeInclusive;
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    memory("time", time).is(Traits::READS_CLOCK),
    memory("clock", clock).is(Traits::READS_CLOCK),
    memory("gettimeofday", gettimeofday).is(Traits::READS_CLOCK),
    memory("clock_gettime", clock_gettime).is(Traits::READS_CLOCK),
    memory("clock_getres", clock_getres),
    memory("times", times).is(Traits::READS_CLOCK),
    memory("difftime", difftime),
    shared("gmtime", broken_down),
    shared("localtime", |m, call| {
        local(m);
        broken_down(m, call)
    }),
    memory("gmtime_r", broken_down_into),
    memory("localtime_r", |m, call| {
        local(m);
        broken_down_into(m, call)
    }),
    memory("mktime", |m, call| {
        local(m);
        mktime(m, call)
    }),
    memory("timegm", mktime),
    shared("asctime", asctime),
    shared("ctime", ctime),
    memory("asctime_r", asctime_r),
    memory("ctime_r", ctime_r),
    memory("strftime", strftime),
];

/// A signal ends every sleep.
const SLEEPS: Traits =
    Traits::SLEEPS.and(Traits::INTERRUPTIBLE).and(Traits::CONCERNS_SIGNALS).and(Traits::RESTS);

/// Functions that let time pass.
pub(super) const WAITS: &[Native] = &[
    sync("sleep", may_go_on, sleep, &[])
        .fails(&failures::SLEEP_REST)
        .commutes(Commutes::Uncancelled)
        .is(SLEEPS),
    sync("usleep", may_go_on, usleep, &[]).fails(&failures::SLEEP).commutes(Commutes::Uncancelled).is(SLEEPS),
    sync("nanosleep", may_go_on, nanosleep, &[reads(0, TIMESPEC)])
        .fails(&failures::SLEEP)
        .commutes(Commutes::Uncancelled)
        .is(SLEEPS),
    sync("clock_nanosleep", may_go_on, clock_nanosleep, &[reads(2, TIMESPEC)])
        .fails(&failures::SLEEP_CODE)
        .commutes(Commutes::Uncancelled)
        .is(SLEEPS),
];

fn long(m: &Machine) -> usize {
    m.memory.target().pointer_size()
}

/// The program looks how much time has passed. A loop that does so comes to an end when it has, which a search does not
/// see.
fn looked(m: &mut Machine) {
    m.rely_on(Premise::Duration);
    m.step.asks_time = true;
}

/// The program asks what its clocks at home show.
fn local(m: &Machine) {
    m.rely_on(Premise::Zone);
}

/// The program asks for the date: whether it can be any.
fn is_any(m: &mut Machine) -> bool {
    m.step.asks_time = true;
    if !m.rules.nondet_inputs.clock {
        looked(m);
        m.rely_on(Premise::Clock);
    }
    m.rules.nondet_inputs.clock
}

/// A signed number of so many bytes.
fn number(size: usize) -> Class {
    Class::Int { bits: size as u8 * 8, signed: true, size: size as u8 }
}

/// Any date, and any fraction of a second, of which there are so many.
fn put_any(m: &mut Machine, call: &Call, to: Pointer, fractions: u64) -> InterpResult<()> {
    let size = long(m);
    let (class, latest) = (number(size), IntervalSet::range(0, i64::MAX as u64 >> (64 - size * 8)));
    for (at, among) in [(0, latest), (size as i64, IntervalSet::range(0, fractions - 1))] {
        let value = m.nondet_value(call, class, Some(&among))?;
        m.memory.store_sized(to.wrapping_offset(at), value.to_scalar(), size)?;
    }
    Ok(())
}

fn time(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let to = call.pointer(0)?;
    if is_any(m) {
        let size = long(m);
        let latest = IntervalSet::range(0, i64::MAX as u64 >> (64 - size * 8));
        let now = m.nondet_value(call, number(size), Some(&latest))?;
        if !to.is_null() {
            m.memory.store_sized(to, now.to_scalar(), size)?;
        }
        return Ok(Flow::Value(now));
    }
    let now = m.world.clock_mut().now().as_secs() as i64;
    if !to.is_null() {
        let size = long(m);
        guest::store(m, to, now, size)?;
    }
    Flow::int(now)
}

fn clock(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    looked(m);
    Flow::int(m.world.clock_mut().elapsed().as_micros() as i64)
}

/// Clock ticks: of the program itself, of the system for it, and the same of its children.
fn times(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    looked(m);
    let (to, spent) = (call.pointer(0)?, (m.world.clock_mut().elapsed().as_millis() / 10) as i64);
    if !to.is_null() {
        let mut record = Record::new(m);
        record.long(spent).long(0).long(0).long(0);
        m.memory.write_bytes(to, record.bytes())?;
    }
    Flow::int(spent)
}

fn put_time(m: &mut Machine, to: Pointer, seconds: i64, fraction: i64) -> InterpResult<()> {
    let mut record = Record::new(m);
    record.long(seconds).long(fraction);
    Ok(m.memory.write_bytes(to, record.bytes())?)
}

fn gettimeofday(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, zone) = (call.pointer(0)?, call.pointer(1)?);
    let any = is_any(m);
    let now = m.world.clock_mut().now();
    if !to.is_null() && any {
        put_any(m, call, to, 1_000_000)?;
    } else if !to.is_null() {
        put_time(m, to, now.as_secs() as i64, now.subsec_micros().into())?;
    }
    if !zone.is_null() {
        m.memory.fill(zone, 0, 8)?;
    }
    Flow::int(0)
}

/// The numbers of clocks.
const NUMBERS: RangeInclusive<i32> = 0..=11;

fn clock_gettime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (which, to) = (guest::int(m, call, 0)?, call.pointer(1)?);
    let now = match which {
        // CLOCK_REALTIME and CLOCK_REALTIME_COARSE.
        0 | 5 if is_any(m) => {
            put_any(m, call, to, 1_000_000_000)?;
            return Flow::int(0);
        }
        0 | 5 => m.world.clock_mut().now(),
        _ if NUMBERS.contains(&which) => {
            looked(m);
            m.world.clock_mut().elapsed()
        }
        _ => return guest::status(m, Err(errno::EINVAL)),
    };
    put_time(m, to, now.as_secs() as i64, now.subsec_nanos().into())?;
    Flow::int(0)
}

fn clock_getres(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (which, to) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if !NUMBERS.contains(&which) {
        return guest::status(m, Err(errno::EINVAL));
    }
    if !to.is_null() {
        put_time(m, to, 0, 1_000_000)?;
    }
    Flow::int(0)
}

fn difftime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::double(call.int(m, 0)?.wrapping_sub(call.int(m, 1)?) as f64)
}

/// Whether a thread that sleeps may go on. Where time passes it does when its time has come; otherwise, time takes no
/// time.
pub(super) fn may_go_on(m: &Machine, _: &Call) -> InterpResult<u32> {
    if m.mode != Mode::Run && m.world.clock().moves() && !pthread::is_cancelled(m) {
        return Ok((m.world.timed_wait(m.current) != Some(false)).into());
    }
    if m.phase(m.current) != Phase::Waiting || pthread::is_cancelled(m) {
        return Ok(1);
    }
    let until = m.turns.sleeps.get(m.current).copied().unwrap_or_default();
    let until = timers::next(m).map_or(until, |next| next.min(until));
    Ok(pthread::deadline::is_past(m, until).into())
}

/// The current thread sleeps; then `after` tells what the function returns. What is left of its sleep is nothing,
/// unless a signal has interrupted it.
fn pause(
    m: &mut Machine,
    until: impl FnOnce(Duration) -> Duration,
    after: impl FnOnce(&mut Machine, Option<Duration>) -> InterpResult<Flow>,
) -> InterpResult<Flow> {
    if pthread::is_cancelled(m) {
        m.world.end_timed_wait(m.current);
        m.set_phase(m.current, Phase::Running)?;
        return pthread::threads::cancelled(m);
    }
    if m.mode != Mode::Run && m.world.clock().moves() {
        return match m.world.timed_wait(m.current) {
            None => {
                let now = m.world.clock().shows();
                m.world.begin_timed_wait(m.current, until(now).saturating_sub(now));
                Ok(Flow::Again)
            }
            Some(is_over) => {
                let left = m.world.time_left(m.current);
                m.world.end_timed_wait(m.current);
                after(m, (!is_over).then_some(left))
            }
        };
    }
    if m.mode != Mode::Run {
        if m.compiled.uses.clock {
            let until = until(m.world.clock().shows());
            m.world.clock_mut().pass(until);
        }
        return after(m, None);
    }
    if m.phase(m.current) == Phase::Waiting {
        timers::expire(m)?;
        let left = m.turns.sleeps[m.current].saturating_sub(m.world.clock().shows());
        let interrupts = signal::is_due(m);
        if !interrupts && !left.is_zero() {
            return Ok(Flow::Again);
        }
        m.set_phase(m.current, Phase::Running)?;
        let flow = after(m, interrupts.then_some(left))?;
        if let (true, Flow::Value(value)) = (interrupts, &flow) {
            m.set_native_result(*value);
            return Ok(if signal::handle(m)? { Flow::Arranged } else { flow });
        }
        return Ok(flow);
    }
    let until = until(m.world.clock().shows());
    m.turns.sleeps.resize(m.threads.len(), Duration::ZERO);
    m.turns.sleeps[m.current] = until;
    m.set_phase(m.current, Phase::Waiting)?;
    Ok(Flow::Again)
}

fn sleep(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let time = Duration::from_secs(call.number(m, 0)? & u64::from(u32::MAX));
    pause(
        m,
        |now| now.saturating_add(time),
        |_, left| Flow::int(left.map_or(0, |left| left.as_secs_f64().round() as i64)),
    )
}

fn usleep(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let time = Duration::from_micros(call.number(m, 0)? & u64::from(u32::MAX));
    pause(
        m,
        |now| now.saturating_add(time),
        |m, left| {
            let outcome = if left.is_some() { Err(errno::EINTR) } else { Ok(0) };
            guest::status(m, outcome)
        },
    )
}

pub(super) fn nanosleep(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (from, left) = (call.pointer(0)?, call.pointer(1)?);
    let negative = guest::load(m, from, long(m))? < 0;
    let Some(time) = pthread::deadline::timespec(m, from)?.filter(|_| !negative) else {
        return guest::status(m, Err(errno::EINVAL));
    };
    pause(
        m,
        |now| now.saturating_add(time),
        |m, rest| {
            put_rest(m, left, rest)?;
            let outcome = if rest.is_some() { Err(errno::EINTR) } else { Ok(0) };
            guest::status(m, outcome)
        },
    )
}

/// What a signal has left of a sleep; a thread that slept to the end is told nothing.
fn put_rest(m: &mut Machine, to: Pointer, rest: Option<Duration>) -> InterpResult<()> {
    match rest.filter(|_| !to.is_null()) {
        Some(rest) => put_time(m, to, rest.as_secs() as i64, rest.subsec_nanos().into()),
        None => Ok(()),
    }
}

/// `TIMER_ABSTIME`
const ABSOLUTE: i32 = 1;

fn clock_nanosleep(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (clock, flags, left) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?, call.pointer(3)?);
    if !NUMBERS.contains(&clock) {
        return Flow::int(errno::EINVAL.into());
    }
    let Some(time) = pthread::deadline::timespec(m, call.pointer(2)?)? else {
        return Flow::int(errno::EINVAL.into());
    };
    if flags & ABSOLUTE == 0 {
        return pause(
            m,
            |now| now.saturating_add(time),
            |m, rest| {
                put_rest(m, left, rest)?;
                Flow::int(if rest.is_some() { errno::EINTR.into() } else { 0 })
            },
        );
    }
    let until = if clock == pthread::deadline::REALTIME { m.world.clock().at(time) } else { time };
    pause(m, |_| until, |_, rest| Flow::int(if rest.is_some() { errno::EINTR.into() } else { 0 }))
}

/// Bytes of a `struct tm`: nine numbers, then two of glibc's own.
fn tm_size(m: &Machine) -> u64 {
    if long(m) == 8 { 56 } else { 44 }
}

fn put_tm(m: &mut Machine, to: Pointer, tm: &Tm) -> InterpResult<()> {
    let mut record = Record::new(m);
    for field in tm.fields() {
        record.int(field);
    }
    record.long(0);
    m.memory.write_bytes(to, record.bytes())?;
    if m.kept(Slot::Zone).is_null() {
        let name = guest::constant(m, b"GMT\0", 1)?;
        m.keep(Slot::Zone, name)?;
    }
    let zone = to.wrapping_offset((tm_size(m) as usize - long(m)) as i64);
    Ok(m.memory.store_pointer(zone, m.kept(Slot::Zone))?)
}

fn get_tm(m: &Machine, from: Pointer) -> InterpResult<Tm> {
    let mut fields = [0; 9];
    for (at, field) in fields.iter_mut().enumerate() {
        *field = guest::load(m, from.wrapping_offset(4 * at as i64), 4)? as i32;
    }
    Ok(Tm::from(fields))
}

fn seconds_at(m: &Machine, call: &Call) -> InterpResult<i64> {
    guest::load(m, call.pointer(0)?, long(m))
}

/// The object that `gmtime` and `localtime` return each time.
fn static_tm(m: &mut Machine) -> InterpResult<Pointer> {
    if m.kept(Slot::Calendar).is_null() {
        let size = tm_size(m);
        let calendar = m.allocate(size, 8, Storage::Global, Site(0))?;
        m.keep(Slot::Calendar, calendar)?;
    }
    Ok(m.kept(Slot::Calendar))
}

/// Bytes of what `asctime` and `ctime` return each time: more than fifty for years of many digits.
const ASCII: u64 = 64;

/// The string that `asctime` and `ctime` return each time.
fn static_text(m: &mut Machine) -> InterpResult<Pointer> {
    if m.kept(Slot::CalendarText).is_null() {
        let text = m.allocate(ASCII, 1, Storage::Global, Site(0))?;
        m.keep(Slot::CalendarText, text)?;
    }
    Ok(m.kept(Slot::CalendarText))
}

/// Makes the static objects that all threads have in common.
pub(super) fn make_statics(m: &mut Machine) -> InterpResult<()> {
    static_tm(m)?;
    static_text(m).map(|_| ())
}

fn broken_down(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let to = static_tm(m)?;
    let tm = Tm::at(seconds_at(m, call)?);
    put_tm(m, to, &tm)?;
    Flow::pointer(to)
}

fn broken_down_into(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (tm, to) = (Tm::at(seconds_at(m, call)?), call.pointer(1)?);
    put_tm(m, to, &tm)?;
    Flow::pointer(to)
}

/// Also brings what is out of range into it. The days of the week and of the year are not looked at.
fn mktime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = call.pointer(0)?;
    let mut fields = [0; 9];
    for (number, field) in fields.iter_mut().enumerate().filter(|it| !matches!(it.0, 6 | 7)) {
        *field = guest::load(m, at.wrapping_offset(4 * number as i64), 4)? as i32;
    }
    let seconds = Tm::from(fields).seconds();
    put_tm(m, at, &Tm::at(seconds))?;
    Flow::int(seconds)
}

fn ascii(m: &mut Machine, tm: &Tm) -> InterpResult<Flow> {
    let to = static_text(m)?;
    ascii_into(m, tm, to)
}

fn ascii_into(m: &mut Machine, tm: &Tm, to: Pointer) -> InterpResult<Flow> {
    let text = strftime::format(b"%a %b %e %H:%M:%S %Y\n", tm);
    guest::put_string(m, to, &text)?;
    Flow::pointer(to)
}

fn asctime_r(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (tm, to) = (get_tm(m, call.pointer(0)?)?, call.pointer(1)?);
    ascii_into(m, &tm, to)
}

fn ctime_r(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    local(m);
    let (tm, to) = (Tm::at(seconds_at(m, call)?), call.pointer(1)?);
    ascii_into(m, &tm, to)
}

fn asctime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let tm = get_tm(m, call.pointer(0)?)?;
    ascii(m, &tm)
}

fn ctime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    local(m);
    let tm = Tm::at(seconds_at(m, call)?);
    ascii(m, &tm)
}

fn strftime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, size, format) = (call.pointer(0)?, call.number(m, 1)?, guest::text(m, call, 2)?);
    let tm = get_tm(m, call.pointer(3)?)?;
    let text = strftime::format(&format, &tm);
    if text.len() as u64 >= size {
        return Flow::number(0);
    }
    guest::put_string(m, to, &text)?;
    Flow::number(text.len() as u64)
}
