//! Pipes (`unistd.h`), and waiting for files (`poll.h`, `sys/select.h`).

use super::{errno as last_error, guest, pthread};
use crate::failures;
use crate::state::state;
use gmc_mem::Pointer;
use gmc_model::ErrorKind;
use gmc_vm::effects::{Extent, Span, TIMESPEC, Traits, WAITS_CANCELLABLY, reads, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, outside, sync};
use gmc_vm::thread::Phase;
use gmc_world::errno::{self, Errno};
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    outside("pipe", |m, call| pipe(m, call, 0)).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("pipe2", |m, call| pipe(m, call, guest::int(m, call, 1)?))
        .fails(&failures::OPEN_MORE)
        .is(Traits::GOES_ON),
];

/// Of each entry, what is asked for is read and what is found is written.
const POLL: &[Span] = &[
    reads(0, Extent::Elements { count: 1, size: 8, part: (0, 6) }),
    writes(0, Extent::Elements { count: 1, size: 8, part: (6, 8) }),
];

const SELECT: &[Span] = &[
    writes(1, Extent::Bits(0)),
    writes(2, Extent::Bits(0)),
    writes(3, Extent::Bits(0)),
    reads(1, Extent::Bits(0)),
    reads(2, Extent::Bits(0)),
    reads(3, Extent::Bits(0)),
    reads(4, TIMESPEC),
];

/// Who waits may be cancelled or interrupted.
pub(super) const INTERRUPTIBLY: Traits = WAITS_CANCELLABLY.and(Traits::INTERRUPTIBLE);

/// A signal makes them return, whatever its handler says of calls that are to be made again.
pub(super) const WAITS_UNTIL_INTERRUPTED: Traits = INTERRUPTIBLY.and(Traits::CONCERNS_SIGNALS);

pub(super) const WAITS: &[Native] = &[
    sync("poll", |m, call| may_go_on(m, call, poll_ready), poll, POLL)
        .fails(&failures::WAIT)
        .is(WAITS_UNTIL_INTERRUPTED.and(Traits::RESTS)),
    sync("__poll", |m, call| may_go_on(m, call, poll_ready), poll, POLL)
        .is(WAITS_UNTIL_INTERRUPTED.and(Traits::RESTS)),
    sync("select", |m, call| may_go_on(m, call, select_ready), select, SELECT)
        .fails(&failures::WAIT)
        .is(WAITS_UNTIL_INTERRUPTED.and(Traits::RESTS)),
];

pub(super) fn give_pair(m: &mut Machine, to: Pointer, made: Result<[i32; 2], Errno>) -> InterpResult<Flow> {
    let numbers = match made {
        Ok(numbers) => numbers,
        Err(error) => return guest::status(m, Err(error)),
    };
    for (at, number) in (0..).zip(numbers) {
        guest::store(m, to.wrapping_offset(4 * at), number.into(), 4)?;
    }
    Flow::int(0)
}

fn pipe(m: &mut Machine, call: &Call, flags: i32) -> InterpResult<Flow> {
    let to = call.pointer(0)?;
    let made = m.world.files.pipe(flags);
    give_pair(m, to, made)
}

/// What a function returns that has written; where no reader is left, a signal is raised, also after `done` bytes.
pub(super) fn written(m: &mut Machine, outcome: Result<usize, Errno>, done: usize) -> InterpResult<Flow> {
    /// `SIGPIPE`
    const BROKEN: i32 = 13;
    if outcome != Err(errno::EPIPE) {
        return guest::status(m, outcome.map(|it| it as i64));
    }
    if done == 0 {
        last_error::set(m, errno::EPIPE)?;
    }
    let ends = super::signal::handler(m, BROKEN).is_null() && !state(m).signals.holds_back(m.current, BROKEN);
    if ends && super::signal::may_die(m, BROKEN) {
        return super::process::die(m, BROKEN);
    }
    if ends {
        let message = "the program writes where nobody reads any more, and SIGPIPE ends it";
        return Err(InterpError::other(ErrorKind::Abort, message));
    }
    super::signal::deliver_and_return(m, BROKEN, if done > 0 { done as i64 } else { -1 })
}

/// Until when a call waits that is not ready.
enum Limit {
    Never,
    Now,
    After(Duration),
}

/// How many are ready, and how long to wait for one.
type Ready = fn(&Machine, &Call) -> InterpResult<(u32, Limit)>;

/// Whether the call may return: when something is ready or time is up.
fn may_go_on(m: &Machine, call: &Call, ready: Ready) -> InterpResult<u32> {
    Ok(match ready(m, call)? {
        // A timer that is a file expires, and may be what it waits for.
        (0, Limit::Never) if m.mode == Mode::Run => match m.world.files.next_timer() {
            Some(time) => pthread::deadline::is_past(m, time).into(),
            None => 0,
        },
        (0, Limit::Never) => 0,
        // A search in which time stands still lets whatever waits give up at any time.
        (0, Limit::After(_)) if m.mode != Mode::Run => (m.world.timed_wait(m.current) != Some(false)).into(),
        (0, Limit::After(_)) if m.phase(m.current) != Phase::Waiting => 1,
        (0, Limit::After(_)) => {
            let until = m.turns.sleeps.get(m.current).copied().unwrap_or_default();
            let timer = m.world.files.next_timer();
            pthread::deadline::is_past(m, timer.map_or(until, |it| it.min(until))).into()
        }
        _ => 1,
    })
}

/// Where time passes, a thread that begins to wait remembers until when. Whether it has just begun.
fn begins(m: &mut Machine, call: &Call, ready: Ready) -> InterpResult<bool> {
    let (count, limit) = ready(m, call)?;
    if m.mode != Mode::Run {
        return Ok(begins_in_search(m, count, limit));
    }
    if let (0, Limit::After(time), Mode::Run) = (count, limit, m.mode)
        && m.phase(m.current) != Phase::Waiting
    {
        let until = m.world.clock().shows().saturating_add(time);
        m.turns.sleeps.resize(m.threads.len(), Duration::ZERO);
        m.turns.sleeps[m.current] = until;
        m.set_phase(m.current, Phase::Waiting)?;
        return Ok(true);
    }
    if m.phase(m.current) == Phase::Waiting {
        m.set_phase(m.current, Phase::Running)?;
    }
    Ok(false)
}

/// The same, in a search.
fn begins_in_search(m: &mut Machine, count: u32, limit: Limit) -> bool {
    if !m.world.clock().moves() {
        return false;
    }
    match (count, limit, m.world.timed_wait(m.current)) {
        (0, Limit::After(time), None) => m.world.begin_timed_wait(m.current, time),
        (0, Limit::After(_), Some(false)) => {}
        _ => {
            m.world.end_timed_wait(m.current);
            return false;
        }
    }
    true
}

/// Bits of `poll`.
const ERR: i64 = 8;
const HUP: i64 = 16;
const NVAL: i64 = 32;
/// The bits for which `select` says that a file can be read, and written.
const SELECTS: [u32; 2] = [1 | 0x40 | 0x80 | 8 | 16, 4 | 0x100 | 0x200 | 8];

/// What `poll` says about one of its entries.
fn poll_entry(m: &Machine, entry: Pointer) -> InterpResult<i64> {
    let file = guest::load(m, entry, 4)? as i32;
    let wanted = guest::load(m, entry.wrapping_offset(4), 2)?;
    if file < 0 {
        return Ok(0);
    }
    Ok(match m.world.files.ready(file) {
        Err(_) => NVAL,
        Ok(ready) => i64::from(ready) & (wanted | ERR | HUP),
    })
}

fn entries(m: &Machine, call: &Call) -> InterpResult<Vec<Pointer>> {
    let (first, count) = (call.pointer(0)?, call.number(m, 1)?);
    // Without any, the pointer is not looked at: a portable way to sleep.
    if count > 0 {
        m.memory.check_readable(first, count.saturating_mul(8))?;
    }
    Ok((0..count).map(|at| first.wrapping_offset(8 * at as i64)).collect())
}

fn poll_ready(m: &Machine, call: &Call) -> InterpResult<(u32, Limit)> {
    let mut count = 0;
    for entry in entries(m, call)? {
        count += u32::from(poll_entry(m, entry)? != 0);
    }
    let limit = match guest::int(m, call, 2)? {
        0 => Limit::Now,
        time if time < 0 => Limit::Never,
        time => Limit::After(Duration::from_millis(time as u64)),
    };
    Ok((count, limit))
}

fn poll(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.world.files.look_outside();
    if begins(m, call, poll_ready)? {
        return Ok(Flow::Again);
    }
    let mut count = 0;
    for entry in entries(m, call)? {
        let found = poll_entry(m, entry)?;
        count += i64::from(found != 0);
        guest::store(m, entry.wrapping_offset(6), found, 2)?;
    }
    Flow::int(count)
}

/// Of one file, for reading, writing and errors: whether `select` asks for it, and whether it is ready.
type Row = [(bool, bool); 3];

/// What `select` says about each of its files: which it asks for, and which are ready, for reading, writing and errors.
fn select_sets(m: &Machine, call: &Call) -> InterpResult<Result<Vec<Row>, Errno>> {
    let count = guest::int(m, call, 0)?;
    if !(0..=1024).contains(&count) {
        return Ok(Err(errno::EINVAL));
    }
    let mut out = Vec::new();
    for file in 0..count {
        let mut row = [(false, false); 3];
        for (at, slot) in row.iter_mut().enumerate() {
            let set = call.pointer(1 + at)?;
            if set.is_null()
                || guest::load(m, set.wrapping_offset((file / 8).into()), 1)? >> (file % 8) & 1 == 0
            {
                continue;
            }
            let Ok(found) = m.world.files.ready(file) else { return Ok(Err(errno::EBADF)) };
            *slot = (true, SELECTS.get(at).is_some_and(|it| found & it != 0));
        }
        out.push(row);
    }
    Ok(Ok(out))
}

fn select_ready(m: &Machine, call: &Call) -> InterpResult<(u32, Limit)> {
    let count = match select_sets(m, call)? {
        Ok(rows) => rows.iter().flatten().filter(|it| it.1).count() as u32,
        // It fails at once.
        Err(_) => 1,
    };
    let time = call.pointer(4)?;
    let limit = if time.is_null() {
        Limit::Never
    } else {
        let size = m.memory.target().pointer_size();
        let seconds = guest::load(m, time, size)?.max(0) as u64;
        let micros = guest::load(m, time.wrapping_offset(size as i64), size)?.max(0) as u64;
        let time = Duration::from_secs(seconds).saturating_add(Duration::from_micros(micros));
        if time.is_zero() { Limit::Now } else { Limit::After(time) }
    };
    Ok((count, limit))
}

fn select(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.world.files.look_outside();
    if begins(m, call, select_ready)? {
        return Ok(Flow::Again);
    }
    let rows = match select_sets(m, call)? {
        Ok(rows) => rows,
        Err(error) => return guest::status(m, Err(error)),
    };
    let mut count = 0;
    for at in 0..3 {
        let set = call.pointer(1 + at)?;
        if set.is_null() {
            continue;
        }
        for (file, row) in rows.iter().enumerate() {
            let byte = set.wrapping_offset(file as i64 / 8);
            if row[at].0 && !row[at].1 {
                let kept = guest::load(m, byte, 1)? & !(1 << (file % 8));
                guest::store(m, byte, kept, 1)?;
            }
            count += i64::from(row[at].1);
        }
    }
    Flow::int(count)
}
