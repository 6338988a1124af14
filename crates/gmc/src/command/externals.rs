//! Functions that neither the program defines nor gmc models: which they are, and what is to be assumed of them.

use super::program::linker_name;
use super::{Error, printing, select};
use crate::exit::Exit;
use crate::run;
use gmc_ir::program::external::External;
use gmc_ir::program::{Definition, Global, Program};
use gmc_libc::assumed::{self, Assumed, unmodelled};
use gmc_vm::lower::Mapping;
use std::fmt::Write as _;

/// What stands for every function that gmc does not model.
const ALL: &str = "*";

/// What the name of a model's function begins with that is called in place of one of the program's.
const IN_PLACE_OF: &str = "__gmc_in_place_of_";

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
        for (name, by) in in_place_of(program) {
            externals.mapping.replace(name, by);
        }
        if !assumed.havoc.is_empty() || !assumed.stub.is_empty() {
            let all = program.externals();
            let free = unmodelled(program);
            for name in &assumed.havoc {
                let told = "returns any value and does nothing else (--havoc)";
                externals.assume(program, &select(program, &all, &free, name)?, Assumed::Havoc, told)?;
            }
            for (name, value) in &assumed.stub {
                let told = format!("returns {value} and does nothing else (--stub)");
                externals.assume(
                    program,
                    &select(program, &all, &free, name)?,
                    Assumed::Stub(*value),
                    &told,
                )?;
            }
        }
        for (name, by) in &assumed.replace {
            let function = select::function(program, by)?.global;
            externals.mapping.replace(&replaced(program, name)?, function);
            externals.assumptions.push(format!("`{by}` is called instead of `{name}` (--replace)"));
        }
        for model in &assumed.models {
            externals.assumptions.push(format!("functions do what {} says (--model)", model.display()));
        }
        Ok(externals)
    }

    fn assume(
        &mut self,
        program: &Program,
        functions: &[(String, Global)],
        assumed: Assumed,
        told: &str,
    ) -> Result<(), Error> {
        for function in functions {
            let (name, declaration) = function;
            assumed::assume(&mut self.mapping, program, (name, *declaration), assumed)
                .map_err(Error::Assumed)?;
            self.assumptions.push(format!("`{name}` {told}"));
        }
        Ok(())
    }
}

/// The functions that a name stands for: names as the machine knows them, and a declaration of each.
fn select(
    program: &Program,
    all: &[External],
    free: &[External],
    name: &str,
) -> Result<Vec<(String, Global)>, Error> {
    let of = |it: &External| (it.name.clone(), it.declaration);
    if name == ALL {
        return Ok(free.iter().map(of).collect());
    }
    if let Some(found) = all.iter().find(|it| it.function && it.name == name) {
        return Ok(vec![of(found)]);
    }
    match select::functions(program, name) {
        Ok(found) => Ok(found.iter().map(|it| (program.name(it.global).to_owned(), it.global)).collect()),
        Err(_) => Err(Error::NoExternal(name.to_owned())),
    }
}

/// Functions of models that are called in place of others, and the names of these.
fn in_place_of(program: &Program) -> Vec<(&str, Global)> {
    let linked = |definition: &Definition| linker_name(program, definition.global);
    let by = program.definitions().iter().filter_map(|it| Some((linked(it).strip_prefix(IN_PLACE_OF)?, it)));
    by.map(|(name, by)| {
        let own = program.definitions().iter().find(|it| linked(it) == name);
        (own.map_or(name, |it| program.name(it.global)), by.global)
    })
    .collect()
}

/// The name of a function that is to be replaced.
fn replaced(program: &Program, name: &str) -> Result<String, Error> {
    let external = program.externals().iter().any(|it| it.function && it.name == name);
    if external {
        Ok(name.to_owned())
    } else {
        Ok(program.name(select::function(program, name)?.global).to_owned())
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
