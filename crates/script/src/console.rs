//! A console: lines of Lua, read one after the other, and what they print.
//!
//! `gmc script -i` is one, and so is `gvm.interactive` in the middle of a script or a callback. A line that ends with
//! `?` lists what could follow. A console ends with its input, or at `continue`.

use crate::api;
use crate::edits::refused;
use crate::sandbox::sentence;
use crate::session::Session;
use mlua::{Lua, MultiValue, Value};
use std::io;

/// Reads the next line; none at the end.
pub type Lines = Box<dyn FnMut() -> io::Result<Option<String>>>;

/// The line that goes on with the script.
const CONTINUE: &str = "continue";

/// Reads lines and runs them.
pub(crate) fn run(lua: &Lua) -> mlua::Result<()> {
    loop {
        // Taken out meanwhile: reading a line is no business of the session's.
        let Some(mut lines) = Session::of(lua)?.lines.take() else {
            return refused("there is no console here: it needs `gmc script`, whose input is read");
        };
        let read = lines();
        Session::of(lua)?.lines = Some(lines);
        let Some(text) = read.map_err(|error| mlua::Error::runtime(error.to_string()))? else {
            return Ok(());
        };
        let text = text.trim();
        if text == CONTINUE {
            return Ok(());
        }
        let shown = match text.strip_suffix('?') {
            Some(start) => completions(lua, start).join(" "),
            None => match line(lua, text) {
                Ok(shown) if shown.is_empty() => continue,
                Ok(shown) => shown,
                Err(error) => {
                    let mut session = Session::of(lua)?;
                    if session.quit.is_some() {
                        return Err(error);
                    }
                    (session.complain)(&sentence(&error));
                    continue;
                }
            },
        };
        crate::gcc::emit(lua, format!("{shown}\n").as_bytes())?;
    }
}

/// Runs a line, and returns what it prints.
fn line(lua: &Lua, text: &str) -> mlua::Result<String> {
    let chunk = |text: &str| lua.load(text).set_name("=console").into_function();
    let function = chunk(&format!("return {text}")).or_else(|_| chunk(text))?;
    let texts: mlua::Result<Vec<String>> =
        function.call::<MultiValue>(())?.iter().map(Value::to_string).collect();
    Ok(texts?.join("\t"))
}

/// The names that a text could be completed with.
fn completions(lua: &Lua, text: &str) -> Vec<String> {
    let (table, start) = match text.rsplit_once(['.', ':']) {
        Some((path, start)) => {
            let value = lua.load(format!("return {path}")).eval::<Value>();
            match value {
                Ok(Value::Table(table)) => (Some(table), start),
                Ok(Value::UserData(it)) => (lua.globals().get(api::class_name(&it)).ok(), start),
                _ => (None, start),
            }
        }
        None => (Some(lua.globals()), text),
    };
    let keys = table
        .into_iter()
        .flat_map(|it| it.pairs::<String, Value>().flatten().map(|it| it.0).collect::<Vec<_>>());
    let mut names: Vec<String> = keys.filter(|it| it.starts_with(start)).collect();
    names.sort();
    names
}
