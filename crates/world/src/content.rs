//! What is in a file in memory: bytes in pages that copies share until one of them changes.
//!
//! So a copy of a state keeps those pages that the file has changed since, a page is hashed once, and which pages two
//! states of a file have in common is seen without looking at bytes: memory that shares a file lives on that.
//!
//! Invariants: all pages but the last are full; bytes behind the end are 0; where a term stands, the plain byte is 0.
//! So equal contents are equal values.

use crate::bytes::{Byte, Bytes, Slice, TermByte};
use crate::state::Hashed;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Bytes of a page: as many as are hashed fast (xxh3 has another way for more than 240), in whole chunks of memory.
const PAGE: usize = 192;

type Page = Arc<Hashed<[u8; PAGE]>>;

/// The bytes of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Content {
    pages: Vec<Page>,
    len: usize,
    /// What is not decided, by position.
    terms: BTreeMap<usize, TermByte>,
}

impl From<Bytes> for Content {
    fn from(bytes: Bytes) -> Content {
        let mut content = Content::default();
        content.write(0, bytes.whole());
        content
    }
}

impl Content {
    /// How many bytes there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether all of them are numbers.
    pub(super) fn is_plain(&self) -> bool {
        self.terms.is_empty()
    }

    /// What is not decided, with its position.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, TermByte)> + '_ {
        self.terms.iter().map(|(&at, &term)| (at, term))
    }

    /// Some of the bytes; fewer at the end.
    pub(super) fn read(&self, at: u64, count: usize) -> Bytes {
        let start = at.min(self.len as u64) as usize;
        let range = start..start.saturating_add(count).min(self.len);
        let mut plain = Vec::with_capacity(range.len());
        for (_, part) in self.parts(range.clone(), None) {
            plain.extend_from_slice(part);
        }
        let mut bytes = Bytes::from(plain);
        for (&position, &term) in self.terms.range(range) {
            bytes.set(position - start, Byte::Term(term));
        }
        bytes
    }

    /// The numbers in a range, page by page, with 0 for what is not decided, each with its position; those that may be
    /// others than in an earlier content.
    pub(super) fn parts<'a>(
        &'a self,
        range: Range<usize>,
        before: Option<&'a Content>,
    ) -> impl Iterator<Item = (usize, &'a [u8])> {
        let range = range.start..range.end.min(self.len);
        let pages = range.start / PAGE..range.end.div_ceil(PAGE).max(range.start / PAGE);
        let is_same = move |page: usize| {
            let old = before.and_then(|it| it.pages.get(page));
            old.is_some_and(|old| Arc::ptr_eq(old, &self.pages[page]))
        };
        pages.filter(move |&page| !is_same(page)).map(move |page| {
            let (start, end) = ((page * PAGE).max(range.start), ((page + 1) * PAGE).min(range.end));
            (start, &self.pages[page][start - page * PAGE..end - page * PAGE])
        })
    }

    /// Writes over what is at a position; what lies between the end and there is zero.
    pub(super) fn write(&mut self, at: usize, bytes: Slice<'_>) {
        let end = at + bytes.len();
        if self.len < end {
            self.grow(end);
        }
        let mut left = bytes.plain();
        let mut position = at;
        while !left.is_empty() {
            let (page, within) = (position / PAGE, position % PAGE);
            let (part, rest) = left.split_at(left.len().min(PAGE - within));
            Arc::make_mut(&mut self.pages[page])[within..within + part.len()].copy_from_slice(part);
            position += part.len();
            left = rest;
        }
        if !self.terms.is_empty() {
            self.terms.retain(|position, _| !(at..end).contains(position));
        }
        self.terms.extend(bytes.terms().map(|(position, term)| (at + position, term)));
    }

    fn grow(&mut self, len: usize) {
        self.pages.resize_with(len.div_ceil(PAGE), || Arc::new(Hashed::new([0; PAGE])));
        self.len = len;
    }

    /// Makes it as many, with zeros for what is new.
    pub(super) fn resize(&mut self, len: usize) {
        if len >= self.len {
            return self.grow(len);
        }
        self.pages.truncate(len.div_ceil(PAGE));
        if !len.is_multiple_of(PAGE) {
            let last = self.pages.last_mut().expect("a byte of it is left");
            Arc::make_mut(last)[len % PAGE..].fill(0);
        }
        self.len = len;
        self.terms.split_off(&len);
    }

    /// Sets one that is there.
    pub(super) fn set(&mut self, at: usize, byte: Byte) {
        self.write(at, Bytes::from(byte).whole());
    }

    /// Replaces terms. Whether any was.
    pub(super) fn replace_terms(&mut self, new: &mut dyn FnMut(TermByte) -> Option<Byte>) -> bool {
        let changed: Vec<(usize, Byte)> =
            self.terms.iter().filter_map(|(&at, &term)| Some((at, new(term)?))).collect();
        changed.iter().for_each(|&(at, byte)| self.set(at, byte));
        !changed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation agrees with the same one on bytes that lie together, and equal contents have equal hashes.
    #[test]
    fn content_is_bytes() {
        let mut seed = 11u32;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % most
        };
        let (mut content, mut bytes) = (Content::default(), Bytes::new());
        for round in 0..6_000u32 {
            let at = below(bytes.len() + 2 * PAGE);
            let mut more = Bytes::from(vec![round as u8; below(3 * PAGE)]);
            if below(3) == 0 && !more.is_empty() {
                let term = TermByte { id: round, hash: round.into() };
                more.set(below(more.len()), Byte::Term(term));
            }
            let old = content.clone();
            match below(5) {
                0 | 1 => {
                    content.write(at, more.whole());
                    // What is not there is not extended by nothing.
                    let end = bytes.len().max(at + more.len());
                    bytes.resize(end);
                    bytes.write(at, more.whole());
                }
                2 => {
                    content.resize(at);
                    bytes.resize(at);
                }
                3 => {
                    let mut new = |it: TermByte| it.id.is_multiple_of(2).then_some(Byte::Plain(3));
                    assert_eq!(content.replace_terms(&mut new), bytes.replace_terms(&mut new));
                }
                _ if at < bytes.len() => {
                    content.set(at, Byte::Plain(9));
                    bytes.set(at, Byte::Plain(9));
                }
                _ => {}
            }
            let count = below(2 * PAGE);
            assert_eq!(
                content.read(at as u64, count),
                bytes.part(at..at + count).to_bytes(),
                "round {round}"
            );
            assert_eq!((content.len(), content.is_plain()), (bytes.len(), bytes.is_plain()));
            let again = Content::from(bytes.clone());
            let print = crate::state::print_of;
            assert_eq!((&content, print(&content)), (&again, print(&again)));
            // What differs from an earlier content is among the parts that may.
            let mut shown = old.read(0, old.len()).plain().to_vec();
            shown.resize(content.len(), 0);
            for (start, part) in content.parts(0..content.len(), Some(&old)) {
                shown[start..start + part.len()].copy_from_slice(part);
            }
            assert_eq!(shown, content.read(0, content.len()).plain());
            if content.len() > 20 * PAGE {
                content.resize(0);
                bytes.truncate(0);
            }
        }
    }
}
