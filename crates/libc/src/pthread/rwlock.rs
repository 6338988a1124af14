//! Read-write locks: any number of readers, or one writer.
//!
//! As in glibc, a reader waits only for a thread that writes, not for one that wants to. With
//! `PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP` it waits for these, too: so beginning to wait for writing is a step
//! of its own, which is noted in the lock.

use super::{DESTROYED, attributes, deadline, identity, me, misuse, set_word, shared_place, word};
use crate::checker::always;
use crate::failures;
use crate::guest;
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_vm::effects::Extent::{Bytes, Longs};
use gmc_vm::effects::{LockKind, Span, TIMESPEC, Traits, operates, reads, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::locks::{PROCESS_SHIFT, owner_name};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::symmetry::Naming;
use gmc_vm::thread::Phase;
use gmc_world::errno;

const LOCK: &[Span] = &[HOLDERS];
const HOLDERS: Span = operates(0, Bytes(8));

pub(super) const TABLE: &[Native] = &[
    sync("pthread_rwlock_init", always, init, &[writes(0, Longs(7)), reads(1, Longs(1))])
        .fails(&failures::INIT)
        .noted(),
    sync("pthread_rwlock_destroy", always, destroy, &[writes(0, Longs(7))]).noted(),
    sync("pthread_rwlock_rdlock", |m, c| may(m, c, Use::Read), |m, c| lock(m, c, Use::Read), LOCK)
        .locks(LockKind::ReadWrite, 0)
        .noted(),
    sync("pthread_rwlock_wrlock", may_write, lock_to_write, LOCK).locks(LockKind::ReadWrite, 0).noted(),
    sync("pthread_rwlock_tryrdlock", always, |m, c| try_lock(m, c, Use::Read), LOCK)
        .tries(LockKind::ReadWrite, 0)
        .noted(),
    sync("pthread_rwlock_trywrlock", always, |m, c| try_lock(m, c, Use::Write), LOCK)
        .tries(LockKind::ReadWrite, 0)
        .noted(),
    sync(
        "pthread_rwlock_timedrdlock",
        |m, c| may_until(m, c, Use::Read, deadline::REALTIME, 1),
        |m, c| lock_until(m, c, Use::Read, deadline::REALTIME, 1),
        &[HOLDERS, reads(1, TIMESPEC)],
    )
    .tries(LockKind::ReadWrite, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync(
        "pthread_rwlock_timedwrlock",
        |m, c| may_until(m, c, Use::Write, deadline::REALTIME, 1),
        |m, c| lock_until(m, c, Use::Write, deadline::REALTIME, 1),
        &[HOLDERS, reads(1, TIMESPEC)],
    )
    .tries(LockKind::ReadWrite, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync(
        "pthread_rwlock_clockrdlock",
        |m, c| may_until(m, c, Use::Read, guest::int(m, c, 1)?, 2),
        |m, c| lock_until(m, c, Use::Read, guest::int(m, c, 1)?, 2),
        &[HOLDERS, reads(2, TIMESPEC)],
    )
    .tries(LockKind::ReadWrite, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync(
        "pthread_rwlock_clockwrlock",
        |m, c| may_until(m, c, Use::Write, guest::int(m, c, 1)?, 2),
        |m, c| lock_until(m, c, Use::Write, guest::int(m, c, 1)?, 2),
        &[HOLDERS, reads(2, TIMESPEC)],
    )
    .tries(LockKind::ReadWrite, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync("pthread_rwlock_unlock", always, unlock, LOCK).unlocks(LockKind::ReadWrite, 0).noted(),
];

/// How many times it is held for reading.
const READERS: i64 = 0;
/// The thread that writes, plus one.
const WRITER: i64 = 4;
/// How many times each of the first threads reads, a byte for each: of later ones only the sum is known.
const COUNTS: i64 = 8;
/// So many threads have a count.
const COUNTED: usize = gmc_vm::symmetry::MOST;

/// Where it notes its place.
const PLACE: i64 = COUNTS + COUNTED as i64;
/// How many threads wait to write, where readers wait for them.
const WAITING: i64 = 40;
/// Whom it prefers, where glibc's initializers have that.
const PREFERENCE: i64 = 48;
/// `PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`
const PREFERS_WRITERS: u32 = 2;

const WHAT: &str = "read-write lock";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Write,
}

fn writer(m: &Machine, lock: Pointer) -> InterpResult<u32> {
    match word(m, lock, WRITER, WHAT)? {
        DESTROYED => Err(misuse("the read-write lock was destroyed before")),
        other => Ok(other),
    }
}

fn readers(m: &Machine, lock: Pointer) -> InterpResult<u32> {
    word(m, lock, READERS, WHAT)
}

/// How many times a thread reads, as far as that is known.
fn count(m: &Machine, lock: Pointer, thread: ThreadId) -> InterpResult<u32> {
    if thread.index() < COUNTED {
        return Ok(guest::load(m, lock.wrapping_offset(COUNTS + i64::from(thread.0)), 1)? as u8 as u32);
    }
    let mut others = readers(m, lock)?;
    for it in (0..COUNTED).map(ThreadId::new) {
        others = others.saturating_sub(count(m, lock, it)?);
    }
    Ok(others)
}

/// The current thread becomes a reader, or is one no longer.
fn add_reader(m: &mut Machine, lock: Pointer, change: i32) -> InterpResult<()> {
    let all = readers(m, lock)?.wrapping_add_signed(change);
    set_word(m, lock, READERS, all)?;
    let me = place(m, lock);
    if me.index() < COUNTED {
        let own = count(m, lock, me)?.wrapping_add_signed(change);
        guest::store(m, lock.wrapping_offset(COUNTS + i64::from(me.0)), own.into(), 1)?;
    }
    Ok(())
}

/// Which count is that of the current thread: in a lock that processes share, the first thread of each process has one.
fn place(m: &Machine, lock: Pointer) -> ThreadId {
    match shared_place(m, lock) {
        None => m.current,
        Some(_) if m.current == ThreadId(0) => ThreadId(m.world.process.0),
        Some(_) => ThreadId(COUNTED as u32),
    }
}

/// A thread that has it, plus one.
pub(super) fn holder(m: &Machine, lock: Pointer) -> InterpResult<u32> {
    let writer = writer(m, lock)?;
    if writer != 0 {
        return Ok(writer);
    }
    let first = (0..COUNTED).map(ThreadId::new).find(|&it| count(m, lock, it).is_ok_and(|count| count > 0));
    Ok(first.map_or(0, |thread| match shared_place(m, lock) {
        None => thread.0 + 1,
        Some(_) => (thread.0 + 1) << PROCESS_SHIFT | 1,
    }))
}

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    identity::begin(m, lock, PLACE, WHAT)?;
    for at in (0..COUNTS + COUNTED as i64).step_by(4) {
        set_word(m, lock, at, 0)?;
    }
    let preference = attributes::preference(m, call.pointer(1)?)?;
    if has_preference(m) {
        set_word(m, lock, WAITING, 0)?;
        set_word(m, lock, PREFERENCE, preference)?;
    } else if preference == PREFERS_WRITERS {
        return Err(InterpError::unsupported(
            "a read-write lock that prefers writers and has no room to say so",
        ));
    }
    Flow::int(0)
}

/// Whether locks are large enough to say whom they prefer.
fn has_preference(m: &Machine) -> bool {
    m.memory.target().pointer_size() == 8 && !m.compiled.uses.foreign_rwlocks
}

/// How many threads wait to write; none if readers do not wait for them.
fn waiting(m: &Machine, lock: Pointer) -> InterpResult<Option<u32>> {
    let prefers = has_preference(m) && word(m, lock, PREFERENCE, WHAT)? == PREFERS_WRITERS;
    prefers.then(|| word(m, lock, WAITING, WHAT)).transpose()
}

fn destroy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    if writer(m, lock)? != 0 || readers(m, lock)? != 0 {
        let who = holder(m, lock)?;
        let who = if who == 0 { "a thread".to_owned() } else { owner_name(m, who) };
        return Err(misuse(format!("the read-write lock is destroyed while {who} holds it")));
    }
    identity::end(m, lock, PLACE)?;
    set_word(m, lock, WRITER, DESTROYED)?;
    Flow::int(0)
}

/// What taking it for this gives now.
fn status(m: &Machine, lock: Pointer, how: Use) -> InterpResult<i32> {
    let writer = writer(m, lock)?;
    let goes_before = match how {
        Use::Write => readers(m, lock)? != 0,
        Use::Read => waiting(m, lock)?.is_some_and(|count| count > 0),
    };
    Ok(if writer == me(m, lock) {
        errno::EDEADLK
    } else if writer != 0 || goes_before {
        errno::EBUSY
    } else if how == Use::Read && count(m, lock, place(m, lock))? == 255 {
        errno::EAGAIN
    } else {
        0
    })
}

fn may(m: &Machine, call: &Call, how: Use) -> InterpResult<u32> {
    Ok((status(m, call.pointer(0)?, how)? != errno::EBUSY).into())
}

/// The current thread begins to wait for writing, where readers look at that.
fn may_write(m: &Machine, call: &Call) -> InterpResult<u32> {
    let begins = m.phase(m.current) != Phase::Waiting && waiting(m, call.pointer(0)?)?.is_some();
    Ok((begins || may(m, call, Use::Write)? != 0).into())
}

fn lock_to_write(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    let Some(count) = waiting(m, lock)? else { return self::lock(m, call, Use::Write) };
    let waits = m.phase(m.current) == Phase::Waiting;
    match (status(m, lock, Use::Write)? == errno::EBUSY, waits) {
        (true, true) => return Ok(Flow::Again),
        (true, false) => {
            set_word(m, lock, WAITING, count + 1)?;
            m.set_wait(m.current, Phase::Waiting, lock)?;
            return Ok(Flow::Again);
        }
        (false, true) => {
            set_word(m, lock, WAITING, count - 1)?;
            m.set_phase(m.current, Phase::Running)?;
        }
        (false, false) => {}
    }
    self::lock(m, call, Use::Write)
}

fn may_until(m: &Machine, call: &Call, how: Use, clock: i32, at: usize) -> InterpResult<u32> {
    Ok((status(m, call.pointer(0)?, how)? != errno::EBUSY || deadline::is_over(m, call, clock, at)?).into())
}

fn take(m: &mut Machine, call: &Call, how: Use) -> InterpResult<i32> {
    let lock = call.pointer(0)?;
    let status = status(m, lock, how)?;
    if status == 0 {
        let naming = match how {
            Use::Read => {
                add_reader(m, lock, 1)?;
                Naming::Counts(lock.wrapping_offset(COUNTS))
            }
            Use::Write => {
                set_word(m, lock, WRITER, me(m, lock))?;
                Naming::Owner(lock.wrapping_offset(WRITER))
            }
        };
        m.note_naming(naming);
        m.add_lock();
    }
    Ok(status)
}

fn lock(m: &mut Machine, call: &Call, how: Use) -> InterpResult<Flow> {
    Flow::int(take(m, call, how)?.into())
}

fn try_lock(m: &mut Machine, call: &Call, how: Use) -> InterpResult<Flow> {
    let status = take(m, call, how)?;
    Flow::int(if status == errno::EDEADLK { errno::EBUSY } else { status }.into())
}

fn lock_until(m: &mut Machine, call: &Call, how: Use, clock: i32, at: usize) -> InterpResult<Flow> {
    if how == Use::Write && waiting(m, call.pointer(0)?)?.is_some() {
        return Err(InterpError::unsupported("a lock that prefers writers, taken with a time limit"));
    }
    let status = take(m, call, how)?;
    Flow::int(if status == errno::EBUSY { deadline::status(m, call, clock, at)? } else { status.into() })
}

fn unlock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    let writer = writer(m, lock)?;
    if writer == me(m, lock) {
        set_word(m, lock, WRITER, 0)?;
    } else if writer == 0 && count(m, lock, place(m, lock))? > 0 {
        add_reader(m, lock, -1)?;
    } else {
        return Err(misuse(match holder(m, lock)? {
            0 => "the read-write lock is unlocked, but nobody has locked it".to_owned(),
            other => format!(
                "the read-write lock is unlocked by a thread that does not hold it: {} does",
                owner_name(m, other)
            ),
        }));
    }
    m.remove_lock();
    Flow::int(0)
}
