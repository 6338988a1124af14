//! Functions, as scripts see them.

use crate::api::{Row, call, get};
use crate::edits;
use crate::source::{At, BlockRef, FunctionRef, Tree, What};
use gmc_ir::expr::Expr;
use gmc_ir::unit::SymbolFlags;
use mlua::{AnyUserData, IntoLua, Lua, MetaMethod, UserData, UserDataMethods, Value};
use std::collections::BTreeSet;

pub(crate) const ROWS: &[Row<FunctionRef>] = &[
    get("ptr", "a number that is its own in the program", |lua, it| {
        (u64::from(it.unit.0) << 32 | u64::from(it.id.0)).into_lua(lua)
    }),
    get("name", "its name, without parameters", |lua, it| it.name().into_lua(lua)),
    get("decl", "its declaration", |lua, it| it.tree(What::Symbol(it.body().symbol)).into_lua(lua)),
    get("unit", "the translation unit that it is part of", |lua, it| {
        crate::program::UnitRef::of(it).into_lua(lua)
    }),
    get("entryblock", "the entry: an empty block before the first one", |lua, it| {
        it.block(At::Entry).into_lua(lua)
    }),
    get("exitblock", "the exit: an empty block behind all returns", |lua, it| {
        it.block(At::Exit).into_lua(lua)
    }),
    get("n_basicblocks", "how many blocks there are, the entry and the exit included", |lua, it| {
        it.blocks().count().into_lua(lua)
    }),
    get("basicblocks", "a list of all blocks, the entry first, the exit last", |lua, it| {
        lua.create_sequence_from(it.blocks())?.into_lua(lua)
    }),
    get("n_edges", "how many edges there are", |lua, it| it.edges().len().into_lua(lua)),
    get("edges", "a list of all edges as pairs: source and destination", edges),
    get("params", "a list of its parameters", |lua, it| {
        let params = it.body().params.iter().map(|param| it.tree(What::Local(it.id, *param)));
        lua.create_sequence_from(params)?.into_lua(lua)
    }),
    get("locals", "a list of its parameters, variables and temporaries", |lua, it| {
        let count = it.body().locals.len() as u32;
        let locals = (0..count).map(|at| it.tree(What::Local(it.id, gmc_ir::id::LocalId(at))));
        lua.create_sequence_from(locals)?.into_lua(lua)
    }),
    get(
        "referenced",
        "a list of the variables that its statements mention, in the order of the first mention",
        |lua, it| lua.create_sequence_from(it.referenced())?.into_lua(lua),
    ),
    get("location", "the file and the line of its declaration", |lua, it| {
        crate::facts::location(lua, &it.tree(What::Symbol(it.body().symbol)))
    }),
    get("end_line", "the line of its closing brace", |lua, it| {
        let end = it.in_unit().places.get(it.body().end.index()).filter(|it| !it.is_none());
        end.map(|it| it.line).into_lua(lua)
    }),
    get(
        "unique_id",
        "a number that is its own in every unit of a build, and the same in the next one",
        |lua, it| crate::shared::unique_id(it).into_lua(lua),
    ),
    call(
        "duplicate_body",
        "tmpvar, dist",
        "an edit: a second copy of the body, and a block in front that calls `dist` to pick one; the copy is returned",
        edits::duplicate_body,
    ),
];

fn edges(lua: &Lua, it: &FunctionRef) -> mlua::Result<Value> {
    let list = lua.create_table()?;
    for (from, to) in it.edges() {
        list.push(lua.create_sequence_from([from, to])?)?;
    }
    list.into_lua(lua)
}

impl FunctionRef {
    /// All blocks, the entry first, the exit last.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = BlockRef> + use<> {
        std::iter::successors(Some(self.block(At::Entry)), |it| it.neighbour(1))
    }

    fn edges(&self) -> Vec<(BlockRef, BlockRef)> {
        let of = |block: BlockRef| block.successors().into_iter().map(move |it| (block.clone(), it.0));
        self.blocks().flat_map(of).collect()
    }

    /// The variables that statements mention.
    fn referenced(&self) -> Vec<Tree> {
        let body = self.body();
        let (mut seen, mut out) = (BTreeSet::new(), Vec::new());
        let mut left = Vec::new();
        for (_, _, stmt) in body.stmts() {
            stmt.kind.each_expr(|it| left.push(it));
            left.reverse();
            while let Some(expr) = left.pop() {
                if !seen.insert(expr) {
                    continue;
                }
                let tree = self.expr(expr);
                let is_function = tree.symbol().is_some_and(|it| it.flags.contains(SymbolFlags::FUNCTION));
                if matches!(body.exprs[expr.index()], Expr::Local(_) | Expr::Symbol(_)) && !is_function {
                    out.push(tree);
                }
                let mut operands = Vec::new();
                body.exprs[expr.index()].each_operand(|it| operands.push(it));
                left.extend(operands.into_iter().rev());
            }
        }
        out
    }

    /// Its declaration: `int foo (int)`.
    pub(crate) fn declaration(&self) -> String {
        let unit = self.in_unit();
        let ty = unit.symbols[self.body().symbol.index()].ty;
        gmc_ir::text::declaration(unit, ty, &format!("{} ", self.name()))
    }
}

impl UserData for FunctionRef {
    fn add_fields<F: mlua::UserDataFields<FunctionRef>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_function");
    }

    fn add_methods<M: UserDataMethods<FunctionRef>>(methods: &mut M) {
        crate::api::add_rows(methods, ROWS);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| Ok(it.declaration()));
        methods.add_meta_function(MetaMethod::Eq, |_, (a, b): (AnyUserData, AnyUserData)| {
            match (a.borrow::<FunctionRef>(), b.borrow::<FunctionRef>()) {
                (Ok(a), Ok(b)) => Ok(*a == *b),
                _ => Ok(false),
            }
        });
    }
}

impl mlua::FromLua for FunctionRef {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<FunctionRef> {
        Ok(AnyUserData::from_lua(value, lua)?.borrow::<FunctionRef>()?.clone())
    }
}
