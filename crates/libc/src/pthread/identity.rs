//! Which object a lock is: initialisation notes in it where it stands, so that copies are recognised, and what is
//! initialised twice.
//!
//! POSIX (2.9.9): only the object itself can be used, not a copy of it; and what is initialised must be destroyed
//! before it is initialised again. A pointer to itself is all it takes: bytes that were there before can hardly be one,
//! and the copy's still points to the original.
//!
//! Deliberately absent: what only an initialiser has made (`PTHREAD_MUTEX_INITIALIZER`), whose bytes are as good in
//! another place as long as no thread has used them; and what lies in a mapping, which can be at several addresses.

use super::misuse;
use crate::mman;
use gmc_mem::{Pointer, Scalar};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;

/// What a lock notes of where it stands.
fn noted(m: &Machine, slot: Pointer) -> Option<Pointer> {
    match m.memory.load_sized(slot, m.memory.target().pointer_size()) {
        Ok(Scalar::Pointer(place)) => Some(place),
        _ => None,
    }
}

/// It is initialised; `at` is where it notes its place, `what` its type's name in messages.
pub(crate) fn begin(m: &mut Machine, lock: Pointer, at: i64, what: &str) -> InterpResult<()> {
    let slot = lock.wrapping_offset(at);
    if noted(m, slot) == Some(lock) {
        return Err(misuse(format!("the {what} is initialised again, and was not destroyed before")));
    }
    let place = if mman::is_mapped(m, lock.prov) { Pointer::NULL } else { lock };
    Ok(m.memory.store_pointer(slot, place)?)
}

/// It is destroyed.
pub(crate) fn end(m: &mut Machine, lock: Pointer, at: i64) -> InterpResult<()> {
    Ok(m.memory.store_pointer(lock.wrapping_offset(at), Pointer::NULL)?)
}

/// It is used.
pub(crate) fn check(m: &Machine, lock: Pointer, at: i64, what: &str) -> InterpResult<()> {
    match noted(m, lock.wrapping_offset(at)) {
        Some(place) if place != lock => Err(copied(what)),
        _ => Ok(()),
    }
}

#[cold]
fn copied(what: &str) -> Box<gmc_vm::interp_error::InterpError> {
    misuse(format!(
        "this is a copy of a {what} that was initialised elsewhere: only the original can be used"
    ))
}
