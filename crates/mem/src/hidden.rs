//! Hidden bytes: those that take no part in fingerprints, and what is hidden of new heap objects from the start.
//!
//! Which bytes are hidden is kept with the chunk ([`Chunk::hidden`](crate::chunk::Chunk)) and part of what a rewind and
//! a snapshot bring back. It ends with the object.
//!
//! Invariant: two memories that differ in hidden bytes alone have equal fingerprints and equal exact writings, and so
//! do those that differ in what only hidden pointers lead to.

use crate::error::AccessResult;
use crate::hash;
use crate::memory::Memory;
use crate::object::{Life, Object, Site, Storage};
use crate::overlay::span;
use crate::value::Pointer;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// What is hidden of heap objects, by where they are allocated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenParts(BTreeMap<Site, Vec<ElementParts>>);

/// Parts of each element of an object that is taken for an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementParts {
    /// Bytes of an element; 0 where the object is one element.
    pub stride: u64,
    /// The parts, as offsets in an element.
    pub parts: Vec<Range<u64>>,
}

impl HiddenParts {
    /// Hides these parts of what is allocated here, too.
    pub fn add(&mut self, site: Site, parts: ElementParts) {
        self.0.entry(site).or_default().push(parts);
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Memory {
    /// Excludes bytes from fingerprints (`hidden`), or includes them again: dead slots, padding, ignored variables.
    /// Hidden pointers give nothing a name, so what only they point to does not count either; it does not leak.
    ///
    /// # Errors
    /// When the range is not in a live object.
    pub fn hide(&mut self, at: Pointer, len: u64, hidden: bool) -> AccessResult<()> {
        if len == 0 {
            return Ok(());
        }
        let start = self.intercept_range(self.readable(at, len)?, true)?;
        self.hide_range(start, len as usize, hidden);
        if self.objects[self.resolve(at).index()].flags.sealed {
            // Chunks that are prepared for this change must not count as prepared for stores of the program.
            self.clock += 1;
        }
        Ok(())
    }

    fn hide_range(&mut self, start: usize, len: usize, hidden: bool) {
        self.graph.hides |= hidden;
        self.each_part(start, len, |memory, chunk, within, len| {
            let here = &mut memory.arena.chunks[chunk];
            let span = span(within, len);
            here.hide(if hidden { here.hidden | span } else { here.hidden & !span });
        });
    }

    /// A hash of what fingerprints leave out because it is hidden: of all bytes, wherever they lie, if any are hidden.
    /// States of one run that agree in this and in the fingerprint are the same. 0 where nothing was ever hidden.
    pub fn hidden_hash(&self) -> u128 {
        if !self.graph.hides {
            return 0;
        }
        let chunks = self.arena.chunks.iter().enumerate().filter(|it| !it.1.is_blank());
        chunks.fold(0, |sum: u128, (at, chunk)| {
            let runs = self.arena.runs(at).iter();
            let runs = runs
                .flat_map(|it| [u64::from(it.id), it.value, u64::from(it.start) << 8 | u64::from(it.len)]);
            let words = self.arena.words(at).into_iter().chain([at as u64, chunk.plain]);
            sum.wrapping_add(hash::hash_of_words(0x6869_6464_656e, words.chain(runs)))
        })
    }

    /// From now on parts of new heap objects are hidden from the start.
    pub fn hide_parts_of_allocations(&mut self, parts: HiddenParts) {
        self.fresh.hidden_parts = Some(Arc::new(parts)).filter(|it| !it.is_empty());
    }

    /// Likewise, as another memory does.
    pub fn hide_parts_as(&mut self, other: &Memory) {
        self.fresh.hidden_parts = other.fresh.hidden_parts.clone();
    }

    /// Hides parts of the heap objects that there are.
    pub fn hide_parts_of_objects(&mut self, parts: &HiddenParts) {
        if !parts.is_empty() {
            for id in 1..self.objects.len() as u32 {
                self.hide_parts_of(id, parts);
            }
        }
    }

    /// Hides what is to be hidden of a new object.
    pub(crate) fn hide_parts(&mut self, id: u32) {
        if let Some(all) = self.fresh.hidden_parts.clone() {
            self.hide_parts_of(id, &all);
        }
    }

    fn hide_parts_of(&mut self, id: u32, all: &HiddenParts) {
        let Object { base, size, kind, life, alloc_site, .. } = self.objects[id as usize];
        if kind != Storage::Heap || life != Life::Live {
            return;
        }
        for ElementParts { stride, parts } in all.0.get(&alloc_site).into_iter().flatten() {
            let stride = if *stride == 0 { size.max(1) } else { *stride };
            for first in (0..size).step_by(usize::try_from(stride).unwrap_or(usize::MAX)) {
                for part in parts {
                    let (from, to) =
                        ((first + part.start).min(size), (first.saturating_add(part.end)).min(size));
                    if from < to {
                        let start = (base + from).wrapping_sub(self.arena.base) as usize;
                        self.hide_range(start, (to - from) as usize, true);
                    }
                }
            }
        }
    }
}
