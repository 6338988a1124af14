//! What terms are made of.

/// A term, by its number in its [`Arena`](crate::Arena). Terms of one arena are equal exactly if their ids are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// An input: a value that nothing is known of but what conditions say. Its name is the caller's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// Its name.
    pub name: u32,
    /// How many bits it has.
    pub width: u8,
}

/// An operation on one term. Those that change the width say so; the width of the result is kept with the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Every bit the other way; of one bit, the negation.
    Not,
    /// Two's complement.
    Neg,
    /// More bits, zeros.
    ZExt,
    /// More bits, copies of the highest one.
    SExt,
    /// As many bits as the result has, from this one on.
    Extract(u8),
    /// A signed integer as a floating-point number, to nearest even.
    FromSigned,
    /// An unsigned integer as a floating-point number, to nearest even.
    FromUnsigned,
    /// A floating-point number as a signed integer, cut towards zero. What does not fit is 0.
    ToSigned,
    /// A floating-point number as an unsigned integer, cut towards zero. What does not fit is 0.
    ToUnsigned,
    /// A floating-point number in the other format, to nearest even.
    Convert,
    /// The square root, to nearest even.
    Sqrt,
    /// The nearest integer in this direction, as a floating-point number.
    Round(Rounding),
}

/// How a floating-point number becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Towards zero (`trunc`).
    Zero,
    /// Down (`floor`).
    Down,
    /// Up (`ceil`).
    Up,
    /// To the nearest, to the even one of two (`rint`).
    Even,
    /// To the nearest, away from zero (`round`).
    Away,
}

/// An operation on two terms. Both have the same width, but for `Concat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of SMT-LIB's bit vectors and floating-point numbers")]
pub enum Binary {
    And,
    Or,
    Xor,
    Add,
    Mul,
    /// By zero: all ones.
    UDiv,
    /// By zero: 1 of a negative number, -1 of another one.
    SDiv,
    /// By zero: the dividend.
    URem,
    /// By zero: the dividend. The sign is the dividend's.
    SRem,
    /// By the width or more: zero.
    Shl,
    /// Likewise.
    LShr,
    /// By the width or more: all bits are the sign.
    AShr,
    /// One bit, as are all comparisons.
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    /// The first term's bits are the higher ones.
    Concat,
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// As C's `==`: zeros are equal, NaN is not equal to itself.
    FEq,
    FLt,
    FLe,
}

impl Binary {
    /// Whether the result has one bit.
    pub fn is_comparison(self) -> bool {
        use Binary::*;
        matches!(self, Eq | Ult | Ule | Slt | Sle | FEq | FLt | FLe)
    }

    /// Whether the operands can change places.
    pub fn commutes(self) -> bool {
        use Binary::*;
        matches!(self, And | Or | Xor | Add | Mul | Eq | FAdd | FMul | FEq)
    }
}

/// A term, one level deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A number; bits beyond the width are zero. Low word first.
    Const([u64; 2]),
    /// An input with this name.
    Symbol(u32),
    /// An operation on one term.
    Unary(Unary, TermId),
    /// An operation on two terms.
    Binary(Binary, TermId, TermId),
    /// The second term if the first, of one bit, is 1; otherwise the third.
    Ite(TermId, TermId, TermId),
}

impl Node {
    /// The terms that it is made of.
    pub fn operands(self) -> impl Iterator<Item = TermId> {
        let all = match self {
            Node::Const(_) | Node::Symbol(_) => [None, None, None],
            Node::Unary(_, a) => [Some(a), None, None],
            Node::Binary(_, a, b) => [Some(a), Some(b), None],
            Node::Ite(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        all.into_iter().flatten()
    }
}

/// The bits that a term of this width has.
pub(crate) fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - u32::from(width))
}

/// A number of this width, extended by its sign.
pub(crate) fn signed(value: u128, width: u8) -> i128 {
    let sh = 128 - u32::from(width);
    ((value << sh) as i128) >> sh
}
