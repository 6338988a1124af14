//! `threads.h`: C's own threads, by means of those of POSIX. Where POSIX has an error or lets a thread wait for ever, C
//! leaves undefined what happens.

use super::checker::always;
use super::guest;
use super::pthread::condition::{self, Until};
use super::pthread::{
    condition::{CONDITION, WAIT},
    mutex::MUTEX,
};
use super::pthread::{deadline, is_held_by_caller, keys, misuse, mutex, once, threads};
use super::time;
use crate::failures;
use gmc_mem::Pointer;
use gmc_vm::effects::Extent::{Bytes, Longs};
use gmc_vm::effects::{Awaited, Commutes, LockKind, TIMESPEC, Traits, reads, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, shared, sync};
use gmc_vm::nondet;
use gmc_vm::reg::Reg;
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    sync("thrd_create", always, create, &[writes(0, Longs(1))])
        .takes_terms(2, 2)
        .fails(&failures::CREATE_STANDARD)
        .noted()
        .keeps(2)
        .is(Traits::CREATES),
    sync("thrd_join", threads::may_join, join, &[writes(1, Bytes(4))])
        .awaits(Awaited::End(0))
        .noted()
        .is(Traits::SUSPENDS),
    sync("thrd_detach", always, |m, c| told(threads::detach(m, c)?), &[]).noted().is(Traits::INTRICATE),
    sync("thrd_exit", always, |m, c| threads::leave(m, Reg::number(c.int(m, 0)? as u64)), &[]).noted(),
    sync("thrd_sleep", time::may_go_on, time::nanosleep, &[reads(0, TIMESPEC)])
        .commutes(Commutes::Uncancelled),
    sync("mtx_init", always, init, &[writes(0, Longs(5))]).fails(&failures::INIT_STANDARD).noted(),
    sync(
        "mtx_destroy",
        always,
        |m, c| mutex::destroy(m, c.pointer(0)?).map(|_| Flow::Void),
        &[writes(0, Longs(5))],
    )
    .noted(),
    sync("mtx_lock", mutex::may_lock, lock, MUTEX).locks(LockKind::Mutex, 0).words(mutex::words).noted(),
    sync("mtx_trylock", always, |m, c| told(mutex::try_take(m, c.pointer(0)?)?), MUTEX)
        .tries(LockKind::Mutex, 0)
        .words(mutex::words)
        .noted(),
    sync(
        "mtx_timedlock",
        |m, c| mutex::may_lock_until(m, c, deadline::REALTIME, 1),
        timed_lock,
        &[mutex::HOLDER, mutex::KIND, reads(1, TIMESPEC)],
    )
    .tries(LockKind::Mutex, 0)
    .noted()
    .is(Traits::TELLS_TIME),
    sync("mtx_unlock", always, |m, c| told(mutex::give(m, c.pointer(0)?)?), MUTEX)
        .unlocks(LockKind::Mutex, 0)
        .words(mutex::words)
        .noted(),
    sync(
        "cnd_init",
        always,
        |m, c| condition::make(m, c.pointer(0)?, 0).and_then(|()| told(0)),
        &[writes(0, Bytes(48))],
    )
    .fails(&failures::INIT_STANDARD)
    .noted(),
    sync(
        "cnd_destroy",
        always,
        |m, c| condition::destroy(m, c.pointer(0)?).map(|_| Flow::Void),
        &[writes(0, Bytes(48))],
    )
    .noted(),
    sync("cnd_wait", |m, c| condition::may_wait(m, c, None), |m, c| wait(m, c, None), WAIT)
        .lends(LockKind::Mutex, 1)
        .words(condition::words_of_wait)
        .noted(),
    sync(
        "cnd_timedwait",
        |m, c| condition::may_wait(m, c, Some((deadline::REALTIME, 2))),
        |m, c| wait(m, c, Some((deadline::REALTIME, 2))),
        &[condition::USED, condition::HOLDER, condition::KIND, reads(2, TIMESPEC)],
    )
    .lends(LockKind::Mutex, 1)
    .noted()
    .is(Traits::TELLS_TIME),
    sync("cnd_signal", condition::whom, condition::signal, CONDITION).words(condition::words).noted(),
    sync("cnd_broadcast", always, condition::broadcast, CONDITION).words(condition::words).noted(),
    sync("call_once", once::may_go, |m, c| once::once(m, c, false), once::FLAG)
        .awaits(Awaited::Once(0))
        .noted(),
];

/// Functions in which no thread waits.
pub(super) const LOCAL: &[Native] = &[
    memory("thrd_current", threads::own_name),
    memory("thrd_equal", |m, c| Flow::int((c.number(m, 0)? == c.number(m, 1)?).into())),
    shared("tss_create", |m, c| told(keys::create(m, c)?))
        .fails(&failures::INIT_STANDARD)
        .is(Traits::INTRICATE),
    shared("tss_delete", |m, c| keys::delete(m, c).map(|_| Flow::Void)),
    shared("tss_get", keys::get),
    shared("tss_set", |m, c| told(keys::set(m, c)?)).takes_terms(1, 1),
];

/// How C tells what POSIX tells by an error number: `thrd_success`, `thrd_busy`, and so on.
fn told(status: i64) -> InterpResult<Flow> {
    Flow::int(match status as i32 {
        0 => 0,
        errno::EBUSY => 1,
        errno::ENOMEM => 3,
        errno::ETIMEDOUT => 4,
        _ => 2,
    })
}

fn create(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    threads::start(m, call.pointer(0)?, call.pointer(1)?, call.reg(2)?, false)?;
    told(0)
}

fn join(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    threads::may_join(m, call)?;
    let (value, to) = (threads::join(m, call)?, call.pointer(1)?);
    if !to.is_null() {
        if value.is_undef() {
            m.memory.uninitialise(to, 4)?;
        } else if value.is_nondet() {
            return Err(nondet::matters(value));
        } else {
            guest::store(m, to, i64::from(value.plain_bits(m.memory.target()) as i32), 4)?;
        }
    }
    told(0)
}

/// `mtx_recursive` and `mtx_timed`
const RECURSIVE: i32 = 1;
const TIMED: i32 = 2;

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let kind = guest::int(m, call, 1)?;
    if kind & !(RECURSIVE | TIMED) != 0 {
        return told(errno::EINVAL.into());
    }
    let recursive = if kind & RECURSIVE != 0 { mutex::RECURSIVE } else { 0 };
    let timed = if kind & TIMED != 0 { mutex::TIMED } else { 0 };
    mutex::make(m, call.pointer(0)?, mutex::STANDARD | recursive | timed)?;
    told(0)
}

fn lock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let mutex = call.pointer(0)?;
    check_again(m, mutex)?;
    told(mutex::take(m, mutex)?)
}

/// C leaves undefined what happens to a thread that locks what it holds.
fn check_again(m: &Machine, mutex: Pointer) -> InterpResult<()> {
    if is_held_by_caller(m, mutex)? && mutex::kind_of(m, mutex)? & mutex::RECURSIVE == 0 {
        return Err(misuse("a thread locks a mutex that it holds already, and that is not recursive"));
    }
    Ok(())
}

fn timed_lock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let mutex = call.pointer(0)?;
    if mutex::kind_of(m, mutex)? & mutex::TIMED == 0 {
        return Err(misuse("`mtx_timedlock` of a mutex that was not made with `mtx_timed`"));
    }
    check_again(m, mutex)?;
    told(mutex::take_until(m, call, deadline::REALTIME, 1)?)
}

fn wait(m: &mut Machine, call: &Call, until: Until) -> InterpResult<Flow> {
    match condition::wait(m, call, until)? {
        Flow::Value(status) => told(status.bits as i64),
        other => Ok(other),
    }
}
