//! Reading the program that a command line names.

use super::{Error, sources};
use crate::cli;
use crate::gcc::{Toolchain, is_any_modelled, models, split};
use crate::pipeline::{self, Linked, Request};
use gmc_ir::image::Image;
use gmc_ir::program::Program;
use gmc_ir::program::external::ExternalId;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

/// Compiles, links, reads and verifies.
pub(super) fn read(options: &cli::Program) -> Result<Program, Error> {
    let (_, program) = read_files(options, &request(options))?;
    Ok(program)
}

/// The same, together with those functions of the C library that are written in C, where the program uses any.
pub(super) fn read_with_models(options: &cli::Program) -> Result<Program, Error> {
    let request = request(options);
    let (mut linked, program) = read_files(options, &request)?;
    let externals: HashSet<&str> =
        (0..program.external_count()).map(|at| program.external_name(ExternalId(at as u32))).collect();
    sources::know(&program, &options.inputs);
    if !is_any_modelled(&externals) {
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
    Ok(Program::link(images(&linked)?)?)
}

/// The user's flags for the compiler.
pub(super) fn flags(options: &cli::Program) -> Vec<OsString> {
    let mut flags = options.cflag.clone();
    flags.extend(options.cflags.iter().flat_map(|flags| split(flags.as_bytes())));
    flags
}

fn request(options: &cli::Program) -> Request {
    let toolchain = Toolchain::new(options.gcc.clone());
    Request { inputs: options.inputs.clone(), toolchain, flags: flags(options) }
}

fn read_files(options: &cli::Program, request: &Request) -> Result<(Vec<Linked>, Program), Error> {
    let start = Instant::now();
    let linked = pipeline::linked(request)?;
    let compiled = start.elapsed();
    let start = busy();
    let images = images(&linked)?;
    let verified = busy();
    let program = Program::link(images)?;
    let resolved = busy();
    if options.timings {
        eprintln!(
            "gmc: compiled and linked in {:.3} s, read and verified in {:.3} s, resolved in {:.3} s",
            compiled.as_secs_f64(),
            verified.saturating_sub(start).as_secs_f64(),
            resolved.saturating_sub(verified).as_secs_f64()
        );
    }
    for note in program.images().iter().flat_map(|image| &image.notes) {
        eprintln!("gmc: warning: {note}");
    }
    Ok((linked, program))
}

fn images(linked: &[Linked]) -> Result<Vec<Image>, Error> {
    Ok(linked.iter().map(|file| Image::read(&file.name, &file.bytes)).collect::<Result<_, _>>()?)
}

/// How long this thread has been running on a processor: what else the machine does is not counted. Zero where Linux
/// does not tell.
fn busy() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}
