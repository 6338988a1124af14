//! `threads.h`: C's own threads, by means of those of POSIX. Where POSIX has an error or lets a thread wait for ever, C
//! leaves undefined what happens.

use super::checker::always;
use super::guest;
use super::pthread::condition::{self, Until};
use super::pthread::{deadline, is_held_by_caller, keys, misuse, mutex, once, threads};
use super::time;
use crate::fault::Outcome;
use crate::machine::Machine;
use crate::native::{Call, Conduct, Flow, Native, Sync};
use crate::open;
use crate::reg::Reg;
use crate::world::errno;
use gmc_mem::Pointer;

pub(super) const TABLE: &[Sync] = &[
    Sync { name: "thrd_create", outcomes: always, run: create },
    Sync { name: "thrd_join", outcomes: threads::may_join, run: join },
    Sync { name: "thrd_detach", outcomes: always, run: |m, c| told(threads::detach(m, c)?) },
    Sync {
        name: "thrd_exit",
        outcomes: always,
        run: |m, c| threads::leave(m, Reg::number(c.int(m, 0)? as u64)),
    },
    Sync { name: "thrd_sleep", outcomes: time::may_go_on, run: time::nanosleep },
    Sync { name: "mtx_init", outcomes: always, run: init },
    Sync {
        name: "mtx_destroy",
        outcomes: always,
        run: |m, c| mutex::destroy(m, c.pointer(0)?).map(|_| Flow::Void),
    },
    Sync { name: "mtx_lock", outcomes: mutex::may_lock, run: lock },
    Sync { name: "mtx_trylock", outcomes: always, run: |m, c| told(mutex::try_take(m, c.pointer(0)?)?) },
    Sync {
        name: "mtx_timedlock",
        outcomes: |m, c| mutex::may_lock_until(m, c, deadline::REALTIME, 1),
        run: timed_lock,
    },
    Sync { name: "mtx_unlock", outcomes: always, run: |m, c| told(mutex::give(m, c.pointer(0)?)?) },
    Sync {
        name: "cnd_init",
        outcomes: always,
        run: |m, c| condition::make(m, c.pointer(0)?, 0).and_then(|()| told(0)),
    },
    Sync {
        name: "cnd_destroy",
        outcomes: always,
        run: |m, c| condition::destroy(m, c.pointer(0)?).map(|_| Flow::Void),
    },
    Sync { name: "cnd_wait", outcomes: |m, c| condition::may_wait(m, c, None), run: |m, c| wait(m, c, None) },
    Sync {
        name: "cnd_timedwait",
        outcomes: |m, c| condition::may_wait(m, c, Some((deadline::REALTIME, 2))),
        run: |m, c| wait(m, c, Some((deadline::REALTIME, 2))),
    },
    Sync { name: "cnd_signal", outcomes: condition::whom, run: condition::signal },
    Sync { name: "cnd_broadcast", outcomes: always, run: condition::broadcast },
    Sync { name: "call_once", outcomes: once::may_go, run: |m, c| once::once(m, c, false) },
];

/// Functions that nobody waits in.
pub(super) const LOCAL: &[(Conduct, &[Native])] = &[
    (
        Conduct::Memory,
        &[
            Native { name: "thrd_current", run: threads::own_name },
            Native { name: "thrd_equal", run: |m, c| Flow::int((c.number(m, 0)? == c.number(m, 1)?).into()) },
        ],
    ),
    (
        Conduct::Shared,
        &[
            Native { name: "tss_create", run: |m, c| told(keys::create(m, c)?) },
            Native { name: "tss_delete", run: |m, c| keys::delete(m, c).map(|_| Flow::Void) },
            Native { name: "tss_get", run: keys::get },
            Native { name: "tss_set", run: |m, c| told(keys::set(m, c)?) },
        ],
    ),
];

/// How C tells what POSIX tells by an error number: `thrd_success`, `thrd_busy`, and so on.
fn told(status: i64) -> Outcome<Flow> {
    Flow::int(match status as i32 {
        0 => 0,
        errno::EBUSY => 1,
        errno::ENOMEM => 3,
        errno::ETIMEDOUT => 4,
        _ => 2,
    })
}

fn create(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    threads::start(m, call.pointer(0)?, call.pointer(1)?, call.reg(2)?, false)?;
    told(0)
}

fn join(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    if super::pthread::is_cancelled(m) {
        return threads::cancelled(m);
    }
    threads::may_join(m, call)?;
    let (value, to) = (threads::join(m, call)?, call.pointer(1)?);
    if !to.is_null() {
        if value.is_undef() {
            m.memory.uninitialise(to, 4)?;
        } else if value.is_open() {
            return Err(open::matters(value));
        } else {
            guest::store(m, to, i64::from(value.plain_bits(m.memory.target()) as i32), 4)?;
        }
    }
    told(0)
}

/// `mtx_recursive` and `mtx_timed`
const RECURSIVE: i32 = 1;
const TIMED: i32 = 2;

fn init(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let kind = guest::int(m, call, 1)?;
    if kind & !(RECURSIVE | TIMED) != 0 {
        return told(errno::EINVAL.into());
    }
    let recursive = if kind & RECURSIVE != 0 { mutex::RECURSIVE } else { 0 };
    let timed = if kind & TIMED != 0 { mutex::TIMED } else { 0 };
    mutex::make(m, call.pointer(0)?, mutex::STANDARD | recursive | timed)?;
    told(0)
}

fn lock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let mutex = call.pointer(0)?;
    check_again(m, mutex)?;
    told(mutex::take(m, mutex)?)
}

/// C leaves undefined what happens to a thread that locks what it holds.
fn check_again(m: &Machine<'_>, mutex: Pointer) -> Outcome<()> {
    if is_held_by_caller(m, mutex)? && mutex::kind_of(m, mutex)? & mutex::RECURSIVE == 0 {
        return Err(misuse("a thread locks a mutex that it holds already, and that is not recursive"));
    }
    Ok(())
}

fn timed_lock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let mutex = call.pointer(0)?;
    if mutex::kind_of(m, mutex)? & mutex::TIMED == 0 {
        return Err(misuse("`mtx_timedlock` of a mutex that was not made with `mtx_timed`"));
    }
    check_again(m, mutex)?;
    told(mutex::take_until(m, call, deadline::REALTIME, 1)?)
}

fn wait(m: &mut Machine<'_>, call: &Call, until: Until) -> Outcome<Flow> {
    match condition::wait(m, call, until)? {
        Flow::Value(status) => told(status.bits as i64),
        other => Ok(other),
    }
}
