//! Watching accesses to shared objects: being asked before, or told afterwards.
//!
//! A search that interleaves threads need not do so where only one thread can see the difference. It runs a thread under
//! [`Watch::Stop`] until the next operation is about a shared object, decides who goes on, and lets that operation happen
//! under [`Watch::Log`] to learn which bytes it depends on.
//!
//! Invariant: an access is noticed after everything that is wrong with its place (out of bounds, dead, read-only,
//! overlapping), which does not depend on the bytes, and before the bytes are looked at. So what is refused has had no
//! effect, and whether a byte has a value, which another thread may decide, comes second.

use crate::chunk::{Chunk, WATCHED};
use crate::error::{AccessFault, AccessResult, FreeError, FreeFault};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::place::Place;
use crate::value::Pointer;
use std::cell::Cell;

/// What happens at an access to a [shared](Memory::share) object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Watch {
    /// Nothing particular.
    #[default]
    Off,
    /// It is refused, before it has any effect, with [`AccessFault::Shared`] or [`FreeFault::Shared`].
    Stop,
    /// The first one is done, then it is [`Watch::Stop`].
    StopAfterOne,
    /// It is done and noted, for [`Memory::accesses`].
    Log,
}

/// Bytes of a shared object that were accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryAccess {
    /// The object.
    pub object: ObjId,
    /// Where in it, in bytes.
    pub offset: u64,
    /// How many bytes.
    pub size: u64,
    /// Whether they were written.
    pub write: bool,
}

/// The touches noted so far. The last one lies apart, so that adding to it is a matter of a few instructions.
pub(crate) struct Touches {
    /// What the last one's chunks claim, plus [`WRITE`] if it writes; [`NOTHING`] if there is none, and always if
    /// nothing is to be noted.
    key: Cell<u64>,
    /// Its addresses.
    start: Cell<u64>,
    end: Cell<u64>,
    /// Where its object starts.
    base: Cell<u64>,
    earlier: Cell<Vec<MemoryAccess>>,
}

/// In the key of a touch that writes.
const WRITE: u64 = WATCHED << 1;
/// The key of no touch.
const NOTHING: u64 = u64::MAX;

impl Default for Touches {
    fn default() -> Touches {
        let [start, end, base] = Default::default();
        Touches { key: Cell::new(NOTHING), start, end, base, earlier: Cell::default() }
    }
}

impl Touches {
    /// Adds addresses to the last touch, if together they are one range of the same kind.
    #[inline(always)]
    fn join(&self, key: u64, start: u64, end: u64) -> bool {
        let joins = self.key.get() == key && start <= self.end.get() && self.start.get() <= end;
        if joins {
            self.start.set(self.start.get().min(start));
            self.end.set(self.end.get().max(end));
        }
        joins
    }

    fn add(&self, key: u64, base: u64, start: u64, end: u64) {
        if !self.join(key, start, end) {
            self.settle();
            self.key.set(key);
            self.base.set(base);
            self.start.set(start);
            self.end.set(end);
        }
    }

    /// Moves the last touch to the others.
    fn settle(&self) {
        let (key, start) = (self.key.replace(NOTHING), self.start.get());
        if key != NOTHING {
            let mut touches = self.earlier.take();
            touches.push(MemoryAccess {
                object: ObjId(key as u32),
                offset: start - self.base.get(),
                size: self.end.get() - start,
                write: key & WRITE != 0,
            });
            self.earlier.set(touches);
        }
    }
}

/// The key of touches to a chunk that claims this.
#[inline(always)]
fn key(claim: u64, write: bool) -> u64 {
    if write { claim | WRITE } else { claim }
}

impl Memory {
    /// Says what to do at accesses to shared objects: loads and stores of all kinds, bulk operations, and the end of an
    /// object. Returns what was done until now. Not part of the state: it stays as it is until it is changed.
    ///
    /// Not watched is what no program does by itself: [`Memory::check_readable`], [`Memory::grow`], [`Memory::seal`], roots.
    #[inline]
    pub fn watch(&mut self, watch: Watch) -> Watch {
        let before = self.watch.replace(watch);
        if before == Watch::Log {
            self.touches.settle();
        }
        before
    }

    /// What is done at accesses to shared objects.
    pub fn watching(&self) -> Watch {
        self.watch.get()
    }

    /// Notes an access under [`Watch::Log`] that is to count as one of the program's, whatever it is to.
    pub fn log_access(&mut self, touch: MemoryAccess) {
        if self.watching() == Watch::Log {
            self.touches.settle();
            self.touches.earlier.get_mut().push(touch);
        }
    }

    /// What was accessed under [`Watch::Log`] since the last [`Memory::clear_accesses`] or [`Memory::take_accesses`], in
    /// order. Searches and comparisons count as far as they looked. The end of an object counts as a write to all of it, at
    /// least one byte. Not part of the state: a rewind does not change it.
    pub fn accesses(&mut self) -> &[MemoryAccess] {
        self.touches.settle();
        self.touches.earlier.get_mut()
    }

    /// Forgets what was accessed.
    pub fn clear_accesses(&mut self) {
        self.touches.settle();
        self.touches.earlier.get_mut().clear();
    }

    /// What was accessed, which is then forgotten.
    pub fn take_accesses(&mut self) -> Vec<MemoryAccess> {
        self.touches.settle();
        self.touches.earlier.take()
    }

    /// Notes that bytes count as accessed, under [`Watch::Log`], if they are there and others can see them.
    pub fn log_range(&self, p: Pointer, size: u64, write: bool) {
        let Some(object) = self.objects.get(p.prov.index()) else { return };
        let offset = p.addr.wrapping_sub(object.base);
        let inside = offset.checked_add(size).is_some_and(|end| end <= object.size);
        if self.watch.get() == Watch::Log && inside && object.is_watched() {
            let noted = self.notice(p, offset, size, write);
            debug_assert!(noted.is_ok(), "a log refuses nothing");
        }
    }

    /// Whether nothing is left to do at an access within a chunk of a shared object: the short form of `notice`, which
    /// may decline.
    #[inline(always)]
    pub(crate) fn need_not_notice(&self, chunk: &Chunk, addr: u64, size: u64, write: bool) -> bool {
        self.watch.get() == Watch::Off && chunk.is_watched()
            || self.touches.join(key(chunk.claim, write), addr, addr + size)
    }

    /// An access to a shared object, or by a stranger, is about to happen; `p` has provenance.
    #[inline(never)]
    pub(crate) fn notice(&self, p: Pointer, offset: u64, size: u64, write: bool) -> AccessResult<()> {
        if !self.objects[p.prov.index()].is_watched() {
            self.note_stranger(p.prov);
        }
        match self.watch.get() {
            Watch::Off => {}
            Watch::StopAfterOne => self.watch.set(Watch::Stop),
            Watch::Stop => return Err(self.error(AccessFault::Shared { write }, p, size)),
            Watch::Log => {
                let key = key(u64::from(p.prov.0) | WATCHED, write);
                self.touches.add(key, p.addr - offset, p.addr, p.addr + size);
            }
        }
        Ok(())
    }

    /// An access is about to happen; returns where in the arena.
    #[inline]
    pub(crate) fn notice_place(&self, place: Place, write: bool) -> AccessResult<usize> {
        if self.is_noticed_there(place) {
            self.notice(place.pointer(), place.offset, place.size, write)?;
        }
        Ok(self.start(place))
    }

    #[inline(always)]
    fn is_noticed_there(&self, place: Place) -> bool {
        self.objects[place.object.index()].is_noticed(self.strange)
    }

    /// A copy is about to happen; returns where in the arena, target first. Where both are shared it is refused as a write,
    /// which says more.
    #[inline]
    pub(crate) fn notice_copy(&self, target: Place, source: Place) -> AccessResult<(usize, usize)> {
        if self.watch.get() == Watch::Stop {
            self.notice_place(target, true)?;
        }
        let from = self.notice_place(source, false)?;
        Ok((self.notice_place(target, true)?, from))
    }

    /// Something is about to look at some of these bytes; how many will be seen.
    #[inline]
    pub(crate) fn notice_search(&self, place: Place) -> AccessResult<()> {
        if self.watch.get() == Watch::Stop {
            self.notice_place(place, false)?;
        } else if self.is_noticed_there(place) && !self.objects[place.object.index()].is_watched() {
            self.note_stranger(place.object);
        }
        Ok(())
    }

    /// The search has looked at the first `size` bytes of the place.
    #[inline]
    pub(crate) fn notice_seen(&self, place: Place, size: u64) {
        if self.watch.get() == Watch::Log {
            let seen = self.notice_place(Place { size, ..place }, false);
            debug_assert!(seen.is_ok(), "a log refuses nothing");
        }
    }

    /// The life of a live object is about to end.
    #[inline]
    pub(crate) fn notice_end(&self, id: ObjId) -> Result<(), Box<FreeError>> {
        if self.objects[id.index()].is_noticed(self.strange) { self.notice_shared_end(id) } else { Ok(()) }
    }

    #[inline(never)]
    fn notice_shared_end(&self, id: ObjId) -> Result<(), Box<FreeError>> {
        let object = &self.objects[id.index()];
        let pointer = Pointer { addr: object.base, prov: id };
        self.notice(pointer, 0, object.size.max(1), true)
            .map_err(|_| self.free_error(FreeFault::Shared, object.base, id))
    }
}
