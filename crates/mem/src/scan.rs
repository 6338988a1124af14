//! Reads in bulk: bytes, comparison, search.
//!
//! Plain bytes are looked at as slices of a chunk, others one by one.
//!
//! Invariant: comparisons and searches depend on the bytes up to where they stop, and these are what is logged. What
//! lies behind may be uninitialised, and other threads may change it.

use crate::check::{ByteKind, CheckedRange};
use crate::error::{AccessFault, AccessResult};
use crate::memory::Memory;
use crate::object::ObjId;
use crate::slots::CHUNK;
use crate::value::{Pointer, Whole};
use std::cmp::Ordering;

impl Memory {
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
                    if let ByteKind::Covered(run) = self.classify(at + done, 1).0 {
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

    /// Reads bytes that are all plain; `false` when they are not, or may not be accessed. Neither watched nor logged.
    pub fn read_plain(&self, from: Pointer, bytes: &mut [u8]) -> bool {
        if self.check_readable(from, bytes.len() as u64).is_err() {
            return false;
        }
        let at = from.addr.wrapping_sub(self.arena.base) as usize;
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
    pub(crate) fn plain_part(&self, at: usize, most: usize) -> &[u8] {
        let (here, within) = (&self.arena.chunks[at / CHUNK], at % CHUNK);
        let len = ((here.plain >> within).trailing_ones() as usize).min(most);
        &here.data[within..within + len]
    }

    /// One byte, which may be part of a pointer. `access` and `size` only serve the error.
    pub(crate) fn byte(&self, at: usize, access: Pointer, size: u64) -> AccessResult<u8> {
        match self.classify(at, 1).0 {
            ByteKind::Plain => Ok(self.arena.byte(at)),
            ByteKind::Covered(run) => match run.of() {
                Whole::Pointer(p) => {
                    Ok(self.config.target.bytes(p.addr, run.total().into())[run.first as usize])
                }
                Whole::Opaque(_) => Err(self.error(AccessFault::Mixed, access, size)),
            },
            ByteKind::Uninit => {
                let base = self.objects[self.resolve(access).index()].base;
                let first = (self.arena.base + at as u64).wrapping_sub(base);
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
        self.intercept_search(left)?;
        self.intercept_search(right)?;
        let mut seen = 0;
        let order = self.compare_ranges(left, right, &mut seen);
        self.log_seen(left, seen);
        self.log_seen(right, seen);
        order
    }

    /// Whether comparing two bytes does not depend on the placement: they belong to pointers into one object, or to
    /// none.
    #[cold]
    fn are_of_one(&self, left: usize, right: usize) -> bool {
        let object = |at| match self.classify(at, 1).0 {
            ByteKind::Covered(run) if run.is_pointer() => run.id,
            _ => 0,
        };
        object(left) == object(right)
    }

    /// Compares ranges; `seen` becomes the number of bytes looked at.
    #[inline]
    fn compare_ranges(&self, a: CheckedRange, b: CheckedRange, seen: &mut u64) -> AccessResult<Ordering> {
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
        let range = CheckedRange { size: len.min(room), ..first };
        self.intercept_search(range)?;
        let mut seen = 0;
        let found = self.find_in(range, byte, &mut seen);
        self.log_seen(range, seen);
        match found? {
            None if len > room => Err(self.error(AccessFault::OutOfBounds, from, room + 1)),
            found => Ok(found),
        }
    }

    /// Looks for a byte in a range; `seen` becomes the number of bytes looked at.
    #[inline]
    fn find_in(&self, range: CheckedRange, byte: u8, seen: &mut u64) -> AccessResult<Option<u64>> {
        let (start, most) = (self.start(range), range.size as usize);
        let mut done = 0;
        while done < most {
            *seen = done as u64 + 1;
            let plain = self.plain_part(start + done, most - done);
            let found = match plain {
                [] => {
                    // A byte of a pointer, if any.
                    self.set_address_dependent(true);
                    (self.byte(start + done, range.pointer(), *seen)? == byte).then_some(0)
                }
                plain => plain.iter().position(|&b| b == byte),
            };
            if let Some(i) = found {
                *seen += i as u64;
                return Ok(Some((done + i) as u64));
            }
            done += plain.len().max(1);
        }
        *seen = range.size;
        Ok(None)
    }
}
