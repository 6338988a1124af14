//! What a file that the user names is: by its contents where they tell, else by its name.

use super::needed;
use crate::command::read;
use crate::gcc::Language;
use gmc_ir::wire::UNIT_SECTION;
use object::read::archive::ArchiveFile;
use object::{Object, elf};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// To be compiled.
    Source(Language),
    /// A relocatable object file.
    Object,
    /// An archive of them.
    Archive,
    /// An executable.
    Program,
    /// A shared object.
    Shared,
}

impl Kind {
    /// The linker has not seen it yet.
    pub(super) fn is_linkable(self) -> bool {
        matches!(self, Kind::Source(_) | Kind::Object | Kind::Archive)
    }
}

/// A file that the user named.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
    /// Its contents; a source's are GCC's to read.
    pub(super) bytes: Vec<u8>,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("{0} does not exist")]
    Missing(String),
    #[error("{0} is a directory: name the files in it, or the program that is built from them")]
    Directory(String),
    #[error("{path} cannot be read: {error}")]
    Unreadable { path: String, error: io::Error },
    #[error("{0} is empty")]
    Empty(String),
    #[error(
        "{0} is neither a source file that GCC knows by its name, nor an object file, archive, executable or shared \
         object"
    )]
    Unknown(String),
    #[error("{0} is written in a language that gmc does not read (C, C++ and Fortran are)")]
    Foreign(String),
    #[error("{path} is an ELF file, but no object file, executable or shared object (its type is {kind})")]
    Elf { path: String, kind: u16 },
}

impl Input {
    /// Looks at a file.
    pub(super) fn open(path: &Path) -> Result<Input, InputError> {
        let name = || path.display().to_string();
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => InputError::Missing(name()),
            _ => InputError::Unreadable { path: name(), error },
        };
        if fs::metadata(path).map_err(unreadable)?.is_dir() {
            return Err(InputError::Directory(name()));
        }
        read::examine(path).map_err(unreadable)?;
        let input = |kind, bytes| Ok(Input { path: path.to_owned(), kind, bytes });
        match Language::of_file(path) {
            Some(Language::Foreign) => return Err(InputError::Foreign(name())),
            // An empty file is a correct C program, and whether it can be read is for GCC to say.
            Some(language) => return input(Kind::Source(language), Vec::new()),
            None => {}
        }
        if !may_be_binary(path).map_err(unreadable)? {
            return Err(InputError::Unknown(name()));
        }
        let bytes = read::bytes(path).map_err(unreadable)?;
        let kind = match bytes.as_slice() {
            [] => return Err(InputError::Empty(name())),
            [b'!', b'<', b'a', b'r', b'c', b'h', b'>', b'\n', ..]
            | [b'!', b'<', b't', b'h', b'i', b'n', b'>', b'\n', ..] => Kind::Archive,
            [0x7f, b'E', b'L', b'F', ..] => match needed::elf_type(&bytes) {
                Some(elf::ET_REL) => Kind::Object,
                Some(elf::ET_EXEC) => Kind::Program,
                Some(elf::ET_DYN) if needed::is_position_independent_program(&bytes) => Kind::Program,
                Some(elf::ET_DYN) => Kind::Shared,
                other => return Err(InputError::Elf { path: name(), kind: other.map_or(0, |it| it.0) }),
            },
            _ => return Err(InputError::Unknown(name())),
        };
        input(kind, bytes)
    }

    /// Its name, for messages.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// It holds something for gmc to read.
    pub(super) fn carries_units(&self) -> bool {
        match self.kind {
            Kind::Source(language) => language.is_exported(),
            Kind::Object | Kind::Program | Kind::Shared => carries_units(&self.bytes),
            Kind::Archive => archive_carries_units(&self.bytes),
        }
    }

    /// It holds code for a 32-bit x86.
    pub(super) fn is_i386(&self) -> bool {
        match self.kind {
            Kind::Source(_) => false,
            Kind::Object | Kind::Program | Kind::Shared => is_i386(&self.bytes),
            Kind::Archive => members(&self.bytes).any(is_i386),
        }
    }
}

/// Whether a file begins as one of those that are not sources do. What does not may be large, and is not read.
fn may_be_binary(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        // It can be read once only.
        return Ok(true);
    }
    let mut start = Vec::new();
    fs::File::open(path)?.take(4).read_to_end(&mut start)?;
    Ok(start.is_empty() || start.starts_with(b"!<") || start.starts_with(&[0x7f, b'E', b'L', b'F']))
}

/// An ELF file with units in it.
pub(super) fn carries_units(bytes: &[u8]) -> bool {
    object::File::parse(bytes).is_ok_and(|file| file.section_by_name(UNIT_SECTION).is_some())
}

/// What the members of a thin archive hold is not in it; the linker will see.
fn archive_carries_units(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<thin>") || members(bytes).any(carries_units)
}

/// The members of an archive, as far as it can be read.
pub(super) fn members(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let archive = ArchiveFile::parse(bytes).ok();
    let members = archive.into_iter().flat_map(|archive| archive.members());
    members.filter_map(move |member| member.ok()?.data(bytes).ok())
}

fn is_i386(bytes: &[u8]) -> bool {
    object::File::parse(bytes).is_ok_and(|file| file.architecture() == object::Architecture::I386)
}
