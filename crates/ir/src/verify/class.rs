//! Classes of types: as much of a type as decides whether an operand fits.
//!
//! Two scalars fit when GCC needs no conversion between them (`useless_type_conversion_p`): integers of one precision
//! (signs may differ only by a conversion, but the machine does not depend on that), floats of one format, any two
//! pointers. Everything that GCC treats by special rules fits everything.

use crate::id::TypeId;
use crate::types::{FloatFormat, TypeKind};
use crate::unit::Unit;
use std::fmt;

/// What a type is to an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Void,
    /// Integers, booleans and enumerations of so many value bits.
    Integral(u32),
    Float(FloatFormat),
    Pointer,
    Complex,
    Vector,
    Aggregate,
    Function,
    /// Fixed-point numbers, pointers to members, `nullptr_t`, what gmc does not support, and what has no type.
    Open,
}

impl Class {
    pub(super) fn of(unit: &Unit, ty: Option<TypeId>) -> Class {
        let Some(ty) = ty else { return Class::Open };
        match &unit.types[ty.index()].kind {
            TypeKind::Void => Class::Void,
            TypeKind::Bool { precision }
            | TypeKind::Integer { precision, .. }
            | TypeKind::Enum { precision, .. } => Class::Integral(*precision),
            TypeKind::Float { format } => Class::Float(*format),
            TypeKind::Complex { .. } => Class::Complex,
            TypeKind::Vector { .. } => Class::Vector,
            TypeKind::Pointer { .. } => Class::Pointer,
            TypeKind::Array { .. } | TypeKind::Record { .. } => Class::Aggregate,
            TypeKind::Function { .. } => Class::Function,
            TypeKind::Fixed { .. }
            | TypeKind::MemberPointer { .. }
            | TypeKind::NullPointer
            | TypeKind::Other { .. } => Class::Open,
        }
    }

    /// Whether a value of one can be used as the other without a conversion.
    pub(super) fn fits(self, other: Class) -> bool {
        self == other || self == Class::Open || other == Class::Open
    }

    /// An integer, or lanes of some.
    pub(super) fn is_integral(self) -> bool {
        matches!(self, Class::Integral(_) | Class::Vector | Class::Open)
    }

    /// A float, or parts or lanes of some.
    pub(super) fn is_float(self) -> bool {
        matches!(self, Class::Float(_) | Class::Complex | Class::Vector | Class::Open)
    }

    /// A pointer, or lanes of some.
    pub(super) fn is_pointer(self) -> bool {
        matches!(self, Class::Pointer | Class::Vector | Class::Open)
    }

    /// What arithmetic can be done with.
    pub(super) fn is_number(self) -> bool {
        self.is_integral() || self.is_float()
    }

    /// What fits a register.
    pub(super) fn is_scalar(self) -> bool {
        !matches!(self, Class::Void | Class::Aggregate | Class::Function)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Class::Void => f.write_str("void"),
            Class::Integral(precision) => write!(f, "an integer of {precision} bits"),
            Class::Float(format) => write!(f, "a float ({format:?})"),
            Class::Pointer => f.write_str("a pointer"),
            Class::Complex => f.write_str("a complex number"),
            Class::Vector => f.write_str("a vector"),
            Class::Aggregate => f.write_str("an aggregate"),
            Class::Function => f.write_str("a function"),
            Class::Open => f.write_str("something"),
        }
    }
}
