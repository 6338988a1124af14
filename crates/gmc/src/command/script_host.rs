//! The script host: the other end of the plugin in a compilation under a script (`gmc cc --script`).
//!
//! It reads messages on standard input and answers on file 3, as `gcc/script.cc` has them. The script is loaded at the
//! first message, so that what is wrong with it is an error of the compilation. What it prints goes to standard error,
//! because standard output may be where GCC writes.

use super::Error;
use super::script::text_of;
use crate::exit::Exit;
use gmc_ir::program::UnitIndex;
use gmc_ir::{verify, wire};
use gmc_script::{Files, FunctionRef, Limits, Problem, Script, Session, Source};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// The largest message that is taken.
const MOST: u64 = 1 << 32;

/// An answer: a letter and a text.
type Answer = (u8, String);

/// Serves one compilation.
pub(super) fn run() -> Result<Exit, Error> {
    let mut from = io::stdin().lock();
    let mut to = File::options().write(true).open("/proc/self/fd/3")?;
    let mut script = None;
    while let Some((what, body)) = receive(&mut from)? {
        let (letter, text) = answer(&mut script, what, &body);
        to.write_all(&[letter])?;
        to.write_all(&(text.len() as u64).to_le_bytes())?;
        to.write_all(text.as_bytes())?;
        if letter != b'E' {
            break;
        }
    }
    Ok(Exit::Success)
}

fn receive(from: &mut impl Read) -> io::Result<Option<(u8, Vec<u8>)>> {
    let mut head = [0; 9];
    if let Err(error) = from.read_exact(&mut head) {
        // GCC ends early where the program does not compile.
        return if error.kind() == io::ErrorKind::UnexpectedEof { Ok(None) } else { Err(error) };
    }
    let size = u64::from_le_bytes(std::array::from_fn(|at| head[at + 1])).min(MOST);
    let mut body = Vec::new();
    from.take(size).read_to_end(&mut body)?;
    Ok(Some((head[0], body)))
}

fn answer(script: &mut Option<Script>, what: u8, body: &[u8]) -> Answer {
    let done = match what {
        b'S' => start().and_then(|it| {
            it.call("gcclua_pre")?;
            *script = Some(it);
            Ok(String::new())
        }),
        b'E' => with(script, |it| it.call("gcclua_post").map(|()| String::new())),
        _ => with(script, |it| visit(it, body)),
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

/// Lets the script look at what is sent, and returns its edits.
fn visit(script: &Script, body: &[u8]) -> Result<String, Problem> {
    let wrong = |why: String| Problem::Wrong(format!("what the plugin has sent cannot be read: {why}"));
    let unit = wire::decode_raw(body).map_err(|error| wrong(error.to_string()))?;
    verify::verify(&unit).map_err(|error| wrong(error.to_string()))?;
    let source = Source::unit_alone(unit);
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
