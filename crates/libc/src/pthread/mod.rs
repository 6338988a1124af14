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
use gmc_world::{Place, ProcessId};
use smallvec::SmallVec;

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

/// The current thread, as a lock names it: 0 is nobody.
#[inline]
pub(super) fn me(m: &Machine, lock: Pointer) -> u32 {
    gmc_vm::locks::own_word(m, lock)
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

/// A thread that waits for an object; one of another process, maybe, if processes share the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sleeper {
    thread: ThreadId,
    shared: Option<(Place, ProcessId)>,
}

impl Sleeper {
    /// Wakes it.
    fn wake(self, m: &mut Machine, object: Pointer) -> InterpResult<()> {
        let Some((place, process)) = self.shared else { return m.set_phase(self.thread, Phase::Woken) };
        m.observed.thread_accesses.add_waiters(m.memory.object(object.prov), object, true);
        m.world.files.outside_mut().waiters.remove(place, (process, self.thread));
        Ok(())
    }

    /// What it is called in messages.
    fn name(self, m: &Machine) -> String {
        match self.shared {
            Some((_, process)) if process != m.world.process => format!("process {}", process.index() + 1),
            _ => format!("thread {}", self.thread),
        }
    }
}

/// Where an object is that processes share.
fn shared_place(m: &Machine, object: Pointer) -> Option<Place> {
    let (file, at) = m.place_among_processes(object.prov)?;
    let base = m.memory.object(object.prov)?.base;
    Some((file, at + object.addr.wrapping_sub(base)))
}

/// The threads that wait for an object until another thread wakes them, in the order of their numbers.
fn waiting(m: &Machine, object: Pointer) -> SmallVec<[Sleeper; 4]> {
    m.observed.thread_accesses.add_waiters(m.memory.object(object.prov), object, false);
    if let Some(place) = shared_place(m, object) {
        let all = m.world.files.outside().waiters.at(place);
        return all.map(|(process, thread)| Sleeper { thread, shared: Some((place, process)) }).collect();
    }
    let own = m.threads.ids().filter(|&it| m.waits_for(it, object));
    own.map(|thread| Sleeper { thread, shared: None }).collect()
}

/// The current thread waits for an object from now on, until another thread wakes it.
fn sleep(m: &mut Machine, object: Pointer) -> InterpResult<()> {
    if let Some(place) = shared_place(m, object) {
        let who = (m.world.process, m.current);
        m.observed.thread_accesses.add_waiters(m.memory.object(object.prov), object, true);
        m.world.files.outside_mut().waiters.add(place, who);
    }
    m.set_wait(m.current, Phase::Waiting, object)
}

/// The current thread waits no longer, though nobody has woken it.
fn get_up(m: &mut Machine, object: Pointer, phase: Phase) -> InterpResult<()> {
    if let Some(place) = shared_place(m, object) {
        let who = (m.world.process, m.current);
        m.observed.thread_accesses.add_waiters(m.memory.object(object.prov), object, true);
        m.world.files.outside_mut().waiters.remove(place, who);
    }
    m.set_phase(m.current, phase)
}

/// What a thread is doing. One that waits for what processes share was woken if it is not known there any more.
fn phase_of(m: &Machine, thread: ThreadId) -> Phase {
    let phase = m.phase(thread);
    if phase == Phase::Waiting && m.compiled.uses.processes {
        let object = m.wait_of(thread);
        if let Some(place) = shared_place(m, object) {
            m.observed.thread_accesses.add_waiters(m.memory.object(object.prov), object, false);
            if !m.world.files.outside().waiters.has(place, (m.world.process, thread)) {
                return Phase::Woken;
            }
        }
    }
    phase
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
    if lock.action == LockAction::Lend && phase_of(m, thread) == Phase::Waiting {
        return None;
    }
    if let Some((process, thread)) = locks::holder_elsewhere(m, lock.kind, call.pointer(lock.at).ok()?) {
        return Some(Blocker::Elsewhere(process, thread));
    }
    locks::holder(m, lock.kind, call.pointer(lock.at).ok()?).map(Blocker::Holder)
}
