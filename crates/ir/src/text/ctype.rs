//! Types in C's declaration syntax, which is inside out: `int (*name[3])(void)` is built around the name, one layer of
//! the type at a time.

use crate::id::{StrId, TypeId};
use crate::types::{Bound, FloatFormat, Type, TypeFlags, TypeKind};
use crate::unit::Unit;

/// Pointers, arrays and functions inside each other; deeper types are named by their id.
const MAX_LAYERS: usize = 64;
/// Types in all, parameters included.
const MAX_TYPES: usize = 256;

/// A declaration of `name` as C writes it; just the type when the name is empty.
pub fn declaration(unit: &Unit, ty: TypeId, name: &str) -> String {
    let mut left = MAX_TYPES;
    declare(unit, ty, name.to_owned(), 0, &mut left)
}

/// A type as C writes it.
pub fn type_name(unit: &Unit, ty: TypeId) -> String {
    declaration(unit, ty, "")
}

/// A declaration of the type without its own typedef name: what a `typedef` says.
pub(super) fn underlying(unit: &Unit, ty: TypeId, name: &str) -> String {
    let mut left = MAX_TYPES;
    layers(unit, ty, name.to_owned(), 0, &mut left, true)
}

fn declare(unit: &Unit, ty: TypeId, name: String, depth: usize, left: &mut usize) -> String {
    layers(unit, ty, name, depth, left, false)
}

fn layers(
    unit: &Unit,
    start: TypeId,
    mut declarator: String,
    depth: usize,
    left: &mut usize,
    unfold: bool,
) -> String {
    let mut at = start;
    let mut pointer = false;
    for layer in depth.. {
        let ty = &unit.types[at.index()];
        let named = ty.name != StrId::NONE && !(unfold && at == start);
        let known = layer < MAX_LAYERS && *left > 0;
        *left = left.saturating_sub(1);
        match &ty.kind {
            TypeKind::Pointer { target, reference } if !named && known => {
                let quals = qualifiers(ty.flags);
                let gap = if quals.is_empty() || declarator.is_empty() { "" } else { " " };
                let mark = if *reference { '&' } else { '*' };
                declarator = format!("{mark}{quals}{gap}{declarator}");
                pointer = true;
                at = *target;
            }
            TypeKind::MemberPointer { target, class } if !named && known => {
                let class = declare(unit, *class, String::new(), layer + 1, left);
                declarator = format!("{class}::*{declarator}");
                pointer = true;
                at = *target;
            }
            TypeKind::Array { element, low, high } if !named && known => {
                let inner = if pointer { format!("({declarator})") } else { declarator };
                declarator = format!("{inner}[{}]", extent(*low, *high));
                pointer = false;
                at = *element;
            }
            TypeKind::Function { result, params, variadic, prototyped } if !named && known => {
                let inner = if pointer { format!("({declarator})") } else { declarator };
                let params = parameters(unit, params, *variadic, *prototyped, layer, left);
                declarator = format!("{inner}({params})");
                pointer = false;
                at = *result;
            }
            _ => {
                let base = base(unit, at, ty, named);
                let quals = qualifiers(ty.flags);
                let space = if quals.is_empty() { "" } else { " " };
                let gap = if declarator.is_empty() || declarator.starts_with('[') { "" } else { " " };
                return format!("{quals}{space}{base}{gap}{declarator}");
            }
        }
    }
    declarator
}

fn parameters(
    unit: &Unit,
    params: &[TypeId],
    variadic: bool,
    prototyped: bool,
    layer: usize,
    left: &mut usize,
) -> String {
    let mut all: Vec<String> = Vec::new();
    for &param in params {
        if *left == 0 {
            all.push("…".to_owned());
            break;
        }
        all.push(declare(unit, param, String::new(), layer + 1, left));
    }
    if variadic {
        all.push("...".to_owned());
    }
    if all.is_empty() && prototyped { "void".to_owned() } else { all.join(", ") }
}

/// What stands between an array's brackets: the number of elements, or Fortran's bounds.
fn extent(low: Bound, high: Bound) -> String {
    match (low, high) {
        (_, Bound::Unknown) => String::new(),
        (Bound::Constant(0), Bound::Constant(high)) => (i128::from(high) + 1).to_string(),
        (Bound::Constant(low), Bound::Constant(high)) => format!("{low}:{high}"),
        (_, Bound::Dynamic) => "*".to_owned(),
        (_, Bound::Constant(high)) => format!("*:{high}"),
    }
}

/// A type that is no layer: its name or, failing that, a description in the manner of GCC.
fn base(unit: &Unit, id: TypeId, ty: &Type, named: bool) -> String {
    let name = if named { unit.str(ty.name) } else { "" };
    let typedef = ty.flags.contains(TypeFlags::TYPEDEF);
    let sign = |unsigned: bool| if unsigned { "unsigned" } else { "signed" };
    match (&ty.kind, name) {
        (TypeKind::Record { union: false, .. }, "") => format!("struct {id}"),
        (TypeKind::Record { union: true, .. }, "") => format!("union {id}"),
        (TypeKind::Enum { .. }, "") => format!("enum {id}"),
        (TypeKind::Record { union: false, .. }, name) if !typedef => format!("struct {name}"),
        (TypeKind::Record { union: true, .. }, name) if !typedef => format!("union {name}"),
        (TypeKind::Enum { .. }, name) if !typedef => format!("enum {name}"),
        (TypeKind::Void, "") => "void".to_owned(),
        (TypeKind::Bool { precision }, "") => format!("<unnamed-bool:{precision}>"),
        (TypeKind::Integer { precision, unsigned }, "") => {
            format!("<unnamed-{}:{precision}>", sign(*unsigned))
        }
        (TypeKind::Fixed { precision, unsigned }, "") => format!("<fixed-{}:{precision}>", sign(*unsigned)),
        (TypeKind::Float { format }, "") => float_name(*format).to_owned(),
        (TypeKind::Complex { element }, "") => format!("_Complex {}", element_name(unit, *element)),
        (TypeKind::Vector { element, lanes }, "") => {
            format!("vector({lanes}) {}", element_name(unit, *element))
        }
        (TypeKind::NullPointer, "") => "nullptr_t".to_owned(),
        (TypeKind::Other { code }, "") => format!("<{} {id}>", unit.str(*code)),
        (_, "") => id.to_string(),
        (_, name) => name.to_owned(),
    }
}

/// The name of a part's or lane's type, which is a number's: no layers.
fn element_name(unit: &Unit, element: TypeId) -> String {
    let ty = &unit.types[element.index()];
    match &ty.kind {
        TypeKind::Complex { .. } | TypeKind::Vector { .. } => element.to_string(),
        _ => base(unit, element, ty, ty.name != StrId::NONE),
    }
}

fn float_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Half => "_Float16",
        FloatFormat::Brain => "__bf16",
        FloatFormat::Single => "float",
        FloatFormat::Double => "double",
        FloatFormat::X87 => "__float80",
        FloatFormat::Quad => "_Float128",
        FloatFormat::DoubleDouble => "__ibm128",
        FloatFormat::Decimal32 => "_Decimal32",
        FloatFormat::Decimal64 => "_Decimal64",
        FloatFormat::Decimal128 => "_Decimal128",
        FloatFormat::Other => "<float>",
    }
}

fn qualifiers(flags: TypeFlags) -> String {
    let all = [
        (TypeFlags::CONST, "const"),
        (TypeFlags::VOLATILE, "volatile"),
        (TypeFlags::RESTRICT, "restrict"),
        (TypeFlags::ATOMIC, "_Atomic"),
    ];
    let present: Vec<&str> =
        all.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, name)| *name).collect();
    present.join(" ")
}
