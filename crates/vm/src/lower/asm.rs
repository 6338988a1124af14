//! Inline assembly: barriers, and the few instructions whose effect on a program is known.
//!
//! Anything else ends the run as unknown, with its text.

use super::body::Body;
use super::class::Class;
use crate::reg::Reg;
use gmc_ir::body::Asm;
use gmc_ir::expr::Expr;
use gmc_ir::id::ExprId;

/// Instructions that order, wait or place code, and change no value. Fences order nothing here: threads take turns.
const IDLE: &[&str] = &["nop", "pause", "rep; nop", "rep;nop", "mfence", "lfence", "sfence"];

/// Directives that place code.
const PLACING: &[&str] = &[".p2align", ".align", ".balign"];

impl Body<'_, '_, '_> {
    pub(super) fn asm(&mut self, asm: &Asm) {
        let text = self.unit.str(asm.text);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let idle =
            |line: &str| IDLE.contains(&line) || PLACING.iter().any(|directive| line.starts_with(directive));
        if !asm.targets.is_empty() {
            self.unsupported(format!("inline assembly `{}`", text.trim()));
        } else if text.trim() == "cpuid" {
            self.cpuid(asm);
        } else if lines.all(idle) {
            self.barrier(asm);
        } else {
            self.unsupported(format!("inline assembly `{}`", text.trim()));
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
            self.assign_zero(output.operand);
        }
    }

    fn assign_zero(&mut self, target: ExprId) {
        if matches!(self.class_of(target), Class::Aggregate { .. } | Class::Wide { .. }) {
            return self.unsupported("inline assembly `cpuid` with results that are no registers".to_owned());
        }
        let zero = self.constant(Reg::ZERO);
        if let Expr::Local(local) = self.function.exprs[target.index()]
            && let super::slots::Home::Register(d) = self.slots.homes[local.index()]
        {
            return self.copy_words(d, zero, 1);
        }
        let place = self.place(target, true);
        let ty = self.type_of(target);
        self.store(place, ty, zero);
    }
}
