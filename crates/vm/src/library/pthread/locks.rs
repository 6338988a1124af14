//! Locks that one thread has at a time, for those who want to know who has them and what is done with them.

use super::{mutex, spin};
use crate::machine::Machine;
use crate::native::Call;
use gmc_mem::Pointer;

/// What a function does with a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Waits until nobody has it, and takes it.
    Take,
    /// Gives it back.
    Give,
    /// Gives it back for a while.
    Lend,
    /// Does something else if somebody has it.
    Try,
}

/// A lock among the arguments of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Used {
    pub(crate) deed: Deed,
    pub(crate) lock: Pointer,
    /// Bytes that say who has it, and what it is.
    pub(crate) size: u64,
}

/// What a function does with a lock, and the argument that points to it.
pub(crate) fn deed(name: &str) -> Option<(Deed, usize)> {
    Some(match name {
        "pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock" => (Deed::Take, 0),
        "pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock" => (Deed::Give, 0),
        "pthread_mutex_trylock"
        | "pthread_mutex_timedlock"
        | "pthread_mutex_clocklock"
        | "mtx_trylock"
        | "mtx_timedlock"
        | "pthread_spin_trylock" => (Deed::Try, 0),
        "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "pthread_cond_clockwait"
        | "cnd_wait"
        | "cnd_timedwait" => (Deed::Lend, 1),
        _ => return None,
    })
}

/// The lock that a call is about, if it is one that works as locks do: not if its owner's death makes a difference.
pub(crate) fn used(m: &Machine<'_>, call: &Call) -> Option<Used> {
    let (deed, at) = deed(call.name)?;
    let lock = call.pointer(at).ok()?;
    let size = if call.name.starts_with("pthread_spin_") {
        spin::owner(m, lock).ok()?;
        4
    } else {
        if mutex::kind_of(m, lock).ok()? & mutex::ROBUST != 0 {
            return None;
        }
        mutex::size(m)
    };
    Some(Used { deed, lock, size })
}

/// The thread that has it, plus one; 0 for nobody.
#[inline]
pub(crate) fn owner(m: &Machine<'_>, lock: Pointer) -> u64 {
    m.memory.load::<4>(lock).ok().and_then(|it| it.bits(m.memory.target())).unwrap_or(0)
}

/// Whether a function that synchronises may look at what its arguments point to before it is called, to know whether it has to
/// wait.
pub(crate) fn looks(name: &str) -> bool {
    let blind = ["pthread_create", "thrd_create", "pthread_join", "thrd_join", "pthread_exit", "thrd_exit"];
    !blind.contains(&name) && !name.ends_with("unlock")
}

/// How many bytes such a function looks at, of what an argument points to; none if that is not known.
pub(crate) fn looked_at(name: &str, at: usize) -> Option<u64> {
    let kinds = [
        ("pthread_mutex_", 40),
        ("mtx_", 40),
        ("pthread_spin_", 4),
        ("pthread_cond_", 48),
        ("cnd_", 48),
        ("pthread_rwlock_", 56),
        ("pthread_barrier_", 32),
        ("sem_", 32),
        ("pthread_once", 4),
        ("call_once", 4),
    ];
    // What comes after what is waited for is a time, or of the same size at most.
    let first = kinds.into_iter().find(|it| name.starts_with(it.0)).map(|it| it.1)?;
    Some(if at == 0 { first } else { 48 })
}
