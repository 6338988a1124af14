//! The watch: stop before an access that other threads can notice, or log it.
//!
//! A search that interleaves threads need not do so where only one thread can see the difference. It runs a thread
//! under [`Watch::Stop`] until its next operation is visible, that is, concerns a shared object or one of another
//! thread (`owner`). It decides which thread goes on, and lets that operation happen under [`Watch::Log`] to learn
//! which bytes it depends on.
//!
//! Invariant: an access is intercepted after everything that is wrong with its place (out of bounds, dead, read-only,
//! overlapping), which does not depend on the bytes, and before the bytes are looked at. So what is refused has had no
//! effect, and whether a byte has a value, which another thread may decide, comes second.
//!
//! # Why this is not part of the stream of events
//!
//! Observers of a step (tracer, coverage, profiler) get events through a generic witness that the interpreter carries.
//! The watch stays a mode of the memory, for three reasons:
//!
//! * It decides, it does not only observe. `Stop` ends an access before it has any effect, at the one point where the
//!   memory knows that the access is valid and visible. An event says what has happened.
//! * Private accesses, which are most, cost nothing: the fast path of `load` compares the chunk's claim with the
//!   pointer anyway, and that comparison also sends visible accesses out of line. The mode is read only there.
//! * Library functions and operating system models access memory through plain `&mut Machine`. A witness parameter on
//!   loads, stores and bulk operations would make every one of them generic.
//!
//! Measured with a prototype (instructions for a load of 8 bytes, the loop around it included, counted by callgrind):
//!
//! | | private object | shared, nobody watches | shared, logged |
//! |---|---|---|---|
//! | this mode | 31.0 in every mode | 44.0 | 59.0 |
//! | generic witness, told of visible accesses | 29.9 (31.0 where it logs) | 40.0 | 73.0 |
//! | generic witness, told of all accesses | 29.9 (50.1 where it logs) | | |
//!
//! So a parameter would gain one instruction of the fast path, and lose more than that wherever something is logged.

use crate::check::CheckedRange;
use crate::chunk::{Chunk, SHARED};
use crate::error::{AccessFault, AccessResult, FreeError, FreeFault};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::value::Pointer;
use std::cell::Cell;

/// What happens at a visible access: one to a [shared](Memory::share) object, or to an object of another thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Watch {
    /// Nothing particular.
    #[default]
    Off,
    /// It is refused, before it has any effect, with [`AccessFault::Shared`] or [`FreeFault::Shared`].
    Stop,
    /// The first one is done, then the mode is [`Watch::Stop`].
    StopAfterOne,
    /// It is done and logged, for [`Memory::accesses`].
    Log,
}

/// Bytes of an object that were accessed.
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
    /// Whether this is an atomic access, which races with plain ones alone. The memory itself knows none.
    pub atomic: bool,
}

/// The mode, and what was logged. Loads change both, hence the cells.
#[derive(Default)]
pub(crate) struct WatchState {
    mode: Cell<Watch>,
    log: AccessLog,
}

/// The accesses logged so far. The last one lies apart, so that extending it takes a few instructions.
struct AccessLog {
    /// The claim of the last access's chunks, plus [`WRITE`] if it writes; [`NOTHING`] if there is none, and always if
    /// nothing is to be logged.
    key: Cell<u64>,
    /// The addresses of the last access.
    start: Cell<u64>,
    end: Cell<u64>,
    /// Where its object starts.
    base: Cell<u64>,
    earlier: Cell<Vec<MemoryAccess>>,
}

/// In the key of an access that writes.
const WRITE: u64 = SHARED << 1;
/// The key of no access.
const NOTHING: u64 = u64::MAX;

impl Default for AccessLog {
    fn default() -> AccessLog {
        let [start, end, base] = Default::default();
        AccessLog { key: Cell::new(NOTHING), start, end, base, earlier: Cell::default() }
    }
}

impl AccessLog {
    /// Extends the last access by these addresses, if together they are one range, read or written alike.
    #[inline(always)]
    fn extend(&self, key: u64, start: u64, end: u64) -> bool {
        let extends = self.key.get() == key && start <= self.end.get() && self.start.get() <= end;
        if extends {
            self.start.set(self.start.get().min(start));
            self.end.set(self.end.get().max(end));
        }
        extends
    }

    fn add(&self, key: u64, base: u64, start: u64, end: u64) {
        if !self.extend(key, start, end) {
            self.flush();
            self.key.set(key);
            self.base.set(base);
            self.start.set(start);
            self.end.set(end);
        }
    }

    /// Moves the last access to the earlier ones.
    fn flush(&self) {
        let (key, start) = (self.key.replace(NOTHING), self.start.get());
        if key != NOTHING {
            let mut earlier = self.earlier.take();
            earlier.push(MemoryAccess {
                object: ObjId(key as u32),
                offset: start - self.base.get(),
                size: self.end.get() - start,
                write: key & WRITE != 0,
                atomic: false,
            });
            self.earlier.set(earlier);
        }
    }
}

/// The key of accesses to a chunk with this claim.
#[inline(always)]
fn key(claim: u64, write: bool) -> u64 {
    if write { claim | WRITE } else { claim }
}

impl Memory {
    /// Says what to do at visible accesses: loads and stores of all kinds, bulk operations, and the end of an object.
    /// Returns the mode until now. Not part of the state: it stays until it is changed.
    ///
    /// What no program does by itself is not watched: [`Memory::check_readable`], [`Memory::grow`], [`Memory::seal`],
    /// roots.
    #[inline]
    pub fn watch(&mut self, watch: Watch) -> Watch {
        let before = self.watch.mode.replace(watch);
        if before == Watch::Log {
            self.watch.log.flush();
        }
        before
    }

    /// What is done at visible accesses.
    pub fn watching(&self) -> Watch {
        self.watch.mode.get()
    }

    /// What was accessed under [`Watch::Log`] since the last [`Memory::clear_accesses`] or [`Memory::take_accesses`],
    /// in order. Searches and comparisons count as far as they looked. The end of an object counts as a write to all
    /// of it, at least one byte. Not part of the state: a rewind does not change it.
    pub fn accesses(&mut self) -> &[MemoryAccess] {
        self.watch.log.flush();
        self.watch.log.earlier.get_mut()
    }

    /// Empties the log.
    pub fn clear_accesses(&mut self) {
        self.watch.log.flush();
        self.watch.log.earlier.get_mut().clear();
    }

    /// What was accessed, which leaves the log empty.
    pub fn take_accesses(&mut self) -> Vec<MemoryAccess> {
        self.watch.log.flush();
        self.watch.log.earlier.take()
    }

    /// Logs an access, if the mode is [`Watch::Log`], whatever object it is to: for operations that depend on bytes
    /// without accessing them.
    pub fn log_access(&mut self, access: MemoryAccess) {
        if self.watching() == Watch::Log {
            self.watch.log.flush();
            self.watch.log.earlier.get_mut().push(access);
        }
    }

    /// Logs an access to these bytes, if the mode is [`Watch::Log`], they exist, and their object is shared.
    pub fn log_range(&self, p: Pointer, size: u64, write: bool) {
        let Some(object) = self.objects.get(p.prov.index()) else { return };
        let offset = p.addr.wrapping_sub(object.base);
        let inside = offset.checked_add(size).is_some_and(|end| end <= object.size);
        if self.watch.mode.get() == Watch::Log && inside && object.is_shared_variable() {
            let logged = self.intercept(p, offset, size, write);
            debug_assert!(logged.is_ok(), "a log refuses nothing");
        }
    }

    /// Whether nothing is left to do about an access within a chunk of a shared object: the short form of `intercept`,
    /// which may decline.
    #[inline(always)]
    pub(crate) fn passes_watch(&self, chunk: &Chunk, addr: u64, size: u64, write: bool) -> bool {
        self.watch.mode.get() == Watch::Off && chunk.is_shared()
            || self.watch.log.extend(key(chunk.claim, write), addr, addr + size)
    }

    /// A visible access is about to happen; `p` has provenance.
    #[inline(never)]
    pub(crate) fn intercept(&self, p: Pointer, offset: u64, size: u64, write: bool) -> AccessResult<()> {
        if !self.objects[p.prov.index()].is_shared_variable() {
            self.note_foreign_access(p.prov);
        }
        match self.watch.mode.get() {
            Watch::Off => {}
            Watch::StopAfterOne => self.watch.mode.set(Watch::Stop),
            Watch::Stop => return Err(self.error(AccessFault::Shared { write }, p, size)),
            Watch::Log => {
                let key = key(u64::from(p.prov.0) | SHARED, write);
                self.watch.log.add(key, p.addr - offset, p.addr, p.addr + size);
            }
        }
        Ok(())
    }

    /// An access is about to happen; returns where in the arena.
    #[inline]
    pub(crate) fn intercept_range(&self, range: CheckedRange, write: bool) -> AccessResult<usize> {
        if self.is_visible_range(range) {
            self.intercept(range.pointer(), range.offset, range.size, write)?;
        }
        Ok(self.start(range))
    }

    #[inline(always)]
    fn is_visible_range(&self, range: CheckedRange) -> bool {
        self.objects[range.object.index()].is_visible(self.owners.foreign)
    }

    /// A copy is about to happen; returns where in the arena, target first. Where both are visible it is refused as a
    /// write, which says more.
    #[inline]
    pub(crate) fn intercept_copy(
        &self,
        target: CheckedRange,
        source: CheckedRange,
    ) -> AccessResult<(usize, usize)> {
        if self.watch.mode.get() == Watch::Stop {
            self.intercept_range(target, true)?;
        }
        let from = self.intercept_range(source, false)?;
        Ok((self.intercept_range(target, true)?, from))
    }

    /// A search is about to look at some of these bytes. How many will be known when it is done: see `log_seen`.
    #[inline]
    pub(crate) fn intercept_search(&self, range: CheckedRange) -> AccessResult<()> {
        if self.watch.mode.get() == Watch::Stop {
            self.intercept_range(range, false)?;
        } else if self.is_visible_range(range) && !self.objects[range.object.index()].is_shared_variable() {
            self.note_foreign_access(range.object);
        }
        Ok(())
    }

    /// The search has looked at the first `size` bytes of the range.
    #[inline]
    pub(crate) fn log_seen(&self, range: CheckedRange, size: u64) {
        if self.watch.mode.get() == Watch::Log {
            let seen = self.intercept_range(CheckedRange { size, ..range }, false);
            debug_assert!(seen.is_ok(), "a log refuses nothing");
        }
    }

    /// The life of a live object is about to end.
    #[inline]
    pub(crate) fn intercept_end(&self, id: ObjId) -> Result<(), Box<FreeError>> {
        let visible = self.objects[id.index()].is_visible(self.owners.foreign);
        if visible { self.intercept_visible_end(id) } else { Ok(()) }
    }

    #[inline(never)]
    fn intercept_visible_end(&self, id: ObjId) -> Result<(), Box<FreeError>> {
        let object = &self.objects[id.index()];
        let pointer = Pointer { addr: object.base, prov: id };
        self.intercept(pointer, 0, object.size.max(1), true)
            .map_err(|_| self.free_error(FreeFault::Shared, object.base, id))
    }
}
