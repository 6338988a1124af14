//! Basic blocks, as scripts see them. The entry and the exit are blocks of their own, which are empty, as in GCC.

use crate::api::{Arguments, Row, call, get, one};
use crate::edge::EdgeRef;
use crate::edits;
use crate::flow;
use crate::made::AnyStmt;
use crate::source::{At, BlockRef};
use gmc_ir::body::{EdgeFlags, StmtKind};
use gmc_ir::id::BlockId;
use mlua::{AnyUserData, IntoLua, Lua, MetaMethod, MultiValue, UserData, UserDataMethods, Value};
use std::cell::Cell;

pub(crate) const ROWS: &[Row<BlockRef>] = &[
    get("ptr", "a number that is its own in its function", |lua, it| it.index().into_lua(lua)),
    get("index", "its number: 0 is the entry, 1 the exit", |lua, it| it.index().into_lua(lua)),
    get("func", "the function that it is part of", |lua, it| it.function.clone().into_lua(lua)),
    get("prev", "the block before it in the chain", |lua, it| it.neighbour(-1).into_lua(lua)),
    get("next", "the block after it in the chain: the exit is the last one", |lua, it| {
        it.neighbour(1).into_lua(lua)
    }),
    get("preds", "a list of the blocks from which control can come", |lua, it| {
        lua.create_sequence_from(it.predecessors())?.into_lua(lua)
    }),
    get("succs", "a list of the blocks to which control can go", |lua, it| {
        lua.create_sequence_from(it.successors().into_iter().map(|it| it.0))?.into_lua(lua)
    }),
    get("edges", "a list of the edges to the blocks to which control can go", |lua, it| {
        lua.create_sequence_from(it.edges())?.into_lua(lua)
    }),
    get("gslist", "an iterator over its statements, without φ", |lua, it| iterator(lua, it, |phi| !phi)),
    get("philist", "an iterator over its φ", |lua, it| iterator(lua, it, |phi| phi)),
    get("loopdepth", "how many loops it is in", |lua, it| flow::loop_depth(it).into_lua(lua)),
    get(
        "line",
        "the first line of source that a statement of it comes from, and no later block's",
        |lua, it| it.first_line().into_lua(lua),
    ),
    call(
        "edge_to",
        "block",
        "how control goes there: `fallthru`, `true`, `false`, `case`, `return`, `eh`, `abnormal`",
        edge_to,
    ),
    call(
        "insert_before",
        "ref, new",
        "an edit: puts a new statement before one of the block",
        edits::insert_before,
    ),
    call(
        "insert_after",
        "ref, new",
        "an edit: puts a new statement behind one of the block",
        edits::insert_after,
    ),
    call(
        "insert_first",
        "new",
        "an edit: puts a new statement at the start of the block, behind its labels",
        edits::insert_first,
    ),
];

/// The statements, without marks of where statements of the source begin.
fn iterator(lua: &Lua, it: &BlockRef, wants: fn(bool) -> bool) -> mlua::Result<Value> {
    let (block, next) = (it.clone(), Cell::new(0));
    let step = lua.create_function(move |_, ()| {
        let stmts = block.stmts();
        while next.get() < stmts.len() {
            let stmt = block.stmt(next.get());
            next.set(next.get() + 1);
            if !matches!(stmt.stmt().kind, StmtKind::Begin) && wants(stmt.is_phi()) {
                return Ok(Some(AnyStmt::There(stmt)));
            }
        }
        Ok(None)
    })?;
    step.into_lua(lua)
}

fn edge_to(lua: &Lua, it: &BlockRef, mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let to: BlockRef = arguments.take(lua, "a block")?;
    one(lua, it.edges().into_iter().find(|it| it.dest() == to).map(|it| it.kind()))
}

impl BlockRef {
    /// The ways out of it.
    pub(crate) fn edges(&self) -> Vec<EdgeRef> {
        let count = match self.at {
            At::Entry => 1,
            At::Exit => 0,
            At::Block(id) => self.function.body().blocks[id.index()].edges.len(),
        };
        (0..count).map(|index| EdgeRef { src: self.clone(), index }).collect()
    }

    /// The blocks that control can go to, with how.
    pub(crate) fn successors(&self) -> Vec<(BlockRef, EdgeFlags)> {
        self.edges().into_iter().map(|it| (it.dest(), it.flags())).collect()
    }

    pub(crate) fn predecessors(&self) -> Vec<BlockRef> {
        let all = std::iter::successors(Some(self.function.block(At::Entry)), |it| it.neighbour(1));
        all.filter(|it| it.successors().iter().any(|it| it.0 == *self)).collect()
    }

    /// The block before or after it in the chain.
    pub(crate) fn neighbour(&self, by: i64) -> Option<BlockRef> {
        let count = self.function.body().blocks.len() as i64;
        let place = match self.at {
            At::Entry => 0,
            At::Block(id) => i64::from(id.0) + 1,
            At::Exit => count + 1,
        };
        let at = match place + by {
            0 => At::Entry,
            it if (1..=count).contains(&it) => At::Block(BlockId(it as u32 - 1)),
            it if it == count + 1 => At::Exit,
            _ => return None,
        };
        Some(self.function.block(at))
    }

    fn first_line(&self) -> Option<u32> {
        (0..self.stmts().len()).find_map(|it| self.stmt(it).place()).map(|it| it.1)
    }
}

impl UserData for BlockRef {
    fn add_fields<F: mlua::UserDataFields<BlockRef>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_basicblock");
    }

    fn add_methods<M: UserDataMethods<BlockRef>>(methods: &mut M) {
        crate::api::add_rows(methods, ROWS);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| Ok(format!("<bb {}>", it.index())));
        methods.add_meta_function(MetaMethod::Eq, |_, (a, b): (AnyUserData, AnyUserData)| {
            match (a.borrow::<BlockRef>(), b.borrow::<BlockRef>()) {
                (Ok(a), Ok(b)) => Ok(*a == *b),
                _ => Ok(false),
            }
        });
    }
}

impl mlua::FromLua for BlockRef {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<BlockRef> {
        Ok(AnyUserData::from_lua(value, lua)?.borrow::<BlockRef>()?.clone())
    }
}
