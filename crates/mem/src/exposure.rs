//! Exposure: objects whose addresses went where pointers are not followed.
//!
//! A program can keep an address as something that is no pointer: a product, a complement, a difference, bytes in a
//! pipe or a file, digits. From then on the object may be reached although no pointer leads to it. This is the
//! *exposed* mark of the PNVI-ae model of C (Memarian et al., *Exploring C semantics and pointer provenance*, POPL
//! 2019; ISO/IEC TS 6010). An exposed heap object becomes a root, named by its address, on which such a copy depends
//! as well: its contents stay part of the state, and it never counts as leaked. Objects of other storage are found and
//! named anyway; that they are exposed is part of the state, because a number may then become a pointer to them.
//!
//! An exposure is noted where it happens, which may be in a load; [`Memory::apply_exposures`] does the rest. The owner
//! of an exposed heap object that is not shared is part of the state, too: whether an access by another thread is
//! foreign depends on it, and the way to the object does not tell. (Otherwise the owner is whoever reaches the
//! object.)
//!
//! Deliberately absent: copies that are gone. Where an address has been put is not tracked, so an exposed object stays
//! exposed until it is freed.

use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Storage};
use crate::owner::Owner;
use std::cell::Cell;

/// In the names of roots that are exposed objects; the rest is the address.
const NAME: u64 = 1 << 60;

/// What was noted. Nothing here is part of the state.
#[derive(Default)]
pub(crate) struct Exposure {
    /// What the program does depends on where objects lie.
    address_dependent: Cell<bool>,
    /// Objects that were exposed and are not marked yet. Loads write here, too.
    noted: Cell<Vec<ObjId>>,
    /// Something was exposed since the last [`Memory::apply_exposures`], marked before or not.
    happened: Cell<bool>,
    /// Something on the heap was exposed at some time, on any path.
    ever: bool,
    /// Exposures count even if no thread acts.
    always: bool,
}

impl Object {
    /// The owner, where it is part of the state: of an exposed heap object that is not shared.
    pub(crate) fn exposed_by(&self) -> Owner {
        let flags = self.flags;
        let counts = flags.exposed && self.kind == Storage::Heap && !flags.shared && self.life == Life::Live;
        if counts { self.owner } else { Owner::NOBODY }
    }

    /// Whether exposure is part of the state beside the name: a heap object's name already tells it.
    pub(crate) fn is_exposed_elsewhere(&self) -> bool {
        self.flags.exposed && self.kind != Storage::Heap && self.life == Life::Live
    }
}

impl Memory {
    /// Notes that what the program does depends on where objects lie, or takes the note back.
    pub fn set_address_dependent(&self, dependent: bool) {
        self.exposure.address_dependent.set(dependent);
    }

    /// Whether what the program does was noted to depend on where objects lie.
    pub fn is_address_dependent(&self) -> bool {
        self.exposure.address_dependent.get()
    }

    /// Notes that the acting thread turns the address of an object into something that is no pointer. Does not count
    /// if no thread acts, unless [`Memory::count_all_exposures`] says so.
    #[inline]
    pub fn note_exposed(&self, object: ObjId) {
        let Some(record) = self.objects.get(object.index()) else { return };
        if self.has_nondet_placement() && !object.is_none() && self.has_acting_thread() {
            self.set_address_dependent(true);
        }
        let counts = self.has_acting_thread() || self.exposure.always;
        if record.life == Life::Live && record.kind != Storage::Internal && counts {
            self.exposure.happened.set(true);
            if !record.flags.exposed {
                let mut noted = self.exposure.noted.take();
                // A loop exposes the same few again and again.
                if !noted.iter().rev().take(8).any(|&it| it == object) {
                    noted.push(object);
                }
                self.exposure.noted.set(noted);
            }
        }
    }

    /// From now on exposures count even if no thread acts: for a single run, in which everything is the program's
    /// doing.
    #[inline]
    pub fn count_all_exposures(&mut self) {
        self.exposure.always = true;
    }

    /// How many objects were noted and are not marked yet.
    pub fn pending_exposures(&mut self) -> usize {
        self.exposure.noted.get_mut().len()
    }

    /// Drops all but the first `len` notes: the addresses of the others went where the program cannot find them.
    pub fn truncate_exposures(&mut self, len: usize) {
        self.exposure.noted.get_mut().truncate(len);
    }

    /// Marks what was noted; heap objects become roots. Says whether anything was exposed since this was last called.
    #[inline]
    pub fn apply_exposures(&mut self) -> bool {
        let happened = self.exposure.happened.take();
        if happened {
            self.expose_all();
        }
        happened
    }

    /// Whether an address is one of an exposed object, marked or only noted.
    pub fn is_exposed_at(&self, addr: u64) -> bool {
        let Some(object) = self.object_at(addr) else { return false };
        let record = &self.objects[object.index()];
        record.life == Life::Live && (record.flags.exposed || self.is_noted(object))
    }

    fn is_noted(&self, object: ObjId) -> bool {
        let noted = self.exposure.noted.take();
        let found = noted.contains(&object);
        self.exposure.noted.set(noted);
        found
    }

    /// Whether any heap object was ever exposed, on any path.
    pub fn has_exposed_heap(&self) -> bool {
        self.exposure.ever
    }

    #[cold]
    fn expose_all(&mut self) {
        for object in self.exposure.noted.take() {
            let record = &self.objects[object.index()];
            if record.life != Life::Live || record.flags.exposed {
                continue;
            }
            if record.kind == Storage::Heap {
                let name = NAME | record.base;
                self.exposure.ever = true;
                self.add_root(object, name);
            } else {
                self.prepare_object(object.0);
            }
            self.objects[object.index()].flags.exposed = true;
        }
    }
}
