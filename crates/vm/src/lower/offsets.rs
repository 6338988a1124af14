//! Which temporaries are distances that a pointer is moved by.
//!
//! GCC computes `n * sizeof *p` for `p + n` in an unsigned type, where a product that is too large wraps, and may bring
//! the pointer back into its object. So that product is computed with a check, as the distance that it is. Where
//! elements are bytes, GCC multiplies nothing, and a product is the program's own, which may wrap.

use gmc_ir::body::{Function, StmtKind};
use gmc_ir::expr::{BinaryOp, Expr, UnaryOp};
use gmc_ir::id::{ExprId, LocalId, TypeId};
use gmc_ir::types::{Size, TypeKind};
use gmc_ir::unit::Unit;
use std::collections::HashSet;

/// The temporaries that are added to pointers, as they are, negated, or in a type of the same width.
pub(super) fn distances(unit: &Unit, function: &Function) -> HashSet<LocalId> {
    let counts_elements = |ty: TypeId| match unit.types[ty.index()].kind {
        TypeKind::Pointer { target, .. } => {
            !matches!(unit.types[target.index()].size, Size::Bytes(0 | 1) | Size::Unknown)
        }
        _ => true,
    };
    let mut found = HashSet::new();
    let local = |expr: ExprId| match function.exprs[expr.index()] {
        Expr::Local(local) => Some(local),
        _ => None,
    };
    let statements = || function.blocks.iter().rev().flat_map(|block| block.stmts.iter().rev());
    for stmt in statements() {
        let StmtKind::Assign { target, value } = stmt.kind else { continue };
        match function.exprs[value.index()] {
            Expr::Binary { ty, op: BinaryOp::PointerPlus, right, .. } if counts_elements(ty) => {
                found.extend(local(right));
            }
            Expr::Unary { op: UnaryOp::Convert | UnaryOp::Negate, operand, .. }
                if local(target).is_some_and(|it| found.contains(&it)) =>
            {
                found.extend(local(operand));
            }
            _ => {}
        }
    }
    found
}
