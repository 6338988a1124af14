//! The memory itself: allocating, freeing, growing, naming roots.
//!
//! One [`Memory`] is one live state, changed in place. Everything that changes goes through `touch_chunk` or
//! `touch_object` first, which save the old value for the journal and note what fingerprints and snapshots must look at
//! again; nothing else in the crate keeps track of changes.
//!
//! Invariant: the clock only rises. A chunk (or object) whose stamp equals the clock is prepared for writing; one stamped
//! since the last mark is already in the journal.

use crate::arrangement::Arranged;
use crate::canon::Canon;
use crate::chunk::{Arena, DIRTY};
use crate::error::{AllocError, FreeError, FreeFault};
use crate::exposure::Exposure;
use crate::journal::Journal;
use crate::lowest::Lowest;
use crate::object::{Life, ObjId, Object, ObjectInfo, Site, Storage};
use crate::overlay::span;
use crate::owner::{self, Owners};
use crate::places::{CHUNK, PAGE, PAGE_CHUNKS, Places};
use crate::snapshot::Shared;
use crate::target::{Endian, Target};
use crate::value::Pointer;
use crate::watch::{Touches, Watch};
use std::cell::Cell;

/// How a memory is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The machine the program was compiled for.
    pub target: Target,
    /// Bytes of program memory, dead objects and gaps included, beyond which allocation fails. The host needs about twice
    /// as many.
    pub limit: u64,
}

impl Default for Config {
    /// A 64-bit little-endian target with at most 1 GiB.
    fn default() -> Config {
        Config { target: Target::LP64, limit: 1 << 30 }
    }
}

impl Config {
    /// Pages of the arena at most: chunk numbers have 32 bits.
    pub(crate) fn page_limit(&self) -> u32 {
        let bytes = self.limit.min(self.target.address_space());
        (bytes / PAGE).min(u64::from(u32::MAX) / PAGE_CHUNKS as u64 - 1) as u32
    }
}

/// What is asked of a new object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes: a power of two, at most 4096.
    pub align: u64,
    /// Largest size the object may [grow](Memory::grow) to; at most `size` for objects that keep their size.
    pub capacity: u64,
}

impl Layout {
    /// An object of fixed size.
    pub fn new(size: u64, align: u64) -> Layout {
        Layout { size, align, capacity: size }
    }

    /// An object that may grow up to `capacity` bytes.
    pub fn expanding(size: u64, capacity: u64, align: u64) -> Layout {
        Layout { size, align, capacity: capacity.max(size) }
    }
}

/// The memory of the checked program: one live state with its saved predecessors.
///
/// See the [crate documentation](crate) for an overview.
pub struct Memory {
    pub(crate) clock: u64,
    /// Address of the first chunk.
    pub(crate) lowest: u64,
    pub(crate) big_endian: bool,
    pub(crate) watch: Cell<Watch>,
    /// What in a claim says that an access is to be looked at, besides another object: see `owner`.
    pub(crate) strange: u64,
    pub(crate) objects: Vec<Object>,
    pub(crate) arena: Arena,
    pub(crate) target: Target,
    pub(crate) places: Places,
    pub(crate) unused: Lowest,
    pub(crate) live: u32,
    pub(crate) tombstones: u32,
    pub(crate) journal: Journal,
    pub(crate) dirty_chunks: Vec<u32>,
    pub(crate) dirty_objects: Vec<u32>,
    pub(crate) canon: Canon,
    pub(crate) shared: Shared,
    /// Loads write here, too.
    pub(crate) touches: Touches,
    /// Somebody has looked at addresses as numbers. Not part of the state.
    pub(crate) addresses_seen: Cell<bool>,
    pub(crate) owners: Owners,
    pub(crate) exposure: Exposure,
    pub(crate) page_limit: u32,
    pub(crate) config: Config,
    /// What was never set is 0.
    pub(crate) zeroed: bool,
    /// There is something to do about a new object, which is seldom.
    pub(crate) births_matter: bool,
    /// How objects lie to each other, where nothing is taken for granted.
    pub(crate) arranged: Option<Box<Arranged>>,
}

impl Memory {
    /// An empty memory.
    pub fn new(config: Config) -> Memory {
        let page_limit = config.page_limit();
        Memory {
            clock: 1,
            lowest: config.target.lowest_address(),
            big_endian: config.target.endian == Endian::Big,
            watch: Cell::new(Watch::Off),
            strange: owner::NOBODY_ACTS,
            objects: vec![Object::UNUSED],
            arena: Arena::new(),
            target: config.target,
            places: Places::new(page_limit),
            unused: Lowest::default(),
            live: 0,
            tombstones: 0,
            journal: Journal::default(),
            dirty_chunks: Vec::new(),
            dirty_objects: Vec::new(),
            canon: Canon::default(),
            shared: Shared::default(),
            touches: Touches::default(),
            addresses_seen: Cell::new(false),
            owners: Owners::default(),
            exposure: Exposure::default(),
            page_limit,
            config,
            zeroed: false,
            births_matter: false,
            arranged: None,
        }
    }

    /// Notes that what the program does depends on where objects lie, or forgets it.
    pub fn set_address_dependent(&self, seen: bool) {
        self.addresses_seen.set(seen);
    }

    /// Whether that was noted.
    pub fn is_address_dependent(&self) -> bool {
        self.addresses_seen.get()
    }

    /// The target this memory was made for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Allocates an object of uninitialised bytes at the lowest free place that suits it.
    ///
    /// # Errors
    /// When the alignment is not supported or there is no room.
    pub fn alloc(&mut self, layout: Layout, kind: Storage, site: Site) -> Result<Pointer, AllocError> {
        let Layout { size, align, capacity } = layout;
        if !align.is_power_of_two() || align > PAGE {
            return Err(AllocError::Alignment { align });
        }
        let capacity = capacity.max(size);
        let first = self.places.take(capacity, align)?;
        self.arena.reserve_pages(self.places.pages(), self.page_limit);
        let id = match self.unused.first() {
            Some(id) => {
                self.unused.remove(id);
                id
            }
            None => {
                self.objects.push(Object::UNUSED);
                (self.objects.len() - 1) as u32
            }
        };
        self.touch_object(id);
        let owner = self.owner_of_new(kind);
        let base = self.lowest + u64::from(first) * CHUNK as u64;
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
        self.own_chunks(u64::from(id) | owner.mark(), first, capacity);
        self.live += 1;
        self.note_birth(id);
        if self.births_matter {
            self.look_at_birth(id);
        }
        Ok(Pointer { addr: base, prov: ObjId(id) })
    }

    /// From now on bytes that nobody has set are 0, and may be read.
    pub fn zero_uninitialised(&mut self) {
        self.zeroed = true;
        self.births_matter = true;
    }

    #[cold]
    fn look_at_birth(&mut self, id: u32) {
        if self.zeroed {
            let Object { base, size, .. } = self.objects[id as usize];
            self.zero(base, size);
        }
        self.arrange_birth(id);
    }

    /// Notes whose chunks these are, the one after the last byte included: one past the end belongs to the object, too.
    #[inline]
    pub(crate) fn own_chunks(&mut self, claim: u64, first: u32, capacity: u64) {
        let last = first as usize + capacity as usize / CHUNK;
        for (number, chunk) in self.arena.chunks[first as usize..=last].iter_mut().enumerate() {
            chunk.claim = claim;
            chunk.number = number as u32;
        }
    }

    /// Frees a heap object, as `free` does. A null pointer is not an object: treat it before.
    ///
    /// # Errors
    /// When the object is already freed, is not a heap object, or the pointer is not its start; [`FreeFault::Shared`] when
    /// [`Memory::watch`] asks for it.
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
                self.notice_end(id)?;
                self.bury(id.0, Life::Freed, site);
                return Ok(());
            }
        };
        Err(self.free_error(fault, pointer.addr, id))
    }

    /// Ends the life of an object of any kind but heap: its scope, or its thread, ended.
    ///
    /// # Errors
    /// When it is not live or is a heap object; [`FreeFault::Shared`] when [`Memory::watch`] asks for it.
    pub fn kill(&mut self, object: ObjId, site: Site) -> Result<(), Box<FreeError>> {
        let record = self.objects.get(object.index()).unwrap_or(&Object::UNUSED);
        let fault = match (record.life, record.kind) {
            (Life::Live, Storage::Heap) => FreeFault::WrongKind,
            (Life::Live, _) => {
                self.notice_end(object)?;
                self.bury(object.0, Life::OutOfScope, site);
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
    fn bury(&mut self, id: u32, life: Life, site: Site) {
        self.touch_object(id);
        let object = &mut self.objects[id as usize];
        object.life = life;
        object.free_site = site;
        object.root = false;
        let (base, size) = (object.base, object.size);
        self.live -= 1;
        self.tombstones += 1;
        self.blank_chunks(base, size);
        if self.arranged.is_some() {
            self.arrange_end(id);
        }
    }

    #[inline]
    pub(crate) fn blank_chunks(&mut self, base: u64, size: u64) {
        let first = self.chunk_at(base);
        for chunk in first..first + (size as usize).div_ceil(CHUNK) {
            if !self.arena.chunks[chunk].is_blank() {
                self.touch_chunk(chunk);
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
        self.touch_object(object.0);
        let record = &mut self.objects[object.index()];
        let old = record.size;
        record.size = size;
        let base = record.base;
        if size < old {
            let whole = size.next_multiple_of(CHUNK as u64);
            let edge = whole.min(old);
            if size < edge {
                let chunk = self.chunk_at(base + size);
                self.touch_chunk(chunk);
                let (from, len) = (size as usize % CHUNK, (edge - size) as usize);
                self.arena.erase(chunk, from, len);
                let here = &mut self.arena.chunks[chunk];
                here.hide(here.hidden & !span(from, len));
            }
            if whole < old {
                self.blank_chunks(base + whole, old - whole);
            }
        } else if self.zeroed {
            self.zero(base + old, size - old);
        }
        Ok(())
    }

    /// Lets a constant be written again.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn unseal(&mut self, object: ObjId) {
        self.set_access(object, |record| record.sealed = false);
    }

    /// Says whether an object may be accessed at all. It keeps its contents.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn set_barred(&mut self, object: ObjId, barred: bool) {
        self.set_access(object, |record| record.barred = barred);
    }

    /// Whether an object may not be accessed.
    pub fn is_barred(&self, object: ObjId) -> bool {
        self.objects.get(object.index()).is_some_and(|it| it.barred)
    }

    fn set_access(&mut self, object: ObjId, change: impl FnOnce(&mut Object)) {
        assert!(self.is_live(object), "access is to a live object, {object} is none");
        self.touch_object(object.0);
        change(&mut self.objects[object.index()]);
        self.claim_chunks(object.0);
        // Its chunks are to be prepared for writing again.
        self.clock += 1;
    }

    /// Makes a constant read-only from now on; before, it can be given its value like any other object.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn seal(&mut self, object: ObjId) {
        assert!(self.is_live(object), "sealing needs a live object, {object} is none");
        self.touch_object(object.0);
        self.objects[object.index()].sealed = true;
        if self.objects[object.index()].shared {
            self.claim_chunks(object.0);
        }
        // No chunk of it is prepared for writing any more.
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
        self.touch_object(object.0);
        let record = &mut self.objects[object.index()];
        record.root = true;
        record.root_name = name;
    }

    /// The object is a root no longer (killing it does the same).
    pub fn remove_root(&mut self, object: ObjId) {
        if self.is_live(object) && self.objects[object.index()].root {
            self.touch_object(object.0);
            self.objects[object.index()].root = false;
        }
    }

    /// Whether `object` is allocated and neither freed nor out of scope.
    pub fn is_live(&self, object: ObjId) -> bool {
        self.objects.get(object.index()).is_some_and(|o| o.life == Life::Live)
    }

    /// What is known about an object, live or gone; `None` if the number names none.
    pub fn object(&self, id: ObjId) -> Option<ObjectInfo> {
        let o = self.objects.get(id.index()).filter(|o| o.life != Life::Unused)?;
        Some(ObjectInfo {
            id,
            size: o.size,
            kind: o.kind,
            life: o.life,
            base: o.base,
            sealed: o.sealed,
            barred: o.barred,
            alloc_site: o.alloc_site,
            owner: o.owner,
            free_site: (o.life != Life::Live).then_some(o.free_site),
        })
    }

    /// All objects, live and gone, by number.
    pub fn objects(&self) -> impl Iterator<Item = ObjectInfo> + '_ {
        (1..self.objects.len() as u32).filter_map(|id| self.object(ObjId(id)))
    }

    /// The object whose bytes, or whose end, is at `addr`: the slow way back from a number to a pointer.
    pub fn object_at(&self, addr: u64) -> Option<ObjId> {
        let chunk = addr.checked_sub(self.lowest)? / CHUNK as u64;
        let owner = self.arena.chunks.get(usize::try_from(chunk).ok()?)?.owner();
        let object = &self.objects[owner as usize];
        let inside = object.life != Life::Unused && addr.wrapping_sub(object.base) <= object.size;
        inside.then_some(ObjId(owner))
    }

    /// The object a pointer may access: its provenance, or for a number the object it happens to point into.
    #[inline]
    pub(crate) fn resolve(&self, pointer: Pointer) -> ObjId {
        if pointer.prov.is_none() || pointer.prov.index() >= self.objects.len() {
            return self.object_at(pointer.addr).unwrap_or(ObjId::NONE);
        }
        pointer.prov
    }

    /// Bytes that objects may take at most.
    pub fn limit(&self) -> u64 {
        u64::from(self.page_limit) * PAGE
    }

    /// Bytes of host memory in use, roughly.
    pub fn host_bytes(&self) -> usize {
        self.arena.chunks.len() * size_of::<crate::chunk::Chunk>()
            + self.objects.capacity() * size_of::<Object>()
            + self.journal.bytes()
    }

    #[inline(always)]
    pub(crate) fn chunk_at(&self, addr: u64) -> usize {
        (addr.wrapping_sub(self.lowest) / CHUNK as u64) as usize
    }

    /// Prepares a chunk for writing: its old content is saved where a mark wants it back, and it will be hashed again.
    #[inline(always)]
    pub(crate) fn touch_chunk(&mut self, chunk: usize) {
        if self.arena.chunks[chunk].stamp != self.clock {
            self.prepare_chunk(chunk);
        }
    }

    #[inline(never)]
    fn prepare_chunk(&mut self, chunk: usize) {
        self.prepare(chunk);
    }

    /// Prepares a chunk that is not prepared.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, chunk: usize) {
        let here = &mut self.arena.chunks[chunk];
        let stamp = std::mem::replace(&mut here.stamp, self.clock);
        if here.news & DIRTY == 0 {
            here.news |= DIRTY;
            self.dirty_chunks.push(chunk as u32);
        }
        self.shared.chunk_changed(chunk);
        if self.journal.wants(stamp) {
            self.journal.save_chunk(here, &self.arena.overlays, chunk as u32);
        }
    }

    /// Prepares an object record for a change, likewise.
    #[inline(always)]
    pub(crate) fn touch_object(&mut self, id: u32) {
        if self.objects[id as usize].stamp != self.clock {
            self.prepare_object(id);
        }
    }

    fn prepare_object(&mut self, id: u32) {
        let object = &mut self.objects[id as usize];
        let stamp = object.stamp;
        if self.journal.wants(stamp) {
            self.journal.save_object(id, object);
        }
        object.stamp = self.clock;
        if !object.dirty {
            object.dirty = true;
            self.dirty_objects.push(id);
        }
        self.shared.object_changed(id);
    }
}
