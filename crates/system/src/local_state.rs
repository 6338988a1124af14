//! The local state of a thread: everything of a state that belongs to one thread alone.
//!
//! Local states are interned by the step cache, so a state holds one reference for each thread, and what is computed
//! once from a local state (its hash, its cached steps, whether its pending operation is private) is kept with it.
//!
//! Invariant: a local state never changes once it is interned, except for what is cached in it.

use crate::pending::Pending;
use crate::step_tree::StepTree;
use gmc_model::ThreadId;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::usage::{Locks, ThreadName};
use gmc_world::ProcessId;
use std::cell::{Cell, RefCell};

/// The local state of a thread: its frames as words, and its pending operation. Interned, with the cached steps
/// that start in it.
pub(crate) struct LocalState {
    /// The thread, and its process: an execution can become another one.
    pub(crate) thread: ThreadId,
    pub(crate) process: ProcessId,
    /// The id of the thread's symmetry class, or of the thread itself.
    pub(crate) usage_name: ThreadName,
    /// Its frames as words.
    pub(crate) words: Box<[Reg]>,
    /// Its pending operation.
    pub(crate) pending: Pending,
    /// A hash of the words, independent of the thread.
    pub(crate) hash: u128,
    /// The summand of the state's fingerprint; 0 if the words are in memory, which has its own.
    pub(crate) fingerprint_term: u128,
    /// Whether the words are in memory as well.
    pub(crate) in_memory: bool,
    /// The cached steps that start here.
    pub(crate) steps: RefCell<StepTree>,
    /// The number of cached steps.
    pub(crate) step_count: Cell<usize>,
    /// The pending access has been recorded as a use of data, with these locks held.
    pub(crate) recorded_with: Cell<Option<Locks>>,
    /// The cached answer of [`Execution::decide_private`](crate::Execution), given these locks held.
    pub(crate) private_with: Cell<Option<(Locks, bool)>>,
}

impl LocalState {
    /// The frames as words.
    pub(crate) fn words(&self) -> &[Reg] {
        &self.words
    }

    /// The words that are in memory as well: all or none.
    pub(crate) fn words_in_memory(&self) -> &[Reg] {
        if self.in_memory { &self.words } else { &[] }
    }

    /// The summand of the state's fingerprint.
    #[inline]
    pub(crate) fn fingerprint_term(&self) -> u128 {
        self.fingerprint_term
    }

    /// The summand if the thread had this id.
    pub(crate) fn fingerprint_term_as(&self, thread: ThreadId) -> u128 {
        if self.in_memory { 0 } else { gmc_mem::hash_with_salt(u64::from(thread.0), self.hash) }
    }

    /// A hash of the words that depends neither on the thread's id nor on where objects lie.
    pub(crate) fn sort_key(&self) -> u128 {
        if !self.in_memory {
            return self.hash;
        }
        let plain = |word: &Reg| if word.meta == Meta::PLAIN { [word.bits, 0] } else { [0, 1] };
        gmc_mem::hash_of_words(0, self.words.iter().flat_map(plain))
    }

    /// How many locks the thread holds.
    pub(crate) fn locks(&self) -> u64 {
        self.words.first().map_or(0, |word| u64::from(word.bits as u32))
    }
}

/// A hash of frame words.
pub(crate) fn hash_of(words: &[Reg]) -> u128 {
    gmc_mem::hash_of_words(0, words.iter().flat_map(|word| [word.bits, word.meta.0]))
}
