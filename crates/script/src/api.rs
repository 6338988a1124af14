//! The table of everything that scripts can call: name, arguments, a sentence, and the function that does it.
//!
//! **Invariant:** what Lua finds is made from these rows alone, and so are `gmc script --help-api` and the list in
//! `docs/scripts.md`. So nothing can be called that is not documented, and nothing is documented that is not there.

use mlua::{FromLua, IntoLua, Lua, MultiValue, Table, UserDataMethods, Value};

/// What a row does with an object of type `T`.
pub(crate) enum Does<T: 'static> {
    /// A property: it takes no arguments and changes nothing. It is nil where it does not apply.
    Get(fn(&Lua, &T) -> mlua::Result<Value>),
    /// Anything else.
    Call(fn(&Lua, &T, Arguments) -> mlua::Result<MultiValue>),
}

/// Something that scripts can call.
pub(crate) struct Row<T: 'static> {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static str,
    pub(crate) says: &'static str,
    pub(crate) does: Does<T>,
}

/// A property.
pub(crate) const fn get<T>(
    name: &'static str,
    says: &'static str,
    does: fn(&Lua, &T) -> mlua::Result<Value>,
) -> Row<T> {
    Row { name, arguments: "", says, does: Does::Get(does) }
}

/// A method.
pub(crate) const fn call<T>(
    name: &'static str,
    arguments: &'static str,
    says: &'static str,
    does: fn(&Lua, &T, Arguments) -> mlua::Result<MultiValue>,
) -> Row<T> {
    Row { name, arguments, says, does: Does::Call(does) }
}

/// The arguments of a call, with the names that errors use.
pub(crate) struct Arguments {
    method: &'static str,
    values: std::vec::IntoIter<Value>,
    taken: usize,
}

impl Arguments {
    fn new(method: &'static str, values: MultiValue) -> Arguments {
        Arguments { method, values: values.into_vec().into_iter(), taken: 0 }
    }

    /// The next argument, which must be there.
    pub(crate) fn take<V: FromLua>(&mut self, lua: &Lua, what: &str) -> mlua::Result<V> {
        let value = self.values.next().unwrap_or(Value::Nil);
        self.taken += 1;
        let found = described(&value);
        V::from_lua(value, lua).map_err(|_| {
            let (method, at) = (self.method, self.taken);
            mlua::Error::runtime(format!("`{method}` wants {what} as argument {at}, not {found}"))
        })
    }

    /// The next argument, if there is one that is not nil.
    pub(crate) fn maybe<V: FromLua>(&mut self, lua: &Lua, what: &str) -> mlua::Result<Option<V>> {
        if matches!(self.values.as_slice().first(), None | Some(Value::Nil)) {
            self.values.next();
            self.taken += 1;
            return Ok(None);
        }
        self.take(lua, what).map(Some)
    }

    /// All that is left.
    pub(crate) fn rest<V: FromLua>(&mut self, lua: &Lua, what: &str) -> mlua::Result<Vec<V>> {
        let mut all = Vec::new();
        while self.values.len() > 0 {
            all.push(self.take(lua, what)?);
        }
        Ok(all)
    }
}

/// A value in few words, for errors.
fn described(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(it) => it.to_string(),
        Value::Integer(it) => it.to_string(),
        Value::Number(it) => it.to_string(),
        Value::String(it) => format!("the string {:?}", it.to_string_lossy()),
        Value::UserData(it) => format!("a {}", class_name(it)),
        other => format!("a {}", other.type_name()),
    }
}

/// The name of the table with an object's methods.
pub(crate) fn class_name(it: &mlua::AnyUserData) -> String {
    it.type_name().map_or_else(|_| "object".to_owned(), |it| it.to_string_lossy())
}

/// Puts the line of the script before an error.
fn placed(lua: &Lua, error: mlua::Error) -> mlua::Error {
    let mlua::Error::RuntimeError(message) = error else { return error };
    // Level 0 is the row itself.
    let place = lua.inspect_stack(1, |frame| {
        let line = frame.current_line()?;
        Some(format!("{}:{line}: ", frame.source().short_src.as_deref().unwrap_or("?")))
    });
    mlua::Error::RuntimeError(place.flatten().unwrap_or_default() + &message)
}

impl<T: 'static> Row<T> {
    /// Does what the row is for.
    pub(crate) fn run(&self, lua: &Lua, this: &T, values: MultiValue) -> mlua::Result<MultiValue> {
        let done = match self.does {
            Does::Get(get) => get(lua, this).map(|it| MultiValue::from_iter([it])),
            Does::Call(call) => call(lua, this, Arguments::new(self.name, values)),
        };
        done.map_err(|error| placed(lua, error))
    }
}

/// Gives a type of objects its rows as methods.
pub(crate) fn add_rows<T: 'static, M: UserDataMethods<T>>(methods: &mut M, rows: &'static [Row<T>]) {
    for row in rows {
        methods.add_method(row.name, |lua, this, values: MultiValue| row.run(lua, this, values));
    }
}

/// A table of the rows as functions whose first argument is the object.
pub(crate) fn class<T: mlua::UserData + 'static>(lua: &Lua, rows: &'static [Row<T>]) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for row in rows {
        let function = lua.create_function(|lua, (this, values): (Value, MultiValue)| {
            let object = this.as_userdata().and_then(|it| it.borrow::<T>().ok());
            let Some(object) = object else {
                let text = format!("`{}` is called on the wrong thing: {}", row.name, described(&this));
                return Err(placed(lua, mlua::Error::RuntimeError(text)));
            };
            row.run(lua, &object, values)
        })?;
        table.set(row.name, function)?;
    }
    Ok(table)
}

/// A table of the rows as functions of their own; properties are fields.
pub(crate) fn library(lua: &Lua, rows: &'static [Row<()>]) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for row in rows.iter().filter(|it| matches!(it.does, Does::Call(_))) {
        table.set(row.name, lua.create_function(|lua, values: MultiValue| row.run(lua, &(), values))?)?;
    }
    let index = lua.create_function(|lua, (_, key): (Table, Value)| {
        let found = rows.iter().find(|it| key.as_string().is_some_and(|key| *key == *it.name));
        found.map_or(Ok(MultiValue::new()), |row| row.run(lua, &(), MultiValue::new()))
    })?;
    let meta = lua.create_table()?;
    meta.set("__index", index)?;
    table.set_metatable(Some(meta))?;
    Ok(table)
}

/// One value, as rows return it.
pub(crate) fn one(lua: &Lua, value: impl IntoLua) -> mlua::Result<MultiValue> {
    Ok(MultiValue::from_iter([value.into_lua(lua)?]))
}

/// Nothing.
pub(crate) fn none() -> mlua::Result<MultiValue> {
    Ok(MultiValue::new())
}

/// A row as it is documented.
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What stands between its parentheses.
    pub arguments: &'static str,
    /// What it does.
    pub says: &'static str,
    /// It is a field, not something to call.
    pub is_field: bool,
}

/// Everything of one kind of object.
pub struct Section {
    /// The table's name in Lua.
    pub name: &'static str,
    /// What it is about.
    pub says: &'static str,
    /// Its rows.
    pub entries: Vec<Entry>,
}

fn section<T>(name: &'static str, says: &'static str, rows: &'static [Row<T>]) -> Section {
    let entry = |it: &'static Row<T>| Entry {
        name: it.name,
        arguments: it.arguments,
        says: it.says,
        is_field: false,
    };
    Section { name, says, entries: rows.iter().map(entry).collect() }
}

/// The section of a library, whose properties are fields.
fn fields(name: &'static str, says: &'static str, rows: &'static [Row<()>]) -> Section {
    let mut section = section(name, says, rows);
    for (entry, row) in section.entries.iter_mut().zip(rows) {
        entry.is_field = matches!(row.does, Does::Get(_));
    }
    section
}

/// Everything that scripts can call.
pub fn sections() -> Vec<Section> {
    vec![
        fields("gcc", "what is being looked at or compiled, and the makers of edits", crate::gcc::ROWS),
        section("gcc_program", "a linked program", crate::program::PROGRAM),
        section("gcc_unit", "a translation unit", crate::program::UNIT),
        section("gcc_function", "a function with a body", crate::function::ROWS),
        section("gcc_basicblock", "a basic block", crate::block::ROWS),
        section("gcc_edge", "an edge from one basic block to another", crate::edge::ROWS),
        section("gcc_gimple", "a statement", crate::gimple::ROWS),
        section("gcc_tree", "a type, declaration, expression or constant", crate::tree::ROWS),
        fields(
            "gvm",
            "the machine: a run of the program, callbacks in it, and its state",
            crate::machine::ROWS,
        ),
        fields("smt", "symbolic numbers, which a solver decides about", crate::smt::ROWS),
        section("smt_term", "a symbolic number or condition", crate::smt::TERM),
    ]
}
