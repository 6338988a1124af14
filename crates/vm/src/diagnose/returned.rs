//! Which of a function's `return`s it was: GCC has one for all of them, before which each puts its value into one and
//! the same temporary.

use super::Teller;
use crate::code::Op;
use crate::lower::slots::{self, Home};
use gmc_ir::body::StmtKind;
use gmc_ir::expr::{Expr, UnaryOp};
use gmc_ir::id::{ExprId, LocalId, SourcePosId};

impl Teller<'_> {
    /// The place of the `return` that has just been tried with a local that has no value, and that local; none where
    /// more than one may be meant.
    pub(super) fn returned(&self) -> Option<(SourcePosId, LocalId)> {
        let frame = self.frame?;
        let (Op::Return, _) = self.operation()? else { return None };
        let program = &self.machine.compiled.program;
        let code = &self.machine.compiled.codes[frame.code];
        let function = code.body(program)?;
        let homes = slots::assign(program.unit(code.global.unit), function).homes;
        let regs = &self.machine.threads[self.machine.current].regs[frame.base..];
        let local = |expr: ExprId| match function.exprs[expr.index()] {
            Expr::Local(local) => Some(local),
            _ => None,
        };
        let without_value = |local: LocalId| match homes[local.index()] {
            Home::Register(r) => regs.get(usize::from(r)).is_some_and(|it| it.is_undef()),
            _ => false,
        };
        let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
        let result = stmts().find_map(|stmt| match stmt.kind {
            StmtKind::Return { value } => local(value?),
            _ => None,
        })?;
        let mut found = stmts().filter_map(|stmt| {
            let StmtKind::Assign { target, value } = stmt.kind else { return None };
            let value = match function.exprs[value.index()] {
                Expr::Unary { op: UnaryOp::Convert, operand, .. } => operand,
                _ => value,
            };
            let from = local(value).filter(|&it| local(target) == Some(result) && without_value(it))?;
            Some((stmt.place, from))
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}
