//! Edits: what a script wants changed in the function that is compiled, checked and written down for the plugin.
//!
//! An edit is a line of words: a verb, a place, and operands. The plugin does what they say and nothing else, so every
//! edit is checked here, where there are names and types to speak of: one that would break the function is refused with
//! a sentence, and GCC never hears of it.
//!
//! **Invariant:** places and operands name what is in the unit as it was sent. Edits do not move each other's places.

use crate::api::{Arguments, none, one};
use crate::edge::EdgeRef;
use crate::made::{AnyStmt, Builtin, Made, MadeStmt, MadeType, Shape};
use crate::operand::{self, Position};
use crate::session::Session;
use crate::source::{At, BlockRef, FunctionRef, StmtRef, Tree, What};
use gmc_ir::body::{CallFlags, Callee, EdgeFlags, FunctionFlags, LocalKind, StmtKind};
use gmc_ir::types::TypeKind;
use mlua::{Lua, MultiValue};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::rc::Rc;

/// The edits so far.
#[derive(Default)]
pub(crate) struct EditLog {
    pub(crate) lines: String,
    /// Variables that were made for the current function.
    pub(crate) variables: u32,
    /// The current function's body was duplicated.
    has_copy: bool,
    /// Statements that were removed: the block, whether of the copy, and the number.
    removed: BTreeSet<(u32, bool, u32)>,
}

impl EditLog {
    /// What follows is about this function.
    pub(crate) fn begin(&mut self, function: &FunctionRef) {
        let _ = writeln!(self.lines, "function {}", function.id.0);
        self.variables = 0;
        self.has_copy = false;
        self.removed.clear();
    }

    /// Refuses what refers to a statement that is there no more.
    fn refuse_removed(&self, it: &StmtRef) -> mlua::Result<()> {
        match self.removed.contains(&(it.block.index(), it.function().is_copy, it.index.0)) {
            true => refused(format!("`{}` has been removed already", it.text())),
            false => Ok(()),
        }
    }

    fn note_removed(&mut self, it: &StmtRef) {
        let (block, index) = (it.block.index(), it.index.0);
        self.removed.insert((block, it.function().is_copy, index));
        if !self.has_copy {
            // A copy that is made later does not have it, either.
            self.removed.insert((block, true, index));
        }
    }

    /// The edits, which are gone then.
    pub(crate) fn take(&mut self) -> String {
        std::mem::take(&mut self.lines)
    }
}

pub(crate) fn refused<T>(why: impl Into<String>) -> mlua::Result<T> {
    Err(mlua::Error::RuntimeError(why.into()))
}

/// Does something with the edits of this compilation; only the function at hand may be changed.
pub(crate) fn edit<T>(
    lua: &Lua,
    function: Option<&FunctionRef>,
    change: impl FnOnce(&mut EditLog, &FunctionRef) -> mlua::Result<T>,
) -> mlua::Result<T> {
    let mut session = Session::of(lua)?;
    let Session { edits, current, .. } = &mut *session;
    let Some(log) = edits else {
        return refused(
            "a program that is linked cannot be changed: run the script in its build, with `gmc cc --script`",
        );
    };
    let Some(current) = current.as_ref().filter(|_| true) else {
        return refused("there is no function at hand here: change it in `gcclua`");
    };
    if let Some(other) = function.filter(|it| !it.is_in(current)) {
        let (name, current) = (other.name(), current.name());
        return refused(format!("`{name}` cannot be changed now: the function at hand is `{current}`"));
    }
    if function.is_some_and(|it| it.is_copy) && !log.has_copy {
        return refused("the body has no copy");
    }
    change(log, current)
}

/// The place of a block in an edit: its number, and whether it is that of the copy.
fn block_words(block: &BlockRef) -> mlua::Result<String> {
    match block.at {
        At::Block(id) => Ok(format!("{} {}", id.0, u8::from(block.function.is_copy))),
        At::Entry => refused("the entry has no statements: put it into the first block"),
        At::Exit => refused("the exit has no statements: put it before a return"),
    }
}

/// Whether a statement ends its block, so that nothing can follow it.
fn ends_block(it: &StmtRef) -> bool {
    let is_last = it.index.index() + 1 == it.block.stmts().len();
    match &it.stmt().kind {
        StmtKind::Cond { .. }
        | StmtKind::Switch { .. }
        | StmtKind::Goto { .. }
        | StmtKind::Return { .. }
        | StmtKind::Resume { .. }
        | StmtKind::Dispatch { .. } => true,
        StmtKind::Asm(asm) => !asm.targets.is_empty(),
        StmtKind::Call(call) if call.flags.contains(CallFlags::NORETURN) => true,
        _ => {
            let special = EdgeFlags::EH | EdgeFlags::ABNORMAL | EdgeFlags::ABNORMAL_CALL;
            is_last && it.block.successors().iter().any(|it| it.1.intersects(special))
        }
    }
}

/// Whether GCC lets nothing stand before a statement: it is where control comes back to.
fn comes_first(it: &StmtRef) -> bool {
    match &it.stmt().kind {
        StmtKind::Call(call) => {
            let internal = matches!(call.callee, Callee::Internal(_)) && {
                let Callee::Internal(name) = call.callee else { return false };
                it.function().in_unit().str(name).trim_start_matches('.') == "ABNORMAL_DISPATCHER"
            };
            internal || call.flags.contains(CallFlags::RETURNS_TWICE)
        }
        _ => false,
    }
}

fn is_label(it: &StmtRef) -> bool {
    matches!(it.stmt().kind, StmtKind::Label(_))
}

/// The statement of the block that an edit refers to.
fn reference(lua: &Lua, block: &BlockRef, arguments: &mut Arguments) -> mlua::Result<StmtRef> {
    let stmt: AnyStmt = arguments.take(lua, "a statement of the block")?;
    let AnyStmt::There(it) = stmt else {
        return refused("the statement is in no block: it was made by the script");
    };
    if it.block.at != block.at || it.function().id != block.function.id {
        return refused(format!(
            "`{}` is in <bb {}>, not in <bb {}>",
            it.text(),
            it.block.index(),
            block.index()
        ));
    }
    Ok(it)
}

fn made(lua: &Lua, arguments: &mut Arguments) -> mlua::Result<Rc<MadeStmt>> {
    match arguments.take(lua, "a new statement")? {
        AnyStmt::Made(it) => Ok(it),
        AnyStmt::There(it) => {
            refused(format!("`{}` is in <bb {}> already: make a new statement", it.text(), it.block.index()))
        }
    }
}

pub(crate) fn insert_before(
    lua: &Lua,
    block: &BlockRef,
    mut arguments: Arguments,
) -> mlua::Result<MultiValue> {
    let at = reference(lua, block, &mut arguments)?;
    let stmt = made(lua, &mut arguments)?;
    if is_label(&at) || at.is_phi() {
        return refused(format!("nothing can stand before `{}`, with which its block begins", at.text()));
    }
    if comes_first(&at) {
        return one(lua, false);
    }
    edit(lua, Some(&block.function), |log, _| log.refuse_removed(&at))?;
    insert(lua, block, &stmt, &format!("before {} {}", block_words(block)?, at.index.0), at.index.0)
}

pub(crate) fn insert_after(
    lua: &Lua,
    block: &BlockRef,
    mut arguments: Arguments,
) -> mlua::Result<MultiValue> {
    let at = reference(lua, block, &mut arguments)?;
    let stmt = made(lua, &mut arguments)?;
    if ends_block(&at) {
        return refused(format!("nothing can stand behind `{}`, which ends its block", at.text()));
    }
    let next = at.index.index() + 1;
    if next < block.stmts().len() && (is_label(&block.stmt(next)) || block.stmt(next).is_phi()) {
        return refused(format!(
            "nothing can stand before `{}`, with which its block begins",
            block.stmt(next).text()
        ));
    }
    edit(lua, Some(&block.function), |log, _| log.refuse_removed(&at))?;
    insert(lua, block, &stmt, &format!("after {} {}", block_words(block)?, at.index.0), at.index.0 + 1)
}

pub(crate) fn insert_first(
    lua: &Lua,
    block: &BlockRef,
    mut arguments: Arguments,
) -> mlua::Result<MultiValue> {
    let stmt = made(lua, &mut arguments)?;
    let words = block_words(block)?;
    let is_begin = |it: &usize| matches!(block.stmts()[*it].kind, StmtKind::Label(_) | StmtKind::Begin);
    let first = (0..block.stmts().len()).find(|it| !is_begin(it) && !block.stmt(*it).is_phi());
    if first.is_some_and(|it| comes_first(&block.stmt(it))) {
        return one(lua, false);
    }
    insert(lua, block, &stmt, &format!("first {words} 0"), first.unwrap_or(0) as u32)
}

pub(crate) fn insert_on_edge(
    lua: &Lua,
    edge: &EdgeRef,
    mut arguments: Arguments,
) -> mlua::Result<MultiValue> {
    let stmt = made(lua, &mut arguments)?;
    let is_jump = edge.flags().intersects(EdgeFlags::ABNORMAL | EdgeFlags::ABNORMAL_CALL | EdgeFlags::FAKE);
    if is_jump || edge.dest().at == At::Exit {
        return one(lua, false);
    }
    let words = block_words(&edge.src)?;
    let behind = edge.src.stmts().len() as u32;
    insert(lua, &edge.src, &stmt, &format!("edge {words} {}", edge.index), behind)
}

/// Writes a new statement down. It is put before the statement with the number `before`.
fn insert(
    lua: &Lua,
    block: &BlockRef,
    stmt: &MadeStmt,
    place: &str,
    before: u32,
) -> mlua::Result<MultiValue> {
    edit(lua, Some(&block.function), |log, function| {
        let position = Position { function, block: block.at, before };
        let line = statement(&position, place, stmt)?;
        let _ = writeln!(log.lines, "{line}");
        Ok(())
    })?;
    one(lua, true)
}

/// The line of a new statement.
fn statement(position: &Position<'_>, place: &str, stmt: &MadeStmt) -> mlua::Result<String> {
    match stmt {
        MadeStmt::Assign { target, op, operands } => {
            let to = position.target(target)?;
            let op = op.as_deref().unwrap_or("-");
            let shape = operand::shape_of(target);
            let mut line = format!("assign {place} {to} {op} {}", operands.len());
            for it in operands {
                if op == "-" {
                    operand::fits(&shape, it, &format!("`{}`", target.text()))?;
                }
                let _ = write!(line, " {}", position.value(it)?);
            }
            Ok(line)
        }
        MadeStmt::Call { target, callee, args } => {
            let to = match target {
                Some(target) => {
                    operand::returns(callee, target)?;
                    position.target(target)?
                }
                None => "-".to_owned(),
            };
            operand::takes(callee, args)?;
            let mut line = format!("call {place} {to} {} {}", position.function(callee)?, args.len());
            for it in args {
                let _ = write!(line, " {}", position.value(it)?);
            }
            Ok(line)
        }
    }
}

pub(crate) fn remove(lua: &Lua, it: &AnyStmt, _: Arguments) -> mlua::Result<MultiValue> {
    let Some(it) = it.there() else {
        return refused("the statement is in no block: it was made by the script");
    };
    if is_label(it) {
        return refused(format!("the label `{}` cannot be removed: control may go there", it.text()));
    }
    if it.is_phi() || ends_block(it) || comes_first(it) {
        return refused(format!("`{}` cannot be removed: it decides where control goes", it.text()));
    }
    if let Some(target) = AnyStmt::There(it.clone()).target().filter(|it| it.code() == "ssa_name")
        && operand::is_used(it.function(), &target)
    {
        return refused(format!("`{}` cannot be removed: `{}` is used elsewhere", it.text(), target.text()));
    }
    edit(lua, Some(it.function()), |log, _| {
        log.refuse_removed(it)?;
        log.note_removed(it);
        let _ = writeln!(log.lines, "remove {} {}", block_words(&it.block)?, it.index.0);
        Ok(())
    })?;
    none()
}

pub(crate) fn replace_callee(lua: &Lua, it: &AnyStmt, mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let callee: Tree = arguments.take(lua, "a function declaration")?;
    let stmt = it;
    let Some(it) = it.there() else {
        return refused("the statement is in no block: it was made by the script");
    };
    let StmtKind::Call(call) = &it.stmt().kind else { return refused(format!("`{}` is no call", it.text())) };
    if matches!(call.callee, Callee::Internal(_)) || call.flags.intersects(CallFlags::RETURNS_TWICE) {
        return refused(format!("`{}` is no call that could be one of another function", it.text()));
    }
    operand::takes(&callee, &stmt.arguments().unwrap_or_default())?;
    if let Some(target) = stmt.target() {
        operand::returns(&callee, &target)?;
    }
    edit(lua, Some(it.function()), |log, function| {
        log.refuse_removed(it)?;
        let position = Position { function, block: it.block.at, before: it.index.0 };
        let callee = position.function(&callee)?;
        let _ = writeln!(log.lines, "recall {} {} {callee}", block_words(&it.block)?, it.index.0);
        Ok(())
    })?;
    none()
}

/// Why the body of a function cannot be there twice.
fn cannot_copy(function: &FunctionRef) -> Option<&'static str> {
    let body = function.body();
    if function.source.is_ssa() {
        return Some("it is in SSA form: duplicate it before optimisation");
    }
    if body.flags.intersects(FunctionFlags::CALLS_SETJMP | FunctionFlags::NONLOCAL_LABEL) {
        return Some("control may come back to it by a jump from elsewhere");
    }
    if body.stmts().any(|it| matches!(it.2.kind, StmtKind::Dispatch { .. })) {
        return Some("it catches exceptions");
    }
    if body.labels.iter().any(|it| it.forced || it.nonlocal) {
        return Some("it has labels whose address is taken");
    }
    if body.stmts().any(|it| matches!(&it.2.kind, StmtKind::Asm(asm) if !asm.targets.is_empty())) {
        return Some("it has an `asm goto`");
    }
    None
}

pub(crate) fn duplicate_body(
    lua: &Lua,
    it: &FunctionRef,
    mut arguments: Arguments,
) -> mlua::Result<MultiValue> {
    let name: String = arguments.take(lua, "the name of the variable that picks a body")?;
    let call: Option<AnyStmt> = arguments.maybe(lua, "a call of the function that picks a body")?;
    if let Some(why) = cannot_copy(it) {
        let failed = (mlua::Value::Nil, lua.create_string(why)?);
        return mlua::IntoLuaMulti::into_lua_multi(failed, lua);
    }
    edit(lua, Some(it), |log, function| {
        if log.has_copy {
            return refused(format!("the body of `{}` has a copy already", function.name()));
        }
        let position = Position { function, block: At::Entry, before: 0 };
        let mut line = format!("duplicate {}", operand::hex(name.as_bytes()));
        match &call {
            None => line += " -",
            Some(AnyStmt::Made(made)) => match &**made {
                MadeStmt::Call { target: None, callee, args } => {
                    operand::takes(callee, args)?;
                    if operand::result_shape(callee) != Shape::Number {
                        let callee = callee.text();
                        return refused(format!(
                            "`{callee}` cannot pick a body: it does not return a number"
                        ));
                    }
                    let _ = write!(line, " {} {}", position.function(callee)?, args.len());
                    for it in args {
                        let _ = write!(line, " {}", position.value(it)?);
                    }
                }
                _ => return refused("what picks a body is a call without a target"),
            },
            Some(AnyStmt::There(_)) => return refused("what picks a body is a new call"),
        }
        let _ = writeln!(log.lines, "{line}");
        log.has_copy = true;
        Ok(())
    })?;
    one(lua, FunctionRef { is_copy: true, ..it.clone() })
}

/// A new variable of the function at hand.
pub(crate) fn new_variable(lua: &Lua, ty: &Tree, name: Option<&str>) -> mlua::Result<Tree> {
    let made = operand::made_type(ty)?;
    if !matches!(operand::shape_of_type(ty), Shape::Number | Shape::Pointer | Shape::Aggregate) {
        return refused(format!("there are no variables of type `{}`", ty.text()));
    }
    edit(lua, None, |log, function| {
        if matches!(made, MadeType::Unit(_)) && !Rc::ptr_eq(&ty.source, &function.source) {
            return refused(format!("the type `{}` belongs to what was looked at before", ty.text()));
        }
        let number = log.variables;
        log.variables += 1;
        let shown = name.map_or_else(|| format!("script_tmp.{number}"), str::to_owned);
        let kind = if name.is_some() { "local" } else { "temporary" };
        let (ty, hex) = (operand::type_word(made), operand::hex(shown.as_bytes()));
        let _ = writeln!(log.lines, "variable {number} {ty} {kind} {hex}");
        Ok(function.tree(What::Made(Rc::new(Made::Variable {
            of: function.id,
            number,
            ty: made,
            name: shown,
        }))))
    })
}

/// The type of an `int`, for trees that need no more.
pub(crate) const INT: MadeType = MadeType::Builtin(Builtin::INT);

/// Whether a local is a variable that can be set more than once.
pub(crate) fn is_settable(kind: LocalKind) -> bool {
    !matches!(kind, LocalKind::Chain | LocalKind::Alias)
}

/// Whether a type is one of a function.
pub(crate) fn function_kind(tree: &Tree) -> Option<&TypeKind> {
    let symbol = tree.symbol()?;
    Some(&tree.in_unit().types[symbol.ty.index()].kind)
}
