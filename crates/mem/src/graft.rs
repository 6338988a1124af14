//! Grafts: copies of objects of another memory, with all that they reach, for functions that look at several memories.
//!
//! A copy has the same bytes, and its pointers lead to copies. Functions, and constants that nothing can change, are
//! the same in all memories of one program, so they are not copied; of another program everything is. A pointer to an
//! object that is gone becomes its address.
//!
//! Whoever grafts takes everything back afterwards ([`Memory::rewind`]), or ends the copies' lives ([`Grafts::made`]):
//! copies are no part of any state.

use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Site, Storage};
use crate::overlay::Run;
use crate::slots::{CHUNK, PAGE_CHUNKS};
use crate::snapshot::{ChunkImage, Snapshot};
use crate::value::Pointer;
use crate::{AllocError, Layout};
use std::collections::BTreeMap;

/// Objects of another memory, and their copies here.
#[derive(Clone, Debug, Default)]
pub struct Grafts {
    copies: BTreeMap<ObjId, Pointer>,
    /// The other memory is of another program.
    is_foreign: bool,
}

impl Grafts {
    /// The other memory is of another program: nothing there is the same here.
    pub fn are_foreign(&mut self) {
        self.is_foreign = true;
    }

    /// The objects that are copies.
    pub fn made(&self) -> impl Iterator<Item = ObjId> + '_ {
        self.copies.iter().filter(|(from, to)| **from != to.prov || self.is_foreign).map(|it| it.1.prov)
    }
}

/// Why an object cannot be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraftError {
    /// There is no room for it.
    Room,
    /// It has a value that is not decided, which means something in the other memory only.
    Opaque,
}

impl From<AllocError> for GraftError {
    fn from(_: AllocError) -> GraftError {
        GraftError::Room
    }
}

impl Snapshot {
    fn object(&self, id: ObjId) -> Option<&Object> {
        let page = self.objects.get(id.index() / PAGE_CHUNKS)?;
        page.0.get(id.index() % PAGE_CHUNKS)
    }

    /// A chunk that is not blank.
    fn chunk(&self, chunk: usize) -> Option<&ChunkImage> {
        let page = self.chunks.get(chunk / PAGE_CHUNKS)?;
        let at = page.binary_search_by_key(&((chunk % PAGE_CHUNKS) as u8), |it| it.index).ok()?;
        Some(&page[at])
    }
}

impl Memory {
    /// Copies what a pointer of another memory points to, unless it was copied before. The pointer to the copy; null
    /// for one to nothing.
    ///
    /// # Errors
    /// When there is no room, or values are not decided.
    pub fn graft(
        &mut self,
        from: &Snapshot,
        to: Pointer,
        grafts: &mut Grafts,
    ) -> Result<Pointer, GraftError> {
        let start = self.graft_object_of(from, to.prov, grafts)?;
        let base = from.object(to.prov).map_or(to.addr, |it| it.base);
        let offset = if start == Pointer::NULL { 0 } else { to.addr.wrapping_sub(base) };
        Ok(start.wrapping_offset(offset as i64))
    }

    /// Copies an object of another memory, unless it was copied before. The pointer to the copy; null where it is gone.
    ///
    /// # Errors
    /// When there is no room, or values are not decided.
    pub fn graft_object_of(
        &mut self,
        from: &Snapshot,
        object: ObjId,
        grafts: &mut Grafts,
    ) -> Result<Pointer, GraftError> {
        let mut left = Vec::new();
        let Some(start) = self.graft_object(from, object, grafts, &mut left)? else {
            return Ok(Pointer::NULL);
        };
        while let Some(id) = left.pop() {
            self.graft_bytes(from, id, grafts, &mut left)?;
        }
        Ok(start)
    }

    /// Makes room for a copy, whose bytes are `left` to be copied. None for what is gone.
    fn graft_object(
        &mut self,
        from: &Snapshot,
        id: ObjId,
        grafts: &mut Grafts,
        left: &mut Vec<ObjId>,
    ) -> Result<Option<Pointer>, GraftError> {
        if let Some(&known) = grafts.copies.get(&id) {
            return Ok(Some(known));
        }
        let Some(object) = from.object(id).filter(|it| it.life == Life::Live) else { return Ok(None) };
        let same = !grafts.is_foreign && matches!(object.kind, Storage::Function | Storage::Constant);
        let copy = if same && self.objects.get(id.index()).is_some_and(|it| it.base == object.base) {
            Pointer { addr: object.base, prov: id }
        } else {
            let layout = Layout::new(object.size, 1 << object.align);
            left.push(id);
            // A site without a number is for objects that everybody shares from the start.
            self.alloc(layout, Storage::Frame, Site(object.alloc_site.0))?
        };
        grafts.copies.insert(id, copy);
        Ok(Some(copy))
    }

    fn graft_bytes(
        &mut self,
        from: &Snapshot,
        id: ObjId,
        grafts: &mut Grafts,
        left: &mut Vec<ObjId>,
    ) -> Result<(), GraftError> {
        let Object { base, size, .. } = *from.object(id).expect("it was found");
        let first = ((base - self.arena.base) / CHUNK as u64) as usize;
        let target = self.chunk_at(grafts.copies[&id].addr);
        for at in 0..(size as usize).div_ceil(CHUNK) {
            let Some(image) = from.chunk(first + at) else { continue };
            let chunk = target + at;
            self.prepare_chunk(chunk);
            for (word, new) in self.arena.chunks[chunk].words_mut().iter_mut().zip(image.words) {
                *word = new.to_le_bytes();
            }
            self.arena.chunks[chunk].plain = image.plain;
            for run in &image.runs {
                if !run.is_pointer() {
                    return Err(GraftError::Opaque);
                }
                self.graft_run(from, chunk, *run, grafts, left)?;
            }
        }
        Ok(())
    }

    fn graft_run(
        &mut self,
        from: &Snapshot,
        chunk: usize,
        run: Run,
        grafts: &mut Grafts,
        left: &mut Vec<ObjId>,
    ) -> Result<(), GraftError> {
        let target = ObjId(run.id);
        match self.graft_object(from, target, grafts, left)? {
            Some(copy) => {
                let base = from.object(target).map_or(0, |it| it.base);
                let value = copy.addr.wrapping_add(run.value.wrapping_sub(base));
                self.arena.cover(chunk, Run { id: copy.prov.0, value, ..run });
            }
            None => {
                let bytes = self.config.target.bytes(run.value, run.total().into());
                let here = &mut self.arena.chunks[chunk];
                for at in 0..usize::from(run.len) {
                    let place = usize::from(run.start) + at;
                    here.data[place] = bytes[usize::from(run.first) + at];
                    here.plain |= 1 << place;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Scalar};

    #[test]
    fn a_list_is_copied_with_all_its_nodes() {
        let mut other = Memory::new(Config::default());
        let node =
            |memory: &mut Memory| memory.alloc(Layout::new(16, 8), Storage::Heap, Site(1)).expect("room");
        let (head, tail) = (node(&mut other), node(&mut other));
        other.store_pointer(head, tail).expect("it is there");
        other.store_pointer(tail, head).expect("it is there");
        other.store_u32(tail.wrapping_offset(8), 42).expect("it is there");
        let snapshot = other.snapshot();

        let mut memory = Memory::new(Config::default());
        node(&mut memory);
        let before = memory.fingerprint();
        let mark = memory.mark();
        let mut grafts = Grafts::default();
        let copy = memory.graft(&snapshot, head, &mut grafts).expect("there is room");
        let next = memory.load_pointer(copy).expect("a pointer");
        assert_ne!(next.prov, copy.prov);
        assert_eq!(memory.load_u32(next.wrapping_offset(8)).expect("it is there"), Scalar::Bits(42));
        assert_eq!(memory.load_pointer(next).expect("a pointer"), copy);
        assert!(memory.load_u32(copy.wrapping_offset(8)).is_err(), "it has no value");
        assert_eq!(memory.graft(&snapshot, head, &mut grafts), Ok(copy));
        memory.rewind(mark);
        assert_eq!(memory.fingerprint(), before);
    }
}
