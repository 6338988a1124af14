//! Trees and statements that a script makes: what its edits put into the function.

use crate::source::{StmtRef, Tree};
use gmc_ir::id::FunctionId;
use std::rc::Rc;

/// A tree that a script has made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Made {
    /// One of C's own types.
    Builtin(Builtin),
    /// An integer of a type; an `int`, where none is given.
    Integer { ty: Option<MadeType>, value: i64 },
    /// A `double`.
    Real(f64),
    /// A string literal.
    Text(Vec<u8>),
    /// A new variable of a function, by its number among those that the script has made for it.
    Variable { of: FunctionId, number: u32, ty: MadeType, name: String },
    /// A variable that some unit defines.
    External { ty: MadeType, name: String },
    /// A function that some unit defines.
    Function { result: MadeType, name: String, params: Option<Vec<MadeType>> },
    /// The address of a variable.
    Address(MadeTree),
}

impl Made {
    /// Whether it has numbers of the unit that was looked at when it was made.
    pub(crate) fn mentions_unit(&self) -> bool {
        let is_of_unit = |it: &MadeType| matches!(it, MadeType::Unit(_));
        match self {
            Made::Variable { .. } => true,
            Made::Integer { ty, .. } => ty.as_ref().is_some_and(is_of_unit),
            Made::External { ty, .. } => is_of_unit(ty),
            Made::Function { result, params, .. } => {
                is_of_unit(result) || params.iter().flatten().any(is_of_unit)
            }
            // What it is the address of is looked at by itself.
            Made::Builtin(_) | Made::Real(_) | Made::Text(_) | Made::Address(_) => false,
        }
    }
}

/// A tree, compared by what it is.
#[derive(Clone)]
pub(crate) struct MadeTree(pub(crate) Tree);

impl std::fmt::Debug for MadeTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.what.fmt(f)
    }
}

impl PartialEq for MadeTree {
    fn eq(&self, other: &MadeTree) -> bool {
        self.0 == other.0
    }
}

/// A type that an edit mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MadeType {
    Builtin(Builtin),
    Unit(gmc_ir::id::TypeId),
}

/// C's own types, as scripts name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Builtin(pub(crate) u8);

/// How values of a type are kept, as far as edits need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Void,
    Number,
    Pointer,
    Aggregate,
    Other,
}

impl Builtin {
    /// Their names, in the order of the plugin's list (`script.cc`).
    pub(crate) const NAMES: &'static [(&'static str, Shape)] = &[
        ("void", Shape::Void),
        ("bool", Shape::Number),
        ("char", Shape::Number),
        ("unsigned char", Shape::Number),
        ("short", Shape::Number),
        ("unsigned short", Shape::Number),
        ("int", Shape::Number),
        ("unsigned int", Shape::Number),
        ("long", Shape::Number),
        ("unsigned long", Shape::Number),
        ("long long", Shape::Number),
        ("unsigned long long", Shape::Number),
        ("float", Shape::Number),
        ("double", Shape::Number),
        ("void *", Shape::Pointer),
        ("char *", Shape::Pointer),
        ("int *", Shape::Pointer),
        ("float *", Shape::Pointer),
        ("double *", Shape::Pointer),
        ("size_t", Shape::Number),
        ("const char *", Shape::Pointer),
    ];

    pub(crate) const INT: Builtin = Builtin(6);
    pub(crate) const DOUBLE: Builtin = Builtin(13);
    pub(crate) const TEXT: Builtin = Builtin(20);

    pub(crate) fn find(name: &str) -> Option<Builtin> {
        Builtin::NAMES.iter().position(|it| it.0 == name).map(|it| Builtin(it as u8))
    }

    pub(crate) fn name(self) -> &'static str {
        Builtin::NAMES[usize::from(self.0)].0
    }

    pub(crate) fn shape(self) -> Shape {
        Builtin::NAMES[usize::from(self.0)].1
    }
}

/// A statement that a script has made and may put somewhere.
#[derive(Clone)]
pub(crate) enum MadeStmt {
    Assign { target: Tree, op: Option<String>, operands: Vec<Tree> },
    Call { target: Option<Tree>, callee: Tree, args: Vec<Tree> },
}

/// A statement of the function, or one that a script has made.
#[derive(Clone)]
pub(crate) enum AnyStmt {
    There(StmtRef),
    Made(Rc<MadeStmt>),
}
