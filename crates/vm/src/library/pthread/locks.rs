//! Locks that threads hold, for those who want to know who has them and what is done with them.

use super::{mutex, rwlock, spin};
use crate::effects::{LockAction, Sort};
use crate::fault::InterpResult;
use crate::held::PendingCall;
use crate::machine::Machine;
use gmc_mem::Pointer;

/// A lock among the arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    pub deed: LockAction,
    pub lock: Pointer,
    /// Bytes that say who has it, and what it is.
    pub size: u64,
}

/// The lock that a call is about, if it is one that works as locks do: that one thread has at a time, and whose owner's death makes
/// no difference.
pub fn used(m: &Machine, held: &PendingCall) -> Option<Used> {
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

/// The thread that has it, plus one; 0 for nobody.
#[inline]
pub fn owner(m: &Machine, lock: Pointer) -> u64 {
    m.memory.load::<4>(lock).ok().and_then(|it| it.bits(m.memory.target())).unwrap_or(0)
}

/// Who holds a lock.
pub fn holder(m: &Machine, sort: Sort, lock: Pointer) -> Option<usize> {
    let owner: InterpResult<u32> = match sort {
        Sort::ReadWrite => rwlock::holder(m, lock),
        Sort::Spin => spin::owner(m, lock),
        Sort::Mutex => mutex::owner(m, lock),
    };
    (owner.ok()? as usize).checked_sub(1).filter(|&thread| thread < m.threads.len())
}
