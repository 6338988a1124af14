//! Statements, as scripts see them.

use crate::api::{Arguments, Row, call, get, one};
use crate::codes;
use crate::edits;
use crate::made::{AnyStmt, MadeStmt};
use crate::source::{At, StmtRef, Tree, What};
use gmc_ir::body::{CallFlags, Callee, EdgeFlags, StmtKind};
use gmc_ir::expr::Expr;
use gmc_ir::id::{BlockId, ExprId};
use mlua::{AnyUserData, IntoLua, Lua, MetaMethod, MultiValue, Table, UserData, UserDataMethods, Value};

pub(crate) const ROWS: &[Row<AnyStmt>] = &[
    get("ptr", "a number that is its own in its function", |lua, it| it.there().map(identity).into_lua(lua)),
    get("codename", "its code by name: `gimple_assign`, `gimple_call`, `gimple_cond` …", |lua, it| {
        it.code().into_lua(lua)
    }),
    get("basicblock", "the block that it stands in", |lua, it| {
        it.there().map(|it| it.block.clone()).into_lua(lua)
    }),
    get("n_operands", "how many operands it has", |lua, it| it.operands().len().into_lua(lua)),
    call("operand", "i", "the i-th operand, from 0: what is set, then what is used", operand),
    get("exprcode", "of an assignment or condition, the code of what is computed", |lua, it| {
        it.expression_code().into_lua(lua)
    }),
    call("location", "", "the file, the line and the column that it comes from", location),
    call("tuple", "", "its code and its parts, as the table of tuples says", tuple),
    get("lhs", "what it sets", |lua, it| it.target().into_lua(lua)),
    get("callee", "of a call, the function that is called, or the pointer to it", |lua, it| {
        it.callee().into_lua(lua)
    }),
    get("callee_name", "of a call, the name of the function that is called", |lua, it| {
        it.callee_name().into_lua(lua)
    }),
    get("args", "of a call, a list of its arguments", |lua, it| match it.arguments() {
        Some(arguments) => lua.create_sequence_from(arguments)?.into_lua(lua),
        None => Ok(Value::Nil),
    }),
    get("ends_scope", "whether it says that the storage of a variable ends or is not set", |lua, it| {
        it.there().is_some_and(|it| matches!(it.stmt().kind, StmtKind::Clobber { .. })).into_lua(lua)
    }),
    get(
        "may_leave",
        "whether the function may end there although no edge says so: a call that may not come back, volatile assembly",
        |lua, it| it.there().is_some_and(may_leave).into_lua(lua),
    ),
    call("remove", "", "an edit: takes it out of its block", edits::remove),
    call(
        "replace_callee",
        "fn_decl",
        "an edit: lets a call be one of another function",
        edits::replace_callee,
    ),
];

fn operand(lua: &Lua, it: &AnyStmt, mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let at: usize = arguments.take(lua, "a number from 0")?;
    let operands = it.operands();
    let Some(found) = operands.get(at) else {
        let text = format!("`{}` has no operand {at}: it has {}", it.text(), operands.len());
        return Err(mlua::Error::runtime(text));
    };
    one(lua, found.clone())
}

fn location(lua: &Lua, it: &AnyStmt, _: Arguments) -> mlua::Result<MultiValue> {
    let Some((file, line, column)) = it.there().and_then(StmtRef::place) else {
        return Ok(MultiValue::new());
    };
    Ok(MultiValue::from_iter([file.into_lua(lua)?, line.into_lua(lua)?, column.into_lua(lua)?]))
}

fn may_leave(it: &StmtRef) -> bool {
    match &it.stmt().kind {
        StmtKind::Call(call) => !call.flags.contains(CallFlags::COMES_BACK),
        StmtKind::Asm(asm) => asm.volatile || asm.basic,
        _ => false,
    }
}

fn identity(it: &StmtRef) -> u64 {
    u64::from(it.block.index()) << 32 | u64::from(it.index.0)
}

/// The block that an edge of a statement's block leads to.
fn edge(it: &StmtRef, flag: EdgeFlags) -> Option<crate::source::BlockRef> {
    it.block.successors().into_iter().find(|(_, flags)| flags.contains(flag)).map(|it| it.0)
}

fn tuple(lua: &Lua, it: &AnyStmt, _: Arguments) -> mlua::Result<MultiValue> {
    let mut out = vec![it.code().into_lua(lua)?];
    let mut add = |value: mlua::Result<Value>| value.map(|it| out.push(it));
    let trees = |trees: Vec<Tree>| lua.create_sequence_from(trees).and_then(|it| it.into_lua(lua));
    let there = it.there();
    match (it.code().as_str(), there.map(|it| &it.stmt().kind)) {
        ("gimple_assign", _) => {
            add(it.target().into_lua(lua))?;
            add(it.expression_code().into_lua(lua))?;
            for operand in it.operands().into_iter().skip(1) {
                add(operand.into_lua(lua))?;
            }
        }
        ("gimple_call", _) => {
            add(it.target().into_lua(lua))?;
            match it.callee() {
                Some(callee) => add(callee.into_lua(lua))?,
                None => add(it.callee_name().into_lua(lua))?,
            }
            add(trees(it.arguments().unwrap_or_default()))?;
        }
        ("gimple_cond", _) => {
            let operands = it.operands();
            add(operands.first().cloned().into_lua(lua))?;
            add(it.expression_code().into_lua(lua))?;
            add(operands.get(1).cloned().into_lua(lua))?;
            let there = there.expect("conditions are never made");
            add(edge(there, EdgeFlags::WHEN_TRUE).into_lua(lua))?;
            add(edge(there, EdgeFlags::WHEN_FALSE).into_lua(lua))?;
        }
        (_, Some(StmtKind::Switch { cases, default, .. })) => {
            let there = there.expect("a statement of the function");
            let block = |it: BlockId| there.function().block(At::Block(it));
            add(it.operands().first().cloned().into_lua(lua))?;
            let list = lua.create_table()?;
            for case in cases {
                let row = lua.create_table()?;
                row.set("low", case.low as i64)?;
                row.set("high", case.high as i64)?;
                row.set("block", block(case.block))?;
                list.push(row)?;
            }
            add(list.into_lua(lua))?;
            add(block(*default).into_lua(lua))?;
        }
        (_, Some(StmtKind::Label(_))) => add(it.text().trim_end_matches(':').into_lua(lua))?,
        (crate::source::PHI, _) => {
            let operands = it.operands();
            add(operands.first().cloned().into_lua(lua))?;
            add(phi(lua, there.expect("a φ is never made"), &operands)?.into_lua(lua))?;
        }
        _ => {
            for operand in it.operands() {
                add(operand.into_lua(lua))?;
            }
        }
    }
    Ok(MultiValue::from_vec(out))
}

/// The arguments of a φ with the blocks that they come from: its operands are the result, and then pairs.
fn phi(lua: &Lua, it: &StmtRef, operands: &[Tree]) -> mlua::Result<Table> {
    let list = lua.create_table()?;
    for pair in operands[1..].chunks_exact(2) {
        let row = lua.create_table()?;
        row.set("value", pair[0].clone())?;
        if let Some(Expr::Integer { value, .. }) = pair[1].expr() {
            let from = u32::try_from(*value).map_or(At::Entry, |it| At::Block(BlockId(it)));
            row.set("from", it.function().block(from))?;
        }
        list.push(row)?;
    }
    Ok(list)
}

impl AnyStmt {
    pub(crate) fn there(&self) -> Option<&StmtRef> {
        match self {
            AnyStmt::There(it) => Some(it),
            AnyStmt::Made(_) => None,
        }
    }

    /// GCC's name of its code.
    pub(crate) fn code(&self) -> String {
        match self {
            AnyStmt::There(it) => codes::of_stmt(it.function().in_unit(), &it.stmt().kind).to_owned(),
            AnyStmt::Made(it) => match **it {
                MadeStmt::Assign { .. } => "gimple_assign",
                MadeStmt::Call { .. } => "gimple_call",
            }
            .to_owned(),
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            AnyStmt::There(it) => it.text(),
            AnyStmt::Made(it) => it.text(),
        }
    }

    pub(crate) fn target(&self) -> Option<Tree> {
        match self {
            AnyStmt::There(it) => match &it.stmt().kind {
                StmtKind::Assign { target, .. } | StmtKind::Clobber { target, .. } => {
                    Some(it.function().expr(*target))
                }
                StmtKind::Call(call) => call.target.map(|target| it.function().expr(target)),
                StmtKind::Other { operands, .. } if it.is_phi() => {
                    operands.first().map(|target| it.function().expr(*target))
                }
                _ => None,
            },
            AnyStmt::Made(it) => match &**it {
                MadeStmt::Assign { target, .. } => Some(target.clone()),
                MadeStmt::Call { target, .. } => target.clone(),
            },
        }
    }

    /// What is called: a function where its name stands there, otherwise a pointer.
    pub(crate) fn callee(&self) -> Option<Tree> {
        match self {
            AnyStmt::There(it) => {
                let StmtKind::Call(call) = &it.stmt().kind else { return None };
                let Callee::Function(callee) = call.callee else { return None };
                let tree = it.function().expr(callee);
                match tree.expr() {
                    Some(Expr::AddressOf { place, .. }) => match it.function().expr(*place) {
                        function @ Tree { what: What::Symbol(_), .. } => Some(function),
                        _ => Some(tree),
                    },
                    _ => Some(tree),
                }
            }
            AnyStmt::Made(it) => match &**it {
                MadeStmt::Call { callee, .. } => Some(callee.clone()),
                MadeStmt::Assign { .. } => None,
            },
        }
    }

    fn callee_name(&self) -> Option<String> {
        if let AnyStmt::There(it) = self
            && let StmtKind::Call(call) = &it.stmt().kind
            && let Callee::Internal(name) = call.callee
        {
            return Some(it.function().in_unit().str(name).to_owned());
        }
        self.callee().filter(|it| it.code() == "function_decl")?.decl_name()
    }

    pub(crate) fn arguments(&self) -> Option<Vec<Tree>> {
        match self {
            AnyStmt::There(it) => match &it.stmt().kind {
                StmtKind::Call(call) => Some(call.args.iter().map(|arg| it.function().expr(*arg)).collect()),
                _ => None,
            },
            AnyStmt::Made(it) => match &**it {
                MadeStmt::Call { args, .. } => Some(args.clone()),
                MadeStmt::Assign { .. } => None,
            },
        }
    }

    fn expression_code(&self) -> Option<String> {
        match self {
            AnyStmt::There(it) => match &it.stmt().kind {
                StmtKind::Assign { value, .. } => Some(it.function().expr(*value).code()),
                StmtKind::Clobber { .. } => Some("constructor".to_owned()),
                StmtKind::Cond { op, .. } => Some(codes::of_binary(*op).to_owned()),
                _ => None,
            },
            AnyStmt::Made(it) => match &**it {
                MadeStmt::Assign { op, operands, .. } => {
                    op.clone().or_else(|| operands.first().map(Tree::code))
                }
                MadeStmt::Call { .. } => None,
            },
        }
    }

    /// What is set, and then what is used.
    pub(crate) fn operands(&self) -> Vec<Tree> {
        let AnyStmt::There(it) = self else {
            let mut all: Vec<Tree> = self.target().into_iter().chain(self.callee()).collect();
            if let AnyStmt::Made(made) = self {
                all.extend(match &**made {
                    MadeStmt::Assign { operands, .. } => operands.clone(),
                    MadeStmt::Call { args, .. } => args.clone(),
                });
            }
            return all;
        };
        let tree = |expr: ExprId| it.function().expr(expr);
        match &it.stmt().kind {
            StmtKind::Assign { target, value } => {
                let value = tree(*value);
                let is_operation =
                    ["unary", "binary", "comparison"].iter().any(|class| value.is_class(class));
                let parts = if is_operation { value.operands() } else { vec![value] };
                [tree(*target)].into_iter().chain(parts).collect()
            }
            StmtKind::Call(_) => {
                let called = self.target().into_iter().chain(self.callee());
                called.chain(self.arguments().unwrap_or_default()).collect()
            }
            kind => {
                let mut all = Vec::new();
                kind.each_expr(|expr| all.push(tree(expr)));
                all
            }
        }
    }
}

impl MadeStmt {
    fn text(&self) -> String {
        let list = |trees: &[Tree]| trees.iter().map(Tree::text).collect::<Vec<_>>().join(", ");
        match self {
            MadeStmt::Assign { target, op, operands } => {
                let op = op.as_ref().map_or(String::new(), |it| format!("{it} "));
                format!("{} = {op}{};", target.text(), list(operands))
            }
            MadeStmt::Call { target, callee, args } => {
                let target = target.as_ref().map_or(String::new(), |it| format!("{} = ", it.text()));
                format!("{target}{} ({});", callee.text(), list(args))
            }
        }
    }
}

impl UserData for AnyStmt {
    fn add_fields<F: mlua::UserDataFields<AnyStmt>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_gimple");
    }

    fn add_methods<M: UserDataMethods<AnyStmt>>(methods: &mut M) {
        crate::api::add_rows(methods, ROWS);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| Ok(it.text()));
        methods.add_meta_function(MetaMethod::Eq, |_, (a, b): (AnyUserData, AnyUserData)| {
            match (a.borrow::<AnyStmt>(), b.borrow::<AnyStmt>()) {
                (Ok(a), Ok(b)) => Ok(a.there().is_some() && a.there() == b.there()),
                _ => Ok(false),
            }
        });
    }
}

impl mlua::FromLua for AnyStmt {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<AnyStmt> {
        Ok(AnyUserData::from_lua(value, lua)?.borrow::<AnyStmt>()?.clone())
    }
}
