//! Writes in bulk: copy, fill, write, take values away.
//!
//! All of them go chunk by chunk: 64 bytes move as a slice, their masks as two words, and runs where there are any.
//! Uninitialised bytes are copied as such: copying is not using.
//!
//! Invariant: a copy makes the destination's bytes, masks and runs equal the source's, byte for byte, whatever the
//! alignment of the two to each other.

use crate::error::{AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::overlay::{Run, span};
use crate::slots::CHUNK;
use crate::value::Pointer;

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
        let (target, source) = self.intercept_copy(target, source)?;
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
        let (target, source) = self.intercept_copy(target, source)?;
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
            // Segments lie in one chunk on either side and go in the direction in which no source is overwritten
            // unread.
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
            self.prepare_chunk(target);
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
        self.prepare_chunk(target);
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
        if self.arena.chunks[target].is_shared() {
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
        self.put_fill((base - self.arena.base) as usize, 0, len as usize);
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

    /// Makes bytes uninitialised, as the end of a variable's life does where its storage is used again.
    ///
    /// # Errors
    /// When the range may not be accessed.
    pub fn uninitialise(&mut self, to: Pointer, len: u64) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        if self.fresh.zeroed {
            return self.fill(to, 0, len);
        }
        let at = self.check_write(to, len)?;
        self.each_part(at, len as usize, |memory, chunk, within, len| memory.arena.erase(chunk, within, len));
        Ok(())
    }

    /// Prepares the chunks of a range for writing and gives each of them, with the part that is in the range, to
    /// `change`.
    pub(crate) fn each_part(
        &mut self,
        at: usize,
        len: usize,
        mut change: impl FnMut(&mut Memory, usize, usize, usize),
    ) {
        let mut done = 0;
        while done < len {
            let (chunk, within) = ((at + done) / CHUNK, (at + done) % CHUNK);
            let part = (len - done).min(CHUNK - within);
            if self.arena.chunks[chunk].stamp != self.clock {
                self.prepare_chunk(chunk);
            }
            change(self, chunk, within, part);
            done += part;
        }
    }
}
