//! Going back: what a rewind does with the journal.
//!
//! There are two ways. To the newest mark, where the fingerprint was up to date and no name has changed since, the open
//! part is undone and the old hashes are put back with it (the undo log of `graph`). Otherwise everything that is
//! restored counts as changed, and the next fingerprint brings names and hashes up to date.

use super::Frame;
use super::log::Reader;
use crate::chunk::{self, CHANGED};
use crate::memory::Memory;
use crate::object::Object;

impl Memory {
    /// Undoes the open part, and the hashes with it: their undo log covers exactly that.
    #[inline(always)]
    pub(super) fn undo_open_part(&mut self, frame: Frame) {
        let edges_too = self.undo_open_chunks(true);
        self.graph.undo_hashes();
        self.dirty.chunks.clear();
        if !self.journal.objects.is_empty() {
            self.undo_open_objects();
            self.undo_edges();
            self.set_graph_current();
            self.occupancy.slots.truncate(frame.pages);
        } else if edges_too {
            self.undo_edges();
        }
        self.journal.clear_open_part();
    }

    /// Undoes everything since a frame was made.
    pub(super) fn undo_segments(&mut self, frame: Frame) {
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
        self.occupancy.slots.truncate(frame.pages);
        if frame.current {
            self.update_graph();
        }
        self.graph.undo.start(frame.current, self.graph.total);
    }

    /// Gives the chunks changed since the last mark their contents back, and says whether edges may have changed.
    ///
    /// `with_hashes` if the old hashes are put back, too. Then no chunk is dirty in the end: at the mark none was, and
    /// all that changed since is restored.
    #[inline(always)]
    fn undo_open_chunks(&mut self, with_hashes: bool) -> bool {
        let mut runs = &self.journal.runs[..];
        let mut changes = 0;
        for saved in &self.journal.chunks {
            let at = saved.chunk as usize;
            self.last_snapshot.chunk_changed(at);
            let here = &mut self.arena.chunks[at];
            *here.words_mut() = saved.words;
            here.plain = saved.plain;
            here.hide(saved.hidden);
            if !with_hashes && here.changes & CHANGED == 0 {
                here.changes |= CHANGED;
                self.dirty.chunks.push(saved.chunk);
            }
            if here.over != 0 || saved.runs != 0 {
                let (old, rest) = runs.split_at(saved.runs as usize);
                runs = rest;
                self.arena.set_runs(at, old);
            }
            if with_hashes {
                let here = &mut self.arena.chunks[at];
                here.changes &= chunk::RUNS_CHANGED;
                changes |= here.changes;
            }
        }
        changes != 0
    }

    /// Gives the chunks changed since the last mark the edges that follow from their contents.
    #[inline(never)]
    fn undo_edges(&mut self) {
        self.graph.make_room(self.objects.len(), self.arena.chunks.len());
        for saved in &self.journal.chunks {
            if std::mem::take(&mut self.arena.chunks[saved.chunk as usize].changes) & chunk::RUNS_CHANGED != 0
            {
                self.graph.update_edges(&self.arena, saved.chunk);
            }
        }
        debug_assert!(self.graph.changes.is_empty(), "no name hangs on these edges");
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
        let mut runs = Vec::new();
        while !reader.is_empty() {
            while let Some(chunk) = reader.next_number() {
                self.note_restored_chunk(chunk as usize);
                reader.restore_chunk(&mut self.arena, chunk as usize, &mut runs);
            }
            let mut objects = Vec::new();
            while let Some(id) = reader.next_number() {
                objects.push((id, reader.object()));
            }
            self.undo_objects(&objects);
        }
        log.truncate(start);
        self.journal.log = log;
    }

    /// Notes that a chunk is about to get an old value back.
    #[inline]
    pub(crate) fn note_restored_chunk(&mut self, chunk: usize) {
        let here = &mut self.arena.chunks[chunk];
        if here.changes & CHANGED == 0 {
            here.changes |= CHANGED;
            self.dirty.chunks.push(chunk as u32);
        }
        self.last_snapshot.chunk_changed(chunk);
    }

    /// Gives objects their old records back, and rebuilds what follows from records.
    fn undo_objects(&mut self, saved: &[(u32, Object)]) {
        for &(id, _) in saved {
            self.leave_occupancy(id);
        }
        for &(id, old) in saved {
            let record = &mut self.objects[id as usize];
            if !record.dirty {
                self.dirty.objects.push(id);
            }
            let old = Object { stamp: record.stamp, dirty: true, ..old };
            let before = std::mem::replace(record, old);
            self.enter_occupancy(id, &before);
            self.last_snapshot.object_changed(id);
        }
    }
}
