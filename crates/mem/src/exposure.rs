//! Exposure: objects whose addresses went where pointers are not followed.
//!
//! A program can keep an address as something that is no pointer: a product, a complement, a difference, bytes in a pipe or in a file,
//! digits. From then on the object may be reached although no pointer leads to it. So a heap object becomes a root, named by its
//! address, which is what such a copy depends on as well: its contents stay part of the state, and it is never taken for lost.
//! Objects of other kinds are found and named anyway; that they were exposed is part of the state, because a number may then
//! become a pointer to them.
//!
//! Who exposes an address notes it where it happens, which may be in a load; [`Memory::apply_exposures`] does the rest. A heap
//! object's owner counts as state while the object is exposed and not shared: whether an access by another thread is one by a
//! stranger depends on it, and the way to the object does not tell. (Otherwise the owner is who reaches the object.)
//!
//! Deliberately absent: copies that are gone. Nobody knows where an address has been put, so an object that was exposed stays so
//! until it is freed.

use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Storage};
use crate::owner::Owner;
use std::cell::Cell;

/// In the names of roots that are exposed objects; the rest is the address.
const NAME: u64 = 1 << 60;

/// What was noted.
#[derive(Default)]
pub(crate) struct Exposure {
    /// Objects that were exposed and are not marked yet. Loads write here, too.
    noted: Cell<Vec<ObjId>>,
    /// Something was exposed, known or not.
    happened: Cell<bool>,
    /// Something on the heap was exposed at some time, on any path.
    ever: bool,
    /// There is one run that nobody looks at: whatever happens is the program's doing.
    unwatched: bool,
}

impl Object {
    /// The owner of an object on the heap for which others may find another way.
    pub(crate) fn exposed_by(&self) -> Owner {
        let counts = self.exposed && self.kind == Storage::Heap && !self.shared && self.life == Life::Live;
        if counts { self.owner } else { Owner::NOBODY }
    }

    /// Whether numbers may become pointers to it; of what is on the heap its name tells that.
    pub(crate) fn is_exposed_elsewhere(&self) -> bool {
        self.exposed && self.kind != Storage::Heap && self.life == Life::Live
    }
}

impl Memory {
    /// The address of an object becomes something that is no pointer, by what who acts does. If nobody acts, it does not count.
    #[inline]
    pub fn note_exposed(&self, object: ObjId) {
        let Some(record) = self.objects.get(object.index()) else { return };
        if self.has_nondet_placement() && !object.is_none() && self.somebody_acts() {
            self.set_address_dependent(true);
        }
        let counts = self.somebody_acts() || self.exposure.unwatched;
        if record.life == Life::Live && record.kind != Storage::Internal && counts {
            self.exposure.happened.set(true);
            if !record.exposed {
                let mut noted = self.exposure.noted.take();
                // A loop exposes the same few again and again.
                if !noted.iter().rev().take(8).any(|&it| it == object) {
                    noted.push(object);
                }
                self.exposure.noted.set(noted);
            }
        }
    }

    /// From now on exposures count, also where nobody acts.
    #[inline]
    pub fn count_all_exposures(&mut self) {
        self.exposure.unwatched = true;
    }

    /// How many objects were noted and are not marked yet.
    pub fn pending_exposures(&mut self) -> usize {
        self.exposure.noted.get_mut().len()
    }

    /// What was noted beyond so many objects went where nobody can find it.
    pub fn truncate_exposures(&mut self, beyond: usize) {
        self.exposure.noted.get_mut().truncate(beyond);
    }

    /// Marks what was exposed; what is on the heap becomes a root. Says whether anything was exposed since this was last called.
    #[inline]
    pub fn apply_exposures(&mut self) -> bool {
        let happened = self.exposure.happened.take();
        if happened {
            self.expose_all();
        }
        happened
    }

    /// Whether an address is one of an object that was exposed, be it just now.
    pub fn is_exposed_at(&self, addr: u64) -> bool {
        let Some(object) = self.object_at(addr) else { return false };
        let record = &self.objects[object.index()];
        record.life == Life::Live && (record.exposed || self.is_noted(object))
    }

    fn is_noted(&self, object: ObjId) -> bool {
        let noted = self.exposure.noted.take();
        let found = noted.contains(&object);
        self.exposure.noted.set(noted);
        found
    }

    /// Whether any object was ever exposed.
    pub fn has_exposed_heap(&self) -> bool {
        self.exposure.ever
    }

    #[cold]
    fn expose_all(&mut self) {
        for object in self.exposure.noted.take() {
            let record = &self.objects[object.index()];
            if record.life != Life::Live || record.exposed {
                continue;
            }
            if record.kind == Storage::Heap {
                let name = NAME | record.base;
                self.exposure.ever = true;
                self.add_root(object, name);
            } else {
                self.touch_object(object.0);
            }
            self.objects[object.index()].exposed = true;
        }
    }
}
