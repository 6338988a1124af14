//! Locks that threads hold: their owners, and what a call does with one.
//!
//! Which words of a lock say so is known to the library ([`crate::library::CallRules`]). A word is the number of the
//! thread plus one. In memory that processes share, the number of the process plus one stands above it, since each
//! process numbers its threads from 0.

use crate::effects::{LockAction, LockKind};
use crate::machine::Machine;
use crate::pending_call::PendingCall;
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_world::ProcessId;

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

/// Where the process stands in the word of a lock that processes share.
pub const PROCESS_SHIFT: u32 = 16;

/// The word of a lock, for the current thread.
#[inline]
pub fn own_word(m: &Machine, lock: Pointer) -> u32 {
    let thread = m.current.0 + 1;
    if m.compiled.uses.processes && m.place_among_processes(lock.prov).is_some() {
        return (m.world.process.0 + 1) << PROCESS_SHIFT | thread;
    }
    thread
}

/// Whom the word of a lock names: the process, if it is another one, and the thread.
pub fn named(m: &Machine, word: u32) -> Option<(Option<ProcessId>, ThreadId)> {
    let (process, thread) = (word >> PROCESS_SHIFT, word & ((1 << PROCESS_SHIFT) - 1));
    let thread = ThreadId(thread.checked_sub(1)?);
    let process = process.checked_sub(1).map(ProcessId).filter(|it| *it != m.world.process);
    Some((process, thread))
}

/// The same, for readers.
pub fn owner_name(m: &Machine, word: u32) -> String {
    match named(m, word) {
        None => "nobody".to_owned(),
        Some((None, thread)) => m.actor(thread).unwrap_or_else(|| format!("thread {thread}")),
        Some((Some(process), ThreadId(0))) => format!("process {}", process.index() + 1),
        Some((Some(process), thread)) => format!("process {}, thread {thread}", process.index() + 1),
    }
}

/// The thread of this process that has a lock that [`used`] has found.
#[inline]
pub fn owner(m: &Machine, lock: Pointer) -> Option<ThreadId> {
    let word = m.memory.load::<4>(lock).ok().and_then(|it| it.bits(m.memory.target()))?;
    match named(m, word as u32)? {
        (None, thread) => Some(thread),
        (Some(_), _) => None,
    }
}

/// The thread that holds a lock.
pub fn holder(m: &Machine, kind: LockKind, lock: Pointer) -> Option<ThreadId> {
    m.compiled.library.calls.holder(m, kind, lock)
}
