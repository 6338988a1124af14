//! Loads and stores of scalars.
//!
//! The fast path does not look at the object at all. A byte is plain only inside a live object that has bytes, and its
//! chunk knows the owner; so "the chunk belongs to the pointer's object and these bytes are plain" answers provenance,
//! liveness, bounds and initialisation in two comparisons. A store also asks that the chunk is prepared for writing, which
//! chunks of read-only objects never are. Everything else is out of line: accesses across chunks, first writes, pointers,
//! opaque values, numbers used as pointers, errors.
//!
//! Invariant: the fast path accepts nothing the slow path would refuse; it may only decline. It declines all accesses to
//! shared objects and to those of other threads, because these may be watched (see `watch`): the object's number then stands
//! in the claim together with marks that the pointer does not have, and the same two comparisons answer everything but that.

use crate::chunk::{Chunk, RUNS, WATCHED};
use crate::error::{AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::overlay::{LARGEST, Run, span};
use crate::places::CHUNK;
use crate::value::{Opaque, Piece, Pointer, Scalar, Whole};

#[inline(always)]
fn le<const N: usize>(bytes: &[u8; N]) -> u64 {
    let mut word = [0; 8];
    word[..N].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cold]
#[inline(never)]
fn be<const N: usize>(bytes: &[u8; N]) -> u64 {
    let mut word = [0; 8];
    word[8 - N..].copy_from_slice(bytes);
    u64::from_be_bytes(word)
}

#[inline(always)]
fn first<const N: usize>(bytes: [u8; 8]) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[..N]);
    part
}

#[inline(always)]
fn last<const N: usize>(bytes: [u8; 8]) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[8 - N..]);
    part
}

/// What some consecutive bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Plain,
    Covered(Run),
    Blank,
}

impl Memory {
    /// Loads `N` bytes (1, 2, 4 or 8).
    ///
    /// # Errors
    /// When the program may not do that, or a byte has no value yet; [`AccessFault::Shared`] when [`Memory::watch`] asks for it.
    #[inline]
    pub fn load<const N: usize>(&self, p: Pointer) -> AccessResult<Scalar> {
        const { assert!(matches!(N, 1 | 2 | 4 | 8), "scalars have 1, 2, 4 or 8 bytes") };
        let at = p.addr.wrapping_sub(self.lowest) as usize;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK) {
            if chunk.is_within(p.prov.0, self.strange) {
                if !(chunk.plain >> (at % CHUNK)) & span(0, N) == 0
                    && let Some(bytes) = chunk.data[at % CHUNK..].first_chunk::<N>()
                {
                    return Ok(Scalar::Bits(if self.big_endian { be(bytes) } else { le(bytes) }));
                }
            } else if let Some(bits) = self.load_shared::<N>(chunk, p) {
                return Ok(Scalar::Bits(bits));
            }
        }
        self.load_covered(p, N)
    }

    /// Loads plain bytes from within a chunk of a shared object, where that is simple. (It calls nothing, so it has no
    /// registers to save.)
    #[inline(never)]
    fn load_shared<const N: usize>(&self, chunk: &Chunk, p: Pointer) -> Option<u64> {
        let within = p.addr as usize % CHUNK;
        if chunk.owner() == p.prov.0
            && !(chunk.plain >> within) & span(0, N) == 0
            && let Some(bytes) = chunk.data[within..].first_chunk::<N>()
            && self.need_not_notice(chunk, p.addr, N as u64, false)
        {
            return Some(if self.big_endian { be(bytes) } else { le(bytes) });
        }
        None
    }

    /// Loads a whole pointer from within a chunk of a shared object; leaves everything else to the general case.
    #[inline(never)]
    fn load_shared_covered(&self, p: Pointer, size: usize) -> AccessResult<Scalar> {
        let at = p.addr.wrapping_sub(self.lowest) as usize;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.claim == u64::from(p.prov.0) | WATCHED
            && let Some(run) = self.run_at(chunk, at % CHUNK, size)
        {
            self.notice(p, chunk.offset(at), size as u64, false)?;
            return Ok(run.scalar());
        }
        self.load_sized(p, size)
    }

    /// Loads a whole pointer from within a chunk; leaves everything else to the other cases.
    fn load_covered(&self, p: Pointer, size: usize) -> AccessResult<Scalar> {
        let at = p.addr.wrapping_sub(self.lowest) as usize;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.is_within(p.prov.0, self.strange)
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

    /// Loads a pointer: as many bytes as the target's pointers have. A number comes back as a pointer without provenance.
    ///
    /// # Errors
    /// As [`Memory::load`]; opaque bytes are [`AccessFault::Mixed`].
    pub fn load_pointer(&self, p: Pointer) -> AccessResult<Pointer> {
        let size = self.target.pointer_size();
        let scalar = self.load_covered(p, size)?;
        scalar.pointer(self.target).ok_or_else(|| self.error(AccessFault::Mixed, p, size as u64))
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

    /// Loads 1 to 8 bytes although some may have no value yet; the second result has a bit for each that has none (these
    /// read as zero).
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
            let (cell, len) = self.cell(at + done, size - done);
            match cell {
                Cell::Plain => {
                    let within = (at + done) % CHUNK;
                    let data = &self.arena.chunks[(at + done) / CHUNK].data[within..within + len];
                    bytes[done..done + len].copy_from_slice(data);
                }
                Cell::Blank => missing |= span(done, len) as u8,
                Cell::Covered(run) => {
                    if let Whole::Pointer(pointer) = run.of() {
                        let all = self.target.bytes(pointer.addr, run.total().into());
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
                Ok((Scalar::Bits(self.target.number(&bytes[..size])), missing))
            }
        }
    }

    /// What the bytes from `at` on are, and how many (at most `most`, within the chunk) are of a kind.
    pub(crate) fn cell(&self, at: usize, most: usize) -> (Cell, usize) {
        let (chunk, within) = (at / CHUNK, at % CHUNK);
        let most = most.min(CHUNK - within);
        let here = &self.arena.chunks[chunk];
        let plain = (here.plain >> within).trailing_ones() as usize;
        if plain > 0 {
            return (Cell::Plain, plain.min(most));
        }
        if here.over >> within & 1 != 0 {
            let run =
                self.arena.runs(chunk).iter().find(|r| r.end() > within).expect("covered bytes have a run");
            let len = most.min(run.end() - within);
            return (Cell::Covered(run.part(within, within + len)), len);
        }
        let blank = ((here.plain | here.over) >> within).trailing_zeros() as usize;
        (Cell::Blank, blank.min(most))
    }

    /// Stores `N` bytes (1, 2, 4 or 8).
    ///
    /// # Errors
    /// When the program may not do that; [`AccessFault::Shared`] when [`Memory::watch`] asks for it.
    #[inline]
    pub fn store<const N: usize>(&mut self, p: Pointer, value: impl Into<Scalar>) -> AccessResult<()> {
        const { assert!(matches!(N, 1 | 2 | 4 | 8), "scalars have 1, 2, 4 or 8 bytes") };
        let value = value.into();
        if let Scalar::Bits(bits) = value {
            let at = p.addr.wrapping_sub(self.lowest) as usize;
            if let Some(chunk) = self.arena.chunks.get_mut(at / CHUNK)
                && chunk.is_within(p.prov.0, self.strange)
                && chunk.stamp == self.clock
                && !(chunk.plain >> (at % CHUNK)) & span(0, N) == 0
                && let Some(place) = chunk.data[at % CHUNK..].first_chunk_mut::<N>()
            {
                *place = if self.big_endian { last(bits.to_be_bytes()) } else { first(bits.to_le_bytes()) };
                return Ok(());
            }
            return self.store_shared::<N>(p, bits);
        }
        self.store_sized(p, value, N)
    }

    /// Stores to bytes within a prepared chunk that have no value yet, or that have one in a shared object; leaves
    /// everything else to the other cases. (Asked for in the fast path, as in `load`, it would cost every store two
    /// instructions.)
    #[inline(never)]
    fn store_shared<const N: usize>(&mut self, p: Pointer, bits: u64) -> AccessResult<()> {
        let at = p.addr.wrapping_sub(self.lowest) as usize;
        let within = at % CHUNK;
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.stamp == self.clock
            && chunk.owner() == p.prov.0
            && !(chunk.plain >> within) & span(0, N) == 0
            && self.need_not_notice(chunk, p.addr, N as u64, true)
            && let Some(place) = self.arena.chunks[at / CHUNK].data[within..].first_chunk_mut::<N>()
        {
            *place = if self.big_endian { last(bits.to_be_bytes()) } else { first(bits.to_le_bytes()) };
            return Ok(());
        }
        if let Some(chunk) = self.arena.chunks.get(at / CHUNK)
            && chunk.stamp == self.clock
            && chunk.is_within(p.prov.0, self.strange)
            && within + N <= CHUNK
            && chunk.over & span(within, N) == 0
            && self.may_write(p, N as u64, false)
            && let Some(chunk) = self.arena.chunks.get_mut(at / CHUNK)
            && let Some(place) = chunk.data[within..].first_chunk_mut::<N>()
        {
            chunk.plain |= span(within, N);
            *place = if self.big_endian { last(bits.to_be_bytes()) } else { first(bits.to_le_bytes()) };
            return Ok(());
        }
        self.store_first::<N>(p, bits)
    }

    /// The first write to a chunk since a mark, or to bytes of a shared object without a value, within a chunk; leaves
    /// everything else to the general case.
    #[inline(never)]
    fn store_first<const N: usize>(&mut self, p: Pointer, bits: u64) -> AccessResult<()> {
        let at = p.addr.wrapping_sub(self.lowest) as usize;
        let (number, within) = (at / CHUNK, at % CHUNK);
        if let Some(chunk) = self.arena.chunks.get(number)
            && chunk.owner() == p.prov.0
            && within + N <= CHUNK
            && chunk.over & span(within, N) == 0
            && self.may_write(p, N as u64, !chunk.plain & span(within, N) == 0)
            && (chunk.is_within(p.prov.0, self.strange)
                || self.need_not_notice(chunk, p.addr, N as u64, true))
        {
            if chunk.stamp != self.clock {
                self.prepare(number);
            }
            let chunk = &mut self.arena.chunks[number];
            chunk.plain |= span(within, N);
            if let Some(place) = chunk.data[within..].first_chunk_mut::<N>() {
                *place = if self.big_endian { last(bits.to_be_bytes()) } else { first(bits.to_le_bytes()) };
            }
            return Ok(());
        }
        self.store_bits::<N>(p, bits)
    }

    /// Whether a pointer with provenance leads to `size` bytes that may be written: the short form of `writable`. What is
    /// `plain` is in a live object that has bytes, which may still be read-only.
    #[inline(always)]
    fn may_write(&self, p: Pointer, size: u64, plain: bool) -> bool {
        let Some(object) = self.objects.get(p.prov.index()) else { return false };
        let offset = p.addr.wrapping_sub(object.base);
        !object.sealed && !object.barred && (plain || offset.saturating_add(size) <= object.accessible())
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
        let size = self.target.pointer_size();
        let at = p.addr.wrapping_sub(self.lowest) as usize;
        // A pointer over a pointer, in a prepared chunk: nothing changes but where it points.
        if let Some(chunk) = self.arena.chunks.get_mut(at / CHUNK)
            && chunk.stamp == self.clock
            && chunk.is_within(p.prov.0, self.strange)
            && chunk.over >> (at % CHUNK) & 1 != 0
            && self.objects.get(value.prov.index()).is_some_and(|object| object.escaped)
            && let Some(run) = self.arena.overlays.run_mut(chunk.overlay, at % CHUNK)
            && run.is_pointer()
            && run.len as usize == size
            && run.total() == run.len
        {
            (run.value, run.id) = (value.addr, value.prov.0);
            chunk.news |= RUNS;
            return Ok(());
        }
        self.store_sized(p, value, size)
    }

    /// Stores any number of bytes from 1 to 8. A pointer or piece whose size is not `size` is stored as the low bytes of
    /// its number, without provenance.
    ///
    /// # Errors
    /// As [`Memory::store`]; [`AccessFault::Mixed`] for a piece of an opaque value of another size.
    ///
    /// # Panics
    /// When `size` is not in `1..=8`.
    pub fn store_sized(&mut self, p: Pointer, value: impl Into<Scalar>, size: usize) -> AccessResult<()> {
        assert!((1..=8).contains(&size), "scalars have 1 to 8 bytes");
        let value = value.into();
        let place = self.writable(p, size as u64)?;
        let run = match value {
            Scalar::Bits(_) => None,
            Scalar::Pointer(pointer) => {
                let known = !pointer.prov.is_none() && pointer.prov.index() < self.objects.len();
                (known && size == self.target.pointer_size())
                    .then(|| Run::whole(Whole::Pointer(pointer), size))
            }
            Scalar::Opaque(opaque) => Some(Run::whole(Whole::Opaque(opaque), size)),
            Scalar::Piece(piece) => self.run_of_piece(piece).filter(|r| r.len as usize == size),
        };
        if let Some(run) = run {
            let at = self.notice_place(place, true)?;
            self.put_run(at, run);
            return Ok(());
        }
        let Some(bits) = value.bits(self.target) else {
            return Err(self.error(AccessFault::Mixed, p, size as u64));
        };
        let at = self.notice_place(place, true)?;
        let bytes = self.target.bytes(bits, size);
        self.put_bytes(at, &bytes[..size]);
        Ok(())
    }

    /// Stores a number, whatever there is.
    #[inline(never)]
    fn store_bits<const N: usize>(&mut self, p: Pointer, bits: u64) -> AccessResult<()> {
        let at = self.check_write(p, N as u64)?;
        let bytes: [u8; N] =
            if self.big_endian { last(bits.to_be_bytes()) } else { first(bits.to_le_bytes()) };
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
    fn put_run(&mut self, at: usize, run: Run) {
        if run.is_pointer() && !self.objects[run.id as usize].escaped {
            self.touch_object(run.id);
            self.objects[run.id as usize].escaped = true;
        }
        let (chunk, within) = (at / CHUNK, at % CHUNK);
        let len = run.len as usize;
        let here = len.min(CHUNK - within);
        self.touch_chunk(chunk);
        self.arena.cover(chunk, Run { start: within as u8, len: here as u8, ..run });
        if here < len {
            self.touch_chunk(chunk + 1);
            let rest = Run { start: 0, len: (len - here) as u8, first: run.first + here as u8, ..run };
            self.arena.cover(chunk + 1, rest);
        }
        if run.is_pointer() && self.arena.chunks[chunk].is_watched() {
            self.share(ObjId(run.id));
        }
    }

    /// Makes bytes plain.
    pub(crate) fn put_bytes(&mut self, at: usize, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let (chunk, within) = ((at + done) / CHUNK, (at + done) % CHUNK);
            let len = (bytes.len() - done).min(CHUNK - within);
            self.touch_chunk(chunk);
            self.arena.uncover(chunk, within, len);
            let here = &mut self.arena.chunks[chunk];
            here.plain |= span(within, len);
            here.data[within..within + len].copy_from_slice(&bytes[done..done + len]);
            done += len;
        }
    }
}
