//! Trees: types, declarations, expressions and constants, as scripts see them.

use crate::api::{Arguments, Row, call, get, none, one};
use crate::codes;
use crate::facts;
use crate::made::Made;
use crate::source::{Tree, What};
use gmc_ir::body::{LocalFlags, LocalKind};
use gmc_ir::expr::Expr;
use gmc_ir::types::{Size, TypeFlags, TypeKind};
use gmc_ir::unit::{Linkage, SymbolFlags, SymbolValue};
use mlua::{AnyUserData, IntoLua, Lua, MetaMethod, MultiValue, UserData, UserDataMethods, Value};

pub(crate) const ROWS: &[Row<Tree>] = &[
    get("codename", "its tree code by name: `var_decl`, `integer_cst`, `plus_expr` …", |lua, it| {
        it.code().into_lua(lua)
    }),
    get("code", "the number of its tree code, the same for every version of GCC", |lua, it| {
        codes::number(&it.code()).into_lua(lua)
    }),
    call(
        "codeinfo",
        "",
        "its first operand, the name of its code, the class, and the number of operands",
        codeinfo,
    ),
    get("ptr", "a number that is its own as long as the script runs", |lua, it| it.identity().into_lua(lua)),
    get("type", "its type; of a type, nothing", |lua, it| it.ty().into_lua(lua)),
    get("n_operands", "how many operands an expression has", |lua, it| {
        it.as_expr().map(|_| it.operands().len()).into_lua(lua)
    }),
    call("operand", "i", "the i-th operand of an expression, from 0", operand),
    get("istype", "whether it is a type", |lua, it| it.is_class("type").into_lua(lua)),
    get("isdecl", "whether it is a variable, parameter, field or function", |lua, it| {
        it.is_class("declaration").into_lua(lua)
    }),
    get("isvardecl", "whether it is a variable", |lua, it| (it.code() == "var_decl").into_lua(lua)),
    get("isfndecl", "whether it is a function", |lua, it| (it.code() == "function_decl").into_lua(lua)),
    get("isptr", "whether it is a pointer: a pointer type, or something of one", |lua, it| {
        it.is_pointer().into_lua(lua)
    }),
    get("isref", "whether it refers to a part of something, or to what a pointer points to", |lua, it| {
        it.is_class("reference").into_lua(lua)
    }),
    get("iscmp", "whether it is a comparison", |lua, it| it.is_class("comparison").into_lua(lua)),
    get("isconstant", "whether it is a constant", |lua, it| it.is_class("constant").into_lua(lua)),
    get(
        "constant",
        "whether its value is known to the compiler: a constant, or an address of static storage",
        |lua, it| it.is_constant().into_lua(lua),
    ),
    get("iscomponentref", "whether it is a member of a structure", |lua, it| {
        (it.code() == "component_ref").into_lua(lua)
    }),
    get("isarrayref", "whether it is an element of an array", |lua, it| {
        (it.code() == "array_ref").into_lua(lua)
    }),
    get("isindirectref", "whether it is what a pointer points to", |lua, it| {
        (it.code() == "mem_ref").into_lua(lua)
    }),
    get("isconstructor", "whether it is an initialiser of an aggregate", |lua, it| {
        (it.code() == "constructor").into_lua(lua)
    }),
    get("isssaname", "whether it is a temporary that is set once", |lua, it| {
        (it.code() == "ssa_name").into_lua(lua)
    }),
    get("ssaname_var", "the variable of which an SSA name is a version", |lua, it| {
        it.ssa_variable().into_lua(lua)
    }),
    get("static", "whether it is a variable or function with static storage", |lua, it| {
        matches!(it.what, What::Symbol(_)).into_lua(lua)
    }),
    get("public", "whether other units see it", |lua, it| {
        it.symbol().map_or(Some(false), |it| Some(it.linkage != Linkage::Local)).into_lua(lua)
    }),
    get("decl_isexternal", "whether a declaration is defined elsewhere", |lua, it| {
        let external = it.symbol().map(|it| matches!(it.value, SymbolValue::Undefined));
        external.unwrap_or(false).into_lua(lua)
    }),
    get("artificial", "whether the compiler has made it", |lua, it| it.is_artificial().into_lua(lua)),
    get("addressable", "whether it is a variable that lives in memory", |lua, it| {
        it.is_addressable().into_lua(lua)
    }),
    get("readonly", "whether it is `const`", |lua, it| {
        (it.has_flag(TypeFlags::CONST) || it.is_read_only()).into_lua(lua)
    }),
    get("volatile", "whether it is `volatile`", |lua, it| it.has_flag(TypeFlags::VOLATILE).into_lua(lua)),
    call("type_quals", "", "of a type, whether it is `const`, `volatile`, `restrict`", quals),
    call("type_cmp", "another", "whether two types are the same but for qualifiers and typedefs", type_cmp),
    get("type_decl", "the name of a type", |lua, it| it.type_name().into_lua(lua)),
    get("decl_name", "what the source calls a declaration", |lua, it| it.decl_name().into_lua(lua)),
    get("assembler_name", "what the linker calls a symbol", |lua, it| {
        it.symbol().map(|symbol| it.in_unit().str(symbol.assembler)).into_lua(lua)
    }),
    get(
        "decl_initial",
        "the initial value of a variable: a number, a text, or the symbol that it points to",
        facts::initial,
    ),
    get("value", "the value of a constant: a number, or the text of a string", facts::value),
    get("size", "how many bytes it takes, where that is fixed", |lua, it| it.size().into_lua(lua)),
    get("precision", "how many bits the numbers of a type have", |lua, it| {
        facts::precision(it).into_lua(lua)
    }),
    get("unsigned", "whether the numbers of a type have no sign", |lua, it| {
        facts::unsigned(it).into_lua(lua)
    }),
    get("target", "the type that a pointer type points to, or of the elements of an array", facts::target),
    get("result", "the type of what a function type returns", facts::result),
    get("params", "the types of the parameters of a function type", facts::params),
    get("fields", "the members of a structure or union", facts::fields),
    get("field", "the member that a `component_ref` is about", facts::field),
    get("offset", "the offset of a member in bits, or of a `mem_ref` in bytes", |lua, it| {
        facts::offset(it).into_lua(lua)
    }),
    get("body", "of a function, its body, if it has one here", facts::body),
    get("location", "the file and the line of a declaration", facts::location),
    call("properties", "", "a list of pairs: each property that applies, with its value", properties),
];

fn codeinfo(lua: &Lua, it: &Tree, _: Arguments) -> mlua::Result<MultiValue> {
    let code = it.code();
    let operands = it.operands();
    let first = operands.first().cloned().into_lua(lua)?;
    let rest =
        [code.as_str().into_lua(lua)?, codes::class(&code).into_lua(lua)?, operands.len().into_lua(lua)?];
    Ok(MultiValue::from_iter([first].into_iter().chain(rest)))
}

fn operand(lua: &Lua, it: &Tree, mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let at: usize = arguments.take(lua, "a number from 0")?;
    let operands = it.operands();
    let Some(found) = operands.get(at) else {
        let text = format!("`{}` has no operand {at}: it has {}", it.text(), operands.len());
        return Err(mlua::Error::runtime(text));
    };
    one(lua, found.clone())
}

fn quals(lua: &Lua, it: &Tree, _: Arguments) -> mlua::Result<MultiValue> {
    if !it.is_class("type") {
        return none();
    }
    let flags = [TypeFlags::CONST, TypeFlags::VOLATILE, TypeFlags::RESTRICT];
    flags.into_iter().map(|flag| it.has_flag(flag).into_lua(lua)).collect()
}

fn type_cmp(lua: &Lua, it: &Tree, mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let other: Tree = arguments.take(lua, "a type")?;
    for tree in [it, &other] {
        if !tree.is_class("type") {
            return Err(mlua::Error::runtime(format!("`{}` is no type", tree.text())));
        }
    }
    one(lua, it.is_same_type(&other))
}

/// What pairs there are, in the order of the rows.
fn properties(lua: &Lua, it: &Tree, _: Arguments) -> mlua::Result<MultiValue> {
    let list = lua.create_table()?;
    for row in ROWS {
        let crate::api::Does::Get(get) = row.does else { continue };
        let value = get(lua, it)?;
        if !matches!(value, Value::Nil | Value::Boolean(false)) {
            list.push(lua.create_sequence_from([row.name.into_lua(lua)?, value])?)?;
        }
    }
    one(lua, list)
}

impl Tree {
    /// GCC's name of its code.
    pub(crate) fn code(&self) -> String {
        let unit = self.in_unit();
        match &self.what {
            What::Type(ty) => codes::of_type(&unit.types[ty.index()].kind).to_owned(),
            What::Symbol(symbol) => {
                let is_function = unit.symbols[symbol.index()].flags.contains(SymbolFlags::FUNCTION);
                if is_function { "function_decl" } else { "var_decl" }.to_owned()
            }
            What::Literal(_) => "string_cst".to_owned(),
            What::Field(..) => "field_decl".to_owned(),
            What::Local(function, local) => {
                let kind = unit.functions[function.index()].locals[local.index()].kind;
                match kind {
                    LocalKind::Parameter | LocalKind::Chain => "parm_decl",
                    LocalKind::Result => "result_decl",
                    LocalKind::Temporary if self.ssa_stem().is_some() => "ssa_name",
                    LocalKind::Temporary | LocalKind::Variable | LocalKind::Alias => "var_decl",
                }
                .to_owned()
            }
            What::Expr(..) => codes::of_expr(unit, self.expr().expect("an expression")).to_owned(),
            What::Made(made) => match **made {
                Made::Builtin(ty) if ty.name() == "void" => "void_type",
                Made::Builtin(ty) if ty.name().ends_with('*') => "pointer_type",
                Made::Builtin(ty) if ["float", "double"].contains(&ty.name()) => "real_type",
                Made::Builtin(_) => "integer_type",
                Made::Integer { .. } => "integer_cst",
                Made::Real(_) => "real_cst",
                Made::Text(_) => "string_cst",
                Made::Variable { .. } | Made::External { .. } => "var_decl",
                Made::Function { .. } => "function_decl",
                Made::Address(_) => "addr_expr",
            }
            .to_owned(),
        }
    }

    pub(crate) fn is_class(&self, class: &str) -> bool {
        codes::class(&self.code()) == class
    }

    /// A number that no other tree has.
    fn identity(&self) -> u64 {
        let number = |kind: u64, a: u32, b: u32| {
            (kind << 60) | (u64::from(self.unit.0) << 48) | ((u64::from(a) << 24) ^ u64::from(b))
        };
        match &self.what {
            What::Type(it) => number(1, 0, it.0),
            What::Symbol(it) => number(2, 0, it.0),
            What::Literal(it) => number(3, 0, it.0),
            What::Field(ty, it) => number(4, ty.0, it.0),
            What::Local(function, it) => number(5, function.0, it.0),
            What::Expr(function, it) => number(6, function.0, it.0),
            What::Made(it) => (std::rc::Rc::as_ptr(it) as u64 & ((1 << 60) - 1)) | (7 << 60),
        }
    }

    /// The type of what it is; none of a type.
    pub(crate) fn ty(&self) -> Option<Tree> {
        let unit = self.in_unit();
        let ty = match &self.what {
            What::Type(_) => return None,
            What::Symbol(it) => unit.symbols[it.index()].ty,
            What::Literal(it) => unit.literals[it.index()].ty,
            What::Field(ty, it) => match &unit.types[ty.index()].kind {
                TypeKind::Record { fields, .. } => fields.get(it.index())?.ty,
                _ => return None,
            },
            What::Local(function, it) => unit.functions[function.index()].locals[it.index()].ty,
            What::Expr(function, it) => unit.type_of(&unit.functions[function.index()], *it)?,
            What::Made(made) => return facts::made_type(self, made),
        };
        Some(self.beside(What::Type(ty)))
    }

    /// Itself if it is a type, otherwise its type.
    pub(crate) fn own_type(&self) -> Option<Tree> {
        if self.is_class("type") { Some(self.clone()) } else { self.ty() }
    }

    pub(crate) fn operands(&self) -> Vec<Tree> {
        let Some((function, _)) = self.as_expr() else {
            return match &self.what {
                What::Made(made) => match &**made {
                    Made::Address(of) => vec![of.0.clone()],
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
        };
        let mut operands = Vec::new();
        let expr = self.expr().expect("an expression");
        expr.each_operand(|it| operands.push(function.expr(it)));
        if let Expr::Field { record, field, .. } = expr {
            operands.insert(1, self.beside(What::Field(*record, *field)));
        }
        operands
    }

    fn is_pointer(&self) -> bool {
        let pointers = ["pointer_type", "reference_type"];
        self.own_type().is_some_and(|it| pointers.contains(&it.code().as_str()))
    }

    fn is_constant(&self) -> bool {
        match self.code().as_str() {
            "addr_expr" => match &self.operands()[..] {
                [of] => matches!(of.what, What::Symbol(_) | What::Literal(_)) || of.code() == "string_cst",
                _ => false,
            },
            code => codes::class(code) == "constant",
        }
    }

    pub(crate) fn symbol(&self) -> Option<&gmc_ir::unit::Symbol> {
        match self.what {
            What::Symbol(it) => Some(&self.in_unit().symbols[it.index()]),
            _ => None,
        }
    }

    pub(crate) fn local(&self) -> Option<&gmc_ir::body::Local> {
        match self.what {
            What::Local(function, it) => Some(&self.in_unit().functions[function.index()].locals[it.index()]),
            _ => None,
        }
    }

    fn is_artificial(&self) -> bool {
        match &self.what {
            What::Made(_) => true,
            _ => {
                self.symbol().is_some_and(|it| it.flags.contains(SymbolFlags::ARTIFICIAL))
                    || self.local().is_some_and(|it| it.kind == LocalKind::Temporary)
            }
        }
    }

    pub(crate) fn is_addressable(&self) -> bool {
        let is_variable = self.symbol().is_some_and(|it| !it.flags.contains(SymbolFlags::FUNCTION));
        is_variable || self.local().is_some_and(|it| it.flags.contains(LocalFlags::ADDRESSABLE))
    }

    fn is_read_only(&self) -> bool {
        self.symbol().is_some_and(|it| it.flags.contains(SymbolFlags::READ_ONLY))
            || self.local().is_some_and(|it| it.flags.contains(LocalFlags::READ_ONLY))
    }

    fn has_flag(&self, flag: TypeFlags) -> bool {
        let Some(Tree { what: What::Type(ty), .. }) = self.own_type() else { return false };
        self.in_unit().types[ty.index()].flags.contains(flag)
    }

    fn is_same_type(&self, other: &Tree) -> bool {
        match (&self.what, &other.what) {
            (What::Type(a), What::Type(b)) if self.unit == other.unit => {
                self.in_unit().types[a.index()].main == self.in_unit().types[b.index()].main
            }
            _ => self.type_name() == other.type_name(),
        }
    }

    pub(crate) fn type_name(&self) -> Option<String> {
        match &self.what {
            What::Type(ty) => Some(gmc_ir::text::type_name(self.in_unit(), *ty)),
            What::Made(made) => match **made {
                Made::Builtin(ty) => Some(ty.name().to_owned()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name before the version of an SSA name; empty for a mere temporary.
    fn ssa_stem(&self) -> Option<&str> {
        let name = self.in_unit().str(self.local()?.name);
        let (stem, version) = name.rsplit_once('_')?;
        let is_version = !version.is_empty() && version.bytes().all(|it| it.is_ascii_digit());
        (is_version && !stem.starts_with("D.")).then_some(stem)
    }

    fn ssa_variable(&self) -> Option<Tree> {
        let What::Local(function, _) = self.what else { return None };
        if self.code() != "ssa_name" {
            return None;
        }
        let stem = self.ssa_stem().filter(|it| !it.is_empty())?;
        let unit = self.in_unit();
        let locals = &unit.functions[function.index()].locals;
        let at = locals.iter().position(|it| unit.str(it.name) == stem && it.kind != LocalKind::Temporary)?;
        Some(self.beside(What::Local(function, gmc_ir::id::LocalId(at as u32))))
    }

    pub(crate) fn decl_name(&self) -> Option<String> {
        let unit = self.in_unit();
        let name = match &self.what {
            What::Symbol(it) => gmc_ir::text::without_parameters(unit.symbol_name(*it)),
            What::Local(..) => unit.str(self.local()?.name),
            What::Field(ty, it) => match &unit.types[ty.index()].kind {
                TypeKind::Record { fields, .. } => unit.str(fields.get(it.index())?.name),
                _ => return None,
            },
            What::Made(made) => match &**made {
                Made::Variable { name, .. } | Made::External { name, .. } | Made::Function { name, .. } => {
                    name
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(name.to_owned())
    }

    fn size(&self) -> Option<u64> {
        let Some(Tree { what: What::Type(ty), .. }) = self.own_type() else { return None };
        match self.in_unit().types[ty.index()].size {
            Size::Bytes(bytes) => Some(bytes),
            Size::Unknown | Size::Dynamic => None,
        }
    }

    /// As it is printed.
    pub(crate) fn text(&self) -> String {
        match &self.what {
            What::Type(_) => self.type_name().unwrap_or_default(),
            What::Expr(function, expr) => self.function(*function).expr_text(*expr),
            What::Literal(it) => {
                format!("{:?}", String::from_utf8_lossy(&self.in_unit().literals[it.index()].bytes))
            }
            What::Made(made) => facts::made_text(made),
            _ => self.decl_name().unwrap_or_default(),
        }
    }
}

impl UserData for Tree {
    fn add_fields<F: mlua::UserDataFields<Tree>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_tree");
    }

    fn add_methods<M: UserDataMethods<Tree>>(methods: &mut M) {
        crate::api::add_rows(methods, ROWS);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| Ok(it.text()));
        methods.add_meta_function(MetaMethod::Eq, |_, (a, b): (AnyUserData, AnyUserData)| {
            match (a.borrow::<Tree>(), b.borrow::<Tree>()) {
                (Ok(a), Ok(b)) => Ok(*a == *b),
                _ => Ok(false),
            }
        });
    }
}

impl mlua::FromLua for Tree {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Tree> {
        Ok(AnyUserData::from_lua(value, lua)?.borrow::<Tree>()?.clone())
    }
}
