//! Stores of scalars.
//!
//! As for loads (`load`), the fast path does not look at the object: the chunk belongs to the pointer's object, the
//! bytes are plain, and the chunk is prepared for writing, which chunks of read-only objects never are. Three slower
//! paths follow, from the likely to the rare: shared objects and bytes without a value (`store_shared`), the first
//! write to a chunk since a mark (`store_first`), and the general case (`store_bits`, `store_sized`).
//!
//! Invariant: each path accepts nothing the next one would refuse; it may only decline.

use crate::chunk::RUNS_CHANGED;
use crate::error::{AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::overlay::{LARGEST, Run, span};
use crate::slots::CHUNK;
use crate::value::{Opaque, Piece, Pointer, Scalar, Whole};

impl Memory {
    /// Stores `N` bytes (1, 2, 4 or 8).
    ///
    /// # Errors
    /// When the program may not do that; [`AccessFault::Shared`] under [`Watch::Stop`](crate::Watch::Stop).
    #[inline]
    pub fn store<const N: usize>(&mut self, p: Pointer, value: impl Into<Scalar>) -> AccessResult<()> {
        const { assert!(matches!(N, 1 | 2 | 4 | 8), "scalars have 1, 2, 4 or 8 bytes") };
        let value = value.into();
        if let Scalar::Bits(bits) = value {
            let at = p.addr.wrapping_sub(self.arena.base) as usize;
            if let Some(chunk) = self.arena.chunks.get_mut(at / CHUNK)
                && chunk.is_within(p.prov.0, self.owners.foreign)
                && chunk.stamp == self.clock
                && !(chunk.plain >> (at % CHUNK)) & span(0, N) == 0
                && let Some(place) = chunk.data[at % CHUNK..].first_chunk_mut::<N>()
            {
                *place = self.config.target.encode(bits);
                return Ok(());
            }
            return self.store_shared::<N>(p, bits);
        }
        self.store_sized(p, value, N)
    }

    /// Stores within a prepared chunk: over plain bytes of a shared object that the watch lets pass, or to bytes of an
    /// own object that have no value yet. (As a branch of the fast path it would cost every store two instructions.)
    #[inline(never)]
    fn store_shared<const N: usize>(&mut self, p: Pointer, bits: u64) -> AccessResult<()> {
        let at = p.addr.wrapping_sub(self.arena.base) as usize;
        let within = at % CHUNK;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.stamp == self.clock
            && chunk.object() == p.prov.0
            && !(chunk.plain >> within) & span(0, N) == 0
            && self.passes_watch(chunk, p.addr, N as u64, true)
            && let Some(place) = self.arena.chunks[at / CHUNK].data[within..].first_chunk_mut::<N>()
        {
            *place = self.config.target.encode(bits);
            return Ok(());
        }
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.stamp == self.clock
            && chunk.is_within(p.prov.0, self.owners.foreign)
            && within + N <= CHUNK
            && chunk.over & span(within, N) == 0
            && self.may_write(p, N as u64, false)
            && let Some(chunk) = self.arena.chunks.get_mut(at / CHUNK)
            && let Some(place) = chunk.data[within..].first_chunk_mut::<N>()
        {
            chunk.plain |= span(within, N);
            *place = self.config.target.encode(bits);
            return Ok(());
        }
        self.store_first::<N>(p, bits)
    }

    /// Stores within a chunk that may not be prepared, and to bytes of a shared object that have no value yet.
    #[inline(never)]
    fn store_first<const N: usize>(&mut self, p: Pointer, bits: u64) -> AccessResult<()> {
        let at = p.addr.wrapping_sub(self.arena.base) as usize;
        let (number, within) = (at / CHUNK, at % CHUNK);
        if let Some(chunk) = self.arena.chunks.get(number)
            && chunk.object() == p.prov.0
            && within + N <= CHUNK
            && chunk.over & span(within, N) == 0
            && self.may_write(p, N as u64, !chunk.plain & span(within, N) == 0)
            && (chunk.is_within(p.prov.0, self.owners.foreign)
                || self.passes_watch(chunk, p.addr, N as u64, true))
        {
            if chunk.stamp != self.clock {
                self.prepare_stale_chunk(number);
            }
            let chunk = &mut self.arena.chunks[number];
            chunk.plain |= span(within, N);
            if let Some(place) = chunk.data[within..].first_chunk_mut::<N>() {
                *place = self.config.target.encode(bits);
            }
            return Ok(());
        }
        self.store_bits::<N>(p, bits)
    }

    /// Whether `size` bytes may be written through a pointer with provenance: the short form of `writable`. If they are
    /// `plain`, they are known to be inside a live object, which may still be read-only.
    #[inline(always)]
    fn may_write(&self, p: Pointer, size: u64, plain: bool) -> bool {
        let Some(object) = self.objects.get(p.prov.index()) else { return false };
        let offset = p.addr.wrapping_sub(object.base);
        !object.flags.sealed && !object.flags.barred && (plain || object.has(offset, size))
    }

    /// Stores a byte.
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub fn store_u8(&mut self, p: Pointer, value: impl Into<Scalar>) -> AccessResult<()> {
        self.store::<1>(p, value)
    }

    /// Stores two bytes.
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub fn store_u16(&mut self, p: Pointer, value: impl Into<Scalar>) -> AccessResult<()> {
        self.store::<2>(p, value)
    }

    /// Stores four bytes.
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub fn store_u32(&mut self, p: Pointer, value: impl Into<Scalar>) -> AccessResult<()> {
        self.store::<4>(p, value)
    }

    /// Stores eight bytes.
    ///
    /// # Errors
    /// As [`Memory::store`].
    #[inline]
    pub fn store_u64(&mut self, p: Pointer, value: impl Into<Scalar>) -> AccessResult<()> {
        self.store::<8>(p, value)
    }

    /// Stores a pointer: as many bytes as the target's pointers have.
    ///
    /// # Errors
    /// As [`Memory::store`].
    pub fn store_pointer(&mut self, p: Pointer, value: Pointer) -> AccessResult<()> {
        let size = self.config.target.pointer_size();
        let at = p.addr.wrapping_sub(self.arena.base) as usize;
        // A pointer over a pointer, in a prepared chunk: nothing changes but where it points.
        if let Some(chunk) = self.arena.chunks.get_mut(at / CHUNK)
            && chunk.stamp == self.clock
            && chunk.is_within(p.prov.0, self.owners.foreign)
            && chunk.over >> (at % CHUNK) & 1 != 0
            && self.objects.get(value.prov.index()).is_some_and(|object| object.flags.escaped)
            && let Some(run) = self.arena.overlays.run_mut(chunk.overlay, at % CHUNK)
            && run.is_pointer()
            && run.len as usize == size
            && run.total() == run.len
        {
            (run.value, run.id) = (value.addr, value.prov.0);
            chunk.changes |= RUNS_CHANGED;
            return Ok(());
        }
        self.store_sized(p, value, size)
    }

    /// Stores any number of bytes from 1 to 8. A pointer or piece whose size is not `size` is stored as the low bytes
    /// of its number, without provenance.
    ///
    /// # Errors
    /// As [`Memory::store`]; [`AccessFault::Mixed`] for a piece of an opaque value of another size.
    ///
    /// # Panics
    /// When `size` is not in `1..=8`.
    pub fn store_sized(&mut self, p: Pointer, value: impl Into<Scalar>, size: usize) -> AccessResult<()> {
        assert!((1..=8).contains(&size), "scalars have 1 to 8 bytes");
        let value = value.into();
        let range = self.writable(p, size as u64)?;
        let run = match value {
            Scalar::Bits(_) => None,
            Scalar::Pointer(pointer) => {
                let known = !pointer.prov.is_none() && pointer.prov.index() < self.objects.len();
                (known && size == self.config.target.pointer_size())
                    .then(|| Run::whole(Whole::Pointer(pointer), size))
            }
            Scalar::Opaque(opaque) => Some(Run::whole(Whole::Opaque(opaque), size)),
            Scalar::Piece(piece) => self.run_of_piece(piece).filter(|r| r.len as usize == size),
        };
        if let Some(run) = run {
            let at = self.intercept_range(range, true)?;
            self.put_run(at, run);
            return Ok(());
        }
        let Some(bits) = value.bits(self.config.target) else {
            return Err(self.error(AccessFault::Mixed, p, size as u64));
        };
        let at = self.intercept_range(range, true)?;
        let bytes = self.config.target.bytes(bits, size);
        self.put_bytes(at, &bytes[..size]);
        Ok(())
    }

    /// Stores a number, whatever there is.
    #[inline(never)]
    fn store_bits<const N: usize>(&mut self, p: Pointer, bits: u64) -> AccessResult<()> {
        let at = self.check_write(p, N as u64)?;
        let bytes: [u8; N] = self.config.target.encode(bits);
        self.put_bytes(at, &bytes);
        Ok(())
    }

    /// Stores an opaque value that takes `size` bytes.
    ///
    /// # Errors
    /// As [`Memory::store`].
    ///
    /// # Panics
    /// When `size` is 0 or more than 127.
    pub fn store_opaque(&mut self, p: Pointer, value: Opaque, size: usize) -> AccessResult<()> {
        assert!((1..=LARGEST).contains(&size), "opaque values take 1 to {LARGEST} bytes");
        let at = self.check_write(p, size as u64)?;
        let mut run = Run::whole(Whole::Opaque(value), size);
        let mut done = 0;
        while done < size {
            // A long value may touch three chunks; `put_run` takes two.
            let len = (size - done).min(CHUNK);
            run.first = done as u8;
            run.len = len as u8;
            self.put_run(at + done, run);
            done += len;
        }
        Ok(())
    }

    /// The run of a piece, if it makes sense here.
    fn run_of_piece(&self, piece: Piece) -> Option<Run> {
        let Piece { of, first, len, total } = piece;
        let known = match of {
            Whole::Pointer(p) => !p.prov.is_none() && p.prov.index() < self.objects.len() && total <= 8,
            Whole::Opaque(_) => true,
        };
        let sound = known && (1..=LARGEST as u8).contains(&total);
        sound.then(|| Run { first, len, ..Run::whole(of, total.into()) }).filter(Run::is_valid)
    }

    /// Covers bytes that may straddle two chunks.
    pub(crate) fn put_run(&mut self, at: usize, run: Run) {
        if run.is_pointer() && !self.objects[run.id as usize].flags.escaped {
            self.prepare_object(run.id);
            self.objects[run.id as usize].flags.escaped = true;
        }
        let (chunk, within) = (at / CHUNK, at % CHUNK);
        let len = run.len as usize;
        let here = len.min(CHUNK - within);
        self.prepare_chunk(chunk);
        self.arena.cover(chunk, Run { start: within as u8, len: here as u8, ..run });
        if here < len {
            self.prepare_chunk(chunk + 1);
            let rest = Run { start: 0, len: (len - here) as u8, first: run.first + here as u8, ..run };
            self.arena.cover(chunk + 1, rest);
        }
        if run.is_pointer() && self.arena.chunks[chunk].is_shared() {
            self.share(ObjId(run.id));
        }
    }

    /// Makes bytes plain.
    pub(crate) fn put_bytes(&mut self, at: usize, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let (chunk, within) = ((at + done) / CHUNK, (at + done) % CHUNK);
            let len = (bytes.len() - done).min(CHUNK - within);
            self.prepare_chunk(chunk);
            self.arena.uncover(chunk, within, len);
            let here = &mut self.arena.chunks[chunk];
            here.plain |= span(within, len);
            here.data[within..within + len].copy_from_slice(&bytes[done..done + len]);
            done += len;
        }
    }
}
