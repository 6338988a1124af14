//! What names mean at a place of a run: parameters and variables of a call by scope, variables of the program, constants.

use super::Refusal;
use super::arithmetic::{INT, truth};
use super::evaluate::{Context, Value};
use super::types::Ty;
use gmc_ir::body::{Function, LocalKind};
use gmc_ir::id::{LocalId, ScopeId, SourcePosId, SymbolId};
use gmc_ir::program::{Global, Resolution};
use gmc_ir::types::TypeKind;
use gmc_vm::lower::slots::{self, Home};
use gmc_vm::thread::own;

impl Context<'_> {
    /// A parameter or variable of the call.
    pub(crate) fn local(&self, name: &str) -> Result<Option<Value>, Refusal> {
        let Some(frame) = self.frame else { return Ok(None) };
        let (machine, program) = (self.machine, self.program());
        let code = &machine.compiled.codes[frame.code];
        let Some(function) = code.body(program) else { return Ok(None) };
        let unit = program.unit(code.global.unit);
        let top = machine.threads[self.thread].frames.len() == self.depth + 1;
        let pc = if top { frame.pc } else { frame.pc.saturating_sub(1) };
        let scopes = scopes_at(function, code.place(pc as usize));
        let is_own = |id: &LocalId| {
            let local = &function.locals[id.index()];
            let declared =
                matches!(local.kind, LocalKind::Parameter | LocalKind::Variable | LocalKind::Alias);
            declared && unit.str(local.name) == name
        };
        let within = scopes.iter().find_map(|scope| {
            let scope = &function.scopes[scope.index()];
            let symbol = |it: &&SymbolId| unit.symbol_name(**it) == name;
            let local = scope.locals.iter().copied().find(is_own).map(Ok);
            local.or_else(|| scope.symbols.iter().find(symbol).map(|it| Err(*it)))
        });
        let id = match within {
            Some(Err(symbol)) => return self.variable(Global { unit: code.global.unit, symbol }).transpose(),
            Some(Ok(id)) => id,
            None => {
                let all = (0..function.locals.len() as u32).map(LocalId);
                let params = function.params.iter().copied().find(is_own);
                let Some(id) = params.or_else(|| all.into_iter().rev().find(is_own)) else { return Ok(None) };
                id
            }
        };
        let local = &function.locals[id.index()];
        let ty = Ty::Known(code.global.unit, local.ty);
        let homes = slots::assign(unit, function).homes;
        let value = match homes[id.index()] {
            Home::Register(r) => {
                Value::Register { thread: self.thread, depth: self.depth, code: frame.code, r, ty }
            }
            Home::Memory(r) => {
                let reg = machine.threads[self.thread].regs.get(frame.base + usize::from(r));
                let Some(reg) = reg.filter(|it| it.meta.is_whole()) else {
                    return Err(format!("`{name}` does not exist yet, or any more"));
                };
                Value::Place { at: reg.as_pointer(), ty, bits: None }
            }
            Home::Alias(_) => return Err(format!("`{name}` stands for something that cannot be shown here")),
            Home::None => return Err(format!("`{name}` is never used, and has no value")),
        };
        Ok(Some(value))
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
                    // One of another function may have the name.
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
        let (machine, program) = (self.machine, self.program());
        let Resolution::Definition(global) = program.resolve(global) else {
            let Resolution::External(id) = program.resolve(global) else { return None };
            let at = *machine.compiled.reach.externals.get(program.external_name(id))?;
            let ty = Ty::Known(global.unit, program.symbol(global).ty);
            return Some(Ok(Value::Place { at, ty, bits: None }));
        };
        let symbol = program.symbol(global);
        let ty = Ty::Known(global.unit, symbol.ty);
        if let Some(index) = machine.compiled.thread_locals.iter().position(|it| it.global == global) {
            let slot = machine.threads.get(self.thread).map(|_| {
                machine.memory.load_pointer(machine.own_slot_of(self.thread, own::VARIABLES + index))
            });
            return Some(match slot {
                Some(Ok(at)) if !at.is_null() => Ok(Value::Place { at, ty, bits: None }),
                _ => Err(format!("thread {} has not used `{}` yet", self.thread, program.name(global))),
            });
        }
        let found = machine.compiled.reach.globals.get(&global);
        match (found, program.function(global)) {
            (Some(&at), _) => Some(Ok(Value::Place { at, ty, bits: None })),
            (None, Some(_)) => Some(Err(format!("`{}` is a function", program.name(global)))),
            (None, None) => None,
        }
    }

    /// A constant of an enumeration, or what headers define.
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
