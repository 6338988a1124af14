//! How a type is held: in one register, in several, or in memory.

use gmc_arith::Format;
use gmc_ir::id::TypeId;
use gmc_ir::types::{FloatFormat, Size, TypeKind};
use gmc_ir::unit::Unit;

/// How a value of some type is held. Two classes are equal when their values are passed alike: what arithmetic makes of
/// the bytes of a wide value does not matter.
#[derive(Clone, Copy, Debug)]
pub enum Class {
    /// No value.
    Void,
    /// An integer, boolean or enumeration of up to 64 bits, extended to 64.
    Int {
        /// Value bits.
        bits: u8,
        /// Extended by sign.
        signed: bool,
        /// Bytes in memory.
        size: u8,
    },
    /// A pointer or reference.
    Pointer,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// More than a register: the value's bytes in consecutive registers.
    Wide {
        /// Bytes.
        size: u32,
        /// For arithmetic.
        format: Format,
    },
    /// In memory only.
    Aggregate {
        /// Bytes, where fixed.
        size: Option<u64>,
    },
}

impl PartialEq for Class {
    fn eq(&self, other: &Class) -> bool {
        // Calls compare classes of all arguments: as numbers, that is cheap.
        self.number() == other.number()
    }
}

impl Class {
    #[inline]
    fn number(self) -> u64 {
        match self {
            Class::Void => 0,
            Class::Int { bits, signed, size } => {
                1 | u64::from(bits) << 8 | u64::from(signed) << 16 | u64::from(size) << 24
            }
            Class::Pointer => 2,
            Class::Single => 3,
            Class::Double => 4,
            Class::Wide { size, .. } => 5 | u64::from(size) << 8,
            Class::Aggregate { size } => 6 | size.map_or(0, |size| size + 1) << 8,
        }
    }

    /// Whether a value in one register is passed as it is where one of the other class is expected.
    #[inline]
    pub fn passes_as(self, other: Class) -> bool {
        match (self, other) {
            (Class::Pointer, Class::Pointer)
            | (Class::Single, Class::Single)
            | (Class::Double, Class::Double) => true,
            (Class::Int { bits, signed, .. }, Class::Int { bits: b, signed: s, .. }) => {
                bits == b && signed == s
            }
            _ => false,
        }
    }

    /// How many registers a value takes.
    pub fn words(self) -> u16 {
        match self {
            Class::Void => 0,
            Class::Wide { size, .. } => size.div_ceil(8) as u16,
            _ => 1,
        }
    }

    /// Whether it is held in registers.
    pub fn in_registers(self) -> bool {
        !matches!(self, Class::Void | Class::Aggregate { .. })
    }

    /// Bytes in memory, given the target's pointer size.
    pub fn size(self, pointer_size: u32) -> Option<u64> {
        match self {
            Class::Void => Some(0),
            Class::Int { size, .. } => Some(size.into()),
            Class::Pointer => Some(pointer_size.into()),
            Class::Single => Some(4),
            Class::Double => Some(8),
            Class::Wide { size, .. } => Some(size.into()),
            Class::Aggregate { size } => size,
        }
    }

    /// 64 minus the width, for a value in one register.
    pub fn shift(self, pointer_bits: u32) -> u8 {
        match self {
            Class::Int { bits, .. } => 64 - bits,
            Class::Pointer => 64 - pointer_bits as u8,
            Class::Single => 32,
            _ => 0,
        }
    }

    /// Whether a register that holds a value of class `from` holds the same as a value of this class, converted as C
    /// does.
    pub fn holds(self, from: Class, pointer_bits: u32) -> bool {
        let integer = |class| matches!(class, Class::Int { .. } | Class::Pointer);
        if !integer(self) || !integer(from) {
            return self == from && self.words() == 1;
        }
        let bits = |class: Class| 64 - class.shift(pointer_bits);
        if self.is_signed() {
            bits(self) > bits(from) || (bits(self) == bits(from) && from.is_signed())
        } else {
            bits(self) == 64 || (!from.is_signed() && bits(self) >= bits(from))
        }
    }

    /// Extended by sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Class::Int { signed: true, .. })
    }

    /// The class of a type.
    pub fn of(unit: &Unit, ty: TypeId) -> Class {
        let record = &unit.types[ty.index()];
        let size = match record.size {
            Size::Bytes(bytes) => Some(bytes),
            Size::Unknown | Size::Dynamic => None,
        };
        let int = |bits: u32, signed: bool| match u8::try_from(bits) {
            Ok(bits @ 0..=64) => Class::Int { bits: bits.max(1), signed, size: size.unwrap_or(1) as u8 },
            _ => wide(unit, ty, size),
        };
        match &record.kind {
            TypeKind::Void => Class::Void,
            TypeKind::Bool { precision } => int(*precision, false),
            TypeKind::Integer { precision, unsigned } | TypeKind::Enum { precision, unsigned, .. } => {
                int(*precision, !unsigned)
            }
            TypeKind::Pointer { .. } | TypeKind::NullPointer => Class::Pointer,
            TypeKind::MemberPointer { .. } => Class::Int {
                bits: unit.target.pointer_bits as u8,
                signed: true,
                size: size.unwrap_or(8) as u8,
            },
            TypeKind::Float { format: FloatFormat::Single } => Class::Single,
            TypeKind::Float { format: FloatFormat::Double } => Class::Double,
            TypeKind::Float { .. }
            | TypeKind::Fixed { .. }
            | TypeKind::Complex { .. }
            | TypeKind::Vector { .. } => wide(unit, ty, size),
            TypeKind::Array { .. } | TypeKind::Record { .. } | TypeKind::Other { .. } => {
                Class::Aggregate { size }
            }
            TypeKind::Function { .. } => Class::Void,
        }
    }
}

fn wide(unit: &Unit, ty: TypeId, size: Option<u64>) -> Class {
    match (super::format::format(unit, ty), size) {
        (Some(format), Some(size)) if size <= 4096 => Class::Wide { size: size as u32, format },
        _ => Class::Aggregate { size },
    }
}

/// Whether loads of a type must find 0 or 1.
pub fn is_bool(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.types[ty.index()].kind, TypeKind::Bool { precision: 1 })
}
