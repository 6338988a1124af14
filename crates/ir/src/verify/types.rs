//! Types: variants lead to a main variant, no type contains itself, literals are arrays.

use super::{Flaws, find_cycle};
use crate::types::{FloatFormat, Type, TypeKind};

/// Checks all types of a unit; their ids are in range.
pub(super) fn check(flaws: &mut Flaws<'_>) {
    let unit = flaws.unit;
    for (at, ty) in unit.types.iter().enumerate() {
        let main = &unit.types[ty.main.index()];
        flaws.require(main.main == ty.main, || format!("t{at}: its main variant {} is none", ty.main));
        check_one(flaws, at, ty);
    }
    let types = &unit.types;
    let contained = |at: usize, next: &mut Vec<usize>| match &types[at].kind {
        TypeKind::Complex { element }
        | TypeKind::Vector { element, .. }
        | TypeKind::Array { element, .. } => {
            next.push(element.index());
        }
        TypeKind::Record { fields, .. } => next.extend(fields.iter().map(|field| field.ty.index())),
        _ => {}
    };
    if let Some(at) = find_cycle(types.len(), contained) {
        flaws.add(|| format!("t{at} contains itself"));
    }
    for (at, literal) in unit.literals.iter().enumerate() {
        let array = matches!(types[literal.ty.index()].kind, TypeKind::Array { .. });
        flaws.require(array, || format!("lit{at}: its type {} is no array", literal.ty));
    }
    let target = &unit.target;
    let widths =
        [target.pointer_bits, target.size_bits, target.int_bits, target.long_bits, target.wchar_bits];
    let sane = widths.iter().all(|&bits| (8..=128).contains(&bits) && bits.is_multiple_of(8));
    flaws.require(sane, || format!("the target's integers have impossible widths {widths:?}"));
    let long_double = &types[target.long_double.index()].kind;
    let real = matches!(long_double, TypeKind::Float { .. });
    flaws.require(real, || format!("`long double` ({}) is no floating-point type", target.long_double));
}

fn check_one(flaws: &mut Flaws<'_>, at: usize, ty: &Type) {
    let unit = flaws.unit;
    let aligned = ty.align == 0 || ty.align.is_power_of_two();
    flaws.require(aligned, || format!("t{at}: alignment {} is no power of two", ty.align));
    match &ty.kind {
        TypeKind::Bool { precision }
        | TypeKind::Integer { precision, .. }
        | TypeKind::Enum { precision, .. }
        | TypeKind::Fixed { precision, .. } => {
            // A bit-field may have no width, and so has an enumeration that is only declared.
            flaws.require(*precision <= 65_536, || format!("t{at}: impossible precision {precision}"));
        }
        TypeKind::Complex { element } => {
            let part = &unit.types[element.index()].kind;
            let scalar = matches!(
                part,
                TypeKind::Integer { .. }
                    | TypeKind::Float { .. }
                    | TypeKind::Fixed { .. }
                    | TypeKind::Bool { .. }
            );
            flaws.require(scalar, || format!("t{at}: complex numbers of {element}, which is no number"));
        }
        TypeKind::Float { format } => {
            // Only the name of the format is trusted; its size is the type's.
            flaws.require(*format == FloatFormat::Other || ty.align > 0, || {
                format!("t{at}: float without alignment")
            });
        }
        _ => {}
    }
}
