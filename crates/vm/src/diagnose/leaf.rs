//! Places inside of variables, and values, as the program would write them: `queue.items[3]`, `&head`, `NULL`.

use super::{Teller, name_of};
use crate::lower::{SiteInfo, StaticObject};
use crate::machine::Machine;
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::types::{Bound, Field, FieldFlags, FloatFormat, Size, TypeKind};
use gmc_ir::unit::Unit;
use gmc_mem::{ObjectInfo, Pointer, Scalar};
use std::ops::Range;

/// A part of a variable that is no aggregate itself.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Below the variable: `.items[3]`.
    pub(crate) path: String,
    /// Where it starts, in bytes.
    pub(crate) offset: u64,
    /// How many bytes; 1 to 8.
    pub(crate) size: usize,
    /// The value's lowest bit and how many it has, for a bit-field.
    pub(crate) bits: Option<(u32, u32)>,
    pub(crate) ty: TypeId,
}

/// The type of an object that the program declares.
pub(crate) fn type_of(machine: &Machine<'_>, object: &ObjectInfo) -> Option<(UnitIndex, TypeId)> {
    let lowered = &machine.lowered;
    if let Some(of) = lowered.statics.get(&object.id) {
        return match of {
            StaticObject::Variable(global) => Some((global.unit, lowered.program.symbol(*global).ty)),
            StaticObject::Literal | StaticObject::Function(_) => None,
        };
    }
    match lowered.sites.get(object.alloc_site.0 as usize) {
        Some(&SiteInfo::Local { code, local }) => {
            let code = &lowered.codes[code as usize];
            Some((code.global.unit, code.body(lowered.program)?.locals[local.index()].ty))
        }
        _ => None,
    }
}

/// The leaves of a value of this type that lie in a range of its bytes, `most` at most.
pub(crate) fn leaves(unit: &Unit, ty: TypeId, range: Range<u64>, most: usize) -> Vec<Leaf> {
    let mut walk = Walk { unit, range, most, out: Vec::new() };
    walk.of(ty, 0, &mut String::new());
    walk.out
}

/// Types of the library whose contents are its own business.
fn is_opaque(name: &str) -> bool {
    name.starts_with("pthread_") && name != "pthread_t"
        || ["sem_t", "mtx_t", "cnd_t", "once_flag", "FILE", "_IO_FILE"].contains(&name)
}

struct Walk<'p> {
    unit: &'p Unit,
    range: Range<u64>,
    most: usize,
    out: Vec<Leaf>,
}

impl Walk<'_> {
    fn of(&mut self, ty: TypeId, offset: u64, path: &mut String) {
        let unit = self.unit;
        let record = &unit.types[ty.index()];
        let Size::Bytes(size) = record.size else { return };
        let apart = offset >= self.range.end || offset + size <= self.range.start;
        if apart || self.out.len() >= self.most || is_opaque(unit.str(record.name)) {
            return;
        }
        let length = path.len();
        match &record.kind {
            TypeKind::Record { union, fields } => {
                let named = fields.iter().filter(|it| !it.flags.contains(FieldFlags::PADDING));
                for field in named.take(if *union { 1 } else { usize::MAX }) {
                    self.field(field, offset, path);
                    path.truncate(length);
                }
            }
            TypeKind::Array { element, low, .. } => {
                let Size::Bytes(stride @ 1..) = unit.types[element.index()].size else { return };
                let low = if let Bound::Constant(low) = low { *low } else { 0 };
                let first = self.range.start.saturating_sub(offset) / stride;
                let end = self.range.end.saturating_sub(offset).div_ceil(stride).min(size / stride);
                for index in first..end {
                    *path += &format!("[{}]", low.wrapping_add(index as i64));
                    self.of(*element, offset + index * stride, path);
                    path.truncate(length);
                    if self.out.len() >= self.most {
                        return;
                    }
                }
            }
            TypeKind::Complex { element } => {
                let half = size / 2;
                for (at, part) in [".real", ".imag"].into_iter().enumerate() {
                    *path += part;
                    self.of(*element, offset + half * at as u64, path);
                    path.truncate(length);
                }
            }
            _ if (1..=8).contains(&size) => {
                self.out.push(Leaf { path: path.clone(), offset, size: size as usize, bits: None, ty });
            }
            _ => {}
        }
    }

    fn field(&mut self, field: &Field, offset: u64, path: &mut String) {
        let Some(at) = field.offset else { return };
        let name = self.unit.str(field.name);
        if !name.is_empty() && !field.flags.contains(FieldFlags::BASE) {
            *path += ".";
            *path += name;
        }
        if !field.flags.contains(FieldFlags::BIT_FIELD) {
            self.of(field.ty, offset + at / 8, path);
            return;
        }
        let (start, width) = (offset + at / 8, field.size.unwrap_or(0));
        let size = (at % 8 + width).div_ceil(8);
        let apart = start >= self.range.end || start + size <= self.range.start;
        if !apart && (1..=8).contains(&size) && !name.is_empty() {
            self.out.push(Leaf {
                path: path.clone(),
                offset: start,
                size: size as usize,
                bits: Some(((at % 8) as u32, width as u32)),
                ty: field.ty,
            });
        }
    }
}

/// The path to what lies at an offset: the whole as long as that is possible, or something of the library.
fn path_to(unit: &Unit, ty: TypeId, offset: u64) -> Option<String> {
    let record = &unit.types[ty.index()];
    if is_opaque(unit.str(record.name)) {
        return (offset == 0).then(String::new);
    }
    let inner = match &record.kind {
        TypeKind::Record { union: false, fields } => fields.iter().find_map(|field| {
            let at = field.offset? / 8;
            let Size::Bytes(size) = unit.types[field.ty.index()].size else { return None };
            let name = unit.str(field.name);
            if name.is_empty()
                || field.flags.contains(FieldFlags::BIT_FIELD)
                || !(at..at + size).contains(&offset)
            {
                return None;
            }
            let rest = path_to(unit, field.ty, offset - at)?;
            let opaque = is_opaque(unit.str(unit.types[field.ty.index()].name));
            (offset > 0 || opaque || !rest.is_empty()).then(|| format!(".{name}{rest}"))
        }),
        TypeKind::Array { element, .. } => {
            let Size::Bytes(stride @ 1..) = unit.types[element.index()].size else { return None };
            let rest = path_to(unit, *element, offset % stride)?;
            (offset > 0 || !rest.is_empty()).then(|| format!("[{}]{rest}", offset / stride))
        }
        _ => None,
    };
    inner.or_else(|| (offset == 0).then(String::new))
}

/// A pointer as the program would write it.
pub(crate) fn pointer(machine: &Machine<'_>, pointer: Pointer) -> String {
    if pointer.is_null() {
        return "NULL".to_owned();
    }
    let Some(object) = machine.memory.object(pointer.prov) else { return format!("{:#x}", pointer.addr) };
    let offset = pointer.addr.wrapping_sub(object.base);
    match machine.lowered.statics.get(&object.id) {
        Some(StaticObject::Function(name)) => return name.clone(),
        Some(StaticObject::Literal) => return literal(machine, pointer),
        _ => {}
    }
    let name = match object.kind {
        // Several look alike otherwise.
        gmc_mem::Kind::Heap => format!("heap{}", object.id.index()),
        _ => name_of(machine, &object),
    };
    let path = type_of(machine, &object)
        .and_then(|(unit, ty)| path_to(machine.lowered.program.unit(unit), ty, offset));
    match path {
        Some(path) => format!("&{name}{path}"),
        None if offset == 0 => format!("&{name}"),
        None => format!("&{name} + {} bytes", offset as i64),
    }
}

/// The start of a string literal.
fn literal(machine: &Machine<'_>, at: Pointer) -> String {
    const LENGTH: i64 = 24;
    let byte = |i: i64| {
        let loaded = machine.memory.load_u8(at.wrapping_offset(i)).ok()?;
        loaded.bits(machine.memory.target()).filter(|&byte| byte != 0)
    };
    let bytes: Vec<u8> = (0..LENGTH).map_while(byte).map(|byte| byte as u8).collect();
    let more = if bytes.len() as i64 == LENGTH { "…" } else { "" };
    format!("\"{}{more}\"", bytes.escape_ascii())
}

/// A value as the program would write it; `missing` has a bit for each byte that has none.
pub(crate) fn value(
    machine: &Machine<'_>,
    unit: &Unit,
    leaf: &Leaf,
    (scalar, missing): (Scalar, u8),
) -> String {
    if missing != 0 {
        return "not set".to_owned();
    }
    let target = machine.memory.target();
    let kind = &unit.types[leaf.ty.index()].kind;
    if let (TypeKind::Pointer { .. }, Some(it)) = (kind, scalar.pointer(target)) {
        return pointer(machine, it);
    }
    if let Scalar::Pointer(it) = scalar {
        return pointer(machine, it);
    }
    let Some(bits) = scalar.bits(target) else { return "not decided yet".to_owned() };
    let (bits, width) = match leaf.bits {
        Some((shift, width)) => (bits >> shift, width),
        None => (bits, leaf.size as u32 * 8),
    };
    let rest = 64 - width.clamp(1, 64);
    let (signed, unsigned) = (((bits << rest) as i64) >> rest, (bits << rest) >> rest);
    match kind {
        TypeKind::Enum { values, unsigned: no_sign, .. } => {
            let number = if *no_sign { i128::from(unsigned) } else { i128::from(signed) };
            let named = values.iter().find(|it| it.value == number);
            named.map_or_else(|| number.to_string(), |it| unit.str(it.name).to_owned())
        }
        TypeKind::Integer { unsigned: false, .. } => signed.to_string(),
        TypeKind::Float { format: FloatFormat::Single } => f32::from_bits(unsigned as u32).to_string(),
        TypeKind::Float { format: FloatFormat::Double } => f64::from_bits(unsigned).to_string(),
        TypeKind::Integer { .. } | TypeKind::Bool { .. } => unsigned.to_string(),
        _ => format!("{unsigned:#x}"),
    }
}

/// What the current thread's next operation reads or writes, as its source has it, with its type.
pub(crate) fn next_operand(machine: &Machine<'_>, thread: usize) -> Option<(String, UnitIndex, TypeId)> {
    let frame = machine.threads[thread].frames.last()?;
    let program = machine.lowered.program;
    let code = &machine.lowered.codes[frame.code as usize];
    let expr = code.origins.get(frame.pc as usize)?.expr?;
    let text = Teller { machine, frame: Some(frame) }.source()?.expr(expr)?;
    let ty = program.unit(code.global.unit).type_of(code.body(program)?, expr)?;
    Some((text, code.global.unit, ty))
}
