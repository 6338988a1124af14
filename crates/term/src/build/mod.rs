//! Building terms: every constructor simplifies.
//!
//! Rules look at most a few levels deep, and those that call constructors in turn do so up to a depth, so that building
//! a term takes constant time, whatever it is made of. Each rule is an equality of bit vectors for all values of
//! symbols; the tests compare every constructor with the evaluator. What has one value by its range is that number.

mod arithmetic;
mod bits;
mod choice;
mod compare;
mod polynomial;
mod width;

use crate::arena::{Arena, ordered};
use crate::fold;
use crate::node::{Binary, Node, TermId, Unary, mask};

/// How often a constructor may call another one before it stops simplifying.
const NESTED: u32 = 48;

impl Arena {
    /// One bit that is 1.
    pub fn truth(&mut self) -> TermId {
        self.constant(1, 1)
    }

    /// One bit that is 0.
    pub fn falsity(&mut self) -> TermId {
        self.constant(0, 1)
    }

    /// An operation on one term, with a result of this width.
    pub fn unary(&mut self, op: Unary, a: TermId, width: u8) -> TermId {
        let from = self.width(a);
        if let Some(value) = self.number(a) {
            return self.constant(fold::unary(op, value, from, width), width);
        }
        match op {
            Unary::Not => self.not(a),
            Unary::Neg => self.neg(a),
            Unary::ZExt => self.zext(a, width),
            Unary::SExt => self.sext(a, width),
            Unary::Extract(low) => self.extract(a, low, width),
            _ => self.decided(Node::Unary(op, a), width),
        }
    }

    /// An operation on two terms.
    pub fn binary(&mut self, op: Binary, a: TermId, b: TermId) -> TermId {
        let width = self.width(b);
        debug_assert!(op == Binary::Concat || self.width(a) == width, "operands of one width");
        let result = match op {
            Binary::Concat => width + self.width(a),
            _ if op.is_comparison() => 1,
            _ => width,
        };
        if let (Some(x), Some(y)) = (self.number(a), self.number(b)) {
            return self.constant(fold::binary(op, x, y, width), result);
        }
        let (a, b) = ordered(self, op, a, b);
        if self.nested >= NESTED {
            return self.decided(Node::Binary(op, a, b), result);
        }
        self.nested += 1;
        let simpler = match op {
            Binary::And | Binary::Or | Binary::Xor => self.bitwise(op, a, b),
            Binary::Add => self.sum(a, b),
            Binary::Mul => self.product(a, b),
            Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem => self.quotient(op, a, b),
            Binary::Shl | Binary::LShr | Binary::AShr => self.shift(op, a, b),
            Binary::Eq => self.equality(a, b),
            Binary::Ult | Binary::Ule | Binary::Slt | Binary::Sle => self.order(op, a, b),
            Binary::Concat => self.join(a, b),
            Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv => None,
            Binary::FEq | Binary::FLt | Binary::FLe => None,
        };
        self.nested -= 1;
        match simpler {
            Some(term) => term,
            None => self.decided(Node::Binary(op, a, b), result),
        }
    }

    /// Bitwise negation; of one bit, the negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(_) => {
                let value = self.number(a).unwrap_or(0);
                self.constant(!value, width)
            }
            Node::Unary(Unary::Not, x) => x,
            // -x - 1
            Node::Unary(Unary::Neg, x) => {
                let minus_one = self.constant(mask(width), width);
                self.binary(Binary::Add, x, minus_one)
            }
            Node::Binary(Binary::Ult, x, y) => self.binary(Binary::Ule, y, x),
            Node::Binary(Binary::Ule, x, y) => self.binary(Binary::Ult, y, x),
            Node::Binary(Binary::Slt, x, y) => self.binary(Binary::Sle, y, x),
            Node::Binary(Binary::Sle, x, y) => self.binary(Binary::Slt, y, x),
            _ => self.decided(Node::Unary(Unary::Not, a), width),
        }
    }

    /// Two's complement.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(_) => {
                let value = self.number(a).unwrap_or(0);
                self.constant(value.wrapping_neg(), width)
            }
            Node::Unary(Unary::Neg, x) => x,
            // -(-x - 1)
            Node::Unary(Unary::Not, x) => {
                let one = self.constant(1, width);
                self.binary(Binary::Add, x, one)
            }
            Node::Binary(Binary::Add, x, c) if self.number(c).is_some() => {
                let (x, c) = (self.neg(x), self.neg(c));
                self.binary(Binary::Add, x, c)
            }
            Node::Binary(Binary::Mul, x, c) if self.number(c).is_some() => {
                let c = self.neg(c);
                self.binary(Binary::Mul, x, c)
            }
            _ => self.decided(Node::Unary(Unary::Neg, a), width),
        }
    }

    /// A difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.neg(b);
        self.binary(Binary::Add, a, b)
    }

    fn is_not(&self, a: TermId, b: TermId) -> bool {
        self.node(a) == Node::Unary(Unary::Not, b) || self.node(b) == Node::Unary(Unary::Not, a)
    }

    /// Whether the highest bit is certainly 0.
    fn is_positive(&self, a: TermId) -> bool {
        self.range(a).signed(self.width(a)).0 >= 0
    }
}
