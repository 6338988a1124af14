//! Where objects go: made-up addresses, the lowest free slot of a size class first.
//!
//! The arena of 64-byte chunks *is* the address space: chunk `c` stands at address `base + 64 c`, so an address finds
//! its bytes with a subtraction and a shift, and its object through the chunk's claim. The arena grows by pages of 64
//! chunks (4096 bytes); a page belongs to one size class and is cut into equal slots, a larger object gets whole
//! pages. As in CMC (Musuvathi et al., OSDI 2002), runs that do the same get the same addresses.
//!
//! Invariants: slots do not overlap; an object is smaller than its slot by at least one byte, so that one past its end
//! is never the start of another; which slot is next depends only on which slots are taken and which pages exist, so
//! returning the slots that were taken since a mark and cutting the pages made since restores it exactly.

use crate::error::AllocError;
use crate::min_set::MinSet;

/// Bytes in a chunk.
pub(crate) const CHUNK: usize = 64;
/// Chunks in a page.
pub(crate) const PAGE_CHUNKS: usize = 64;
/// Bytes in a page.
pub(crate) const PAGE: u64 = (CHUNK * PAGE_CHUNKS) as u64;

/// Chunks per slot of the classes that share pages.
const SMALL: [u8; 10] = [1, 2, 3, 4, 6, 8, 12, 16, 21, 32];
/// Classes of whole pages: 1, then four sizes per doubling.
const FIRST_LARGE: usize = SMALL.len();

/// Class of the pages of a large object after the first.
const CONTINUED: u8 = u8::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Page {
    class: u8,
    /// Position in the class's list of pages; distance to the head page for continued pages.
    rank: u32,
    /// Slots taken.
    taken: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Class {
    pages: Vec<u32>,
    /// Ranks of pages with a free slot.
    open: MinSet,
}

/// The size classes and their pages.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotAllocator {
    pages: Vec<Page>,
    classes: Vec<Class>,
    limit: u32,
}

/// Pages in a slot of the `k`-th large class.
fn large_pages(k: usize) -> u64 {
    if k < 4 { k as u64 + 1 } else { (5 + (k as u64 % 4)) << (k / 4 - 1) }
}

/// The mask of a full page of each shared class.
const FULL: [u64; SMALL.len()] = {
    let mut full = [0; SMALL.len()];
    let mut class = 0;
    while class < SMALL.len() {
        full[class] = u64::MAX >> (64 - PAGE_CHUNKS / SMALL[class] as usize);
        class += 1;
    }
    full
};

#[inline]
fn all_slots(class: u8) -> u64 {
    FULL.get(class as usize).copied().unwrap_or(1)
}

/// The smallest class for `size` bytes (plus the gap) at `align`.
#[inline]
fn class_for(size: u64, align: u64) -> Result<u8, AllocError> {
    if size < CHUNK as u64 && align <= CHUNK as u64 {
        return Ok(0);
    }
    class_for_large(size, align)
}

fn class_for_large(size: u64, align: u64) -> Result<u8, AllocError> {
    let units = size / CHUNK as u64 + 1;
    let align_units = align.div_ceil(CHUNK as u64);
    let fits =
        |u: u64| u >= units && (align_units == 1 || u.is_multiple_of(align_units) && u.is_power_of_two());
    if let Some(class) = SMALL.iter().position(|&u| fits(u.into())) {
        return Ok(class as u8);
    }
    let pages = units.div_ceil(PAGE_CHUNKS as u64);
    (0..100)
        .find(|&k| large_pages(k) >= pages)
        .map(|k| (FIRST_LARGE + k) as u8)
        .ok_or(AllocError::TooLarge { size })
}

impl SlotAllocator {
    /// An arena of at most `limit` pages.
    pub(crate) fn new(limit: u32) -> SlotAllocator {
        SlotAllocator { pages: Vec::new(), classes: Vec::new(), limit }
    }

    /// The most pages there may be.
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// Pages in use, free or not.
    pub(crate) fn pages(&self) -> u32 {
        self.pages.len() as u32
    }

    /// Takes the lowest slot for an object and returns its first chunk.
    #[inline]
    pub(crate) fn take(&mut self, size: u64, align: u64) -> Result<u32, AllocError> {
        let class = class_for(size, align)?;
        let rank = match self.classes.get(class as usize).and_then(|c| c.open.first()) {
            Some(rank) => rank,
            None => self.add_page(class, size)?,
        };
        let here = &mut self.classes[class as usize];
        let number = here.pages[rank as usize];
        let page = &mut self.pages[number as usize];
        let slot = page.taken.trailing_ones();
        page.taken |= 1 << slot;
        if page.taken == all_slots(class) {
            here.open.remove(rank);
        }
        Ok(number * PAGE_CHUNKS as u32 + slot * Self::stride(class))
    }

    /// Chunks between the starts of neighbouring slots of a page.
    #[inline]
    fn stride(class: u8) -> u32 {
        SMALL.get(class as usize).map_or(0, |&units| u32::from(units))
    }

    /// Marks the slot that starts at `chunk` as taken.
    #[inline]
    pub(crate) fn occupy(&mut self, chunk: u32) {
        let (page, bit) = self.slot(chunk);
        let page = &mut self.pages[page];
        page.taken |= bit;
        if page.taken == all_slots(page.class) {
            self.classes[page.class as usize].open.remove(page.rank);
        }
    }

    /// Gives the slot that starts at `chunk` back.
    #[inline]
    pub(crate) fn release(&mut self, chunk: u32) {
        let (page, bit) = self.slot(chunk);
        let page = &mut self.pages[page];
        let was_full = page.taken == all_slots(page.class);
        page.taken &= !bit;
        if was_full {
            self.classes[page.class as usize].open.insert(page.rank);
        }
    }

    #[inline]
    fn slot(&self, chunk: u32) -> (usize, u64) {
        let page = chunk as usize / PAGE_CHUNKS;
        let within = chunk % PAGE_CHUNKS as u32;
        let slot = match Self::stride(self.pages[page].class) {
            0 => 0,
            1 => within,
            stride => within / stride,
        };
        (page, 1 << slot)
    }

    #[cold]
    fn add_page(&mut self, class: u8, size: u64) -> Result<u32, AllocError> {
        let span = match (class as usize).checked_sub(FIRST_LARGE) {
            Some(k) => large_pages(k),
            None => 1,
        };
        if self.pages.len() as u64 + span > u64::from(self.limit) {
            return Err(AllocError::TooLarge { size });
        }
        if self.classes.len() <= class as usize {
            self.classes.resize_with(class as usize + 1, Class::default);
        }
        let here = &mut self.classes[class as usize];
        let rank = here.pages.len() as u32;
        here.pages.push(self.pages.len() as u32);
        here.open.insert(rank);
        self.pages.push(Page { class, rank, taken: 0 });
        for distance in 1..span {
            self.pages.push(Page { class: CONTINUED, rank: distance as u32, taken: 0 });
        }
        Ok(rank)
    }

    /// Forgets all pages from `keep` on; their slots must be free.
    pub(crate) fn truncate(&mut self, keep: u32) {
        while self.pages.len() > keep as usize {
            let page = self.pages.pop().expect("longer than keep");
            if page.class != CONTINUED {
                debug_assert_eq!(page.taken, 0, "a page that goes holds no object");
                let class = &mut self.classes[page.class as usize];
                class.open.remove(page.rank);
                class.pages.pop();
            }
        }
    }

    /// Chunks in the slot that starts at `chunk`.
    pub(crate) fn slot_chunks(&self, chunk: u32) -> u64 {
        let class = self.pages[chunk as usize / PAGE_CHUNKS].class;
        match (class as usize).checked_sub(FIRST_LARGE) {
            Some(k) => large_pages(k) * PAGE_CHUNKS as u64,
            None => Self::stride(class).into(),
        }
    }

    /// The classes of all pages, in order. With the objects' addresses this is enough to rebuild everything else.
    pub(crate) fn layout(&self) -> impl Iterator<Item = u8> + '_ {
        self.pages.iter().filter(|p| p.class != CONTINUED).map(|p| p.class)
    }

    /// Rebuilds the pages of a layout, all slots free.
    pub(crate) fn from_layout(limit: u32, layout: &[u8]) -> Option<SlotAllocator> {
        let mut places = SlotAllocator::new(limit);
        for &class in layout {
            if class as usize >= FIRST_LARGE + 100 {
                return None;
            }
            places.add_page(class, 0).ok()?;
        }
        Some(places)
    }

    /// Whether `chunk` is the start of a free slot with more than `size` bytes.
    pub(crate) fn is_free_slot(&self, chunk: u32, size: u64) -> bool {
        let Some(page) = self.pages.get(chunk as usize / PAGE_CHUNKS) else { return false };
        if page.class == CONTINUED {
            return false;
        }
        let within = chunk % PAGE_CHUNKS as u32;
        let stride = Self::stride(page.class);
        let starts = if stride == 0 {
            within == 0
        } else {
            within.is_multiple_of(stride) && within / stride < all_slots(page.class).count_ones()
        };
        starts && page.taken & self.slot(chunk).1 == 0 && size < self.slot_chunks(chunk) * CHUNK as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_aligned_disjoint_and_reused_lowest_first() {
        let mut places = SlotAllocator::new(1 << 20);
        let mut taken: Vec<(u64, u64)> = Vec::new();
        for (i, &(size, align)) in
            [(0, 1), (1, 1), (63, 16), (64, 16), (24, 8), (100, 4096), (5000, 16), (1 << 20, 64), (200, 128)]
                .iter()
                .cycle()
                .take(900)
                .enumerate()
        {
            let at = u64::from(places.take(size, align).unwrap()) * 64;
            assert_eq!(at % align, 0, "object {i}");
            taken.push((at, size));
        }
        taken.sort_unstable();
        assert!(taken.windows(2).all(|w| w[0].0 + w[0].1 < w[1].0), "a gap between neighbours");
        let again = (taken[7].0 / 64) as u32;
        places.release((taken[40].0 / 64) as u32);
        places.release(again);
        assert_eq!(places.take(taken[7].1, 1).unwrap(), again);
    }

    #[test]
    fn large_classes_grow_by_at_most_a_quarter() {
        for k in 0..60 {
            assert!(large_pages(k) < large_pages(k + 1));
            assert!(k < 4 || large_pages(k + 1) * 4 <= large_pages(k) * 5);
        }
    }

    #[test]
    fn truncation_undoes_growth() {
        let mut places = SlotAllocator::new(1 << 20);
        let a = places.take(10, 1).unwrap();
        let before = places.pages();
        let b = places.take(100_000, 1).unwrap();
        places.release(b);
        places.truncate(before);
        assert_eq!(places.take(100_000, 1).unwrap(), b);
        assert_eq!(places.take(10, 1).unwrap(), a + 1);
    }
}
