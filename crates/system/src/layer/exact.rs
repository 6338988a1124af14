//! States by number: every state that was met is kept without loss, and known by its number.
//!
//! The memory's store tells memories apart; what is not in memory (what `exit` has still to do, random numbers, files)
//! changes seldom and is kept as it is. The number of a state has its number above that of the memory, so different states
//! have different numbers, whatever a hash would say.

use super::{Program, pass_on};
use crate::{Execution, Snapshot};
use gmc_mem::ExactStore;
use gmc_model::{Choice, Choices, Step, System};
use gmc_vm::process_state::ProcessState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// How objects lie to each other, under canonical names, where nothing is taken for granted of it.
type Relations = Vec<(u128, u128, u8)>;

/// The states that were met.
#[derive(Default)]
pub struct States {
    memories: ExactStore,
    /// What is not in memory, how objects lie, and a number for both.
    besides: HashMap<(ProcessState, Relations), u64>,
    /// Of all of these, about.
    bytes: usize,
    /// What was looked up last, and its number.
    last: Option<(ProcessState, u64)>,
}

/// Counts what a hasher is told: about as many bytes as a value takes.
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
    fn bytes(&self) -> usize {
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

/// Gives states numbers in place of fingerprints, where it is asked to.
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

    #[inline]
    fn fingerprint(&mut self) -> u128 {
        let Some(states) = &mut self.states else { return self.inner.fingerprint() };
        let machine = &mut self.inner.execution_mut().machine;
        let beside = states.number_of(machine.beside(), machine.memory.placement_relations());
        let (memory, _) = states.memories.insert(&machine.memory);
        u128::from(beside) << 64 | u128::from(memory.number())
    }
}
