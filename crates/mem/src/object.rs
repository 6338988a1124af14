//! Objects: what the program allocated, and what remains of it afterwards.
//!
//! An [`Object`] is a fixed-size record; its bytes live in the chunk arena at the place its address names. A freed or
//! killed object stays as a *tombstone* (size, kind and sites remain, the bytes are gone) until a sweep finds that
//! nothing points to it.
//!
//! Invariants: a tombstone is no root; what an unused record holds besides its life means nothing. The fast path of
//! loads and stores does not look here: the chunk knows its object and which of its bytes have a value (see `load`).
//! Only the slow path, which says why an access is refused, does.

use crate::chunk::{BARRED, SHARED};
use crate::extent::Extent;
use crate::owner::Owner;
use std::fmt;

/// Names an object of one [`Memory`](crate::Memory). Numbers are recycled, but never while anything points to the
/// object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ObjId(pub(crate) u32);

impl ObjId {
    /// No object: the provenance of null and of numbers.
    pub const NONE: ObjId = ObjId(0);

    /// Whether this names no object.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The object with this number: the inverse of [`ObjId::index`]. An access through a number that names no object
    /// is refused like any other.
    #[inline]
    pub fn from_raw(number: u32) -> ObjId {
        ObjId(number)
    }

    /// The plain number, for tables kept beside the memory.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ObjId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ObjId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("none") } else { write!(f, "obj{}", self.0) }
    }
}

/// Where in the program something happened; the caller decides what the number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Site(pub u32);

/// What kind of storage an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Storage {
    /// Static storage.
    Global = 0,
    /// Read-only static storage; see [`Memory::seal`](crate::Memory::seal).
    Constant = 1,
    /// A local variable whose address is taken.
    Frame = 2,
    /// What `malloc` and its kin return; the only kind that can be freed and leak.
    Heap = 3,
    /// Thread-local storage.
    ThreadLocal = 4,
    /// A function: has an address and no bytes.
    Function = 5,
    /// Data of the checker itself that is part of the state but out of the program's reach.
    Internal = 6,
}

impl Storage {
    pub(crate) const ALL: [Storage; 7] = [
        Storage::Global,
        Storage::Constant,
        Storage::Frame,
        Storage::Heap,
        Storage::ThreadLocal,
        Storage::Function,
        Storage::Internal,
    ];
}

/// Where an object is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Life {
    /// The number names nothing.
    Unused = 0,
    /// Allocated.
    Live = 1,
    /// Given to `free`; a tombstone.
    Freed = 2,
    /// Its scope ended; a tombstone.
    OutOfScope = 3,
}

impl Life {
    pub(crate) const ALL: [Life; 4] = [Life::Unused, Life::Live, Life::Freed, Life::OutOfScope];
}

/// The record of one object. Everything but `stamp` and `dirty` is state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    pub base: u64,
    pub size: u64,
    /// Largest size an expanding object may reach; equals `size` for fixed ones.
    pub capacity: u64,
    /// Bytes before this one were given back: they belong to the object, and nobody can access them.
    pub start: u64,
    /// Its real size, where `size` is only what it has at least.
    pub extent: Option<Extent>,
    /// Name of a root; meaningful when `flags.root`.
    pub root_name: u64,
    /// Memory's clock at the last change of this record; not part of the state.
    pub stamp: u64,
    pub alloc_site: Site,
    pub free_site: Site,
    /// The thread that made it.
    pub owner: Owner,
    pub kind: Storage,
    pub life: Life,
    /// The alignment asked for, as a power of two.
    pub align: u8,
    pub flags: ObjectFlags,
    /// Waits in the list of objects whose fingerprint must be looked at again; not part of the state.
    pub dirty: bool,
}

/// The marks of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectFlags {
    /// A root of the heap graph.
    pub root: bool,
    /// A constant whose initial value is complete.
    pub sealed: bool,
    /// Its leak has been reported on this path.
    pub leak_reported: bool,
    /// A pointer to it has been stored in memory at some time.
    pub escaped: bool,
    /// More than one thread may reach it, see `sharing`. On a sealed constant the mark only says that its targets are
    /// shared.
    pub shared: bool,
    /// Its address went where pointers are not followed; see `exposure`.
    pub exposed: bool,
    /// It lives, but may be neither read nor written for now.
    pub barred: bool,
}

impl ObjectFlags {
    pub(crate) const NONE: ObjectFlags = ObjectFlags::from_bits(0);

    /// The flags as journal and snapshots write them.
    pub(crate) fn to_bits(self) -> u8 {
        let ObjectFlags { root, sealed, leak_reported, escaped, shared, exposed, barred } = self;
        let flags = [root, sealed, leak_reported, escaped, shared, exposed, barred];
        flags.into_iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(flag))
    }

    /// The inverse of [`ObjectFlags::to_bits`].
    pub(crate) const fn from_bits(bits: u8) -> ObjectFlags {
        ObjectFlags {
            root: bits & 1 != 0,
            sealed: bits & 2 != 0,
            leak_reported: bits & 4 != 0,
            escaped: bits & 8 != 0,
            shared: bits & 16 != 0,
            exposed: bits & 32 != 0,
            barred: bits & 64 != 0,
        }
    }
}

impl Object {
    pub(crate) const UNUSED: Object = Object {
        base: 0,
        size: 0,
        capacity: 0,
        start: 0,
        extent: None,
        root_name: 0,
        stamp: 0,
        alloc_site: Site(0),
        free_site: Site(0),
        owner: Owner::NOBODY,
        kind: Storage::Internal,
        life: Life::Unused,
        align: 0,
        flags: ObjectFlags::NONE,
        dirty: false,
    };

    /// Bytes that can be accessed: the size of a live object that is not a function.
    pub(crate) fn accessible(&self) -> u64 {
        if self.life == Life::Live && self.kind != Storage::Function { self.size } else { 0 }
    }

    /// Whether accesses to it concern other threads: it is shared, and not a constant, which nobody can change.
    #[inline(always)]
    pub(crate) fn is_shared_variable(&self) -> bool {
        self.flags.shared && !self.flags.sealed
    }

    /// What its chunks carry as a claim.
    #[inline(always)]
    pub(crate) fn claim(&self, id: u32) -> u64 {
        if self.flags.barred {
            return u64::from(id) | BARRED;
        }
        let mark = match (self.flags.shared, self.flags.sealed) {
            (true, false) => SHARED,
            // Every thread may read a shared constant, and none can change it.
            (true, true) => Owner::NOBODY.mark(),
            (false, _) => self.owner.mark(),
        };
        u64::from(id) | mark
    }

    /// Whether bytes from an offset on can be accessed as far as it is about places: not beyond the end, and not given
    /// back.
    #[inline(always)]
    pub(crate) fn has(&self, offset: u64, size: u64) -> bool {
        let room = self.accessible();
        self.start <= offset && offset <= room && room - offset >= size
    }

    /// Whether a byte is one that was given back, at the start or at the end.
    pub(crate) fn gave_back(&self, offset: u64) -> bool {
        let mapped = self.kind == Storage::Global && self.extent.is_none();
        mapped && (offset < self.start || self.size <= offset && offset < self.capacity)
    }

    /// Equality of everything that is state. What an unused record holds besides means nothing.
    pub(crate) fn same_state(&self, other: &Object) -> bool {
        let both_unused = self.life == Life::Unused && other.life == Life::Unused;
        both_unused || Object { stamp: other.stamp, dirty: other.dirty, ..*self } == *other
    }
}

/// What is known about an object, live or dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectInfo {
    /// Its number.
    pub id: ObjId,
    /// Size in bytes.
    pub size: u64,
    /// What kind of storage it is.
    pub kind: Storage,
    /// Live, freed or out of scope.
    pub life: Life,
    /// Made-up address of its first byte.
    pub base: u64,
    /// It may not be written.
    pub sealed: bool,
    /// It may not be accessed at all.
    pub barred: bool,
    /// Where it was allocated.
    pub alloc_site: Site,
    /// The thread that made it.
    pub owner: Owner,
    /// Where it was freed or its scope ended; `None` while it lives.
    pub free_site: Option<Site>,
}
