//! `gmc script`: Lua over a program.

use super::Error;
use super::program;
use super::read;
use super::script_machine::Driven;
use crate::cli::{self, ScriptMay};
use crate::exit::Exit;
use crate::run::{Run, Source};
use crate::watchdog::{self, Bounds};
use gmc_script::{Files, FunctionRef, Limits, Lines, Machines, Problem, SHIPPED, Script, Session};
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs a script.
pub(super) fn run(options: &cli::Script) -> Result<Exit, Error> {
    if options.list {
        return list().map_err(Error::from).map(|()| Exit::Success);
    }
    if options.help_api {
        print_out(&gmc_script::help())?;
        return Ok(Exit::Success);
    }
    let bounds = Bounds { time: options.time, memory: None, signals: false };
    watchdog::start(bounds, |_, _| {
        eprintln!("gmc: unknown: the script was still running when its time was up (--time)");
        Exit::Unknown
    });
    let (file, inputs) = split(options);
    let source_inputs = inputs.clone();
    let source = (!inputs.is_empty())
        .then(|| {
            let source = Source { inputs, ..Source::new(&options.program) };
            let program = program::read(&source, options.program.timings)?;
            Ok::<_, Error>(gmc_script::Source::program(Arc::new(program)))
        })
        .transpose()?;
    let machines = (!source_inputs.is_empty()).then(|| {
        let run = Run::of_script(options);
        let source = Source { inputs: source_inputs, ..run.source.clone() };
        Box::new(Driven::new(Run { source, ..run })) as Box<dyn Machines>
    });
    let session = session(options, source.clone()).with_machines(machines);
    let done = match file {
        Some(file) => {
            let (name, text) = text_of(&file)?;
            Script::load(&name, &text, session, limits(&options.may)).and_then(|script| {
                visit(&script, source.as_ref())?;
                Ok(script)
            })
        }
        None => Script::empty("console", session, limits(&options.may)),
    };
    let exit = match done {
        Ok(script) if options.interactive => script.console(),
        Ok(_) => Ok(()),
        Err(problem) => Err(problem),
    };
    match exit {
        Ok(()) => Ok(Exit::Success),
        Err(Problem::Quit(code)) => Ok(Exit::Program(code as u8)),
        Err(Problem::Wrong(why)) => Err(Error::Script(why)),
    }
}

/// Runs what a script defines about a program: at the start, about each function, at the end.
fn visit(script: &Script, source: Option<&std::rc::Rc<gmc_script::Source>>) -> Result<(), Problem> {
    script.call("gcclua_pre")?;
    if let Some(source) = source.filter(|_| script.defines("gcclua")) {
        for function in FunctionRef::all(source) {
            script.visit(&function)?;
        }
    }
    script.call("exec_gvm")?;
    script.call("gcclua_post")
}

/// The script and the inputs: with -i, what is no script is an input.
fn split(options: &cli::Script) -> (Option<PathBuf>, Vec<PathBuf>) {
    let mut inputs = options.program.inputs.clone();
    let Some(file) = options.file.clone() else { return (None, inputs) };
    let is_script = file.extension().is_some_and(|it| it == "lua") || shipped(&file).is_some();
    if options.interactive && !is_script {
        inputs.insert(0, file);
        return (None, inputs);
    }
    (Some(file), inputs)
}

fn shipped(file: &Path) -> Option<&'static gmc_script::Shipped> {
    SHIPPED.iter().find(|it| file == Path::new(it.name))
}

/// A script's name for errors, and its text.
pub(super) fn text_of(file: &Path) -> Result<(String, String), Error> {
    if let Some(shipped) = shipped(file).filter(|_| !file.exists()) {
        return Ok((shipped.name.to_owned(), shipped.text.to_owned()));
    }
    let path = file.display().to_string();
    let text = read::text(file).map_err(|error| Error::Unreadable { path: path.clone(), error })?;
    Ok((path, text))
}

pub(super) fn limits(may: &ScriptMay) -> Limits {
    let mut limits = Limits { is_trusted: may.is_trusted, ..Limits::default() };
    limits.memory = may.memory.map_or(limits.memory, |it| it as usize);
    limits.instructions = may.instructions.unwrap_or(limits.instructions);
    limits
}

fn session(options: &cli::Script, source: Option<std::rc::Rc<gmc_script::Source>>) -> Session {
    let arguments: Vec<String> =
        options.arguments.iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let files =
        Files { named: arguments.iter().map(PathBuf::from).collect(), output: options.may.out.clone() };
    // If standard output is closed there is no one to tell.
    let sink = Box::new(|bytes: &[u8]| drop(io::stdout().write_all(bytes)));
    let complain = Box::new(|why: &str| eprintln!("gmc: {why}"));
    Session::new(arguments, files, sink)
        .with_parameters(&options.may.set)
        .with_source(source)
        .with_console(lines(), complain)
}

fn list() -> io::Result<()> {
    let width = SHIPPED.iter().map(|it| it.name.len()).max().unwrap_or(0);
    let lines: String = SHIPPED.iter().map(|it| format!("{:<width$}  {}\n", it.name, it.says)).collect();
    print_out(&lines)
}

fn print_out(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())
}

/// Where a console reads: standard input, with a prompt if somebody sits there.
fn lines() -> Lines {
    let prompts = io::stdin().is_terminal();
    Box::new(move || {
        if prompts {
            print_out("> ")?;
        }
        io::stdout().flush()?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line)?;
        Ok((read > 0).then_some(line))
    })
}
