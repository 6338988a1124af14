//! Type information of C++ as GCC lays it out in memory (Itanium C++ ABI, 2.9.5), and what follows from it: whether a
//! handler takes an exception, and `dynamic_cast`.
//!
//! What kind of type information an object is, its pointer to a virtual table says, whose symbol has a name. Two of
//! them mean the same type where they are the same object or have equal names. Objects of classes are walked from the
//! most derived class to its bases, by the offsets that the classes' type information and virtual tables give.

use super::guest;
use gmc_mem::Pointer;
use gmc_vm::compiled::StaticObject;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[memory("__dynamic_cast", dynamic_cast)];

/// What type information says.
enum Type {
    /// A class with these bases.
    Class(Vec<Base>),
    /// A pointer, or a pointer to a member.
    Pointer { to_member: bool, flags: u64, to: Pointer },
    /// A function.
    Function,
    /// Anything else: it is what its name says.
    Plain,
}

struct Base {
    ty: Pointer,
    /// From the start of the object. Of a virtual base: where that stands in the object's virtual table.
    offset: i64,
    is_virtual: bool,
    is_public: bool,
}

/// `const`, and what may be dropped when a pointer to a function is converted.
const CONST: u64 = 1;
const QUALIFIERS: u64 = 7;
const DROPPABLE: u64 = 0x60;

fn word(m: &Machine, at: Pointer, index: i64) -> InterpResult<u64> {
    let width = m.memory.target().pointer_size();
    let scalar = m.memory.load_sized(at.wrapping_offset(index * width as i64), width)?;
    scalar.bits(m.memory.target()).ok_or_else(|| Box::new(InterpError::Undefined))
}

fn link(m: &Machine, at: Pointer, index: i64) -> InterpResult<Pointer> {
    let width = m.memory.target().pointer_size() as i64;
    Ok(m.memory.load_pointer(at.wrapping_offset(index * width))?)
}

/// The name of a type, as it is mangled.
pub(super) fn name(m: &Machine, ty: Pointer) -> InterpResult<Vec<u8>> {
    let mut name = guest::string(m, link(m, ty, 1)?)?;
    // A star before the name: it is not compared with others.
    if name.first() == Some(&b'*') {
        name.remove(0);
    }
    Ok(name)
}

/// Whether both mean the same type.
fn is_same(m: &Machine, one: Pointer, other: Pointer) -> InterpResult<bool> {
    Ok(one == other || name(m, one)? == name(m, other)?)
}

fn number32(m: &Machine, at: Pointer) -> InterpResult<u64> {
    let scalar = m.memory.load_sized(at, 4)?;
    scalar.bits(m.memory.target()).ok_or_else(|| Box::new(InterpError::Undefined))
}

fn read(m: &Machine, ty: Pointer) -> InterpResult<Type> {
    let table = link(m, ty, 0)?;
    let Some(StaticObject::Variable(global)) = m.compiled.statics.get(&table.prov) else {
        return Err(InterpError::unsupported("type information of an unknown kind"));
    };
    let width = m.memory.target().pointer_size() as i64;
    let kind = m.compiled.program.name(*global);
    let kind = kind.strip_prefix("_ZTVN10__cxxabiv1").unwrap_or(kind);
    Ok(match kind.trim_start_matches(|c: char| c.is_ascii_digit()) {
        "__class_type_infoE" => Type::Class(Vec::new()),
        "__si_class_type_infoE" => {
            Type::Class(vec![Base { ty: link(m, ty, 2)?, offset: 0, is_virtual: false, is_public: true }])
        }
        "__vmi_class_type_infoE" => {
            let start = ty.wrapping_offset(2 * width);
            let count = number32(m, start.wrapping_offset(4))?;
            let mut bases = Vec::new();
            for at in 0..count as i64 {
                let base = start.wrapping_offset(8 + at * 2 * width);
                let flags = word(m, base, 1)?;
                let signed = if width == 4 { i64::from(flags as u32 as i32) } else { flags as i64 };
                let (is_virtual, is_public) = (flags & 1 != 0, flags & 2 != 0);
                bases.push(Base { ty: link(m, base, 0)?, offset: signed >> 8, is_virtual, is_public });
            }
            Type::Class(bases)
        }
        kind @ ("__pointer_type_infoE" | "__pointer_to_member_type_infoE") => Type::Pointer {
            to_member: kind.starts_with("__pointer_to"),
            flags: number32(m, ty.wrapping_offset(2 * width))?,
            to: link(m, ty, 3)?,
        },
        "__function_type_infoE" => Type::Function,
        _ => Type::Plain,
    })
}

/// A part of an object that is of some class.
#[derive(Clone, Copy, PartialEq)]
struct Part {
    at: Pointer,
    /// All that leads to it from the whole object is public.
    is_public: bool,
}

/// Visits an object and all its bases. A null pointer points to no object: its parts are told apart by made-up
/// addresses.
fn walk(
    m: &Machine,
    ty: Pointer,
    part: Part,
    exists: bool,
    visit: &mut dyn FnMut(Pointer, Part) -> InterpResult<()>,
) -> InterpResult<()> {
    visit(ty, part)?;
    let Type::Class(bases) = read(m, ty)? else { return Ok(()) };
    for base in bases {
        let at = match (base.is_virtual, exists) {
            (true, true) => {
                let table = link(m, part.at, 0)?;
                let width = m.memory.target().pointer_size();
                let offset = m.memory.load_sized(table.wrapping_offset(base.offset), width)?;
                let offset =
                    offset.bits(m.memory.target()).ok_or_else(|| Box::new(InterpError::Undefined))?;
                let offset = if width == 4 { i64::from(offset as u32 as i32) } else { offset as i64 };
                part.at.wrapping_offset(offset)
            }
            // There is one of it, wherever that is.
            (true, false) => base.ty,
            (false, _) => part.at.wrapping_offset(base.offset),
        };
        let part = Part { at, is_public: part.is_public && base.is_public };
        walk(m, base.ty, part, exists, visit)?;
    }
    Ok(())
}

/// The parts of an object that are of a class, each once.
fn parts(m: &Machine, ty: Pointer, at: Pointer, of: Pointer, exists: bool) -> InterpResult<Vec<Part>> {
    let mut found: Vec<Part> = Vec::new();
    walk(m, ty, Part { at, is_public: true }, exists, &mut |here, part| {
        if is_same(m, here, of)? {
            match found.iter_mut().find(|it| it.at == part.at) {
                Some(known) => known.is_public |= part.is_public,
                None => found.push(part),
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// The one public base of a class in an object.
fn base(m: &Machine, ty: Pointer, at: Pointer, of: Pointer) -> InterpResult<Option<Pointer>> {
    let exists = !at.is_null();
    Ok(match parts(m, ty, at, of, exists)?[..] {
        [Part { at: found, is_public: true }] => Some(if exists { found } else { at }),
        _ => None,
    })
}

/// Whether a handler for one type takes an exception of another, which is at `object`; what the handler gets.
pub(super) fn catches(
    m: &Machine,
    handler: Pointer,
    thrown: Pointer,
    object: Pointer,
) -> InterpResult<Option<Pointer>> {
    let value = |m: &Machine| link(m, object, 0);
    if is_same(m, handler, thrown)? {
        return Ok(Some(match read(m, thrown)? {
            Type::Pointer { to_member: false, .. } => value(m)?,
            _ => object,
        }));
    }
    match (read(m, handler)?, read(m, thrown)?) {
        (Type::Class(_), Type::Class(_)) => base(m, thrown, object, handler),
        (Type::Pointer { to_member: false, .. }, Type::Plain) if name(m, thrown)? == b"Dn" => {
            Ok(Some(Pointer::NULL))
        }
        (Type::Pointer { to_member: true, .. }, Type::Plain) if name(m, thrown)? == b"Dn" => Ok(Some(object)),
        (Type::Pointer { to_member, .. }, Type::Pointer { to_member: other, .. }) if to_member == other => {
            let at = if to_member { object } else { value(m)? };
            converts(m, handler, thrown, at, true, 0)
        }
        _ => Ok(None),
    }
}

/// Whether one type of pointers converts to another ([except.handle] 3.3); the pointer that results.
fn converts(
    m: &Machine,
    to: Pointer,
    from: Pointer,
    value: Pointer,
    constant: bool,
    depth: u32,
) -> InterpResult<Option<Pointer>> {
    if is_same(m, to, from)? {
        return Ok(Some(value));
    }
    match (read(m, to)?, read(m, from)?) {
        (
            Type::Pointer { to_member, flags, to: target },
            Type::Pointer { to_member: other, flags: given, to: source },
        ) => {
            let member = to_member && !is_same(m, link(m, to, 4)?, link(m, from, 4)?)?;
            let loses = given & QUALIFIERS & !flags != 0;
            // What a function promises may be dropped, not added.
            let adds = flags & DROPPABLE & !given != 0;
            // Qualifiers may be added below only where all above are constant.
            if to_member != other || member || loses || adds || !constant {
                return Ok(None);
            }
            if depth == 0 && name(m, target)? == b"v" && !to_member {
                return Ok((!matches!(read(m, source)?, Type::Function)).then_some(value));
            }
            if depth == 0
                && !to_member
                && is_class(m, target)?
                && is_class(m, source)?
                && !is_same(m, target, source)?
            {
                return base(m, source, value, target);
            }
            converts(m, target, source, value, flags & CONST != 0, depth + 1)
        }
        _ => Ok(None),
    }
}

fn is_class(m: &Machine, ty: Pointer) -> InterpResult<bool> {
    Ok(matches!(read(m, ty)?, Type::Class(_)))
}

/// An object as a base that it has, by the base's mangled name.
pub(super) fn as_base_named(
    m: &Machine,
    ty: Pointer,
    at: Pointer,
    of: &[u8],
) -> InterpResult<Option<Pointer>> {
    let mut found = None;
    walk(m, ty, Part { at, is_public: true }, true, &mut |here, part| {
        if name(m, here)? == of {
            found = Some(part.at);
        }
        Ok(())
    })?;
    Ok(found)
}

/// `dynamic_cast` to a class: arguments are the pointer, its class, the class that is wanted, and a hint.
fn dynamic_cast(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (at, source, target) = (call.pointer(0)?, call.pointer(1)?, call.pointer(2)?);
    let table = link(m, at, 0)?;
    let width = m.memory.target().pointer_size();
    let offset = word(m, table, -2)?;
    let offset = if width == 4 { i64::from(offset as u32 as i32) } else { offset as i64 };
    let (whole, dynamic) = (at.wrapping_offset(offset), link(m, table, -1)?);
    let candidates = parts(m, dynamic, whole, target, true)?;
    // [expr.dynamic.cast] 8: the one object of the class that this one is a public base of …
    let mut derived = Vec::new();
    for candidate in &candidates {
        let bases = parts(m, target, candidate.at, source, true)?;
        if let Some(own) = bases.iter().find(|it| it.at == at) {
            derived.push((candidate.at, own.is_public));
        }
    }
    if let [(found, true)] = derived[..] {
        return Flow::pointer(found);
    }
    // … or the one public base of the class that the whole object has, of which this one is a public base, too.
    let own = parts(m, dynamic, whole, source, true)?;
    let is_public = own.iter().any(|it| it.at == at && it.is_public);
    match candidates[..] {
        [Part { at: found, is_public: true }] if is_public => Flow::pointer(found),
        _ => Flow::pointer(Pointer::NULL),
    }
}
