//! Types of expressions: those of the program, and pointers to them that the program itself need not have.

use crate::Refusal;
use crate::parse::TypeName;
use gmc_ir::id::TypeId;
use gmc_ir::program::{Program, UnitIndex};
use gmc_ir::text::type_name;
use gmc_ir::types::{Field, FieldFlags, Size, Type, TypeFlags, TypeKind};

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// One of the program's.
    Known(UnitIndex, TypeId),
    /// A pointer.
    To(Box<Ty>),
}

impl Ty {
    /// The program's record of it; none for pointers that it does not have.
    pub fn record<'p>(&self, program: &'p Program) -> Option<&'p Type> {
        match self {
            Ty::Known(unit, ty) => Some(&program.unit(*unit).types[ty.index()]),
            Ty::To(_) => None,
        }
    }

    /// As C writes it.
    pub fn name(&self, program: &Program) -> String {
        match self {
            Ty::Known(unit, ty) => type_name(program.unit(*unit), *ty),
            Ty::To(target) => {
                let target = target.name(program);
                let gap = if target.ends_with('*') { "" } else { " " };
                format!("{target}{gap}*")
            }
        }
    }

    /// How many bytes a value takes.
    pub fn size(&self, program: &Program) -> Option<u64> {
        match self {
            Ty::Known(..) => match self.record(program)?.size {
                Size::Bytes(size) => Some(size),
                _ => None,
            },
            Ty::To(_) => Some(u64::from(program.unit(UnitIndex(0)).target.pointer_bits / 8)),
        }
    }

    /// What it points to.
    pub fn target(&self, program: &Program) -> Option<Ty> {
        match self {
            Ty::To(target) => Some((**target).clone()),
            Ty::Known(unit, _) => match self.record(program)?.kind {
                TypeKind::Pointer { target, .. } => Some(Ty::Known(*unit, target).complete(program)),
                _ => None,
            },
        }
    }

    /// What it is an array of.
    pub fn element(&self, program: &Program) -> Option<Ty> {
        match (self, &self.record(program)?.kind) {
            (Ty::Known(unit, _), TypeKind::Array { element, .. }) => Some(Ty::Known(*unit, *element)),
            _ => None,
        }
    }

    /// A structure that this unit only names, as another one defines it.
    fn complete(self, program: &Program) -> Ty {
        let Ty::Known(unit, ty) = &self else { return self };
        let own = &program.unit(*unit).types[ty.index()];
        let name = program.unit(*unit).str(own.name);
        let TypeKind::Record { union, .. } = own.kind else { return self };
        if own.size != Size::Unknown || name.is_empty() {
            return self;
        }
        let same = |unit: UnitIndex, it: &Type| {
            matches!(it.kind, TypeKind::Record { union: other, .. } if other == union)
                && matches!(it.size, Size::Bytes(_))
                && program.unit(unit).str(it.name) == name
        };
        find(program, *unit, same).unwrap_or(self)
    }

    /// A member, with the offset of its record in bits.
    pub(crate) fn member(&self, program: &Program, name: &str) -> Result<(u64, Field), Refusal> {
        let none = || Err(format!("`{}` has no member `{name}`", self.name(program)));
        let Ty::Known(unit, ty) = self.clone().complete(program) else { return none() };
        let TypeKind::Record { .. } = program.unit(unit).types[ty.index()].kind else {
            return Err(format!("`{}` is no structure: it has no member `{name}`", self.name(program)));
        };
        member(program, unit, ty, name, 0).map_or_else(none, Ok)
    }
}

/// A member of a record or of what lies in it without a name.
fn member(program: &Program, unit: UnitIndex, ty: TypeId, name: &str, depth: u32) -> Option<(u64, Field)> {
    let types = program.unit(unit);
    let TypeKind::Record { fields, .. } = &types.types[ty.index()].kind else { return None };
    for field in fields {
        let own = types.str(field.name);
        if own == name && !field.flags.contains(FieldFlags::BASE) {
            return Some((0, field.clone()));
        }
        let inside = own.is_empty() || field.flags.contains(FieldFlags::BASE);
        if let (true, true, Some(at)) = (inside, depth < 16, field.offset)
            && let Some((offset, found)) = member(program, unit, field.ty, name, depth + 1)
        {
            return Some((at + offset, found));
        }
    }
    None
}

/// A type of this unit, or else of another one.
fn find(program: &Program, first: UnitIndex, is_it: impl Fn(UnitIndex, &Type) -> bool) -> Option<Ty> {
    let others = program.units().map(|(unit, _)| unit).filter(|it| *it != first);
    std::iter::once(first).chain(others).find_map(|unit| {
        let at = program.unit(unit).types.iter().position(|it| is_it(unit, it))?;
        Some(Ty::Known(unit, TypeId(at as u32)))
    })
}

/// Whether a word is the name of a type by itself.
pub fn is_type(program: &Program, unit: UnitIndex, word: &str) -> bool {
    let named = |unit: UnitIndex, it: &Type| {
        it.flags.contains(TypeFlags::TYPEDEF) && program.unit(unit).str(it.name) == word
    };
    word != "NULL" && find(program, unit, named).is_some()
}

/// The type of a name.
pub(crate) fn named(program: &Program, unit: UnitIndex, name: &TypeName) -> Result<Ty, Refusal> {
    let words: Vec<&str> = name.words.iter().map(String::as_str).collect();
    let spelled =
        |unit: UnitIndex, it: &Type| program.unit(unit).str(it.name) == *words.last().unwrap_or(&"");
    let found = match words[..] {
        ["struct" | "class", _] => find(program, unit, |unit, it| {
            matches!(it.kind, TypeKind::Record { union: false, .. }) && spelled(unit, it)
        }),
        ["union", _] => find(program, unit, |unit, it| {
            matches!(it.kind, TypeKind::Record { union: true, .. }) && spelled(unit, it)
        }),
        ["enum", _] => {
            find(program, unit, |unit, it| matches!(it.kind, TypeKind::Enum { .. }) && spelled(unit, it))
        }
        ["void"] => find(program, unit, |_, it| it.kind == TypeKind::Void),
        _ => {
            let spelling = basic(&words);
            find(program, unit, |unit, it| {
                let plain = !it.flags.intersects(TypeFlags::CONST | TypeFlags::VOLATILE);
                plain && program.unit(unit).str(it.name) == spelling
            })
        }
    };
    let found = found.map(|it| it.complete(program));
    let found = found.ok_or_else(|| format!("the program has no type `{}`", name.words.join(" ")))?;
    Ok((0..name.stars).fold(found, |ty, _| Ty::To(ty.into())))
}

/// Words for a number as GCC orders them.
fn basic(words: &[&str]) -> String {
    let count = |word: &str| words.iter().filter(|it| **it == word).count();
    let known = ["unsigned", "signed", "char", "short", "int", "long", "float", "double", "_Bool"];
    if words.iter().any(|it| !known.contains(it)) {
        return words.join(" ");
    }
    let unsigned = if count("unsigned") > 0 { " unsigned" } else { "" };
    match (count("char"), count("short"), count("long"), count("double")) {
        (1, ..) if unsigned.is_empty() && count("signed") > 0 => "signed char".to_owned(),
        (1, ..) if unsigned.is_empty() => "char".to_owned(),
        (1, ..) => "unsigned char".to_owned(),
        (_, 1, ..) => format!("short{unsigned} int"),
        (_, _, 1, 0) => format!("long{unsigned} int"),
        (_, _, 2, _) => format!("long long{unsigned} int"),
        (_, _, 1, _) => "long double".to_owned(),
        _ if count("double") + count("float") + count("_Bool") > 0 => words.join(" "),
        _ => format!("{unsigned} int").trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::basic;

    #[test]
    fn numbers_as_gcc_spells_them() {
        for (words, name) in [
            ("int", "int"),
            ("unsigned", "unsigned int"),
            ("unsigned char", "unsigned char"),
            ("long", "long int"),
            ("unsigned long", "long unsigned int"),
            ("long long", "long long int"),
            ("unsigned short int", "short unsigned int"),
            ("double", "double"),
            ("node_t", "node_t"),
        ] {
            assert_eq!(basic(&words.split(' ').collect::<Vec<_>>()), name, "{words}");
        }
    }
}
