//! A unit: what GCC made of one source file.

use crate::body::Function;
use crate::id::{FunctionId, LabelId, LiteralId, SourcePosId, StrId, SymbolId, TypeId};
use crate::types::{Size, Type};
use crate::wire::{Bytes, Strings};
use bitflags::bitflags;
use postcard_schema::Schema;
use serde::{Deserialize, Serialize};

/// One translation unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Unit {
    /// All strings; ids point here.
    pub strings: Strings,
    /// What GCC calls itself, with version and options that matter.
    pub producer: StrId,
    /// The source language, as GCC names it (`GNU C17`).
    pub language: StrId,
    /// The machine that it is compiled for.
    pub target: Target,
    /// The working directory of the compilation: relative file names start here.
    pub directory: StrId,
    /// The main source file.
    pub file: StrId,
    /// Source positions; the first is "none".
    pub places: Vec<SourcePos>,
    /// Types.
    pub types: Vec<Type>,
    /// String literals.
    pub literals: Vec<Literal>,
    /// Functions and variables with static storage, defined here or not.
    pub symbols: Vec<Symbol>,
    /// Function bodies.
    pub functions: Vec<Function>,
    /// Assembly at file level.
    pub asm: Vec<StrId>,
}

/// The machine that a unit is compiled for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub struct Target {
    /// GCC's target name (`x86_64-linux-gnu`).
    pub triple: StrId,
    /// Bits of a data pointer.
    pub pointer_bits: u32,
    /// Bits of `size_t`.
    pub size_bits: u32,
    /// Bits of `int`.
    pub int_bits: u32,
    /// Bits of `long`.
    pub long_bits: u32,
    /// Bits of `wchar_t`.
    pub wchar_bits: u32,
    /// Plain `char` has a sign.
    pub signed_char: bool,
    /// The most significant byte comes first.
    pub big_endian: bool,
    /// The largest alignment of any type, in bytes (`malloc`'s).
    pub max_align: u32,
    /// How `long double` is represented, as a type.
    pub long_double: TypeId,
}

/// A position in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Schema)]
pub struct SourcePos {
    /// The file.
    pub file: StrId,
    /// Starting at 1; 0 is "none".
    pub line: u32,
    /// Starting at 1; 0 is "none".
    pub column: u32,
    /// Where the text itself stands, when a macro brought it here.
    pub spelling: Option<Spelling>,
}

/// Where a macro's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Schema)]
pub struct Spelling {
    /// The macro.
    pub name: StrId,
    /// The file.
    pub file: StrId,
    /// Starting at 1.
    pub line: u32,
    /// Starting at 1.
    pub column: u32,
}

/// A string literal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Literal {
    /// An array type.
    pub ty: TypeId,
    /// Its bytes, the terminator included where there is one.
    pub bytes: Bytes,
}

/// A function or a variable with static storage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Symbol {
    /// As the source names it (qualified, in C++).
    pub name: StrId,
    /// As the linker names it.
    pub assembler: StrId,
    /// Its type.
    pub ty: TypeId,
    /// Where it is declared.
    pub place: SourcePosId,
    /// How the linker treats it.
    pub linkage: Linkage,
    /// Who may see it.
    pub visibility: Visibility,
    /// Marks.
    pub flags: SymbolFlags,
    /// The section that the source asks for.
    pub section: StrId,
    /// The comdat group that it belongs to.
    pub group: StrId,
    /// How many bytes a variable takes, its initialiser's flexible array included.
    pub size: Size,
    /// Alignment in bytes.
    pub align: u32,
    /// Priority as a constructor (runs before `main`).
    pub constructor: Option<u32>,
    /// Priority as a destructor (runs after `main`).
    pub destructor: Option<u32>,
    /// The function that a local static belongs to.
    pub owner: Option<SymbolId>,
    /// What it is.
    pub value: SymbolValue,
}

/// How the linker treats a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Linkage {
    /// Seen in this unit only.
    Local,
    /// Defined here, once in the program.
    Global,
    /// Defined here, gives way to a strong definition.
    Weak,
    /// Defined here and elsewhere alike; the linker keeps one.
    Comdat,
    /// A tentative definition: the linker merges all.
    Common,
    /// Defined elsewhere.
    External,
    /// Defined elsewhere or not at all.
    ExternalWeak,
}

/// Who may see a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Visibility {
    /// Every module.
    Default,
    /// Every module, but references from its own module always mean it.
    Protected,
    /// Only its own module.
    Hidden,
    /// Only its own module, and it is never called from outside, not even by pointer.
    Internal,
}

bitflags! {
    /// Marks of a [`Symbol`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct SymbolFlags: u32 {
        /// A function.
        const FUNCTION = 1;
        /// GCC wrote it into the object file. A function with a body but without this mark was inlined wherever it
        /// was called.
        const EMITTED = 1 << 1;
        /// One per thread.
        const THREAD_LOCAL = 1 << 2;
        /// `const`: lives in read-only memory.
        const READ_ONLY = 1 << 3;
        /// `volatile`
        const VOLATILE = 1 << 4;
        /// Made by the compiler.
        const ARTIFICIAL = 1 << 5;
        /// Does not return.
        const NORETURN = 1 << 6;
        /// Throws nothing.
        const NOTHROW = 1 << 7;
        /// May return more than once (`setjmp`).
        const RETURNS_TWICE = 1 << 8;
        /// Returns fresh memory.
        const MALLOC = 1 << 9;
        /// Has no effects but its result.
        const PURE = 1 << 10;
        /// Depends on nothing but its arguments, and has no effects but its result.
        const CONST_FUNCTION = 1 << 11;
        /// One of GCC's own (`__builtin_…`).
        const BUILTIN = 1 << 12;
        /// Declared `inline`.
        const DECLARED_INLINE = 1 << 13;
        /// `always_inline`
        const MUST_INLINE = 1 << 14;
        /// `used`: kept though nothing refers to it.
        const USED = 1 << 15;
        /// `register … asm("…")` at file level.
        const HARD_REGISTER = 1 << 16;
        /// A C++ virtual table.
        const VIRTUAL_TABLE = 1 << 17;
        /// A nested function: takes its parent's frame.
        const NESTED = 1 << 18;
        /// An operator `new`.
        const NEW_OPERATOR = 1 << 19;
        /// An operator `delete`.
        const DELETE_OPERATOR = 1 << 20;
        /// `main`
        const MAIN = 1 << 21;
    }
}

/// What a symbol is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum SymbolValue {
    /// Not defined in this unit.
    Undefined,
    /// A function with a body.
    Function(FunctionId),
    /// A variable with its initial value.
    Variable(Initializer),
    /// Another name of a symbol.
    Alias(SymbolId),
    /// A name that means another one, if that one is defined anywhere (`weakref`).
    WeakReference(SymbolId),
    /// A name whose meaning a function picks at start-up.
    Indirect(SymbolId),
    /// A function that adjusts a pointer and goes on to another.
    Thunk(Thunk),
}

/// The initial contents of a variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Schema)]
pub struct Initializer {
    /// Its bytes; what follows is zero.
    pub bytes: Bytes,
    /// Addresses to be written over them, by rising offset.
    pub relocations: Vec<Relocation>,
}

/// An address inside an [`Initializer`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Relocation {
    /// Where in the variable.
    pub offset: u64,
    /// How many bytes.
    pub size: u8,
    /// The address of what.
    pub to: RelocationTarget,
    /// Bytes added to it.
    pub addend: i64,
}

/// What a relocation refers to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum RelocationTarget {
    /// A symbol.
    Symbol(SymbolId),
    /// A string literal.
    Literal(LiteralId),
    /// A label of a function.
    Label(SymbolId, LabelId),
    /// The distance between two labels of a function, first minus second.
    LabelDifference(SymbolId, LabelId, LabelId),
    /// An address computed from others in a way that GCC leaves to the assembler; the text is GCC's.
    Other(StrId),
}

/// A function that adjusts a pointer and goes on to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Thunk {
    /// Where it goes on.
    pub to: SymbolId,
    /// Bytes added to the pointer.
    pub fixed: i64,
    /// Where in the virtual table a further offset is found.
    pub virtual_offset: Option<i64>,
    /// Offset of a pointer to the further offset, in the object.
    pub indirect_offset: i64,
    /// Adjusts the object pointer before the call; otherwise, the result after it.
    pub adjusts_this: bool,
}

impl Unit {
    /// The text of a string id.
    pub fn str(&self, id: StrId) -> &str {
        self.strings.get(id)
    }

    /// A symbol's name for people: the source's, or the linker's where it has none.
    pub fn symbol_name(&self, id: SymbolId) -> &str {
        let symbol = &self.symbols[id.index()];
        let name = if symbol.name == StrId::NONE { symbol.assembler } else { symbol.name };
        self.str(name)
    }
}

impl SourcePos {
    /// Whether it is nowhere.
    pub fn is_none(&self) -> bool {
        self.line == 0
    }
}

impl Unit {
    /// `file:line:column`; none for "no position".
    pub fn pos_text(&self, id: SourcePosId) -> Option<String> {
        let pos = self.places.get(id.index()).filter(|pos| !pos.is_none())?;
        Some(format!("{}:{}:{}", self.str(pos.file), pos.line, pos.column))
    }
}
