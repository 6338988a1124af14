//! The live state, and the two gates through which it changes.
//!
//! One [`Memory`] is one live state, changed in place. Every change goes through `prepare_chunk` or `prepare_object`
//! first. These save the old value for the journal and note what fingerprints and snapshots must look at again; nothing
//! else in the crate keeps track of changes.
//!
//! Invariant: the clock only rises. A chunk (or object) whose stamp equals the clock is prepared for writing; one
//! stamped since the last mark is already in the journal.

use crate::chunk::{Arena, CHANGED, Chunk};
use crate::config::Config;
use crate::exposure::Exposure;
use crate::graph::HeapGraph;
use crate::hidden::HiddenParts;
use crate::journal::Journal;
use crate::object::{Life, ObjId, Object, ObjectInfo};
use crate::occupancy::Occupancy;
use crate::owner::Owners;
use crate::placement::PlacementState;
use crate::replica::Replicas;
use crate::slots::{CHUNK, PAGE};
use crate::snapshot::LastSnapshot;
use crate::target::Target;
use crate::value::Pointer;
use crate::watch::WatchState;
use std::sync::Arc;

/// The memory of the checked program: one live state with its saved predecessors.
///
/// See the [crate documentation](crate) for an overview.
pub struct Memory {
    /// See the invariant above.
    pub(crate) clock: u64,
    pub(crate) arena: Arena,
    /// By object number; number 0 is never used.
    pub(crate) objects: Vec<Object>,
    pub(crate) config: Config,
    pub(crate) occupancy: Occupancy,
    pub(crate) journal: Journal,
    pub(crate) dirty: Dirty,
    pub(crate) graph: HeapGraph,
    pub(crate) last_snapshot: LastSnapshot,
    pub(crate) watch: WatchState,
    pub(crate) owners: Owners,
    pub(crate) exposure: Exposure,
    pub(crate) replicas: Replicas,
    /// Present where the placement of objects is nondeterministic.
    pub(crate) placement: Option<Box<PlacementState>>,
    pub(crate) fresh: Fresh,
}

/// How new objects begin.
#[derive(Default)]
pub(crate) struct Fresh {
    /// Bytes without a value read as 0.
    pub(crate) zeroed: bool,
    /// Present where parts of new heap objects are hidden.
    pub(crate) hidden_parts: Option<Arc<HiddenParts>>,
}

/// What changed since the last fingerprint.
#[derive(Default)]
pub(crate) struct Dirty {
    pub chunks: Vec<u32>,
    pub objects: Vec<u32>,
}

impl Memory {
    /// An empty memory.
    pub fn new(config: Config) -> Memory {
        Memory {
            clock: 1,
            arena: Arena::new(config.target.lowest_address()),
            objects: vec![Object::UNUSED],
            config,
            occupancy: Occupancy::new(config.page_limit()),
            journal: Journal::default(),
            dirty: Dirty::default(),
            graph: HeapGraph::default(),
            last_snapshot: LastSnapshot::default(),
            watch: WatchState::default(),
            owners: Owners::default(),
            exposure: Exposure::default(),
            replicas: Replicas::default(),
            placement: None,
            fresh: Fresh::default(),
        }
    }

    /// The target this memory was made for.
    pub fn target(&self) -> Target {
        self.config.target
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
            sealed: o.flags.sealed,
            barred: o.flags.barred,
            alloc_site: o.alloc_site,
            owner: o.owner,
            free_site: (o.life != Life::Live).then_some(o.free_site),
        })
    }

    /// All objects, live and gone, by number.
    pub fn objects(&self) -> impl Iterator<Item = ObjectInfo> + '_ {
        (1..self.objects.len() as u32).filter_map(|id| self.object(ObjId(id)))
    }

    /// The object whose bytes, or whose end, is at `addr`: the slow way back from a number to a pointer. An object of
    /// which only the least size is known may have all bytes that there is room for: who accesses them finds out.
    pub fn object_at(&self, addr: u64) -> Option<ObjId> {
        let chunk = addr.checked_sub(self.arena.base)? / CHUNK as u64;
        let owner = self.arena.chunks.get(usize::try_from(chunk).ok()?)?.object();
        let object = &self.objects[owner as usize];
        let end = if object.extent.is_some() { object.capacity } else { object.size };
        let inside = object.life != Life::Unused && addr.wrapping_sub(object.base) <= end;
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
        u64::from(self.occupancy.slots.limit()) * PAGE
    }

    /// Bytes of host memory in use, roughly.
    pub fn host_bytes(&self) -> usize {
        self.arena.chunks.len() * size_of::<Chunk>()
            + self.objects.capacity() * size_of::<Object>()
            + self.journal.bytes()
    }

    #[inline(always)]
    pub(crate) fn chunk_at(&self, addr: u64) -> usize {
        (addr.wrapping_sub(self.arena.base) / CHUNK as u64) as usize
    }

    /// Prepares a chunk for writing: its old content is saved if a mark needs it, and it will be hashed again.
    #[inline(always)]
    pub(crate) fn prepare_chunk(&mut self, chunk: usize) {
        if self.arena.chunks[chunk].stamp != self.clock {
            self.prepare_chunk_outlined(chunk);
        }
    }

    #[inline(never)]
    fn prepare_chunk_outlined(&mut self, chunk: usize) {
        self.prepare_stale_chunk(chunk);
    }

    /// Prepares a chunk whose stamp is old. Inlined where the first store after a mark is to be fast.
    #[inline(always)]
    pub(crate) fn prepare_stale_chunk(&mut self, chunk: usize) {
        let here = &mut self.arena.chunks[chunk];
        let stamp = std::mem::replace(&mut here.stamp, self.clock);
        if here.changes & CHANGED == 0 {
            here.changes |= CHANGED;
            self.dirty.chunks.push(chunk as u32);
        }
        self.last_snapshot.chunk_changed(chunk);
        self.replicas.note(chunk);
        if self.journal.wants(stamp) {
            self.journal.save_chunk(here, &self.arena.overlays, chunk as u32);
        }
    }

    /// Prepares an object record for a change, likewise.
    #[inline(always)]
    pub(crate) fn prepare_object(&mut self, id: u32) {
        if self.objects[id as usize].stamp != self.clock {
            self.prepare_stale_object(id);
        }
    }

    fn prepare_stale_object(&mut self, id: u32) {
        let object = &mut self.objects[id as usize];
        let stamp = object.stamp;
        if self.journal.wants(stamp) {
            self.journal.save_object(id, object);
        }
        object.stamp = self.clock;
        if !object.dirty {
            object.dirty = true;
            self.dirty.objects.push(id);
        }
        self.last_snapshot.object_changed(id);
    }
}
