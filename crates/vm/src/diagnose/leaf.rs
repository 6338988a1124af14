//! Places inside of variables, and values, as the program would write them: `queue.items[3]`, `&head`, `NULL`.

use super::{Teller, name_of};
use crate::compiled::{SiteInfo, StaticObject};
use crate::machine::Machine;
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::text::type_name;
use gmc_ir::types::{Bound, Field, FieldFlags, FloatFormat, Size, TypeKind};
use gmc_ir::unit::Unit;
use gmc_mem::{ObjectInfo, Pointer, Scalar};
use gmc_model::ThreadId;
use std::ops::Range;

/// What names heap memory, before its number.
pub const HEAP: &str = "heap object #";

/// A part of a variable that is no aggregate itself.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Below the variable: `.items[3]`.
    pub path: String,
    /// Where it starts, in bytes.
    pub offset: u64,
    /// How many bytes; 1 to 8.
    pub size: usize,
    /// The value's lowest bit and how many it has, for a bit-field.
    pub bits: Option<(u32, u32)>,
    /// Its type.
    pub ty: TypeId,
}

/// The type of an object that the program declares.
pub fn type_of(machine: &Machine, object: &ObjectInfo) -> Option<(UnitIndex, TypeId)> {
    let compiled = &machine.compiled;
    if let Some(of) = compiled.statics.get(&object.id) {
        return match of {
            StaticObject::Variable(global) => Some((global.unit, compiled.program.symbol(*global).ty)),
            StaticObject::Literal | StaticObject::Function(_) | StaticObject::Section(_) => None,
        };
    }
    match compiled.sites.get(object.alloc_site.0 as usize) {
        Some(&SiteInfo::Local { code, local }) => {
            let code = &compiled.codes[code];
            Some((code.global.unit, code.body(&compiled.program)?.locals[local.index()].ty))
        }
        _ => None,
    }
}

/// The leaves of a value of this type that lie in a range of its bytes, `most` at most.
pub fn leaves(unit: &Unit, ty: TypeId, range: Range<u64>, most: usize) -> Vec<Leaf> {
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
            let opaque = is_opaque(unit.str(unit.types[element.index()].name));
            (offset > 0 || opaque || !rest.is_empty()).then(|| format!("[{}]{rest}", offset / stride))
        }
        _ => None,
    };
    inner.or_else(|| (offset == 0).then(String::new))
}

/// A pointer to something of this type: with the text that it points to, and what heap memory is.
pub fn pointer_to(machine: &Machine, unit: &Unit, ty: TypeId, to: Pointer) -> String {
    let plain = pointer(machine, to);
    let Some(object) = machine.memory.object(to.prov) else { return plain };
    if object.kind != gmc_mem::Storage::Heap {
        let text = if is_character(unit, ty) && !plain.starts_with('"') { string(machine, to) } else { None };
        return text.map_or(plain.clone(), |text| format!("{plain} ({text})"));
    }
    let mut about = Vec::new();
    if matches!(unit.types[ty.index()].size, Size::Bytes(1..)) {
        about.push(type_name(unit, ty));
    }
    if is_character(unit, ty) {
        about.extend(string(machine, to));
    }
    about
        .extend(super::allocated(machine, &object).map(|at| format!("allocated at {}:{}", at.file, at.line)));
    if object.life != gmc_mem::Life::Live {
        about.push("freed".to_owned());
    }
    if about.is_empty() { plain } else { format!("{plain} ({})", about.join(", ")) }
}

/// A pointer as the program would write it.
pub fn pointer(machine: &Machine, pointer: Pointer) -> String {
    if pointer.is_null() {
        return "NULL".to_owned();
    }
    let Some(object) = machine.memory.object(pointer.prov) else { return format!("{:#x}", pointer.addr) };
    let offset = pointer.addr.wrapping_sub(object.base);
    match machine.compiled.statics.get(&object.id) {
        Some(StaticObject::Function(name)) => return name.clone(),
        Some(StaticObject::Literal) => return literal(machine, pointer),
        _ => {}
    }
    let name = match object.kind {
        // Several look alike otherwise. Who shows a whole run counts them from 1.
        gmc_mem::Storage::Heap => {
            let name = format!("{HEAP}{}", object.id.index());
            return if offset == 0 { name } else { format!("{name} + {} bytes", offset as i64) };
        }
        _ => name_of(machine, &object),
    };
    let path = type_of(machine, &object)
        .and_then(|(unit, ty)| path_to(machine.compiled.program.unit(unit), ty, offset));
    match path {
        Some(path) => format!("&{name}{path}"),
        None if offset == 0 => format!("&{name}"),
        None => format!("&{name} + {} bytes", offset as i64),
    }
}

/// What a pointer points to, as the program would write it.
pub fn target(machine: &Machine, to: Pointer) -> String {
    let text = pointer(machine, to);
    text.strip_prefix('&').map_or(text.clone(), str::to_owned)
}

/// Characters of a string that are shown.
const LENGTH: i64 = 24;

/// The start of a string literal.
fn literal(machine: &Machine, at: Pointer) -> String {
    string(machine, at).unwrap_or_else(|| "…".to_owned())
}

/// A string as the program would write it; none if what is there is none.
pub fn string(machine: &Machine, at: Pointer) -> Option<String> {
    let mut bytes = Vec::new();
    for i in 0..LENGTH {
        let loaded = machine.memory.load_lenient(at.wrapping_offset(i), 1).ok().filter(|it| it.1 == 0)?.0;
        match loaded.bits(machine.memory.target())? {
            0 => return Some(format!("\"{}\"", bytes.escape_ascii())),
            byte => bytes.push(byte as u8),
        }
    }
    Some(format!("\"{}…\"", bytes.escape_ascii()))
}

/// Whether a type is that of characters.
fn is_character(unit: &Unit, ty: TypeId) -> bool {
    let record = &unit.types[ty.index()];
    matches!(record.kind, TypeKind::Integer { .. })
        && record.size == Size::Bytes(1)
        && unit.str(record.name).ends_with("char")
}

/// The text in an array of characters.
pub fn text_in(machine: &Machine, unit: &Unit, ty: TypeId, at: Pointer) -> Option<String> {
    match unit.types[ty.index()].kind {
        TypeKind::Array { element, .. } if is_character(unit, element) => string(machine, at),
        _ => None,
    }
}

/// A value as the program would write it; `missing` has a bit for each byte that has none.
pub fn value(machine: &Machine, unit: &Unit, leaf: &Leaf, (scalar, missing): (Scalar, u8)) -> String {
    if missing != 0 {
        return "not set".to_owned();
    }
    let target = machine.memory.target();
    let kind = &unit.types[leaf.ty.index()].kind;
    if let (TypeKind::Pointer { target, .. }, Some(it)) = (kind, scalar.pointer(target)) {
        return pointer_to(machine, unit, *target, it);
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
        TypeKind::Integer { .. } if is_character(unit, leaf.ty) && (32..127).contains(&unsigned) => {
            format!("{signed} '{}'", (unsigned as u8).escape_ascii())
        }
        TypeKind::Integer { unsigned: false, .. } => signed.to_string(),
        TypeKind::Float { format: FloatFormat::Single } => f32::from_bits(unsigned as u32).to_string(),
        TypeKind::Float { format: FloatFormat::Double } => f64::from_bits(unsigned).to_string(),
        TypeKind::Integer { .. } | TypeKind::Bool { .. } => unsigned.to_string(),
        _ => format!("{unsigned:#x}"),
    }
}

/// What the current thread's next operation reads or writes, as its source has it, with its type.
pub fn next_operand(machine: &Machine, thread: ThreadId) -> Option<(String, UnitIndex, TypeId)> {
    let frame = machine.threads[thread].frames.last()?;
    let program = &machine.compiled.program;
    let code = &machine.compiled.codes[frame.code];
    let expr = code.source.origins.get(frame.pc as usize)?.expr?;
    let text = Teller { machine, frame: Some(frame), model: None }.source()?.expr(expr)?;
    let ty = program.unit(code.global.unit).type_of(code.body(program)?, expr)?;
    Some((text, code.global.unit, ty))
}
