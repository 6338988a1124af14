//! Functions that neither the program defines nor gmc models: which they are, and what is to be assumed of them.

use super::{Error, printing};
use crate::exit::Exit;
use crate::run;
use gmc_ir::program::Program;
use gmc_ir::program::external::External;
use gmc_libc::assumed::{self, Assumed, unmodelled};
use gmc_vm::lower::Mapping;
use std::fmt::Write as _;

/// What stands for every function that gmc does not model.
const ALL: &str = "*";

/// What is assumed of functions.
#[derive(Clone, Default)]
pub(super) struct Externals {
    /// What they mean instead, beside what was given.
    pub(super) mapping: Mapping,
    pub(super) assumptions: Vec<String>,
}

impl Externals {
    /// What a run assumes of the program's functions, added to what a mapping says.
    pub(super) fn new(
        assumed: &run::Externals,
        program: &Program,
        mapping: Mapping,
    ) -> Result<Externals, Error> {
        let mut externals = Externals { mapping, assumptions: Vec::new() };
        if !assumed.havoc.is_empty() || !assumed.stub.is_empty() {
            let all = program.externals();
            let free = unmodelled(program);
            for name in &assumed.havoc {
                let told = "returns any value and does nothing else (--havoc)";
                externals.assume(program, select(&all, &free, name)?, Assumed::Havoc, told)?;
            }
            for (name, value) in &assumed.stub {
                let told = format!("returns {value} and does nothing else (--stub)");
                externals.assume(program, select(&all, &free, name)?, Assumed::Stub(*value), &told)?;
            }
        }
        for model in &assumed.models {
            externals.assumptions.push(format!("functions do what {} says (--model)", model.display()));
        }
        Ok(externals)
    }

    fn assume(
        &mut self,
        program: &Program,
        functions: Vec<&External>,
        assumed: Assumed,
        told: &str,
    ) -> Result<(), Error> {
        for function in functions {
            assumed::assume(&mut self.mapping, program, function, assumed).map_err(Error::Assumed)?;
            self.assumptions.push(format!("`{}` {told}", function.name));
        }
        Ok(())
    }
}

/// The functions that a name stands for.
fn select<'a>(all: &'a [External], free: &'a [External], name: &str) -> Result<Vec<&'a External>, Error> {
    if name == ALL {
        return Ok(free.iter().collect());
    }
    match all.iter().find(|it| it.function && it.name == name) {
        Some(found) => Ok(vec![found]),
        None => Err(Error::NoExternal(name.to_owned())),
    }
}

/// `--externals`: the functions that gmc does not model, with their callers.
pub(super) fn list(program: &Program) -> Result<Exit, Error> {
    let mut text = String::new();
    for function in unmodelled(program) {
        let callers: Vec<&str> = function.referrers.iter().map(|&it| program.name(it)).collect();
        let Some(&first) = function.referrers.first() else { continue };
        let unit = program.unit(first.unit);
        let place = &unit.places[function.place.index()];
        let file = unit.str(place.file);
        writeln!(text, "{}: used by {} ({file}:{})", function.name, callers.join(", "), place.line)?;
    }
    if text.is_empty() {
        text.push_str("all functions that the program uses are defined or modelled\n");
    }
    printing::print(&text)?;
    Ok(Exit::Success)
}
