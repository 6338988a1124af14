//! A Lua state in a sandbox: which libraries there are, limits, and errors in the user's words.

use crate::api;
use crate::edits::EditLog;
use crate::machine::Gvm;
use crate::session::Session;
use crate::source::{FunctionRef, Source};
use mlua::{Function, HookTriggers, Lua, LuaOptions, MultiValue, StdLib, Table, Value, VmState};
use std::cell::Cell;
use std::rc::Rc;

/// How much a script may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: usize,
    /// Instructions of Lua.
    pub instructions: u64,
    /// It may use the libraries for files, processes and the clock.
    pub is_trusted: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 1 << 30, instructions: 20_000_000_000, is_trusted: false }
    }
}

/// Why a script did not do what it was to do.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It has ended everything, with this exit code.
    #[error("the script has ended everything with exit code {0}")]
    Quit(i32),
    /// It is wrong, or has used up what it may use.
    #[error("{0}")]
    Wrong(String),
}

/// A script that is loaded.
pub struct Script {
    lua: Lua,
    name: String,
}

/// How many instructions a script has executed.
struct Used(Rc<Cell<u64>>);

/// The limit is looked at after so many instructions.
const LOOK: u32 = 10_000;

/// What is taken from Lua's own library: what reads files, and what could be made to crash the host.
const FORBIDDEN: &[&str] = &["dofile", "loadfile", "require", "package", "collectgarbage"];

impl Script {
    /// Loads a script and runs what stands outside of its functions.
    ///
    /// # Errors
    /// When it is wrong, or ends everything.
    pub fn load(name: &str, text: &str, session: Session, limits: Limits) -> Result<Script, Problem> {
        let script = Script::empty(name, session, limits)?;
        script.done(
            script.lua.load(text).set_name(format!("={name}")).set_mode(mlua::chunk::ChunkMode::Text).exec(),
        )?;
        Ok(script)
    }

    /// Likewise, while something is compiled.
    ///
    /// # Errors
    /// When it is wrong, or ends everything.
    pub fn compiling(
        name: &str,
        text: &str,
        mut session: Session,
        limits: Limits,
    ) -> Result<Script, Problem> {
        session.edits = Some(EditLog::default());
        Script::load(name, text, session, limits)
    }

    /// A state with nothing in it but the libraries, for a console.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn empty(name: &str, mut session: Session, limits: Limits) -> Result<Script, Problem> {
        let mut libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::COROUTINE;
        if limits.is_trusted {
            libraries |= StdLib::IO | StdLib::OS | StdLib::PACKAGE;
        }
        let wrong = |error: mlua::Error| Problem::Wrong(sentence(&error));
        let lua = Lua::new_with(libraries, LuaOptions::default()).map_err(wrong)?;
        if let Some(machines) = session.machines.take() {
            lua.set_app_data(Rc::new(Gvm::new(machines)));
        }
        lua.set_app_data(session);
        let script = Script { lua, name: name.to_owned() };
        script.prepare(limits).map_err(wrong)?;
        Ok(script)
    }

    fn prepare(&self, limits: Limits) -> mlua::Result<()> {
        let lua = &self.lua;
        let globals = lua.globals();
        if !limits.is_trusted {
            FORBIDDEN.iter().try_for_each(|name| globals.set(*name, Value::Nil))?;
            // Compiled chunks are not verified by Lua.
            globals.set("load", lua.create_function(load)?)?;
        }
        // Lua's own generator starts with the time and an address.
        globals.get::<Table>("math")?.get::<Function>("randomseed")?.call::<()>((1, 1))?;
        globals.set("pairs", lua.create_function(pairs)?)?;
        globals.set("print", lua.create_function(print)?)?;
        globals.set("gcc", api::library(lua, crate::gcc::ROWS)?)?;
        globals.set("gvm", api::library(lua, crate::machine::ROWS)?)?;
        globals.set("smt", api::library(lua, crate::smt::ROWS)?)?;
        globals.set("gcc_program", api::class(lua, crate::program::PROGRAM)?)?;
        globals.set("gcc_unit", api::class(lua, crate::program::UNIT)?)?;
        globals.set("gcc_function", api::class(lua, crate::function::ROWS)?)?;
        globals.set("gcc_basicblock", api::class(lua, crate::block::ROWS)?)?;
        globals.set("gcc_edge", api::class(lua, crate::edge::ROWS)?)?;
        globals.set("gcc_gimple", api::class(lua, crate::gimple::ROWS)?)?;
        globals.set("gcc_tree", api::class(lua, crate::tree::ROWS)?)?;
        globals.set("smt_term", api::class(lua, crate::smt::TERM)?)?;
        self.limit(limits)
    }

    fn limit(&self, limits: Limits) -> mlua::Result<()> {
        let used = Rc::new(Cell::new(0_u64));
        self.lua.set_app_data(Used(used.clone()));
        let most = limits.instructions;
        let over =
            move || mlua::Error::runtime(format!("the script has executed {most} instructions, its limit"));
        let look = HookTriggers::new().every_nth_instruction(LOOK);
        self.lua.set_global_hook(look, move |lua, _| {
            used.set(used.get() + u64::from(LOOK));
            if used.get() < most {
                return Ok(VmState::Continue);
            }
            // The script may catch an error, but not one before each of its instructions.
            let always = HookTriggers::new().every_nth_instruction(1);
            lua.set_hook(always, move |_, _| Err(over()))?;
            Err(over())
        })?;
        self.lua.set_memory_limit(limits.memory)?;
        Ok(())
    }

    /// The machine that the script can look at.
    pub(crate) fn machine(&self) -> Option<Rc<Gvm>> {
        self.lua.app_data_ref::<Rc<Gvm>>().map(|it| it.clone())
    }

    /// From now on the script cannot set globals.
    pub(crate) fn seal(&self) -> Result<(), String> {
        let seal = || -> mlua::Result<()> {
            let meta = self.lua.create_table()?;
            let refuse = self.lua.create_function(|_, (_, name): (Value, Value)| -> mlua::Result<()> {
                let name = name.to_string()?;
                Err(mlua::Error::runtime(format!(
                    "a script of a search remembers nothing: `{name}` cannot be set"
                )))
            })?;
            // Lua asks the metatable only about names that the table does not have, so all of them move out of it.
            let (globals, kept) = (self.lua.globals(), self.lua.create_table()?);
            for pair in globals.pairs::<Value, Value>() {
                let (name, value) = pair?;
                kept.raw_set(name, value)?;
            }
            globals.clear()?;
            meta.set("__index", kept)?;
            meta.set("__newindex", refuse)?;
            // The table behind is not to be had with `getmetatable`.
            meta.set("__metatable", false)?;
            globals.set_metatable(Some(meta))
        };
        seal().map_err(|error| sentence(&error))
    }

    /// Calls a function of the script, if it defines it, and returns its first two values. The limit of instructions is
    /// for each such call.
    pub(crate) fn ask(
        &self,
        name: &str,
        arguments: impl mlua::IntoLuaMulti,
    ) -> Result<(Value, Value), String> {
        self.ask_all(name, arguments).map(|it| (it.0, it.1))
    }

    /// The same with the first three values.
    pub(crate) fn ask_all(
        &self,
        name: &str,
        arguments: impl mlua::IntoLuaMulti,
    ) -> Result<(Value, Value, Value), String> {
        if let Some(used) = self.lua.app_data_ref::<Used>() {
            used.0.set(0);
        }
        match self.lua.globals().get::<Value>(name) {
            Ok(Value::Function(function)) => {
                function.call::<(Value, Value, Value)>(arguments).map_err(|error| sentence(&error))
            }
            _ => Ok((Value::Nil, Value::Nil, Value::Nil)),
        }
    }

    /// A table with these contents.
    pub(crate) fn table(&self, fill: impl FnOnce(&Table) -> mlua::Result<()>) -> Result<Table, String> {
        let table = self.lua.create_table().map_err(|error| sentence(&error))?;
        fill(&table).map_err(|error| sentence(&error))?;
        Ok(table)
    }

    /// Reads lines where the session reads them, and runs them.
    ///
    /// # Errors
    /// When a line ends everything, or none can be read.
    pub fn console(&self) -> Result<(), Problem> {
        self.done(crate::console::run(&self.lua))
    }

    /// Lets the script look at something else.
    pub fn look_at(&self, source: Option<Rc<Source>>, is_compiling: bool) {
        if let Some(mut session) = self.lua.app_data_mut::<Session>() {
            session.source = source;
            session.current = None;
            session.edits = is_compiling.then(EditLog::default);
        }
    }

    /// Whether the script defines a function of this name.
    pub fn defines(&self, name: &str) -> bool {
        self.lua.globals().get::<Value>(name).is_ok_and(|it| it.is_function())
    }

    /// Calls a function of the script, if it defines it.
    ///
    /// # Errors
    /// When it goes wrong, or ends everything.
    pub fn call(&self, name: &str) -> Result<(), Problem> {
        match self.lua.globals().get::<Value>(name) {
            Ok(Value::Function(function)) => self.done(function.call::<()>(())),
            _ => Ok(()),
        }
    }

    /// Calls the script's `gcclua` about a function.
    ///
    /// # Errors
    /// When it goes wrong, or ends everything.
    pub fn visit(&self, function: &FunctionRef) -> Result<(), Problem> {
        if let Some(mut session) = self.lua.app_data_mut::<Session>() {
            session.current = Some(function.clone());
            if let Some(log) = &mut session.edits {
                log.begin(function);
            }
        }
        let done = self.call("gcclua");
        if let Some(mut session) = self.lua.app_data_mut::<Session>() {
            session.current = None;
        }
        done.map_err(|problem| match problem {
            Problem::Wrong(text) => Problem::Wrong(format!("{text} (at hand: `{}`)", function.name())),
            quit => quit,
        })
    }

    /// The edits since the last time.
    pub fn take_edits(&self) -> String {
        let mut session = self.lua.app_data_mut::<Session>();
        session.as_mut().and_then(|it| it.edits.as_mut()).map(EditLog::take).unwrap_or_default()
    }

    /// The script's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn done<T>(&self, result: mlua::Result<T>) -> Result<T, Problem> {
        result.map_err(|error| {
            let quit = self.lua.app_data_ref::<Session>().and_then(|it| it.quit);
            quit.map_or_else(|| Problem::Wrong(sentence(&error)), Problem::Quit)
        })
    }
}

/// An error of Lua as one sentence, without the calls that led there.
pub(crate) fn sentence(error: &mlua::Error) -> String {
    match error {
        mlua::Error::CallbackError { cause, .. } => sentence(cause),
        mlua::Error::SyntaxError { message, .. } | mlua::Error::RuntimeError(message) => {
            message.split("\nstack traceback:").next().unwrap_or(message).trim_end().to_owned()
        }
        mlua::Error::MemoryError(_) => "the script has used up the memory that it may use".to_owned(),
        other => other.to_string().split("\nstack traceback:").next().unwrap_or_default().to_owned(),
    }
}

/// Lua's `load`, of text only.
fn load(lua: &Lua, (text, name): (mlua::LuaString, Option<String>)) -> mlua::Result<MultiValue> {
    let name = name.unwrap_or_else(|| "=load".to_owned());
    let chunk = lua.load(text.as_bytes().to_vec()).set_name(name).set_mode(mlua::chunk::ChunkMode::Text);
    match chunk.into_function() {
        Ok(function) => Ok(MultiValue::from_iter([Value::Function(function)])),
        Err(error) => {
            Ok(MultiValue::from_iter([Value::Nil, Value::String(lua.create_string(sentence(&error))?)]))
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "what Lua calls takes its arguments by value")]
/// Lua's `print`, to where the script's output goes.
fn print(lua: &Lua, values: MultiValue) -> mlua::Result<()> {
    let mut line = Vec::new();
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            line.push(b'\t');
        }
        match value {
            Value::String(text) => line.extend_from_slice(&text.as_bytes()),
            other => line.extend_from_slice(other.to_string()?.as_bytes()),
        }
    }
    line.push(b'\n');
    crate::gcc::emit(lua, &line).map(|_| ())
}

/// Lua's `pairs`, in an order that is always the same: numbers, then texts, then the rest.
fn pairs(lua: &Lua, value: Value) -> mlua::Result<MultiValue> {
    let Value::Table(table) = value else {
        return Err(mlua::Error::runtime(format!("`pairs` wants a table, not a {}", value.type_name())));
    };
    let mut keys: Vec<Value> = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        keys.push(pair?.0);
    }
    let rank = |it: &Value| match it {
        Value::Integer(it) => (0, *it as f64, Vec::new()),
        Value::Number(it) => (0, *it, Vec::new()),
        Value::String(it) => (1, 0.0, it.as_bytes().to_vec()),
        _ => (2, 0.0, Vec::new()),
    };
    let mut ranked: Vec<_> = keys.into_iter().map(|it| (rank(&it), it)).collect();
    ranked.sort_by(|a, b| a.0.0.cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)).then_with(|| a.0.2.cmp(&b.0.2)));
    let keys: Vec<Value> = ranked.into_iter().map(|it| it.1).collect();
    let (next, of) = (Cell::new(0), table.clone());
    let step = lua.create_function(move |_, _: MultiValue| {
        while let Some(key) = keys.get(next.get()) {
            next.set(next.get() + 1);
            let value = of.raw_get::<Value>(key.clone())?;
            if !value.is_nil() {
                return Ok((key.clone(), value));
            }
        }
        Ok((Value::Nil, Value::Nil))
    })?;
    Ok(MultiValue::from_iter([Value::Function(step), Value::Table(table), Value::Nil]))
}
