//! Reading the program that a command line names.

use super::Error;
use crate::cli;
use crate::gcc::{MODELLED, Toolchain, models, split};
use crate::pipeline::{self, Linked, Request};
use gmc_ir::image::Image;
use gmc_ir::program::Program;
use gmc_ir::program::external::ExternalId;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// Compiles, links, reads and verifies.
pub(super) fn read(program: &cli::Program) -> Result<Program, Error> {
    let request = request(program);
    let program = link(&pipeline::linked(&request)?)?;
    for note in program.images().iter().flat_map(|image| &image.notes) {
        eprintln!("gmc: warning: {note}");
    }
    Ok(program)
}

/// The same, together with those functions of the C library that are written in C, where the program uses any.
pub(super) fn read_with_models(program: &cli::Program) -> Result<Program, Error> {
    let request = request(program);
    let mut linked = pipeline::linked(&request)?;
    let program = link(&linked)?;
    for note in program.images().iter().flat_map(|image| &image.notes) {
        eprintln!("gmc: warning: {note}");
    }
    let externals = (0..program.external_count()).map(|at| program.external_name(ExternalId(at as u32)));
    if !externals.into_iter().any(|name| MODELLED.contains(&name)) {
        return Ok(program);
    }
    let (_, unit) = program.units().next().expect("a linked program has a unit");
    let mut flags: Vec<OsString> =
        request.flags.iter().filter(|flag| flag.as_bytes().starts_with(b"-m")).cloned().collect();
    if unit.linked.unit.target.pointer_bits == 32 && !flags.iter().any(|flag| flag == "-m32") {
        flags.push("-m32".into());
    }
    let bytes = models(&request.toolchain, &flags)?;
    linked.push(Linked { name: gmc_vm::lower::MODELS.to_owned(), bytes });
    link(&linked)
}

fn request(program: &cli::Program) -> Request {
    let mut flags = program.cflag.clone();
    flags.extend(program.cflags.iter().flat_map(|flags| split(flags.as_bytes())));
    Request { inputs: program.inputs.clone(), toolchain: Toolchain::new(program.gcc.clone()), flags }
}

fn link(linked: &[Linked]) -> Result<Program, Error> {
    let images =
        linked.iter().map(|file| Image::read(&file.name, &file.bytes)).collect::<Result<Vec<_>, _>>()?;
    Ok(Program::link(images)?)
}
