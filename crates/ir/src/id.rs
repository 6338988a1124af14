//! Typed indices: every table has its own id type, so that an index into one table cannot be used in another. Each
//! prints as it stands in the text form (`t12`, `bb7`).

/// Declares id types, each an index into the table its documentation names.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
                 postcard_schema::Schema)]
        pub struct $name(pub u32);

        impl $name {
            /// The index into the table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

pub(crate) use ids;

ids! {
    /// A string of the unit's string table; 0 is the empty string, which stands for "no name".
    StrId, "str";
    /// A source position of the unit; 0 is "no position".
    SourcePosId, "pos";
    /// A type of the unit.
    TypeId, "t";
    /// A string literal of the unit.
    LiteralId, "lit";
    /// A symbol of the unit: a function or a variable with static storage.
    SymbolId, "sym";
    /// A function body of the unit.
    FunctionId, "fn";
    /// A parameter, variable or temporary of a function.
    LocalId, "v";
    /// An expression of a function.
    ExprId, "e";
    /// A basic block of a function; 0 is the entry.
    BlockId, "bb";
    /// A label of a function.
    LabelId, "L";
    /// A statement of a basic block.
    StmtIndex, "stmt";
    /// A field of a record type, in order of declaration.
    FieldIndex, "#";
    /// A lexical scope of a function; 0 is the outermost.
    ScopeId, "scope";
    /// An exception region of a function.
    RegionId, "region";
    /// A landing pad of a function.
    PadId, "pad";
}

impl StrId {
    /// The empty string: "no name".
    pub const NONE: StrId = StrId(0);
}

impl SourcePosId {
    /// No position in any source file.
    pub const NONE: SourcePosId = SourcePosId(0);
}
