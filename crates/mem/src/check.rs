//! Which bytes may be accessed and what they are; what is wrong otherwise.
//!
//! A [`CheckedRange`] is the result of a check: bytes of a live object that has bytes. Code that gets one does not
//! check again.
//!
//! Invariant: a check looks at the object only, never at the bytes. Whether these have a value is up to the access,
//! after it was intercepted (see `watch`).

use crate::error::{AccessError, AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::{Life, ObjId, Storage};
use crate::overlay::Run;
use crate::slots::CHUNK;
use crate::value::Pointer;

/// Bytes that may be accessed: the proof that a check has been made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedRange {
    pub object: ObjId,
    pub addr: u64,
    /// Where in the object.
    pub offset: u64,
    pub size: u64,
}

/// What some consecutive bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteKind {
    /// Ordinary bytes with a value.
    Plain,
    /// Part of a pointer or opaque value.
    Covered(Run),
    /// No value yet.
    Uninit,
}

impl CheckedRange {
    #[inline]
    pub(crate) fn pointer(&self) -> Pointer {
        Pointer { addr: self.addr, prov: self.object }
    }
}

impl Memory {
    /// Where in the arena a range starts.
    #[inline(always)]
    pub(crate) fn start(&self, range: CheckedRange) -> usize {
        range.addr.wrapping_sub(self.arena.base) as usize
    }

    /// The bytes that a read of `size` bytes accesses, if it is allowed.
    #[inline]
    pub(crate) fn readable(&self, p: Pointer, size: u64) -> AccessResult<CheckedRange> {
        let id = self.resolve(p);
        let object = &self.objects[id.index()];
        let offset = p.addr.wrapping_sub(object.base);
        let there = object.life == Life::Live && object.kind != Storage::Function && !object.flags.barred;
        if object.has(offset, size) && there {
            return Ok(CheckedRange { object: id, addr: p.addr, offset, size });
        }
        Err(self.refusal(p, size))
    }

    /// The bytes that a write of `size` bytes accesses, if it is allowed.
    #[inline]
    pub(crate) fn writable(&self, p: Pointer, size: u64) -> AccessResult<CheckedRange> {
        let range = self.readable(p, size)?;
        if self.objects[range.object.index()].flags.sealed {
            return Err(self.error(AccessFault::ReadOnly, p, size));
        }
        Ok(range)
    }

    /// Where in the arena a read of `size` bytes starts, if it is allowed and the watch lets it pass.
    #[inline]
    pub(crate) fn check_read(&self, p: Pointer, size: u64) -> AccessResult<usize> {
        self.intercept_range(self.readable(p, size)?, false)
    }

    /// Where in the arena a write of `size` bytes starts, if it is allowed and the watch lets it pass.
    #[inline]
    pub(crate) fn check_write(&self, p: Pointer, size: u64) -> AccessResult<usize> {
        self.intercept_range(self.writable(p, size)?, true)
    }

    /// Checks that bytes could be read, whatever they are. This is not an access: it is neither watched nor logged.
    ///
    /// # Errors
    /// When they are not in a live object that has bytes.
    pub fn check_readable(&self, p: Pointer, size: u64) -> AccessResult<()> {
        self.readable(p, size).map(|_| ())
    }

    /// Checks the alignment of an address. No other function minds it.
    ///
    /// # Errors
    /// When the address is not a multiple of `align`.
    pub fn check_aligned(&self, p: Pointer, align: u64, size: u64) -> AccessResult<()> {
        if align.is_power_of_two() && p.addr & (align - 1) != 0 {
            return Err(self.error(AccessFault::Misaligned { required: align }, p, size));
        }
        Ok(())
    }

    /// Says why an access is refused.
    #[cold]
    fn refusal(&self, p: Pointer, size: u64) -> Box<AccessError> {
        let object = &self.objects[self.resolve(p).index()];
        let offset = p.addr.wrapping_sub(object.base);
        let last = offset.wrapping_add(size.saturating_sub(1));
        let fault = match (object.life, object.kind) {
            (Life::Freed, _) => AccessFault::Freed,
            (Life::OutOfScope, _) => AccessFault::OutOfScope,
            (Life::Live, Storage::Function) => AccessFault::Function,
            (Life::Live, _) if object.flags.barred && object.has(offset, size) => AccessFault::Barred,
            (Life::Live, _) if object.gave_back(offset) || object.gave_back(last) => AccessFault::GivenBack,
            (Life::Live, _) => AccessFault::OutOfBounds,
            (Life::Unused, _) if p.addr < 4096 => AccessFault::Null,
            (Life::Unused, _) => AccessFault::NoObject,
        };
        self.error(fault, p, size)
    }

    #[cold]
    pub(crate) fn error(&self, fault: AccessFault, p: Pointer, size: u64) -> Box<AccessError> {
        let id: ObjId = self.resolve(p);
        let object = self.object(id);
        let offset = object.map_or(0, |o| p.addr.wrapping_sub(o.base) as i64);
        Box::new(AccessError { fault, addr: p.addr, size, offset, object })
    }

    /// What the bytes from `at` on are, and how many (at most `most`, within the chunk) are of a kind.
    pub(crate) fn classify(&self, at: usize, most: usize) -> (ByteKind, usize) {
        let (chunk, within) = (at / CHUNK, at % CHUNK);
        let most = most.min(CHUNK - within);
        let here = &self.arena.chunks[chunk];
        let plain = (here.plain >> within).trailing_ones() as usize;
        if plain > 0 {
            return (ByteKind::Plain, plain.min(most));
        }
        if here.over >> within & 1 != 0 {
            let run =
                self.arena.runs(chunk).iter().find(|r| r.end() > within).expect("covered bytes have a run");
            let len = most.min(run.end() - within);
            return (ByteKind::Covered(run.part(within, within + len)), len);
        }
        let blank = ((here.plain | here.over) >> within).trailing_zeros() as usize;
        (ByteKind::Uninit, blank.min(most))
    }
}
