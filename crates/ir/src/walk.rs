//! Walking over bodies: the operands of an expression, the expressions of a statement, the type of anything, and which
//! statement uses what.
//!
//! Everything here is linear, and relies on the arena's order (operands first) instead of recursion, so that deep
//! expressions cannot exhaust the stack.

use crate::body::{Callee, Function, Stmt, StmtKind};
use crate::expr::Expr;
use crate::id::{BlockId, ExprId, StmtIndex, TypeId};
use crate::unit::Unit;

impl Expr {
    /// Calls `visit` with every operand, from left to right.
    pub fn each_operand(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            Expr::Local(_)
            | Expr::Symbol(_)
            | Expr::Literal(_)
            | Expr::Label(_)
            | Expr::Integer { .. }
            | Expr::Wide { .. }
            | Expr::Real { .. }
            | Expr::Fixed { .. } => {}
            Expr::Complex { real, imag, .. } => [real, imag].into_iter().for_each(|&e| visit(e)),
            Expr::Vector { lanes, .. } => lanes.iter().for_each(|&e| visit(e)),
            Expr::Field { base, offset, .. } => {
                visit(*base);
                offset.iter().for_each(|&e| visit(e));
            }
            Expr::Index { base, index, low, stride, .. } | Expr::Range { base, index, low, stride, .. } => {
                visit(*base);
                visit(*index);
                low.iter().chain(stride).for_each(|&e| visit(e));
            }
            Expr::Memory { pointer, .. } => visit(*pointer),
            Expr::Bits { base, .. }
            | Expr::RealPart { base, .. }
            | Expr::ImagPart { base, .. }
            | Expr::View { base, .. } => visit(*base),
            Expr::AddressOf { place, .. } => visit(*place),
            Expr::Virtual { function, object, .. } => [function, object].into_iter().for_each(|&e| visit(e)),
            Expr::WithSize { value, size } => [value, size].into_iter().for_each(|&e| visit(e)),
            Expr::Unary { operand, .. } => visit(*operand),
            Expr::Binary { left, right, .. } => [left, right].into_iter().for_each(|&e| visit(e)),
            Expr::Ternary { first, second, third, .. } => {
                [first, second, third].into_iter().for_each(|&e| visit(e));
            }
            Expr::Constructor { elements, .. } => elements.iter().for_each(|element| visit(element.value)),
            Expr::Other { operands, .. } => operands.iter().for_each(|&e| visit(e)),
        }
    }

    /// The type that the expression itself states; those of variables, symbols, literals and sized values stand
    /// elsewhere: see [`Unit::type_of`].
    pub fn stated_type(&self) -> Option<TypeId> {
        match self {
            Expr::Local(_) | Expr::Symbol(_) | Expr::Literal(_) | Expr::Label(_) | Expr::WithSize { .. } => {
                None
            }
            Expr::Integer { ty, .. }
            | Expr::Wide { ty, .. }
            | Expr::Real { ty, .. }
            | Expr::Fixed { ty, .. }
            | Expr::Complex { ty, .. }
            | Expr::Vector { ty, .. }
            | Expr::Field { ty, .. }
            | Expr::Index { ty, .. }
            | Expr::Range { ty, .. }
            | Expr::Memory { ty, .. }
            | Expr::Bits { ty, .. }
            | Expr::RealPart { ty, .. }
            | Expr::ImagPart { ty, .. }
            | Expr::View { ty, .. }
            | Expr::AddressOf { ty, .. }
            | Expr::Virtual { ty, .. }
            | Expr::Unary { ty, .. }
            | Expr::Binary { ty, .. }
            | Expr::Ternary { ty, .. }
            | Expr::Constructor { ty, .. } => Some(*ty),
            Expr::Other { ty, .. } => *ty,
        }
    }
}

impl StmtKind {
    /// Calls `visit` with every expression that stands directly in the statement.
    pub fn each_expr(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            StmtKind::Begin
            | StmtKind::Nop
            | StmtKind::Predict
            | StmtKind::Label(_)
            | StmtKind::Resume { .. }
            | StmtKind::Dispatch { .. } => {}
            StmtKind::Assign { target, value } => [target, value].into_iter().for_each(|&e| visit(e)),
            StmtKind::Clobber { target, .. } | StmtKind::Goto { target } => visit(*target),
            StmtKind::Call(call) => {
                call.target.iter().for_each(|&e| visit(e));
                if let Callee::Function(callee) = call.callee {
                    visit(callee);
                }
                call.args.iter().chain(&call.chain).for_each(|&e| visit(e));
            }
            StmtKind::Cond { left, right, .. } => [left, right].into_iter().for_each(|&e| visit(e)),
            StmtKind::Switch { index, .. } => visit(*index),
            StmtKind::Return { value } => value.iter().for_each(|&e| visit(e)),
            StmtKind::Asm(asm) => asm.outputs.iter().chain(&asm.inputs).for_each(|o| visit(o.operand)),
            StmtKind::Other { operands, .. } => operands.iter().for_each(|&e| visit(e)),
        }
    }
}

impl Function {
    /// Every statement with its block and its index there.
    pub fn stmts(&self) -> impl Iterator<Item = (BlockId, StmtIndex, &Stmt)> {
        (0u32..).zip(&self.blocks).flat_map(|(block, contents)| {
            (0u32..).zip(&contents.stmts).map(move |(at, stmt)| (BlockId(block), StmtIndex(at), stmt))
        })
    }

    /// For every expression, the first statement that it is a part of. Expressions that only declarations use (sizes,
    /// values of names) have none.
    pub fn users(&self) -> Vec<Option<&Stmt>> {
        let mut users: Vec<Option<&Stmt>> = vec![None; self.exprs.len()];
        let mut rank = vec![u32::MAX; self.exprs.len()];
        for (at, (_, _, stmt)) in (0u32..).zip(self.stmts()) {
            stmt.kind.each_expr(|expr| {
                if at < rank[expr.index()] {
                    (users[expr.index()], rank[expr.index()]) = (Some(stmt), at);
                }
            });
        }
        for (at, expr) in self.exprs.iter().enumerate().rev() {
            expr.each_operand(|operand| {
                if rank[at] < rank[operand.index()] {
                    (users[operand.index()], rank[operand.index()]) = (users[at], rank[at]);
                }
            });
        }
        users
    }
}

impl Unit {
    /// The type of an expression; labels and some of GCC's oddities have none.
    pub fn type_of(&self, function: &Function, mut expr: ExprId) -> Option<TypeId> {
        loop {
            match &function.exprs[expr.index()] {
                Expr::Local(local) => return Some(function.locals[local.index()].ty),
                Expr::Symbol(symbol) => return Some(self.symbols[symbol.index()].ty),
                Expr::Literal(literal) => return Some(self.literals[literal.index()].ty),
                Expr::WithSize { value, .. } => expr = *value,
                other => return other.stated_type(),
            }
        }
    }
}
