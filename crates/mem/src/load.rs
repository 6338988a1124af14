//! Loads of scalars.
//!
//! The fast path does not look at the object at all. A byte is plain only inside a live object that has bytes, and its
//! chunk knows the object. So "the chunk belongs to the pointer's object and these bytes are plain" answers provenance,
//! liveness, bounds and initialisation in two comparisons. Everything else is out of line: accesses across chunks,
//! pointers, opaque values, numbers used as pointers, errors.
//!
//! Invariant: the fast path accepts nothing the slow path would refuse; it may only decline. It declines all accesses
//! to shared objects and to those of other threads, because these may be watched (see `watch`): the claim of the chunk
//! then holds marks that the pointer does not have (see `owner`), so the same comparison answers that, too.

use crate::check::ByteKind;
use crate::chunk::{Chunk, SHARED};
use crate::error::{AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::overlay::{Run, span};
use crate::slots::CHUNK;
use crate::value::{Pointer, Scalar, Whole};

impl Memory {
    /// Loads `N` bytes (1, 2, 4 or 8).
    ///
    /// # Errors
    /// When the program may not do that, or a byte has no value yet; [`AccessFault::Shared`] under
    /// [`Watch::Stop`](crate::Watch::Stop).
    #[inline]
    pub fn load<const N: usize>(&self, p: Pointer) -> AccessResult<Scalar> {
        const { assert!(matches!(N, 1 | 2 | 4 | 8), "scalars have 1, 2, 4 or 8 bytes") };
        let at = p.addr.wrapping_sub(self.arena.base) as usize;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK) {
            if chunk.is_within(p.prov.0, self.owners.foreign) {
                if !(chunk.plain >> (at % CHUNK)) & span(0, N) == 0
                    && let Some(bytes) = chunk.data[at % CHUNK..].first_chunk::<N>()
                {
                    return Ok(Scalar::Bits(self.config.target.decode(bytes)));
                }
            } else if let Some(bits) = self.load_shared::<N>(chunk, p) {
                return Ok(Scalar::Bits(bits));
            }
        }
        self.load_covered(p, N)
    }

    /// Loads plain bytes from within a chunk of a shared object, if the watch has nothing to do about it. (It calls
    /// nothing, so it has no registers to save.)
    #[inline(never)]
    fn load_shared<const N: usize>(&self, chunk: &Chunk, p: Pointer) -> Option<u64> {
        let within = p.addr as usize % CHUNK;
        if chunk.object() == p.prov.0
            && !(chunk.plain >> within) & span(0, N) == 0
            && let Some(bytes) = chunk.data[within..].first_chunk::<N>()
            && self.passes_watch(chunk, p.addr, N as u64, false)
        {
            return Some(self.config.target.decode(bytes));
        }
        None
    }

    /// Loads a whole pointer from within a chunk of a shared object; leaves everything else to the general case.
    #[inline(never)]
    fn load_shared_covered(&self, p: Pointer, size: usize) -> AccessResult<Scalar> {
        let at = p.addr.wrapping_sub(self.arena.base) as usize;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.claim == u64::from(p.prov.0) | SHARED
            && let Some(run) = self.run_at(chunk, at % CHUNK, size)
        {
            self.intercept(p, chunk.offset(at), size as u64, false)?;
            return Ok(run.scalar());
        }
        self.load_sized(p, size)
    }

    /// Loads a whole pointer from within a chunk; leaves everything else to the other cases.
    fn load_covered(&self, p: Pointer, size: usize) -> AccessResult<Scalar> {
        let at = p.addr.wrapping_sub(self.arena.base) as usize;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.is_within(p.prov.0, self.owners.foreign)
            && let Some(run) = self.run_at(chunk, at % CHUNK, size)
        {
            return Ok(run.scalar());
        }
        self.load_shared_covered(p, size)
    }

    /// The run of exactly these bytes of a chunk.
    #[inline(always)]
    fn run_at(&self, chunk: &Chunk, within: usize, size: usize) -> Option<&Run> {
        if chunk.over >> within & 1 == 0 {
            return None;
        }
        let run = self.arena.overlays.get(chunk.overlay).iter().find(|r| r.start as usize >= within)?;
        (run.start as usize == within && run.len as usize == size).then_some(run)
    }

    /// Loads a byte.
    ///
    /// # Errors
    /// As [`Memory::load`].
    #[inline]
    pub fn load_u8(&self, p: Pointer) -> AccessResult<Scalar> {
        self.load::<1>(p)
    }

    /// Loads two bytes.
    ///
    /// # Errors
    /// As [`Memory::load`].
    #[inline]
    pub fn load_u16(&self, p: Pointer) -> AccessResult<Scalar> {
        self.load::<2>(p)
    }

    /// Loads four bytes.
    ///
    /// # Errors
    /// As [`Memory::load`].
    #[inline]
    pub fn load_u32(&self, p: Pointer) -> AccessResult<Scalar> {
        self.load::<4>(p)
    }

    /// Loads eight bytes.
    ///
    /// # Errors
    /// As [`Memory::load`].
    #[inline]
    pub fn load_u64(&self, p: Pointer) -> AccessResult<Scalar> {
        self.load::<8>(p)
    }

    /// Loads a pointer: as many bytes as the target's pointers have. A number comes back as a pointer without
    /// provenance.
    ///
    /// # Errors
    /// As [`Memory::load`]; opaque bytes are [`AccessFault::Mixed`].
    pub fn load_pointer(&self, p: Pointer) -> AccessResult<Pointer> {
        let size = self.config.target.pointer_size();
        let scalar = self.load_covered(p, size)?;
        scalar.pointer(self.config.target).ok_or_else(|| self.error(AccessFault::Mixed, p, size as u64))
    }

    /// Loads sixteen bytes as two scalars, in the order of addresses.
    ///
    /// # Errors
    /// As [`Memory::load`].
    pub fn load_wide(&self, p: Pointer) -> AccessResult<[Scalar; 2]> {
        self.check_read(p, 16)?;
        Ok([self.load::<8>(p)?, self.load::<8>(p.wrapping_offset(8))?])
    }

    /// Loads any number of bytes from 1 to 8.
    ///
    /// # Errors
    /// As [`Memory::load`].
    ///
    /// # Panics
    /// When `size` is not in `1..=8`.
    pub fn load_sized(&self, p: Pointer, size: usize) -> AccessResult<Scalar> {
        let (scalar, missing) = self.load_lenient(p, size)?;
        if missing == 0 {
            return Ok(scalar);
        }
        let offset = p.addr.wrapping_sub(self.objects[self.resolve(p).index()].base);
        let first = offset + u64::from(missing.trailing_zeros());
        Err(self.error(AccessFault::Uninitialised { first }, p, size as u64))
    }

    /// Loads 1 to 8 bytes although some may have no value yet; the second result has a bit for each that has none
    /// (these read as zero).
    ///
    /// # Errors
    /// As [`Memory::load`], but for uninitialised bytes.
    ///
    /// # Panics
    /// When `size` is not in `1..=8`.
    pub fn load_lenient(&self, p: Pointer, size: usize) -> AccessResult<(Scalar, u8)> {
        assert!((1..=8).contains(&size), "scalars have 1 to 8 bytes");
        let at = self.check_read(p, size as u64)?;
        let mut bytes = [0u8; 8];
        let mut missing = 0u8;
        let mut joined: Option<Run> = None;
        let (mut pieces, mut opaque) = (0, false);
        let mut done = 0;
        while done < size {
            let (cell, len) = self.classify(at + done, size - done);
            match cell {
                ByteKind::Plain => {
                    let within = (at + done) % CHUNK;
                    let data = &self.arena.chunks[(at + done) / CHUNK].data[within..within + len];
                    bytes[done..done + len].copy_from_slice(data);
                }
                ByteKind::Uninit => missing |= span(done, len) as u8,
                ByteKind::Covered(run) => {
                    if let Whole::Pointer(pointer) = run.of() {
                        let all = self.config.target.bytes(pointer.addr, run.total().into());
                        bytes[done..done + len]
                            .copy_from_slice(&all[run.first as usize..run.first as usize + len]);
                    } else {
                        opaque = true;
                    }
                    if let Some(before) = &mut joined
                        && before.continues_in(&run)
                    {
                        before.len += run.len;
                        done += len;
                        continue;
                    }
                    if joined.is_some() && run.is_pointer() {
                        self.note_exposed(ObjId(run.id));
                    }
                    joined = joined.or(Some(run));
                }
            }
            pieces += 1;
            done += len;
        }
        match joined {
            Some(run) if pieces == 1 => Ok((run.scalar(), missing)),
            _ if opaque => Err(self.error(AccessFault::Mixed, p, size as u64)),
            _ => {
                if let Some(run) = joined {
                    self.note_exposed(ObjId(run.id));
                }
                Ok((Scalar::Bits(self.config.target.number(&bytes[..size])), missing))
            }
        }
    }
}
