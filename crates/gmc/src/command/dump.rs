//! `gmc dump`: the program as gmc sees it.

use super::Error;
use crate::cli;
use crate::exit::Exit;
use crate::gcc::{Toolchain, split};
use crate::pipeline::{self, Request};

/// Prints a program.
pub(super) fn run(options: &cli::Dump) -> Result<Exit, Error> {
    let linked = pipeline::linked(&request(&options.program))?;
    for file in linked {
        println!("{} {}", file.name, file.bytes.len());
    }
    Ok(Exit::Success)
}
fn request(program: &cli::Program) -> Request {
    let mut flags = program.cflag.clone();
    flags.extend(program.cflags.iter().flat_map(|flags| split(flags.as_bytes())));
    Request { inputs: program.inputs.clone(), toolchain: Toolchain::new(program.gcc.clone()), flags }
}
