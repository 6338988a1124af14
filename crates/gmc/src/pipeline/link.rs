//! Linking what is not linked yet, with the real linker.
//!
//! The result is never run, so nothing of the C library is linked and what is not defined stays so: the machine has its
//! own library. An archive gives the members that are needed, as in any link, and may need others before it; archives
//! alone are taken whole, so that a library can be looked at by itself.

use super::compile::as_argument;
use super::hidden;
use super::input::{Input, Kind};
use super::{Linked, PipelineError, Request};
use crate::child;
use crate::gcc::FrontEnd;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Links the parts of a program; `parts` has for each input what the linker gets.
pub(super) fn link(
    request: &Request,
    inputs: &[Input],
    parts: &[PathBuf],
    scratch: &Path,
) -> Result<Linked, PipelineError> {
    warn_of_missing_units(inputs);
    let driver = request.toolchain.driver(FrontEnd::C)?;
    let output = scratch.join("program");
    let mut command = Command::new(&driver.name);
    command.args(["-nostdlib", "-nostartfiles", "-no-pie", "-fno-lto"]);
    command.args(["-Wl,--unresolved-symbols=ignore-all", "-Wl,-e,0", "-Wl,-z,noexecstack"]);
    command.args(request.flags.iter().filter(|flag| flag.as_bytes().starts_with(b"-m")));
    if inputs.iter().any(Input::is_i386) {
        command.arg("-m32");
    }
    command.arg("-o").arg(&output);
    // Shared objects count too: a name that one of them defines needs no archive member.
    let of_kind = |archives: bool| {
        let parts = inputs.iter().zip(parts);
        parts
            .filter(move |(input, _)| {
                input.kind != Kind::Program && (input.kind == Kind::Archive) == archives
            })
            .map(|(_, part)| as_argument(part))
    };
    // A harness is linked beside its program.
    let inputs_of_link = inputs.iter().filter(|it| it.kind != Kind::Program).count();
    let archives: Vec<_> = of_kind(true).collect();
    let alone = archives.len() == inputs_of_link;
    command.args(of_kind(false));
    if !archives.is_empty() {
        let (open, close) = if alone {
            ("-Wl,--whole-archive", "-Wl,--no-whole-archive")
        } else {
            ("-Wl,--start-group", "-Wl,--end-group")
        };
        command.arg(open).args(archives).arg(close);
    }
    let unscratched = |error| PipelineError::Scratch { directory: scratch.to_owned(), error };
    command.args(hidden::script(inputs, parts, scratch).map_err(unscratched)?);
    let run = child::status(command.env("TMPDIR", scratch).stdin(Stdio::null()));
    let name = || driver.name.to_string_lossy().into_owned();
    let status = run.map_err(|error| PipelineError::Run { program: name(), error })?;
    if !status.success() {
        return Err(PipelineError::Reported);
    }
    let bytes = fs::read(&output).map_err(unscratched)?;
    Ok(Linked { name: summary(inputs), bytes })
}

/// Code that gmc cannot see is never dropped in silence.
fn warn_of_missing_units(inputs: &[Input]) {
    let linkable = || inputs.iter().filter(|input| input.kind.is_linkable());
    if !linkable().any(Input::carries_units) {
        // Then there is no program at all, which is an error of its own.
        return;
    }
    for input in linkable().filter(|input| !input.carries_units()) {
        let cure = match input.kind {
            Kind::Source(_) => "assembly has no GIMPLE",
            _ => "compile it with `gmc cc`",
        };
        eprintln!("gmc: warning: {} holds no code for gmc, and counts as external: {cure}", input.name());
    }
}

/// What to call the program that the linker made of these.
fn summary(inputs: &[Input]) -> String {
    let mut linkable = inputs.iter().filter(|input| input.kind.is_linkable());
    let first = linkable.next().map(Input::name).unwrap_or_default();
    match linkable.count() {
        0 => first,
        1 => format!("{first} and another file"),
        n => format!("{first} and {n} other files"),
    }
}
