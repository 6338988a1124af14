//! Exact mode: visited states stored losslessly, where no hash may decide.
//!
//! A state is written as its reachable objects in canonical order (breadth first from the roots by name, pointers by
//! offset: Iosif's order), each pointer as (number of the target in that order, offset). Two states have the same
//! writing exactly when their rooted heap graphs are isomorphic, so comparing writings decides what fingerprints only
//! make overwhelmingly likely. The writing is folded into a tree (see `tree`) in three tiers with stable positions:
//! the words of a chunk, the chunks of an object, the objects of a state.
//!
//! Writing visits everything reachable: exact mode costs time in the size of the state. Not shared between threads;
//! a parallel search gives each worker its share of the states.

use crate::extent::Extent;
use crate::fingerprint::spread;
use crate::memory::Memory;
use crate::object::Life;
use crate::tree::Pairs;
use std::collections::{BTreeMap, HashMap};

/// A set of states, stored without loss.
#[derive(Clone, Debug, Default)]
pub struct ExactStore {
    parts: Pairs,
    /// The last pair of each state, by number of objects.
    states: BTreeMap<u32, Pairs>,
    count: u64,
}

/// A state in an [`ExactStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId {
    objects: u32,
    number: u32,
}

impl StateId {
    /// A number that no other state of the store has: counted in the low half.
    pub fn number(self) -> u64 {
        u64::from(self.objects) << 32 | u64::from(self.number)
    }
}

/// Words of an object before its chunks.
const HEADER: usize = 9;
/// Words of a run.
const RUN: usize = 5;

impl ExactStore {
    /// An empty store.
    pub fn new() -> ExactStore {
        ExactStore::default()
    }

    /// Adds the current state of a memory; says whether it is new.
    pub fn insert(&mut self, memory: &Memory) -> (StateId, bool) {
        let order = memory.canonical_order();
        let numbers: HashMap<u32, u32> = order.iter().zip(0..).map(|(&id, n)| (id, n)).collect();
        let mut words = Vec::new();
        let mut vector = Vec::with_capacity(order.len());
        for &id in &order {
            vector.push(self.insert_object(memory, id, &numbers, &mut words));
        }
        let objects = vector.len() as u32;
        let (left, right) = self.parts.fold_to_pair(&mut vector);
        let (number, new) = self.states.entry(objects).or_default().insert(left, right);
        self.count += u64::from(new);
        (StateId { objects, number }, new)
    }

    fn insert_object(
        &mut self,
        memory: &Memory,
        id: u32,
        numbers: &HashMap<u32, u32>,
        words: &mut Vec<u32>,
    ) -> u32 {
        let o = &memory.objects[id as usize];
        let exposed = u32::from(o.is_exposed_elsewhere()) << 3;
        let flags = u32::from(o.flags.sealed)
            | u32::from(o.flags.root) << 1
            | u32::from(o.flags.barred) << 2
            | exposed;
        let traits = o.kind as u32 | (o.life as u32) << 8 | flags << 16;
        let name = if o.flags.root { o.root_name } else { 0 };
        let chunks = memory.chunks_of(id);
        let mut object = vec![chunks.len() as u32, traits];
        let extent = o.extent.map_or(o.start, Extent::hash);
        object.extend([o.size, name, extent].into_iter().flat_map(split));
        object.push(o.exposed_by().0);
        for chunk in chunks {
            let here = &memory.arena.chunks[chunk];
            let nothing = (here.plain | here.over) & !here.hidden == 0;
            object.push(if nothing { 0 } else { self.insert_chunk(memory, chunk, numbers, words) + 1 });
        }
        let len = object.len() as u32;
        let body = self.parts.fold(&mut object);
        self.parts.insert(len, body).0
    }

    fn insert_chunk(
        &mut self,
        memory: &Memory,
        chunk: usize,
        numbers: &HashMap<u32, u32>,
        words: &mut Vec<u32>,
    ) -> u32 {
        let here = &memory.arena.chunks[chunk];
        let shown = !here.hidden;
        words.clear();
        for (i, word) in memory.arena.words(chunk).into_iter().enumerate() {
            words.extend(split(word & spread(shown >> (8 * i))));
        }
        words.extend(split(here.plain & shown));
        for run in memory.arena.runs(chunk).iter().filter(|r| r.mask() & shown != 0) {
            words.push(u32::from_le_bytes([run.start, run.len, run.first, run.tag]));
            if run.is_pointer() {
                words.push(numbers[&run.id]);
                words.extend(split(run.value.wrapping_sub(memory.objects[run.id as usize].base)));
                words.push(0);
            } else {
                words.push(run.id);
                words.extend(split(run.value));
                words.push(1);
            }
        }
        let len = words.len() as u32;
        let body = self.parts.fold(words);
        self.parts.insert(len, body).0
    }

    /// The canonical writing of a stored state, object by object: header, then for each chunk its words and runs.
    pub fn state(&self, id: StateId) -> Option<Vec<Vec<u32>>> {
        let states = self.states.get(&id.objects)?;
        if id.number as usize >= states.len() {
            return None;
        }
        let objects = self.parts.unfold_pair(states.get(id.number), id.objects as usize);
        Some(objects.into_iter().map(|object| self.object(object)).collect())
    }

    fn object(&self, number: u32) -> Vec<u32> {
        let (len, body) = self.parts.get(number);
        let mut vector = self.parts.unfold(body, len as usize);
        let chunks = vector.split_off(HEADER);
        for chunk in chunks {
            match chunk.checked_sub(1) {
                None => vector.push(0),
                Some(number) => {
                    let (len, body) = self.parts.get(number);
                    vector.push((len as usize - 18) as u32 / RUN as u32 + 1);
                    vector.extend(self.parts.unfold(body, len as usize));
                }
            }
        }
        vector
    }

    /// States in the store.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Bytes the store occupies.
    pub fn bytes(&self) -> usize {
        self.parts.bytes() + self.states.values().map(Pairs::bytes).sum::<usize>()
    }
}

fn split(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

impl Memory {
    /// The reachable objects, breadth first from the roots in the order of their names, pointers by offset.
    pub(crate) fn canonical_order(&self) -> Vec<u32> {
        let roots = self.objects.iter().enumerate().filter(|(_, o)| o.flags.root && o.life == Life::Live);
        let mut roots: Vec<(u64, u32)> = roots.map(|(id, o)| (o.root_name, id as u32)).collect();
        roots.sort_unstable();
        let mut seen = vec![false; self.objects.len()];
        let mut order: Vec<u32> = roots.into_iter().map(|(_, id)| id).collect();
        for &id in &order {
            seen[id as usize] = true;
        }
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            next += 1;
            self.each_pointer(id, |_, target| {
                if !std::mem::replace(&mut seen[target as usize], true) {
                    order.push(target);
                }
            });
        }
        order
    }
}
