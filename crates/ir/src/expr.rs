//! Expressions: values and places, in one arena per function.
//!
//! **Invariant:** an expression's operands stand before it in the arena. There are no cycles, and every walk over an
//! arena in order sees operands first. The verifier refuses anything else.

use crate::id::{ExprId, FieldIndex, LabelId, LiteralId, LocalId, StrId, SymbolId, TypeId};
use crate::wire::Bytes;
use postcard_schema::Schema;
use serde::{Deserialize, Serialize};

/// An expression. Places (what can stand left of an assignment or below `AddressOf`) and values share one type, as
/// they do in GIMPLE.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum Expr {
    /// A local variable, parameter or temporary.
    Local(LocalId),
    /// A variable with static storage, or a function.
    Symbol(SymbolId),
    /// A string literal.
    Literal(LiteralId),
    /// A label; only below `AddressOf`.
    Label(LabelId),
    /// An integer, boolean, enumeration or pointer constant.
    Integer {
        /// Its type.
        ty: TypeId,
        /// Its value.
        value: i128,
        /// The front end computed it with overflow.
        overflow: bool,
    },
    /// An integer constant of more than 128 bits, least significant word first.
    Wide {
        /// Its type.
        ty: TypeId,
        /// Its value, sign-extended.
        words: Vec<u64>,
    },
    /// A floating-point constant.
    Real {
        /// Its type.
        ty: TypeId,
        /// The bytes as they stand in the target's memory.
        image: Bytes,
    },
    /// A fixed-point constant.
    Fixed {
        /// Its type.
        ty: TypeId,
        /// The bytes as they stand in the target's memory.
        image: Bytes,
    },
    /// A complex constant.
    Complex {
        /// Its type.
        ty: TypeId,
        /// Real part.
        real: ExprId,
        /// Imaginary part.
        imag: ExprId,
    },
    /// A vector constant.
    Vector {
        /// Its type.
        ty: TypeId,
        /// Every lane.
        lanes: Vec<ExprId>,
    },
    /// A member of a record.
    Field {
        /// The member's type as accessed (qualifiers included).
        ty: TypeId,
        /// The record.
        base: ExprId,
        /// The record type that declares the member.
        record: TypeId,
        /// The field.
        field: FieldIndex,
        /// Offset in bytes, where computed at run time.
        offset: Option<ExprId>,
    },
    /// An element of an array.
    Index {
        /// The element's type.
        ty: TypeId,
        /// The array.
        base: ExprId,
        /// The index.
        index: ExprId,
        /// The array's first index, where not the type's constant one.
        low: Option<ExprId>,
        /// The element's size in bytes, where computed at run time.
        stride: Option<ExprId>,
    },
    /// Some consecutive elements of an array (Ada, Fortran).
    Range {
        /// The slice's type.
        ty: TypeId,
        /// The array.
        base: ExprId,
        /// Index of the first element.
        index: ExprId,
        /// The array's first index, where not the type's constant one.
        low: Option<ExprId>,
        /// The element's size in bytes, where computed at run time.
        stride: Option<ExprId>,
    },
    /// What a pointer points to, `offset` bytes on.
    Memory {
        /// The type of the access; its alignment is the access's alignment.
        ty: TypeId,
        /// The pointer.
        pointer: ExprId,
        /// In bytes.
        offset: i64,
        /// Scalars are in the opposite byte order.
        reverse: bool,
    },
    /// Some bits of a value.
    Bits {
        /// Their type.
        ty: TypeId,
        /// The whole.
        base: ExprId,
        /// How many bits.
        size: u64,
        /// From which bit on.
        position: u64,
        /// Scalars are in the opposite byte order.
        reverse: bool,
    },
    /// The real part of a complex value.
    RealPart {
        /// The part's type.
        ty: TypeId,
        /// The complex value.
        base: ExprId,
    },
    /// The imaginary part of a complex value.
    ImagPart {
        /// The part's type.
        ty: TypeId,
        /// The complex value.
        base: ExprId,
    },
    /// The same bytes read as another type.
    View {
        /// The other type.
        ty: TypeId,
        /// The value or place.
        base: ExprId,
        /// Scalars are in the opposite byte order.
        reverse: bool,
    },
    /// The address of a place.
    AddressOf {
        /// A pointer type.
        ty: TypeId,
        /// The place.
        place: ExprId,
    },
    /// The target of a C++ virtual call.
    Virtual {
        /// The function pointer's type.
        ty: TypeId,
        /// The function pointer, loaded from the virtual table.
        function: ExprId,
        /// The object.
        object: ExprId,
        /// Index into the virtual table.
        token: u64,
    },
    /// A value whose size is computed at run time.
    WithSize {
        /// The value.
        value: ExprId,
        /// Its size in bytes.
        size: ExprId,
    },
    /// One operand.
    Unary {
        /// The result's type.
        ty: TypeId,
        /// What to do.
        op: UnaryOp,
        /// With what.
        operand: ExprId,
    },
    /// Two operands.
    Binary {
        /// The result's type.
        ty: TypeId,
        /// What to do.
        op: BinaryOp,
        /// First operand.
        left: ExprId,
        /// Second operand.
        right: ExprId,
    },
    /// Three operands.
    Ternary {
        /// The result's type.
        ty: TypeId,
        /// What to do.
        op: TernaryOp,
        /// First operand.
        first: ExprId,
        /// Second operand.
        second: ExprId,
        /// Third operand.
        third: ExprId,
    },
    /// An aggregate or vector built from elements; what is not named is zero.
    Constructor {
        /// Its type.
        ty: TypeId,
        /// Its elements.
        elements: Vec<Element>,
    },
    /// What gmc does not support, with GCC's name and operands.
    Other {
        /// The result's type, where it has one.
        ty: Option<TypeId>,
        /// GCC's name of the tree code.
        code: StrId,
        /// Its operands.
        operands: Vec<ExprId>,
    },
}

/// One element of a [`Expr::Constructor`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub struct Element {
    /// Which one.
    pub key: ElementKey,
    /// Its value.
    pub value: ExprId,
}

/// What a constructor's element initialises.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Schema)]
pub enum ElementKey {
    /// The one after the previous element's.
    Next,
    /// The array element or vector lane with this index.
    Index(u64),
    /// The array elements from the first index to the last.
    Range(u64, u64),
    /// The field with this index.
    Field(FieldIndex),
}

/// Operations on one operand. Names follow GCC's tree codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Schema)]
pub enum UnaryOp {
    /// Between integers, pointers, booleans, floats of two widths.
    Convert,
    /// Integer to floating point.
    Float,
    /// Floating point to integer, truncating.
    FixTrunc,
    /// Arithmetic negation.
    Negate,
    /// Bitwise complement.
    BitNot,
    /// Logical complement.
    Not,
    /// Absolute value.
    Abs,
    /// Absolute value in the unsigned type: no overflow.
    AbsUnsigned,
    /// Complex conjugate.
    Conjugate,
    /// A value that may not be reassociated.
    Paren,
    /// One scalar in every lane.
    Duplicate,
    /// Between address spaces.
    AddressSpace,
    /// To or from fixed point.
    FixedConvert,
    /// The lower half of the lanes, widened.
    UnpackLow,
    /// The upper half of the lanes, widened.
    UnpackHigh,
    /// The lower half of the lanes, widened to float.
    UnpackFloatLow,
    /// The upper half of the lanes, widened to float.
    UnpackFloatHigh,
}

/// Operations on two operands. Names follow GCC's tree codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Schema)]
pub enum BinaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Mult,
    /// Pointer plus a byte offset (of unsigned type, meant as signed).
    PointerPlus,
    /// Difference of two pointers in bytes.
    PointerDiff,
    /// Division, rounding to zero.
    TruncDiv,
    /// Division, rounding up.
    CeilDiv,
    /// Division, rounding down.
    FloorDiv,
    /// Division, rounding to nearest.
    RoundDiv,
    /// Division known to leave no rest.
    ExactDiv,
    /// Remainder of `TruncDiv`.
    TruncMod,
    /// Remainder of `CeilDiv`.
    CeilMod,
    /// Remainder of `FloorDiv`.
    FloorMod,
    /// Remainder of `RoundDiv`.
    RoundMod,
    /// Floating-point division.
    RealDiv,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// Rotation.
    RotateLeft,
    /// Rotation.
    RotateRight,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// Logical and, both sides evaluated.
    And,
    /// Logical or, both sides evaluated.
    Or,
    /// Logical exclusive or.
    Xor,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// Either is not a number.
    Unordered,
    /// Neither is not a number.
    Ordered,
    /// Unordered or less.
    UnorderedLess,
    /// Unordered or less or equal.
    UnorderedLessEqual,
    /// Unordered or greater.
    UnorderedGreater,
    /// Unordered or greater or equal.
    UnorderedGreaterEqual,
    /// Unordered or equal.
    UnorderedEqual,
    /// Less or greater.
    LessGreater,
    /// A complex number from its parts.
    Complex,
    /// The upper half of a product.
    MultHighpart,
    /// A product in a type of twice the width.
    WidenMult,
    /// Lanes of two vectors, narrowed.
    PackTrunc,
}

/// Operations on three operands. Names follow GCC's tree codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Schema)]
pub enum TernaryOp {
    /// `first ? second : third`
    Cond,
    /// The same, lane by lane.
    VectorCond,
    /// Lanes of `first` and `second` picked by the indices in `third`.
    Permute,
    /// `first` with the bits of `second` inserted at bit `third`.
    BitInsert,
    /// Dot product of `first` and `second`, added to `third`.
    Dot,
    /// `first * second + third` in the wider type.
    WidenMultPlus,
    /// `third - first * second` in the wider type.
    WidenMultMinus,
}
