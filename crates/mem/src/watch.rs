//! Watching accesses to shared objects: being asked before, or told afterwards.
//!
//! A search that interleaves threads need not do so where only one thread can see the difference. It runs a thread under
//! [`Watch::Stop`] until the next operation is about a shared object, decides who goes on, and lets that operation happen
//! under [`Watch::Log`] to learn which bytes it depends on.
//!
//! Invariant: an access is noticed after everything that is wrong with its place (out of bounds, dead, read-only,
//! overlapping), which does not depend on the bytes, and before the bytes are looked at. So what is refused has had no effect, and whether a byte has a value, which another thread may decide, comes second.

use crate::error::{Access, Fault, FreeError, FreeFault};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::value::Pointer;

/// What happens at an access to a [shared](Memory::share) object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Watch {
    /// Nothing particular.
    #[default]
    Off,
    /// It is refused, before it has any effect, with [`Fault::Shared`] or [`FreeFault::Shared`].
    Stop,
    /// It is done and noted, for [`Memory::touches`].
    Log,
}

/// Bytes of a shared object that were accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Touch {
    /// The object.
    pub object: ObjId,
    /// Where in it, in bytes.
    pub offset: u64,
    /// How many bytes.
    pub size: u64,
    /// Whether they were written.
    pub write: bool,
}

/// Bytes that may be accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub object: ObjId,
    pub addr: u64,
    pub offset: u64,
    pub size: u64,
}

impl Place {
    #[inline]
    pub(crate) fn pointer(&self) -> Pointer {
        Pointer { addr: self.addr, prov: self.object }
    }
}

/// The touches noted so far.
#[derive(Debug, Default)]
pub(crate) struct Touches(Vec<Touch>);

impl Touches {
    /// Adds a touch: to the last one, if together they are one range of the same kind.
    #[inline]
    fn add(&mut self, new: Touch) {
        if let Some(last) = self.0.last_mut()
            && last.object == new.object
            && last.write == new.write
            && new.offset <= last.offset + last.size
            && last.offset <= new.offset + new.size
        {
            let end = (last.offset + last.size).max(new.offset + new.size);
            last.offset = last.offset.min(new.offset);
            last.size = end - last.offset;
            return;
        }
        self.0.push(new);
    }
}

impl Memory {
    /// Says what to do at accesses to shared objects: loads and stores of all kinds, bulk operations, and the end of an
    /// object. Not part of the state: it stays as it is until it is changed.
    ///
    /// Not watched is what no program does by itself: [`Memory::check_readable`], [`Memory::grow`], [`Memory::seal`], roots.
    pub fn watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// What is done at accesses to shared objects.
    pub fn watching(&self) -> Watch {
        self.watch
    }

    /// What was accessed under [`Watch::Log`] since the last [`Memory::clear_touches`] or [`Memory::take_touches`], in
    /// order. Searches and comparisons count as far as they looked. The end of an object counts as a write to all of it, at least
    /// one byte. Not part of the state: a rewind does not change it.
    pub fn touches(&mut self) -> &[Touch] {
        &self.touches.get_mut().0
    }

    /// Forgets what was accessed.
    pub fn clear_touches(&mut self) {
        self.touches.get_mut().0.clear();
    }

    /// What was accessed, which is then forgotten.
    pub fn take_touches(&mut self) -> Vec<Touch> {
        std::mem::take(&mut self.touches.get_mut().0)
    }

    /// An access to a shared object is about to happen; `p` has provenance.
    pub(crate) fn notice(&self, p: Pointer, offset: u64, size: u64, write: bool) -> Access<()> {
        match self.watch {
            Watch::Off => {}
            Watch::Stop => return Err(self.error(Fault::Shared { write }, p, size)),
            Watch::Log => self.touches.borrow_mut().add(Touch { object: p.prov, offset, size, write }),
        }
        Ok(())
    }

    /// An access is about to happen; returns where in the arena.
    #[inline]
    pub(crate) fn notice_place(&self, place: Place, write: bool) -> Access<usize> {
        if self.objects[place.object.index()].is_watched() {
            self.notice(place.pointer(), place.offset, place.size, write)?;
        }
        Ok(self.start(place))
    }

    /// A copy is about to happen; returns where in the arena, target first. Where both are shared it is refused as a write, which is
    /// the stronger claim.
    #[inline]
    pub(crate) fn notice_copy(&self, target: Place, source: Place) -> Access<(usize, usize)> {
        if self.watch == Watch::Stop {
            self.notice_place(target, true)?;
        }
        let from = self.notice_place(source, false)?;
        Ok((self.notice_place(target, true)?, from))
    }

    /// Something is about to look at some of these bytes; how many will be seen.
    #[inline]
    pub(crate) fn notice_search(&self, place: Place) -> Access<()> {
        if self.watch == Watch::Stop {
            self.notice_place(place, false)?;
        }
        Ok(())
    }

    /// The search has looked at the first `size` bytes of the place.
    #[inline]
    pub(crate) fn notice_seen(&self, place: Place, size: u64) {
        if self.watch == Watch::Log {
            let seen = self.notice_place(Place { size, ..place }, false);
            debug_assert!(seen.is_ok(), "a log refuses nothing");
        }
    }

    /// The life of a live object is about to end.
    #[inline]
    pub(crate) fn notice_end(&self, id: ObjId) -> Result<(), Box<FreeError>> {
        let object = &self.objects[id.index()];
        if !object.is_watched() {
            return Ok(());
        }
        let pointer = Pointer { addr: object.base, prov: id };
        self.notice(pointer, 0, object.size.max(1), true)
            .map_err(|_| self.free_error(FreeFault::Shared, object.base, id))
    }

    /// Where in the arena a place starts.
    #[inline(always)]
    pub(crate) fn start(&self, place: Place) -> usize {
        place.addr.wrapping_sub(self.lowest) as usize
    }
}
