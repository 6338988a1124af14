//! Which lock a call is about, and which thread holds a lock.

use super::{mutex, rwlock, spin};
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_vm::effects::LockKind;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks::Used;
use gmc_vm::machine::Machine;
use gmc_vm::pending_call::PendingCall;

/// See `gmc_vm::locks::used`.
pub(crate) fn used(m: &Machine, held: &PendingCall) -> Option<Used> {
    let it = held.native.effects.lock?;
    let lock = held.call.pointer(it.at).ok()?;
    let size = match it.kind {
        LockKind::ReadWrite => return None,
        LockKind::Spin => {
            spin::owner(m, lock).ok()?;
            4
        }
        LockKind::Mutex if mutex::kind_of(m, lock).ok()? & mutex::ROBUST != 0 => return None,
        LockKind::Mutex => mutex::size(m),
    };
    Some(Used { action: it.action, lock, size })
}

/// See `gmc_vm::locks::holder`.
pub(crate) fn holder(m: &Machine, kind: LockKind, lock: Pointer) -> Option<ThreadId> {
    let owner: InterpResult<u32> = match kind {
        LockKind::ReadWrite => rwlock::holder(m, lock),
        LockKind::Spin => spin::owner(m, lock),
        LockKind::Mutex => mutex::owner(m, lock),
    };
    super::threads::numbered(m, owner.ok()?.into())
}
