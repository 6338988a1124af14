//! States by number: every state that was met is kept without loss, and known by its place among them.
//!
//! The memory's store tells memories apart; what is not in memory (what `exit` has still to do, random numbers) changes seldom
//! and is kept as text. The number of a state has the text's number above that of the memory, so different states have
//! different numbers, whatever a hash would say.

use super::Subject;
use gmc_mem::ExactStore;
use std::collections::HashMap;

/// States that were met.
#[derive(Default)]
pub(super) struct Exact {
    memories: ExactStore,
    /// What is not in memory, and its number.
    texts: HashMap<String, u64>,
    /// Of all texts.
    bytes: usize,
}

impl Exact {
    pub(super) fn bytes(&self) -> usize {
        self.memories.bytes() + self.bytes
    }
}

impl Subject<'_> {
    /// From now on fingerprints are numbers that no two different states have in common. Takes time and memory in the size of
    /// the state.
    pub fn tell_exactly(&mut self) {
        self.exact = Some(Box::default());
    }

    /// The memory that is taken for that.
    pub fn exact_bytes(&self) -> usize {
        self.exact.as_ref().map_or(0, |it| it.bytes())
    }

    /// The current state's number, if it is to be told exactly.
    pub(super) fn number(&mut self) -> Option<u128> {
        let exact = self.exact.as_mut()?;
        let machine = &self.machine;
        let text = format!("{:?}\n{}", *machine.process, machine.library.remembered());
        let texts = exact.texts.len() as u64;
        let beside = match exact.texts.get(&text) {
            Some(&number) => number,
            None => {
                exact.bytes += text.capacity() + size_of::<(String, u64)>();
                exact.texts.insert(text, texts);
                texts
            }
        };
        let (memory, _) = exact.memories.insert(&machine.memory);
        Some(u128::from(beside) << 64 | u128::from(memory.number()))
    }
}
