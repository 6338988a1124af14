//! The arena: bytes in chunks of 64, with what is known about each byte.
//!
//! A byte is *plain* (an ordinary initialised byte), *covered* (part of a pointer or opaque value, see `overlay`) or
//! neither: uninitialised. Bytes and what is known about them share a record of two cache lines, so that an access
//! checks one bound and touches one record. (With the data of all chunks in one slice a load took eight instructions
//! more.)
//!
//! Invariants: `plain` and `over` are disjoint; a byte that is not plain is zero in `data`; bytes outside live objects
//! are blank (not plain, covered or hidden). Together these make equal contents equal words, so hashing and comparing
//! never mask.

use crate::overlay::{Overlays, Run, cut, insert, span};
use crate::slots::{CHUNK, PAGE_CHUNKS};

/// Room for the data of a chunk: eight bytes more than it has, so that a load at any of its bytes stays inside.
const ROOM: usize = CHUNK + 8;

/// In the claim of chunks of a shared object; above all object numbers.
pub(crate) const SHARED: u64 = 1 << 32;

/// In the claim of chunks of an object that may not be accessed; no access passes it.
pub(crate) const BARRED: u64 = SHARED << 1;

/// In the changes of a chunk: it waits in the list of chunks to hash again.
pub(crate) const CHANGED: u8 = 1;
/// In the changes of a chunk: runs or hidden bytes may have changed since it was hashed, not only plain bytes.
pub(crate) const RUNS_CHANGED: u8 = 2;

/// How many chunks an arena has addresses for from the start: 1 MiB. Not more: once glibc has freed a large block, it
/// does not map blocks of that size afresh any more, and would have to clear every new stack of registers.
pub(crate) const FIRST: usize = (1 << 20) / size_of::<Chunk>();

/// How many chunks an arena may have that moves when it grows: 4 MiB.
const SMALL: usize = (4 << 20) / size_of::<Chunk>();

/// 64 bytes and what is known about them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(128))]
pub(crate) struct Chunk {
    /// Initialised ordinary bytes.
    pub plain: u64,
    /// Memory's clock at the last preparation for writing; not part of the state.
    pub stamp: u64,
    /// The object this chunk was last given to, with [`SHARED`] or [`BARRED`] or else the mark of its owner (see
    /// `owner`). An access compares it with the pointer's object number, as memory tagging compares tags.
    pub claim: u64,
    /// Bytes of pointers and opaque values.
    pub over: u64,
    /// List of runs, 0 for none.
    pub overlay: u32,
    /// Position among the chunks of the object.
    pub number: u32,
    /// The bytes, then zeros.
    pub data: [u8; ROOM],
    /// Bytes the caller excluded from fingerprints.
    pub hidden: u64,
    /// [`CHANGED`] and [`RUNS_CHANGED`]; not part of the state.
    pub changes: u8,
}

impl Chunk {
    pub(crate) const BLANK: Chunk = Chunk {
        plain: 0,
        stamp: 0,
        claim: 0,
        over: 0,
        overlay: 0,
        number: 0,
        data: [0; ROOM],
        hidden: 0,
        changes: 0,
    };

    /// The data as eight words in memory order.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[[u8; 8]; 8] {
        self.data.as_chunks::<8>().0.first_chunk().expect("eight words and one more")
    }

    #[inline(always)]
    pub(crate) fn words_mut(&mut self) -> &mut [[u8; 8]; 8] {
        self.data.as_chunks_mut::<8>().0.first_chunk_mut().expect("eight words and one more")
    }

    /// Excludes exactly these bytes from fingerprints.
    #[inline(always)]
    pub(crate) fn hide(&mut self, hidden: u64) {
        if self.hidden != hidden {
            self.hidden = hidden;
            self.changes |= RUNS_CHANGED;
        }
    }

    /// The object this chunk was last given to.
    #[inline(always)]
    pub(crate) fn object(&self) -> u32 {
        self.claim as u32
    }

    /// The offset in the object of an arena position in this chunk.
    #[inline(always)]
    pub(crate) fn offset(&self, at: usize) -> u64 {
        u64::from(self.number) * CHUNK as u64 + (at % CHUNK) as u64
    }

    /// Whether the chunk belongs to the object, and the claim has none of the marks that make an access by the acting
    /// thread visible.
    #[inline(always)]
    pub(crate) fn is_within(&self, object: u32, foreign: u64) -> bool {
        (self.claim ^ u64::from(object)) & foreign == 0
    }

    /// Whether the chunk belongs to a shared object.
    #[inline(always)]
    pub(crate) fn is_shared(&self) -> bool {
        self.claim & SHARED != 0
    }

    /// Nothing known, nothing hidden.
    #[inline]
    pub(crate) fn is_blank(&self) -> bool {
        (self.plain | self.over | self.hidden) == 0
    }
}

/// The bytes and what is known about them.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    /// Address of the first chunk.
    pub base: u64,
    pub chunks: Vec<Chunk>,
    pub overlays: Overlays,
}

impl Arena {
    pub(crate) fn new(base: u64) -> Arena {
        Arena { base, chunks: Vec::new(), overlays: Overlays::new() }
    }

    /// Makes room for `pages` pages, of which there may be `most` some day. Whether the host has so much memory.
    #[inline]
    #[must_use]
    pub(crate) fn reserve_pages(&mut self, pages: u32, most: u32) -> bool {
        let chunks = pages as usize * PAGE_CHUNKS;
        self.chunks.len() >= chunks || self.grow(chunks, most as usize * PAGE_CHUNKS)
    }

    /// An arena that moves exists twice meanwhile, for which the host may have no room. So a large one reserves
    /// addresses for all that may come, or as many as the host gives; memory is taken only by what is used.
    #[cold]
    fn grow(&mut self, chunks: usize, mut most: usize) -> bool {
        if self.chunks.is_empty() {
            self.chunks.reserve_exact(FIRST);
        }
        if chunks > self.chunks.capacity().max(SMALL) {
            let used = self.chunks.len();
            while most > chunks && self.chunks.try_reserve_exact(most - used).is_err() {
                most /= 2;
            }
        }
        let more = chunks - self.chunks.len();
        let has_room = self.chunks.try_reserve(more).is_ok() || self.chunks.try_reserve_exact(more).is_ok();
        if has_room {
            self.chunks.resize(chunks, Chunk::BLANK);
        }
        has_room
    }

    /// The words of a chunk, little-endian whatever the target: hashes and journals want numbers, not meanings.
    #[inline]
    pub(crate) fn words(&self, chunk: usize) -> [u64; 8] {
        let mut words = [0u64; 8];
        for (word, part) in words.iter_mut().zip(self.chunks[chunk].data.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*part);
        }
        words
    }

    #[inline]
    pub(crate) fn set_words(&mut self, chunk: usize, words: &[u64; 8]) {
        *self.chunks[chunk].words_mut() = words.map(u64::to_le_bytes);
    }

    #[inline]
    pub(crate) fn runs(&self, chunk: usize) -> &[Run] {
        self.overlays.get(self.chunks[chunk].overlay)
    }

    /// Replaces the runs of a chunk, and with them `over`.
    #[inline]
    pub(crate) fn set_runs(&mut self, chunk: usize, runs: &[Run]) {
        if self.chunks[chunk].over != 0 || !runs.is_empty() {
            self.replace_runs(chunk, runs);
        }
    }

    fn replace_runs(&mut self, chunk: usize, runs: &[Run]) {
        let here = &mut self.chunks[chunk];
        if self.overlays.get(here.overlay) == runs {
            return;
        }
        here.changes |= RUNS_CHANGED;
        here.over = runs.iter().fold(0, |mask, run| mask | run.mask());
        let list = self.overlays.get_mut(&mut here.overlay, chunk);
        list.clear();
        list.extend_from_slice(runs);
        self.overlays.release_if_empty(&mut here.overlay);
    }

    /// Makes the bytes `from .. from + len` uninitialised, and zero.
    pub(crate) fn erase(&mut self, chunk: usize, from: usize, len: usize) {
        self.uncover(chunk, from, len);
        let here = &mut self.chunks[chunk];
        here.plain &= !span(from, len);
        here.data[from..from + len].fill(0);
    }

    /// Cuts runs out of `from .. from + len`.
    #[inline]
    pub(crate) fn uncover(&mut self, chunk: usize, from: usize, len: usize) {
        let here = &mut self.chunks[chunk];
        if here.over & span(from, len) != 0 {
            here.changes |= RUNS_CHANGED;
            let list = self.overlays.get_mut(&mut here.overlay, chunk);
            cut(list, from, from + len);
            here.over &= !span(from, len);
            self.overlays.release_if_empty(&mut here.overlay);
        }
    }

    /// Puts a run over bytes that are then covered and nothing else.
    pub(crate) fn cover(&mut self, chunk: usize, run: Run) {
        let (from, len) = (run.start as usize, run.len as usize);
        let here = &mut self.chunks[chunk];
        let mask = run.mask();
        here.changes |= RUNS_CHANGED;
        let list = self.overlays.get_mut(&mut here.overlay, chunk);
        if here.over & mask == mask
            && let Some(same) = list.iter_mut().find(|r| r.start >= run.start)
            && same.start == run.start
            && same.len == run.len
            && run.len == run.total()
        {
            // A pointer over a pointer: the usual case, and no neighbour can join a whole value.
            *same = run;
            return;
        }
        if here.over & mask != 0 {
            cut(list, from, from + len);
        }
        insert(list, run);
        here.over |= mask;
        here.plain &= !mask;
        here.data[from..from + len].fill(0);
    }

    /// The byte at an arena position.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.chunks[at / CHUNK].data[at % CHUNK]
    }

    /// Makes a chunk blank.
    #[inline]
    pub(crate) fn blank(&mut self, chunk: usize) {
        self.set_runs(chunk, &[]);
        let here = &mut self.chunks[chunk];
        here.plain = 0;
        here.hide(0);
        self.set_words(chunk, &[0; 8]);
    }
}
