//! Delta saving: `mark`, `rewind`, `forget`.
//!
//! The first write to a chunk after a mark copies the chunk (and the first change of an object its record) to the *open*
//! part of the journal. The next mark closes that part: what was copied is compared with what is there now and only the
//! words that changed are kept, so a saved state costs bytes in proportion to what was really modified. Rewinding undoes
//! the open part and then closed segments, newest first. This is the seed's delta saving (push, backtrack, pop) at the
//! granularity of words instead of values.
//!
//! Invariants: within a segment a chunk or object occurs at most once and holds its value at the segment's start, so
//! entries can be undone in any order; free places, unused numbers and owners of chunks follow from the object records and
//! are rebuilt from them; the pages made since a mark are cut off again.

use crate::chunk::{self, Arena, Chunk, DIRTY};
use crate::memory::Memory;
use crate::object::{Life, Object, Site, Storage};
use crate::overlay::{Overlays, Run};
use crate::owner::Owner;
use crate::places::CHUNK;

/// A state to which [`Memory::rewind`] can return.
///
/// A mark is valid until the memory is rewound to an older one, it is forgotten, or a snapshot is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    depth: u32,
    /// Tells it from other marks that were once at this depth.
    serial: u32,
}

/// A chunk as it was.
#[derive(Clone, Debug)]
struct SavedChunk {
    chunk: u32,
    runs: u32,
    plain: u64,
    hidden: u64,
    words: [[u8; 8]; 8],
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The first segment to undo.
    segment: u32,
    /// Pages of the arena at the mark.
    pages: u32,
    serial: u32,
    /// Whether the fingerprint was up to date at the mark, so that it is wanted to be after a rewind.
    current: bool,
}

/// What it takes to return to marked states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    /// Clock at the start of the open part: what is stamped earlier is not in it yet.
    opened: u64,
    chunks: Vec<SavedChunk>,
    runs: Vec<Run>,
    objects: Vec<(u32, Object)>,
    log: Vec<u8>,
    /// Where each segment starts in the log; the last one also owns the open part.
    segments: Vec<u64>,
    frames: Vec<Frame>,
}

/// In the flags of a closed chunk entry: the chunk was blank.
const BLANK: u8 = 1;
const PLAIN: u8 = 2;
const HIDDEN: u8 = 4;
const RUNS: u8 = 8;

impl Journal {
    /// Whether something last stamped at `stamp` must be saved before it changes.
    #[inline]
    pub(crate) fn wants(&self, stamp: u64) -> bool {
        stamp < self.opened
    }

    #[inline]
    pub(crate) fn save_chunk(&mut self, here: &Chunk, overlays: &Overlays, chunk: u32) {
        let runs = if here.over == 0 { 0 } else { self.save_runs(overlays.get(here.overlay)) };
        // Not pushed: that would copy it twice, because making room comes between.
        self.chunks.extend(std::iter::once_with(|| SavedChunk {
            chunk,
            runs,
            plain: here.plain,
            hidden: here.hidden,
            words: *here.words(),
        }));
    }

    #[inline(never)]
    fn save_runs(&mut self, runs: &[Run]) -> u32 {
        self.runs.extend_from_slice(runs);
        runs.len() as u32
    }

    #[inline]
    pub(crate) fn save_object(&mut self, id: u32, object: &Object) {
        self.objects.push((id, *object));
    }

    /// Bytes the journal occupies.
    pub(crate) fn bytes(&self) -> usize {
        self.log.len()
            + self.segments.len() * size_of::<u64>()
            + self.frames.len() * size_of::<Frame>()
            + self.chunks.len() * size_of::<SavedChunk>()
            + self.runs.len() * size_of::<Run>()
            + self.objects.len() * size_of::<(u32, Object)>()
    }

    /// Whether the open part is empty.
    fn is_open_part_empty(&self) -> bool {
        self.chunks.is_empty() && self.objects.is_empty()
    }

    /// Writes the open part to the log, as far as it differs from now.
    fn close(&mut self, arena: &Arena, objects: &[Object]) {
        if self.is_open_part_empty() {
            return;
        }
        let mut runs = &self.runs[..];
        for saved in &self.chunks {
            let (old_runs, rest) = runs.split_at(saved.runs as usize);
            runs = rest;
            write_chunk(&mut self.log, saved, old_runs, arena);
        }
        self.log.extend_from_slice(&u32::MAX.to_le_bytes());
        for (id, old) in &self.objects {
            if !old.same_state(&objects[*id as usize]) {
                write_object(&mut self.log, *id, old);
            }
        }
        self.log.extend_from_slice(&u32::MAX.to_le_bytes());
        self.clear_open_part();
    }

    fn clear_open_part(&mut self) {
        self.chunks.clear();
        self.runs.clear();
        self.objects.clear();
    }

    /// The frame of a valid mark.
    #[inline]
    fn frame(&self, mark: Mark) -> Frame {
        match self.frames.get(mark.depth as usize) {
            Some(frame) if frame.serial == mark.serial => *frame,
            _ => panic!("the mark is not valid any more"),
        }
    }

    fn clear(&mut self) {
        self.opened = 0;
        self.clear_open_part();
        self.log.clear();
        self.segments.clear();
        self.frames.clear();
    }
}

fn write_chunk(log: &mut Vec<u8>, old: &SavedChunk, old_runs: &[Run], arena: &Arena) {
    let chunk = old.chunk as usize;
    let now = &arena.chunks[chunk];
    let words = now.words();
    let same_runs = now.over == 0 && old_runs.is_empty() || arena.runs(chunk) == old_runs;
    let changed = (0..8).fold(0u8, |mask, i| mask | (u8::from(words[i] != old.words[i]) << i));
    let mut flags = 0;
    if old.plain | old.hidden == 0 && old_runs.is_empty() {
        if now.is_blank() {
            return;
        }
        log.extend_from_slice(&old.chunk.to_le_bytes());
        log.extend_from_slice(&[BLANK, 0]);
        return;
    }
    flags |= if old.plain == now.plain { 0 } else { PLAIN };
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

fn write_object(log: &mut Vec<u8>, id: u32, old: &Object) {
    log.extend_from_slice(&id.to_le_bytes());
    log.push(old.life as u8);
    if old.life == Life::Unused {
        return;
    }
    for number in [old.base, old.size, old.capacity, old.root_name] {
        log.extend_from_slice(&number.to_le_bytes());
    }
    log.extend_from_slice(&old.alloc_site.0.to_le_bytes());
    log.extend_from_slice(&old.free_site.0.to_le_bytes());
    log.extend_from_slice(&old.owner.0.to_le_bytes());
    let flags = u8::from(old.root)
        | u8::from(old.sealed) << 1
        | u8::from(old.leak_reported) << 2
        | u8::from(old.escaped) << 3
        | u8::from(old.shared) << 4
        | u8::from(old.exposed) << 5
        | u8::from(old.barred) << 6;
    log.extend_from_slice(&[old.kind as u8, old.align, flags]);
}

/// Reads back what `write_chunk` and `write_object` wrote, in this process: the log is trusted.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk::<N>().expect("the log is whole");
        self.0 = rest;
        *head
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    fn run(&mut self) -> Run {
        let (value, id) = (self.u64(), self.u32());
        let [start, len, first, tag] = self.bytes();
        Run { value, id, start, len, first, tag }
    }

    fn object(&mut self) -> Object {
        let [life] = self.bytes();
        if life == Life::Unused as u8 {
            return Object::UNUSED;
        }
        let mut object = Object {
            life: Life::ALL[life as usize],
            base: self.u64(),
            size: self.u64(),
            capacity: self.u64(),
            root_name: self.u64(),
            alloc_site: Site(self.u32()),
            free_site: Site(self.u32()),
            owner: Owner(self.u32()),
            ..Object::UNUSED
        };
        let [kind, align, flags] = self.bytes();
        object.kind = Storage::ALL[kind as usize];
        object.align = align;
        object.root = flags & 1 != 0;
        object.sealed = flags & 2 != 0;
        object.leak_reported = flags & 4 != 0;
        object.escaped = flags & 8 != 0;
        object.shared = flags & 16 != 0;
        object.exposed = flags & 32 != 0;
        object.barred = flags & 64 != 0;
        object
    }
}

impl Memory {
    /// Saves the current state on the stack of marked states.
    pub fn mark(&mut self) -> Mark {
        self.journal.close(&self.arena, &self.objects);
        let current = self.is_canon_current();
        self.canon.undo.start(current, self.canon.total);
        let journal = &mut self.journal;
        let segment = journal.segments.len() as u32;
        let serial = self.clock as u32;
        journal.frames.push(Frame { segment, pages: self.places.pages(), serial, current });
        journal.segments.push(journal.log.len() as u64);
        self.clock += 1;
        self.journal.opened = self.clock;
        if let Some(arranged) = &mut self.arranged {
            arranged.save();
        }
        self.last_mark().expect("just made")
    }

    /// Returns to a marked state. The mark stays valid; marks made after it are gone.
    ///
    /// # Panics
    /// When the mark is not on the stack any more: a mistake of the caller.
    pub fn rewind(&mut self, mark: Mark) {
        let frame = self.journal.frame(mark);
        if self.canon.undo.valid && self.journal.segments.len() == frame.segment as usize + 1 {
            // Only the open part is undone, and the log of hashes covers exactly that.
            let edges_too = self.undo_open_chunks(true);
            self.canon.undo_hashes();
            self.dirty_chunks.clear();
            if !self.journal.objects.is_empty() {
                self.undo_open_objects();
                self.undo_edges();
                self.canon_is_current();
                self.places.truncate(frame.pages);
            } else if edges_too {
                self.undo_edges();
            }
            self.journal.clear_open_part();
        } else {
            self.undo_segments(frame);
            self.journal.frames.truncate(mark.depth as usize + 1);
        }
        if let Some(arranged) = &mut self.arranged {
            arranged.return_to(mark.depth as usize);
        }
        self.clock += 1;
        self.journal.opened = self.clock;
    }

    /// Undoes everything since a frame was made.
    fn undo_segments(&mut self, frame: Frame) {
        self.undo_open_chunks(false);
        self.undo_open_objects();
        self.journal.clear_open_part();
        while self.journal.segments.len() > frame.segment as usize + 1 {
            let start = self.journal.segments.pop().expect("not empty") as usize;
            self.undo_log_from(start);
        }
        let start = self.journal.segments[frame.segment as usize] as usize;
        if self.journal.log.len() > start {
            self.undo_log_from(start);
        }
        self.places.truncate(frame.pages);
        if frame.current {
            self.update_canon();
        }
        self.canon.undo.start(frame.current, self.canon.total);
    }

    /// Removes a mark, and those made after it, from the stack; the current state stays what it is. What was saved since
    /// stays too, as part of the mark before (the seed's `pop` does the same); without marks the journal is empty.
    ///
    /// # Panics
    /// When the mark is not on the stack any more: a mistake of the caller.
    pub fn forget(&mut self, mark: Mark) {
        self.journal.frame(mark);
        self.journal.frames.truncate(mark.depth as usize);
        self.canon.undo.start(false, 0);
        if let Some(arranged) = &mut self.arranged {
            arranged.forget_from(mark.depth as usize);
        }
        if self.journal.frames.is_empty() {
            self.journal.clear();
        }
    }

    /// Removes all marks.
    pub fn forget_all(&mut self) {
        if let Some(arranged) = &mut self.arranged {
            arranged.forget_from(0);
        }
        self.canon.undo.start(false, 0);
        self.journal.clear();
    }

    /// Marked states on the stack.
    pub fn marks(&self) -> usize {
        self.journal.frames.len()
    }

    /// The newest mark.
    pub fn last_mark(&self) -> Option<Mark> {
        let frame = self.journal.frames.last()?;
        Some(Mark { depth: self.marks() as u32 - 1, serial: frame.serial })
    }

    /// Bytes that the saved states occupy.
    pub fn journal_bytes(&self) -> usize {
        self.journal.bytes()
    }

    /// Gives the chunks changed since the last mark their contents back; `quietly` if the hashes are put back as well, so
    /// that none is dirty then: what is dirty has changed since the mark, where nothing was. Says whether edges may have
    /// changed.
    #[inline(always)]
    fn undo_open_chunks(&mut self, quietly: bool) -> bool {
        let mut runs = &self.journal.runs[..];
        let mut news = 0;
        for saved in &self.journal.chunks {
            let at = saved.chunk as usize;
            self.shared.chunk_changed(at);
            let here = &mut self.arena.chunks[at];
            *here.words_mut() = saved.words;
            here.plain = saved.plain;
            here.hide(saved.hidden);
            if !quietly && here.news & DIRTY == 0 {
                here.news |= DIRTY;
                self.dirty_chunks.push(saved.chunk);
            }
            if here.over != 0 || saved.runs != 0 {
                let (old, rest) = runs.split_at(saved.runs as usize);
                runs = rest;
                self.arena.set_runs(at, old);
            }
            if quietly {
                let here = &mut self.arena.chunks[at];
                here.news &= chunk::RUNS;
                news |= here.news;
            }
        }
        news != 0
    }

    /// Gives the chunks changed since the last mark the edges that follow from their contents.
    #[inline(never)]
    fn undo_edges(&mut self) {
        self.canon.make_room(self.objects.len(), self.arena.chunks.len());
        for saved in &self.journal.chunks {
            if std::mem::take(&mut self.arena.chunks[saved.chunk as usize].news) & chunk::RUNS != 0 {
                self.canon.update_edges(&self.arena, saved.chunk);
            }
        }
        debug_assert!(self.canon.changes.is_empty(), "no name hangs on these edges");
    }

    /// Gives the objects changed since the last mark their records back.
    fn undo_open_objects(&mut self) {
        let objects = std::mem::take(&mut self.journal.objects);
        self.undo_objects(&objects);
        self.journal.objects = objects;
    }

    /// Undoes the closed part of the last segment and drops it from the log.
    fn undo_log_from(&mut self, start: usize) {
        let mut log = std::mem::take(&mut self.journal.log);
        let mut reader = Reader(&log[start..]);
        while !reader.0.is_empty() {
            self.undo_closed_chunks(&mut reader);
            let mut objects = Vec::new();
            loop {
                match reader.u32() {
                    u32::MAX => break,
                    id => objects.push((id, reader.object())),
                }
            }
            self.undo_objects(&objects);
        }
        log.truncate(start);
        self.journal.log = log;
    }

    fn undo_closed_chunks(&mut self, reader: &mut Reader<'_>) {
        let mut runs = Vec::new();
        loop {
            let chunk = match reader.u32() {
                u32::MAX => return,
                chunk => chunk as usize,
            };
            self.changed_back(chunk);
            let [flags, changed] = reader.bytes();
            if flags & BLANK != 0 {
                self.arena.blank(chunk);
                continue;
            }
            for i in (0..8).filter(|i| changed >> i & 1 != 0) {
                self.arena.chunks[chunk].data[i * 8..i * 8 + 8].copy_from_slice(&reader.bytes::<8>());
            }
            if flags & PLAIN != 0 {
                self.arena.chunks[chunk].plain = reader.u64();
            }
            if flags & HIDDEN != 0 {
                self.arena.chunks[chunk].hide(reader.u64());
            }
            if flags & RUNS != 0 {
                let [count] = reader.bytes();
                runs.clear();
                runs.extend((0..count).map(|_| reader.run()));
                self.arena.set_runs(chunk, &runs);
            }
        }
    }

    /// Notes that a chunk is about to get an old value back.
    #[inline]
    pub(crate) fn changed_back(&mut self, chunk: usize) {
        let here = &mut self.arena.chunks[chunk];
        if here.news & DIRTY == 0 {
            here.news |= DIRTY;
            self.dirty_chunks.push(chunk as u32);
        }
        self.shared.chunk_changed(chunk);
    }

    /// Gives objects their old records back, and rebuilds what follows from records.
    fn undo_objects(&mut self, saved: &[(u32, Object)]) {
        for &(id, _) in saved {
            self.leave_place(id);
        }
        for &(id, old) in saved {
            let record = &mut self.objects[id as usize];
            if !record.dirty {
                self.dirty_objects.push(id);
            }
            *record = Object { stamp: record.stamp, dirty: true, ..old };
            self.enter_place(id);
            self.shared.object_changed(id);
        }
    }

    /// Takes an object out of the tables that follow from its record.
    #[inline]
    pub(crate) fn leave_place(&mut self, id: u32) {
        let Object { life, base, .. } = self.objects[id as usize];
        match life {
            Life::Unused => return,
            Life::Live => self.live -= 1,
            Life::Freed | Life::OutOfScope => self.tombstones -= 1,
        }
        self.places.release(self.chunk_at(base) as u32);
    }

    /// Puts an object into the tables that follow from its record.
    pub(crate) fn enter_place(&mut self, id: u32) {
        let object = self.objects[id as usize];
        let Object { life, base, capacity, .. } = object;
        match life {
            Life::Unused => {
                self.unused.insert(id);
                return;
            }
            Life::Live => self.live += 1,
            Life::Freed | Life::OutOfScope => self.tombstones += 1,
        }
        self.unused.remove(id);
        let first = self.chunk_at(base) as u32;
        self.places.occupy(first);
        for chunk in first as usize..=first as usize + capacity as usize / CHUNK {
            // The same content under another owner is another state: its hash belongs to another object.
            if self.arena.chunks[chunk].owner() != id && !self.arena.chunks[chunk].is_blank() {
                self.changed_back(chunk);
            }
            let here = &mut self.arena.chunks[chunk];
            let number = chunk as u32 - first;
            if here.owner() != id || here.number != number {
                // Its runs may be the same, but are found at another place.
                here.news |= chunk::RUNS;
            }
            here.claim = object.claim(id);
            here.number = number;
        }
    }
}
