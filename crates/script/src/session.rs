//! What a running script is about: the program, the function at hand, edits, arguments, and where its output goes.

use crate::console::Lines;
use crate::edits::EditLog;
use crate::files::Files;
use crate::machine::Machines;
use crate::source::{FunctionRef, Source};
use mlua::{AppDataRefMut, Lua};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a script's output goes.
pub type Sink = Box<dyn FnMut(&[u8])>;

/// What a running script is about.
pub struct Session {
    pub(crate) source: Option<Rc<Source>>,
    /// The function at hand.
    pub(crate) current: Option<FunctionRef>,
    /// Edits, while something is compiled.
    pub(crate) edits: Option<EditLog>,
    /// What the user gave the script.
    pub(crate) arguments: Vec<String>,
    /// The parameters by name.
    pub(crate) parameters: BTreeMap<String, String>,
    pub(crate) files: Files,
    pub(crate) sink: Sink,
    /// Where a console reads, if there can be one.
    pub(crate) lines: Option<Lines>,
    /// Where it says what is wrong with a line.
    pub(crate) complain: Box<dyn FnMut(&str)>,
    /// What makes machines, until the script is loaded.
    pub(crate) machines: Option<Box<dyn Machines>>,
    /// The exit code with which the script ends everything.
    pub(crate) quit: Option<i32>,
}

impl Session {
    /// A session about nothing yet.
    pub fn new(arguments: Vec<String>, files: Files, sink: Sink) -> Session {
        let parameters = BTreeMap::new();
        Session {
            source: None,
            current: None,
            edits: None,
            arguments,
            parameters,
            files,
            sink,
            lines: None,
            complain: Box::new(|_| {}),
            machines: None,
            quit: None,
        }
    }

    /// The same with parameters, each `NAME=VALUE`.
    #[must_use]
    pub fn with_parameters(mut self, texts: &[String]) -> Session {
        for text in texts {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            self.parameters.insert(name.to_owned(), value.to_owned());
        }
        self
    }

    /// The same about a program.
    #[must_use]
    pub fn with_source(mut self, source: Option<Rc<Source>>) -> Session {
        self.source = source;
        self
    }

    /// The same with a console: where it reads, and where it says what is wrong with a line.
    #[must_use]
    pub fn with_console(mut self, lines: Lines, complain: Box<dyn FnMut(&str)>) -> Session {
        self.lines = Some(lines);
        self.complain = complain;
        self
    }

    /// The same with machines to run the program on.
    #[must_use]
    pub fn with_machines(mut self, machines: Option<Box<dyn Machines>>) -> Session {
        self.machines = machines;
        self
    }

    pub(crate) fn of(lua: &Lua) -> mlua::Result<AppDataRefMut<'_, Session>> {
        lua.try_app_data_mut::<Session>()
            .ok()
            .flatten()
            .ok_or_else(|| mlua::Error::runtime("this cannot be called from here"))
    }
}
