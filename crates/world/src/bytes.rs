//! Bytes of files, pipes and buffers, some of which are terms: not decided, and opaque here.
//!
//! Plain bytes lie together, as everywhere; terms stand beside them, by position. So what has none costs what bytes
//! cost. Whoever makes terms of values also replaces them once they are decided (`World::replace_terms`), and keeps
//! what they are about as long as one is left (`World::each_term`).
//!
//! Invariant: where a term stands, the plain byte is 0. So equal contents are equal values.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A term of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermByte {
    /// Which one.
    pub id: u32,
    /// A hash of it that does not depend on the numbers of terms, which are others in another process.
    pub hash: u64,
}

impl Hash for TermByte {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// A byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// A number.
    Plain(u8),
    /// Not decided.
    Term(TermByte),
}

impl From<u8> for Byte {
    fn from(byte: u8) -> Byte {
        Byte::Plain(byte)
    }
}

type Terms = BTreeMap<usize, TermByte>;

/// Bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bytes {
    plain: Vec<u8>,
    terms: Terms,
}

impl From<Vec<u8>> for Bytes {
    fn from(plain: Vec<u8>) -> Bytes {
        Bytes { plain, terms: Terms::new() }
    }
}

impl From<Byte> for Bytes {
    fn from(byte: Byte) -> Bytes {
        let mut bytes = Bytes::new();
        bytes.push(byte);
        bytes
    }
}

impl Bytes {
    /// No bytes.
    pub const fn new() -> Bytes {
        Bytes { plain: Vec::new(), terms: Terms::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.plain.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }

    /// Whether all of them are numbers.
    pub fn is_plain(&self) -> bool {
        self.terms.is_empty()
    }

    /// The numbers, with 0 for what is not decided.
    pub fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// What is not decided, with its position.
    pub fn terms(&self) -> impl Iterator<Item = (usize, TermByte)> + '_ {
        self.terms.iter().map(|(&at, &term)| (at, term))
    }

    /// One of them.
    pub fn get(&self, at: usize) -> Option<Byte> {
        let &plain = self.plain.get(at)?;
        match self.terms.get(&at) {
            Some(&term) => Some(Byte::Term(term)),
            None => Some(Byte::Plain(plain)),
        }
    }

    /// All of them, one by one.
    pub fn iter(&self) -> impl Iterator<Item = Byte> + '_ {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// All of them.
    pub fn whole(&self) -> Slice<'_> {
        self.part(0..self.len())
    }

    /// Some of them; fewer at the end.
    pub fn part(&self, range: Range<usize>) -> Slice<'_> {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        let terms = (!self.terms.is_empty()).then_some((&self.terms, start));
        Slice { plain: &self.plain[start..end], terms }
    }

    /// Adds one.
    pub fn push(&mut self, byte: Byte) {
        if let Byte::Term(term) = byte {
            self.terms.insert(self.plain.len(), term);
        }
        self.plain.push(if let Byte::Plain(byte) = byte { byte } else { 0 });
    }

    /// Takes the last one away.
    pub fn pop(&mut self) -> Option<Byte> {
        let last = self.get(self.len().checked_sub(1)?);
        self.truncate(self.len() - 1);
        last
    }

    /// Adds several.
    pub fn extend(&mut self, more: Slice<'_>) {
        let end = self.len();
        self.plain.extend_from_slice(more.plain);
        self.terms.extend(more.terms().map(|(at, term)| (end + at, term)));
    }

    /// Keeps the first ones.
    pub fn truncate(&mut self, count: usize) {
        self.plain.truncate(count);
        if !self.terms.is_empty() {
            self.terms.split_off(&count);
        }
    }

    /// Makes it as many, with zeros for what is new.
    pub fn resize(&mut self, count: usize) {
        self.truncate(count);
        self.plain.resize(count, 0);
    }

    /// Takes the first ones away.
    pub fn take_front(&mut self, count: usize) -> Bytes {
        let rest = self.split_off(count);
        std::mem::replace(self, rest)
    }

    /// Takes those from a position on away.
    pub fn split_off(&mut self, at: usize) -> Bytes {
        let at = at.min(self.len());
        let terms = if self.terms.is_empty() { Terms::new() } else { self.terms.split_off(&at) };
        let terms = terms.into_iter().map(|(position, term)| (position - at, term)).collect();
        Bytes { plain: self.plain.split_off(at), terms }
    }

    /// Writes over what is at a position; what lies between the end and there is zero.
    pub fn write(&mut self, at: usize, bytes: Slice<'_>) {
        let end = at + bytes.len();
        if self.plain.len() < end {
            self.plain.resize(end, 0);
        }
        self.plain[at..end].copy_from_slice(bytes.plain);
        if !self.terms.is_empty() {
            self.terms.retain(|position, _| !(at..end).contains(position));
        }
        self.terms.extend(bytes.terms().map(|(position, term)| (at + position, term)));
    }

    /// Sets one that is there.
    pub fn set(&mut self, at: usize, byte: Byte) {
        match byte {
            Byte::Plain(byte) => {
                self.plain[at] = byte;
                self.terms.remove(&at);
            }
            Byte::Term(term) => {
                self.plain[at] = 0;
                self.terms.insert(at, term);
            }
        }
    }

    /// The numbers, with something else for what is not decided, for those who read them.
    pub fn shown(&self, instead: u8) -> Vec<u8> {
        let mut shown = self.plain.clone();
        self.terms.keys().for_each(|&at| shown[at] = instead);
        shown
    }

    /// Replaces terms. Whether any was.
    pub(crate) fn replace_terms(&mut self, new: &mut dyn FnMut(TermByte) -> Option<Byte>) -> bool {
        let changed: Vec<(usize, Byte)> =
            self.terms.iter().filter_map(|(&at, &term)| Some((at, new(term)?))).collect();
        changed.iter().for_each(|&(at, byte)| self.set(at, byte));
        !changed.is_empty()
    }
}

/// Some bytes of others.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a> {
    plain: &'a [u8],
    /// Where the terms are, and the position there of the first byte.
    terms: Option<(&'a Terms, usize)>,
}

impl<'a> From<&'a [u8]> for Slice<'a> {
    fn from(plain: &'a [u8]) -> Slice<'a> {
        Slice { plain, terms: None }
    }
}

impl<'a> Slice<'a> {
    /// Whether all of them are numbers.
    pub fn is_plain(self) -> bool {
        self.terms().next().is_none()
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.plain.len()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.plain.is_empty()
    }

    /// The numbers, with 0 for what is not decided.
    pub fn plain(self) -> &'a [u8] {
        self.plain
    }

    /// What is not decided, with its position.
    pub fn terms(self) -> impl Iterator<Item = (usize, TermByte)> + 'a {
        let (count, terms) = (self.plain.len(), self.terms);
        terms.into_iter().flat_map(move |(terms, start)| {
            terms.range(start..start + count).map(move |(&at, &term)| (at - start, term))
        })
    }

    /// The first ones, and the rest.
    pub fn split_at(self, at: usize) -> (Slice<'a>, Slice<'a>) {
        let (first, rest) = self.plain.split_at(at);
        let behind = self.terms.map(|(terms, start)| (terms, start + at));
        (Slice { plain: first, terms: self.terms }, Slice { plain: rest, terms: behind })
    }

    /// The first ones, if there are so many.
    pub fn up_to(self, most: usize) -> Slice<'a> {
        self.split_at(most.min(self.len())).0
    }

    /// A copy.
    pub fn to_bytes(self) -> Bytes {
        let mut bytes = Bytes::new();
        bytes.extend(self);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(id: u32) -> Byte {
        Byte::Term(TermByte { id, hash: id.into() })
    }

    /// Every operation agrees with the same one on a list of bytes.
    #[test]
    fn bytes_are_a_list() {
        let mut seed = 7u32;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % most
        };
        let (mut bytes, mut list): (Bytes, Vec<Byte>) = (Bytes::new(), Vec::new());
        for round in 0..20_000u32 {
            let (at, count) = (below(list.len() + 1), below(4));
            let new: Vec<Byte> = (0..count)
                .map(|_| if below(2) == 0 { term(round) } else { Byte::Plain(round as u8) })
                .collect();
            let mut more = Bytes::new();
            new.iter().for_each(|&it| more.push(it));
            match below(9) {
                0 => {
                    bytes.extend(more.whole());
                    list.extend(&new);
                }
                1 => {
                    bytes.truncate(at);
                    list.truncate(at);
                }
                2 => {
                    let front: Vec<Byte> = bytes.take_front(at).iter().collect();
                    assert_eq!(front, list.drain(..at).collect::<Vec<_>>());
                }
                3 => {
                    bytes.write(at + 1, more.whole());
                    list.resize(list.len().max(at + 1 + count), Byte::Plain(0));
                    list[at + 1..at + 1 + count].copy_from_slice(&new);
                }
                4 => assert_eq!(bytes.pop(), list.pop()),
                5 => {
                    let behind: Vec<Byte> = bytes.split_off(at).iter().collect();
                    assert_eq!(behind, list.split_off(at));
                }
                6 => {
                    bytes.resize(at + 2);
                    list.resize(at + 2, Byte::Plain(0));
                }
                7 => {
                    bytes.replace_terms(&mut |it| (it.id % 3 == 0).then_some(Byte::Plain(9)));
                    let is = |it: &Byte| matches!(it, Byte::Term(it) if it.id % 3 == 0);
                    list.iter_mut().filter(|it| is(it)).for_each(|it| *it = Byte::Plain(9));
                }
                _ => {
                    let (first, rest) = bytes.part(at..list.len()).split_at((list.len() - at) / 2);
                    let mut both = first.to_bytes();
                    both.extend(rest);
                    assert_eq!(both.iter().collect::<Vec<_>>(), list[at..]);
                }
            }
            assert_eq!(bytes.iter().collect::<Vec<_>>(), list);
            assert!(bytes.terms().all(|(at, _)| bytes.plain()[at] == 0));
            if list.len() > 40 {
                bytes.truncate(0);
                list.clear();
            }
        }
    }
}
