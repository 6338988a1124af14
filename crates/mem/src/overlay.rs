//! Values that are more than their bytes: pointers with provenance and opaque values, as runs of bytes of a chunk.
//!
//! A [`Run`] says: bytes `start .. start + len` of this chunk are bytes `first ..` of that value. A pointer that is
//! whole and aligned is one run; one that straddles two chunks, is partly overwritten or copied byte by byte is
//! several, each still exact. Most chunks have no runs and pay one pointer-sized zero for the possibility.
//!
//! Invariants: the runs of a chunk are sorted and disjoint and lie in 0..64; neighbours that continue each other are
//! one run, so equal memory has equal runs; the chunk's `over` mask is exactly the bytes covered; covered bytes are
//! zero in the chunk's data (the run holds the value), so that no address ever takes part in a hash.

use crate::object::ObjId;
use crate::value::{Opaque, Piece, Pointer, Scalar, Whole};

/// The bits `from .. from + len` of a chunk's mask.
#[inline(always)]
pub(crate) fn span(from: usize, len: usize) -> u64 {
    debug_assert!(len >= 1 && from + len <= 64);
    (u64::MAX >> (64 - len)) << from
}

/// Set in `tag` for opaque values; the other bits are the size of the whole.
const OPAQUE: u8 = 0x80;
/// Largest value an overlay can hold, in bytes.
pub(crate) const LARGEST: usize = 0x7f;

/// Some bytes of a pointer or opaque value, within one chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The pointer's address or the opaque value's hash.
    pub value: u64,
    /// The pointer's object or the opaque value's id.
    pub id: u32,
    pub start: u8,
    pub len: u8,
    pub first: u8,
    pub tag: u8,
}

impl Run {
    /// A run of the whole value, before it is placed.
    pub(crate) fn whole(of: Whole, total: usize) -> Run {
        debug_assert!((1..=LARGEST).contains(&total));
        let (value, id, kind) = match of {
            Whole::Pointer(p) => (p.addr, p.prov.0, 0),
            Whole::Opaque(o) => (o.hash, o.id, OPAQUE),
        };
        Run { value, id, start: 0, len: total as u8, first: 0, tag: kind | total as u8 }
    }

    pub(crate) fn is_pointer(&self) -> bool {
        self.tag & OPAQUE == 0
    }

    pub(crate) fn total(&self) -> u8 {
        self.tag & !OPAQUE
    }

    pub(crate) fn end(&self) -> usize {
        self.start as usize + self.len as usize
    }

    pub(crate) fn mask(&self) -> u64 {
        span(self.start.into(), self.len.into())
    }

    pub(crate) fn of(&self) -> Whole {
        if self.is_pointer() {
            Whole::Pointer(Pointer { addr: self.value, prov: ObjId(self.id) })
        } else {
            Whole::Opaque(Opaque { id: self.id, hash: self.value })
        }
    }

    /// The bytes `from .. to` of the chunk, which the run must cover.
    pub(crate) fn part(&self, from: usize, to: usize) -> Run {
        let skip = from as u8 - self.start;
        Run { start: from as u8, len: (to - from) as u8, first: self.first + skip, ..*self }
    }

    /// Whether `next` is the same value going on.
    pub(crate) fn continues_in(&self, next: &Run) -> bool {
        self.value == next.value
            && self.id == next.id
            && self.tag == next.tag
            && self.first as usize + self.len as usize == next.first as usize
    }

    /// What a register holds after loading exactly these bytes.
    pub(crate) fn scalar(&self) -> Scalar {
        match self.of() {
            Whole::Pointer(p) if self.len == self.total() => Scalar::Pointer(p),
            Whole::Opaque(o) if self.len == self.total() => Scalar::Opaque(o),
            of => Scalar::Piece(Piece { of, first: self.first, len: self.len, total: self.total() }),
        }
    }

    /// Whether the fields make sense, for input that comes from outside.
    pub(crate) fn is_valid(&self) -> bool {
        self.len >= 1
            && self.end() <= 64
            && self.total() >= 1
            && self.first as usize + self.len as usize <= self.total() as usize
    }
}

/// Cuts the bytes `from .. to` out of sorted runs.
pub(crate) fn cut(runs: &mut Vec<Run>, from: usize, to: usize) {
    let mut at = 0;
    while at < runs.len() {
        let run = runs[at];
        let (start, end) = (run.start as usize, run.end());
        if start >= to {
            break;
        }
        if end <= from {
            at += 1;
            continue;
        }
        let left = (start < from).then(|| run.part(start, from));
        let right = (end > to).then(|| run.part(to, end));
        match (left, right) {
            (Some(left), Some(right)) => {
                runs[at] = left;
                runs.insert(at + 1, right);
                return;
            }
            (Some(piece), None) | (None, Some(piece)) => {
                runs[at] = piece;
                at += 1;
            }
            (None, None) => {
                runs.remove(at);
            }
        }
    }
}

/// Adds a run to sorted runs from which its bytes were cut.
pub(crate) fn insert(runs: &mut Vec<Run>, run: Run) {
    let at = runs.iter().position(|r| r.start > run.start).unwrap_or(runs.len());
    let mut run = run;
    let joins_next =
        runs.get(at).is_some_and(|next| run.end() == next.start as usize && run.continues_in(next));
    if joins_next {
        run.len += runs[at].len;
    }
    let before = at.checked_sub(1).map(|i| runs[i]);
    let joins_before = before.is_some_and(|b| b.end() == run.start as usize && b.continues_in(&run));
    match (joins_before, joins_next) {
        (true, true) => {
            runs[at - 1].len += run.len;
            runs.remove(at);
        }
        (true, false) => runs[at - 1].len += run.len,
        (false, true) => runs[at] = run,
        (false, false) => runs.insert(at, run),
    }
}

/// All runs of all chunks: a chunk refers to its list by number, 0 for none.
#[derive(Clone, Debug)]
pub(crate) struct Overlays {
    lists: Vec<Vec<Run>>,
    /// The chunk of each list that is in use.
    chunks: Vec<u32>,
    free: Vec<u32>,
}

impl Overlays {
    pub(crate) fn new() -> Overlays {
        Overlays { lists: vec![Vec::new()], chunks: vec![0], free: Vec::new() }
    }

    #[inline]
    pub(crate) fn get(&self, list: u32) -> &[Run] {
        &self.lists[list as usize]
    }

    /// The run that starts at a byte of the chunk with this list.
    #[inline]
    pub(crate) fn run_mut(&mut self, list: u32, start: usize) -> Option<&mut Run> {
        let run = self.lists[list as usize].iter_mut().find(|r| r.start as usize >= start)?;
        (run.start as usize == start).then_some(run)
    }

    /// The list of a chunk to be changed, made first if `list` is 0.
    pub(crate) fn get_mut(&mut self, list: &mut u32, chunk: usize) -> &mut Vec<Run> {
        if *list == 0 {
            *list = self.free.pop().unwrap_or_else(|| {
                self.lists.push(Vec::new());
                self.chunks.push(0);
                (self.lists.len() - 1) as u32
            });
            self.chunks[*list as usize] = chunk as u32;
        }
        &mut self.lists[*list as usize]
    }

    /// The chunks with an opaque value, in order.
    pub(crate) fn chunks_with_opaques(&self) -> Vec<usize> {
        let lists = self.lists.iter().zip(&self.chunks);
        let opaque = lists.filter(|it| it.0.iter().any(|run| !run.is_pointer()));
        let mut chunks: Vec<usize> = opaque.map(|it| *it.1 as usize).collect();
        chunks.sort_unstable();
        chunks
    }

    /// Gives an empty list back.
    pub(crate) fn release_if_empty(&mut self, list: &mut u32) {
        if *list != 0 && self.lists[*list as usize].is_empty() {
            self.free.push(*list);
            *list = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(start: u8, addr: u64) -> Run {
        let whole = Run::whole(Whole::Pointer(Pointer { addr, prov: ObjId(7) }), 8);
        Run { start, ..whole }
    }

    #[test]
    fn cutting_leaves_exact_pieces() {
        let mut runs = vec![pointer(0, 100), pointer(16, 200)];
        cut(&mut runs, 3, 5);
        assert_eq!(runs.len(), 3);
        assert_eq!((runs[0].start, runs[0].len, runs[0].first), (0, 3, 0));
        assert_eq!((runs[1].start, runs[1].len, runs[1].first), (5, 3, 5));
        cut(&mut runs, 0, 20);
        assert_eq!((runs.len(), runs[0].first), (1, 4));
    }

    #[test]
    fn pieces_in_order_become_whole_again() {
        let whole = pointer(8, 300);
        let mut runs = Vec::new();
        for byte in [11, 8, 15, 9, 10, 14, 12, 13] {
            insert(&mut runs, whole.part(byte, byte + 1));
        }
        assert_eq!(runs, vec![whole]);
    }
}
