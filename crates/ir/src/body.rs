//! Function bodies: locals, blocks, statements, scopes and exception regions.

use crate::expr::{BinaryOp, Expr};
use crate::id::{
    BlockId, ExprId, LabelId, LocalId, PadId, RegionId, ScopeId, SourcePosId, StrId, SymbolId, TypeId,
};
use crate::types::Size;
use bitflags::bitflags;
use postcard_schema::Schema;
use serde::{Deserialize, Serialize};

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Function {
    /// The function's symbol.
    pub symbol: SymbolId,
    /// Parameters in order.
    pub params: Vec<LocalId>,
    /// Where the result is kept; none for `void`.
    pub result: Option<LocalId>,
    /// The parameter through which a nested function reaches its parent's frame.
    pub chain: Option<LocalId>,
    /// Parameters, variables and temporaries.
    pub locals: Vec<Local>,
    /// All expressions, operands first.
    pub exprs: Vec<Expr>,
    /// Labels that can be jumped to by address, or that the source named.
    pub labels: Vec<Label>,
    /// Lexical scopes; the outermost comes first.
    pub scopes: Vec<Scope>,
    /// Exception regions.
    pub regions: Vec<Region>,
    /// Landing pads.
    pub pads: Vec<Pad>,
    /// Basic blocks; execution starts at the first.
    pub blocks: Vec<Block>,
    /// Sizes of variably modified types, where the body can tell.
    pub sizes: Vec<TypeSize>,
    /// The closing brace.
    pub end: SourcePosId,
    /// Marks.
    pub flags: FunctionFlags,
}

bitflags! {
    /// Marks of a [`Function`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FunctionFlags: u32 {
        /// Calls `setjmp` or the like.
        const CALLS_SETJMP = 1;
        /// Calls `alloca` or has arrays of run-time length.
        const CALLS_ALLOCA = 1 << 1;
        /// Receives a `goto` from a nested function.
        const NONLOCAL_LABEL = 1 << 2;
        /// Takes further arguments (`...`).
        const VARIADIC = 1 << 3;
        /// May leave by an exception.
        const CAN_THROW = 1 << 4;
        /// May compute pointers outside of objects: it has `no_sanitize("pointer-overflow")`.
        const WILD_POINTERS = 1 << 5;
    }
}

/// The size of a variably modified type, as the function computes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct TypeSize {
    /// The type.
    pub ty: TypeId,
    /// Its size in bytes.
    pub size: ExprId,
}

/// A parameter, variable or temporary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Local {
    /// Its name; temporaries that have none get their number.
    pub name: StrId,
    /// Its type.
    pub ty: TypeId,
    /// How many bytes it takes.
    pub size: Size,
    /// Alignment in bytes.
    pub align: u32,
    /// What it is.
    pub kind: LocalKind,
    /// Marks.
    pub flags: LocalFlags,
    /// What the name stands for where it is not an object of its own (arrays of run-time length, variables that a
    /// nested function shares).
    pub value: Option<ExprId>,
    /// Where it is declared.
    pub place: SourcePosId,
}

/// What a local is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum LocalKind {
    /// A parameter.
    Parameter,
    /// A variable that the source declares.
    Variable,
    /// Made by the compiler.
    Temporary,
    /// The result.
    Result,
    /// The pointer to the parent's frame.
    Chain,
    /// A name that the source gives to some other expression: see [`Local::value`].
    Alias,
}

bitflags! {
    /// Marks of a [`Local`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct LocalFlags: u32 {
        /// Its address is taken, or it must live in memory.
        const ADDRESSABLE = 1;
        /// `volatile`
        const VOLATILE = 1 << 1;
        /// A pointer to the object that the source declares (C++ invisible references).
        const BY_REFERENCE = 1 << 2;
        /// `register … asm("…")`
        const HARD_REGISTER = 1 << 3;
        /// `const`
        const READ_ONLY = 1 << 4;
    }
}

/// A label.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Label {
    /// Its name; empty for the compiler's own.
    pub name: StrId,
    /// The block that it heads; none when nothing but its address is left of it.
    pub block: Option<BlockId>,
    /// Its address is taken.
    pub forced: bool,
    /// It is the target of a `goto` from a nested function.
    pub nonlocal: bool,
    /// The label of an enclosing function that it stands for.
    pub home: Option<LabelHome>,
}

/// A label of another function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub struct LabelHome {
    /// The function.
    pub function: SymbolId,
    /// The label there.
    pub label: LabelId,
}

/// A lexical scope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Scope {
    /// The scope around it; the outermost has none.
    pub parent: Option<ScopeId>,
    /// Its variables.
    pub locals: Vec<LocalId>,
    /// Its static and extern variables.
    pub symbols: Vec<SymbolId>,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Block {
    /// What is done, in order.
    pub stmts: Vec<Stmt>,
    /// Where control can go.
    pub edges: Vec<Edge>,
}

/// A way out of a block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Edge {
    /// The next block; none leaves the function.
    pub to: Option<BlockId>,
    /// When it is taken.
    pub flags: EdgeFlags,
    /// The `goto`, `break` or `continue` that it is all that is left of.
    pub place: SourcePosId,
}

bitflags! {
    /// When an [`Edge`] is taken.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct EdgeFlags: u32 {
        /// At the end of the block, without a jump.
        const FALLTHRU = 1;
        /// By a computed or non-local jump.
        const ABNORMAL = 1 << 1;
        /// By a call that does not return here as usual.
        const ABNORMAL_CALL = 1 << 2;
        /// By an exception.
        const EH = 1 << 3;
        /// The condition holds.
        const WHEN_TRUE = 1 << 4;
        /// The condition does not hold.
        const WHEN_FALSE = 1 << 5;
        /// Never; GCC adds it so that every block of an endless loop reaches the exit in the graph.
        const FAKE = 1 << 6;
        /// No statement of the blocks up to this one comes from its place. Noted for scripts in builds alone.
        const OWN_PLACE = 1 << 7;
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Stmt {
    /// Its source position.
    pub place: SourcePosId,
    /// The scope that it belongs to.
    pub scope: ScopeId,
    /// Where an exception that it throws goes.
    pub unwind: Unwind,
    /// What it does.
    pub kind: StmtKind,
}

/// Where an exception thrown by a statement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Unwind {
    /// Out of the function, or none is thrown.
    Leave,
    /// To a landing pad.
    Pad(PadId),
    /// Nowhere: the region ends the program.
    Terminate(RegionId),
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum StmtKind {
    /// A statement of the source begins here.
    Begin,
    /// Nothing.
    Nop,
    /// A hint which way a branch goes.
    Predict,
    /// Heads a block.
    Label(LabelId),
    /// `target = value`
    Assign {
        /// A place or temporary.
        target: ExprId,
        /// What it becomes.
        value: ExprId,
    },
    /// The target's contents become undefined.
    Clobber {
        /// The place.
        target: ExprId,
        /// Why.
        kind: ClobberKind,
    },
    /// Calls a function.
    Call(Call),
    /// Takes the true edge or the false edge.
    Cond {
        /// The comparison.
        op: BinaryOp,
        /// Its left side.
        left: ExprId,
        /// Its right side.
        right: ExprId,
    },
    /// Picks a block by value.
    Switch {
        /// The value.
        index: ExprId,
        /// Where to go when no case matches.
        default: BlockId,
        /// Disjoint cases.
        cases: Vec<Case>,
    },
    /// Jumps to a computed address.
    Goto {
        /// The address.
        target: ExprId,
    },
    /// Leaves the function.
    Return {
        /// The result, unless it is in the result variable already or there is none.
        value: Option<ExprId>,
    },
    /// Inline assembly.
    Asm(Asm),
    /// Goes on unwinding out of this region.
    Resume {
        /// The region that is left.
        region: RegionId,
    },
    /// Picks the handler of this region by the type of the exception.
    Dispatch {
        /// A `try` or exception specification.
        region: RegionId,
    },
    /// What gmc does not support, with GCC's name and operands.
    Other {
        /// GCC's name of the statement.
        code: StrId,
        /// Its operands.
        operands: Vec<ExprId>,
    },
}

/// Why a place's contents become undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum ClobberKind {
    /// The declaration of a variable without initialiser is reached.
    Declaration,
    /// The contents end (C++ destructors); the storage stays.
    Contents,
    /// The scope ends: the storage is gone.
    EndOfScope,
    /// A C++ constructor begins: static storage keeps its zeros, other storage has no contents.
    Construction,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Call {
    /// Where the result goes.
    pub target: Option<ExprId>,
    /// What is called.
    pub callee: Callee,
    /// The function type that the call site assumes.
    pub ty: Option<TypeId>,
    /// The arguments.
    pub args: Vec<ExprId>,
    /// The parent's frame, for nested functions.
    pub chain: Option<ExprId>,
    /// Marks.
    pub flags: CallFlags,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum Callee {
    /// A function, by its address.
    Function(ExprId),
    /// One of GCC's internal functions (`.VA_ARG`, `.ADD_OVERFLOW`).
    Internal(StrId),
}

bitflags! {
    /// Marks of a [`Call`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct CallFlags: u32 {
        /// Does not return.
        const NORETURN = 1;
        /// Throws nothing.
        const NOTHROW = 1 << 1;
        /// May return more than once (`setjmp`).
        const RETURNS_TWICE = 1 << 2;
        /// The result is built directly in the target.
        const RETURN_SLOT = 1 << 3;
        /// Passes the caller's variadic arguments on.
        const ARGUMENT_PACK = 1 << 4;
        /// The callee's address may be a descriptor (nested functions without trampolines).
        const DESCRIPTOR = 1 << 5;
        /// Made for a thunk.
        const THUNK = 1 << 6;
        /// A `new` or `delete` expression's call.
        const NEW_OR_DELETE = 1 << 7;
        /// An `alloca` for a variable of run-time size.
        const ALLOCA_FOR_VARIABLE = 1 << 8;
        /// Must be a tail call.
        const MUST_TAIL = 1 << 9;
        /// May be a tail call.
        const TAIL = 1 << 10;
        /// Comes back: GCC knows that the function does not end the program or jump elsewhere.
        const COMES_BACK = 1 << 11;
    }
}

/// One `case` or range of cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Case {
    /// The first value.
    pub low: i128,
    /// The last value.
    pub high: i128,
    /// Where to go.
    pub block: BlockId,
}

/// Inline assembly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Asm {
    /// The text.
    pub text: StrId,
    /// Has effects beyond its operands.
    pub volatile: bool,
    /// The old form without operands.
    pub basic: bool,
    /// What it writes.
    pub outputs: Vec<AsmOperand>,
    /// What it reads.
    pub inputs: Vec<AsmOperand>,
    /// Registers (and `memory`, `cc`) that it spoils.
    pub clobbers: Vec<StrId>,
    /// Blocks that it may jump to.
    pub targets: Vec<BlockId>,
}

/// An operand of inline assembly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct AsmOperand {
    /// Its `[name]`.
    pub name: StrId,
    /// Its constraint.
    pub constraint: StrId,
    /// The place or value.
    pub operand: ExprId,
}

/// An exception region. The arguments of `__builtin_eh_pointer`, `__builtin_eh_filter` and `__builtin_eh_copy_values`
/// are numbers of regions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Region {
    /// The region around it.
    pub parent: Option<RegionId>,
    /// What happens there.
    pub kind: RegionKind,
}

/// What an exception region does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum RegionKind {
    /// Runs code and goes on unwinding.
    Cleanup,
    /// `try`
    Try {
        /// Its handlers in order.
        catches: Vec<Catch>,
    },
    /// An exception specification.
    Allowed {
        /// What may pass.
        types: Vec<SymbolId>,
        /// Where anything else goes.
        block: Option<BlockId>,
    },
    /// `noexcept`: an exception ends the program.
    MustNotThrow {
        /// What is called then.
        failure: Option<SymbolId>,
    },
}

/// A `catch`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Catch {
    /// Type information objects of what it takes; none takes all.
    pub types: Vec<SymbolId>,
    /// The handler.
    pub block: Option<BlockId>,
}

/// A landing pad: where unwinding enters the function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Pad {
    /// The region that it serves.
    pub region: RegionId,
    /// Where it goes on.
    pub block: BlockId,
}
