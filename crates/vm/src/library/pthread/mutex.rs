//! Mutexes of all types.

use super::{misuse, set_word, word};
use crate::fault::Outcome;
use crate::library::checker::always;
use crate::machine::Machine;
use crate::native::{Call, Flow, Sync};
use crate::world::errno;
use gmc_mem::Pointer;

pub(super) const TABLE: &[Sync] = &[
    Sync { name: "pthread_mutex_init", outcomes: always, run: init },
    Sync { name: "pthread_mutex_destroy", outcomes: always, run: destroy },
    Sync { name: "pthread_mutex_lock", outcomes: may_lock, run: lock },
    Sync { name: "pthread_mutex_trylock", outcomes: always, run: try_lock },
    Sync { name: "pthread_mutex_timedlock", outcomes: always, run: timed_lock },
    Sync { name: "pthread_mutex_clocklock", outcomes: always, run: timed_lock },
    Sync { name: "pthread_mutex_unlock", outcomes: always, run: unlock },
    Sync { name: "pthread_mutexattr_init", outcomes: always, run: |m, c| attribute(m, c, 0) },
    Sync { name: "pthread_mutexattr_destroy", outcomes: always, run: |_, _| Flow::int(0) },
    Sync { name: "pthread_mutexattr_settype", outcomes: always, run: set_type },
];

/// The thread that has it, plus one.
const OWNER: i64 = 0;
/// How many times it has it.
const COUNT: i64 = 4;

/// Where the type stands, also in initialisers.
fn type_at(m: &Machine<'_>) -> i64 {
    if m.memory.target().pointer_size() == 8 { 16 } else { 12 }
}

const RECURSIVE: u32 = 1;
const ERROR_CHECKING: u32 = 2;
const DESTROYED: u32 = 0xdead;

fn me(m: &Machine<'_>) -> u32 {
    m.current as u32 + 1
}

/// The mutex's owner, plus one.
fn owner(m: &Machine<'_>, mutex: Pointer) -> Outcome<u32> {
    word(m, mutex, OWNER, "mutex")
}

fn type_of(m: &Machine<'_>, mutex: Pointer) -> Outcome<u32> {
    match word(m, mutex, type_at(m), "mutex")? {
        DESTROYED => Err(misuse("the mutex was destroyed before")),
        other => Ok(other & 3),
    }
}

fn init(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (mutex, attributes) = (call.pointer(0)?, call.pointer(1)?);
    let kind = if attributes.is_null() { 0 } else { word(m, attributes, 0, "attributes object")? };
    set_word(m, mutex, OWNER, 0)?;
    set_word(m, mutex, COUNT, 0)?;
    let at = type_at(m);
    set_word(m, mutex, at, kind)?;
    Flow::int(0)
}

fn destroy(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let mutex = call.pointer(0)?;
    type_of(m, mutex)?;
    if owner(m, mutex)? != 0 {
        return Err(misuse("the mutex is destroyed while a thread holds it"));
    }
    let at = type_at(m);
    set_word(m, mutex, at, DESTROYED)?;
    Flow::int(0)
}

/// How many outcomes locking has: none while another thread holds it.
pub(super) fn may_lock(m: &Machine<'_>, call: &Call) -> Outcome<u32> {
    let mutex = call.pointer(0)?;
    let owner = owner(m, mutex)?;
    Ok(u32::from(owner == 0 || (owner == me(m) && type_of(m, mutex)? != 0)))
}

/// Whether nobody has it.
pub(super) fn is_free(m: &Machine<'_>, mutex: Pointer) -> Outcome<bool> {
    Ok(owner(m, mutex)? == 0)
}

/// Takes it; what the function returns.
pub(super) fn take(m: &mut Machine<'_>, mutex: Pointer) -> Outcome<i64> {
    let kind = type_of(m, mutex)?;
    let owner = owner(m, mutex)?;
    if owner == 0 {
        set_word(m, mutex, OWNER, me(m))?;
        if kind == RECURSIVE {
            set_word(m, mutex, COUNT, 1)?;
        }
        return Ok(0);
    }
    if owner == me(m) && kind == RECURSIVE {
        let count = word(m, mutex, COUNT, "mutex")?;
        set_word(m, mutex, COUNT, count + 1)?;
        return Ok(0);
    }
    Ok(if owner == me(m) && kind == ERROR_CHECKING { errno::EDEADLK } else { errno::EBUSY }.into())
}

fn lock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    Flow::int(take(m, call.pointer(0)?)?)
}

fn try_lock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let status = take(m, call.pointer(0)?)?;
    Flow::int(if status == 0 { 0 } else { errno::EBUSY.into() })
}

/// Whoever cannot have it now may be told that time is up, or go on waiting.
fn timed_lock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let status = take(m, call.pointer(0)?)?;
    Flow::int(if status == i64::from(errno::EBUSY) { errno::ETIMEDOUT.into() } else { status })
}

/// Gives it back; what the function returns.
pub(super) fn give(m: &mut Machine<'_>, mutex: Pointer) -> Outcome<i64> {
    let kind = type_of(m, mutex)?;
    let owner = owner(m, mutex)?;
    if owner != me(m) {
        if kind == ERROR_CHECKING {
            return Ok(errno::EPERM.into());
        }
        return Err(misuse(if owner == 0 {
            "the mutex is unlocked, but nobody has locked it".to_owned()
        } else {
            format!("the mutex is unlocked by a thread that does not hold it: thread {} does", owner - 1)
        }));
    }
    if kind == RECURSIVE {
        let count = word(m, mutex, COUNT, "mutex")?;
        set_word(m, mutex, COUNT, count - 1)?;
        if count > 1 {
            return Ok(0);
        }
    }
    set_word(m, mutex, OWNER, 0)?;
    Ok(0)
}

fn unlock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    Flow::int(give(m, call.pointer(0)?)?)
}

fn attribute(m: &mut Machine<'_>, call: &Call, value: u32) -> Outcome<Flow> {
    set_word(m, call.pointer(0)?, 0, value)?;
    Flow::int(0)
}

fn set_type(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let kind = call.number(m, 1)? as u32;
    if kind > 3 {
        return Flow::int(errno::EINVAL.into());
    }
    attribute(m, call, kind)
}
