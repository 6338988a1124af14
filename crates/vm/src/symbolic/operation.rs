//! What an operation does with terms: one arm for each.

use super::integer::{Sum, bitwise};
use super::{Stop, Symbolic};
use crate::code::{Op, Pc, R};
use crate::id::CodeId;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_term::{Binary, TermId};

/// How an operation goes on.
pub(crate) enum Way {
    /// With this result.
    Result(R, Reg),
    /// Elsewhere.
    To(Pc),
    /// It is done.
    Done,
}

/// The operation under way: its code, its number, and where the registers of its frame begin.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) code: CodeId,
    pub(crate) pc: u32,
    pub(crate) base: usize,
}

impl Machine {
    /// A register of the frame at work.
    pub(crate) fn at(&self, at: At, r: R) -> Reg {
        self.threads[self.current].regs[at.base + usize::from(r)]
    }

    fn operand(&self, at: At, r: R) -> Symbolic<TermId> {
        self.term(self.at(at, r))
    }

    fn operands(&self, at: At, a: R, b: R) -> Symbolic<(TermId, TermId)> {
        Ok((self.operand(at, a)?, self.operand(at, b)?))
    }

    fn result(&self, d: R, term: TermId) -> Way {
        Way::Result(d, self.build(|arena| self.reg(arena, term)))
    }

    fn truth(&self, d: R, condition: TermId) -> Way {
        let value = self.build(|arena| arena.zext(condition, 64));
        self.result(d, value)
    }

    /// Does the operation before `at.pc`.
    pub(crate) fn symbolic(&mut self, at: At, op: Op) -> Symbolic<Way> {
        if let Some(condition) = self.condition(at, op)? {
            return self.compared(op, condition);
        }
        if let Some(way) = self.integer_operation(at, op)? {
            return Ok(way);
        }
        if let Some(way) = self.float_operation(at, op)? {
            return Ok(way);
        }
        if let Some(way) = self.pointer_operation(at, op)? {
            return Ok(way);
        }
        if let Some(way) = self.access(at, op)? {
            return Ok(way);
        }
        match op {
            Op::Switch { a, table } => {
                let compiled = self.compiled.clone();
                let table = &compiled.codes[at.code].tables.switches[table as usize];
                if matches!(table.class, crate::lower::class::Class::Wide { .. }) {
                    return Err(self.needs_number(at, op));
                }
                let x = self.operand(at, a)?;
                self.switch_term(x, table).map(Way::To)
            }
            Op::Rare { rare } => self.rare_operation(at, op, rare),
            _ => Err(self.needs_number(at, op)),
        }
    }

    /// The operation cannot be done with a term: its first operand that is one must be a number.
    pub(crate) fn needs_number(&self, at: At, op: Op) -> Stop {
        let code = &self.compiled.codes[at.code];
        let mut first = None;
        crate::liveness::each_read(code, &op, |start, words| {
            for r in start..start + words {
                let reg = self.at(at, r as R);
                if first.is_none() && reg.is_open() {
                    first = Some(reg);
                }
            }
        });
        Stop::Number(first.unwrap_or(Reg::ZERO))
    }

    /// The comparison of integers that an operation is, as one bit.
    fn condition(&self, at: At, op: Op) -> Symbolic<Option<TermId>> {
        let (test, a, b, negated) = match op {
            Op::Eq { a, b, .. } | Op::BrEq { a, b, .. } => (Binary::Eq, a, b, false),
            Op::Ne { a, b, .. } | Op::BrNe { a, b, .. } => (Binary::Eq, a, b, true),
            Op::LtS { a, b, .. } | Op::BrLtS { a, b, .. } => (Binary::Slt, a, b, false),
            Op::LeS { a, b, .. } | Op::BrLeS { a, b, .. } => (Binary::Sle, a, b, false),
            Op::LtU { a, b, .. } | Op::BrLtU { a, b, .. } => (Binary::Ult, a, b, false),
            Op::LeU { a, b, .. } | Op::BrLeU { a, b, .. } => (Binary::Ule, a, b, false),
            Op::Br { a, .. } => {
                let x = self.operand(at, a)?;
                return Ok(Some(self.build(|arena| {
                    let zero = arena.constant(0, 64);
                    let is = arena.binary(Binary::Eq, x, zero);
                    arena.not(is)
                })));
            }
            _ => return Ok(None),
        };
        let (left, right) = (self.at(at, a), self.at(at, b));
        if let Some(known) = self.compared_pointers(test, left, right)? {
            return Ok(Some(self.build(|arena| if negated { arena.not(known) } else { known })));
        }
        let (x, y) = (self.term(left)?, self.term(right)?);
        Ok(Some(self.build(|arena| {
            let is = arena.binary(test, x, y);
            if negated { arena.not(is) } else { is }
        })))
    }

    fn compared(&self, op: Op, condition: TermId) -> Symbolic<Way> {
        match op {
            Op::Eq { d, .. }
            | Op::Ne { d, .. }
            | Op::LtS { d, .. }
            | Op::LeS { d, .. }
            | Op::LtU { d, .. }
            | Op::LeU { d, .. } => Ok(self.truth(d, condition)),
            Op::BrEq { yes, no, .. }
            | Op::BrNe { yes, no, .. }
            | Op::BrLtS { yes, no, .. }
            | Op::BrLeS { yes, no, .. }
            | Op::BrLtU { yes, no, .. }
            | Op::BrLeU { yes, no, .. }
            | Op::Br { yes, no, .. } => Ok(Way::To(if self.holds(condition)? { yes } else { no })),
            _ => unreachable!("only comparisons have a condition"),
        }
    }

    fn integer_operation(&self, at: At, op: Op) -> Symbolic<Option<Way>> {
        let signed = |d, a, b, sh: u8, sum| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.result(d, self.checked(sum, x, y, 64 - sh)?))
        };
        let unsigned = |d, a, b, sh: u8, sum| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.result(d, self.wrapping(sum, x, y, 64 - sh)))
        };
        let divided = |d, a, b, sh: u8, op| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.result(d, self.division(op, x, y, 64 - sh)?))
        };
        let bits = |d, a, b, op| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.result(d, self.build(|arena| bitwise(arena, op, x, y))))
        };
        let shift = |d, a, b, sh: u8, op, signed| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.result(d, self.shifted(op, x, y, 64 - sh, signed)?))
        };
        let cut = |d, term: TermId, sh: u8, signed| {
            self.result(d, self.build(|arena| Machine::cut(arena, term, 64 - sh, signed)))
        };
        // An address keeps its object where only some operations are done with it: those need a number.
        Ok(Some(match op {
            Op::AddS { d, a, b, sh } => signed(d, a, b, sh, Sum::Add)?,
            Op::SubS { d, a, b, sh } => signed(d, a, b, sh, Sum::Sub)?,
            Op::MulS { d, a, b, sh } => signed(d, a, b, sh, Sum::Mul)?,
            Op::AddU { d, a, b, sh } => unsigned(d, a, b, sh, Sum::Add)?,
            Op::SubU { d, a, b, sh } => unsigned(d, a, b, sh, Sum::Sub)?,
            Op::MulU { d, a, b, sh } => unsigned(d, a, b, sh, Sum::Mul)?,
            Op::DivS { d, a, b, sh } => divided(d, a, b, sh, Binary::SDiv)?,
            Op::ModS { d, a, b, sh } => divided(d, a, b, sh, Binary::SRem)?,
            Op::DivU { d, a, b } => divided(d, a, b, 0, Binary::UDiv)?,
            Op::ModU { d, a, b } => divided(d, a, b, 0, Binary::URem)?,
            Op::And { d, a, b } => bits(d, a, b, Binary::And)?,
            Op::Or { d, a, b } => bits(d, a, b, Binary::Or)?,
            Op::Xor { d, a, b } => bits(d, a, b, Binary::Xor)?,
            Op::ShlS { d, a, b, sh } => shift(d, a, b, sh, Binary::Shl, true)?,
            Op::ShlU { d, a, b, sh } => shift(d, a, b, sh, Binary::Shl, false)?,
            Op::ShrS { d, a, b, sh } => shift(d, a, b, sh, Binary::AShr, true)?,
            Op::ShrU { d, a, b, sh } => shift(d, a, b, sh, Binary::LShr, false)?,
            Op::NegS { d, a, sh } => {
                let x = self.operand(at, a)?;
                self.result(d, self.negation(x, 64 - sh)?)
            }
            Op::NegU { d, a, sh } => {
                let x = self.operand(at, a)?;
                cut(d, self.build(|arena| arena.neg(x)), sh, false)
            }
            Op::NotS { d, a } => {
                let x = self.operand(at, a)?;
                self.result(
                    d,
                    self.build(|arena| {
                        let ones = arena.constant(u128::MAX, 64);
                        bitwise(arena, Binary::Xor, x, ones)
                    }),
                )
            }
            Op::NotU { d, a, sh } => {
                let x = self.operand(at, a)?;
                cut(d, self.build(|arena| arena.not(x)), sh, false)
            }
            Op::ExtS { d, a, sh } => cut(d, self.operand(at, a)?, sh, true),
            Op::ExtU { d, a, sh } => cut(d, self.operand(at, a)?, sh, false),
            _ => return Ok(None),
        }))
    }

    fn float_operation(&self, at: At, op: Op) -> Symbolic<Option<Way>> {
        let sum = |d, a, b, op, width| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.result(d, self.float_binary(op, x, y, width)))
        };
        let compare = |d, a, b, op, width| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            Ok(self.truth(d, self.float_comparison(op, x, y, width)))
        };
        let unequal = |d, a, b, width| -> Symbolic<Way> {
            let (x, y) = self.operands(at, a, b)?;
            let equal = self.float_comparison(Binary::FEq, x, y, width);
            Ok(self.truth(d, self.build(|arena| arena.not(equal))))
        };
        let allowed = self.compiled.codes[at.code].allow.float_conversion;
        let to_integer = |d, a, sh: u8, from, signed| -> Symbolic<Way> {
            if allowed {
                return Err(Stop::Number(self.at(at, a)));
            }
            let x = self.operand(at, a)?;
            Ok(self.result(d, self.integer_of_float(x, from, 64 - sh, signed)?))
        };
        let of_integer = |d, a, signed, width| -> Symbolic<Way> {
            let x = self.operand(at, a)?;
            Ok(self.result(d, self.float_of_integer(x, signed, width)))
        };
        Ok(Some(match op {
            Op::AddD { d, a, b } => sum(d, a, b, Binary::FAdd, 64)?,
            Op::SubD { d, a, b } => sum(d, a, b, Binary::FSub, 64)?,
            Op::MulD { d, a, b } => sum(d, a, b, Binary::FMul, 64)?,
            Op::DivD { d, a, b } => sum(d, a, b, Binary::FDiv, 64)?,
            Op::AddF { d, a, b } => sum(d, a, b, Binary::FAdd, 32)?,
            Op::SubF { d, a, b } => sum(d, a, b, Binary::FSub, 32)?,
            Op::MulF { d, a, b } => sum(d, a, b, Binary::FMul, 32)?,
            Op::DivF { d, a, b } => sum(d, a, b, Binary::FDiv, 32)?,
            Op::NegD { d, a } => self.result(d, self.float_negation(self.operand(at, a)?, 64)),
            Op::NegF { d, a } => self.result(d, self.float_negation(self.operand(at, a)?, 32)),
            Op::EqD { d, a, b } => compare(d, a, b, Binary::FEq, 64)?,
            Op::LtD { d, a, b } => compare(d, a, b, Binary::FLt, 64)?,
            Op::LeD { d, a, b } => compare(d, a, b, Binary::FLe, 64)?,
            Op::EqF { d, a, b } => compare(d, a, b, Binary::FEq, 32)?,
            Op::LtF { d, a, b } => compare(d, a, b, Binary::FLt, 32)?,
            Op::LeF { d, a, b } => compare(d, a, b, Binary::FLe, 32)?,
            Op::NeD { d, a, b } => unequal(d, a, b, 64)?,
            Op::NeF { d, a, b } => unequal(d, a, b, 32)?,
            Op::SToD { d, a } => of_integer(d, a, true, 64)?,
            Op::UToD { d, a } => of_integer(d, a, false, 64)?,
            Op::SToF { d, a } => of_integer(d, a, true, 32)?,
            Op::UToF { d, a } => of_integer(d, a, false, 32)?,
            Op::DToS { d, a, sh } => to_integer(d, a, sh, 64, true)?,
            Op::DToU { d, a, sh } => to_integer(d, a, sh, 64, false)?,
            Op::FToS { d, a, sh } => to_integer(d, a, sh, 32, true)?,
            Op::FToU { d, a, sh } => to_integer(d, a, sh, 32, false)?,
            Op::DToF { d, a } => self.result(d, self.float_converted(self.operand(at, a)?, 64, 32)),
            Op::FToD { d, a } => self.result(d, self.float_converted(self.operand(at, a)?, 32, 64)),
            _ => return Ok(None),
        }))
    }
}
