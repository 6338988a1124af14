//! `pthread.h`: threads, and what makes them wait for each other.
//!
//! A lock's state stands in the program's own memory, in the words where glibc has it, so that it is part of the state
//! and an initialiser works. Threads are numbered from 1 on in the program's eyes.
//!
//! What a thread waits for is stored only where others must find it to wake it (condition variables, barriers). For all
//! other calls that wait, their rows say whether they can go on in the current state.

use gmc_model::ThreadId;
mod attributes;
mod barrier;
mod cancel;
mod cleanup;
pub(super) mod condition;
pub(super) mod deadline;
pub(super) mod identity;
pub(super) mod keys;
pub(crate) mod locks;
pub(super) mod mutex;
pub(super) mod once;
pub(super) mod robust;
mod rwlock;
mod scheduling;
mod spin;
pub(super) mod threads;

use gmc_mem::{AccessFault, AccessResult, Pointer, Scalar};
use gmc_model::ErrorKind;
use gmc_vm::effects::{Awaited, LockAction};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::library::Blocker;
use gmc_vm::machine::Machine;
use gmc_vm::native::Native;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::thread::Phase;

pub(super) const TABLES: &[&[Native]] = &[
    threads::TABLE,
    threads::LOCAL,
    mutex::TABLE,
    condition::TABLE,
    rwlock::TABLE,
    barrier::TABLE,
    once::TABLE,
    spin::TABLE,
    cancel::TABLE,
    attributes::TABLE,
    attributes::FIELDS,
    attributes::SIZES,
    attributes::OF_THREADS,
    cleanup::TABLE,
    scheduling::TABLE,
    scheduling::OF_THREADS,
    keys::TABLE,
];

pub(super) use cancel::is_due as is_cancelled;
pub(super) use mutex::is_mine as is_held_by_caller;

/// In a word of what has been destroyed.
pub(super) const DESTROYED: u32 = 0xdead_0000;

/// An error that the program has made with a lock.
pub(super) fn misuse(message: impl Into<String>) -> Box<InterpError> {
    InterpError::other(ErrorKind::LockMisuse, message)
}

/// The current thread, as locks name it: 0 is nobody.
pub(super) fn me(m: &Machine) -> u32 {
    m.current.0 + 1
}

/// A word of an object that the library made, `what` being its type's name in messages.
#[inline]
pub(super) fn word(m: &Machine, object: Pointer, offset: i64, what: &str) -> InterpResult<u32> {
    match m.memory.load_u32(object.wrapping_offset(offset)) {
        Ok(Scalar::Bits(bits)) => Ok(bits as u32),
        odd => odd_word(m, odd, what),
    }
}

#[cold]
fn odd_word(m: &Machine, word: AccessResult<Scalar>, what: &str) -> InterpResult<u32> {
    match word {
        Ok(scalar) => Ok(scalar.bits(m.memory.target()).unwrap_or(0) as u32),
        Err(error) if matches!(error.fault, AccessFault::Uninitialised { .. }) => {
            Err(misuse(format!("the {what} was never initialised")))
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn set_word(m: &mut Machine, object: Pointer, offset: i64, value: u32) -> InterpResult<()> {
    Ok(m.memory.store_u32(object.wrapping_offset(offset), u64::from(value))?)
}

/// Fails unless a word that initialisation sets to `mark` says so.
pub(super) fn check_mark(
    m: &Machine,
    object: Pointer,
    offset: i64,
    mark: u32,
    what: &str,
) -> InterpResult<()> {
    match word(m, object, offset, what)? {
        it if it == mark => Ok(()),
        DESTROYED => Err(misuse(format!("the {what} was destroyed before"))),
        _ => Err(misuse(format!("the {what} was never initialised"))),
    }
}

/// The threads that wait for an object until another thread wakes them, in the order of their numbers.
fn waiting<'m>(m: &'m Machine, object: Pointer) -> impl Iterator<Item = ThreadId> + 'm {
    m.observed.thread_accesses.add_waiters(m.memory.object(object.prov), object, false);
    m.threads.ids().filter(move |&it| m.waits_for(it, object))
}

/// What keeps a thread from making a call.
pub(super) fn blocker(m: &Machine, thread: ThreadId, held: &PendingCall) -> Option<Blocker> {
    let known = |number: u32| threads::numbered(m, number.into());
    let PendingCall { native, call, .. } = held;
    if let Some(awaited) = native.effects.awaits {
        return match awaited {
            Awaited::Once(at) => known(once::runner(m, call.pointer(at).ok()?).ok()?).map(Blocker::Runner),
            Awaited::End(at) => known(call.number(m, at).ok()? as u32).map(Blocker::End),
        };
    }
    let lock = native.effects.lock?;
    // A thread that waits for a condition waits for no thread in particular.
    if lock.action == LockAction::Lend && m.phase(thread) == Phase::Waiting {
        return None;
    }
    locks::holder(m, lock.kind, call.pointer(lock.at).ok()?).map(Blocker::Holder)
}
