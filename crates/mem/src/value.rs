//! Values in registers: numbers, pointers, opaque values and pieces of the latter two.
//!
//! Memory holds bytes; some bytes belong to a value that is more than its bits. A pointer carries the object it may
//! access, an opaque value (a symbolic term, a predicate, a typed object) has no bits at all. A scalar that is loaded
//! is one of these. [`Scalar::Piece`] is what a program gets that copies a pointer byte by byte: the piece remembers
//! what it is a piece of, so that the pointer is whole again when all its pieces are back in order.

use crate::object::ObjId;
use crate::target::Target;
use std::collections::HashMap;
use std::hash::Hash;

/// An address and the object it may access.
///
/// The address is made up, absolute, stable while the object lives and the same in every run that does the same.
/// `prov` is [`ObjId::NONE`] for null and for numbers that never were pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pointer {
    /// The absolute address; what a cast to an integer yields.
    pub addr: u64,
    /// The object this pointer may access.
    pub prov: ObjId,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer { addr: 0, prov: ObjId::NONE };

    /// A number used as a pointer: no object to access.
    #[inline]
    pub fn from_number(addr: u64) -> Pointer {
        Pointer { addr, prov: ObjId::NONE }
    }

    /// Whether the address is zero.
    #[inline]
    pub fn is_null(self) -> bool {
        self.addr == 0
    }

    /// The pointer `delta` bytes further, unchecked: an access through it is checked anyway. For arithmetic that must
    /// stay inside its object use [`Memory::offset`](crate::Memory::offset).
    #[inline]
    #[must_use]
    pub fn wrapping_offset(self, delta: i64) -> Pointer {
        Pointer { addr: self.addr.wrapping_add_signed(delta), prov: self.prov }
    }
}

/// A handle for a value that is not bits, with the hash that stands for it in fingerprints.
///
/// The caller keeps the values (an [`Interner`] will do); memory only moves handles about. Equal values must have equal
/// ids within one memory and equal hashes everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opaque {
    /// Index into the caller's table.
    pub id: u32,
    /// Hash of the value, stable across runs and machines.
    pub hash: u64,
}

/// A value that is more than its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whole {
    /// A pointer, with provenance.
    Pointer(Pointer),
    /// An opaque value.
    Opaque(Opaque),
}

/// Consecutive bytes of a [`Whole`] that is not all there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// What it is a piece of.
    pub of: Whole,
    /// Index of the first byte, in memory order.
    pub first: u8,
    /// Bytes in the piece.
    pub len: u8,
    /// Bytes in the whole.
    pub total: u8,
}

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A number, zero-extended.
    Bits(u64),
    /// A pointer with provenance.
    Pointer(Pointer),
    /// An opaque value.
    Opaque(Opaque),
    /// Some bytes of a pointer or opaque value.
    Piece(Piece),
}

impl Scalar {
    /// The number, where the scalar is one or has one: an address for pointers, `None` for opaque values.
    pub fn bits(self, target: Target) -> Option<u64> {
        match self {
            Scalar::Bits(bits) => Some(bits),
            Scalar::Pointer(p) => Some(p.addr),
            Scalar::Piece(Piece { of: Whole::Pointer(p), first, len, total }) => {
                let bytes = target.bytes(p.addr, usize::from(total).min(8));
                Some(target.number(bytes.get(first.into()..usize::from(first) + usize::from(len))?))
            }
            Scalar::Opaque(_) | Scalar::Piece(_) => None,
        }
    }

    /// The scalar as a pointer: a number becomes one without provenance.
    pub fn pointer(self, target: Target) -> Option<Pointer> {
        match self {
            Scalar::Pointer(p) => Some(p),
            other => other.bits(target).map(Pointer::from_number),
        }
    }
}

impl From<u64> for Scalar {
    fn from(bits: u64) -> Scalar {
        Scalar::Bits(bits)
    }
}

impl From<Pointer> for Scalar {
    fn from(p: Pointer) -> Scalar {
        if p.prov.is_none() { Scalar::Bits(p.addr) } else { Scalar::Pointer(p) }
    }
}

impl From<Opaque> for Scalar {
    fn from(value: Opaque) -> Scalar {
        Scalar::Opaque(value)
    }
}

/// Gives equal values equal [`Opaque`] handles.
///
/// Ids are numbered in order of first appearance; hashes come from `V`'s own `Hash` through a fixed function, so they
/// agree between runs and machines as long as `V`'s implementation does.
#[derive(Clone, Debug, Default)]
pub struct Interner<V> {
    values: Vec<V>,
    ids: HashMap<V, u32>,
}

impl<V: Hash + Eq + Clone> Interner<V> {
    /// An empty table.
    pub fn new() -> Self {
        Interner { values: Vec::new(), ids: HashMap::new() }
    }

    /// The handle of `value`.
    ///
    /// # Panics
    /// After 2^32 different values.
    pub fn intern(&mut self, value: V) -> Opaque {
        let hash = crate::hash::of(&value);
        let values = &mut self.values;
        let id = *self.ids.entry(value).or_insert_with_key(|v| {
            values.push(v.clone());
            u32::try_from(values.len() - 1).expect("fewer than 2^32 opaque values")
        });
        Opaque { id, hash }
    }

    /// The value behind a handle of this table.
    pub fn get(&self, value: Opaque) -> Option<&V> {
        self.values.get(value.id as usize)
    }
}
