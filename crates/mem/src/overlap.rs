//! What stands in a range of memory: bytes, whole values and pieces of values, in order.
//!
//! For reports and debuggers, which show memory to people. Pieces next to each other that continue one value are one
//! entry, also across chunks.

use crate::check::ByteKind;
use crate::error::AccessResult;
use crate::memory::Memory;
use crate::value::{Piece, Pointer, Whole};

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
    /// Everything that overlaps a range, even partly, in order. Values that begin before the range or end after it are
    /// given whole; uninitialised bytes are left out.
    ///
    /// # Errors
    /// When the range may not be accessed.
    pub fn load_overlapping(&self, from: Pointer, len: u64) -> AccessResult<Vec<Overlap>> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let at = self.check_read(from, len)?;
        let object = &self.objects[self.resolve(from).index()];
        let base = (object.base - self.arena.base) as usize;
        let (range, end) = (at..at + len as usize, base + object.size as usize);
        let mut found: Vec<(usize, usize, ByteKind)> = Vec::new();
        let mut at = at - LOOK_BACK.min(at - base);
        while at < end {
            let (cell, part) = self.classify(at, end - at);
            let goes_on = matches!(cell, ByteKind::Covered(_))
                && found.last().is_some_and(|(_, _, l)| continues(l, &cell));
            if at >= range.end && !goes_on {
                break;
            }
            match (found.last_mut(), cell) {
                (Some((start, size, last)), _) if continues(last, &cell) && *start + *size == at => {
                    *size += part;
                    if let (ByteKind::Covered(run), ByteKind::Covered(more)) = (last, cell) {
                        run.len += more.len;
                    }
                }
                (_, ByteKind::Uninit) => {}
                _ => found.push((at, part, cell)),
            }
            at += part;
        }
        let touching =
            found.into_iter().filter(|(start, size, _)| start + size > range.start && *start < range.end);
        Ok(touching.map(|(start, size, cell)| overlap(start, size, cell, base, &range)).collect())
    }
}

/// No value is longer, so none that reaches into a range starts further before it.
const LOOK_BACK: usize = crate::overlay::LARGEST;

fn continues(last: &ByteKind, next: &ByteKind) -> bool {
    match (last, next) {
        (ByteKind::Plain, ByteKind::Plain) => true,
        (ByteKind::Covered(a), ByteKind::Covered(b)) => a.continues_in(b),
        _ => false,
    }
}

fn overlap(
    start: usize,
    size: usize,
    cell: ByteKind,
    base: usize,
    range: &std::ops::Range<usize>,
) -> Overlap {
    let content = match cell {
        ByteKind::Covered(run) if run.len == run.total() => Content::Whole(run.of()),
        ByteKind::Covered(run) => {
            Content::Piece(Piece { of: run.of(), first: run.first, len: run.len, total: run.total() })
        }
        ByteKind::Plain | ByteKind::Uninit => {
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
