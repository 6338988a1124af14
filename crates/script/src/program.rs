//! Programs and their translation units, as scripts see them.

use crate::api::{Arguments, Row, call, get, one};
use crate::source::{FunctionRef, Source, Tree, What};
use gmc_ir::id::{SymbolId, TypeId};
use gmc_ir::program::UnitIndex;
use gmc_ir::unit::SymbolFlags;
use mlua::{AnyUserData, IntoLua, MetaMethod, UserData, UserDataMethods, Value};
use std::rc::Rc;

/// All that is looked at.
#[derive(Clone)]
pub(crate) struct ProgramRef(pub(crate) Rc<Source>);

/// A translation unit.
#[derive(Clone)]
pub(crate) struct UnitRef {
    source: Rc<Source>,
    unit: UnitIndex,
}

pub(crate) const PROGRAM: &[Row<ProgramRef>] = &[
    get("units", "a list of its translation units, in the order of linking", |lua, it| {
        lua.create_sequence_from(it.units())?.into_lua(lua)
    }),
    get("functions", "a list of all functions with a body", |lua, it| {
        lua.create_sequence_from(FunctionRef::all(&it.0))?.into_lua(lua)
    }),
    get("main", "the function `main`", |lua, it| it.find("main").into_iter().next().into_lua(lua)),
    call("find", "name", "the first function of a name", |lua, it, mut arguments: Arguments| {
        let name: String = arguments.take(lua, "the name of a function")?;
        one(lua, it.find(&name).into_iter().next())
    }),
    get("externals", "a list of the names that no unit defines", |lua, it| match it.0.linked() {
        Some(program) => {
            lua.create_sequence_from(program.externals().iter().map(|it| it.name.clone()))?.into_lua(lua)
        }
        None => Ok(Value::Nil),
    }),
];

pub(crate) const UNIT: &[Row<UnitRef>] = &[
    get("file", "its main source file", |lua, it| it.text(|it| it.file).into_lua(lua)),
    get("directory", "where it was compiled", |lua, it| it.text(|it| it.directory).into_lua(lua)),
    get("language", "its language, as GCC names it", |lua, it| it.text(|it| it.language).into_lua(lua)),
    get("producer", "what GCC calls itself", |lua, it| it.text(|it| it.producer).into_lua(lua)),
    get("triple", "the machine that it is compiled for", |lua, it| {
        it.text(|it| it.target.triple).into_lua(lua)
    }),
    get("functions", "a list of its functions with a body", |lua, it| {
        lua.create_sequence_from(FunctionRef::of_unit(&it.source, it.unit))?.into_lua(lua)
    }),
    get("variables", "a list of its variables with static storage", |lua, it| {
        lua.create_sequence_from(it.variables())?.into_lua(lua)
    }),
    get("types", "a list of its types", |lua, it| {
        let count = it.source.unit(it.unit).types.len() as u32;
        let types = (0..count).map(|at| it.tree(What::Type(TypeId(at))));
        lua.create_sequence_from(types)?.into_lua(lua)
    }),
];

impl ProgramRef {
    fn units(&self) -> impl Iterator<Item = UnitRef> + '_ {
        (0..self.0.unit_count() as u32).map(|it| UnitRef { source: self.0.clone(), unit: UnitIndex(it) })
    }

    fn find(&self, name: &str) -> Vec<FunctionRef> {
        FunctionRef::all(&self.0).filter(|it| it.name() == name).collect()
    }
}

impl UnitRef {
    pub(crate) fn of(function: &FunctionRef) -> UnitRef {
        UnitRef { source: function.source.clone(), unit: function.unit }
    }

    fn text(&self, id: impl Fn(&gmc_ir::unit::Unit) -> gmc_ir::id::StrId) -> &str {
        let unit = self.source.unit(self.unit);
        unit.str(id(unit))
    }

    fn tree(&self, what: What) -> Tree {
        Tree { source: self.source.clone(), unit: self.unit, what }
    }

    fn variables(&self) -> Vec<Tree> {
        variables(&self.source, self.unit)
    }
}

/// The variables of a unit with static storage.
pub(crate) fn variables(source: &Rc<Source>, unit: UnitIndex) -> Vec<Tree> {
    let symbols = source.unit(unit).symbols.iter().enumerate();
    let variables = symbols.filter(|it| !it.1.flags.contains(SymbolFlags::FUNCTION));
    let tree = |at: usize| Tree { source: source.clone(), unit, what: What::Symbol(SymbolId(at as u32)) };
    variables.map(|it| tree(it.0)).collect()
}

impl UserData for ProgramRef {
    fn add_fields<F: mlua::UserDataFields<ProgramRef>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_program");
    }

    fn add_methods<M: UserDataMethods<ProgramRef>>(methods: &mut M) {
        crate::api::add_rows(methods, PROGRAM);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| {
            Ok(format!("a program of {} units", it.0.unit_count()))
        });
    }
}

impl UserData for UnitRef {
    fn add_fields<F: mlua::UserDataFields<UnitRef>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "gcc_unit");
    }

    fn add_methods<M: UserDataMethods<UnitRef>>(methods: &mut M) {
        crate::api::add_rows(methods, UNIT);
        methods.add_meta_method(MetaMethod::ToString, |_, it, ()| Ok(it.text(|it| it.file).to_owned()));
        methods.add_meta_function(MetaMethod::Eq, |_, (a, b): (AnyUserData, AnyUserData)| {
            match (a.borrow::<UnitRef>(), b.borrow::<UnitRef>()) {
                (Ok(a), Ok(b)) => Ok(a.unit == b.unit),
                _ => Ok(false),
            }
        });
    }
}
