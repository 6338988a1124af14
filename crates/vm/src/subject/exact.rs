//! States by number: every state that was met is kept without loss, and known by its place among them.
//!
//! The memory's store tells memories apart; what is not in memory (what `exit` has still to do, random numbers, files) changes
//! seldom and is kept as it is written down. The number of a state has the writing's number above that of the memory, so
//! different states have different numbers, whatever a hash would say.

use super::Subject;
use crate::kept::Kept;
use crate::library;
use crate::machine::Process;
use crate::world::World;
use gmc_mem::ExactStore;
use std::collections::HashMap;
use std::hash::Hasher;

/// States that were met.
#[derive(Default)]
pub(super) struct Exact {
    memories: ExactStore,
    /// What is not in memory, and its number.
    writings: HashMap<Vec<u8>, u64>,
    /// Of all writings.
    bytes: usize,
    /// What was written last, and its number.
    last: Option<(Beside, u64)>,
}

/// What is not in memory.
type Beside = (Kept<Process>, Kept<library::State>, Kept<World>);

/// Keeps what a hasher is told: where hashes are equal for what is equal, so are these, and nothing else is.
#[derive(Default)]
struct Writing(Vec<u8>);

impl Hasher for Writing {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

impl Exact {
    pub(super) fn bytes(&self) -> usize {
        self.memories.bytes() + self.bytes
    }

    fn number_of(&mut self, writing: Vec<u8>) -> u64 {
        let next = self.writings.len() as u64;
        if let Some(&number) = self.writings.get(&writing) {
            return number;
        }
        self.bytes += writing.capacity() + size_of::<(Vec<u8>, u64)>();
        self.writings.insert(writing, next);
        next
    }
}

impl Subject<'_> {
    /// From now on fingerprints are numbers that no two different states have in common. Takes time and memory in the size of
    /// the state.
    pub fn tell_exactly(&mut self) {
        self.exact = Some(Box::default());
        // Where threads stand is then in memory.
        self.memo.all_in_memory = true;
    }

    /// The memory that is taken for that.
    pub fn exact_bytes(&self) -> usize {
        self.exact.as_ref().map_or(0, |it| it.bytes())
    }

    /// The current state's number, if it is to be told exactly.
    pub(super) fn number(&mut self) -> Option<u128> {
        let exact = self.exact.as_mut()?;
        let (process, library, world) = (&self.machine.process, &self.machine.library, &self.machine.world);
        let beside = match &exact.last {
            Some(((p, l, w), number)) if process.is(p) && library.is(l) && world.is(w) => *number,
            _ => {
                let text = format!("{:?}\n{}\n", **process, library.remembered());
                let mut writing = Writing(text.into_bytes());
                world.tell(&mut writing);
                let number = exact.number_of(writing.0);
                exact.last = Some(((process.clone(), library.clone(), world.clone()), number));
                number
            }
        };
        let (memory, _) = exact.memories.insert(&self.machine.memory);
        Some(u128::from(beside) << 64 | u128::from(memory.number()))
    }
}
