//! Exposure: objects whose addresses went where pointers are not followed.
//!
//! A program can keep an address as something that is no pointer: a product, a complement, a difference, bytes in a pipe or in a file,
//! digits. From then on the object may be reached although no pointer leads to it. So it becomes a root, named by its address, which is
//! what such a copy depends on as well: its contents stay part of the state, and it is never taken for lost.
//!
//! Who exposes an address notes it where it happens, which may be in a load; [`Memory::expose_noted`] does the rest. A heap
//! object's owner counts as state while the object is exposed and not shared: whether an access by another thread is one by a
//! stranger depends on it, and the way to the object does not tell. (Otherwise the owner is who reaches the object.)
//!
//! Deliberately absent: copies that are gone. Nobody knows where an address has been put, so an object that was exposed stays so
//! until it is freed.

use crate::memory::Memory;
use crate::object::{Kind, Life, ObjId, Object};
use crate::owner::Owner;
use std::cell::Cell;

/// In the names of roots that are exposed objects; the rest is the address.
const NAME: u64 = 1 << 60;

/// What was noted.
#[derive(Default)]
pub(crate) struct Exposure {
    /// Objects that were exposed and are not roots yet. Loads write here, too.
    noted: Cell<Vec<ObjId>>,
    /// Something was exposed, known or not.
    happened: Cell<bool>,
    /// Something was exposed at some time, on any path.
    ever: bool,
}

impl Object {
    /// The owner of an object for which others may find another way.
    pub(crate) fn exposed_by(&self) -> Owner {
        if self.exposed && !self.shared && self.life == Life::Live { self.owner } else { Owner::NOBODY }
    }
}

impl Memory {
    /// The address of an object becomes something that is no pointer, by what who acts does. If nobody acts, it does not count.
    #[inline]
    pub fn note_exposed(&self, object: ObjId) {
        let Some(record) = self.objects.get(object.index()) else { return };
        if self.is_arranged() && !object.is_none() && self.somebody_acts() {
            self.see_addresses(true);
        }
        if record.kind == Kind::Heap && record.life == Life::Live && self.somebody_acts() {
            self.exposure.happened.set(true);
            if !record.exposed {
                let mut noted = self.exposure.noted.take();
                noted.push(object);
                self.exposure.noted.set(noted);
            }
        }
    }

    /// How many objects were noted and are not roots yet.
    pub fn exposures(&mut self) -> usize {
        self.exposure.noted.get_mut().len()
    }

    /// What was noted beyond so many objects went where nobody can find it.
    pub fn forget_exposures(&mut self, beyond: usize) {
        self.exposure.noted.get_mut().truncate(beyond);
    }

    /// Makes what was exposed a root. Says whether anything was exposed since this was last called.
    #[inline]
    pub fn expose_noted(&mut self) -> bool {
        let happened = self.exposure.happened.take();
        if happened {
            self.expose_all();
        }
        happened
    }

    /// Whether an address is one of an object that was exposed.
    pub fn is_exposed_at(&self, addr: u64) -> bool {
        let object = self.object_at(addr).map(|id| &self.objects[id.index()]);
        object.is_some_and(|it| it.exposed && it.life == Life::Live)
    }

    /// Whether any object was ever exposed.
    pub fn has_exposed(&self) -> bool {
        self.exposure.ever
    }

    #[cold]
    fn expose_all(&mut self) {
        for object in self.exposure.noted.take() {
            let record = &self.objects[object.index()];
            if record.life == Life::Live && record.kind == Kind::Heap && !record.exposed {
                let name = NAME | record.base;
                self.exposure.ever = true;
                self.add_root(object, name);
                self.objects[object.index()].exposed = true;
            }
        }
    }
}
