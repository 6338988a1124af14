//! Reading the program that a command line names.

use super::Error;
use crate::cli;
use crate::gcc::{Toolchain, split};
use crate::pipeline::{self, Request};
use gmc_ir::image::Image;
use gmc_ir::program::Program;

/// Compiles, links, reads and verifies.
pub(super) fn read(program: &cli::Program) -> Result<Program, Error> {
    let mut flags = program.cflag.clone();
    flags.extend(program.cflags.iter().flat_map(|flags| split(flags.as_bytes())));
    let toolchain = Toolchain::new(program.gcc.clone());
    let linked = pipeline::linked(&Request { inputs: program.inputs.clone(), toolchain, flags })?;
    let images =
        linked.iter().map(|file| Image::read(&file.name, &file.bytes)).collect::<Result<Vec<_>, _>>()?;
    let program = Program::link(images)?;
    for note in program.images().iter().flat_map(|image| &image.notes) {
        eprintln!("gmc: warning: {note}");
    }
    Ok(program)
}
