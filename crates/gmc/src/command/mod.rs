//! The commands, one module each.

mod approximate;
mod cc;
mod check;
mod compiler_flags;
mod debug;
mod dump;
mod error;
mod exceptions;
mod externals;
mod formulas;
mod kinds;
mod loaded;
mod ltl;
mod manual;
mod others;
mod output;
mod printing;
mod program;
pub(crate) mod read;
mod recorded;
mod replay;
mod reproducer;
mod run;
mod script;
mod script_host;
mod script_machine;
mod sealed;
mod select;
mod source;
mod sources;
mod svcomp;
mod trace;

use crate::cli::{self, Command};
use crate::exit::Exit;
use crate::gcc::FrontEnd;
pub(crate) use error::Error;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Runs the command that the arguments ask for. By the name of a compiler, gmc is that.
pub(crate) fn run(name: &OsStr, arguments: Vec<OsString>) -> Result<Exit, Error> {
    if let Some(front_end) = compiler_of(name) {
        return cc::run(front_end, &arguments);
    }
    // Before anything is parsed: what follows belongs to GCC, whatever it looks like.
    if let Some((front_end, rest)) =
        arguments.split_first().and_then(|(first, rest)| Some((wrapped(first)?, rest)))
    {
        return cc::run(front_end, rest);
    }
    // The plugin starts it; it is no command of users.
    if arguments.first().is_some_and(|it| it == "script-host") {
        return script_host::run();
    }
    let name = std::iter::once(OsString::from("gmc"));
    match cli::parse(name.chain(compiler_flags::mark_compiler_flags(arguments))) {
        Command::Cc(passed) => cc::run(FrontEnd::C, &passed.arguments),
        Command::Cxx(passed) => cc::run(FrontEnd::Cxx, &passed.arguments),
        Command::Fortran(passed) => cc::run(FrontEnd::Fortran, &passed.arguments),
        Command::Dump(options) => dump::run(&options),
        Command::Run(options) => run::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Debug(options) => debug::run(&options),
        Command::Ltl(options) => ltl::run(&options),
        Command::Script(options) => script::run(&options),
        Command::Kinds => kinds::run(),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::page(),
    }
}

/// Links to gmc that are compilers in one word, for what takes no more than one.
fn compiler_of(name: &OsStr) -> Option<FrontEnd> {
    match Path::new(name).file_name()?.to_str()? {
        "gmc-cc" => Some(FrontEnd::C),
        "gmc-c++" => Some(FrontEnd::Cxx),
        "gmc-gfortran" => Some(FrontEnd::Fortran),
        _ => None,
    }
}

fn wrapped(command: &OsString) -> Option<FrontEnd> {
    match command.to_str()? {
        "cc" => Some(FrontEnd::C),
        "c++" => Some(FrontEnd::Cxx),
        "fortran" => Some(FrontEnd::Fortran),
        _ => None,
    }
}
