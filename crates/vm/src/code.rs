//! Register code: what GIMPLE is compiled to.
//!
//! An operation has up to three register operands; constants are registers too, filled in from the function's frame
//! template when it is called, so that no operation has a second form for constants. Operations that are rare or have
//! many operands stand in a side table.

use crate::allow::Allow;
use crate::id::CodeId;
use crate::liveness::{Liveness, Registers};
use crate::lower::class::Class;
use crate::thread::Back;
use gmc_ir::body::Function;
use gmc_ir::expr::{BinaryOp, TernaryOp, UnaryOp};
use gmc_ir::id::{BlockId, ExprId, SourcePosId, StmtIndex};
use gmc_ir::program::Global;
use gmc_mem::Pointer;
use std::sync::OnceLock;

/// A register of the frame.
pub type R = u16;

/// An index into a function's operations.
pub type Pc = u32;

/// An operation. All have operands by the same names:
///
/// - `d` is the register where the result goes, `a` and `b` are registers with operands.
/// - `sh` is 64 minus the width of the operation's type: shifting left and right by it extends a result to 64 bits.
/// - `offset` is added to a pointer in `a`; `mask` is the alignment of the access minus one.
/// - `yes`, `no` and `to` are where control goes; `table`, `call` and `rare` are places in the function's side tables.
///
/// Names end in S for signed and U for unsigned integers, D for `double`, F for `float`.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the operands of all operations are explained once, above")]
#[rustfmt::skip] // one operation a line
pub enum Op {
    /// `d = a`, whatever it is.
    Move { d: R, a: R },
    /// The register has no value from here on.
    Forget { d: R },

    // Integers. S checks for overflow, U wraps.
    AddS { d: R, a: R, b: R, sh: u8 },
    SubS { d: R, a: R, b: R, sh: u8 },
    MulS { d: R, a: R, b: R, sh: u8 },
    AddU { d: R, a: R, b: R, sh: u8 },
    SubU { d: R, a: R, b: R, sh: u8 },
    MulU { d: R, a: R, b: R, sh: u8 },
    DivS { d: R, a: R, b: R, sh: u8 },
    DivU { d: R, a: R, b: R },
    ModS { d: R, a: R, b: R, sh: u8 },
    ModU { d: R, a: R, b: R },
    And { d: R, a: R, b: R },
    Or { d: R, a: R, b: R },
    Xor { d: R, a: R, b: R },
    ShlS { d: R, a: R, b: R, sh: u8 },
    ShlU { d: R, a: R, b: R, sh: u8 },
    ShrS { d: R, a: R, b: R, sh: u8 },
    ShrU { d: R, a: R, b: R, sh: u8 },
    NegS { d: R, a: R, sh: u8 },
    NegU { d: R, a: R, sh: u8 },
    NotS { d: R, a: R },
    NotU { d: R, a: R, sh: u8 },
    /// Cuts to the width and extends by sign.
    ExtS { d: R, a: R, sh: u8 },
    /// Cuts to the width and extends by zero.
    ExtU { d: R, a: R, sh: u8 },

    // Comparisons of integers, by the extended form.
    Eq { d: R, a: R, b: R },
    Ne { d: R, a: R, b: R },
    LtS { d: R, a: R, b: R },
    LeS { d: R, a: R, b: R },
    LtU { d: R, a: R, b: R },
    LeU { d: R, a: R, b: R },

    // Pointers.
    /// `d = a + b` bytes.
    PtrAdd { d: R, a: R, b: R },
    /// How many bytes so many elements of an array take: what to add to a pointer.
    Scale { d: R, a: R, b: R },
    /// `d = a - b` bytes.
    PtrDiff { d: R, a: R, b: R },
    PtrLt { d: R, a: R, b: R },
    PtrLe { d: R, a: R, b: R },
    /// Address of element `b` of the array at `a`: `d = a + b * stride`, with `b < bound` where bound is not zero. The
    /// end of the array counts as an element where `end` says so: who takes only its address may.
    Index { d: R, a: R, b: R, stride: u32, bound: u32, end: bool },
    /// `d = a + offset`, inside the object that `a` points into.
    Member { d: R, a: R, offset: i32 },

    // Floating point.
    AddD { d: R, a: R, b: R },
    SubD { d: R, a: R, b: R },
    MulD { d: R, a: R, b: R },
    DivD { d: R, a: R, b: R },
    AddF { d: R, a: R, b: R },
    SubF { d: R, a: R, b: R },
    MulF { d: R, a: R, b: R },
    DivF { d: R, a: R, b: R },
    NegD { d: R, a: R },
    NegF { d: R, a: R },
    EqD { d: R, a: R, b: R },
    NeD { d: R, a: R, b: R },
    LtD { d: R, a: R, b: R },
    LeD { d: R, a: R, b: R },
    EqF { d: R, a: R, b: R },
    NeF { d: R, a: R, b: R },
    LtF { d: R, a: R, b: R },
    LeF { d: R, a: R, b: R },
    /// Signed integer to double.
    SToD { d: R, a: R },
    UToD { d: R, a: R },
    SToF { d: R, a: R },
    UToF { d: R, a: R },
    /// Double to an integer of this width.
    DToS { d: R, a: R, sh: u8 },
    DToU { d: R, a: R, sh: u8 },
    FToS { d: R, a: R, sh: u8 },
    FToU { d: R, a: R, sh: u8 },
    DToF { d: R, a: R },
    FToD { d: R, a: R },

    // Memory. `a` is a pointer; `mask` is the alignment minus one.
    LoadS8 { d: R, a: R, offset: i32 },
    LoadU8 { d: R, a: R, offset: i32 },
    LoadS16 { d: R, a: R, offset: i32, mask: u8 },
    LoadU16 { d: R, a: R, offset: i32, mask: u8 },
    LoadS32 { d: R, a: R, offset: i32, mask: u8 },
    LoadU32 { d: R, a: R, offset: i32, mask: u8 },
    Load64 { d: R, a: R, offset: i32, mask: u8 },
    LoadBool { d: R, a: R, offset: i32 },
    Store8 { a: R, b: R, offset: i32 },
    Store16 { a: R, b: R, offset: i32, mask: u8 },
    Store32 { a: R, b: R, offset: i32, mask: u8 },
    Store64 { a: R, b: R, offset: i32, mask: u8 },
    /// Makes sure that the local in memory exists.
    Born { a: R },
    /// Its declaration is reached: it has no value.
    Blank { a: R },
    /// Its scope ends.
    Bury { a: R },

    // Control.
    Jump { to: Pc },
    BrEq { a: R, b: R, yes: Pc, no: Pc },
    BrNe { a: R, b: R, yes: Pc, no: Pc },
    BrLtS { a: R, b: R, yes: Pc, no: Pc },
    BrLeS { a: R, b: R, yes: Pc, no: Pc },
    BrLtU { a: R, b: R, yes: Pc, no: Pc },
    BrLeU { a: R, b: R, yes: Pc, no: Pc },
    /// By a boolean.
    Br { a: R, yes: Pc, no: Pc },
    Switch { a: R, table: u32 },
    Call { call: u32 },
    Return,
    /// What is rare: see [`Rare`].
    Rare { rare: u32 },
    /// Control cannot come here (after a call that does not return).
    Unreachable,
}

/// The memory location that an access to bits is about: bytes from where the bits begin, which may begin before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Neighbours {
    /// How many bytes before the first byte that has some of the bits.
    pub before: u32,
    /// How many bytes there are; 0 where the bits share theirs with no others.
    pub size: u32,
}

/// Operations that are rare, or that have more operands than fit. Operands are named as in [`Op`]; `from` and `to` of
/// type [`Class`] say what registers hold.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the operands of all operations are explained once, above")]
#[rustfmt::skip] // one operation a line
pub enum Rare {
    /// Arithmetic on values that do not fit a register, or that is rare. `wrap`: signed overflow is fine.
    Unary { op: UnaryOp, d: R, to: Class, a: R, from: Class, wrap: bool },
    /// Likewise.
    Binary { op: BinaryOp, d: R, to: Class, a: R, left: Class, b: R, right: Class, wrap: bool },
    /// Likewise.
    Ternary { op: TernaryOp, d: R, to: Class, args: [(R, Class); 3] },
    /// Loads a value wider than a register.
    LoadWide { d: R, a: R, offset: i32, size: u32, align: u32 },
    /// Stores one.
    StoreWide { a: R, b: R, offset: i32, size: u32, align: u32 },
    /// Loads bits: `position` counts from the start of the pointed-to memory in the target's bit order.
    LoadBits { d: R, a: R, position: u64, bits: u32, signed: bool, reverse: bool, location: Neighbours },
    /// Stores bits.
    StoreBits { a: R, b: R, position: u64, bits: u32, reverse: bool, location: Neighbours },
    /// Bits of a value in registers.
    Extract { d: R, to: Class, a: R, from: Class, position: u64, bits: u32 },
    /// Moves a value of some words.
    MoveWide { d: R, a: R, words: u16 },
    /// Copies an aggregate.
    Copy { to: R, from: R, size: Extent },
    /// Zeroes memory.
    Zero { to: R, size: Extent },
    /// Makes memory undefined; static storage only if `always`.
    Uninit { to: R, size: Extent, always: bool },
    /// Bytes reversed in place of a scalar of this size (`scalar_storage_order`).
    Swap { d: R, a: R, size: u8, signed: bool },
    /// Jumps to a label's address.
    Goto { a: R },
    /// The address of a thread-local variable.
    ThreadLocal { d: R, index: u32 },
    /// Writes a value into a wide one of `size` bytes, at this byte.
    Insert { d: R, size: u16, a: R, from: Class, position: u32 },
    /// A fresh object on the heap, which stays in use: memory that a harness passes to a function.
    Object { d: R, size: u64, align: u32 },
    /// The register holds a nondeterministic value from here on.
    Any { d: R, class: Class },
    /// Stops the run where this is the call of the function after so many that have not returned.
    Depth { most: u32 },
    /// The function ends without the value that its type promises.
    NoValue,
    /// Copies an aggregate result to where the caller wants it, if it wants it.
    ReturnAggregate { from: R, size: Extent },
    /// Something that the machine cannot do; executing it ends the run with this text.
    Unsupported { what: String },
}

/// A size in bytes: fixed, or in a register.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// Fixed.
    Fixed(u64),
    /// In a register.
    Dynamic(R),
}

/// A call site.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// What is called.
    pub callee: CalleeRef,
    /// Arguments: a register for scalars (the first of several for wide ones), a pointer to it for aggregates.
    pub args: Vec<Arg>,
    /// The caller's own arguments beyond the named ones follow (`__builtin_va_arg_pack`).
    pub pack: bool,
    /// Where the result goes: the first register, or a pointer to where an aggregate is to be written.
    pub result: Option<(R, Class)>,
    /// The parent's frame, for nested functions.
    pub chain: Option<R>,
    /// Where an exception that leaves the callee goes.
    pub unwind: Unwinding,
    /// Names the call to the memory: what it allocates or frees carries this.
    pub site: gmc_mem::Site,
    /// How it is done, if it is simple.
    pub direct: Option<Direct>,
}

/// Where an exception goes that leaves a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwinding {
    /// Out of the function.
    Leave,
    /// To a landing pad, by its place in the function's table.
    Land(u32),
    /// Nowhere: it ends the program.
    Terminate,
}

/// Where unwinding enters a function.
#[derive(Clone, Debug)]
pub struct LandingPad {
    /// The operation.
    pub pc: Pc,
    /// What may stop an exception that arrives here, from the innermost region to the outermost.
    pub clauses: Vec<Clause>,
}

/// What may stop an exception. Types are pointers to their type information.
#[derive(Clone, Debug)]
pub enum Clause {
    /// A handler for one of these types; none is for all.
    Catch(Vec<Pointer>),
    /// An exception specification, which only these types pass.
    Allowed(Vec<Pointer>),
    /// `noexcept`
    MustNotThrow,
}

/// A call that takes nothing but moving registers.
#[derive(Clone, Debug)]
pub struct Direct {
    /// The function.
    pub callee: CodeId,
    /// From the caller's registers to the function's.
    pub moves: Box<[(R, R)]>,
    /// How it returns.
    pub back: Back,
}

/// What a call calls.
#[derive(Clone, Debug)]
pub enum CalleeRef {
    /// A function of the program.
    Code(CodeId),
    /// A function of the machine.
    Native(u32),
    /// Whatever a pointer points to.
    Pointer(R),
    /// A function that nothing defines.
    Missing(u32),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arg {
    /// The register.
    pub r: R,
    /// What it holds.
    pub class: Class,
}

/// A table of jump targets, sorted by value.
#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// Disjoint ranges by the extended form, in order of `low`.
    pub cases: Vec<(i128, i128, Pc)>,
    /// Otherwise.
    pub default: Pc,
    /// The index is unsigned.
    pub unsigned: bool,
    /// The index's class, for values wider than a register.
    pub class: Class,
}

/// A local that lives in memory.
#[derive(Clone, Copy, Debug)]
pub struct FrameObject {
    /// Bytes.
    pub size: u64,
    /// Alignment.
    pub align: u32,
    /// Names the local to the memory.
    pub site: gmc_mem::Site,
}

/// A function in register code.
#[derive(Debug)]
pub struct Code {
    /// Its number among all functions.
    pub id: CodeId,
    /// The function's symbol.
    pub global: Global,
    /// It is one of the models.
    pub modelled: bool,
    /// The operations.
    pub ops: Vec<Op>,
    /// How it is called.
    pub signature: Signature,
    /// What operations refer to by number.
    pub tables: SideTables,
    /// Where its operations come from.
    pub source: SourceMap,
    /// A frame as it is when the function is entered: constants filled in, locals without a value.
    pub frame: Vec<crate::reg::Reg>,
    /// How many registers there are before the constants.
    pub registers: usize,
    /// Locals in memory; the first registers hold the pointers to them.
    pub objects: Vec<FrameObject>,
    /// Bytes of stack that a call takes natively, at least.
    pub stack: u32,
    /// Errors that it may make.
    pub allow: Allow,
    /// Which registers matter where; computed when first asked for.
    pub liveness: OnceLock<Liveness>,
}

/// How a function is called, and where it leaves its result.
#[derive(Debug)]
pub struct Signature {
    /// The registers that receive the parameters, in order.
    pub params: Vec<Arg>,
    /// Takes further arguments.
    pub variadic: bool,
    /// Its definition declares its parameters' types; without, arguments arrive promoted.
    pub prototyped: bool,
    /// The register of the parent's frame, for nested functions.
    pub chain: Option<R>,
    /// Where the result is left by `Return`.
    pub result: Option<(R, Class)>,
    /// The register that holds the pointer to where an aggregate result is to be written.
    pub result_pointer: Option<R>,
}

/// What operations refer to by number because it does not fit into them.
#[derive(Debug, Default)]
pub struct SideTables {
    /// Rare operations.
    pub rare: Vec<Rare>,
    /// Call sites.
    pub calls: Vec<CallSite>,
    /// Jump tables.
    pub switches: Vec<SwitchTable>,
    /// Where each label is, by its number; none where nothing is left of it.
    pub labels: Vec<Option<Pc>>,
    /// Where a nested function, or `longjmp`, may come back.
    pub landings: Vec<Landing>,
    /// Where exceptions arrive.
    pub pads: Vec<LandingPad>,
}

/// Where operations come from, for reports. One entry for each operation.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// How many statements of GIMPLE begin with each operation.
    pub statements: Vec<u8>,
    /// The place in the source, and what the operation is about.
    pub origins: Vec<Origin>,
    /// The first statement that begins with each operation; the others follow it in the function.
    pub begins: Vec<(BlockId, StmtIndex)>,
    /// Operations that begin the statements of another one as well, behind their own.
    pub joined: Vec<(Pc, Pc)>,
}

impl SourceMap {
    /// No operations come from anywhere.
    pub fn nowhere(operations: usize) -> SourceMap {
        SourceMap {
            statements: vec![0; operations],
            origins: vec![Origin { place: SourcePosId::NONE, expr: None }; operations],
            begins: vec![(BlockId(0), StmtIndex(0)); operations],
            joined: Vec::new(),
        }
    }

    /// The runs of statements that begin with an operation: the first of each, and how many.
    pub fn beginning_with(&self, at: usize) -> impl Iterator<Item = ((BlockId, StmtIndex), u8)> + '_ {
        let joined = self.joined.iter().find(|it| it.0 as usize == at).map(|it| it.1 as usize);
        let later = joined.map_or(0, |it| self.statements[it]);
        let own = (self.begins[at], self.statements[at].saturating_sub(later));
        let later = joined.map(|it| (self.begins[it], later));
        std::iter::once(own).chain(later).filter(|it| it.1 > 0)
    }
}

/// Where control may come back to a call from one that it made, otherwise than by its return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The next operation.
    pub pc: Pc,
    /// The call of `setjmp` before it, which returns once more; none for a label.
    pub call: Option<u32>,
}

/// Where an operation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The source place.
    pub place: SourcePosId,
    /// What it reads, writes or computes.
    pub expr: Option<ExprId>,
}

impl Op {
    /// Whether it is one load or store of up to eight bytes and nothing else.
    pub fn is_access(&self) -> bool {
        matches!(
            self,
            Op::LoadS8 { .. }
                | Op::LoadU8 { .. }
                | Op::LoadBool { .. }
                | Op::LoadS16 { .. }
                | Op::LoadU16 { .. }
                | Op::LoadS32 { .. }
                | Op::LoadU32 { .. }
                | Op::Load64 { .. }
                | Op::Store8 { .. }
                | Op::Store16 { .. }
                | Op::Store32 { .. }
                | Op::Store64 { .. }
        )
    }
}

/// Bytes of stack that a call takes natively, at least: where it returns to, the caller's frame, parameters and locals.
pub fn stack_of(params: &[Arg], objects: &[FrameObject]) -> u32 {
    let locals = objects.iter().fold(0_u64, |sum, object| sum.saturating_add(object.size));
    let bytes = (locals.saturating_add(8 * params.len() as u64)).saturating_add(16 + 15) & !15;
    bytes.min(u32::MAX.into()) as u32
}

impl Code {
    /// The place of an operation, or of the nearest one before it that has one.
    pub fn place(&self, pc: usize) -> SourcePosId {
        let upto = &self.source.origins[..=pc.min(self.source.origins.len().saturating_sub(1))];
        upto.iter().rev().map(|o| o.place).find(|&p| p != SourcePosId::NONE).unwrap_or(SourcePosId::NONE)
    }

    /// The registers that matter just before an operation.
    pub fn live(&self, pc: Pc) -> Registers {
        self.liveness.get_or_init(|| Liveness::of(self)).at(self, pc)
    }

    /// The body that it was compiled from.
    pub fn body<'p>(&self, program: &'p gmc_ir::program::Program) -> Option<&'p Function> {
        program.function(self.global)
    }
}
