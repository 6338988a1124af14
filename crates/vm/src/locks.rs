//! Locks that threads hold: their owners, and what a call does with one.
//!
//! Which words of a lock say so is known to the library ([`crate::library::CallRules`]).

use crate::effects::{LockAction, LockKind};
use crate::machine::Machine;
use crate::pending_call::PendingCall;
use gmc_mem::Pointer;
use gmc_model::ThreadId;

/// A lock among the arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// What the call does with it.
    pub action: LockAction,
    /// The lock.
    pub lock: Pointer,
    /// Bytes that say who has it, and what it is.
    pub size: u64,
}

/// The lock that a call is about. None for locks that several threads can hold, or whose owner's end makes a
/// difference.
pub fn used(m: &Machine, held: &PendingCall) -> Option<Used> {
    m.compiled.library.calls.lock(m, held)
}

/// The thread that has a lock that [`used`] has found. The lock holds its number plus one.
#[inline]
pub fn owner(m: &Machine, lock: Pointer) -> Option<ThreadId> {
    let word = m.memory.load::<4>(lock).ok().and_then(|it| it.bits(m.memory.target()))?;
    word.checked_sub(1).map(|thread| ThreadId(thread as u32))
}

/// The thread that holds a lock.
pub fn holder(m: &Machine, kind: LockKind, lock: Pointer) -> Option<ThreadId> {
    m.compiled.library.calls.holder(m, kind, lock)
}
