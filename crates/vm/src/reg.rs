//! Registers: 64 bits and what is known about them.
//!
//! A value that fits 64 bits takes one register, extended to 64 bits as its type says (signed types by sign, unsigned
//! ones by zero); that form makes comparisons and most arithmetic independent of the width. A wider value takes as many
//! registers as it has words, as a byte image. `meta` is zero for a plain number, so that one test covers every
//! exception: provenance, no value yet, a byte of a pointer, a value that is not decided yet.

use crate::id::CodeId;
use gmc_mem::{ObjId, Opaque, Piece, Pointer, Scalar, Target, Whole};

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reg {
    /// The number; the address, for a pointer.
    pub bits: u64,
    /// What else is known.
    pub meta: Meta,
}

/// What is known about a register's bits.
///
/// Low half: the object that a pointer belongs to. High half: marks, for a byte of a pointer which one it is, and for a
/// value that is not decided which one that is (see `nondet`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meta(pub u64);

impl Meta {
    /// A plain number.
    pub const PLAIN: Meta = Meta(0);
    /// No value yet.
    pub const UNDEF: Meta = Meta(1 << 32);
    /// A local in memory that does not exist yet: its object is made when its name is first used.
    pub const UNBORN: Meta = Meta(1 << 33);
    const PIECE: u64 = 1 << 34;
    /// A nondeterministic value.
    pub const OPEN: u64 = 1 << 35;
    /// Where the number of the nondeterministic value stands; 28 bits.
    const OPEN_SHIFT: u32 = 36;
    /// A part of a nondeterministic value: it cannot be used.
    const OPEN_PART: u64 = u64::MAX >> Meta::OPEN_SHIFT;

    /// The object, none for numbers.
    pub fn prov(self) -> ObjId {
        ObjId::from_raw(self.0 as u32)
    }

    /// A pointer into this object.
    pub fn of(object: ObjId) -> Meta {
        Meta(object.index() as u64)
    }

    /// Whether it is a number or a pointer, with all its bits.
    pub fn is_whole(self) -> bool {
        self.0 >> 32 == 0
    }
}

impl Reg {
    /// No value yet.
    pub const UNDEF: Reg = Reg { bits: 0, meta: Meta::UNDEF };
    /// A local in memory that does not exist yet.
    pub const UNBORN: Reg = Reg { bits: 0, meta: Meta::UNBORN };
    /// Zero, false, null.
    pub const ZERO: Reg = Reg { bits: 0, meta: Meta::PLAIN };

    /// A number.
    #[inline(always)]
    pub const fn number(bits: u64) -> Reg {
        Reg { bits, meta: Meta::PLAIN }
    }

    /// A pointer.
    #[inline(always)]
    pub fn pointer(p: Pointer) -> Reg {
        Reg { bits: p.addr, meta: Meta::of(p.prov) }
    }

    /// The register as a pointer, whatever it holds.
    #[inline(always)]
    pub fn as_pointer(self) -> Pointer {
        Pointer { addr: self.bits, prov: self.meta.prov() }
    }

    /// The result of a function that ended without one: no value, and the number of its code.
    pub fn missing(code: CodeId) -> Reg {
        Reg { bits: u64::from(code.0) + 1, meta: Meta::UNDEF }
    }

    /// The function that ended without giving it a value.
    pub fn missing_from(self) -> Option<CodeId> {
        if self.meta == Meta::UNDEF { self.bits.checked_sub(1).map(|code| CodeId(code as u32)) } else { None }
    }

    /// Whether there is no value yet.
    pub fn is_undef(self) -> bool {
        self.meta.0 & Meta::UNDEF.0 != 0
    }

    /// Whether it holds a nondeterministic value that is no pointer.
    #[inline]
    pub fn is_nondet(self) -> bool {
        self.meta.0 & Meta::OPEN != 0 && self.meta.0 as u32 == 0
    }

    /// Whether it holds a nondeterministic value, or a pointer with a nondeterministic offset.
    #[inline]
    pub fn is_open(self) -> bool {
        self.meta.0 & Meta::OPEN != 0
    }

    /// A pointer that is a nondeterministic number of bytes, a term with this number, beyond another one. Only
    /// registers hold such pointers.
    pub fn open_pointer(from: Pointer, term: u32) -> Reg {
        let mark = Meta::OPEN | u64::from(term) << Meta::OPEN_SHIFT;
        Reg { bits: from.addr, meta: Meta(Meta::of(from.prov).0 | mark) }
    }

    /// The parts of such a pointer.
    pub fn as_open_pointer(self) -> Option<(Pointer, u32)> {
        let is = self.is_open() && self.meta.0 as u32 != 0;
        is.then(|| (self.as_pointer(), (self.meta.0 >> Meta::OPEN_SHIFT) as u32))
    }

    /// Whether it holds a part of a nondeterministic value, of which nothing more is known.
    pub fn is_nondet_part(self) -> bool {
        self.is_nondet() && self.meta.0 >> Meta::OPEN_SHIFT == Meta::OPEN_PART
    }

    /// The nondeterministic value, as memory holds it.
    pub fn opaque(self) -> Option<Opaque> {
        let id = (self.meta.0 >> Meta::OPEN_SHIFT) as u32;
        self.is_nondet().then_some(Opaque { id, hash: self.bits })
    }

    /// From memory.
    #[inline]
    pub fn from_scalar(scalar: Scalar) -> Reg {
        match scalar {
            Scalar::Bits(bits) => Reg::number(bits),
            Scalar::Pointer(p) => Reg::pointer(p),
            Scalar::Piece(Piece { of: Whole::Pointer(p), first, len, total }) => {
                let part = u64::from(first) | u64::from(len) << 4 | u64::from(total) << 8;
                Reg { bits: p.addr, meta: Meta(Meta::of(p.prov).0 | Meta::PIECE | part << 40) }
            }
            Scalar::Opaque(Opaque { id, hash }) => {
                Reg { bits: hash, meta: Meta(Meta::OPEN | u64::from(id) << Meta::OPEN_SHIFT) }
            }
            Scalar::Piece(_) => Reg { bits: 0, meta: Meta(Meta::OPEN | Meta::OPEN_PART << Meta::OPEN_SHIFT) },
        }
    }

    /// For memory.
    #[inline]
    pub fn to_scalar(self) -> Scalar {
        if let Some(opaque) = self.opaque() {
            return Scalar::Opaque(opaque);
        }
        if self.meta.0 & Meta::PIECE == 0 {
            return Scalar::from(self.as_pointer());
        }
        let part = self.meta.0 >> 40;
        let byte = |shift: u32| (part >> shift & 15) as u8;
        Scalar::Piece(Piece {
            of: Whole::Pointer(self.as_pointer()),
            first: byte(0),
            len: byte(4),
            total: byte(8),
        })
    }

    /// The bits as a number: of a piece of a pointer, just the piece.
    pub fn plain_bits(self, target: Target) -> u64 {
        if self.meta.0 & Meta::PIECE == 0 {
            return self.bits;
        }
        self.to_scalar().bits(target).unwrap_or(0)
    }
}
