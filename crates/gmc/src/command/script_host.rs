//! The script host: the other end of the plugin in a compilation under a script (`gmc cc --script`).
//!
//! It reads messages on standard input and answers on file 3, as `gcc/script.cc` has them. The script is loaded at the
//! first message, so that what is wrong with it is an error of the compilation. A unit is sent when the script looks at
//! it for the first time. What it prints goes to standard error,
//! because standard output may be where GCC writes.

use super::Error;
use super::script::text_of;
use crate::exit::Exit;
use gmc_ir::program::UnitIndex;
use gmc_ir::unit::Unit;
use gmc_ir::{verify, wire};
use gmc_script::{Announced, Files, FunctionRef, Limits, Problem, Script, Session, Source};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, StdinLock, Write};
use std::path::PathBuf;
use std::rc::Rc;

/// The largest message that is taken.
const MOST: u64 = 1 << 32;

/// An answer: a letter and a text.
type Answer = (u8, String);

/// The plugin, at the other end.
struct Plugin {
    from: StdinLock<'static>,
    to: File,
}

/// Serves one compilation.
pub(super) fn run() -> Result<Exit, Error> {
    let to = File::options().write(true).open("/proc/self/fd/3")?;
    let plugin = Rc::new(RefCell::new(Plugin { from: io::stdin().lock(), to }));
    let mut script = None;
    loop {
        // Not kept while the script runs, which may want the unit.
        let received = plugin.borrow_mut().receive()?;
        let Some((what, body)) = received else { break };
        let answer = answer(&mut script, &plugin, what, &body);
        plugin.borrow_mut().send(&answer)?;
        if answer.0 != b'E' {
            break;
        }
    }
    Ok(Exit::Success)
}

impl Plugin {
    fn receive(&mut self) -> io::Result<Option<(u8, Vec<u8>)>> {
        let mut head = [0; 9];
        if let Err(error) = self.from.read_exact(&mut head) {
            // GCC ends early where the program does not compile.
            return if error.kind() == io::ErrorKind::UnexpectedEof { Ok(None) } else { Err(error) };
        }
        let size = u64::from_le_bytes(std::array::from_fn(|at| head[at + 1])).min(MOST);
        let mut body = Vec::new();
        (&mut self.from).take(size).read_to_end(&mut body)?;
        Ok(Some((head[0], body)))
    }

    fn send(&mut self, (letter, text): &Answer) -> io::Result<()> {
        self.to.write_all(&[*letter])?;
        self.to.write_all(&(text.len() as u64).to_le_bytes())?;
        self.to.write_all(text.as_bytes())
    }

    /// The unit, or the function, that the plugin has announced.
    fn fetch(&mut self) -> Result<Unit, String> {
        self.send(&(b'W', String::new())).map_err(|error| error.to_string())?;
        let received = self.receive().map_err(|error| error.to_string())?;
        let Some((_, body)) = received else { return Err("it ends early".to_owned()) };
        let unit = wire::decode_raw(&body).map_err(|error| error.to_string())?;
        verify::verify(&unit).map_err(|error| error.to_string())?;
        Ok(unit)
    }
}

fn answer(script: &mut Option<Script>, plugin: &Rc<RefCell<Plugin>>, what: u8, body: &[u8]) -> Answer {
    let done = match what {
        b'S' => start().and_then(|it| {
            it.call("gcclua_pre")?;
            *script = Some(it);
            Ok(String::new())
        }),
        b'E' => with(script, |it| it.call("gcclua_post").map(|()| String::new())),
        _ => with(script, |it| visit(it, plugin, body)),
    };
    match done {
        Ok(edits) => (b'E', edits),
        Err(Problem::Quit(code)) => (b'Q', code.to_string()),
        Err(Problem::Wrong(why)) => (b'X', why),
    }
}

fn with(
    script: &Option<Script>,
    act: impl FnOnce(&Script) -> Result<String, Problem>,
) -> Result<String, Problem> {
    script.as_ref().map_or_else(|| Err(Problem::Wrong("the script is not loaded".to_owned())), act)
}

/// Lets the script look at what the plugin announces, and returns its edits.
fn visit(script: &Script, plugin: &Rc<RefCell<Plugin>>, announced: &[u8]) -> Result<String, Problem> {
    let text = String::from_utf8_lossy(announced);
    let mut words = text.split(' ');
    let functions = words.next().and_then(|it| it.parse().ok());
    let functions =
        functions.ok_or_else(|| Problem::Wrong("the plugin announces no number of functions".to_owned()))?;
    let announced = Announced { functions, is_ssa: words.next() == Some("ssa") };
    let plugin = plugin.clone();
    let fetch = move || {
        let mut plugin = plugin.borrow_mut();
        plugin.fetch().unwrap_or_else(|why| {
            // The script cannot go on without it. If GCC is gone, no one hears.
            let _ = plugin.send(&(b'X', format!("what the plugin has sent cannot be read: {why}")));
            std::process::exit(2);
        })
    };
    let source = Source::unit_alone(announced, Box::new(fetch));
    script.look_at(Some(source.clone()), true);
    for function in FunctionRef::of_unit(&source, UnitIndex(0)) {
        script.visit(&function)?;
    }
    Ok(script.take_edits())
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|it| !it.is_empty())
}

fn start() -> Result<Script, Problem> {
    let wrong = |error: Error| Problem::Wrong(error.to_string());
    let number = |name: &str| variable(name).and_then(|it| it.parse::<u64>().ok());
    let limits = Limits::default();
    let limits = Limits {
        is_trusted: variable("GMC_SCRIPT_UNSAFE").is_some(),
        instructions: number("GMC_SCRIPT_INSTRUCTIONS").unwrap_or(limits.instructions),
        memory: number("GMC_SCRIPT_MEMORY").map_or(limits.memory, |it| it as usize),
    };
    let file = variable("GMC_SCRIPT").unwrap_or_default();
    let (name, text) = text_of(&PathBuf::from(file)).map_err(wrong)?;
    let files = Files { named: Vec::new(), output: variable("GMC_SCRIPT_OUT").map(PathBuf::from) };
    // If standard error is closed there is no one to tell.
    let sink = Box::new(|bytes: &[u8]| drop(io::stderr().write_all(bytes)));
    let set: Vec<String> =
        variable("GMC_SCRIPT_SET").unwrap_or_default().lines().map(str::to_owned).collect();
    let session = Session::new(Vec::new(), files, sink).with_parameters(&set);
    let script = Script::compiling(&name, &text, session, limits)?;
    Ok(script)
}
