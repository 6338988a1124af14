//! Which lock a call is about, and which thread holds a lock.

use super::{mutex, rwlock, spin};
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_vm::effects::Sort;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::locks::Used;
use gmc_vm::machine::Machine;
use gmc_vm::pending_call::PendingCall;

/// See `gmc_vm::locks::used`.
pub(crate) fn used(m: &Machine, held: &PendingCall) -> Option<Used> {
    let it = held.native.effects.lock?;
    let lock = held.call.pointer(it.at).ok()?;
    let size = match it.sort {
        Sort::ReadWrite => return None,
        Sort::Spin => {
            spin::owner(m, lock).ok()?;
            4
        }
        Sort::Mutex if mutex::kind_of(m, lock).ok()? & mutex::ROBUST != 0 => return None,
        Sort::Mutex => mutex::size(m),
    };
    Some(Used { deed: it.deed, lock, size })
}

/// See `gmc_vm::locks::holder`.
pub(crate) fn holder(m: &Machine, sort: Sort, lock: Pointer) -> Option<ThreadId> {
    let owner: InterpResult<u32> = match sort {
        Sort::ReadWrite => rwlock::holder(m, lock),
        Sort::Spin => spin::owner(m, lock),
        Sort::Mutex => mutex::owner(m, lock),
    };
    super::threads::numbered(m, owner.ok()?.into())
}
