//! `pthread.h`: threads, and what makes them wait for each other.
//!
//! A lock's state stands in the program's own memory, in the words where glibc has it, so that it is part of the state and
//! an initialiser works. Threads are numbered from 1 on in the program's eyes.

mod condition;
mod mutex;
mod threads;

use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::native::{Call, Sync};
use gmc_mem::{Fault as AccessFault, Pointer};
use gmc_model::Kind;

pub(super) const TABLES: &[&[Sync]] = &[threads::TABLE, mutex::TABLE, condition::TABLE];

pub(super) use threads::finish;

/// An error that the program has made with a lock.
fn misuse(message: impl Into<String>) -> Box<Fault> {
    Fault::other(Kind::LockMisuse, message)
}

/// A word of an object that the library made, `what` being its type's name in messages.
fn word(m: &Machine<'_>, object: Pointer, offset: i64, what: &str) -> Outcome<u32> {
    match m.memory.load_u32(object.wrapping_offset(offset)) {
        Ok(scalar) => Ok(scalar.bits(m.memory.target()).unwrap_or(0) as u32),
        Err(error) if matches!(error.fault, AccessFault::Uninitialised { .. }) => {
            Err(misuse(format!("the {what} was never initialised")))
        }
        Err(error) => Err(error.into()),
    }
}

fn set_word(m: &mut Machine<'_>, object: Pointer, offset: i64, value: u32) -> Outcome<()> {
    Ok(m.memory.store_u32(object.wrapping_offset(offset), u64::from(value))?)
}

/// The thread that holds the lock that a call waits for.
pub(super) fn holder(m: &Machine<'_>, call: &Call) -> Option<usize> {
    if !call.name.starts_with("pthread_mutex_") {
        return None;
    }
    let owner = word(m, call.pointer(0).ok()?, 0, "mutex").ok()? as usize;
    owner.checked_sub(1)
}
