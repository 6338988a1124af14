//! What names mean at a place of a run: parameters and variables of a call by scope, variables of the program,
//! constants.
//!
//! As in C, the innermost scope decides; what no scope has is looked up in the program.

use super::Refusal;
use super::evaluate::Context;
use gmc_expression::{Named, Ty, Value, globals_named};
use gmc_ir::body::{Function, LocalKind};
use gmc_ir::id::{LocalId, ScopeId, SourcePosId, SymbolId};
use gmc_ir::program::Global;
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
        self.local_of(function, id, name)
    }

    /// A variable of the call, which the user names so.
    fn local_of(&self, function: &Function, id: LocalId, name: &str) -> Result<Option<Value>, Refusal> {
        let Some(frame) = self.frame else { return Ok(None) };
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

    /// A variable of the program with static storage, whatever its name means here.
    ///
    /// # Errors
    /// When it has no value that can be looked at.
    pub fn static_variable(&self, global: Global) -> Result<Value, Refusal> {
        let none = || Err(format!("the program does not use `{}`", self.program().name(global)));
        self.variable(global).unwrap_or_else(none)
    }

    /// A variable of the call, whatever its name means here.
    ///
    /// # Errors
    /// When it has no value that can be looked at.
    pub fn local_variable(&self, id: LocalId) -> Result<Value, Refusal> {
        let none = || Err("this is no variable of the call".to_owned());
        let function = self.frame.and_then(|it| it.function()).filter(|it| id.index() < it.locals.len());
        let Some(function) = function else { return none() };
        let name = self.program().unit(self.unit).str(function.locals[id.index()].name);
        self.local_of(function, id, name)?.map_or_else(none, Ok)
    }

    /// A variable or function of the program: of this unit before those of others.
    pub(crate) fn global(&self, name: &str) -> Option<Result<Value, Refusal>> {
        let mut hidden = None;
        for Named { global, is_hidden } in globals_named(self.program(), self.unit, name) {
            match self.variable(global) {
                Some(found) if is_hidden => hidden = hidden.or(Some(found)),
                Some(found) => return Some(found),
                None => {}
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
