//! The library `gcc`: what is being looked at or compiled, and the makers of what edits put into functions.

use crate::api::{Arguments, Row, call, get, none, one};
use crate::edits::{self, refused};
use crate::made::{AnyStmt, Builtin, Made, MadeStmt, Shape};
use crate::operand;
use crate::program::ProgramRef;
use crate::session::Session;
use crate::source::{FunctionRef, Source, Tree, What};
use gmc_ir::program::UnitIndex;
use mlua::{IntoLua, Lua, LuaString, MultiValue, Value};
use std::rc::Rc;

pub(crate) const ROWS: &[Row<()>] = &[
    get("cfun", "the function at hand", |lua, ()| Session::of(lua)?.current.clone().into_lua(lua)),
    get("filename", "the source file that is compiled, or the first one of the program", |lua, ()| {
        let source = Session::of(lua)?.source.clone();
        source
            .map(|it| {
                let unit = it.unit(UnitIndex(0));
                unit.str(unit.file).to_owned()
            })
            .into_lua(lua)
    }),
    get("program", "all that is looked at", |lua, ()| {
        Session::of(lua)?.source.clone().map(ProgramRef).into_lua(lua)
    }),
    get("arguments", "a list of what the user gave the script", |lua, ()| {
        Session::of(lua)?.arguments.clone().into_lua(lua)
    }),
    call(
        "parameter",
        "name, otherwise",
        "what the user has set a parameter of the script to",
        |lua, (), mut arguments| {
            let name: String = arguments.take(lua, "a name")?;
            let otherwise: Option<Value> = arguments.maybe(lua, "a value")?;
            let known = Session::of(lua)?.parameters.get(&name).cloned();
            match known {
                Some(value) => one(lua, value),
                None => one(lua, otherwise),
            }
        },
    ),
    get("compiling", "whether functions can be changed", |lua, ()| {
        Session::of(lua)?.edits.is_some().into_lua(lua)
    }),
    call(
        "quit_compilation",
        "code",
        "ends everything with an exit code, or with 0",
        |lua, (), mut arguments| {
            let code: Option<i32> = arguments.maybe(lua, "an exit code")?;
            Session::of(lua)?.quit = Some(code.unwrap_or(0));
            refused(crate::QUIT)
        },
    ),
    call("dump_stack", "", "prints the calls that the script is in", |lua, (), _| {
        let text = lua.traceback(None, 1)?.to_string_lossy();
        emit(lua, format!("{text}\n").as_bytes())
    }),
    call(
        "interactive",
        "",
        "a console in the middle of the script: lines of Lua are read until `continue` or their end",
        |lua, (), _| {
            crate::console::run(lua)?;
            none()
        },
    ),
    call("recursive_dump", "table", "prints a table with all tables in it", |lua, (), mut arguments| {
        let value: Value = arguments.take(lua, "a table")?;
        let mut text = String::new();
        dump(&value, 0, &mut text)?;
        emit(lua, text.as_bytes())
    }),
    call("static_vars", "", "a list of the variables with static storage", |lua, (), _| {
        let session = Session::of(lua)?;
        let source = session.source.clone();
        drop(session);
        let of = |it: Rc<Source>| {
            let units = (0..it.unit_count() as u32).map(UnitIndex);
            units.flat_map(|unit| crate::program::variables(&it, unit)).collect::<Vec<_>>()
        };
        one(lua, source.map(of).unwrap_or_default())
    }),
    call("functions", "", "a list of the functions with a body", |lua, (), _| {
        let source = Session::of(lua)?.source.clone();
        let all = source.map(|it| FunctionRef::all(&it).collect::<Vec<_>>());
        one(lua, all.unwrap_or_default())
    }),
    call("read", "file", "the contents of a file that the arguments name", |lua, (), mut arguments| {
        let name: String = arguments.take(lua, "the name of a file")?;
        let files = Session::of(lua)?.files.clone();
        let bytes = files.read(&name).map_err(mlua::Error::RuntimeError)?;
        one(lua, lua.create_string(bytes)?)
    }),
    call(
        "write",
        "file, text",
        "writes a file in the directory for the script's output",
        |lua, (), arguments| write(lua, arguments, false),
    ),
    call(
        "append",
        "file, text",
        "adds to such a file; what several compilations add stays whole",
        |lua, (), arguments| write(lua, arguments, true),
    ),
    call(
        "get_builtin_type",
        "name",
        "one of C's own types: `int`, `unsigned long`, `char *` …",
        |lua, (), mut arguments| {
            let name: String = arguments.take(lua, "the name of a type")?;
            match Builtin::find(&name) {
                Some(ty) => made(lua, Made::Builtin(ty)),
                None => refused(format!("`{name}` is none of C's own types: {}", builtins())),
            }
        },
    ),
    call(
        "build_tmp_var",
        "type",
        "an edit: a new temporary of the function at hand",
        |lua, (), mut arguments| {
            let ty: Tree = arguments.take(lua, "a type")?;
            one(lua, edits::new_variable(lua, &ty, None)?)
        },
    ),
    call(
        "build_local_var",
        "type, name",
        "an edit: a new variable of the function at hand",
        |lua, (), mut arguments| {
            let (ty, name): (Tree, String) = (arguments.take(lua, "a type")?, arguments.take(lua, "a name")?);
            one(lua, edits::new_variable(lua, &ty, Some(&name))?)
        },
    ),
    call("build_extern_var", "type, name", "a variable that some unit defines", extern_variable),
    call("build_string", "text", "a string constant", |lua, (), mut arguments| {
        let text: LuaString = arguments.take(lua, "a text")?;
        made(lua, Made::Text(text.as_bytes().to_vec()))
    }),
    call(
        "build_int_cst",
        "n, type",
        "an integer constant, an `int` if no type is given",
        |lua, (), mut arguments| {
            let value: i64 = arguments.take(lua, "a whole number")?;
            let ty: Option<Tree> = arguments.maybe(lua, "a type")?;
            if let Some(ty) = ty.as_ref().filter(|it| operand::shape_of_type(it) != Shape::Number) {
                return refused(format!("there are no whole numbers of type `{}`", ty.text()));
            }
            let ty = ty.as_ref().map(operand::made_type).transpose()?;
            made(lua, Made::Integer { ty, value })
        },
    ),
    call("build_real_cst", "x", "a constant of type `double`", |lua, (), mut arguments| {
        let value: f64 = arguments.take(lua, "a number")?;
        if !value.is_finite() {
            return refused(format!("{value} is no constant"));
        }
        made(lua, Made::Real(value))
    }),
    call("build_addr", "tree", "the address of a variable or function", |lua, (), mut arguments| {
        let of: Tree = arguments.take(lua, "a variable or function")?;
        let has = of.is_addressable()
            || of.code() == "function_decl"
            || matches!(&of.what, What::Made(it)
            if matches!(**it, Made::Variable { .. } | Made::External { .. }));
        if !has {
            return refused(format!("`{}` has no address", of.text()));
        }
        made(lua, Made::Address(crate::made::MadeTree(of)))
    }),
    call(
        "build_function_decl",
        "type, name, params",
        "the declaration of a function; without a list of types, it takes any arguments",
        function_decl,
    ),
    call(
        "build_gimple_assign",
        "lhs, op, rhs1, rhs2",
        "a new statement: lhs = rhs1 op rhs2, or lhs = rhs1 if op is nil",
        assign,
    ),
    call(
        "build_gimple_call",
        "lhs, fn_decl, args…",
        "a new statement: lhs = fn_decl (args…), without lhs if that is nil",
        new_call,
    ),
];

fn builtins() -> String {
    Builtin::NAMES.iter().map(|it| format!("`{}`", it.0)).collect::<Vec<_>>().join(", ")
}

/// A tree that no unit has.
fn made(lua: &Lua, made: Made) -> mlua::Result<MultiValue> {
    let source = Session::of(lua)?.source.clone();
    let Some(source) = source else { return refused("there is no program to build this for") };
    let unit = Session::of(lua)?.current.as_ref().map_or(UnitIndex(0), |it| it.unit);
    one(lua, Tree { source, unit, what: What::Made(Rc::new(made)) })
}

/// Prints bytes where the script's output goes.
pub(crate) fn emit(lua: &Lua, bytes: &[u8]) -> mlua::Result<MultiValue> {
    (Session::of(lua)?.sink)(bytes);
    none()
}

fn write(lua: &Lua, mut arguments: Arguments, append: bool) -> mlua::Result<MultiValue> {
    let (name, text): (String, LuaString) =
        (arguments.take(lua, "the name of a file")?, arguments.take(lua, "a text")?);
    let files = Session::of(lua)?.files.clone();
    files.write(&name, &text.as_bytes(), append).map_err(mlua::Error::RuntimeError)?;
    none()
}

/// Tables that are deeper than this are not printed.
const MAX_DEPTH: usize = 16;

fn dump(value: &Value, depth: usize, out: &mut String) -> mlua::Result<()> {
    let Value::Table(table) = value else {
        *out += &format!("{}\n", value.to_string()?);
        return Ok(());
    };
    *out += "{\n";
    let mut pairs: Vec<(String, Value)> = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair?;
        pairs.push((key.to_string()?, value));
    }
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    let indent = "  ".repeat(depth + 1);
    for (key, value) in pairs {
        *out += &format!("{indent}{key} = ");
        if depth < MAX_DEPTH {
            dump(&value, depth + 1, out)?;
        } else {
            *out += "…\n";
        }
    }
    *out += &format!("{}}}\n", "  ".repeat(depth));
    Ok(())
}

/// Whether a name can be one of C.
fn identifier(name: &str) -> mlua::Result<()> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || ['_', '$', '.'].contains(&c);
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    match starts && name.chars().all(is_part) {
        true => Ok(()),
        false => refused(format!("{name:?} is no name that a declaration can have")),
    }
}

fn extern_variable(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let (tree, name): (Tree, String) = (arguments.take(lua, "a type")?, arguments.take(lua, "a name")?);
    identifier(&name)?;
    if !matches!(operand::shape_of_type(&tree), Shape::Number | Shape::Pointer | Shape::Aggregate) {
        return refused(format!("there are no variables of type `{}`", tree.text()));
    }
    if operand::clashes(&tree, &name, false) {
        return refused(format!("`{name}` is a function here"));
    }
    made(lua, Made::External { ty: operand::made_type(&tree)?, name })
}

fn function_decl(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let (result, name): (Tree, String) = (arguments.take(lua, "a type")?, arguments.take(lua, "a name")?);
    let params: Option<Vec<Tree>> = arguments.maybe(lua, "a list of types")?;
    identifier(&name)?;
    if !matches!(operand::shape_of_type(&result), Shape::Void | Shape::Number | Shape::Pointer) {
        return refused(format!("a declared function cannot return `{}`", result.text()));
    }
    if operand::clashes(&result, &name, true) {
        return refused(format!("`{name}` is a variable here"));
    }
    let mut types = Vec::new();
    for it in params.iter().flatten() {
        if !matches!(operand::shape_of_type(it), Shape::Number | Shape::Pointer) {
            return refused(format!("a declared function cannot take `{}`", it.text()));
        }
        types.push(operand::made_type(it)?);
    }
    let params = params.map(|_| types);
    made(lua, Made::Function { result: operand::made_type(&result)?, name, params })
}

/// Operations of assignments, and how many operands they have.
const OPERATIONS: &[(&str, usize)] = &[
    ("nop_expr", 1),
    ("negate_expr", 1),
    ("bit_not_expr", 1),
    ("plus_expr", 2),
    ("minus_expr", 2),
    ("mult_expr", 2),
    ("trunc_div_expr", 2),
    ("trunc_mod_expr", 2),
    ("rdiv_expr", 2),
    ("lshift_expr", 2),
    ("rshift_expr", 2),
    ("bit_and_expr", 2),
    ("bit_ior_expr", 2),
    ("bit_xor_expr", 2),
    ("min_expr", 2),
    ("max_expr", 2),
    ("pointer_plus_expr", 2),
    ("lt_expr", 2),
    ("le_expr", 2),
    ("gt_expr", 2),
    ("ge_expr", 2),
    ("eq_expr", 2),
    ("ne_expr", 2),
];

/// The operations that only whole numbers have.
const WHOLE: &[&str] = &[
    "bit_not_expr",
    "trunc_div_expr",
    "trunc_mod_expr",
    "lshift_expr",
    "rshift_expr",
    "bit_and_expr",
    "bit_ior_expr",
    "bit_xor_expr",
];

fn assign(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let target: Tree = arguments.take(lua, "what is set")?;
    let op: Option<String> = arguments.maybe(lua, "an operation")?;
    let operands: Vec<Tree> = arguments.rest(lua, "an operand")?;
    let wanted = match &op {
        None => 1,
        Some(op) => match OPERATIONS.iter().find(|it| it.0 == op) {
            Some(row) => row.1,
            None => return refused(format!("`{op}` is no operation of assignments: {}", operations())),
        },
    };
    if operands.len() != wanted {
        return refused(format!(
            "the assignment has {} operands, but its operation takes {wanted}",
            operands.len()
        ));
    }
    if let Some(op) = &op {
        operation_fits(op, &target, &operands)?;
    }
    one(lua, AnyStmt::Made(Rc::new(MadeStmt::Assign { target, op, operands })))
}

fn operations() -> String {
    OPERATIONS.iter().map(|it| format!("`{}`", it.0)).collect::<Vec<_>>().join(", ")
}

/// Whether operands are of types that an operation takes: numbers, or a pointer and a number of bytes.
fn operation_fits(op: &str, target: &Tree, operands: &[Tree]) -> mlua::Result<()> {
    let shape = |it: &Tree| it.ty().as_ref().map_or(Shape::Other, operand::shape_of_type);
    let is_float = |it: &Tree| it.ty().is_some_and(|it| it.code() == "real_type");
    let is_comparison = crate::codes::class(op) == "comparison";
    for (at, it) in operands.iter().chain([target]).enumerate() {
        let may_point = op == "pointer_plus_expr" && at != 1 || is_comparison && at < 2 || op == "nop_expr";
        let fine = shape(it) == Shape::Number || may_point && shape(it) == Shape::Pointer;
        if !fine || (WHOLE.contains(&op) || op == "pointer_plus_expr") && is_float(it) {
            return refused(format!("`{}` is no operand of `{op}`", it.text()));
        }
    }
    if op == "pointer_plus_expr" && (shape(&operands[0]) != Shape::Pointer || shape(target) != Shape::Pointer)
    {
        return refused("`pointer_plus_expr` adds a number of bytes to a pointer");
    }
    if is_comparison && shape(&operands[0]) != shape(&operands[1]) {
        return refused(format!("`{}` and `{}` cannot be compared", operands[0].text(), operands[1].text()));
    }
    Ok(())
}

fn new_call(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let target: Option<Tree> = arguments.maybe(lua, "what is set, or nil")?;
    let callee: Tree = arguments.take(lua, "a function declaration")?;
    let args: Vec<Tree> = arguments.rest(lua, "an argument")?;
    operand::takes(&callee, &args)?;
    if let Some(target) = &target {
        operand::returns(&callee, target)?;
    }
    one(lua, AnyStmt::Made(Rc::new(MadeStmt::Call { target, callee, args })))
}
