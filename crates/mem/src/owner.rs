//! Owners: which thread made an object, and what happens when another one accesses it.
//!
//! Sharing (`sharing`) follows pointers through memory. A pointer can take other ways: through a file, in two halves,
//! in what a library remembers. So an access to an object that is not shared and that another thread made is a
//! *foreign* access, whichever way the pointer came. It is visible like one to a shared object, and the object is
//! noted for [`Memory::share_foreign`].
//!
//! This costs two instructions at accesses to objects of the acting thread. The claim of a chunk holds a mark for the
//! owner of its object: 15 of 30 bits are set. The acting thread has a mask of all bits but its own mark's, and an
//! object is its own, or nobody's, if the claim has none of them: of two different sets of equal size, neither
//! contains the other.
//!
//! An object gets another owner when the thread that made it has ended ([`Memory::transfer_ownership`]): everything
//! the thread did happened before whatever the joining thread does next. What a thread leaves that nobody joins
//! belongs to no thread that acts, so every access to it is foreign.
//!
//! Invariant: the chunks of an object that is not shared carry its owner's mark in their claims. Internal objects,
//! functions, constants, and what is made while no thread acts belong to nobody, and accesses to them are never
//! foreign.

use crate::chunk::BARRED;
use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Site, Storage};
use crate::value::Pointer;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where in a claim the mark of the owner stands: above the mark of shared objects and the one for barred objects,
/// whose bit is also the write bit in the keys of the access log.
const SHIFT: u32 = 34;
/// Bits of a mark.
const BITS: u32 = 30;
/// So many of them are set.
const SET: u32 = BITS / 2;

/// How many chunks [`Memory::has_pointers_near`] looks at.
const NEAR: usize = 4;

/// The part of a claim that an access must match if no thread acts: the object, neither shared nor barred.
const NO_THREAD: u64 = (BARRED << 1) - 1;

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
    /// No thread in particular.
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

    /// Whether it is the mark of a thread, or of nobody.
    pub(crate) fn is_valid(self) -> bool {
        self == Owner::NOBODY || self.0 >> BITS == 0 && self.0.count_ones() == SET
    }
}

/// The marks of threads, which one acts, and objects that wait to be shared.
pub(crate) struct Owners {
    /// The bits of a claim in which it must equal the pointer's object number, for the access to be private.
    pub foreign: u64,
    /// The owner of what the acting thread makes.
    acting: Owner,
    /// By thread.
    marks: Vec<Owner>,
    /// Objects with smaller numbers never had an owner.
    first: u32,
    /// Objects with foreign accesses. Loads write here, too.
    foreign_accessed: Cell<Vec<ObjId>>,
    /// Storage and site of objects that were shared because of a foreign access.
    late_sites: Vec<(Storage, Site)>,
    /// Objects allocated here are shared when they are made.
    shared_sites: Arc<BTreeSet<(Storage, Site)>>,
    /// New objects that are to be shared.
    new_objects: Vec<u32>,
}

impl Default for Owners {
    fn default() -> Owners {
        Owners {
            foreign: NO_THREAD,
            acting: Owner::NOBODY,
            marks: Vec::new(),
            first: u32::MAX,
            foreign_accessed: Cell::default(),
            late_sites: Vec::new(),
            shared_sites: Arc::default(),
            new_objects: Vec::new(),
        }
    }
}

impl Owners {
    /// Whether a new object is to be shared at once. Static storage without a site that a thread makes is for whoever
    /// comes next.
    #[inline]
    fn shares(&self, object: &Object) -> bool {
        let site = (object.kind, object.alloc_site);
        site == (Storage::Global, Site(0)) && object.owner != Owner::NOBODY
            || !self.shared_sites.is_empty() && self.shared_sites.contains(&site)
    }
}

impl Object {
    /// Whether accesses to it are visible to other threads, for an acting thread with this mask: it is shared, or
    /// another thread's.
    #[inline(always)]
    pub(crate) fn is_visible(&self, foreign: u64) -> bool {
        self.claim(0) & foreign != 0
    }
}

impl Memory {
    /// From now on this thread acts: what is made is its own, and accesses to what others have made are foreign. Not
    /// part of the state.
    #[inline]
    pub fn act_as(&mut self, thread: ThreadId) {
        if thread.index() >= self.owners.marks.len() {
            self.make_marks(thread);
        }
        let owner = self.owners.marks[thread.index()];
        self.owners.acting = owner;
        self.owners.foreign = NO_THREAD | (u64::MAX << SHIFT & !owner.mark());
    }

    /// From now on no thread acts.
    #[inline]
    pub fn act_as_nobody(&mut self) {
        self.owners.acting = Owner::NOBODY;
        self.owners.foreign = NO_THREAD;
    }

    /// Whether a thread acts.
    #[inline]
    pub(crate) fn has_acting_thread(&self) -> bool {
        self.owners.acting != Owner::NOBODY
    }

    fn make_marks(&mut self, thread: ThreadId) {
        let marks = &mut self.owners.marks;
        while marks.len() <= thread.index() {
            marks.push(marks.last().copied().unwrap_or(Owner::ENDED).next());
        }
    }

    /// Gives what belongs to a thread that has ended to the thread that has joined it, or to no thread that acts.
    pub fn transfer_ownership(&mut self, from: ThreadId, to: Option<ThreadId>) {
        self.make_marks(from.max(to.unwrap_or(from)));
        let from = self.owners.marks[from.index()];
        let to = to.map_or(Owner::ENDED, |to| self.owners.marks[to.index()]);
        for id in self.owners.first..self.objects.len() as u32 {
            let object = &self.objects[id as usize];
            if object.owner == from && object.life == Life::Live && !object.flags.shared {
                self.prepare_object(id);
                self.objects[id as usize].owner = to;
                self.update_claims(id);
            }
        }
    }

    /// Whether an access through a pointer or number would be visible to other threads: the object is shared, or
    /// another thread's.
    pub fn is_visible(&self, pointer: Pointer) -> bool {
        let object = &self.objects[self.resolve(pointer).index()];
        object.life != Life::Unused && object.is_visible(self.owners.foreign)
    }

    /// Whether pointers or opaque values stand near what a pointer points to.
    pub fn has_pointers_near(&self, pointer: Pointer) -> bool {
        let object = &self.objects[self.resolve(pointer).index()];
        if object.life != Life::Live {
            return false;
        }
        let first = self.chunk_at(pointer.addr.max(object.base));
        let last = self.chunk_at(object.base + object.size).min(first + NEAR);
        self.arena.chunks.get(first..=last).is_some_and(|it| it.iter().any(|chunk| chunk.over != 0))
    }

    /// Shares what had a foreign access since this was last called. Says whether there was anything.
    #[inline]
    pub fn share_foreign(&mut self) -> bool {
        let any = !self.owners.foreign_accessed.get_mut().is_empty();
        if any {
            self.share_all_foreign();
        }
        any
    }

    #[cold]
    fn share_all_foreign(&mut self) {
        for object in self.owners.foreign_accessed.take() {
            if let Some(it) = self.object(object) {
                self.owners.late_sites.push((it.kind, it.alloc_site));
            }
            self.share(object);
        }
    }

    /// Storage and site of objects that were shared because of a foreign access. That is too late: their owner may have
    /// accessed them before, unseen. Each is told once.
    #[inline]
    pub fn take_late_sites(&mut self) -> Vec<(Storage, Site)> {
        std::mem::take(&mut self.owners.late_sites)
    }

    /// A foreign access to an object is about to happen.
    #[cold]
    pub(crate) fn note_foreign_access(&self, id: ObjId) {
        let mut accessed = self.owners.foreign_accessed.take();
        if !accessed.contains(&id) {
            accessed.push(id);
        }
        self.owners.foreign_accessed.set(accessed);
    }

    /// From now on objects of these storages from these sites are shared, at the next [`Memory::share_new_objects`]
    /// after they are made. So is static storage without a site that a thread makes: it is for whoever comes next.
    pub fn share_allocations_at(&mut self, sites: Arc<BTreeSet<(Storage, Site)>>) {
        self.owners.shared_sites = sites;
    }

    /// Likewise, as another memory does.
    pub fn share_allocations_as(&mut self, other: &Memory) {
        self.owners.shared_sites = other.owners.shared_sites.clone();
    }

    /// Shares the new objects that [`Memory::share_allocations_at`] asks for.
    #[inline]
    pub fn share_new_objects(&mut self) {
        if !self.owners.new_objects.is_empty() {
            self.share_all_new();
        }
    }

    fn share_all_new(&mut self) {
        for id in std::mem::take(&mut self.owners.new_objects) {
            // A rewind may have given the number to another object.
            if self.objects.get(id as usize).is_some_and(|it| self.owners.shares(it)) {
                self.share(ObjId(id));
            }
        }
    }

    /// An object was made.
    #[inline]
    pub(crate) fn note_new_object(&mut self, id: u32) {
        self.owners.first = self.owners.first.min(id);
        if self.owners.shares(&self.objects[id as usize]) {
            self.owners.new_objects.push(id);
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
