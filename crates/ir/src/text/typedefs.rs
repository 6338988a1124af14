//! All types of a unit as C definitions, with the layout that GCC gave them.

use super::ctype::{declaration, underlying};
use crate::id::{StrId, TypeId};
use crate::types::{Field, FieldFlags, Size, Type, TypeFlags, TypeKind};
use crate::unit::Unit;
use std::fmt::{self, Write};

/// Writes the types that have a definition of their own: records, enumerations, typedefs and the language's own.
pub fn types(out: &mut dyn Write, unit: &Unit) -> fmt::Result {
    for (at, ty) in (0..).zip(&unit.types) {
        let id = TypeId(at);
        let typedef = ty.flags.contains(TypeFlags::TYPEDEF);
        if ty.main != id {
            // A qualified variant says nothing new; a typedef does, unless it is qualified on top.
            if typedef && ty.name != unit.types[ty.main.index()].name {
                writeln!(out, "typedef {};", declaration(unit, ty.main, unit.str(ty.name)))?;
            }
            continue;
        }
        match &ty.kind {
            TypeKind::Record { union, fields } => {
                let keyword = if *union { "union" } else { "struct" };
                head(out, unit, id, ty, keyword)?;
                fields.iter().try_for_each(|member| field(out, unit, member))?;
                tail(out, unit, ty)?;
            }
            TypeKind::Enum { values, .. } => {
                head(out, unit, id, ty, "enum")?;
                for value in values {
                    writeln!(out, "  {} = {},", unit.str(value.name), value.value)?;
                }
                tail(out, unit, ty)?;
            }
            _ if ty.name == StrId::NONE => {}
            TypeKind::Pointer { .. } | TypeKind::Array { .. } | TypeKind::Function { .. } => {
                writeln!(out, "typedef {};", underlying(unit, id, unit.str(ty.name)))?;
            }
            _ => writeln!(out, "// {}: {}", unit.str(ty.name), describe(ty))?,
        }
    }
    Ok(())
}

fn head(out: &mut dyn Write, unit: &Unit, id: TypeId, ty: &Type, keyword: &str) -> fmt::Result {
    let typedef = ty.flags.contains(TypeFlags::TYPEDEF);
    let tag = match unit.str(ty.name) {
        "" => format!(" {id}"),
        _ if typedef => String::new(),
        name => format!(" {name}"),
    };
    let prefix = if typedef && ty.name != StrId::NONE { "typedef " } else { "" };
    let incomplete = ty.size == Size::Unknown;
    let layout =
        if incomplete { " // incomplete".to_owned() } else { format!(" // {}", room(ty.size, ty.align)) };
    writeln!(out, "{prefix}{keyword}{tag} {{{layout}")
}

fn tail(out: &mut dyn Write, unit: &Unit, ty: &Type) -> fmt::Result {
    let name = unit.str(ty.name);
    let named = ty.flags.contains(TypeFlags::TYPEDEF) && !name.is_empty();
    writeln!(out, "}}{};", if named { format!(" {name}") } else { String::new() })
}

fn field(out: &mut dyn Write, unit: &Unit, member: &Field) -> fmt::Result {
    let bit_field = member.flags.contains(FieldFlags::BIT_FIELD);
    let mut text = declaration(unit, member.ty, unit.str(member.name));
    if let (true, Some(width)) = (bit_field, member.size) {
        write!(text, " : {width}")?;
    }
    let place = match member.offset {
        None => "at run time".to_owned(),
        Some(offset) if offset.is_multiple_of(8) && !bit_field => format!("offset {}", offset / 8),
        Some(offset) => format!("offset {}, bit {}", offset / 8, offset % 8),
    };
    let marks = [
        (FieldFlags::ARTIFICIAL, ", artificial"),
        (FieldFlags::PADDING, ", padding"),
        (FieldFlags::VIRTUAL_TABLE, ", virtual table"),
        (FieldFlags::BASE, ", base class"),
        (FieldFlags::MUTABLE, ", mutable"),
    ];
    let present: String =
        marks.iter().filter(|(flag, _)| member.flags.contains(*flag)).map(|(_, mark)| *mark).collect();
    writeln!(out, "  {text}; // {place}{present}")
}

/// `16 bytes, aligned to 8`
pub(super) fn room(size: Size, align: u32) -> String {
    let size = match size {
        Size::Unknown => "size unknown".to_owned(),
        Size::Bytes(1) => "1 byte".to_owned(),
        Size::Bytes(bytes) => format!("{bytes} bytes"),
        Size::Dynamic => "size at run time".to_owned(),
    };
    if align > 1 { format!("{size}, aligned to {align}") } else { size }
}

fn describe(ty: &Type) -> String {
    let kind = match &ty.kind {
        TypeKind::Bool { precision } => format!("boolean of {precision} bits"),
        TypeKind::Integer { precision, unsigned: false } => format!("signed integer of {precision} bits"),
        TypeKind::Integer { precision, unsigned: true } => format!("unsigned integer of {precision} bits"),
        TypeKind::Fixed { precision, .. } => format!("fixed-point number of {precision} bits"),
        TypeKind::Float { format } => format!("floating point ({format:?})"),
        TypeKind::Complex { .. } => "complex number".to_owned(),
        TypeKind::Vector { lanes, .. } => format!("vector of {lanes} lanes"),
        TypeKind::MemberPointer { .. } => "pointer to member".to_owned(),
        TypeKind::NullPointer => "the type of nullptr".to_owned(),
        TypeKind::Void => return "no value".to_owned(),
        _ => "unknown".to_owned(),
    };
    format!("{kind}, {}", room(ty.size, ty.align))
}
