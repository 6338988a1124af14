//! What the linker made of some units: an executable or a shared object.
//!
//! **Invariant:** every unit of an [`Image`] has passed the verifier, so whoever holds one may index its tables by the
//! ids found in it. The only ways to an image are [`Image::read`] and [`Image::new`], and both check.
//!
//! Deliberately absent: relocatable files and archives. Which member of an archive is used and which definition of a
//! name wins is the linker's decision, so the command links first and hands over the result.

mod addresses;
mod elf;

pub use addresses::Address;

use crate::unit::Unit;
use crate::verify::{VerifyError, verify};
use crate::wire::{ReadError, UnitId, decode, frames};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

static READ: AtomicU64 = AtomicU64::new(0);

/// How many units this process has read and verified.
pub fn units_read() -> u64 {
    READ.load(Ordering::Relaxed)
}

/// An executable or a shared object with the units that were linked into it.
#[derive(Clone, Debug)]
pub struct Image {
    path: String,
    kind: ImageKind,
    linkage: DynamicLinkage,
    units: Vec<LinkedUnit>,
    notes: Vec<Note>,
}

/// What an image is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum ImageKind {
    /// A program.
    Executable,
    /// A shared object.
    Shared,
}

/// What the dynamic linker needs to know of an image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DynamicLinkage {
    /// The name that others need it by (`DT_SONAME`).
    pub soname: Option<String>,
    /// The shared objects that it needs (`DT_NEEDED`), in order.
    pub needed: Vec<String>,
    /// It looks for its own definitions first (`-Bsymbolic`).
    pub symbolic: bool,
    /// The names that others may refer to; `None` when the image does not say.
    pub exports: Option<BTreeSet<String>>,
}

/// A unit of an image.
#[derive(Clone, Debug)]
pub struct LinkedUnit {
    /// The unit's identity.
    pub id: UnitId,
    /// The unit.
    pub unit: Unit,
    /// What the linker did with each symbol, by symbol; `None` when the image does not say (it was stripped).
    pub addresses: Option<Vec<Address>>,
}

/// Something about an image that its user should know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Note {
    /// The linker's decisions are not recorded.
    #[error("{path} was stripped: what the linker dropped cannot be told from what it kept")]
    Stripped {
        /// The image.
        path: String,
    },
    /// Some units have no table of addresses.
    #[error("{path} does not say where the linker put the symbols of {file}: all of them count as kept")]
    NoAddresses {
        /// The image.
        path: String,
        /// The unit's source file.
        file: String,
    },
}

/// Why an image could not be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImageError {
    /// Not an ELF file, or a damaged one.
    #[error("{path} is not a readable ELF file: {why}")]
    Elf {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A relocatable file.
    #[error("{path} is a relocatable object file: link it first")]
    Relocatable {
        /// The file.
        path: String,
    },
    /// An archive.
    #[error("{path} is an archive: link it first")]
    Archive {
        /// The file.
        path: String,
    },
    /// A core dump or the like.
    #[error("{path} is neither an executable nor a shared object (ELF type {kind})")]
    Kind {
        /// The file.
        path: String,
        /// The type in its header.
        kind: u16,
    },
    /// No unit inside.
    #[error("{path} holds no program for gmc: build it with `gmc cc` as the compiler")]
    NoUnits {
        /// The file.
        path: String,
    },
    /// A damaged or foreign unit.
    #[error("{path}: {error}")]
    Unit {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: ReadError,
    },
    /// A damaged table of addresses.
    #[error("{path}: the linker's address table is damaged: {why}")]
    Addresses {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A unit that makes no sense.
    #[error("{path}: {error}")]
    Verify {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: Box<VerifyError>,
    },
}

impl Image {
    /// Reads an executable or a shared object and verifies its units. `path` is for messages only.
    pub fn read(path: &str, bytes: &[u8]) -> Result<Image, ImageError> {
        let file = elf::read(path, bytes)?;
        let mut tables = addresses::parse(&file.tables, file.endian)
            .map_err(|why| ImageError::Addresses { path: path.to_owned(), why })?;
        let mut units = Vec::new();
        for section in &file.units {
            let unreadable = |error| ImageError::Unit { path: path.to_owned(), error };
            for frame in frames(section).map_err(unreadable)? {
                units.push((frame.id, decode(&frame).map_err(unreadable)?));
            }
        }
        let mut counts = std::collections::HashMap::new();
        units.iter().for_each(|(id, _)| *counts.entry(*id).or_insert(0) += 1);
        // Both sections are in link order, so the n-th table of an identity belongs to its n-th unit. Where one of them
        // lost its table it is unknown which, and all count as lost.
        tables.retain(|id, tables| counts.get(id) == Some(&tables.len()));
        let units = units
            .into_iter()
            .map(|(id, unit)| {
                let addresses = tables.get_mut(&id).and_then(std::collections::VecDeque::pop_front);
                LinkedUnit { id, unit, addresses }
            })
            .collect();
        Image::new(path, file.kind, file.linkage, units)
    }

    /// An image of units that are in memory already.
    pub fn new(
        path: &str,
        kind: ImageKind,
        linkage: DynamicLinkage,
        units: Vec<LinkedUnit>,
    ) -> Result<Image, ImageError> {
        if units.is_empty() {
            return Err(ImageError::NoUnits { path: path.to_owned() });
        }
        for linked in &units {
            READ.fetch_add(1, Ordering::Relaxed);
            verify(&linked.unit)
                .map_err(|error| ImageError::Verify { path: path.to_owned(), error: Box::new(error) })?;
            let Some(table) = &linked.addresses else { continue };
            if table.len() != linked.unit.symbols.len() {
                let why = format!(
                    "{} entries for the {} symbols of {}",
                    table.len(),
                    linked.unit.symbols.len(),
                    linked.unit.str(linked.unit.file)
                );
                return Err(ImageError::Addresses { path: path.to_owned(), why });
            }
        }
        let notes = notes(path, &units);
        Ok(Image { path: path.to_owned(), kind, linkage, units, notes })
    }

    /// Where it was read from.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Executable or shared object.
    pub fn kind(&self) -> ImageKind {
        self.kind
    }

    /// What the dynamic linker needs to know.
    pub fn linkage(&self) -> &DynamicLinkage {
        &self.linkage
    }

    /// Its units in link order, all verified.
    pub fn units(&self) -> &[LinkedUnit] {
        &self.units
    }

    /// What its user should know.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub(crate) fn into_units(self) -> Vec<LinkedUnit> {
        self.units
    }
}

fn notes(path: &str, units: &[LinkedUnit]) -> Vec<Note> {
    let path = path.to_owned();
    if units.iter().all(|linked| linked.addresses.is_none()) {
        return vec![Note::Stripped { path }];
    }
    let lost = units.iter().filter(|linked| linked.addresses.is_none());
    lost.map(|linked| Note::NoAddresses {
        path: path.clone(),
        file: linked.unit.str(linked.unit.file).to_owned(),
    })
    .collect()
}
