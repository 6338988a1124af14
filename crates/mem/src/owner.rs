//! Owners: which thread made an object, and what is noticed when another one touches it.
//!
//! Sharing (`sharing`) follows pointers through memory. A pointer can take other ways: through a file, in two halves, in what a
//! library remembers. So whoever accesses an object that is not shared and that another thread made is a *stranger* to
//! it, whichever way the pointer came: the access is noticed like one to a shared object, and the object is noted for
//! [`Memory::share_foreign`].
//!
//! This costs two instructions at accesses to objects of one's own. The claim of a chunk has a mark for the owner of its object,
//! a set of half of 30 bits. The thread that acts has a mask with all bits but its own, and a chunk is its own, or nobody's, if
//! the claim has none of them: of two different sets of equal size, neither contains the other.
//!
//! An object goes to another owner when the thread that made it has ended ([`Memory::transfer_ownership`]): what a thread has done
//! lies before whatever who joined it does. What a thread leaves that nobody joins belongs to nobody who acts.
//!
//! Invariant: the chunks of an object that is not shared have its owner's mark in their claims. Internal objects, functions, and
//! what is made while nobody acts belong to nobody in particular, and to them nobody is a stranger. Nor is anybody to a constant
//! that is shared.

use crate::chunk::BARRED;
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Site, Storage};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where in a claim the mark of the owner stands: above the mark of shared objects, and one more that touches need.
const SHIFT: u32 = 34;
/// Bits of a mark.
const BITS: u32 = 30;
/// So many of them are set.
const SET: u32 = BITS / 2;

/// Where pointers are looked for: so many chunks.
const NEAR: usize = 4;

/// What is strange in a claim if nobody acts: that it is another object's, or one that is shared or may not be accessed.
pub(crate) const NOBODY_ACTS: u64 = (BARRED << 1) - 1;

/// A thread of the program, by its number: the caller counts them from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The number, for tables by thread.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who made an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Owner(pub(crate) u32);

impl Owner {
    /// Nobody in particular.
    pub const NOBODY: Owner = Owner(0);
    /// A thread that has ended and that nobody has joined. The first mark: those of threads come after it.
    const ENDED: Owner = Owner((1 << SET) - 1);

    /// The mark in claims.
    #[inline(always)]
    pub(crate) fn mark(self) -> u64 {
        u64::from(self.0) << SHIFT
    }

    /// The next mark with as many bits (R. W. Gosper, HAKMEM 175).
    fn next(self) -> Owner {
        let lowest = self.0 & self.0.wrapping_neg();
        let ripple = self.0 + lowest;
        Owner(ripple | ((self.0 ^ ripple) / lowest) >> 2)
    }

    /// Whether it is the mark of somebody, or none.
    pub(crate) fn is_valid(self) -> bool {
        self == Owner::NOBODY || self.0 >> BITS == 0 && self.0.count_ones() == SET
    }
}

/// The marks of threads, and what was noted.
pub(crate) struct Owners {
    /// By the number of a thread.
    marks: Vec<Owner>,
    /// Objects with smaller numbers never had an owner.
    first: u32,
    /// Who acts.
    acting: Owner,
    /// Objects that strangers have accessed. Loads write here, too.
    strangers: Cell<Vec<ObjId>>,
    /// Kinds and places of objects that were shared because of that.
    late: Vec<(Storage, Site)>,
    /// Objects from these places are shared once they are made.
    shared: Arc<BTreeSet<(Storage, Site)>>,
    /// Those that were made.
    births: Vec<u32>,
}

impl Default for Owners {
    fn default() -> Owners {
        Owners {
            marks: Vec::new(),
            first: u32::MAX,
            acting: Owner::NOBODY,
            strangers: Cell::default(),
            late: Vec::new(),
            shared: Arc::default(),
            births: Vec::new(),
        }
    }
}

impl Object {
    /// Whether accesses to it are noticed: it is shared, or it belongs to another one than who acts.
    #[inline(always)]
    pub(crate) fn is_noticed(&self, strange: u64) -> bool {
        self.claim(0) & strange != 0
    }
}

impl Memory {
    /// From now on a thread acts: what is made is its own, and it is a stranger to what others have made. Not part of the state.
    #[inline]
    pub fn act_as(&mut self, thread: ThreadId) {
        let thread = thread.index();
        if thread >= self.owners.marks.len() {
            self.name_owners(thread);
        }
        let owner = self.owners.marks[thread];
        self.owners.acting = owner;
        self.strange = NOBODY_ACTS | (u64::MAX << SHIFT & !owner.mark());
    }

    /// From now on nobody in particular acts.
    #[inline]
    pub fn act_as_nobody(&mut self) {
        self.owners.acting = Owner::NOBODY;
        self.strange = NOBODY_ACTS;
    }

    /// Whether a thread acts.
    #[inline]
    pub(crate) fn somebody_acts(&self) -> bool {
        self.owners.acting != Owner::NOBODY
    }

    fn name_owners(&mut self, thread: usize) {
        let marks = &mut self.owners.marks;
        while marks.len() <= thread {
            marks.push(marks.last().copied().unwrap_or(Owner::ENDED).next());
        }
    }

    /// What belongs to a thread that has ended belongs to another one, which has joined it, or to nobody who acts.
    pub fn transfer_ownership(&mut self, from: ThreadId, to: Option<ThreadId>) {
        let (from, to) = (from.index(), to.map(ThreadId::index));
        self.name_owners(from.max(to.unwrap_or(0)));
        let from = self.owners.marks[from];
        let to = to.map_or(Owner::ENDED, |to| self.owners.marks[to]);
        for id in self.owners.first..self.objects.len() as u32 {
            let object = &self.objects[id as usize];
            if object.owner == from && object.life == Life::Live && !object.shared {
                self.touch_object(id);
                self.objects[id as usize].owner = to;
                self.claim_chunks(id);
            }
        }
    }

    /// Whether who acts is a stranger to an object, or it is shared: the object that a pointer or number leads to.
    pub fn is_visible(&self, pointer: crate::Pointer) -> bool {
        let object = &self.objects[self.resolve(pointer).index()];
        object.life != Life::Unused && object.is_noticed(self.strange)
    }

    /// Whether pointers stand near the start of what a pointer points to.
    pub fn has_pointers_near(&self, pointer: crate::Pointer) -> bool {
        let object = &self.objects[self.resolve(pointer).index()];
        if object.life != Life::Live {
            return false;
        }
        let first = self.chunk_at(pointer.addr.max(object.base));
        let last = self.chunk_at(object.base + object.size).min(first + NEAR);
        self.arena.chunks.get(first..=last).is_some_and(|it| it.iter().any(|chunk| chunk.over != 0))
    }

    /// Shares what strangers have accessed since this was last called. Says whether there was anything.
    #[inline]
    pub fn share_foreign(&mut self) -> bool {
        let any = !self.owners.strangers.get_mut().is_empty();
        if any {
            self.share_all_strange();
        }
        any
    }

    #[cold]
    fn share_all_strange(&mut self) {
        for object in self.owners.strangers.take() {
            if let Some(it) = self.object(object) {
                self.owners.late.push((it.kind, it.alloc_site));
            }
            self.share(object);
        }
    }

    /// Kinds and places of objects that were shared because a stranger accessed them: too late, since whoever made them may
    /// have accessed them before. Each is told once.
    #[inline]
    pub fn take_late_sites(&mut self) -> Vec<(Storage, Site)> {
        std::mem::take(&mut self.owners.late)
    }

    /// A stranger is about to access an object.
    #[cold]
    pub(crate) fn note_stranger(&self, id: ObjId) {
        let mut strangers = self.owners.strangers.take();
        if !strangers.contains(&id) {
            strangers.push(id);
        }
        self.owners.strangers.set(strangers);
    }

    /// Objects of these kinds from these places will be shared, from the next [`Memory::share_new_objects`] after they are made. So
    /// are static ones from no place in particular that are made while somebody acts: they are for whoever comes next.
    pub fn share_allocations_at(&mut self, places: Arc<BTreeSet<(Storage, Site)>>) {
        self.owners.shared = places;
    }

    /// Shares what was made and is to be shared.
    #[inline]
    pub fn share_new_objects(&mut self) {
        if !self.owners.births.is_empty() {
            self.share_born();
        }
    }

    fn share_born(&mut self) {
        for id in std::mem::take(&mut self.owners.births) {
            // It may have been taken back, and be another one.
            if self.objects.get(id as usize).is_some_and(|it| self.owners.shares(it)) {
                self.share(ObjId(id));
            }
        }
    }

    /// An object was made.
    #[inline]
    pub(crate) fn note_birth(&mut self, id: u32) {
        self.owners.first = self.owners.first.min(id);
        if self.owners.shares(&self.objects[id as usize]) {
            self.owners.births.push(id);
        }
    }

    /// To whom a new object belongs.
    #[inline]
    pub(crate) fn owner_of_new(&self, kind: Storage) -> Owner {
        match kind {
            Storage::Internal | Storage::Function | Storage::Constant => Owner::NOBODY,
            Storage::Global | Storage::Frame | Storage::Heap | Storage::ThreadLocal => self.owners.acting,
        }
    }
}

impl Owners {
    #[inline]
    fn shares(&self, object: &Object) -> bool {
        let place = (object.kind, object.alloc_site);
        place == (Storage::Global, Site(0)) && object.owner != Owner::NOBODY
            || !self.shared.is_empty() && self.shared.contains(&place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_differ_and_none_contains_another() {
        let marks: Vec<Owner> =
            std::iter::successors(Some(Owner::ENDED), |it| Some(it.next())).take(500).collect();
        for (at, a) in marks.iter().enumerate() {
            assert!(a.is_valid());
            assert!(marks[at + 1..].iter().all(|b| a.0 & !b.0 != 0 && b.0 & !a.0 != 0));
        }
    }
}
