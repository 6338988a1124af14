//! States by number: every state that was met is kept without loss, and known by its place among them.
//!
//! The memory's store tells memories apart; what is not in memory (what `exit` has still to do, random numbers, files) changes
//! seldom and is kept as it is. The number of a state has its number above that of the memory, so different states have
//! different numbers, whatever a hash would say.

use crate::Execution;
use gmc_mem::ExactStore;
use gmc_vm::process_state::ProcessState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// How objects lie to each other, under canonical names, where nothing is taken for granted of it.
type Relations = Vec<(u128, u128, u8)>;

/// States that were met.
#[derive(Default)]
pub(crate) struct Exact {
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

impl Exact {
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

impl Execution {
    /// From now on fingerprints are numbers that no two different states have in common. Takes time and memory in the size of
    /// the state.
    pub fn tell_exactly(&mut self) {
        self.exact = Some(Box::default());
        // Where threads stand is then in memory.
        self.cache.all_in_memory = true;
    }

    /// The memory that is taken for that.
    pub fn exact_bytes(&self) -> usize {
        self.exact.as_ref().map_or(0, |it| it.bytes())
    }

    /// The current state's number, if it is to be told exactly.
    pub(crate) fn number(&mut self) -> Option<u128> {
        let exact = self.exact.as_mut()?;
        let beside = exact.number_of(self.machine.beside(), self.machine.memory.placement_relations());
        let (memory, _) = exact.memories.insert(&self.machine.memory);
        Some(u128::from(beside) << 64 | u128::from(memory.number()))
    }
}
