//! What arithmetic needs to know of a type.

use gmc_arith::{Format, Real, Scalar};
use gmc_ir::id::TypeId;
use gmc_ir::types::{Size, TypeKind};
use gmc_ir::unit::Unit;

/// The format of a type; none for types without arithmetic.
pub(super) fn format(unit: &Unit, ty: TypeId) -> Option<Format> {
    match &unit.types[ty.index()].kind {
        TypeKind::Complex { element } => Some(Format::Complex(scalar(unit, *element)?)),
        TypeKind::Vector { element, lanes } => {
            Some(Format::Vector { element: scalar(unit, *element)?, lanes: u32::try_from(*lanes).ok()? })
        }
        _ => scalar(unit, ty).map(Format::Scalar),
    }
}

fn scalar(unit: &Unit, ty: TypeId) -> Option<Scalar> {
    let record = &unit.types[ty.index()];
    let Size::Bytes(bytes) = record.size else { return None };
    let bytes = u32::try_from(bytes).ok()?;
    match &record.kind {
        TypeKind::Bool { precision } => Some(Scalar::Bool { bits: *precision, bytes }),
        TypeKind::Integer { precision, unsigned } | TypeKind::Enum { precision, unsigned, .. } => {
            Some(Scalar::Int { bits: *precision, bytes, signed: !unsigned })
        }
        TypeKind::Pointer { .. } | TypeKind::NullPointer => Some(Scalar::Pointer { bits: bytes * 8 }),
        TypeKind::Float { format } => Some(Scalar::Float { format: Real::from_ir(*format).ok()?, bytes }),
        _ => None,
    }
}
