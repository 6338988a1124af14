//! Types with their layout on the target, as GCC laid them out. Nothing here depends on the host.

use crate::id::{SourcePosId, StrId, TypeId};
use bitflags::bitflags;
use postcard_schema::Schema;
use serde::{Deserialize, Serialize};

/// A type. Variants of one type (`const int`, a typedef of `int`) are types of their own that name their main
/// variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Type {
    /// The tag or typedef name; empty for an anonymous type.
    pub name: StrId,
    /// What kind of type it is.
    pub kind: TypeKind,
    /// How many bytes a value takes.
    pub size: Size,
    /// Alignment in bytes; 0 where it has none.
    pub align: u32,
    /// Qualifiers and other marks.
    pub flags: TypeFlags,
    /// The unqualified variant; the type itself when it is that.
    pub main: TypeId,
}

bitflags! {
    /// Marks of a [`Type`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TypeFlags: u32 {
        /// `const`
        const CONST = 1;
        /// `volatile`
        const VOLATILE = 1 << 1;
        /// `restrict`
        const RESTRICT = 1 << 2;
        /// `_Atomic`
        const ATOMIC = 1 << 3;
        /// The name is a typedef's, not a tag.
        const TYPEDEF = 1 << 4;
        /// Scalars inside are stored in the opposite byte order (`scalar_storage_order`).
        const REVERSE = 1 << 5;
        /// `packed`
        const PACKED = 1 << 6;
        /// Transparent union.
        const TRANSPARENT = 1 << 7;
        /// Values are passed and returned by invisible reference (C++ classes that are not trivially copyable).
        const ADDRESSABLE = 1 << 8;
        /// `may_alias`
        const MAY_ALIAS = 1 << 9;
        /// A C++ class with virtual functions.
        const POLYMORPHIC = 1 << 10;
        /// A signed integer whose arithmetic wraps (`-fwrapv`).
        const WRAPS = 1 << 11;
    }
}

/// The size of a type or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Size {
    /// Not known: an incomplete type, a function, `void`.
    Unknown,
    /// This many bytes.
    Bytes(u64),
    /// Computed at run time: statements that need it carry it explicitly.
    Dynamic,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum TypeKind {
    /// `void`
    Void,
    /// `_Bool`, Fortran logicals, vector masks.
    Bool {
        /// Value bits.
        precision: u32,
    },
    /// Integers, `char` among them, and bit-field types.
    Integer {
        /// Value bits, sign included.
        precision: u32,
        /// No sign.
        unsigned: bool,
    },
    /// Enumerations.
    Enum {
        /// Value bits, sign included.
        precision: u32,
        /// No sign.
        unsigned: bool,
        /// The enumerators in order of declaration.
        values: Vec<Enumerator>,
    },
    /// Floating point.
    Float {
        /// The representation on the target.
        format: FloatFormat,
    },
    /// A fixed-point number.
    Fixed {
        /// Value bits.
        precision: u32,
        /// No sign.
        unsigned: bool,
    },
    /// A pair (real part, imaginary part).
    Complex {
        /// The parts' type.
        element: TypeId,
    },
    /// A SIMD vector.
    Vector {
        /// The lanes' type.
        element: TypeId,
        /// How many.
        lanes: u64,
    },
    /// A pointer or C++ reference.
    Pointer {
        /// What it points to.
        target: TypeId,
        /// A reference.
        reference: bool,
    },
    /// A C++ pointer to data member.
    MemberPointer {
        /// The member's type.
        target: TypeId,
        /// The class.
        class: TypeId,
    },
    /// `std::nullptr_t`
    NullPointer,
    /// An array.
    Array {
        /// The elements' type.
        element: TypeId,
        /// The first index.
        low: Bound,
        /// The last index.
        high: Bound,
    },
    /// `struct`, `union`, class.
    Record {
        /// All members start at offset 0.
        union: bool,
        /// Members in order of declaration.
        fields: Vec<Field>,
    },
    /// A function.
    Function {
        /// The result's type.
        result: TypeId,
        /// The parameters' types.
        params: Vec<TypeId>,
        /// Further arguments may follow.
        variadic: bool,
        /// The parameters are declared; without, any arguments may be passed.
        prototyped: bool,
    },
    /// What gmc does not support; the name is GCC's.
    Other {
        /// GCC's name of the tree code.
        code: StrId,
    },
}

/// One `enum` constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Enumerator {
    /// Its name.
    pub name: StrId,
    /// Its value.
    pub value: i128,
}

/// How a floating-point number is represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum FloatFormat {
    /// IEEE binary16
    Half,
    /// bfloat16
    Brain,
    /// IEEE binary32
    Single,
    /// IEEE binary64
    Double,
    /// x87 80-bit extended
    X87,
    /// IEEE binary128
    Quad,
    /// A pair of doubles (PowerPC)
    DoubleDouble,
    /// decimal32
    Decimal32,
    /// decimal64
    Decimal64,
    /// decimal128
    Decimal128,
    /// Any other
    Other,
}

/// A bound of an array's index range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Bound {
    /// Not known: `extern int a[];`, flexible array members.
    Unknown,
    /// Fixed.
    Constant(i64),
    /// Computed at run time.
    Dynamic,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Field {
    /// Its name; empty where it has none.
    pub name: StrId,
    /// Its type; for a bit-field, a type of just its width.
    pub ty: TypeId,
    /// Offset from the record's start in bits; `None` when computed at run time.
    pub offset: Option<u64>,
    /// Size in bits; `None` for flexible arrays and run-time sizes.
    pub size: Option<u64>,
    /// Of a bit-field: the memory location that it shares with its neighbours (C11 3.14).
    pub location: Option<MemoryLocation>,
    /// Marks.
    pub flags: FieldFlags,
    /// Where it is declared.
    pub place: SourcePosId,
}

/// Bytes of a record that threads cannot access independently of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub struct MemoryLocation {
    /// Offset from the record's start in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

bitflags! {
    /// Marks of a [`Field`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FieldFlags: u32 {
        /// A bit-field.
        const BIT_FIELD = 1;
        /// Made by the compiler (virtual table pointer, base class part).
        const ARTIFICIAL = 1 << 1;
        /// Padding: no value lives here.
        const PADDING = 1 << 2;
        /// `volatile`
        const VOLATILE = 1 << 3;
        /// The C++ virtual table pointer.
        const VIRTUAL_TABLE = 1 << 4;
        /// A C++ base class.
        const BASE = 1 << 5;
        /// `mutable`
        const MUTABLE = 1 << 6;
    }
}
