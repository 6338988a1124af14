//! Which slots and object numbers are taken: everything that follows from the object records.
//!
//! Invariant: the tables here, and the claims of the chunks, are a function of the records. So they need no journal: a
//! rewind or a restore takes the objects it changes out, gives them their old records, and puts them in again.

use crate::chunk;
use crate::memory::Memory;
use crate::min_set::MinSet;
use crate::object::{Life, Object};
use crate::slots::{CHUNK, SlotAllocator};

/// Tables that follow from the object records.
pub(crate) struct Occupancy {
    pub slots: SlotAllocator,
    /// Object numbers that name nothing.
    pub unused: MinSet,
    /// How many objects live.
    pub live: u32,
    /// How many dead objects still have their number and slot.
    pub tombstones: u32,
}

impl Occupancy {
    pub(crate) fn new(page_limit: u32) -> Occupancy {
        Occupancy { slots: SlotAllocator::new(page_limit), unused: MinSet::default(), live: 0, tombstones: 0 }
    }
}

impl Memory {
    /// Takes an object out of the tables that follow from its record.
    #[inline]
    pub(crate) fn leave_occupancy(&mut self, id: u32) {
        let Object { life, base, .. } = self.objects[id as usize];
        match life {
            Life::Unused => return,
            Life::Live => self.occupancy.live -= 1,
            Life::Freed | Life::OutOfScope => self.occupancy.tombstones -= 1,
        }
        self.occupancy.slots.release(self.chunk_at(base) as u32);
    }

    /// Puts an object into the tables that follow from its record. Where its record before claims the same chunks,
    /// these are left alone.
    pub(crate) fn enter_occupancy(&mut self, id: u32, before: &Object) {
        let object = self.objects[id as usize];
        let Object { life, base, capacity, .. } = object;
        match life {
            Life::Unused => {
                self.occupancy.unused.insert(id);
                return;
            }
            Life::Live => self.occupancy.live += 1,
            Life::Freed | Life::OutOfScope => self.occupancy.tombstones += 1,
        }
        self.occupancy.unused.remove(id);
        let first = self.chunk_at(base) as u32;
        self.occupancy.slots.occupy(first);
        let is_same = before.life != Life::Unused
            && (before.base, before.capacity, before.claim(id)) == (base, capacity, object.claim(id));
        if is_same {
            debug_assert!(
                (first as usize..=first as usize + capacity as usize / CHUNK)
                    .all(|at| self.arena.chunks[at].claim == object.claim(id)),
                "claims follow from records"
            );
            return;
        }
        for chunk in first as usize..=first as usize + capacity as usize / CHUNK {
            // The same content in another object is another state: its hash belongs to another term.
            if self.arena.chunks[chunk].object() != id && !self.arena.chunks[chunk].is_blank() {
                self.note_restored_chunk(chunk);
            }
            let here = &mut self.arena.chunks[chunk];
            let number = chunk as u32 - first;
            if here.object() != id || here.number != number {
                // Its runs may be the same, but their offsets in the object are not.
                here.changes |= chunk::RUNS_CHANGED;
            }
            here.claim = object.claim(id);
            here.number = number;
        }
    }
}
