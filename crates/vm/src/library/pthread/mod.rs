//! `pthread.h`: threads, and what makes them wait for each other.
//!
//! A lock's state stands in the program's own memory, in the words where glibc has it, so that it is part of the state and
//! an initialiser works. Threads are numbered from 1 on in the program's eyes.
//!
//! What a thread waits for is written down only where others must find it to wake it (condition variables, barriers). All
//! else that waits asks again whenever somebody wants to know whether it can go on.

mod attributes;
mod barrier;
mod cancel;
mod cleanup;
pub(super) mod condition;
pub(super) mod deadline;
pub(super) mod keys;
pub(crate) mod locks;
pub(super) mod mutex;
pub(super) mod once;
pub(super) mod robust;
mod rwlock;
mod scheduling;
mod spin;
pub(super) mod threads;

use super::Blocker;
use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::native::{Call, Conduct, Native, Sync, Words};
use crate::thread::Phase;
use gmc_mem::{Access, Fault as AccessFault, Pointer, Scalar};
use gmc_model::Kind;

pub(super) const TABLES: &[&[Sync]] = &[
    threads::TABLE,
    mutex::TABLE,
    condition::TABLE,
    rwlock::TABLE,
    barrier::TABLE,
    once::TABLE,
    spin::TABLE,
    cancel::TABLE,
];

/// Functions that concern the thread alone, or what all threads share without anybody waiting for it.
pub(super) const LOCAL: &[(Conduct, &[Native])] = &[
    (Conduct::Memory, threads::LOCAL),
    (Conduct::Memory, attributes::TABLE),
    (Conduct::Memory, cleanup::TABLE),
    (Conduct::Memory, scheduling::TABLE),
    (Conduct::Shared, keys::TABLE),
    (Conduct::Shared, attributes::OF_THREADS),
    (Conduct::Shared, scheduling::OF_THREADS),
];

/// Whether a function may find out that a thread has ended without waiting for it.
pub(super) fn asks_for_ends(name: &str) -> bool {
    let of_threads = attributes::OF_THREADS.iter().chain(scheduling::OF_THREADS);
    threads::ASKING.contains(&name) || of_threads.into_iter().any(|it| it.name == name)
}

pub(super) use cancel::is_due as is_cancelled;
pub(super) use mutex::is_mine as is_held_by_caller;

/// All that a function reads and writes, where that is known: see [`Words`].
pub(super) fn words(name: &str) -> Option<Words> {
    Some(match name {
        "pthread_mutex_lock"
        | "pthread_mutex_trylock"
        | "pthread_mutex_unlock"
        | "mtx_lock"
        | "mtx_trylock"
        | "mtx_unlock" => mutex::words,
        "pthread_cond_wait" | "cnd_wait" => condition::words_of_wait,
        "pthread_cond_signal" | "pthread_cond_broadcast" | "cnd_signal" | "cnd_broadcast" => condition::words,
        "pthread_spin_lock" | "pthread_spin_trylock" | "pthread_spin_unlock" => spin::words,
        _ => return None,
    })
}

/// The argument that says where a function of threads puts a result, and the bytes of it (none: those of a pointer). They are
/// written as any variable is: nobody else may access them meanwhile.
pub(super) fn result(name: &str) -> Option<(usize, Option<u64>)> {
    Some(match name {
        "pthread_create" | "thrd_create" => (0, None),
        "pthread_join" | "pthread_tryjoin_np" | "pthread_timedjoin_np" | "pthread_clockjoin_np" => (1, None),
        "thrd_join" | "sem_getvalue" | "pthread_setcancelstate" | "pthread_setcanceltype" => (1, Some(4)),
        _ => return None,
    })
}

/// In a word of what has been destroyed.
pub(super) const DESTROYED: u32 = 0xdead_0000;

/// An error that the program has made with a lock.
pub(super) fn misuse(message: impl Into<String>) -> Box<Fault> {
    Fault::other(Kind::LockMisuse, message)
}

/// The current thread, as locks name it: 0 is nobody.
pub(super) fn me(m: &Machine<'_>) -> u32 {
    m.current as u32 + 1
}

/// A word of an object that the library made, `what` being its type's name in messages.
#[inline]
pub(super) fn word(m: &Machine<'_>, object: Pointer, offset: i64, what: &str) -> Outcome<u32> {
    match m.memory.load_u32(object.wrapping_offset(offset)) {
        Ok(Scalar::Bits(bits)) => Ok(bits as u32),
        odd => odd_word(m, odd, what),
    }
}

#[cold]
fn odd_word(m: &Machine<'_>, word: Access<Scalar>, what: &str) -> Outcome<u32> {
    match word {
        Ok(scalar) => Ok(scalar.bits(m.memory.target()).unwrap_or(0) as u32),
        Err(error) if matches!(error.fault, AccessFault::Uninitialised { .. }) => {
            Err(misuse(format!("the {what} was never initialised")))
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn set_word(m: &mut Machine<'_>, object: Pointer, offset: i64, value: u32) -> Outcome<()> {
    Ok(m.memory.store_u32(object.wrapping_offset(offset), u64::from(value))?)
}

/// Fails unless a word that initialisation sets to `mark` says so.
pub(super) fn check_mark(
    m: &Machine<'_>,
    object: Pointer,
    offset: i64,
    mark: u32,
    what: &str,
) -> Outcome<()> {
    match word(m, object, offset, what)? {
        it if it == mark => Ok(()),
        DESTROYED => Err(misuse(format!("the {what} was destroyed before"))),
        _ => Err(misuse(format!("the {what} was never initialised"))),
    }
}

/// The threads that wait for an object until somebody wakes them, in the order of their numbers.
fn waiting<'m>(m: &'m Machine<'_>, object: Pointer) -> impl Iterator<Item = usize> + 'm {
    m.notes.of_object(m.memory.object(object.prov), object, false);
    (0..m.threads.len()).filter(move |&it| m.waits_for(it, object))
}

/// What keeps the current thread from making a call.
pub(super) fn blocker(m: &Machine<'_>, thread: usize, call: &Call) -> Option<Blocker> {
    let object = |at| call.pointer(at).ok();
    let known = |number: u32| (number as usize).checked_sub(1).filter(|&thread| thread < m.threads.len());
    let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| call.name.starts_with(prefix));
    let owner = match call.name {
        _ if is(&["pthread_cond_", "cnd_"]) => {
            // Whoever waits for the condition itself waits for nobody in particular.
            let woken = m.phase(thread) != Phase::Waiting;
            mutex::owner(m, object(1).filter(|_| woken)?).ok()?
        }
        _ if is(&["pthread_mutex_", "mtx_"]) => mutex::owner(m, object(0)?).ok()?,
        _ if is(&["pthread_rwlock_"]) => rwlock::holder(m, object(0)?).ok()?,
        _ if is(&["pthread_spin_"]) => spin::owner(m, object(0)?).ok()?,
        "pthread_once" | "call_once" => {
            return known(once::runner(m, object(0)?).ok()?).map(Blocker::Runner);
        }
        "pthread_join" | "thrd_join" => return known(call.number(m, 0).ok()? as u32).map(Blocker::End),
        _ => return None,
    };
    known(owner).map(Blocker::Holder)
}

/// Who holds a lock that functions of this name take or give.
pub(super) fn holder(m: &Machine<'_>, name: &str, lock: Pointer) -> Option<usize> {
    let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let owner = match name {
        _ if is(&["pthread_rwlock_"]) => rwlock::holder(m, lock),
        _ if is(&["pthread_spin_"]) => spin::owner(m, lock),
        _ => mutex::owner(m, lock),
    };
    (owner.ok()? as usize).checked_sub(1).filter(|&thread| thread < m.threads.len())
}
