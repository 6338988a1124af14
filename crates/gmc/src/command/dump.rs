//! `gmc dump`: the program as gmc sees it.

use super::Error;
use super::output::{Output, draw};
use super::program;
use super::select::{self, Selected};
use super::source::SourceFiles;
use crate::cli::{self, Format};
use crate::exit::Exit;
use crate::run::Source;
use gmc_ir::program::Program;
use gmc_ir::text::{self, Names};
use gmc_ir::{dot, json};
use gmc_vm::lower;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Prints a program.
pub(super) fn run(options: &cli::Dump) -> Result<Exit, Error> {
    let program = Arc::new(program::read(&Source::new(&options.program), options.program.timings)?);
    if let (Some(name), Some(file)) = (&options.cfg, drawing(options)) {
        let mut graph = String::new();
        control_flow(&mut graph, &program, name)?;
        draw(&graph, Some(file))?;
        return Ok(Exit::Success);
    }
    let mut out = Output::to(options.output.as_deref())?;
    let printed = match &options.cfg {
        Some(name) => control_flow(&mut out, &program, name),
        None if options.code => {
            register_code(&mut out, &program, options.function.first().map(String::as_str))
        }
        None if options.format == Format::Json => json::write(out.bytes(), &program).map_err(Error::from),
        None => print(&mut out, options, &program),
    };
    out.finish()?;
    printed.map(|()| Exit::Success)
}

/// The file that asks for a drawing by its name.
fn drawing(options: &cli::Dump) -> Option<&Path> {
    options.output.as_deref().filter(|file| file.extension().is_some_and(|extension| extension == "svg"))
}

/// Prints the control-flow graph of one function.
fn control_flow(out: &mut dyn fmt::Write, program: &Program, name: &str) -> Result<(), Error> {
    let Selected { unit, function, .. } = select::function(program, name)?;
    Ok(dot::control_flow(out, &Names::new(unit), function)?)
}

/// Prints what the machine executes.
fn register_code(out: &mut dyn fmt::Write, program: &Arc<Program>, only: Option<&str>) -> Result<(), Error> {
    let options = lower::Options { limit: 1 << 30, ..lower::Options::new(gmc_libc::library()) };
    let compiled = lower::compile(program, &options)?;
    Ok(gmc_vm::listing(out, &compiled, only)?)
}

/// Prints one kind of thing.
type List = fn(&mut dyn fmt::Write, &Program) -> fmt::Result;

/// Prints what was asked for, or else all functions.
fn print(out: &mut dyn fmt::Write, options: &cli::Dump, program: &Program) -> Result<(), Error> {
    let source = SourceFiles::default();
    let lists: [(bool, List); 5] = [
        (options.types, types),
        (options.globals, text::globals),
        (options.functions, text::functions),
        (options.externals, text::externals),
        (options.unsupported, text::unsupported),
    ];
    for (_, list) in lists.iter().filter(|(wanted, _)| *wanted) {
        list(out, program)?;
    }
    for name in &options.function {
        for Selected { unit, function, .. } in select::functions(program, name)? {
            text::function(out, &Names::new(unit), function, &source)?;
        }
    }
    if options.function.is_empty() && lists.iter().all(|(wanted, _)| !wanted) {
        text::program(out, program, &source)?;
    }
    Ok(())
}

fn types(out: &mut dyn fmt::Write, program: &Program) -> fmt::Result {
    program.units().try_for_each(|(_, unit)| text::types(out, &unit.linked.unit))
}
