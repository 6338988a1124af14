//! The closed part of the journal as bytes: only what changed, in a form that is read once and dropped.
//!
//! A segment is a sequence of parts, each of them chunk entries and then object entries, both ended by `u32::MAX`. A
//! chunk entry holds the words, masks and runs that differ from what was there when the part was closed.
//!
//! Invariant: the log never leaves the process, so reading it back trusts it.

use crate::chunk::Arena;
use crate::extent::Extent;
use crate::object::{Life, Object, ObjectFlags, Site, Storage};
use crate::overlay::Run;
use crate::owner::Owner;
use crate::value::Opaque;

/// A chunk as it was at the last mark.
#[derive(Clone, Debug)]
pub(super) struct SavedChunk {
    pub(super) chunk: u32,
    /// How many of the saved runs are its own.
    pub(super) runs: u32,
    pub(super) plain: u64,
    pub(super) hidden: u64,
    pub(super) words: [[u8; 8]; 8],
}

/// Ends a list of entries; no chunk or object has this number.
const END: u32 = u32::MAX;

/// In the flags of a chunk entry: the chunk was blank.
const BLANK: u8 = 1;
/// In the flags of a chunk entry: it holds the old mask of plain bytes.
const PLAIN: u8 = 2;
/// In the flags of a chunk entry: it holds the old mask of hidden bytes.
const HIDDEN: u8 = 4;
/// In the flags of a chunk entry: it holds the old runs.
const RUNS: u8 = 8;

/// Ends the chunk entries, or the object entries, of a part.
pub(super) fn write_end(log: &mut Vec<u8>) {
    log.extend_from_slice(&END.to_le_bytes());
}

/// Writes what of a chunk differs from now.
#[inline]
pub(super) fn write_chunk(log: &mut Vec<u8>, old: &SavedChunk, old_runs: &[Run], arena: &Arena) {
    let chunk = old.chunk as usize;
    let now = &arena.chunks[chunk];
    let words = now.words();
    let same_runs = now.over == 0 && old_runs.is_empty() || arena.runs(chunk) == old_runs;
    let changed = (0..8).fold(0u8, |mask, i| mask | (u8::from(words[i] != old.words[i]) << i));
    if old.plain | old.hidden == 0 && old_runs.is_empty() {
        if now.is_blank() {
            return;
        }
        log.extend_from_slice(&old.chunk.to_le_bytes());
        log.extend_from_slice(&[BLANK, 0]);
        return;
    }
    let mut flags = if old.plain == now.plain { 0 } else { PLAIN };
    flags |= if old.hidden == now.hidden { 0 } else { HIDDEN };
    flags |= if same_runs { 0 } else { RUNS };
    if flags == 0 && changed == 0 {
        return;
    }
    log.extend_from_slice(&old.chunk.to_le_bytes());
    log.extend_from_slice(&[flags, changed]);
    let mut rest = changed;
    while rest != 0 {
        log.extend_from_slice(&old.words[rest.trailing_zeros() as usize]);
        rest &= rest - 1;
    }
    if flags & PLAIN != 0 {
        log.extend_from_slice(&old.plain.to_le_bytes());
    }
    if flags & HIDDEN != 0 {
        log.extend_from_slice(&old.hidden.to_le_bytes());
    }
    if flags & RUNS != 0 {
        log.push(old_runs.len() as u8);
        for run in old_runs {
            log.extend_from_slice(&run.value.to_le_bytes());
            log.extend_from_slice(&run.id.to_le_bytes());
            log.extend_from_slice(&[run.start, run.len, run.first, run.tag]);
        }
    }
}

/// Writes a record.
pub(super) fn write_object(log: &mut Vec<u8>, id: u32, old: &Object) {
    log.extend_from_slice(&id.to_le_bytes());
    log.push(old.life as u8);
    if old.life == Life::Unused {
        return;
    }
    for number in [old.base, old.size, old.capacity, old.start, old.root_name] {
        log.extend_from_slice(&number.to_le_bytes());
    }
    log.extend_from_slice(&old.alloc_site.0.to_le_bytes());
    log.extend_from_slice(&old.free_site.0.to_le_bytes());
    log.extend_from_slice(&old.owner.0.to_le_bytes());
    log.extend_from_slice(&[old.kind as u8, old.align, old.flags.to_bits(), old.extent.is_some().into()]);
    if let Some(Extent { size, zeroed }) = old.extent {
        log.extend_from_slice(&size.id.to_le_bytes());
        log.extend_from_slice(&size.hash.to_le_bytes());
        log.push(zeroed.into());
    }
}

/// Reads parts back.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl Reader<'_> {
    /// Whether there are no more parts.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of the next entry, `None` at the end of the list.
    #[inline]
    pub(super) fn next_number(&mut self) -> Option<u32> {
        let number = self.u32();
        (number != END).then_some(number)
    }

    /// Gives a chunk back what its entry holds; `runs` is scratch space.
    #[inline]
    pub(super) fn restore_chunk(&mut self, arena: &mut Arena, chunk: usize, runs: &mut Vec<Run>) {
        let [flags, changed] = self.bytes();
        if flags & BLANK != 0 {
            arena.blank(chunk);
            return;
        }
        let here = &mut arena.chunks[chunk];
        let mut rest = changed;
        while rest != 0 {
            here.words_mut()[rest.trailing_zeros() as usize] = self.bytes();
            rest &= rest - 1;
        }
        if flags & PLAIN != 0 {
            here.plain = self.u64();
        }
        if flags & HIDDEN != 0 {
            here.hide(self.u64());
        }
        if flags & RUNS != 0 {
            let [count] = self.bytes();
            runs.clear();
            runs.extend((0..count).map(|_| self.run()));
            arena.set_runs(chunk, runs);
        }
    }

    #[inline]
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk::<N>().expect("the log is whole");
        self.0 = rest;
        *head
    }

    #[inline]
    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    #[inline]
    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    fn run(&mut self) -> Run {
        let (value, id) = (self.u64(), self.u32());
        let [start, len, first, tag] = self.bytes();
        Run { value, id, start, len, first, tag }
    }

    /// The record of an object entry.
    pub(super) fn object(&mut self) -> Object {
        let [life] = self.bytes();
        if life == Life::Unused as u8 {
            return Object::UNUSED;
        }
        let mut object = Object {
            life: Life::ALL[life as usize],
            base: self.u64(),
            size: self.u64(),
            capacity: self.u64(),
            start: self.u64(),
            root_name: self.u64(),
            alloc_site: Site(self.u32()),
            free_site: Site(self.u32()),
            owner: Owner(self.u32()),
            ..Object::UNUSED
        };
        let [kind, align, flags, has_extent] = self.bytes();
        object.kind = Storage::ALL[kind as usize];
        object.align = align;
        object.flags = ObjectFlags::from_bits(flags);
        if has_extent != 0 {
            let size = Opaque { id: self.u32(), hash: self.u64() };
            let [zeroed] = self.bytes();
            object.extent = Some(Extent { size, zeroed: zeroed != 0 });
        }
        object
    }
}
