//! Parts of variables and heap objects that users name: `count`, `table[*].hits@list.c`, `struct node.hits@list.c:23`.
//!
//! A name begins with a variable of static storage, and goes on through fields and elements; `[*]` stands for all
//! elements. `@FILE` says which file's variable it is. With `@FILE:LINE` it is about heap objects that are allocated in
//! that line, and begins with their type, or is `*` for all of their bytes; an object that is larger than its type is
//! taken for an array.
//!
//! Deliberately absent: local variables. They are in registers and on stacks, and end with their call.

use crate::is_file;
use gmc_expression::globals_named;
use gmc_ir::id::TypeId;
use gmc_ir::program::{Global, Resolution, UnitIndex};
use gmc_ir::text::type_name;
use gmc_ir::types::{FieldFlags, Size, TypeKind};
use gmc_ir::unit::{SymbolFlags, Unit};
use gmc_mem::{ElementParts, Pointer, Site};
use gmc_vm::compiled::{Compiled, SiteInfo};
use std::ops::Range;

/// The most ranges that a name stands for.
const MAX_RANGES: usize = 1 << 16;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Bytes of a variable.
    Variable {
        /// Where it is.
        at: Pointer,
        /// The bytes, as offsets.
        bytes: Vec<Range<u64>>,
    },
    /// Bytes of heap objects.
    Heap {
        /// Where these are allocated.
        sites: Vec<Site>,
        /// Which bytes.
        parts: ElementParts,
    },
}

impl Parts {
    /// What a name stands for in a program.
    ///
    /// # Errors
    /// Where it makes no sense: in words.
    pub fn named(compiled: &Compiled, name: &str) -> Result<Parts, String> {
        let (what, place) = match name.rsplit_once('@') {
            Some((what, place)) => (what.trim(), Some(place.trim())),
            None => (name.trim(), None),
        };
        let line = place.and_then(|it| it.rsplit_once(':'));
        match line.and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?))) {
            Some((file, line)) => heap(compiled, what, file, line),
            None => variable(compiled, what, place),
        }
    }
}

/// The part of a name before its fields and elements, and these.
fn split(what: &str) -> (&str, &str) {
    what.split_at(what.find(['.', '[']).unwrap_or(what.len()))
}

fn variable(compiled: &Compiled, what: &str, file: Option<&str>) -> Result<Parts, String> {
    let program = &compiled.program;
    let (name, path) = split(what);
    let main = compiled.codes[compiled.entry.main].global.unit;
    let of_unit = |unit: UnitIndex| program.unit(unit).str(program.unit(unit).file);
    let mut found: Vec<(Global, Pointer)> = Vec::new();
    let mut why = format!("the program has no variable `{name}`");
    for named in globals_named(program, main, name) {
        let unit = named.global.unit;
        if !file.is_none_or(|file| is_file(of_unit(unit), file)) || program.function(named.global).is_some() {
            continue;
        }
        if program.symbol(named.global).flags.contains(SymbolFlags::THREAD_LOCAL) {
            why = format!("each thread has a `{name}` of its own, which cannot be named");
            continue;
        }
        let Resolution::Definition(global) = program.resolve(named.global) else { continue };
        match compiled.reach.globals.get(&global) {
            Some(&at) if !found.iter().any(|it| it.1 == at) => found.push((global, at)),
            Some(_) => {}
            None => why = format!("the program does not use its variable `{name}`"),
        }
    }
    match found[..] {
        [] => {
            let file = file.map_or(String::new(), |file| format!(" in a file {file}"));
            Err(format!("{why}{file}; only variables outside of functions, and static ones, can be named"))
        }
        [(global, at)] => {
            let unit = program.unit(global.unit);
            let bytes =
                part(unit, program.symbol(global).ty, path).map_err(|why| format!("`{what}`: {why}"))?;
            Ok(Parts::Variable { at, bytes })
        }
        [(one, _), (other, _), ..] => Err(format!(
            "there are several variables `{name}`: say {name}@{} or {name}@{}",
            of_unit(one.unit),
            of_unit(other.unit)
        )),
    }
}

fn heap(compiled: &Compiled, what: &str, file: &str, line: u32) -> Result<Parts, String> {
    let program = &compiled.program;
    let mut unit_of = None;
    let mut sites = Vec::new();
    for (at, site) in compiled.sites.iter().enumerate() {
        let &SiteInfo::Call { code, op } = site else { continue };
        let code = &compiled.codes[code];
        let unit = program.unit(code.global.unit);
        let place = unit.places[code.place(op as usize).index()];
        if place.line == line && is_file(unit.str(place.file), file) {
            unit_of = Some(code.global.unit);
            sites.push(Site(at as u32));
        }
    }
    let Some(unit) = unit_of else { return Err(format!("no memory is allocated in line {line} of {file}")) };
    if what == "*" {
        let parts = ElementParts { stride: 0, parts: std::iter::once(0..u64::MAX).collect() };
        return Ok(Parts::Heap { sites, parts });
    }
    let (name, path) = split(what);
    let unit = program.unit(unit);
    let is_it = |ty: &TypeId| {
        let own = type_name(unit, *ty);
        own == name || own.split_once(' ').is_some_and(|(_, own)| own == name)
    };
    let ty = (0..unit.types.len() as u32).map(TypeId).find(is_it);
    let Some(ty) = ty else {
        return Err(format!(
            "there is no type `{name}` where {file}:{line} is; say which type the memory has (struct node.hits@{file}:\
             {line}), or * for all of its bytes"
        ));
    };
    let Size::Bytes(stride @ 1..) = unit.types[ty.index()].size else {
        return Err(format!("the size of `{name}` is not known"));
    };
    let parts = part(unit, ty, path).map_err(|why| format!("`{what}`: {why}"))?;
    Ok(Parts::Heap { sites, parts: ElementParts { stride, parts } })
}

/// The bytes of a part of a value of this type.
fn part(unit: &Unit, ty: TypeId, path: &str) -> Result<Vec<Range<u64>>, String> {
    let (mut ty, mut starts, mut rest) = (ty, vec![0], path);
    while !rest.is_empty() {
        if let Some(field) = rest.strip_prefix('.') {
            let (name, after) = split(field);
            let (at, of) = member(unit, ty, name)?;
            starts.iter_mut().for_each(|it| *it += at);
            (ty, rest) = (of, after);
        } else {
            let inner = rest.strip_prefix('[').and_then(|it| it.split_once(']'));
            let Some((index, after)) = inner else {
                return Err(format!("`{rest}` is neither .field nor [element]"));
            };
            let (element, stride, count) = array(unit, ty)?;
            let chosen = match index.trim() {
                "*" => 0..count,
                index => {
                    let index: u64 =
                        index.parse().map_err(|_| format!("`[{index}]` is neither a number nor *"))?;
                    index..index + 1
                }
            };
            if chosen.end > count {
                return Err(format!("it has {count} elements, from 0 on"));
            }
            if (chosen.end - chosen.start).saturating_mul(starts.len() as u64) > MAX_RANGES as u64 {
                return Err("these are too many elements: name the whole array".to_owned());
            }
            starts = starts.iter().flat_map(|at| chosen.clone().map(move |it| at + it * stride)).collect();
            (ty, rest) = (element, after);
        }
    }
    let Size::Bytes(size @ 1..) = unit.types[ty.index()].size else {
        return Err("its size is not known".to_owned());
    };
    let mut out: Vec<Range<u64>> = Vec::new();
    for start in starts {
        match out.last_mut() {
            Some(last) if last.end == start => last.end += size,
            _ => out.push(start..start + size),
        }
    }
    Ok(out)
}

/// A field of a record, and where it is; those of unnamed fields and base classes count as the record's.
fn member(unit: &Unit, ty: TypeId, name: &str) -> Result<(u64, TypeId), String> {
    let TypeKind::Record { fields, .. } = &unit.types[ty.index()].kind else {
        return Err(format!("`{}` has no fields", type_name(unit, ty)));
    };
    let mut found = Err(format!("`{}` has no field `{name}`", type_name(unit, ty)));
    for field in fields {
        let Some(offset) = field.offset else { continue };
        if unit.str(field.name) == name && !name.is_empty() {
            if field.flags.contains(FieldFlags::BIT_FIELD) {
                return Err(format!("`{name}` is a bit-field, which shares its bytes with others"));
            }
            return Ok((offset / 8, field.ty));
        }
        if (unit.str(field.name).is_empty() || field.flags.contains(FieldFlags::BASE))
            && let Ok((at, ty)) = member(unit, field.ty, name)
        {
            found = Ok((offset / 8 + at, ty));
        }
    }
    found
}

/// The type of an array's elements, their size, and how many there are.
fn array(unit: &Unit, ty: TypeId) -> Result<(TypeId, u64, u64), String> {
    let record = &unit.types[ty.index()];
    let (TypeKind::Array { element, .. }, Size::Bytes(size)) = (&record.kind, record.size) else {
        return Err(format!("`{}` is no array", type_name(unit, ty)));
    };
    match unit.types[element.index()].size {
        Size::Bytes(stride @ 1..) => Ok((*element, stride, size / stride)),
        _ => Err("the size of its elements is not known".to_owned()),
    }
}
