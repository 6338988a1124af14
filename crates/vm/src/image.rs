//! Initial memory: which objects a program starts with, and what they hold.
//!
//! Compiling decides on objects and their contents; loading makes them. The bytes stay in the program, so an image
//! costs next to nothing, however large the variables are.
//!
//! Invariant: allocation is deterministic, so every memory made from an image has its objects at the same addresses.

use crate::lower::CompileError;
use crate::symbolic::Disguise;
use gmc_ir::id::LiteralId;
use gmc_ir::program::{Global, Program, UnitIndex};
use gmc_ir::types::Size;
use gmc_ir::unit::SymbolValue;
use gmc_mem::{Config, Layout, Memory, Pointer, Site, Storage};

/// The memory of a run before its first statement.
#[derive(Debug)]
pub struct Image {
    config: Config,
    /// Whether what is never set reads as 0.
    zeroed: bool,
    /// Which initial values are disguised as inputs.
    pub(crate) disguise: Option<Disguise>,
    objects: Vec<(Layout, Storage)>,
    contents: Vec<(Pointer, Content)>,
    /// Pointers among the contents: where each stands, its value, and its width in bytes.
    pointers: Vec<(Pointer, Pointer, usize)>,
}

/// What an object, or a part of one, holds at first.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// The initial value of a variable.
    Variable(Global),
    /// A literal, padded to this size.
    Literal(UnitIndex, LiteralId, u64),
}

/// An image in the making. It hands out addresses as memory will.
pub struct ImageBuilder {
    image: Image,
    /// Has the objects, but not what they hold.
    scratch: Memory,
    failed: Option<gmc_mem::AllocError>,
}

impl ImageBuilder {
    /// An empty image.
    pub fn new(config: Config, zeroed: bool, disguise: Option<Disguise>) -> ImageBuilder {
        let (objects, contents, pointers) = (Vec::new(), Vec::new(), Vec::new());
        let image = Image { config, zeroed, disguise, objects, contents, pointers };
        ImageBuilder { image, scratch: Memory::new(config), failed: None }
    }

    /// Adds an object. Null if there is no room, which [`ImageBuilder::finish`] reports.
    pub fn object(&mut self, layout: Layout, storage: Storage) -> Pointer {
        match self.scratch.alloc(layout, storage, Site(0)) {
            Ok(pointer) => {
                self.image.objects.push((layout, storage));
                pointer
            }
            Err(error) => {
                self.failed = Some(error);
                Pointer::NULL
            }
        }
    }

    /// The object, or the part of one, at `at` holds the initial value of a variable.
    pub fn variable(&mut self, at: Pointer, global: Global) {
        self.image.contents.push((at, Content::Variable(global)));
    }

    /// The object at `at` holds a literal, padded to `size` bytes.
    pub fn literal(&mut self, at: Pointer, unit: UnitIndex, literal: LiteralId, size: u64) {
        if !at.is_null() {
            self.image.contents.push((at, Content::Literal(unit, literal, size)));
        }
    }

    /// Initial values have a pointer of `width` bytes at `at`.
    pub fn pointer(&mut self, at: Pointer, value: Pointer, width: usize) {
        self.image.pointers.push((at, value, width));
    }

    /// The whole image.
    ///
    /// # Errors
    /// When the objects do not fit into memory.
    pub fn finish(self) -> Result<Image, CompileError> {
        match self.failed {
            Some(error) => Err(error.into()),
            None => Ok(self.image),
        }
    }
}

impl Image {
    /// A memory with all objects and what they hold, after `adjust` has changed that.
    pub fn load(&self, program: &Program, adjust: impl FnOnce(&mut Memory)) -> Memory {
        let mut memory = Memory::new(self.config);
        if self.zeroed {
            memory.zero_uninitialised();
        }
        for &(layout, storage) in &self.objects {
            memory.alloc(layout, storage, Site(0)).expect("there was room when the image was made");
        }
        for &(at, content) in &self.contents {
            fill(&mut memory, program, at, content);
        }
        for &(at, value, width) in &self.pointers {
            let _ = memory.store_sized(at, value, width);
        }
        adjust(&mut memory);
        let constants = self.objects.iter().zip(1..).filter(|(it, _)| it.1 == Storage::Constant);
        for (_, number) in constants {
            memory.seal(gmc_mem::ObjId::from_raw(number));
        }
        memory
    }
}

/// Writes what an object holds at first. It was made for that, so there is room.
fn fill(memory: &mut Memory, program: &Program, at: Pointer, content: Content) {
    match content {
        Content::Variable(global) => {
            let SymbolValue::Variable(image) = &program.symbol(global).value else { return };
            let Size::Bytes(size) = program.extent(global).size else { return };
            let _ = memory.fill(at, 0, size);
            let _ = memory.write_bytes(at, &image.bytes[..image.bytes.len().min(size as usize)]);
        }
        Content::Literal(unit, literal, size) => {
            let mut bytes = program.unit(unit).literals[literal.index()].bytes.0.clone();
            bytes.resize(size as usize, 0);
            let _ = memory.write_bytes(at, &bytes);
        }
    }
}
