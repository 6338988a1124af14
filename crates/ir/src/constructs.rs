//! What a unit holds that gmc does not support: it is represented and can be listed, but not executed.

use crate::body::StmtKind;
use crate::expr::Expr;
use crate::id::{SourcePosId, StrId, SymbolId};
use crate::types::TypeKind;
use crate::unit::{RelocationTarget, SymbolValue, Unit};

/// A construct that gmc does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is a part of.
    pub part: Part,
    /// GCC's name of it.
    pub code: StrId,
    /// The function or variable that it is in; none for a type.
    pub symbol: Option<SymbolId>,
    /// Its source position.
    pub place: SourcePosId,
}

/// What an unsupported construct is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Part {
    /// A type.
    Type,
    /// An expression.
    Expression,
    /// A statement.
    Statement,
    /// The initial value of a variable.
    InitialValue,
}

/// Everything in a verified unit that gmc does not support.
pub fn constructs(unit: &Unit) -> Vec<Unsupported> {
    let mut found = Vec::new();
    for ty in &unit.types {
        if let TypeKind::Other { code } = ty.kind {
            found.push(Unsupported { part: Part::Type, code, symbol: None, place: SourcePosId::NONE });
        }
    }
    for (at, symbol) in (0..).zip(&unit.symbols) {
        let SymbolValue::Variable(initializer) = &symbol.value else { continue };
        for relocation in &initializer.relocations {
            if let RelocationTarget::Other(code) = relocation.to {
                let symbol_id = Some(SymbolId(at));
                found.push(Unsupported {
                    part: Part::InitialValue,
                    code,
                    symbol: symbol_id,
                    place: symbol.place,
                });
            }
        }
    }
    for function in &unit.functions {
        let symbol = Some(function.symbol);
        for (_, _, stmt) in function.stmts() {
            if let StmtKind::Other { code, .. } = stmt.kind {
                found.push(Unsupported { part: Part::Statement, code, symbol, place: stmt.place });
            }
        }
        if !function.exprs.iter().any(|expr| matches!(expr, Expr::Other { .. })) {
            continue;
        }
        for (expr, user) in function.exprs.iter().zip(function.users()) {
            if let Expr::Other { code, .. } = *expr {
                let place = user.map_or(unit.symbols[function.symbol.index()].place, |stmt| stmt.place);
                found.push(Unsupported { part: Part::Expression, code, symbol, place });
            }
        }
    }
    found
}
