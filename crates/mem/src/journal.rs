//! Delta saving: `mark`, `rewind`, `forget`.
//!
//! The first write to a chunk after a mark copies the chunk (and the first change of an object its record) to the
//! *open* part of the journal. The next mark closes that part: what was copied is compared with what is there now, and
//! only the words that changed are kept (`log`). So a saved state costs bytes in proportion to what was really
//! modified. Rewinding undoes the open part and then the closed segments, newest first (`undo`).
//!
//! Invariants: within a segment a chunk or object occurs at most once and holds its value at the segment's start, so
//! entries can be undone in any order; free slots, unused numbers and the claims of chunks follow from the object
//! records and are rebuilt from them; the pages made since a mark are cut off again.

mod log;
mod undo;

use crate::chunk::{Arena, Chunk};
use crate::memory::Memory;
use crate::object::Object;
use crate::overlay::{Overlays, Run};
use log::{SavedChunk, write_chunk, write_end, write_object};

/// A state to which [`Memory::rewind`] can return.
///
/// A mark is valid until the memory is rewound to an older one, it is forgotten, or a snapshot is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    depth: u32,
    /// Tells it from other marks that were once at this depth.
    serial: u32,
}

/// What a mark remembers.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The first segment to undo.
    segment: u32,
    /// Pages of the arena at the mark.
    pages: u32,
    serial: u32,
    /// Whether the fingerprint was up to date at the mark. If so, a rewind brings it up to date again.
    current: bool,
}

/// What it takes to return to marked states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    /// Clock at the start of the open part: what is stamped earlier is not in it yet.
    opened: u64,
    /// The open part: chunks, their runs one after the other, and records.
    chunks: Vec<SavedChunk>,
    runs: Vec<Run>,
    objects: Vec<(u32, Object)>,
    /// The closed parts.
    log: Vec<u8>,
    /// Where each segment starts in the log; the last one also owns the open part.
    segments: Vec<u64>,
    frames: Vec<Frame>,
}

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
        write_end(&mut self.log);
        for (id, old) in &self.objects {
            if !old.same_state(&objects[*id as usize]) {
                write_object(&mut self.log, *id, old);
            }
        }
        write_end(&mut self.log);
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

impl Memory {
    /// Saves the current state on the stack of marked states.
    pub fn mark(&mut self) -> Mark {
        self.journal.close(&self.arena, &self.objects);
        let current = self.is_graph_current();
        self.graph.undo.start(current, self.graph.total);
        let journal = &mut self.journal;
        let segment = journal.segments.len() as u32;
        let serial = self.clock as u32;
        journal.frames.push(Frame { segment, pages: self.occupancy.slots.pages(), serial, current });
        journal.segments.push(journal.log.len() as u64);
        self.clock += 1;
        self.journal.opened = self.clock;
        if let Some(placement) = &mut self.placement {
            placement.save();
        }
        self.last_mark().expect("just made")
    }

    /// Returns to a marked state. The mark stays valid; marks made after it are gone.
    ///
    /// # Panics
    /// When the mark is not on the stack any more: a mistake of the caller.
    pub fn rewind(&mut self, mark: Mark) {
        let frame = self.journal.frame(mark);
        self.replicas.lose();
        if self.graph.undo.valid && self.journal.segments.len() == frame.segment as usize + 1 {
            self.undo_open_part(frame);
        } else {
            self.undo_segments(frame);
            self.journal.frames.truncate(mark.depth as usize + 1);
        }
        if let Some(placement) = &mut self.placement {
            placement.return_to(mark.depth as usize);
        }
        self.clock += 1;
        self.journal.opened = self.clock;
    }

    /// Removes a mark, and those made after it, from the stack; the current state stays what it is. What was saved
    /// since stays too, as part of the mark before; without marks the journal is empty.
    ///
    /// # Panics
    /// When the mark is not on the stack any more: a mistake of the caller.
    pub fn forget(&mut self, mark: Mark) {
        self.journal.frame(mark);
        self.journal.frames.truncate(mark.depth as usize);
        self.graph.undo.start(false, 0);
        if let Some(placement) = &mut self.placement {
            placement.forget_from(mark.depth as usize);
        }
        if self.journal.frames.is_empty() {
            self.journal.clear();
        }
    }

    /// Removes all marks.
    pub fn forget_all(&mut self) {
        if let Some(placement) = &mut self.placement {
            placement.forget_from(0);
        }
        self.graph.undo.start(false, 0);
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
}
