//! Statements and edges: what a statement needs of its operands, and that a block's edges fit its last statement.

use super::Flaws;
use super::class::Class;
use super::exprs::is_comparison;
use crate::body::{Block, Call, CallFlags, Callee, Case, Edge, EdgeFlags, Function, StmtKind, Unwind};
use crate::expr::Expr;
use crate::id::{BlockId, ExprId, LabelId, StmtIndex};
use crate::types::TypeKind;
use std::collections::HashSet;

/// Checks all statements and edges of a function; ids are in range and expressions are in order.
pub(super) fn check(flaws: &mut Flaws<'_>, function: &Function) {
    for (at, block) in (0..).zip(&function.blocks) {
        for (number, stmt) in (0u32..).zip(&block.stmts) {
            flaws.enter_stmt(BlockId(at), StmtIndex(number), stmt.place);
            check_stmt(flaws, function, BlockId(at), &stmt.kind);
            let last = number as usize + 1 == block.stmts.len();
            flaws.require(last || !ends_block(&stmt.kind), || "a jump inside a block".to_owned());
            if let Unwind::Pad(pad) = stmt.unwind {
                let lands = function.pads[pad.index()].block;
                let edge =
                    block.edges.iter().any(|it| it.to == Some(lands) && it.flags.contains(EdgeFlags::EH));
                flaws.require(last && edge, || format!("an exception goes to {pad}, but no edge does"));
            }
        }
        check_edges(flaws, block);
        flaws.leave_stmt();
    }
}

/// Whether nothing of its block can follow the statement.
fn ends_block(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::Cond { .. }
            | StmtKind::Switch { .. }
            | StmtKind::Goto { .. }
            | StmtKind::Return { .. }
            | StmtKind::Resume { .. }
            | StmtKind::Dispatch { .. }
    )
}

fn check_stmt(flaws: &mut Flaws<'_>, function: &Function, block: BlockId, kind: &StmtKind) {
    let unit = flaws.unit;
    let class = |expr: ExprId| Class::of(unit, unit.type_of(function, expr));
    match kind {
        StmtKind::Label(label) => heads(flaws, function, *label, block),
        StmtKind::Assign { target, value } => {
            flaws.require(is_place(function, *target), || format!("{target} cannot be assigned to"));
            let (to, from) = (class(*target), class(*value));
            // `{}` stands for a zero of any type.
            let zero = matches!(&function.exprs[value.index()], Expr::Constructor { .. });
            flaws.require(zero || to.fits(from), || format!("{from} is assigned to {to}"));
        }
        StmtKind::Clobber { target, .. } => {
            flaws.require(is_place(function, *target), || format!("{target} cannot be clobbered"));
        }
        StmtKind::Call(call) => check_call(flaws, function, call),
        StmtKind::Cond { op, left, right } => {
            let (left, right) = (class(*left), class(*right));
            flaws.require(is_comparison(*op), || format!("{op:?} is no condition"));
            let good = left.fits(right) && left.is_scalar();
            flaws.require(good, || format!("{left} is compared with {right}"));
        }
        StmtKind::Switch { index, cases, .. } => {
            let class = class(*index);
            flaws.require(class.is_integral(), || format!("a switch over {class}"));
            let proper = cases.iter().all(|case| case.low <= case.high);
            let disjoint = cases.windows(2).all(|pair| pair[0].high < pair[1].low);
            flaws.require(proper && disjoint, || "cases overlap or do not rise".to_owned());
        }
        StmtKind::Goto { target } => {
            let class = class(*target);
            flaws.require(class.is_pointer(), || format!("a jump to {class}"));
        }
        StmtKind::Asm(asm) => {
            for output in &asm.outputs {
                let place = is_place(function, output.operand);
                flaws.require(place, || format!("{} cannot be written by assembly", output.operand));
            }
        }
        StmtKind::Begin
        | StmtKind::Nop
        | StmtKind::Predict
        | StmtKind::Return { .. }
        | StmtKind::Resume { .. }
        | StmtKind::Dispatch { .. }
        | StmtKind::Other { .. } => {}
    }
}

fn heads(flaws: &mut Flaws<'_>, function: &Function, label: LabelId, block: BlockId) {
    let own = function.labels[label.index()].block == Some(block);
    flaws.require(own, || format!("{label} does not say that it heads {block}"));
}

/// Whether an expression can stand left of an assignment.
fn is_place(function: &Function, expr: ExprId) -> bool {
    match &function.exprs[expr.index()] {
        Expr::Local(_)
        | Expr::Symbol(_)
        | Expr::Field { .. }
        | Expr::Index { .. }
        | Expr::Range { .. }
        | Expr::Memory { .. }
        | Expr::Bits { .. }
        | Expr::RealPart { .. }
        | Expr::ImagPart { .. }
        | Expr::View { .. }
        | Expr::WithSize { .. }
        | Expr::Other { .. } => true,
        Expr::Literal(_)
        | Expr::Label(_)
        | Expr::Integer { .. }
        | Expr::Wide { .. }
        | Expr::Real { .. }
        | Expr::Fixed { .. }
        | Expr::Complex { .. }
        | Expr::Vector { .. }
        | Expr::AddressOf { .. }
        | Expr::Virtual { .. }
        | Expr::Unary { .. }
        | Expr::Binary { .. }
        | Expr::Ternary { .. }
        | Expr::Constructor { .. } => false,
    }
}

fn check_call(flaws: &mut Flaws<'_>, function: &Function, call: &Call) {
    let unit = flaws.unit;
    let signature = call.ty.map(|ty| &unit.types[ty.index()].kind);
    let result = match signature {
        Some(TypeKind::Function { result, .. }) => Some(*result),
        _ => None,
    };
    if let Callee::Function(callee) = call.callee {
        let ty = unit.type_of(function, callee).map(|ty| &unit.types[ty.index()].kind);
        let callable = match ty {
            Some(TypeKind::Pointer { target, .. }) => {
                matches!(unit.types[target.index()].kind, TypeKind::Function { .. } | TypeKind::Other { .. })
            }
            Some(TypeKind::Function { .. } | TypeKind::Other { .. }) | None => true,
            Some(_) => false,
        };
        flaws.require(callable, || format!("{callee} is called but no function"));
        flaws.require(result.is_some(), || "a call without a function type".to_owned());
    }
    if let Some(target) = call.target {
        flaws.require(is_place(function, target), || format!("{target} cannot take a result"));
        if let Some(result) = result {
            let (to, from) = (Class::of(unit, unit.type_of(function, target)), Class::of(unit, Some(result)));
            flaws.require(to.fits(from), || format!("{from} is returned into {to}"));
        }
    }
    for &arg in &call.args {
        let class = Class::of(unit, unit.type_of(function, arg));
        flaws.require(class != Class::Void, || format!("argument {arg} has no value"));
    }
}

/// What a block's ordinary edges must be: those that no exception, computed jump or paper exit takes.
fn check_edges(flaws: &mut Flaws<'_>, block: &Block) {
    let special = EdgeFlags::EH | EdgeFlags::ABNORMAL | EdgeFlags::ABNORMAL_CALL | EdgeFlags::FAKE;
    let ordinary: Vec<Edge> =
        block.edges.iter().filter(|edge| !edge.flags.intersects(special)).copied().collect();
    let count = |flag: EdgeFlags| ordinary.iter().filter(|edge| edge.flags.contains(flag)).count();
    let last = block.stmts.iter().rev().map(|stmt| &stmt.kind).find(|kind| !is_mark(kind));
    let decides = matches!(last, Some(StmtKind::Cond { .. }));
    let sides = [count(EdgeFlags::WHEN_TRUE), count(EdgeFlags::WHEN_FALSE)];
    let expected = if decides { [1, 1] } else { [0, 0] };
    flaws.require(sides == expected, || format!("{} true and {} false edges", sides[0], sides[1]));
    let leaves =
        matches!(last, Some(StmtKind::Return { .. } | StmtKind::Resume { .. } | StmtKind::Other { .. }));
    let stays = ordinary.iter().all(|edge| edge.to.is_some());
    flaws.require(leaves || stays, || "it leaves the function without returning".to_owned());
    match last {
        Some(StmtKind::Cond { .. }) => {
            flaws.require(ordinary.len() == 2, || "a condition with further ways out".to_owned());
        }
        Some(StmtKind::Switch { default, cases, .. }) => switch_edges(flaws, &ordinary, *default, cases),
        Some(StmtKind::Return { .. }) => {
            let gone = ordinary.iter().all(|edge| edge.to.is_none());
            flaws.require(gone, || "a return that goes on in the function".to_owned());
        }
        Some(StmtKind::Goto { .. } | StmtKind::Resume { .. } | StmtKind::Dispatch { .. })
        | Some(StmtKind::Other { .. }) => {}
        Some(StmtKind::Asm(asm)) if !asm.targets.is_empty() => {
            let successors: HashSet<BlockId> = ordinary.iter().filter_map(|edge| edge.to).collect();
            let known = asm.targets.iter().all(|target| successors.contains(target));
            flaws.require(known, || "assembly jumps to where no edge goes".to_owned());
        }
        Some(StmtKind::Call(call)) if call.flags.contains(CallFlags::NORETURN) => {
            flaws.require(ordinary.is_empty(), || {
                "control goes on after a call that does not return".to_owned()
            });
        }
        Some(StmtKind::Call(Call { callee: Callee::Internal(_), .. })) => {
            flaws.require(ordinary.len() <= 1, || "several ways out without a choice".to_owned());
        }
        _ => {
            let one = ordinary.len() == 1 && count(EdgeFlags::FALLTHRU) == 1;
            flaws.require(one, || format!("{} ways out where there should be one", ordinary.len()));
        }
    }
}

/// Whether a statement is a mark that control passes over.
fn is_mark(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Begin)
}

fn switch_edges(flaws: &mut Flaws<'_>, edges: &[Edge], default: BlockId, cases: &[Case]) {
    let targets: HashSet<BlockId> = cases.iter().map(|case| case.block).chain([default]).collect();
    let successors: HashSet<BlockId> = edges.iter().filter_map(|edge| edge.to).collect();
    flaws.require(targets == successors, || "the cases do not match the edges".to_owned());
}
