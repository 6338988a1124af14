//! Recycling the tombstones nothing points to.
//!
//! A freed object keeps its number and its slot while anything points to it, so that a dangling pointer stays
//! recognisable and never equals a pointer to something new. A sweep looks at all pointers in memory, and at those the
//! caller holds elsewhere, and recycles the rest; the cost is amortised over the objects that died since.
//!
//! Invariant: recycling changes object records through the journal like everything else, so a rewind brings tombstones
//! back together with the pointers to them. For a search, when to sweep must depend on the state
//! alone ([`Memory::wants_sweep`]), never on how it was reached; a single run that is never rewound may follow
//! [`Memory::next_sweep_threshold`], which remembers what earlier sweeps left.

use crate::error::FreeError;
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Site, Storage};

impl Memory {
    /// Whether enough objects have died that a sweep pays.
    #[inline]
    pub fn wants_sweep(&self) -> bool {
        self.occupancy.tombstones >= 256 + self.occupancy.live / 2
    }

    /// Dead objects that are not recycled yet.
    #[inline]
    pub fn tombstones(&self) -> u32 {
        self.occupancy.tombstones
    }

    /// How many tombstones make the next sweep pay, for a single run: a sweep costs what the memory holds, and the
    /// tombstones that are there now may stay for long.
    pub fn next_sweep_threshold(&self) -> u32 {
        let size = (self.arena.chunks.len() / 8) as u32;
        self.occupancy.tombstones.saturating_add(256 + self.occupancy.live / 2).saturating_add(size)
    }

    /// Recycles the numbers and slots of dead objects nothing points to; returns how many. `registers` must report
    /// every object the caller holds a pointer to outside of memory.
    pub fn sweep(&mut self, registers: impl FnOnce(&mut dyn FnMut(ObjId))) -> usize {
        let mut held = vec![false; self.objects.len()];
        registers(&mut |id| {
            if let Some(held) = held.get_mut(id.index()) {
                *held = true;
            }
        });
        for chunk in &self.arena.chunks {
            if chunk.over != 0 {
                for run in self.arena.overlays.get(chunk.overlay) {
                    if run.is_pointer() {
                        held[run.id as usize] = true;
                    }
                }
            }
        }
        let mut recycled = 0;
        for (id, held) in held.into_iter().enumerate() {
            if !held && matches!(self.objects[id].life, Life::Freed | Life::OutOfScope) {
                self.recycle(id as u32);
                recycled += 1;
            }
        }
        recycled
    }

    /// Ends the scope of an object as [`Memory::kill`] does, when the caller holds no pointer to it any more. If none
    /// was ever stored in memory either, nothing can point to it: its number and slot are free again at once. Local
    /// variables of a call that returned are the typical case.
    ///
    /// # Errors
    /// As [`Memory::kill`].
    pub fn kill_unheld(&mut self, object: ObjId, site: Site) -> Result<(), Box<FreeError>> {
        let record = self.objects.get(object.index()).unwrap_or(&Object::UNUSED);
        if record.flags.escaped || record.life != Life::Live || record.kind == Storage::Heap {
            return self.kill(object, site);
        }
        let (base, size) = (record.base, record.size);
        self.intercept_end(object)?;
        self.blank_chunks(base, size);
        self.recycle(object.0);
        Ok(())
    }

    fn recycle(&mut self, id: u32) {
        if self.placement.is_some() {
            self.place_recycled(id);
        }
        self.prepare_object(id);
        self.leave_occupancy(id);
        self.objects[id as usize].life = Life::Unused;
        self.occupancy.unused.insert(id);
    }
}
