//! Inline assembly: barriers, and the instructions of the x86 whose effect on a program is known (`x86`).
//!
//! Anything else ends the run as unknown, and names the instruction.

mod bits;
mod flags;
mod names;
mod operands;
mod parse;
mod x86;

use super::body::Body;
use super::class::Class;
use super::place::Purpose;
use super::value::comparison;
use crate::code::{R, Rare};
use crate::reg::Reg;
use gmc_ir::body::Asm;
use gmc_ir::expr::{BinaryOp, Expr, TernaryOp};
use gmc_ir::id::ExprId;

/// Instructions that order, wait or place code, and change no value. Fences order nothing here: threads take turns.
const IDLE: &[&str] = &["nop", "pause", "rep", "mfence", "lfence", "sfence"];

impl Body<'_, '_> {
    pub(super) fn asm(&mut self, asm: &Asm) {
        let text = self.unit.str(asm.text);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let told = |what: &str| format!("{what} in inline assembly `{}`", text.trim());
        if !asm.targets.is_empty() {
            return self.unsupported(told("a jump"));
        }
        if text.trim() == "cpuid" {
            return self.cpuid(asm);
        }
        if let Some(choice) = Choice::parse(lines) {
            return self.choose(asm, &choice);
        }
        match parse::instructions(text) {
            Ok(list) if list.iter().all(|it| IDLE.contains(&it.name)) => self.barrier(asm),
            Ok(list) => {
                if let Err(x86::Refused(what)) = x86::translate(self, asm, &list) {
                    self.unsupported(told(&what));
                }
            }
            Err(line) => self.unsupported(told(&format!("the instruction `{line}`"))),
        }
    }

    /// Assembly that does nothing moves its inputs to its outputs.
    fn barrier(&mut self, asm: &Asm) {
        for (at, output) in asm.outputs.iter().enumerate() {
            let tied = asm.inputs.iter().find(|input| self.unit.str(input.constraint) == at.to_string());
            if let Some(input) = tied {
                self.assign(output.operand, input.operand);
            }
        }
    }

    /// The processor knows no leaf but the first, and has no feature that a program might ask for.
    fn cpuid(&mut self, asm: &Asm) {
        for output in &asm.outputs {
            let zero = self.constant(Reg::ZERO);
            self.assign_register(output.operand, zero);
        }
    }

    /// A comparison and a conditional move: how programs ask for no branch.
    fn choose(&mut self, asm: &Asm, choice: &Choice<'_>) {
        let numbered: Vec<ExprId> = asm.outputs.iter().chain(&asm.inputs).map(|it| it.operand).collect();
        let operand = |at: usize| numbered.get(at).copied();
        let before = asm.inputs.iter().find(|it| self.unit.str(it.constraint) == choice.to.to_string());
        let (Some(left), Some(right), Some(from), Some(to), Some(before)) = (
            operand(choice.left),
            operand(choice.right),
            operand(choice.from),
            asm.outputs.get(choice.to),
            before,
        ) else {
            return self.unsupported("inline assembly `cmov` with operands that are not there".to_owned());
        };
        let (class, target) = (self.class_of(left), to.operand);
        let Some(op) = choice.condition(class.is_signed()) else {
            return self.unsupported(format!("inline assembly `cmov{}`", choice.suffix));
        };
        let (a, b) = (self.operand(left), self.operand(right));
        let (yes, no) = (self.operand(from), self.operand(before.operand));
        let (condition, d) = (self.scratch(1), self.scratch(1));
        match comparison(op, class, condition, a, b) {
            Some(op) => self.op(op),
            None => return self.unsupported("inline assembly `cmp` of such operands".to_owned()),
        }
        let to = self.class_of(target);
        let truth = Class::Int { bits: 1, signed: false, size: 1 };
        self.rare(Rare::Ternary {
            op: TernaryOp::Cond,
            d,
            to,
            args: [(condition, truth), (yes, to), (no, to)],
        });
        self.assign_register(target, d);
    }

    pub(super) fn assign_register(&mut self, target: ExprId, value: R) {
        if matches!(self.class_of(target), Class::Aggregate { .. } | Class::Wide { .. }) {
            return self.unsupported("inline assembly with results that are no registers".to_owned());
        }
        if let Expr::Local(local) = self.function.exprs[target.index()]
            && let super::slots::Home::Register(d) = self.slots.homes[local.index()]
        {
            return self.copy_words(d, value, 1);
        }
        let place = self.place(target, Purpose::Access);
        let ty = self.type_of(target);
        self.store(place, ty, value);
    }
}

/// `cmp %right, %left` and `cmovCC %from, %to`
struct Choice<'t> {
    left: usize,
    right: usize,
    suffix: &'t str,
    from: usize,
    to: usize,
}

impl<'t> Choice<'t> {
    fn parse(mut lines: impl Iterator<Item = &'t str>) -> Option<Choice<'t>> {
        let compare = lines.next()?.strip_prefix("cmp ")?;
        let (suffix, moved) = lines.next()?.strip_prefix("cmov")?.split_once(' ')?;
        if lines.next().is_some() {
            return None;
        }
        let (right, left) = operands(compare)?;
        let (from, to) = operands(moved)?;
        Some(Choice { left, right, suffix, from, to })
    }

    /// The comparison of the left operand with the right one; none where it does not fit the operands' type.
    fn condition(&self, signed: bool) -> Option<BinaryOp> {
        Some(match (self.suffix, signed) {
            ("e" | "z", _) => BinaryOp::Equal,
            ("ne" | "nz", _) => BinaryOp::NotEqual,
            ("a", false) | ("g", true) => BinaryOp::Greater,
            ("ae" | "nc", false) | ("ge", true) => BinaryOp::GreaterEqual,
            ("b" | "c", false) | ("l", true) => BinaryOp::Less,
            ("be", false) | ("le", true) => BinaryOp::LessEqual,
            _ => return None,
        })
    }
}

/// `%1, %2`
fn operands(text: &str) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(',')?;
    let number = |text: &str| text.trim().strip_prefix('%')?.parse().ok();
    Some((number(first)?, number(second)?))
}
