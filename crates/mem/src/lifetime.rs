//! The life of an object: allocation, `free`, the end of a scope, growing, protection, and being a root.
//!
//! An object goes from unused to live to tombstone, and back to unused when a sweep recycles it (`sweep`). A tombstone
//! keeps its record, its number and its slot while anything points to it, so a dangling pointer stays recognisable.
//!
//! Invariant: every change of a record goes through `prepare_object`, every change of bytes through `prepare_chunk`, so
//! that a rewind brings both back.

use crate::config::Layout;
use crate::error::{AllocError, FreeError, FreeFault};
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Site, Storage};
use crate::overlay::span;
use crate::slots::{CHUNK, PAGE};
use crate::value::Pointer;

impl Memory {
    /// Allocates an object of uninitialised bytes in the lowest free slot that suits it.
    ///
    /// # Errors
    /// When the alignment is not supported or there is no room.
    pub fn alloc(&mut self, layout: Layout, kind: Storage, site: Site) -> Result<Pointer, AllocError> {
        let Layout { size, align, capacity } = layout;
        if !align.is_power_of_two() || align > PAGE {
            return Err(AllocError::Alignment { align });
        }
        let capacity = capacity.max(size);
        let first = self.occupancy.slots.take(capacity, align)?;
        if !self.arena.reserve_pages(self.occupancy.slots.pages(), self.occupancy.slots.limit()) {
            self.occupancy.slots.release(first);
            return Err(AllocError::Host { size });
        }
        let id = match self.occupancy.unused.first() {
            Some(id) => {
                self.occupancy.unused.remove(id);
                id
            }
            None => {
                self.objects.push(Object::UNUSED);
                (self.objects.len() - 1) as u32
            }
        };
        self.prepare_object(id);
        let owner = self.owner_of_new(kind);
        let base = self.arena.base + u64::from(first) * CHUNK as u64;
        let object = &mut self.objects[id as usize];
        *object = Object {
            base,
            size,
            capacity,
            alloc_site: site,
            owner,
            kind,
            life: Life::Live,
            align: align.trailing_zeros() as u8,
            stamp: object.stamp,
            dirty: object.dirty,
            ..Object::UNUSED
        };
        self.claim_range(u64::from(id) | owner.mark(), first, capacity);
        self.occupancy.live += 1;
        self.note_new_object(id);
        if self.fresh.zeroed || self.placement.is_some() || self.fresh.hidden_parts.is_some() {
            self.finish_alloc(id);
        }
        Ok(Pointer { addr: base, prov: ObjId(id) })
    }

    /// From now on bytes without a value are 0, and may be read.
    pub fn zero_uninitialised(&mut self) {
        self.fresh.zeroed = true;
    }

    /// What is rarely to be done about a new object.
    #[cold]
    fn finish_alloc(&mut self, id: u32) {
        if self.fresh.zeroed {
            let Object { base, size, .. } = self.objects[id as usize];
            self.zero(base, size);
        }
        if self.placement.is_some() {
            self.place_new(id);
        }
        self.hide_parts(id);
    }

    /// Gives chunks their claim, up to the one with the byte after the last: one past the end belongs to the object,
    /// too.
    #[inline]
    pub(crate) fn claim_range(&mut self, claim: u64, first: u32, capacity: u64) {
        let last = first as usize + capacity as usize / CHUNK;
        for (number, chunk) in self.arena.chunks[first as usize..=last].iter_mut().enumerate() {
            chunk.claim = claim;
            chunk.number = number as u32;
        }
    }

    /// Frees a heap object, as `free` does. A null pointer is an error here: `free(NULL)` is the caller's business.
    ///
    /// # Errors
    /// When the object is already freed, is not a heap object, or the pointer is not its start; [`FreeFault::Shared`]
    /// under [`Watch::Stop`](crate::Watch::Stop).
    pub fn free(&mut self, pointer: Pointer, site: Site) -> Result<(), Box<FreeError>> {
        let id = self.resolve(pointer);
        let object = &self.objects[id.index()];
        let fault = match (object.life, object.kind) {
            (Life::Unused, _) => FreeFault::NoObject,
            (Life::Freed, _) => FreeFault::DoubleFree,
            (Life::OutOfScope, _) => FreeFault::WrongKind,
            (Life::Live, kind) if kind != Storage::Heap => FreeFault::WrongKind,
            (Life::Live, _) if object.base != pointer.addr => FreeFault::NotStart,
            (Life::Live, _) => {
                self.intercept_end(id)?;
                self.make_tombstone(id.0, Life::Freed, site);
                return Ok(());
            }
        };
        Err(self.free_error(fault, pointer.addr, id))
    }

    /// Ends the life of an object of any kind but heap: its scope, or its thread, ended.
    ///
    /// # Errors
    /// When it is not live or is a heap object; [`FreeFault::Shared`] under [`Watch::Stop`](crate::Watch::Stop).
    pub fn kill(&mut self, object: ObjId, site: Site) -> Result<(), Box<FreeError>> {
        let record = self.objects.get(object.index()).unwrap_or(&Object::UNUSED);
        let fault = match (record.life, record.kind) {
            (Life::Live, Storage::Heap) => FreeFault::WrongKind,
            (Life::Live, _) => {
                self.intercept_end(object)?;
                self.make_tombstone(object.0, Life::OutOfScope, site);
                return Ok(());
            }
            (Life::Unused, _) => FreeFault::NoObject,
            (Life::Freed | Life::OutOfScope, _) => FreeFault::DoubleFree,
        };
        let base = record.base;
        Err(self.free_error(fault, base, object))
    }

    #[cold]
    pub(crate) fn free_error(&self, fault: FreeFault, addr: u64, id: ObjId) -> Box<FreeError> {
        let object = self.object(id);
        let offset = object.map_or(0, |o| addr.wrapping_sub(o.base) as i64);
        Box::new(FreeError { fault, addr, offset, object })
    }

    /// Turns a live object into a tombstone: the record stays, the bytes go.
    fn make_tombstone(&mut self, id: u32, life: Life, site: Site) {
        self.prepare_object(id);
        let object = &mut self.objects[id as usize];
        object.life = life;
        object.free_site = site;
        object.flags.root = false;
        object.extent = None;
        let (base, size) = (object.base, object.size);
        self.occupancy.live -= 1;
        self.occupancy.tombstones += 1;
        self.blank_chunks(base, size);
        if self.placement.is_some() {
            self.place_ended(id);
        }
    }

    #[inline]
    pub(crate) fn blank_chunks(&mut self, base: u64, size: u64) {
        let first = self.chunk_at(base);
        for chunk in first..first + (size as usize).div_ceil(CHUNK) {
            if !self.arena.chunks[chunk].is_blank() {
                self.prepare_chunk(chunk);
                self.arena.blank(chunk);
            }
        }
    }

    /// Changes the size of an expanding object, within the capacity it was allocated with. New bytes are uninitialised;
    /// bytes cut off are gone.
    ///
    /// # Errors
    /// When the object is not live or the size is beyond its capacity.
    pub fn grow(&mut self, object: ObjId, size: u64) -> Result<(), AllocError> {
        let record = self.objects.get(object.index()).copied().unwrap_or(Object::UNUSED);
        if record.life != Life::Live || size > record.capacity {
            return Err(AllocError::Capacity { size, capacity: record.capacity });
        }
        self.prepare_object(object.0);
        let record = &mut self.objects[object.index()];
        let old = record.size;
        record.size = size;
        let base = record.base;
        if size < old {
            let whole = size.next_multiple_of(CHUNK as u64);
            let edge = whole.min(old);
            if size < edge {
                let chunk = self.chunk_at(base + size);
                self.prepare_chunk(chunk);
                let (from, len) = (size as usize % CHUNK, (edge - size) as usize);
                self.arena.erase(chunk, from, len);
                let here = &mut self.arena.chunks[chunk];
                here.hide(here.hidden & !span(from, len));
            }
            if whole < old {
                self.blank_chunks(base + whole, old - whole);
            }
        } else if self.fresh.zeroed {
            self.zero(base + old, size - old);
        }
        Ok(())
    }

    /// Gives bytes back, at the start or at the end of what there is of a live object, as `munmap` of some pages does.
    /// Nobody can access them from now on. They are whole chunks, or reach to the end.
    ///
    /// # Errors
    /// [`FreeFault::Shared`] under [`Watch::Stop`](crate::Watch::Stop).
    ///
    /// # Panics
    /// When the bytes are others: a mistake of the caller, not of the program.
    pub fn give_back(&mut self, id: ObjId, from: u64, to: u64) -> Result<(), Box<FreeError>> {
        let Object { base, start, size, .. } = self.objects[id.index()];
        let place = Pointer { addr: base + from, prov: id };
        assert!(self.is_live(id) && from.is_multiple_of(CHUNK as u64), "bytes of a live object, in chunks");
        self.intercept(place, from, to - from, true)
            .map_err(|_| self.free_error(FreeFault::Shared, base, id))?;
        if to == size {
            self.grow(id, from).expect("a smaller size is within the capacity");
        } else {
            assert!(
                from == start && to < size && to.is_multiple_of(CHUNK as u64),
                "bytes at the start or at the end"
            );
            self.prepare_object(id.0);
            self.objects[id.index()].start = to;
            self.blank_chunks(base + from, to - from);
        }
        // No chunk of it counts as prepared for writing any more: the next store looks at the record.
        self.clock += 1;
        Ok(())
    }

    /// Lets a constant be written again.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn unseal(&mut self, object: ObjId) {
        self.set_protection(object, |record| record.flags.sealed = false);
    }

    /// Bars an object from all accesses, or lifts that, as `mprotect` does. It keeps its contents.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn set_barred(&mut self, object: ObjId, barred: bool) {
        self.set_protection(object, |record| record.flags.barred = barred);
    }

    /// Whether an object is barred from all accesses.
    pub fn is_barred(&self, object: ObjId) -> bool {
        self.objects.get(object.index()).is_some_and(|it| it.flags.barred)
    }

    fn set_protection(&mut self, object: ObjId, change: impl FnOnce(&mut Object)) {
        assert!(self.is_live(object), "protection is of a live object, {object} is none");
        self.prepare_object(object.0);
        change(&mut self.objects[object.index()]);
        self.update_claims(object.0);
        // No chunk of it counts as prepared for writing any more: the next store looks at the record.
        self.clock += 1;
    }

    /// Makes a constant read-only from now on; before, it can be given its value like any other object.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn seal(&mut self, object: ObjId) {
        assert!(self.is_live(object), "sealing needs a live object, {object} is none");
        self.prepare_object(object.0);
        self.objects[object.index()].flags.sealed = true;
        if self.objects[object.index()].flags.shared {
            self.update_claims(object.0);
        }
        // No chunk of it counts as prepared for writing any more: the next store looks at the record.
        self.clock += 1;
    }

    /// Makes an object a root of the heap graph, under a name that means the same in every run.
    ///
    /// Different roots need different names.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn add_root(&mut self, object: ObjId, name: u64) {
        assert!(self.is_live(object), "a root must be live, {object} is not");
        self.prepare_object(object.0);
        let record = &mut self.objects[object.index()];
        record.flags.root = true;
        record.root_name = name;
    }

    /// The object is a root no longer (killing it does the same).
    pub fn remove_root(&mut self, object: ObjId) {
        if self.is_live(object) && self.objects[object.index()].flags.root {
            self.prepare_object(object.0);
            self.objects[object.index()].flags.root = false;
        }
    }
}
