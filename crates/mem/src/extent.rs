//! Objects whose size is an opaque value.
//!
//! Such an object has the bytes that it is known to have at least (`Object::size`), and is known to have more as the
//! caller learns more of its size. Everything beyond is refused like an access outside of any object, so that loads
//! and stores need not know: who asks for more finds out whether the object has it, and lets it
//! [reach](Memory::reach) there.
//!
//! Invariant: the caller has made sure that the size is at least the number of bytes that the object has.

use crate::error::AllocError;
use crate::memory::Memory;
use crate::object::{Life, ObjId};
use crate::value::Opaque;

/// What the size of an object is, where its bytes are only those that it has at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The size in bytes.
    pub size: Opaque,
    /// Bytes that are added are 0; otherwise they have no value.
    pub zeroed: bool,
}

impl Extent {
    /// What it adds to the fingerprint of its object.
    pub(crate) fn hash(self) -> u64 {
        self.size.hash.rotate_left(u32::from(self.zeroed))
    }
}

impl Memory {
    /// What the size of a live object is, if that is an opaque value.
    pub fn extent(&self, object: ObjId) -> Option<Extent> {
        self.objects.get(object.index()).filter(|it| it.life == Life::Live)?.extent
    }

    /// The size of a live object is this opaque value from now on; without one, it is the number of its bytes.
    ///
    /// # Panics
    /// When `object` is not live: a mistake of the caller, not of the program.
    pub fn set_extent(&mut self, object: ObjId, extent: Option<Extent>) {
        assert!(self.is_live(object), "a live object has a size, {object} is none");
        self.prepare_object(object.0);
        self.objects[object.index()].extent = extent;
    }

    /// All live objects whose size is an opaque value, by number.
    pub fn extents(&self) -> impl Iterator<Item = (ObjId, Extent)> + '_ {
        let live = (0..).zip(&self.objects).filter(|it| it.1.life == Life::Live);
        live.filter_map(|(id, object)| Some((ObjId(id), object.extent?)))
    }

    /// How many bytes an object can have in all.
    pub fn capacity(&self, object: ObjId) -> u64 {
        self.objects.get(object.index()).map_or(0, |it| it.capacity)
    }

    /// An object is known to have so many bytes at least.
    ///
    /// # Errors
    /// When that is beyond its capacity.
    pub fn reach(&mut self, object: ObjId, size: u64) -> Result<(), AllocError> {
        let Some(record) = self.objects.get(object.index()).copied().filter(|it| it.size < size) else {
            return Ok(());
        };
        self.grow(object, size)?;
        if record.extent.is_some_and(|it| it.zeroed) {
            self.zero(record.base + record.size, size - record.size);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccessFault, Config, Layout, Scalar, Site, Snapshot, Storage};

    #[test]
    fn an_object_has_the_bytes_that_it_is_known_to_have() {
        let mut memory = Memory::new(Config::default());
        let root = memory.alloc(Layout::new(8, 8), Storage::Global, Site(0)).expect("room");
        memory.add_root(root.prov, 1);
        let p = memory.alloc(Layout::expanding(0, 200, 8), Storage::Heap, Site(0)).expect("room");
        memory.store_pointer(root, p).expect("a place");
        let plain = memory.fingerprint();
        let n = Opaque { id: 1, hash: 11 };
        memory.set_extent(p.prov, Some(Extent { size: n, zeroed: true }));
        let open = memory.fingerprint();
        assert_ne!(plain, open);
        assert_eq!(open, memory.fingerprint_from_scratch());
        assert_eq!(memory.extents().collect::<Vec<_>>(), [(p.prov, Extent { size: n, zeroed: true })]);
        let refused = memory.load_u32(p).expect_err("no byte is certain");
        assert_eq!(refused.fault, AccessFault::OutOfBounds);
        assert_eq!(memory.object_at(p.addr + 96), Some(p.prov), "it may have this byte");
        let mark = memory.mark();
        memory.reach(p.prov, 100).expect("room");
        assert_eq!(memory.load_u32(memory.offset(p, 96).expect("inside")), Ok(Scalar::Bits(0)));
        assert!(memory.reach(p.prov, 201).is_err());
        let snapshot = memory.snapshot();
        memory.set_extent(p.prov, Some(Extent { size: Opaque { id: 2, hash: 12 }, zeroed: true }));
        let other = memory.fingerprint();
        memory.rewind(mark);
        assert_eq!(memory.fingerprint(), open);
        assert_eq!(memory.extent(p.prov).map(|it| it.size), Some(n));
        memory.restore(&snapshot);
        assert_ne!(memory.fingerprint(), other);
        assert_eq!(memory.object(p.prov).map(|it| it.size), Some(100));
        let read = Snapshot::from_bytes(&snapshot.to_bytes(), Config::default()).expect("whole");
        memory.restore(&read);
        assert_eq!(memory.extent(p.prov), Some(Extent { size: n, zeroed: true }));
        memory.free(p, Site(0)).expect("a heap object");
        assert_eq!(memory.extent(p.prov), None);
    }
}
