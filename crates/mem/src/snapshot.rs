//! Snapshots: states as values, for queues, other threads and other machines.
//!
//! A [`Snapshot`] holds pages (64 chunks, or 64 object records) behind `Arc`s, in groups of 64 behind `Arc`s again.
//! The memory remembers the snapshot it last took or restored and which pages changed since; the next snapshot shares
//! all the others, and restoring one visits only pages that differ. Snapshots are immutable, `Send` and `Sync`, and
//! comparable.
//!
//! Invariant: a page that is not marked stale equals the page of the base snapshot.

use crate::chunk::Arena;
use crate::config::Config;
use crate::memory::Memory;
use crate::object::{Life, Object};
use crate::overlay::Run;
use crate::placement::Placement;
use crate::slots::{PAGE_CHUNKS, SlotAllocator};
use std::sync::Arc;

/// Pages in a group.
const GROUP: usize = 64;

/// A chunk that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChunkImage {
    /// Number within the page.
    pub index: u8,
    pub plain: u64,
    pub hidden: u64,
    pub words: [u64; 8],
    pub runs: Box<[Run]>,
}

/// The chunks of a page that are not blank, in order.
pub(crate) type ChunkPage = Vec<ChunkImage>;

/// The records of 64 objects.
#[derive(Clone, Debug)]
pub(crate) struct ObjectPage(pub Vec<Object>);

impl PartialEq for ObjectPage {
    fn eq(&self, other: &ObjectPage) -> bool {
        let at = |page: &ObjectPage, i: usize| page.0.get(i).copied().unwrap_or(Object::UNUSED);
        (0..self.0.len().max(other.0.len())).all(|i| at(self, i).same_state(&at(other, i)))
    }
}

/// A list of pages that shares groups and pages with others like it.
#[derive(Clone, Debug)]
pub(crate) struct Pages<P>(Vec<Arc<Vec<Arc<P>>>>);

impl<P> Default for Pages<P> {
    fn default() -> Self {
        Pages(Vec::new())
    }
}

impl<P> Pages<P> {
    pub(crate) fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * GROUP + last.len())
    }

    pub(crate) fn get(&self, page: usize) -> Option<&Arc<P>> {
        self.0.get(page / GROUP)?.get(page % GROUP)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &P> {
        self.0.iter().flat_map(|group| group.iter().map(Arc::as_ref))
    }

    fn truncate(&mut self, len: usize) {
        self.0.truncate(len.div_ceil(GROUP));
        if let Some(last) = self.0.last_mut()
            && !len.is_multiple_of(GROUP)
            && last.len() > len % GROUP
        {
            Arc::make_mut(last).truncate(len % GROUP);
        }
    }

    /// Replaces a page, or adds it at the end.
    pub(crate) fn set(&mut self, page: usize, value: P) {
        if page / GROUP == self.0.len() {
            self.0.push(Arc::default());
        }
        let group = Arc::make_mut(&mut self.0[page / GROUP]);
        if page % GROUP == group.len() {
            group.push(Arc::new(value));
        } else {
            group[page % GROUP] = Arc::new(value);
        }
    }

    /// Pages up to `len` that are not known to be the same in both.
    fn differing<'a>(
        &'a self,
        other: &'a Pages<P>,
        stale: &'a Stale,
        len: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        let same_group = |g: usize| match (self.0.get(g), other.0.get(g)) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) && stale.word(g) == 0,
            _ => false,
        };
        let same_page = |p: usize| match (self.get(p), other.get(p)) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) && !stale.contains(p),
            _ => false,
        };
        (0..len.div_ceil(GROUP))
            .filter(move |&g| !same_group(g))
            .flat_map(move |g| g * GROUP..((g + 1) * GROUP).min(len))
            .filter(move |&p| !same_page(p))
    }
}

impl<P: PartialEq> PartialEq for Pages<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
            && self.0.iter().zip(&other.0).all(|(a, b)| {
                Arc::ptr_eq(a, b)
                    || a.len() == b.len() && a.iter().zip(b.iter()).all(|(p, q)| Arc::ptr_eq(p, q) || p == q)
            })
    }
}

/// A set of pages, a word a group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stale(Vec<u64>);

impl Stale {
    #[inline]
    fn insert(&mut self, page: usize) {
        if page / GROUP >= self.0.len() {
            self.0.resize(page / GROUP + 1, 0);
        }
        self.0[page / GROUP] |= 1 << (page % GROUP);
    }

    fn word(&self, group: usize) -> u64 {
        self.0.get(group).copied().unwrap_or(0)
    }

    fn contains(&self, page: usize) -> bool {
        self.word(page / GROUP) >> (page % GROUP) & 1 != 0
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .filter(|(_, w)| **w != 0)
            .flat_map(|(g, &word)| (0..GROUP).filter(move |i| word >> i & 1 != 0).map(move |i| g * GROUP + i))
    }
}

/// The snapshot last taken or restored, and which pages have changed since.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastSnapshot {
    base: Option<Snapshot>,
    chunks: Stale,
    objects: Stale,
}

impl LastSnapshot {
    #[inline]
    pub(crate) fn chunk_changed(&mut self, chunk: usize) {
        if self.base.is_some() {
            self.chunks.insert(chunk / PAGE_CHUNKS);
        }
    }

    #[inline]
    pub(crate) fn object_changed(&mut self, id: u32) {
        if self.base.is_some() {
            self.objects.insert(id as usize / PAGE_CHUNKS);
        }
    }
}

/// A state as a value.
///
/// Made by [`Memory::snapshot`], put back by [`Memory::restore`]; see also [`Snapshot::to_bytes`].
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub(crate) config: Config,
    /// Classes of the arena's pages.
    pub(crate) layout: Arc<[u8]>,
    pub(crate) chunks: Pages<ChunkPage>,
    pub(crate) objects: Pages<ObjectPage>,
    /// What is known of the placement of objects, where it is nondeterministic.
    pub(crate) placement: Option<Arc<Placement>>,
}

fn chunk_page(arena: &Arena, page: usize) -> ChunkPage {
    let first = page * PAGE_CHUNKS;
    let images = (first..first + PAGE_CHUNKS).filter(|&c| !arena.chunks[c].is_blank()).map(|c| ChunkImage {
        index: (c - first) as u8,
        plain: arena.chunks[c].plain,
        hidden: arena.chunks[c].hidden,
        words: arena.words(c),
        runs: arena.runs(c).into(),
    });
    images.collect()
}

impl Memory {
    /// The current state as a value that shares with the previous snapshot what has not changed since.
    pub fn snapshot(&mut self) -> Snapshot {
        let last = std::mem::take(&mut self.last_snapshot);
        let mut snapshot = last.base.unwrap_or_else(|| Snapshot {
            config: self.config,
            layout: Arc::new([]),
            chunks: Pages::default(),
            objects: Pages::default(),
            placement: None,
        });
        snapshot.placement = self.placement();
        if !snapshot.layout.iter().copied().eq(self.occupancy.slots.layout()) {
            snapshot.layout = self.occupancy.slots.layout().collect();
        }
        // Unused numbers at the end are no part of the state: the table of objects never shrinks.
        let used = self.objects.iter().rposition(|o| o.life != Life::Unused).map_or(1, |last| last + 1);
        let (pages, records) = (self.occupancy.slots.pages() as usize, used.div_ceil(PAGE_CHUNKS));
        snapshot.chunks.truncate(pages);
        snapshot.objects.truncate(records);
        for page in last.chunks.iter().filter(|&p| p < snapshot.chunks.len()).collect::<Vec<_>>() {
            snapshot.chunks.set(page, chunk_page(&self.arena, page));
        }
        for page in snapshot.chunks.len()..pages {
            snapshot.chunks.set(page, chunk_page(&self.arena, page));
        }
        let known = snapshot.objects.len();
        for page in last.objects.iter().filter(|&p| p < known).chain(known..records) {
            let first = page * PAGE_CHUNKS;
            let last = (first + PAGE_CHUNKS).min(used);
            snapshot.objects.set(page, ObjectPage(self.objects[first..last].to_vec()));
        }
        self.last_snapshot.base = Some(snapshot.clone());
        self.clock += 1;
        snapshot
    }

    /// Makes the current state the one the snapshot was taken of. All marks are forgotten: they belong to another path.
    ///
    /// # Panics
    /// When the snapshot belongs to a memory that was configured differently: a mistake of the caller.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        assert_eq!(self.config, snapshot.config, "a snapshot fits memories of the same configuration");
        self.forget_all();
        self.replicas.lose();
        let last = std::mem::take(&mut self.last_snapshot);
        let base = last.base.as_ref();
        let (no_chunks, no_objects) = (Pages::default(), Pages::default());
        let old_pages = self.occupancy.slots.pages() as usize;

        let changed = {
            let pages = self.objects.len().max(snapshot.objects.len() * PAGE_CHUNKS).div_ceil(PAGE_CHUNKS);
            let base = base.map_or(&no_objects, |b| &b.objects);
            let mut changed = Vec::new();
            for page in base.differing(&snapshot.objects, &last.objects, pages) {
                self.changed_objects(page, snapshot, &mut changed);
            }
            changed
        };
        self.change_objects(&changed, &snapshot.layout);

        let base = base.map_or(&no_chunks, |b| &b.chunks);
        for page in base.differing(
            &snapshot.chunks,
            &last.chunks,
            old_pages.max(self.occupancy.slots.pages() as usize),
        ) {
            self.restore_page(page, snapshot.chunks.get(page).map_or(&[], |p| p.as_slice()));
        }
        self.set_placement(snapshot.placement.as_ref());
        self.last_snapshot.base = Some(snapshot.clone());
        self.clock += 1;
    }

    /// Records of a page that differ from the snapshot's.
    fn changed_objects(&mut self, page: usize, snapshot: &Snapshot, changed: &mut Vec<(u32, Object)>) {
        for i in 0..PAGE_CHUNKS {
            let id = page * PAGE_CHUNKS + i;
            let new = snapshot.objects.get(page).and_then(|p| p.0.get(i)).copied().unwrap_or(Object::UNUSED);
            if id >= self.objects.len() {
                if new.life == Life::Unused {
                    continue;
                }
                // Numbers in between come into being as unused ones.
                for between in self.objects.len()..=id {
                    self.objects.push(Object::UNUSED);
                    self.occupancy.unused.insert(between as u32);
                }
            }
            if !self.objects[id].same_state(&new) {
                changed.push((id as u32, new));
            }
        }
    }

    fn change_objects(&mut self, changed: &[(u32, Object)], layout: &[u8]) {
        for &(id, _) in changed {
            self.leave_occupancy(id);
        }
        if !layout.iter().copied().eq(self.occupancy.slots.layout()) {
            self.occupancy.slots = SlotAllocator::from_layout(self.occupancy.slots.limit(), layout)
                .expect("snapshots have valid layouts");
            let mut stays = vec![true; self.objects.len()];
            for &(id, _) in changed {
                stays[id as usize] = false;
            }
            for (object, _) in
                self.objects.iter().zip(stays).filter(|(o, stays)| *stays && o.life != Life::Unused)
            {
                self.occupancy.slots.occupy(self.chunk_at(object.base) as u32);
            }
        }
        let has_room = self.arena.reserve_pages(self.occupancy.slots.pages(), self.occupancy.slots.limit());
        assert!(has_room, "the host has memory for a state that was kept");
        for &(id, new) in changed {
            let record = &mut self.objects[id as usize];
            if !record.dirty {
                self.dirty.objects.push(id);
            }
            let new = Object { stamp: record.stamp, dirty: true, ..new };
            let before = std::mem::replace(record, new);
            self.enter_occupancy(id, &before);
        }
    }

    fn restore_page(&mut self, page: usize, images: &[ChunkImage]) {
        let mut images = images.iter().peekable();
        for i in 0..PAGE_CHUNKS {
            let chunk = page * PAGE_CHUNKS + i;
            let Some(image) = images.next_if(|image| image.index as usize == i) else {
                if !self.arena.chunks[chunk].is_blank() {
                    self.note_restored_chunk(chunk);
                    self.arena.blank(chunk);
                }
                continue;
            };
            let here = &self.arena.chunks[chunk];
            let same = here.plain == image.plain
                && here.hidden == image.hidden
                && self.arena.words(chunk) == image.words
                && self.arena.runs(chunk) == &*image.runs;
            if !same {
                self.note_restored_chunk(chunk);
                self.arena.set_words(chunk, &image.words);
                self.arena.set_runs(chunk, &image.runs);
                self.arena.chunks[chunk].plain = image.plain;
                self.arena.chunks[chunk].hide(image.hidden);
                self.graph.hides |= image.hidden != 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Snapshot;

    #[test]
    fn snapshots_go_to_other_threads() {
        fn check<T: Send + Sync>() {}
        check::<Snapshot>();
    }
}
