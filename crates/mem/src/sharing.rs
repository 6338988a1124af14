//! Sharing: which objects more than one thread may reach.
//!
//! A thread reaches what its registers point to, and from there everything that pointers lead to. So an object that is
//! handed to another thread takes along what can be reached from it, and a pointer stored there later hands over its
//! target. The mark never goes away while the object is there: another thread may have remembered the pointer.
//!
//! Invariant: what a shared object points to, with whole pointers or pieces, hidden or not, is shared, if it lives and
//! is neither a function nor internal. A sealed constant cannot change, so accesses to it are never visible and it
//! does not count as shared; its record has the mark all the same, to say that its targets are shared. The claims of
//! an object's chunks follow from its record.
//!
//! Deliberately absent: objects that threads reach by other ways than pointers in memory. The first access by another
//! thread tells (`owner`).

use crate::memory::Memory;
use crate::object::{Life, ObjId, Object, Storage};

impl Object {
    /// Whether it can be shared and is not yet.
    pub(crate) fn can_be_shared(&self) -> bool {
        self.life == Life::Live
            && !self.flags.shared
            && !matches!(self.kind, Storage::Function | Storage::Internal)
    }
}

impl Memory {
    /// Notes that more than one thread may reach a live object, and with it everything that it points to now or later.
    /// The mark is part of the state that [`Memory::rewind`] and [`Memory::restore`] bring back, but not of its
    /// fingerprint. Functions, internal objects and dead ones are never shared. A sealed constant is not either, but
    /// its targets are.
    pub fn share(&mut self, object: ObjId) {
        if !self.objects.get(object.index()).is_some_and(Object::can_be_shared) {
            return;
        }
        let mut found = vec![object.0];
        while let Some(id) = found.pop() {
            if !self.objects[id as usize].can_be_shared() {
                continue;
            }
            self.prepare_object(id);
            self.objects[id as usize].flags.shared = true;
            self.update_claims(id);
            for chunk in self.chunks_of(id) {
                let targets = self.arena.runs(chunk).iter().filter(|r| r.is_pointer()).map(|r| r.id);
                found.extend(targets.filter(|&target| self.objects[target as usize].can_be_shared()));
            }
        }
    }

    /// Whether more than one thread may reach an object: it was [shared](Memory::share), or something shared points or
    /// pointed to it. A dead object is what it was when it lived, until it is recycled.
    #[inline]
    pub fn is_shared(&self, object: ObjId) -> bool {
        self.objects.get(object.index()).is_some_and(|o| o.life != Life::Unused && o.is_shared_variable())
    }

    /// Gives the chunks of an object the claim that follows from its record.
    pub(crate) fn update_claims(&mut self, id: u32) {
        let object = self.objects[id as usize];
        let first = self.chunk_at(object.base) as u32;
        self.claim_range(object.claim(id), first, object.capacity);
    }
}
