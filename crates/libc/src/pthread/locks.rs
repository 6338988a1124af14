//! Which lock a call is about, and which thread holds a lock.

use super::{mutex, rwlock, spin};
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_vm::effects::LockKind;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks::{self, Used};
use gmc_vm::machine::Machine;
use gmc_vm::pending_call::PendingCall;
use gmc_world::ProcessId;
use gmc_world::process::MOST;

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
    match locks::named(m, owner(m, kind, lock).ok()?)? {
        (None, thread) => m.threads.has(thread).then_some(thread),
        (Some(_), _) => None,
    }
}

/// The thread of another process that holds a lock.
pub(super) fn holder_elsewhere(m: &Machine, kind: LockKind, lock: Pointer) -> Option<(ProcessId, ThreadId)> {
    match locks::named(m, owner(m, kind, lock).ok()?)? {
        (Some(process), thread) if process.index() < MOST => Some((process, thread)),
        _ => None,
    }
}

fn owner(m: &Machine, kind: LockKind, lock: Pointer) -> InterpResult<u32> {
    match kind {
        LockKind::ReadWrite => rwlock::holder(m, lock),
        LockKind::Spin => spin::owner(m, lock),
        LockKind::Mutex => mutex::owner(m, lock),
    }
}
