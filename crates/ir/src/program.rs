//! The whole program: images with every symbol resolved.
//!
//! **Invariant:** a [`Program`] never changes. Its units are verified, they are for one target, and
//! [`Program::resolve`] is a table lookup: names are compared while linking and never again.
//!
//! How names are resolved stands in `program/resolve.rs`; what the program refers to but does not define, in
//! [`external`].

pub mod external;
mod order;
mod resolve;

use crate::body::Function;
use crate::id::{SymbolId, TypeId, ids};
use crate::image::{Address, DynamicLinkage, Image, ImageKind, LinkedUnit, Note};
use crate::types::{Size, TypeKind};
use crate::unit::{Linkage, Symbol, SymbolFlags, SymbolValue, Unit};
use external::{External, ExternalId};
use serde::Serialize;
use std::fmt;

ids! {
    /// A unit of the program, in link order.
    UnitIndex, "unit";
    /// An image of the program, in the order given.
    ImageIndex, "image";
}

/// A symbol of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Global {
    /// The unit that declares it.
    pub unit: UnitIndex,
    /// Which of the unit's symbols.
    pub symbol: SymbolId,
}

impl fmt::Display for Global {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.unit, self.symbol)
    }
}

/// What a symbol means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Resolution {
    /// This function, variable, thunk or indirect function; aliases have been followed.
    Definition(Global),
    /// Something that no unit defines.
    External(ExternalId),
}

/// What something defined is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum DefinitionKind {
    /// A function with a body.
    Function,
    /// A variable.
    Variable,
    /// Another name.
    Alias,
    /// A function that adjusts a pointer and goes on to another.
    Thunk,
    /// A function that another one picks at start-up.
    Indirect,
}

/// Something that the linker kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Definition {
    /// The symbol.
    pub global: Global,
    /// The image that it stands in.
    pub image: ImageIndex,
    /// What it is.
    pub kind: DefinitionKind,
    /// How the linker treated it.
    pub linkage: Linkage,
    /// Where the linker put it, when the image says so.
    pub address: Option<u64>,
}

/// The room that a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Extent {
    /// How many bytes.
    pub size: Size,
    /// Alignment in bytes.
    pub align: u32,
}

/// An image of the program.
#[derive(Clone, Debug)]
pub struct ProgramImage {
    /// Where it was read from.
    pub path: String,
    /// Executable or shared object.
    pub kind: ImageKind,
    /// What the dynamic linker was told.
    pub linkage: DynamicLinkage,
    /// What its user should know.
    pub notes: Vec<Note>,
}

/// A unit of the program.
#[derive(Clone, Debug)]
pub struct ProgramUnit {
    /// The image that it was linked into.
    pub image: ImageIndex,
    /// The unit with what the linker did to it.
    pub linked: LinkedUnit,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    images: Vec<ProgramImage>,
    units: Vec<ProgramUnit>,
    resolved: resolve::Resolved,
    constructors: Vec<Global>,
    destructors: Vec<Global>,
}

/// Why images do not make a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// No image at all.
    #[error("there is nothing to link")]
    Nothing,
    /// Units for two machines.
    #[error(
        "{first} is compiled for {first_target}, but {second} for {second_target}: compile them for one target"
    )]
    Targets {
        /// A source file.
        first: String,
        /// What it is compiled for.
        first_target: String,
        /// Another one.
        second: String,
        /// What it is compiled for.
        second_target: String,
    },
    /// Two definitions of one name.
    #[error("`{name}` is defined twice in {image}: in {first} and in {second}")]
    Twice {
        /// The name.
        name: String,
        /// The image.
        image: String,
        /// The source file of the one.
        first: String,
        /// The source file of the other.
        second: String,
    },
}

impl Program {
    /// Makes a program of images, in the order in which the dynamic linker searches them: the executable first, then
    /// the shared objects.
    pub fn link(images: Vec<Image>) -> Result<Program, LinkError> {
        let mut program_images = Vec::new();
        let mut units = Vec::new();
        for (at, image) in (0..).zip(images) {
            program_images.push(ProgramImage::of(&image));
            let linked = image.into_units();
            units.extend(linked.into_iter().map(|linked| ProgramUnit { image: ImageIndex(at), linked }));
        }
        Program::resolve_all(program_images, units)
    }

    /// The program with another image, which the dynamic linker searches last. What it is made of is neither read nor
    /// verified again; all symbols are resolved anew.
    pub fn join(self, image: Image) -> Result<Program, LinkError> {
        let Program { mut images, mut units, .. } = self;
        let at = ImageIndex(images.len() as u32);
        images.push(ProgramImage::of(&image));
        units.extend(image.into_units().into_iter().map(|linked| ProgramUnit { image: at, linked }));
        Program::resolve_all(images, units)
    }

    fn resolve_all(program_images: Vec<ProgramImage>, units: Vec<ProgramUnit>) -> Result<Program, LinkError> {
        let first = units.first().ok_or(LinkError::Nothing)?;
        for other in &units {
            same_target(&first.linked.unit, &other.linked.unit)?;
        }
        let resolved = resolve::resolve(&program_images, &units)?;
        let (constructors, destructors) = order::run_order(&program_images, &units, &resolved.definitions);
        Ok(Program { images: program_images, units, resolved, constructors, destructors })
    }

    /// What a symbol means.
    pub fn resolve(&self, global: Global) -> Resolution {
        self.resolved.tables[global.unit.index()][global.symbol.index()]
    }

    /// The images, in the order given.
    pub fn images(&self) -> &[ProgramImage] {
        &self.images
    }

    /// The units, in link order.
    pub fn units(&self) -> impl ExactSizeIterator<Item = (UnitIndex, &ProgramUnit)> {
        self.units.iter().enumerate().map(|(at, unit)| (UnitIndex(at as u32), unit))
    }

    /// A unit.
    pub fn unit(&self, unit: UnitIndex) -> &Unit {
        &self.units[unit.index()].linked.unit
    }

    /// A symbol.
    pub fn symbol(&self, global: Global) -> &Symbol {
        &self.unit(global.unit).symbols[global.symbol.index()]
    }

    /// The name of a symbol, for people.
    pub fn name(&self, global: Global) -> &str {
        self.unit(global.unit).symbol_name(global.symbol)
    }

    /// The body of a function; none for what is no function of its own.
    pub fn function(&self, global: Global) -> Option<&Function> {
        match self.symbol(global).value {
            SymbolValue::Function(id) => Some(&self.unit(global.unit).functions[id.index()]),
            _ => None,
        }
    }

    /// The room that a variable takes. Tentative definitions of one name share the largest.
    pub fn extent(&self, global: Global) -> Extent {
        let symbol = self.symbol(global);
        let own = Extent { size: symbol.size, align: symbol.align };
        self.resolved.commons.get(&global).copied().unwrap_or(own)
    }

    /// Exactly what the linker kept, in link order.
    pub fn definitions(&self) -> &[Definition] {
        &self.resolved.definitions
    }

    /// The name of something that no unit defines.
    pub fn external_name(&self, id: ExternalId) -> &str {
        &self.resolved.externals[id.index()]
    }

    /// How many names no unit defines, whether or not anything refers to them.
    pub fn external_count(&self) -> usize {
        self.resolved.externals.len()
    }

    /// The names that no unit defines, sorted, whether or not anything refers to them.
    pub fn external_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.resolved.externals.iter().map(String::as_str)
    }

    /// What the program refers to but no unit defines, by name.
    pub fn externals(&self) -> Vec<External> {
        external::externals(self)
    }

    /// What runs before `main`, in order.
    pub fn constructors(&self) -> &[Global] {
        &self.constructors
    }

    /// What runs after `main`, in order.
    pub fn destructors(&self) -> &[Global] {
        &self.destructors
    }

    /// The function `main`.
    pub fn main(&self) -> Option<Global> {
        let named_main = |definition: &&Definition| {
            let symbol = self.symbol(definition.global);
            symbol.linkage != Linkage::Local
                && symbol.flags.contains(SymbolFlags::FUNCTION)
                && self.unit(definition.global.unit).str(symbol.assembler) == "main"
        };
        let main = self.definitions().iter().find(named_main)?;
        match self.resolve(main.global) {
            Resolution::Definition(global) => Some(global),
            Resolution::External(_) => None,
        }
    }
}

impl ProgramImage {
    fn of(image: &Image) -> ProgramImage {
        ProgramImage {
            path: image.path().to_owned(),
            kind: image.kind(),
            linkage: image.linkage().clone(),
            notes: image.notes().to_vec(),
        }
    }
}

impl ProgramUnit {
    /// What the linker did with this unit's own copy of a symbol; `None` when the image does not say.
    pub fn address(&self, symbol: SymbolId) -> Option<Address> {
        self.linked.addresses.as_ref().map(|table| table[symbol.index()])
    }
}

fn same_target(first: &Unit, second: &Unit) -> Result<(), LinkError> {
    let describe = |unit: &Unit| {
        let target = &unit.target;
        let order = if target.big_endian { "big-endian" } else { "little-endian" };
        let pointers = target.pointer_bits;
        let long_double = float_name(unit, target.long_double);
        let rest = [target.size_bits, target.int_bits, target.long_bits, target.wchar_bits];
        let char = if target.signed_char { "signed" } else { "unsigned" };
        let triple = unit.str(target.triple);
        let [size, int, long, wchar] = rest;
        format!(
            "{triple} ({pointers}-bit pointers, {size}-bit size_t, {int}-bit int, {long}-bit long, {wchar}-bit \
             wchar_t, {char} char, {long_double} long double, {order})"
        )
    };
    let (first_target, second_target) = (describe(first), describe(second));
    if first_target == second_target {
        return Ok(());
    }
    let file = |unit: &Unit| unit.str(unit.file).to_owned();
    Err(LinkError::Targets { first: file(first), first_target, second: file(second), second_target })
}

fn float_name(unit: &Unit, ty: TypeId) -> String {
    match &unit.types[ty.index()].kind {
        TypeKind::Float { format } => format!("{format:?}"),
        _ => "?".to_owned(),
    }
}
