//! Pipes and pairs of sockets (`unistd.h`, `sys/socket.h`), and waiting for files (`poll.h`, `sys/select.h`).
//!
//! Deliberately absent: networks. A socket is one end of a pair.

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
use gmc_world::{Bytes, Readiness};
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    outside("pipe", |m, call| pipe(m, call, 0)).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("pipe2", |m, call| pipe(m, call, guest::int(m, call, 1)?))
        .fails(&failures::OPEN_MORE)
        .is(Traits::GOES_ON),
    outside("socketpair", socketpair).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("shutdown", shutdown).is(Traits::GOES_ON),
    outside("send", send).fails(&failures::WRITE).is(INTERRUPTIBLY).is(Traits::ONE_FILE),
    outside("recv", recv).fails(&failures::READ).is(INTERRUPTIBLY).is(Traits::ONE_FILE),
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
const INTERRUPTIBLY: Traits = WAITS_CANCELLABLY.and(Traits::INTERRUPTIBLE);

/// A signal makes them return, whatever its handler says of calls that are to be made again.
const WAITS_UNTIL_INTERRUPTED: Traits = INTERRUPTIBLY.and(Traits::CONCERNS_SIGNALS);

pub(super) const WAITS: &[Native] = &[
    sync("poll", |m, call| may_go_on(m, call, poll_ready), poll, POLL)
        .fails(&failures::WAIT)
        .is(WAITS_UNTIL_INTERRUPTED),
    sync("__poll", |m, call| may_go_on(m, call, poll_ready), poll, POLL).is(WAITS_UNTIL_INTERRUPTED),
    sync("select", |m, call| may_go_on(m, call, select_ready), select, SELECT)
        .fails(&failures::WAIT)
        .is(WAITS_UNTIL_INTERRUPTED),
];

fn give_pair(m: &mut Machine, to: Pointer, made: Result<[i32; 2], Errno>) -> InterpResult<Flow> {
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

/// `AF_UNIX`; `SOCK_STREAM`, with `SOCK_NONBLOCK` and `SOCK_CLOEXEC`.
fn socketpair(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (domain, kind, to) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?, call.pointer(3)?);
    if domain != 1 {
        return guest::status(m, Err(errno::EAFNOSUPPORT));
    }
    if kind & 0xf != 1 {
        return Err(InterpError::unsupported("a pair of sockets of another type than SOCK_STREAM"));
    }
    let made = m.world.files.socket_pair(kind & 0o4000);
    give_pair(m, to, made)
}

fn shutdown(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, how) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    if !(0..=2).contains(&how) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let done = m.world.files.shut_down(file, how != 1, how != 0);
    guest::done(m, done)
}

fn check_socket(m: &Machine, file: i32) -> Result<(), Errno> {
    if m.world.files.is_socket(file)? { Ok(()) } else { Err(errno::ENOTSOCK) }
}

/// `MSG_NOSIGNAL`
const NO_SIGNAL: i32 = 0x4000;
/// `MSG_PEEK`, `MSG_DONTWAIT`, `MSG_WAITALL`
const PEEK: i32 = 2;
const NO_WAIT: i32 = 0x40;
const ALL: i32 = 0x100;
/// `MSG_EOR`, `MSG_MORE`, `MSG_CMSG_CLOEXEC`: for a pair of sockets they change nothing.
const IDLE: i32 = 0x80 | 0x8000 | 0x4000_0000;

/// Flags that mean something for a pair of sockets and are not modelled.
fn check_flags(call: &Call, flags: i32, known: i32) -> InterpResult<()> {
    match flags & !(known | NO_SIGNAL | NO_WAIT | IDLE) {
        0 => Ok(()),
        other => Err(InterpError::unsupported(format!("`{}` with the flags {other:#x}", call.name))),
    }
}

/// A call that need not be made again when there is more: it does not wait.
fn give_up_waiting(m: &mut Machine, flags: i32) {
    if flags & NO_WAIT != 0 {
        m.world.take_want();
    }
}

fn send(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, from, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?);
    let flags = guest::int(m, call, 3)?;
    if let Err(error) = check_socket(m, file) {
        return guest::status(m, Err(error));
    }
    check_flags(call, flags, 0)?;
    let bytes = m.read_data(from, count)?;
    let sent = m.world.files.write_some(file, bytes.whole());
    give_up_waiting(m, flags);
    if flags & NO_SIGNAL != 0 { guest::status(m, sent.map(|it| it as i64)) } else { written(m, sent) }
}

fn recv(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, to, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?);
    let flags = guest::int(m, call, 3)?;
    if let Err(error) = check_socket(m, file) {
        return guest::status(m, Err(error));
    }
    check_flags(call, flags, PEEK | ALL)?;
    let got = receive(m, file, count.min(1 << 20) as usize, flags)?;
    give_up_waiting(m, flags);
    if let Ok(bytes) = &got {
        m.write_data(to, bytes)?;
    }
    guest::status(m, got.map(|it| it.len() as i64))
}

/// Takes what there is, or waits for as much as there is room for.
fn receive(m: &mut Machine, file: i32, most: usize, flags: i32) -> InterpResult<Result<Bytes, Errno>> {
    let mut done = Bytes::new();
    loop {
        let got = m.world.files.receive(file, most - done.len(), flags & PEEK != 0);
        let Ok(some) = got else {
            let waits = flags & NO_WAIT == 0 && m.world.files.flags(file).is_ok_and(|it| it & 0o4000 == 0);
            // What came before the call would have to wait is all that it gets.
            return Ok(if !done.is_empty() && !waits { Ok(done) } else { got });
        };
        done.extend(some.whole());
        if flags & ALL == 0 || some.is_empty() || done.len() == most {
            return Ok(Ok(done));
        }
        if flags & PEEK != 0 {
            return Err(InterpError::unsupported(
                "`recv` that looks at more than there is (MSG_PEEK, MSG_WAITALL)",
            ));
        }
    }
}

/// What a function returns that has written; where no reader is left, a signal is raised.
pub(super) fn written(m: &mut Machine, outcome: Result<usize, Errno>) -> InterpResult<Flow> {
    /// `SIGPIPE`
    const BROKEN: i32 = 13;
    if outcome != Err(errno::EPIPE) {
        return guest::status(m, outcome.map(|it| it as i64));
    }
    last_error::set(m, errno::EPIPE)?;
    let ends = super::signal::handler(m, BROKEN).is_null() && !state(m).signals.holds_back(m.current, BROKEN);
    if ends && super::signal::may_die(m, BROKEN) {
        return super::process::die(m, BROKEN);
    }
    if ends {
        let message = "the program writes where nobody reads any more, and SIGPIPE ends it";
        return Err(InterpError::other(ErrorKind::Abort, message));
    }
    let flow = super::signal::deliver(m, BROKEN)?;
    m.set_native_result(gmc_vm::reg::Reg::number(u64::MAX));
    Ok(if matches!(flow, Flow::Arranged) { flow } else { Flow::int(-1)? })
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
        (0, Limit::Never) => 0,
        // A search lets whatever waits give up at any time.
        (0, Limit::After(_)) if m.mode != Mode::Run => 1,
        (0, Limit::After(_)) if m.phase(m.current) != Phase::Waiting => 1,
        (0, Limit::After(_)) => {
            let until = m.turns.sleeps.get(m.current).copied().unwrap_or_default();
            pthread::deadline::is_past(m, until).into()
        }
        _ => 1,
    })
}

/// In a single run, a thread that begins to wait remembers until when. Whether it has just begun.
fn begins(m: &mut Machine, call: &Call, ready: Ready) -> InterpResult<bool> {
    let (count, limit) = ready(m, call)?;
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

/// Bits of `poll`.
const IN: i64 = 1;
const OUT: i64 = 4;
const ERR: i64 = 8;
const HUP: i64 = 16;
const NVAL: i64 = 32;

/// What `poll` says about one of its entries.
fn poll_entry(m: &Machine, entry: Pointer) -> InterpResult<i64> {
    let file = guest::load(m, entry, 4)? as i32;
    let wanted = guest::load(m, entry.wrapping_offset(4), 2)?;
    if file < 0 {
        return Ok(0);
    }
    Ok(match m.world.files.readiness(file) {
        Err(_) => NVAL,
        Ok(Readiness { read, write, hung_up, broken }) => {
            let mut found = 0;
            found |= if read { wanted & (IN | 0x40) } else { 0 };
            found |= if write { wanted & (OUT | 0x100) } else { 0 };
            found |= if hung_up { HUP } else { 0 };
            found | if broken { ERR } else { 0 }
        }
    })
}

fn entries(m: &Machine, call: &Call) -> InterpResult<Vec<Pointer>> {
    let (first, count) = (call.pointer(0)?, call.number(m, 1)?);
    m.memory.check_readable(first, count.saturating_mul(8))?;
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
            let Ok(found) = m.world.files.readiness(file) else { return Ok(Err(errno::EBADF)) };
            let ready = match at {
                0 => found.read || found.hung_up,
                1 => found.write || found.broken,
                _ => false,
            };
            *slot = (true, ready);
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
