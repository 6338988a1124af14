//! Exact states: every state is stored without loss, and its fingerprint is its number.
//!
//! The memory's store numbers memories. What is not in memory (exit handlers, random numbers, files) changes rarely
//! and is stored as it is, with a number of its own. The number of a state has that number above the number of the
//! memory, so different states have different numbers, without hash collisions.

use super::{Program, pass_on};
use crate::{Execution, ProcessSnapshot};
use gmc_mem::ExactStore;
use gmc_model::{Choice, Choices, Step, System};
use gmc_vm::process_state::ProcessState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// How objects lie relative to each other, by canonical names, where addresses are nondeterministic.
type Relations = Vec<(u128, u128, u8)>;

/// The states seen so far.
#[derive(Default)]
pub struct States {
    memories: ExactStore,
    /// The numbers of what is not in memory, together with how objects lie.
    besides: HashMap<(ProcessState, Relations), u64>,
    /// About how many bytes these take.
    bytes: usize,
    /// The last lookup, and its number.
    last: Option<(ProcessState, u64)>,
}

/// A hasher that only counts bytes: about as many as a value takes.
#[derive(Default)]
struct Size(usize);

impl Hasher for Size {
    fn write(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn finish(&self) -> u64 {
        0
    }
}

impl States {
    pub(crate) fn bytes(&self) -> usize {
        self.memories.bytes() + self.bytes
    }

    fn number_of(&mut self, beside: ProcessState, relations: Relations) -> u64 {
        if let Some((last, number)) = &self.last
            && last.is(&beside)
            && relations.is_empty()
        {
            return *number;
        }
        let next = self.besides.len() as u64;
        let plain = relations.is_empty();
        let number =
            *self.besides.entry((beside.clone(), relations)).or_insert_with_key(|(it, relations)| {
                let mut size = Size::default();
                (relations, &*it.process, &*it.library, &*it.world).hash(&mut size);
                self.bytes += size.0 + size_of::<(ProcessState, u64)>();
                next
            });
        self.last = plain.then_some((beside, number));
        number
    }
}

/// Numbers states in place of fingerprints, if it is switched on.
pub(crate) struct Exact<S> {
    pub(super) inner: S,
    pub(super) states: Option<Box<States>>,
}

impl<S: Program> Exact<S> {
    pub(super) fn new(inner: S) -> Exact<S> {
        Exact { inner, states: None }
    }

    pub(super) fn number_states(&mut self) {
        self.states = Some(Box::default());
        self.inner.execution_mut().keep_local_states_in_memory();
    }

    pub(super) fn bytes(&self) -> usize {
        self.states.as_ref().map_or(0, |it| it.bytes())
    }

    /// Numbers states among others than so far.
    pub(super) fn swap_states(&mut self, states: &mut Option<Box<States>>) {
        std::mem::swap(&mut self.states, states);
    }
}

impl<S: Program> Program for Exact<S> {
    pass_on!(Program);
}

impl<S: Program> gmc_model::HostMemory for Exact<S> {
    fn host_bytes(&self) -> usize {
        self.inner.host_bytes() + self.bytes()
    }
}

impl<S: Program> System for Exact<S> {
    pass_on!(states);
    pass_on!(choices);
    pass_on!(step);

    #[inline(always)]
    fn fingerprint(&mut self) -> u128 {
        if self.states.is_none() { self.inner.fingerprint() } else { self.number() }
    }
}

impl<S: Program> Exact<S> {
    /// The number of the current state. Apart, so that callers inline only the case without numbers.
    #[inline(never)]
    fn number(&mut self) -> u128 {
        let Some(states) = &mut self.states else { return self.inner.fingerprint() };
        let machine = &mut self.inner.execution_mut().machine;
        let beside = states.number_of(machine.beside(), machine.memory.placement_relations());
        let (memory, _) = states.memories.insert(&machine.memory);
        u128::from(beside) << 64 | u128::from(memory.number())
    }
}
