//! Facts about trees that take more than a line: values, initial values, parts of types, and what edits have made.

use crate::made::{Builtin, Made, MadeType};
use crate::source::{Tree, What};
use gmc_ir::expr::Expr;
use gmc_ir::id::{FieldIndex, TypeId};
use gmc_ir::types::{Field, FloatFormat, Size, Type, TypeKind};
use gmc_ir::unit::{RelocationTarget, SymbolValue};
use mlua::{IntoLua, Lua, Value};
use std::rc::Rc;

/// The record of a type, or of the type of something.
fn record(it: &Tree) -> Option<(Tree, &Type)> {
    let own = it.own_type()?;
    let What::Type(ty) = own.what else { return None };
    Some((own, &it.in_unit().types[ty.index()]))
}

pub(crate) fn precision(it: &Tree) -> Option<u32> {
    if let What::Made(made) = &it.what
        && let Made::Builtin(ty) = **made
    {
        let bits = match ty.name().trim_start_matches("unsigned ") {
            "bool" => 1,
            "char" => 8,
            "short" => 16,
            "int" => it.in_unit().target.int_bits,
            "long" => it.in_unit().target.long_bits,
            "size_t" => it.in_unit().target.size_bits,
            "long long" => 64,
            _ => return None,
        };
        return Some(bits);
    }
    match record(it)?.1.kind {
        TypeKind::Bool { precision } => Some(precision),
        TypeKind::Integer { precision, .. } | TypeKind::Enum { precision, .. } => Some(precision),
        _ => None,
    }
}

pub(crate) fn unsigned(it: &Tree) -> Option<bool> {
    if let What::Made(made) = &it.what
        && let Made::Builtin(ty) = **made
    {
        return Some(ty.name().starts_with("unsigned") || ["bool", "size_t"].contains(&ty.name()));
    }
    match record(it)?.1.kind {
        TypeKind::Bool { .. } | TypeKind::Pointer { .. } => Some(true),
        TypeKind::Integer { unsigned, .. } | TypeKind::Enum { unsigned, .. } => Some(unsigned),
        _ => None,
    }
}

/// The kind of a type; none of anything else.
fn kind(it: &Tree) -> Option<&TypeKind> {
    match it.what {
        What::Type(ty) => Some(&it.in_unit().types[ty.index()].kind),
        _ => None,
    }
}

pub(crate) fn target(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    let to = match kind(it) {
        Some(TypeKind::Pointer { target, .. } | TypeKind::MemberPointer { target, .. }) => Some(*target),
        Some(
            TypeKind::Array { element, .. }
            | TypeKind::Vector { element, .. }
            | TypeKind::Complex { element },
        ) => Some(*element),
        _ => None,
    };
    to.map(|ty| it.beside(What::Type(ty))).into_lua(lua)
}

pub(crate) fn result(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    match kind(it) {
        Some(TypeKind::Function { result, .. }) => it.beside(What::Type(*result)).into_lua(lua),
        _ => Ok(Value::Nil),
    }
}

pub(crate) fn params(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    match kind(it) {
        Some(TypeKind::Function { params, .. }) => {
            let params = params.iter().map(|ty| it.beside(What::Type(*ty)));
            lua.create_sequence_from(params)?.into_lua(lua)
        }
        _ => Ok(Value::Nil),
    }
}

pub(crate) fn fields(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    let (What::Type(ty), Some(TypeKind::Record { fields, .. })) = (&it.what, kind(it)) else {
        return Ok(Value::Nil);
    };
    let fields = (0..fields.len() as u32).map(|at| it.beside(What::Field(*ty, FieldIndex(at))));
    lua.create_sequence_from(fields)?.into_lua(lua)
}

pub(crate) fn field(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    match it.expr() {
        Some(Expr::Field { record, field, .. }) => it.beside(What::Field(*record, *field)).into_lua(lua),
        _ => Ok(Value::Nil),
    }
}

fn field_record(it: &Tree) -> Option<&Field> {
    let What::Field(ty, at) = it.what else { return None };
    match &it.in_unit().types[ty.index()].kind {
        TypeKind::Record { fields, .. } => fields.get(at.index()),
        _ => None,
    }
}

pub(crate) fn offset(it: &Tree) -> Option<i64> {
    match it.expr() {
        Some(Expr::Memory { offset, .. }) => Some(*offset),
        _ => field_record(it)?.offset?.try_into().ok(),
    }
}

pub(crate) fn body(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    match it.symbol().map(|it| &it.value) {
        Some(SymbolValue::Function(id)) => it.function(*id).into_lua(lua),
        _ => Ok(Value::Nil),
    }
}

pub(crate) fn location(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    let unit = it.in_unit();
    let place = it
        .symbol()
        .map(|it| it.place)
        .or(it.local().map(|it| it.place))
        .or(field_record(it).map(|it| it.place));
    let place = place.map(|it| unit.places[it.index()]).filter(|it| !it.is_none());
    match place {
        Some(place) => format!("{}:{}", unit.str(place.file), place.line).into_lua(lua),
        None => Ok(Value::Nil),
    }
}

/// A number from the bytes of a target of the usual byte order.
fn number(it: &Tree, ty: TypeId, bytes: &[u8]) -> Option<Result<i128, f64>> {
    let unit = it.in_unit();
    let record = &unit.types[ty.index()];
    let Size::Bytes(size @ 1..=16) = record.size else { return None };
    // What initial values leave out is zero.
    let mut image = bytes.to_vec();
    image.resize(size as usize, 0);
    if unit.target.big_endian {
        image.reverse();
    }
    let mut wide = [0; 16];
    wide[..image.len()].copy_from_slice(&image);
    let bits = u128::from_le_bytes(wide);
    match record.kind {
        TypeKind::Float { format: FloatFormat::Single } => Some(Err(f32::from_bits(bits as u32).into())),
        TypeKind::Float { format: FloatFormat::Double } => Some(Err(f64::from_bits(bits as u64))),
        TypeKind::Integer { unsigned: false, .. } | TypeKind::Enum { unsigned: false, .. } => {
            let shift = 128 - 8 * size as u32;
            Some(Ok((bits << shift) as i128 >> shift))
        }
        TypeKind::Integer { .. } | TypeKind::Enum { .. } | TypeKind::Bool { .. } => Some(Ok(bits as i128)),
        _ => None,
    }
}

/// A whole number: as Lua's own where it fits, otherwise as text.
fn whole(lua: &Lua, value: i128) -> mlua::Result<Value> {
    match i64::try_from(value) {
        Ok(value) => value.into_lua(lua),
        Err(_) => value.to_string().into_lua(lua),
    }
}

fn either(lua: &Lua, number: Option<Result<i128, f64>>) -> mlua::Result<Value> {
    match number {
        Some(Ok(value)) => whole(lua, value),
        Some(Err(value)) => value.into_lua(lua),
        None => Ok(Value::Nil),
    }
}

/// The bytes of a string without the zero at its end.
fn text(lua: &Lua, bytes: &[u8]) -> mlua::Result<Value> {
    lua.create_string(bytes.strip_suffix(b"\0").unwrap_or(bytes))?.into_lua(lua)
}

pub(crate) fn initial(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    let Some(symbol) = it.symbol() else { return Ok(Value::Nil) };
    let SymbolValue::Variable(initial) = &symbol.value else { return Ok(Value::Nil) };
    if let Some(first) = initial.relocations.first().filter(|it| it.offset == 0) {
        return match first.to {
            RelocationTarget::Symbol(to) => it.beside(What::Symbol(to)).into_lua(lua),
            RelocationTarget::Literal(to) => it.beside(What::Literal(to)).into_lua(lua),
            _ => Ok(Value::Nil),
        };
    }
    let unit = it.in_unit();
    if let TypeKind::Array { element, .. } = unit.types[symbol.ty.index()].kind
        && unit.types[element.index()].size == Size::Bytes(1)
    {
        return text(lua, &initial.bytes);
    }
    either(lua, number(it, symbol.ty, &initial.bytes))
}

pub(crate) fn value(lua: &Lua, it: &Tree) -> mlua::Result<Value> {
    match &it.what {
        What::Literal(literal) => return text(lua, &it.in_unit().literals[literal.index()].bytes),
        What::Made(made) => {
            return match &**made {
                Made::Integer { value, .. } => value.into_lua(lua),
                Made::Real(value) => value.into_lua(lua),
                Made::Text(bytes) => text(lua, bytes),
                _ => Ok(Value::Nil),
            };
        }
        _ => {}
    }
    match it.expr() {
        Some(Expr::Integer { value, .. }) => whole(lua, *value),
        Some(Expr::Real { ty, image }) => either(lua, number(it, *ty, image)),
        Some(Expr::Literal(literal)) => text(lua, &it.in_unit().literals[literal.index()].bytes),
        _ => Ok(Value::Nil),
    }
}

/// The tree of a type that an edit mentions.
pub(crate) fn type_tree(near: &Tree, ty: MadeType) -> Tree {
    near.beside(match ty {
        MadeType::Unit(ty) => What::Type(ty),
        MadeType::Builtin(ty) => What::Made(Rc::new(Made::Builtin(ty))),
    })
}

pub(crate) fn made_type(near: &Tree, made: &Made) -> Option<Tree> {
    let ty = match made {
        Made::Builtin(_) | Made::Function { .. } => return None,
        Made::Integer { ty, .. } => ty.unwrap_or(MadeType::Builtin(Builtin::INT)),
        Made::Real(_) => MadeType::Builtin(Builtin::DOUBLE),
        Made::Text(_) => MadeType::Builtin(Builtin::TEXT),
        Made::Variable { ty, .. } | Made::External { ty, .. } => *ty,
        Made::Address(_) => MadeType::Builtin(Builtin::find("void *")?),
    };
    Some(type_tree(near, ty))
}

pub(crate) fn made_text(made: &Made) -> String {
    match made {
        Made::Builtin(ty) => ty.name().to_owned(),
        Made::Integer { value, .. } => value.to_string(),
        Made::Real(value) => value.to_string(),
        Made::Text(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        Made::Variable { name, .. } | Made::External { name, .. } | Made::Function { name, .. } => {
            name.clone()
        }
        Made::Address(of) => format!("&{}", of.0.text()),
    }
}
