//! What functions of the library remember from one call to the next, as far as it does not point into memory: pointers
//! are in the library's record (`gmc_vm::record`).
//!
//! It is a part of the state of the program, so equality and hash are derived.

use crate::{dirent, inputs, mman, random, semaphore, signal, timers};
use gmc_mem::Pointer;
use gmc_vm::Machine;
use std::collections::BTreeMap;

/// What functions remember.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) directories: Vec<Option<dirent::Listing>>,
    /// The program's own variables that point to the environment.
    pub(crate) environment: Vec<Pointer>,
    pub(crate) signals: signal::State,
    pub(crate) timers: Vec<Option<timers::Timer>>,
    pub(crate) mappings: Vec<mman::Mapping>,
    pub(crate) random: random::Random,
    pub(crate) linear: u64,
    /// What `setrlimit` was told, by number.
    pub(crate) limits: BTreeMap<i32, [i64; 2]>,
    /// Which keys there are, by number.
    pub(crate) keys: Vec<bool>,
    pub(crate) semaphores: Vec<Option<semaphore::Named>>,
    pub(crate) inputs: inputs::Progress,
    /// Functions are to be called around `fork`.
    pub(crate) has_fork_handlers: bool,
}

/// What functions of the library remember.
#[inline]
pub(crate) fn state(m: &Machine) -> &State {
    m.library.get()
}

/// The same, to be changed. Whoever changes nothing must not ask for it: the state is hashed again.
pub(crate) fn state_mut(m: &mut Machine) -> &mut State {
    m.library.get_mut()
}
