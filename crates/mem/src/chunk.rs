//! The arena: bytes in chunks of 64, with what is known about each byte.
//!
//! A byte is *plain* (an ordinary initialised byte), *covered* (part of a pointer or opaque value, see `overlay`) or
//! neither: uninitialised. Data lies contiguously across chunks, so bulk operations are slice operations; what is known
//! about the bytes lies apart, one record a chunk.
//!
//! Invariants: `plain` and `over` are disjoint; a byte that is not plain is zero in `data`; chunks that belong to no live
//! object are blank (no plain, covered or hidden byte). Together these make equal contents equal words, so hashing and
//! comparing never mask.

use crate::overlay::{Overlays, Run, cut, insert, span};
use crate::places::{CHUNK, PAGE_CHUNKS};

/// What is known about 64 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chunk {
    /// Initialised ordinary bytes.
    pub plain: u64,
    /// Bytes of pointers and opaque values.
    pub over: u64,
    /// Bytes the caller excluded from fingerprints.
    pub hidden: u64,
    /// Memory's clock at the last preparation for writing; not part of the state.
    pub stamp: u64,
    /// The object this chunk was last given to.
    pub owner: u32,
    /// List of runs, 0 for none.
    pub overlay: u32,
    /// Waits in the list of chunks to hash again; not part of the state.
    pub dirty: bool,
}

impl Chunk {
    /// Nothing known, nothing hidden.
    #[inline]
    pub(crate) fn is_blank(&self) -> bool {
        (self.plain | self.over | self.hidden) == 0
    }
}

/// The bytes and what is known about them.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub data: Vec<u8>,
    pub chunks: Vec<Chunk>,
    pub overlays: Overlays,
}

impl Arena {
    pub(crate) fn new() -> Arena {
        Arena { data: Vec::new(), chunks: Vec::new(), overlays: Overlays::new() }
    }

    /// Makes room for `pages` pages.
    #[inline]
    pub(crate) fn reserve_pages(&mut self, pages: u32) {
        let chunks = pages as usize * PAGE_CHUNKS;
        if self.chunks.len() < chunks {
            self.grow(chunks);
        }
    }

    #[cold]
    fn grow(&mut self, chunks: usize) {
        self.chunks.resize(chunks, Chunk::default());
        self.data.resize(chunks * CHUNK, 0);
    }

    /// The words of a chunk, little-endian whatever the target: hashes and journals want numbers, not meanings.
    #[inline]
    pub(crate) fn words(&self, chunk: usize) -> [u64; 8] {
        let bytes = &self.data[chunk * CHUNK..chunk * CHUNK + CHUNK];
        let mut words = [0u64; 8];
        for (word, part) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*part);
        }
        words
    }

    #[inline]
    pub(crate) fn set_words(&mut self, chunk: usize, words: &[u64; 8]) {
        let bytes = &mut self.data[chunk * CHUNK..chunk * CHUNK + CHUNK];
        for (word, part) in words.iter().zip(bytes.as_chunks_mut::<8>().0) {
            *part = word.to_le_bytes();
        }
    }

    #[inline]
    pub(crate) fn runs(&self, chunk: usize) -> &[Run] {
        self.overlays.get(self.chunks[chunk].overlay)
    }

    /// Replaces the runs of a chunk, and with them `over`.
    pub(crate) fn set_runs(&mut self, chunk: usize, runs: &[Run]) {
        let here = &mut self.chunks[chunk];
        if here.over == 0 && runs.is_empty() {
            return;
        }
        here.over = runs.iter().fold(0, |mask, run| mask | run.mask());
        let list = self.overlays.get_mut(&mut here.overlay);
        list.clear();
        list.extend_from_slice(runs);
        self.overlays.release_if_empty(&mut here.overlay);
    }

    /// Takes what the bytes `from .. from + len` were away: they become uninitialised, and zero.
    pub(crate) fn erase(&mut self, chunk: usize, from: usize, len: usize) {
        self.uncover(chunk, from, len);
        let here = &mut self.chunks[chunk];
        here.plain &= !span(from, len);
        let at = chunk * CHUNK + from;
        self.data[at..at + len].fill(0);
    }

    /// Cuts runs out of `from .. from + len`.
    #[inline]
    pub(crate) fn uncover(&mut self, chunk: usize, from: usize, len: usize) {
        let here = &mut self.chunks[chunk];
        if here.over & span(from, len) != 0 {
            let list = self.overlays.get_mut(&mut here.overlay);
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
        let list = self.overlays.get_mut(&mut here.overlay);
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
        let at = chunk * CHUNK + from;
        self.data[at..at + len].fill(0);
    }

    /// Makes a chunk blank.
    #[inline]
    pub(crate) fn blank(&mut self, chunk: usize) {
        self.set_runs(chunk, &[]);
        let here = &mut self.chunks[chunk];
        here.plain = 0;
        here.hidden = 0;
        self.set_words(chunk, &[0; 8]);
    }
}
