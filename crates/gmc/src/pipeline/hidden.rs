//! Hidden names that nothing defines, which the linker never lets pass.
//!
//! A part of a library may refer to another part by a hidden name, and C++ refers to the `__dso_handle` of GCC's start
//! files. Here such a name stays undefined like any other: a linker script provides it, unless something defines it.
//! The address is never used, because gmc reads from the units which names they define.

use super::input::{Input, Kind, members};
use object::{Object, ObjectSymbol, SymbolFlags, elf};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the script, if there is need of one. It has to come last: before an archive, it would keep members out.
pub(super) fn script(inputs: &[Input], parts: &[PathBuf], scratch: &Path) -> io::Result<Option<PathBuf>> {
    let mut names = BTreeSet::new();
    for (input, part) in inputs.iter().zip(parts) {
        match input.kind {
            Kind::Source(_) => hidden(&fs::read(part)?, &mut names),
            Kind::Object => hidden(&input.bytes, &mut names),
            Kind::Archive => members(&input.bytes).for_each(|member| hidden(member, &mut names)),
            Kind::Program | Kind::Shared => {}
        }
    }
    if names.is_empty() {
        return Ok(None);
    }
    let mut text = String::new();
    for name in names {
        writeln!(text, "PROVIDE(\"{name}\" = 0);").expect("a string takes any text");
    }
    let path = scratch.join("hidden.ld");
    fs::write(&path, text)?;
    Ok(Some(path))
}

/// The names that an object file wants to be hidden and does not define.
fn hidden(bytes: &[u8], names: &mut BTreeSet<String>) {
    // What is no object file is for the linker to complain of.
    let Ok(file) = object::File::parse(bytes) else { return };
    for symbol in file.symbols().filter(ObjectSymbol::is_undefined) {
        let SymbolFlags::Elf { st_other, .. } = symbol.flags() else { continue };
        let name = symbol.name().unwrap_or_default();
        if st_other.visibility() != elf::STV_DEFAULT && !name.is_empty() && !name.contains('"') {
            names.insert(name.to_owned());
        }
    }
}
