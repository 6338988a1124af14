//! What names mean at a place of a run: parameters and variables of a call by scope, variables of the program,
//! constants.
//!
//! As in C, the innermost scope decides; what no scope has is looked up in the program.

use super::Refusal;
use super::arithmetic::{INT, truth};
use super::evaluate::{Context, Value};
use super::types::Ty;
use gmc_ir::body::{Function, LocalKind};
use gmc_ir::id::{LocalId, ScopeId, SourcePosId, SymbolId};
use gmc_ir::program::Global;
use gmc_ir::types::TypeKind;
use gmc_observe::view::{GlobalPlace, LocalPlace};

/// What a name means in the scopes of a function.
enum Meaning {
    Local(LocalId),
    Static(SymbolId),
}

impl Context<'_> {
    /// A parameter or variable of the call.
    pub(crate) fn local(&self, name: &str) -> Result<Option<Value>, Refusal> {
        let Some(frame) = self.frame else { return Ok(None) };
        let Some(function) = frame.function() else { return Ok(None) };
        let id = match self.meaning(function, frame.code().place(frame.at().pc as usize), name) {
            Some(Meaning::Static(symbol)) => {
                return self.variable(Global { unit: frame.unit(), symbol }).transpose();
            }
            Some(Meaning::Local(id)) => id,
            None => return Ok(None),
        };
        let ty = Ty::Known(frame.unit(), function.locals[id.index()].ty);
        Ok(Some(match frame.place_of(id) {
            Some(LocalPlace::Register(r)) => {
                Value::Register { thread: self.thread, depth: frame.depth, code: frame.next().code, r, ty }
            }
            Some(LocalPlace::Memory(at)) => Value::Place { at, ty, bits: None },
            Some(LocalPlace::OutOfScope) => {
                return Err(format!("`{name}` does not exist yet, or any more"));
            }
            Some(LocalPlace::Alias) => {
                return Err(format!("`{name}` stands for something that cannot be shown here"));
            }
            Some(LocalPlace::Unused) => return Err(format!("`{name}` is never used, and has no value")),
            None => return Ok(None),
        }))
    }

    /// What a name means at a place of a function: the innermost scope that has it decides.
    fn meaning(&self, function: &Function, place: SourcePosId, name: &str) -> Option<Meaning> {
        let unit = self.program().unit(self.unit);
        let is_it = |id: &LocalId| {
            let local = &function.locals[id.index()];
            let is_declared =
                matches!(local.kind, LocalKind::Parameter | LocalKind::Variable | LocalKind::Alias);
            is_declared && unit.str(local.name) == name
        };
        let within = scopes_at(function, place).iter().find_map(|scope| {
            let scope = &function.scopes[scope.index()];
            let symbol = |it: &&SymbolId| unit.symbol_name(**it) == name;
            let local = scope.locals.iter().copied().find(is_it).map(Meaning::Local);
            local.or_else(|| scope.symbols.iter().find(symbol).map(|it| Meaning::Static(*it)))
        });
        within.or_else(|| {
            let mut all = (0..function.locals.len() as u32).rev().map(LocalId);
            let parameter = function.params.iter().copied().find(is_it);
            parameter.or_else(|| all.find(is_it)).map(Meaning::Local)
        })
    }

    /// A variable or function of the program: of this unit before those of others.
    pub(crate) fn global(&self, name: &str) -> Option<Result<Value, Refusal>> {
        let program = self.program();
        let others = program.units().map(|(unit, _)| unit).filter(|it| *it != self.unit);
        let mut hidden = None;
        for unit in std::iter::once(self.unit).chain(others) {
            let types = program.unit(unit);
            let named = (0..types.symbols.len() as u32).map(SymbolId);
            for symbol in named.filter(|it| types.symbol_name(*it) == name) {
                match self.variable(Global { unit, symbol }) {
                    // A static variable of another function may have the name.
                    Some(found) if types.symbols[symbol.index()].owner.is_some() => {
                        hidden = hidden.or(Some(found));
                    }
                    Some(found) => return Some(found),
                    None => {}
                }
            }
        }
        hidden
    }

    fn variable(&self, global: Global) -> Option<Result<Value, Refusal>> {
        let (global, place) = self.view.place_of(global, self.thread)?;
        let name = self.program().name(global);
        let ty = Ty::Known(global.unit, self.program().symbol(global).ty);
        Some(match place {
            GlobalPlace::Memory(at) => Ok(Value::Place { at, ty, bits: None }),
            GlobalPlace::NotUsedYet => Err(format!("thread {} has not used `{name}` yet", self.thread)),
            GlobalPlace::Function => Err(format!("`{name}` is a function")),
            GlobalPlace::Unused => return None,
        })
    }

    /// A constant of an enumeration, or one that headers define.
    pub(crate) fn constant(&self, name: &str) -> Option<Value> {
        match name {
            "NULL" | "nullptr" | "false" => return Some(truth(false)),
            "true" => return Some(truth(true)),
            _ => {}
        }
        let program = self.program();
        program.units().find_map(|(unit, _)| {
            let types = program.unit(unit);
            types.types.iter().find_map(|it| match &it.kind {
                TypeKind::Enum { values, precision, unsigned } => {
                    let found = values.iter().find(|it| types.str(it.name) == name)?;
                    let bits = (*precision).max(INT);
                    Some(Value::Number { value: found.value, bits, unsigned: *unsigned && *precision >= INT })
                }
                _ => None,
            })
        })
    }
}

/// The scopes that a place is in, the innermost first.
fn scopes_at(function: &Function, place: SourcePosId) -> Vec<ScopeId> {
    let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    let mut next = stmts.into_iter().find(|it| it.place == place).map(|it| it.scope);
    let mut out = Vec::new();
    while let Some(scope) = next.filter(|it| out.len() < function.scopes.len() && !out.contains(it)) {
        out.push(scope);
        next = function.scopes[scope.index()].parent;
    }
    out
}
