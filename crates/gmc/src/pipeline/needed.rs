//! The shared objects that a program needs, found as the dynamic linker finds them.
//!
//! Only those that carry units are of interest, and only the places where a user's own libraries are: the files named
//! on the command line, the paths that the program itself names (`RPATH`, `RUNPATH`, `$ORIGIN`) and `LD_LIBRARY_PATH`.
//! The system's directories hold nothing that was compiled by gmc. What is not found stays external.

use super::{Linked, input};
use object::Endianness;
use object::elf::{self, DynamicTag, FileHeader32, FileHeader64, FileType};
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a file says to the dynamic linker.
#[derive(Debug, Default, PartialEq, Eq)]
struct Dynamic {
    soname: Option<Vec<u8>>,
    needed: Vec<Vec<u8>>,
    rpath: Option<Vec<u8>>,
    runpath: Option<Vec<u8>>,
    is_program: bool,
}

/// Adds the shared objects that the files need and that carry units, each once.
pub(super) fn add(linked: &mut Vec<Linked>, given: &[PathBuf]) {
    let mut known: Vec<Vec<u8>> = Vec::new();
    for file in linked.iter() {
        let name = Path::new(&file.name).file_name().map(|name| name.as_bytes().to_vec());
        known.extend(name.into_iter().chain(dynamic(&file.bytes).soname));
    }
    let mut next = 0;
    while let Some(file) = linked.get(next) {
        next += 1;
        let wants = dynamic(&file.bytes);
        let origin = origin(Path::new(&file.name));
        for name in &wants.needed {
            if known.contains(name) {
                continue;
            }
            known.push(name.clone());
            let candidates = candidates(name, &wants, &origin, given);
            let found = candidates.into_iter().find_map(|path| Some((fs::read(&path).ok()?, path)));
            if let Some((bytes, path)) = found.filter(|(bytes, _)| input::carries_units(bytes)) {
                linked.push(Linked { name: path.display().to_string(), bytes });
            }
        }
    }
}

/// The directory of a file, its links followed.
fn origin(path: &Path) -> PathBuf {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    real.parent().unwrap_or(Path::new(".")).to_owned()
}

/// Where a shared object may be, in the order of ld.so(8).
fn candidates(name: &[u8], wants: &Dynamic, origin: &Path, given: &[PathBuf]) -> Vec<PathBuf> {
    let file = Path::new(OsStr::from_bytes(name));
    if name.contains(&b'/') {
        return vec![file.to_owned()];
    }
    let mut out: Vec<PathBuf> =
        given.iter().filter(|path| path.file_name() == Some(file.as_os_str())).cloned().collect();
    let library_path = env::var_os("LD_LIBRARY_PATH").map(|path| path.as_bytes().to_vec());
    let rpath = if wants.runpath.is_none() { wants.rpath.as_ref() } else { None };
    for path in [rpath, library_path.as_ref(), wants.runpath.as_ref()].into_iter().flatten() {
        let directories = path.split(|&byte| byte == b':' || byte == b';').filter(|it| !it.is_empty());
        out.extend(directories.map(|directory| expand(directory, origin).join(file)));
    }
    out
}

fn expand(directory: &[u8], origin: &Path) -> PathBuf {
    for variable in [&b"$ORIGIN"[..], b"${ORIGIN}"] {
        if let Some(rest) = directory.strip_prefix(variable) {
            let rest = rest.strip_prefix(b"/").unwrap_or(rest);
            return origin.join(OsStr::from_bytes(rest));
        }
    }
    PathBuf::from(OsStr::from_bytes(directory))
}

/// An executable that can be loaded anywhere looks like a shared object, but says so.
pub(super) fn is_position_independent_program(bytes: &[u8]) -> bool {
    dynamic(bytes).is_program
}

/// The type in a file's ELF header (`ET_…`).
pub(super) fn elf_type(bytes: &[u8]) -> Option<FileType> {
    fn read<E: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> Option<FileType> {
        let header = E::parse(bytes).ok()?;
        Some(header.e_type(header.endian().ok()?))
    }
    read::<FileHeader64<Endianness>>(bytes).or_else(|| read::<FileHeader32<Endianness>>(bytes))
}

/// What a file says to the dynamic linker; nothing, if it is damaged: reading its units will fail.
fn dynamic(bytes: &[u8]) -> Dynamic {
    let wide = read_dynamic::<FileHeader64<Endianness>>(bytes);
    wide.or_else(|| read_dynamic::<FileHeader32<Endianness>>(bytes)).unwrap_or_default()
}

fn read_dynamic<E: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> Option<Dynamic> {
    let header = E::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, bytes).ok()?;
    let entries = segments.iter().find_map(|segment| segment.dynamic(endian, bytes).ok().flatten())?;
    let value = |tag: DynamicTag| {
        entries.iter().find(|entry| entry.tag(endian) == tag).map(|entry| entry.d_val(endian).into())
    };
    let table: u64 = value(elf::DT_STRTAB)?;
    let strings = segments.iter().find_map(|segment| {
        let start: u64 = segment.p_vaddr(endian).into();
        let data = segment.data(endian, bytes).ok()?;
        let loaded = segment.p_type(endian) == elf::PT_LOAD;
        if loaded { data.get(usize::try_from(table.checked_sub(start)?).ok()?..) } else { None }
    })?;
    let string = |offset: u64| {
        let text = strings.get(usize::try_from(offset).ok()?..)?;
        Some(text[..text.iter().position(|&byte| byte == 0)?].to_vec())
    };
    let needed = entries.iter().filter(|entry| entry.tag(endian) == elf::DT_NEEDED);
    Some(Dynamic {
        soname: value(elf::DT_SONAME).and_then(string),
        needed: needed.filter_map(|entry| string(entry.d_val(endian).into())).collect(),
        rpath: value(elf::DT_RPATH).and_then(string),
        runpath: value(elf::DT_RUNPATH).and_then(string),
        is_program: value(elf::DT_FLAGS_1).is_some_and(|flags| flags & elf::DF_1_PIE.0 != 0),
    })
}
