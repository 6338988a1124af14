//! Operands of the statement: which registers and memory instructions find, and where results go.

use super::parse::Register;
use super::x86::{Done, Located, Translation};
use crate::code::{Op, R};
use crate::lower::body::Body;
use crate::lower::class::Class;
use crate::lower::place::Purpose;
use crate::lower::slots::Home;
use gmc_ir::body::{Asm, AsmOperand};
use gmc_ir::expr::Expr;
use gmc_ir::id::ExprId;

impl Translation<'_, '_, '_> {
    /// Binds the statement's operands.
    pub(super) fn bind(&mut self, asm: &Asm) -> Done {
        let text = |body: &Body<'_, '_>, it: &AsmOperand| body.unit.str(it.constraint).to_owned();
        for output in &asm.outputs {
            let constraint = text(self.body, output);
            let size = self.size_of(output.operand)?;
            self.sizes.push(size);
            let located = if is_memory(&constraint) && self.is_in_memory(output.operand) {
                Located::Memory(self.address(output.operand))
            } else {
                Located::Register(self.body.scratch(1))
            };
            if let (Located::Register(r), true) = (located, self.is_pair(&constraint, size)) {
                self.pairs.push((self.operands.len(), r));
            } else if let Located::Register(r) = located {
                self.body.op(Op::Forget { d: r });
                self.fix(&constraint, r);
            }
            self.operands.push(located);
        }
        for input in &asm.inputs {
            let constraint = text(self.body, input);
            let tied = constraint.trim_start_matches('%').parse::<usize>().ok();
            let size = self.size_of(input.operand)?;
            self.sizes.push(size);
            if let Some(&tied) = tied.as_ref().and_then(|it| self.operands.get(*it)) {
                if let Located::Register(r) = tied {
                    let a = self.body.operand(input.operand);
                    self.body.op(Op::Move { d: r, a });
                    if self.pairs.iter().any(|it| it.1 == r) {
                        self.split_pair(r);
                    }
                }
                self.operands.push(tied);
                continue;
            }
            if is_memory(&constraint) && self.is_in_memory(input.operand) {
                let address = self.address(input.operand);
                self.operands.push(Located::Memory(address));
                continue;
            }
            let a = self.body.operand(input.operand);
            // An output may be in the same register of the processor.
            let r = match fixed(&constraint).and_then(|it| self.registers.get(&it).copied()) {
                Some(d) => {
                    self.body.op(Op::Move { d, a });
                    d
                }
                None => self.moved(a),
            };
            self.fix(&constraint, r);
            self.operands.push(Located::Register(r));
        }
        Ok(())
    }

    /// Whether a constraint asks for `edx` and `eax`, which hold one number of 64 bits.
    fn is_pair(&self, constraint: &str, size: u8) -> bool {
        constraint.contains('A') && size == 8 && self.pointer_size() == 4
    }

    fn split_pair(&mut self, r: R) {
        let (low, high, by) = (self.register(Register::Ax), self.register(Register::Dx), self.number(32));
        self.body.op(Op::ExtU { d: low, a: r, sh: 32 });
        self.body.op(Op::ShrU { d: high, a: r, b: by, sh: 0 });
    }

    fn joined_pair(&mut self) -> R {
        let (low, high, by) = (self.register(Register::Ax), self.register(Register::Dx), self.number(32));
        let low = self.op(|d| Op::ExtU { d, a: low, sh: 32 });
        let high = self.op(|d| Op::ShlU { d, a: high, b: by, sh: 0 });
        self.op(|d| Op::Or { d, a: high, b: low })
    }

    /// Notes the register of the processor that a constraint asks for.
    fn fix(&mut self, constraint: &str, r: R) {
        if let Some(register) = fixed(constraint) {
            self.registers.insert(register, r);
        }
    }

    fn size_of(&mut self, operand: ExprId) -> Done<u8> {
        match self.body.class_of(operand) {
            Class::Int { size, .. } => Ok(size),
            Class::Pointer => Ok(self.pointer_size()),
            Class::Wide { size: 16, .. } => Ok(16),
            // Some memory, of which the address is all that matters.
            Class::Aggregate { .. } => Ok(0),
            _ => Self::refused("operands that are no integers"),
        }
    }

    /// Whether an operand has an address.
    fn is_in_memory(&self, operand: ExprId) -> bool {
        let in_register = match self.body.function.exprs[operand.index()] {
            Expr::Local(local) => matches!(self.body.slots.homes[local.index()], Home::Register(_)),
            _ => false,
        };
        self.body.is_place(operand) && !in_register
    }

    fn address(&mut self, operand: ExprId) -> R {
        let place = self.body.place(operand, Purpose::Access);
        self.body.address(place)
    }

    /// Values of outputs go where they belong.
    pub(super) fn finish(&mut self, asm: &Asm) -> Done {
        for (at, output) in asm.outputs.iter().enumerate() {
            let Located::Register(r) = self.operands[at] else { continue };
            let constraint = self.body.unit.str(output.constraint).to_owned();
            let is_pair = self.pairs.iter().any(|it| it.0 == at);
            let value = match constraint.split_once("@cc") {
                _ if is_pair => self.joined_pair(),
                Some((_, condition)) => self.condition(condition)?,
                None => r,
            };
            let value = match self.body.class_of(output.operand) {
                Class::Int { signed: true, size, .. } => self.signed(value, size),
                Class::Int { size, .. } => self.cut(value, size),
                _ => value,
            };
            self.body.assign_register(output.operand, value);
        }
        Ok(())
    }
}

/// The register of the processor that a constraint asks for.
fn fixed(constraint: &str) -> Option<Register> {
    let letters: Vec<Register> = constraint.chars().filter_map(Register::of_constraint).collect();
    match letters[..] {
        [register] if !constraint.contains('@') => Some(register),
        _ => None,
    }
}

/// Whether a constraint asks for memory, and for nothing else.
fn is_memory(constraint: &str) -> bool {
    let letters = constraint.chars().filter(|c| c.is_ascii_alphabetic());
    let mut letters = letters.peekable();
    letters.peek().is_some() && letters.all(|c| matches!(c, 'm' | 'o' | 'V'))
}
