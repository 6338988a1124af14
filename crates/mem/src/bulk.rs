//! Bulk operations: copy, fill, compare, scan, and looking at what is there.
//!
//! All of them go chunk by chunk: 64 bytes move as a slice, their masks as two words, and runs where there are any.
//! Uninitialised bytes are copied as such: copying is not using.
//!
//! Invariant: a copy makes the destination's bytes, masks and runs equal the source's, byte for byte, whatever the
//! alignment of the two to each other.

use crate::access::Cell;
use crate::error::{AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::overlay::{Run, span};
use crate::place::Place;
use crate::places::CHUNK;
use crate::value::{Piece, Pointer, Whole};
use std::cmp::Ordering;

/// What stands in a range of memory: one entry of [`Memory::load_overlapping`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Where it starts, as an offset in the object.
    pub offset: u64,
    /// How many bytes it takes.
    pub len: u64,
    /// What it is.
    pub content: Content,
}

/// What some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Ordinary bytes.
    Bytes,
    /// A whole pointer or opaque value.
    Whole(Whole),
    /// Part of a pointer or opaque value of which the rest was overwritten.
    Piece(Piece),
}

impl Memory {
    /// Copies as `memcpy` does: the ranges must not overlap.
    ///
    /// # Errors
    /// When a range may not be accessed, or they overlap.
    pub fn copy(&mut self, to: Pointer, from: Pointer, len: u64) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        let (source, target) = (self.readable(from, len)?, self.writable(to, len)?);
        if source.addr < target.addr + len && target.addr < source.addr + len {
            return Err(self.error(AccessFault::Overlap, to, len));
        }
        let (target, source) = self.notice_copy(target, source)?;
        self.move_checked(target, source, len as usize);
        Ok(())
    }

    /// Copies as an assignment does: the ranges must be the same, or not overlap (C11 6.5.16.1p3).
    ///
    /// # Errors
    /// When a range may not be accessed, or they overlap in part.
    pub fn assign(&mut self, to: Pointer, from: Pointer, len: u64) -> AccessResult<()> {
        if to.addr == from.addr { self.copy_within(to, from, len) } else { self.copy(to, from, len) }
    }

    /// Copies as `memmove` does: the ranges may overlap.
    ///
    /// # Errors
    /// When a range may not be accessed.
    pub fn copy_within(&mut self, to: Pointer, from: Pointer, len: u64) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        let (source, target) = (self.readable(from, len)?, self.writable(to, len)?);
        let (target, source) = self.notice_copy(target, source)?;
        self.move_checked(target, source, len as usize);
        Ok(())
    }

    fn move_checked(&mut self, to: usize, from: usize, len: usize) {
        if to == from {
            return;
        }
        let mut moved: Vec<Run> = Vec::new();
        let mut done = 0;
        let in_step = to % CHUNK == from % CHUNK;
        while done < len {
            // The next byte to move, going up, or the end of those left, going down.
            let edge = if to < from { done } else { len - done };
            if in_step && (from + edge).is_multiple_of(CHUNK) && len - done >= CHUNK {
                let first = if to < from { edge } else { edge - CHUNK };
                if self.copy_plain_chunk((from + first) / CHUNK, (to + first) / CHUNK) {
                    done += CHUNK;
                    continue;
                }
            }
            // Segments lie in one chunk on either side and go in the direction in which no source is overwritten unread.
            let (segment, size) = if to < from {
                let size = (len - done).min(CHUNK - (from + done) % CHUNK).min(CHUNK - (to + done) % CHUNK);
                (done, size)
            } else {
                let end = len - done;
                let size = end.min((from + end - 1) % CHUNK + 1).min((to + end - 1) % CHUNK + 1);
                (end - size, size)
            };
            self.move_segment(to + segment, from + segment, size, &mut moved);
            done += size;
        }
    }

    /// Copies a whole chunk if that needs nothing but copying: it is prepared, and neither has runs.
    #[inline]
    fn copy_plain_chunk(&mut self, source: usize, target: usize) -> bool {
        if self.arena.chunks[target].stamp != self.clock {
            self.touch_chunk(target);
        }
        let Ok([from, to]) = self.arena.chunks.get_disjoint_mut([source, target]) else { return false };
        if from.over | to.over != 0 {
            return false;
        }
        to.plain = from.plain;
        to.data = from.data;
        true
    }

    /// Moves bytes that lie in one chunk before and after, with masks and runs.
    #[inline]
    fn move_segment(&mut self, to: usize, from: usize, len: usize, moved: &mut Vec<Run>) {
        let (source, start) = (from / CHUNK, from % CHUNK);
        let (target, place) = (to / CHUNK, to % CHUNK);
        self.touch_chunk(target);
        let here = self.arena.chunks[source];
        let mask = span(0, len);
        moved.clear();
        if here.over & (mask << start) != 0 {
            let overlapping = self
                .arena
                .runs(source)
                .iter()
                .filter(|r| r.end() > start && (r.start as usize) < start + len);
            moved.extend(overlapping.map(|r| {
                let part = r.part(start.max(r.start.into()), r.end().min(start + len));
                Run { start: (part.start as usize - start + place) as u8, ..part }
            }));
        }
        self.arena.uncover(target, place, len);
        let there = &mut self.arena.chunks[target];
        there.plain = there.plain & !(mask << place) | ((here.plain >> start) & mask) << place;
        there.data[place..place + len].copy_from_slice(&here.data[start..start + len]);
        for &run in moved.iter() {
            self.arena.cover(target, run);
        }
        if self.arena.chunks[target].is_watched() {
            for run in moved.iter().filter(|r| r.is_pointer()) {
                self.share(ObjId(run.id));
            }
        }
    }

    /// Sets bytes, as `memset` does.
    ///
    /// # Errors
    /// When the range may not be accessed.
    pub fn fill(&mut self, to: Pointer, byte: u8, len: u64) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        let at = self.check_write(to, len)?;
        self.put_fill(at, byte, len as usize);
        Ok(())
    }

    /// Sets bytes of a new object to 0.
    pub(crate) fn zero(&mut self, base: u64, len: u64) {
        self.put_fill((base - self.lowest) as usize, 0, len as usize);
    }

    fn put_fill(&mut self, at: usize, byte: u8, len: usize) {
        self.each_part(at, len, |memory, chunk, within, len| {
            let here = &mut memory.arena.chunks[chunk];
            if len == CHUNK && here.over == 0 {
                here.plain = u64::MAX;
                here.data[..CHUNK].fill(byte);
                return;
            }
            memory.arena.uncover(chunk, within, len);
            let here = &mut memory.arena.chunks[chunk];
            here.plain |= span(within, len);
            here.data[within..within + len].fill(byte);
        });
    }

    /// Stores bytes.
    ///
    /// # Errors
    /// When the range may not be accessed.
    pub fn write_bytes(&mut self, to: Pointer, bytes: &[u8]) -> AccessResult<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.check_write(to, bytes.len() as u64)?;
        self.put_bytes(at, bytes);
        Ok(())
    }

    /// Takes the value of bytes away, as the end of a variable's life in a reused slot does.
    ///
    /// # Errors
    /// When the range may not be accessed.
    pub fn uninitialise(&mut self, to: Pointer, len: u64) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        if self.zeroed {
            return self.fill(to, 0, len);
        }
        let at = self.check_write(to, len)?;
        self.each_part(at, len as usize, |memory, chunk, within, len| memory.arena.erase(chunk, within, len));
        Ok(())
    }

    /// Excludes bytes from fingerprints (`hidden`), or includes them again: dead slots, padding, sliced variables. Hidden
    /// pointers do not keep anything reachable.
    ///
    /// # Errors
    /// When the range is not in a live object.
    pub fn hide(&mut self, at: Pointer, len: u64, hidden: bool) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        let start = self.notice_place(self.readable(at, len)?, true)?;
        self.each_part(start, len as usize, |memory, chunk, within, len| {
            let here = &mut memory.arena.chunks[chunk];
            let span = span(within, len);
            here.hide(if hidden { here.hidden | span } else { here.hidden & !span });
        });
        if self.objects[self.resolve(at).index()].sealed {
            // What was prepared for this change is not prepared for the program's stores.
            self.clock += 1;
        }
        Ok(())
    }

    /// Prepares the chunks of a range for writing and gives each of them, with the part that is in the range, to `change`.
    fn each_part(&mut self, at: usize, len: usize, mut change: impl FnMut(&mut Memory, usize, usize, usize)) {
        let mut done = 0;
        while done < len {
            let (chunk, within) = ((at + done) / CHUNK, (at + done) % CHUNK);
            let part = (len - done).min(CHUNK - within);
            if self.arena.chunks[chunk].stamp != self.clock {
                self.touch_chunk(chunk);
            }
            change(self, chunk, within, part);
            done += part;
        }
    }

    /// Reads bytes; pointers read as the bytes of their address.
    ///
    /// # Errors
    /// When the range may not be accessed, a byte has no value yet, or belongs to an opaque value.
    pub fn read_bytes(&self, from: Pointer, bytes: &mut [u8]) -> AccessResult<()> {
        let len = bytes.len();
        if len == 0 {
            return Ok(());
        }
        let at = self.check_read(from, len as u64)?;
        let mut done = 0;
        while done < len {
            match self.plain_part(at + done, len - done) {
                [] => {
                    bytes[done] = self.byte(at + done, from, len as u64)?;
                    if let Cell::Covered(run) = self.cell(at + done, 1).0 {
                        self.note_exposed(ObjId(run.id));
                    }
                    done += 1;
                }
                part => {
                    bytes[done..done + part.len()].copy_from_slice(part);
                    done += part.len();
                }
            }
        }
        Ok(())
    }

    /// Reads bytes that are all plain; `false` when they are not, or may not be accessed. Not watched.
    pub fn read_plain(&self, from: Pointer, bytes: &mut [u8]) -> bool {
        if self.check_readable(from, bytes.len() as u64).is_err() {
            return false;
        }
        let at = from.addr.wrapping_sub(self.lowest) as usize;
        let mut done = 0;
        while done < bytes.len() {
            match self.plain_part(at + done, bytes.len() - done) {
                [] => return false,
                part => {
                    bytes[done..done + part.len()].copy_from_slice(part);
                    done += part.len();
                }
            }
        }
        true
    }

    /// The plain bytes from `at` on, as far as they go within the chunk and `most`.
    #[inline]
    fn plain_part(&self, at: usize, most: usize) -> &[u8] {
        let (here, within) = (&self.arena.chunks[at / CHUNK], at % CHUNK);
        let len = ((here.plain >> within).trailing_ones() as usize).min(most);
        &here.data[within..within + len]
    }

    /// One byte, which may be part of a pointer. `access` and `size` only serve the error.
    fn byte(&self, at: usize, access: Pointer, size: u64) -> AccessResult<u8> {
        match self.cell(at, 1).0 {
            Cell::Plain => Ok(self.arena.byte(at)),
            Cell::Covered(run) => match run.of() {
                Whole::Pointer(p) => Ok(self.target.bytes(p.addr, run.total().into())[run.first as usize]),
                Whole::Opaque(_) => Err(self.error(AccessFault::Mixed, access, size)),
            },
            Cell::Blank => {
                let base = self.objects[self.resolve(access).index()].base;
                let first = (self.lowest + at as u64).wrapping_sub(base);
                Err(self.error(AccessFault::Uninitialised { first }, access, size))
            }
        }
    }

    /// Compares bytes, as `memcmp` does: up to the first difference.
    ///
    /// # Errors
    /// When a range may not be accessed, or a byte up to the first difference has no value.
    pub fn compare(&self, a: Pointer, b: Pointer, len: u64) -> AccessResult<Ordering> {
        if len == 0 {
            return Ok(Ordering::Equal);
        }
        let (left, right) = (self.readable(a, len)?, self.readable(b, len)?);
        self.notice_search(left)?;
        self.notice_search(right)?;
        let mut seen = 0;
        let order = self.compare_places(left, right, &mut seen);
        self.notice_seen(left, seen);
        self.notice_seen(right, seen);
        order
    }

    /// Whether two bytes tell the same wherever objects lie: they belong to pointers into one object, or to none.
    #[cold]
    fn are_of_one(&self, left: usize, right: usize) -> bool {
        let object = |at| match self.cell(at, 1).0 {
            Cell::Covered(run) if run.is_pointer() => run.id,
            _ => 0,
        };
        object(left) == object(right)
    }

    /// Compares places; `seen` becomes the number of bytes that it took.
    #[inline]
    fn compare_places(&self, a: Place, b: Place, seen: &mut u64) -> AccessResult<Ordering> {
        let (left, right, size) = (self.start(a), self.start(b), a.size as usize);
        let mut done = 0;
        while done < size {
            let parts =
                (self.plain_part(left + done, size - done), self.plain_part(right + done, size - done));
            let both = parts.0.len().min(parts.1.len());
            *seen = done as u64 + 1;
            let order = if both == 0 {
                if self.has_nondet_placement() && !self.are_of_one(left + done, right + done) {
                    self.set_address_dependent(true);
                }
                let left = self.byte(left + done, a.pointer(), a.size)?;
                left.cmp(&self.byte(right + done, b.pointer(), b.size)?)
            } else {
                parts.0[..both].cmp(&parts.1[..both])
            };
            if order != Ordering::Equal {
                let same = parts.0[..both].iter().zip(parts.1).take_while(|(a, b)| a == b);
                *seen += same.count() as u64;
                return Ok(order);
            }
            done += both.max(1);
        }
        *seen = a.size;
        Ok(Ordering::Equal)
    }

    /// The distance to the first `byte`, looking at no more than `len` bytes: `memchr`, `strlen` and their kin.
    ///
    /// # Errors
    /// When the search leaves the object, or meets a byte that has no value, before it finds one.
    pub fn find_byte(&self, from: Pointer, byte: u8, len: u64) -> AccessResult<Option<u64>> {
        if len == 0 {
            return Ok(None);
        }
        let first = self.readable(from, 1)?;
        let room = self.objects[first.object.index()].size - first.offset;
        let place = Place { size: len.min(room), ..first };
        self.notice_search(place)?;
        let mut seen = 0;
        let found = self.find_in(place, byte, &mut seen);
        self.notice_seen(place, seen);
        match found? {
            None if len > room => Err(self.error(AccessFault::OutOfBounds, from, room + 1)),
            found => Ok(found),
        }
    }

    /// Looks for a byte in a place; `seen` becomes the number of bytes that it took.
    #[inline]
    fn find_in(&self, place: Place, byte: u8, seen: &mut u64) -> AccessResult<Option<u64>> {
        let (start, most) = (self.start(place), place.size as usize);
        let mut done = 0;
        while done < most {
            *seen = done as u64 + 1;
            let plain = self.plain_part(start + done, most - done);
            let found = match plain {
                [] => {
                    // A byte of a pointer, if any.
                    self.set_address_dependent(true);
                    (self.byte(start + done, place.pointer(), *seen)? == byte).then_some(0)
                }
                plain => plain.iter().position(|&b| b == byte),
            };
            if let Some(i) = found {
                *seen += i as u64;
                return Ok(Some((done + i) as u64));
            }
            done += plain.len().max(1);
        }
        *seen = place.size;
        Ok(None)
    }

    /// Everything that overlaps a range, even partly, in order: the seed's `loadOverlapping`. Values that begin before the
    /// range or end after it are given whole; uninitialised bytes are left out.
    ///
    /// # Errors
    /// When the range may not be accessed.
    pub fn load_overlapping(&self, from: Pointer, len: u64) -> AccessResult<Vec<Overlap>> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let at = self.check_read(from, len)?;
        let object = &self.objects[self.resolve(from).index()];
        let base = (object.base - self.lowest) as usize;
        let (range, end) = (at..at + len as usize, base + object.size as usize);
        let mut found: Vec<(usize, usize, Cell)> = Vec::new();
        let mut at = at - LOOK_BACK.min(at - base);
        while at < end {
            let (cell, part) = self.cell(at, end - at);
            let goes_on =
                matches!(cell, Cell::Covered(_)) && found.last().is_some_and(|(_, _, l)| continues(l, &cell));
            if at >= range.end && !goes_on {
                break;
            }
            match (found.last_mut(), cell) {
                (Some((start, size, last)), _) if continues(last, &cell) && *start + *size == at => {
                    *size += part;
                    if let (Cell::Covered(run), Cell::Covered(more)) = (last, cell) {
                        run.len += more.len;
                    }
                }
                (_, Cell::Blank) => {}
                _ => found.push((at, part, cell)),
            }
            at += part;
        }
        let touching =
            found.into_iter().filter(|(start, size, _)| start + size > range.start && *start < range.end);
        Ok(touching.map(|(start, size, cell)| overlap(start, size, cell, base, &range)).collect())
    }
}

/// No value is longer, so none that reaches into a range starts earlier than this before it.
const LOOK_BACK: usize = crate::overlay::LARGEST;

fn continues(last: &Cell, next: &Cell) -> bool {
    match (last, next) {
        (Cell::Plain, Cell::Plain) => true,
        (Cell::Covered(a), Cell::Covered(b)) => a.continues_in(b),
        _ => false,
    }
}

fn overlap(start: usize, size: usize, cell: Cell, base: usize, range: &std::ops::Range<usize>) -> Overlap {
    let content = match cell {
        Cell::Covered(run) if run.len == run.total() => Content::Whole(run.of()),
        Cell::Covered(run) => {
            Content::Piece(Piece { of: run.of(), first: run.first, len: run.len, total: run.total() })
        }
        Cell::Plain | Cell::Blank => {
            // Ordinary bytes have no ends of their own: show those in the range.
            let (from, to) = (start.max(range.start), (start + size).min(range.end));
            return Overlap {
                offset: (from - base) as u64,
                len: (to - from) as u64,
                content: Content::Bytes,
            };
        }
    };
    Overlap { offset: (start - base) as u64, len: size as u64, content }
}
