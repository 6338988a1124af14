//! Callbacks of a script at statements, blocks, calls, accesses, switches of threads and choices, and their filters.
//!
//! Filters are compiled once for each program into a mask for each operation: a bit for each callback that wants it. A
//! function of which no operation is wanted has no mask. So what no callback wants costs a look at a table; and where
//! nothing of the program is wanted, the interpreter runs as if there were no script.
//!
//! **Invariant:** a mask says of each operation which callbacks may want it. What only the running program knows (the
//! thread, the object that is accessed) is decided when a thread stands there.

use super::glob;
use crate::codes;
use gmc_ir::body::{Stmt, StmtKind};
use gmc_ir::id::{BlockId, StmtIndex};
use gmc_model::ThreadId;
use gmc_vm::Compiled;
use gmc_vm::code::{CalleeRef, Code, Op, Rare};
use mlua::{Function, Table, Value};
use std::rc::Rc;

/// When a callback is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Before each statement.
    Statement,
    /// At the start of each basic block.
    Block,
    /// Before each call.
    Call,
    /// Before each access to memory.
    Access,
    /// Another thread goes on.
    Switch,
    /// There are several ways to go on.
    Choice,
}

/// What a callback wants to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    function: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    code: Option<String>,
    callee: Option<String>,
    /// The variable that an access is to.
    pub(crate) variable: Option<String>,
    /// Writes, or reads.
    pub(crate) write: Option<bool>,
    pub(crate) thread: Option<ThreadId>,
}

/// What scripts call the fields of a filter.
pub(crate) const FIELDS: &[&str] = &["fn", "file", "line", "code", "callee", "variable", "write", "thread"];

/// A callback.
#[derive(Clone)]
pub(crate) struct Callback {
    pub(crate) when: When,
    pub(crate) function: Function,
    pub(crate) filter: Filter,
}

/// Which callbacks want the operations of a function, by operation.
pub(crate) type Mask = Box<[u32]>;

/// Which callbacks want which operation, by function; none of a function of which nothing is wanted.
pub(crate) type Masks = Rc<[Option<Mask>]>;

/// All callbacks of a script, in the order of their setting.
#[derive(Default)]
pub(crate) struct Callbacks {
    list: Rc<Vec<Callback>>,
    /// None until they are asked for.
    masks: Option<(Masks, bool)>,
}

/// There are as many callbacks at most as a mask has bits.
const MOST: usize = 32;

impl Filter {
    /// Reads a filter from a table.
    pub(crate) fn read(table: Option<&Table>) -> mlua::Result<Filter> {
        let mut filter = Filter::default();
        let Some(table) = table else { return Ok(filter) };
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            let name = key.as_string().map(|it| it.to_string_lossy()).unwrap_or_default();
            let text = || match &value {
                Value::String(it) => Ok(Some(it.to_string_lossy())),
                _ => wrong(&name, "a text"),
            };
            let number = || match &value {
                Value::Integer(it) if (0..=i64::from(u32::MAX)).contains(it) => Ok(*it as u32),
                _ => wrong(&name, "a number"),
            };
            match name.as_str() {
                "fn" => filter.function = text()?,
                "file" => filter.file = text()?,
                "code" => filter.code = text()?,
                "callee" => filter.callee = text()?,
                "variable" => filter.variable = text()?,
                "line" => filter.line = Some(number()?),
                "thread" => filter.thread = Some(ThreadId(number()?)),
                "write" => match value {
                    Value::Boolean(it) => filter.write = Some(it),
                    _ => return wrong(&name, "true or false"),
                },
                _ => {
                    let known = FIELDS.join("`, `");
                    let text = format!("a filter has no `{}`: it has `{known}`", key.to_string()?);
                    return Err(mlua::Error::runtime(text));
                }
            }
        }
        Ok(filter)
    }

    /// Whether functions of this code may be wanted.
    fn wants_function(&self, compiled: &Compiled, code: &Code) -> bool {
        if code.modelled || code.body(&compiled.program).is_none() {
            return false;
        }
        let name = gmc_ir::text::without_parameters(compiled.program.name(code.global));
        self.function.as_ref().is_none_or(|it| glob::matches(it, name))
    }

    /// Whether it lets some statements of a function through, and others not.
    pub(crate) fn has_place(&self) -> bool {
        self.file.is_some() || self.line.is_some() || self.code.is_some()
    }

    /// Whether a statement may be wanted.
    pub(crate) fn wants_statement(&self, compiled: &Compiled, code: &Code, stmt: &Stmt) -> bool {
        let unit = compiled.program.unit(code.global.unit);
        let place = unit.places.get(stmt.place.index());
        let file = || place.map_or("", |it| unit.str(it.file));
        self.line.is_none_or(|line| place.is_some_and(|it| it.line == line))
            && self.file.as_ref().is_none_or(|it| {
                let file = file();
                file == it || file.strip_suffix(it.as_str()).is_some_and(|rest| rest.ends_with('/'))
            })
            && self.code.as_ref().is_none_or(|it| glob::matches(it, codes::of_stmt(unit, &stmt.kind)))
    }

    /// Whether a call may be wanted.
    fn wants_call(&self, compiled: &Compiled, callee: &CalleeRef) -> bool {
        let Some(pattern) = &self.callee else { return true };
        // What a pointer points to is known when it is called.
        callee_name(compiled, callee).is_none_or(|name| glob::matches(pattern, name))
    }

    /// Whether a call of a function of this name is wanted.
    pub(crate) fn wants_callee(&self, name: Option<&str>) -> bool {
        self.callee.as_ref().is_none_or(|it| name.is_some_and(|name| glob::matches(it, name)))
    }
}

fn wrong<T>(name: &str, wanted: &str) -> mlua::Result<T> {
    Err(mlua::Error::runtime(format!("`{name}` of a filter is {wanted}")))
}

/// The function that a call names; none of a call through a pointer.
pub(crate) fn callee_name<'c>(compiled: &'c Compiled, callee: &CalleeRef) -> Option<&'c str> {
    Some(match callee {
        CalleeRef::Code(code) => {
            gmc_ir::text::without_parameters(compiled.program.name(compiled.codes[*code].global))
        }
        CalleeRef::Native(id) => compiled.library.get(*id).name,
        CalleeRef::Missing(_) | CalleeRef::Pointer(_) => return None,
    })
}

/// Whether a statement does nothing, so that no operation begins with it.
fn is_idle(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Begin | StmtKind::Nop | StmtKind::Predict | StmtKind::Label(_))
}

/// The statements that begin with an operation, in order.
pub(crate) fn statements<'c>(compiled: &'c Compiled, code: &'c Code, at: usize) -> Vec<(BlockId, StmtIndex)> {
    let Some(body) = code.body(&compiled.program) else { return Vec::new() };
    let mut out = Vec::new();
    for ((mut block, mut index), count) in code.source.beginning_with(at) {
        let mut left = count;
        while left > 0 && block.index() < body.blocks.len() {
            match body.blocks[block.index()].stmts.get(index.index()) {
                Some(stmt) => {
                    if !is_idle(&stmt.kind) {
                        out.push((block, index));
                        left -= 1;
                    }
                    index.0 += 1;
                }
                None => (block, index) = (BlockId(block.0 + 1), StmtIndex(0)),
            }
        }
    }
    out
}

/// Whether a statement is the first of its block that does anything.
pub(crate) fn is_first(code: &Code, compiled: &Compiled, (block, index): (BlockId, StmtIndex)) -> bool {
    let body = code.body(&compiled.program).expect("it has statements");
    body.blocks[block.index()].stmts[..index.index()].iter().all(|it| is_idle(&it.kind))
}

/// Whether an operation may access memory of the program.
fn is_access(code: &Code, op: &Op) -> bool {
    match op {
        Op::Rare { rare } => matches!(
            code.tables.rare[*rare as usize],
            Rare::LoadWide { .. }
                | Rare::StoreWide { .. }
                | Rare::LoadBits { .. }
                | Rare::StoreBits { .. }
                | Rare::Copy { .. }
                | Rare::Zero { .. }
        ),
        op => op.is_access(),
    }
}

impl Callbacks {
    pub(crate) fn add(&mut self, callback: Callback) -> mlua::Result<()> {
        if self.list.len() >= MOST {
            let text = format!("there are {MOST} callbacks already: `gvm.clear_callback` takes one away");
            return Err(mlua::Error::runtime(text));
        }
        Rc::make_mut(&mut self.list).push(callback);
        self.masks = None;
        Ok(())
    }

    /// Takes away all callbacks of a function. Whether there was one.
    pub(crate) fn remove(&mut self, function: &Function) -> bool {
        let before = self.list.len();
        Rc::make_mut(&mut self.list).retain(|it| it.function != *function);
        self.masks = None;
        self.list.len() < before
    }

    /// All of them, by their bits in masks.
    pub(crate) fn list(&self) -> Rc<Vec<Callback>> {
        self.list.clone()
    }

    /// Callbacks that are called between steps.
    pub(crate) fn between(&self, when: When) -> Vec<Callback> {
        self.list.iter().filter(|it| it.when == when).cloned().collect()
    }

    /// Masks of this program, and whether there is any.
    pub(crate) fn masks(&mut self, compiled: &Compiled) -> (Masks, bool) {
        if let Some(known) = &self.masks {
            return known.clone();
        }
        let masks: Masks = compiled.codes.iter().map(|code| self.mask(compiled, code)).collect();
        let any = masks.iter().any(Option::is_some);
        self.masks = Some((masks.clone(), any));
        (masks, any)
    }

    /// Whether masks are known: they are not after a callback was set or cleared.
    pub(crate) fn are_known(&self) -> bool {
        self.masks.is_some()
    }

    /// Forgets masks: they are of another program.
    pub(crate) fn forget_masks(&mut self) {
        self.masks = None;
    }

    fn mask(&self, compiled: &Compiled, code: &Code) -> Option<Mask> {
        let mut mask = vec![0_u32; code.ops.len()];
        for (bit, it) in self.list.iter().enumerate() {
            if matches!(it.when, When::Switch | When::Choice) || !it.filter.wants_function(compiled, code) {
                continue;
            }
            (0..code.ops.len()).for_each(|at| {
                if it.may_want(compiled, code, at) {
                    mask[at] |= 1 << bit;
                }
            });
        }
        mask.iter().any(|&it| it != 0).then(|| mask.into_boxed_slice())
    }
}

impl Callback {
    fn may_want(&self, compiled: &Compiled, code: &Code, at: usize) -> bool {
        let body = code.body(&compiled.program).expect("functions without a body are not wanted");
        let stmt = |(block, index): (BlockId, StmtIndex)| &body.blocks[block.index()].stmts[index.index()];
        let is_placed = |stmt: &Stmt| self.filter.wants_statement(compiled, code, stmt);
        match self.when {
            When::Statement => statements(compiled, code, at).into_iter().any(|it| is_placed(stmt(it))),
            When::Block => {
                let all = statements(compiled, code, at);
                all.into_iter().any(|it| is_first(code, compiled, it) && is_placed(stmt(it)))
            }
            When::Call => {
                let Op::Call { call } = code.ops[at] else { return false };
                let callee = &code.tables.calls[call as usize].callee;
                self.filter.wants_call(compiled, callee) && self.is_near(compiled, code, at)
            }
            When::Access => is_access(code, &code.ops[at]) && self.is_near(compiled, code, at),
            When::Switch | When::Choice => false,
        }
    }

    /// Whether the statement that an operation is part of may be wanted, as far as its place goes.
    fn is_near(&self, compiled: &Compiled, code: &Code, at: usize) -> bool {
        let begins = (0..=at).rev().find(|&it| code.source.statements[it] > 0);
        let Some(stmt) = begins.and_then(|it| statements(compiled, code, it).pop()) else { return true };
        let body = code.body(&compiled.program).expect("it has statements");
        self.filter.wants_statement(compiled, code, &body.blocks[stmt.0.index()].stmts[stmt.1.index()])
    }
}
