//! Edges between basic blocks, as scripts see them: how control goes from one block to the next, and the jump of the
//! source that an edge is all that is left of.

use crate::api::{Arguments, Row, call, get};
use crate::edits;
use crate::source::{At, BlockRef};
use gmc_ir::body::{Edge, EdgeFlags};
use gmc_ir::id::BlockId;
use mlua::{AnyUserData, IntoLua, Lua, MetaMethod, MultiValue, UserData, UserDataMethods, Value};

/// The `index`-th way out of a block.
#[derive(Clone, PartialEq)]
pub(crate) struct EdgeRef {
    pub(crate) src: BlockRef,
    pub(crate) index: usize,
}

pub(crate) const ROWS: &[Row<EdgeRef>] = &[
    get("src", "the block that it comes from", |lua, it| it.src.clone().into_lua(lua)),
    get("dest", "the block that it goes to", |lua, it| it.dest().into_lua(lua)),
    get(
        "kind",
        "how control goes there: `fallthru`, `true`, `false`, `case`, `return`, `eh`, `abnormal`",
        |lua, it| it.kind().into_lua(lua),
    ),
    call(
        "location",
        "",
        "the file, the line and the column of the `goto`, `break` or `continue` that became of it; nothing without one",
        location,
    ),
    get(
        "has_own_place",
        "in a build, whether no statement of the blocks up to its source comes from the very place of that jump",
        |lua, it| it.flags().contains(EdgeFlags::OWN_PLACE).into_lua(lua),
    ),
    call(
        "insert",
        "new",
        "an edit: puts a new statement where only this edge comes by; false where GCC cannot split the edge",
        edits::insert_on_edge,
    ),
];

fn location(lua: &Lua, it: &EdgeRef, _: Arguments) -> mlua::Result<MultiValue> {
    let unit = it.src.function.in_unit();
    let place = it.record().and_then(|edge| unit.places.get(edge.place.index())).filter(|it| !it.is_none());
    let Some(place) = place else { return Ok(MultiValue::new()) };
    let values =
        [unit.str(place.file).into_lua(lua)?, place.line.into_lua(lua)?, place.column.into_lua(lua)?];
    Ok(MultiValue::from_iter(values))
}

impl EdgeRef {
    /// Its record; none for the edge from the entry.
    fn record(&self) -> Option<&Edge> {
        match self.src.at {
            At::Block(id) => self.src.function.body().blocks[id.index()].edges.get(self.index),
            At::Entry | At::Exit => None,
        }
    }

    pub(crate) fn flags(&self) -> EdgeFlags {
        self.record().map_or(EdgeFlags::FALLTHRU, |it| it.flags)
    }

    pub(crate) fn dest(&self) -> BlockRef {
        let to = self.record().map_or(Some(BlockId(0)), |it| it.to);
        self.src.function.block(to.map_or(At::Exit, At::Block))
    }

    pub(crate) fn kind(&self) -> &'static str {
        let names = [
            (EdgeFlags::WHEN_TRUE, "true"),
            (EdgeFlags::WHEN_FALSE, "false"),
            (EdgeFlags::EH, "eh"),
            (EdgeFlags::ABNORMAL, "abnormal"),
            (EdgeFlags::ABNORMAL_CALL, "abnormal"),
            (EdgeFlags::FALLTHRU, "fallthru"),
        ];
        let otherwise = if self.dest().at == At::Exit { "return" } else { "case" };
        let flags = self.flags();
        names.iter().find(|it| flags.contains(it.0)).map_or(otherwise, |it| it.1)
    }
}

impl UserData for EdgeRef {
    fn add_fields<F: mlua::UserDataFields<EdgeRef>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_edge");
    }

    fn add_methods<M: UserDataMethods<EdgeRef>>(methods: &mut M) {
        crate::api::add_rows(methods, ROWS);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| {
            Ok(format!("<bb {}> -> <bb {}>", it.src.index(), it.dest().index()))
        });
        methods.add_meta_function(MetaMethod::Eq, |_, (a, b): (AnyUserData, AnyUserData)| {
            match (a.borrow::<EdgeRef>(), b.borrow::<EdgeRef>()) {
                (Ok(a), Ok(b)) => Ok(*a == *b),
                _ => Ok(false),
            }
        });
    }
}

impl mlua::FromLua for EdgeRef {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<EdgeRef> {
        Ok(AnyUserData::from_lua(value, lua)?.borrow::<EdgeRef>()?.clone())
    }
}
