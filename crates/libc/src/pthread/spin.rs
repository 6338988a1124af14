//! Spin locks: like mutexes, but without types and attributes.

use super::{DESTROYED, me, misuse, set_word, word};
use crate::checker::always;
use gmc_mem::Pointer;
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{LockKind, Span, operates, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks::owner_name;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::symmetry::Naming;
use gmc_world::errno;
use smallvec::{SmallVec, smallvec};

const LOCK: &[Span] = &[operates(0, Bytes(4))];

pub(super) const TABLE: &[Native] = &[
    sync("pthread_spin_init", always, init, &[writes(0, Bytes(4))]).noted(),
    sync("pthread_spin_destroy", always, destroy, &[writes(0, Bytes(4))]).noted(),
    sync("pthread_spin_lock", |m, c| Ok((owner(m, c.pointer(0)?)? == 0).into()), lock, LOCK)
        .locks(LockKind::Spin, 0)
        .words(words)
        .noted(),
    sync("pthread_spin_trylock", always, lock, LOCK).tries(LockKind::Spin, 0).words(words).noted(),
    sync("pthread_spin_unlock", always, unlock, LOCK).unlocks(LockKind::Spin, 0).words(words).noted(),
];

/// The thread that has it, plus one.
pub(super) fn owner(m: &Machine, lock: Pointer) -> InterpResult<u32> {
    match word(m, lock, 0, "spin lock")? {
        DESTROYED => Err(misuse("the spin lock was destroyed before")),
        other => Ok(other),
    }
}

/// What taking it and giving it back read and write.
pub(super) fn words(_: &Machine, call: &Call) -> Option<SmallVec<[(Pointer, usize); 4]>> {
    Some(smallvec![(call.pointer(0).ok()?, 4)])
}

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    set_word(m, call.pointer(0)?, 0, 0)?;
    Flow::int(0)
}

fn destroy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    match owner(m, lock)? {
        0 => set_word(m, lock, 0, DESTROYED)?,
        other => {
            let holder = owner_name(m, other);
            return Err(misuse(format!("the spin lock is destroyed while {holder} holds it")));
        }
    }
    Flow::int(0)
}

fn lock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    if owner(m, lock)? != 0 {
        return Flow::int(errno::EBUSY.into());
    }
    set_word(m, lock, 0, me(m, lock))?;
    m.add_lock();
    m.note_naming(Naming::Owner(lock));
    Flow::int(0)
}

fn unlock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let lock = call.pointer(0)?;
    match owner(m, lock)? {
        0 => return Err(misuse("the spin lock is unlocked, but nobody has locked it")),
        it if it == me(m, lock) => set_word(m, lock, 0, 0)?,
        other => {
            let holder = owner_name(m, other);
            let message =
                format!("the spin lock is unlocked by a thread that does not hold it: {holder} does");
            return Err(misuse(message));
        }
    }
    m.remove_lock();
    Flow::int(0)
}
