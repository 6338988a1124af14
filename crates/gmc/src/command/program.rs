//! Reading the program that a command line names: each unit is read and verified once.

use super::{Error, sources};
use crate::gcc::{CXX_MODELS, Toolchain, is_any_modelled, models};
use crate::pipeline::{self, Linked, Request};
use crate::run::Source;
use gmc_ir::image::Image;
use gmc_ir::program::external::ExternalId;
use gmc_ir::program::{Global, Program};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

/// Compiles, links, reads and verifies. With `timings`, says on standard error how long that took.
pub(super) fn read(source: &Source, timings: bool) -> Result<Program, Error> {
    read_files(&request(source), timings)
}

/// The same, together with those functions of the C library that are written in C, where the program uses any.
pub(super) fn read_with_models(source: &Source, timings: bool) -> Result<Program, Error> {
    let request = request(source);
    let program = read_files(&request, timings)?;
    sources::know(&program, &source.inputs);
    let (_, unit) = program.units().next().expect("a linked program has a unit");
    let mut flags: Vec<OsString> =
        request.flags.iter().filter(|flag| flag.as_bytes().starts_with(b"-m")).cloned().collect();
    if unit.linked.unit.target.pointer_bits == 32 && !flags.iter().any(|flag| flag == "-m32") {
        flags.push("-m32".into());
    }
    let program = with_cxx_models(program, &request.toolchain, &flags)?;
    if !is_any_modelled(&externals(&program)) {
        return Ok(program);
    }
    let bytes = models(&request.toolchain, &flags)?;
    Ok(program.join(Image::read(gmc_vm::lower::MODELS, &bytes)?)?)
}

/// Together with those files of the C++ library that define what it lacks, and what these lack.
fn with_cxx_models(
    mut program: Program,
    toolchain: &Toolchain,
    flags: &[OsString],
) -> Result<Program, Error> {
    let defined: HashSet<&str> =
        program.definitions().iter().map(|it| linker_name(&program, it.global)).collect();
    let (beside, mut files): (Vec<_>, Vec<_>) = CXX_MODELS.iter().partition(|it| it.stands_beside(&defined));
    for file in beside {
        let bytes = file.object(toolchain, flags)?;
        program = program.join(Image::read(gmc_vm::lower::MODELS, &bytes)?)?;
    }
    loop {
        let names = externals(&program);
        let Some(at) = files.iter().position(|file| file.may_define(&names)) else { return Ok(program) };
        // What is added may lack names that a file defines which was of no use before.
        let mut joined = None;
        let mut left = Vec::new();
        for file in files.drain(at..) {
            if joined.is_none() && file.may_define(&names) {
                joined = file.defining(&names, toolchain, flags)?;
                if joined.is_some() {
                    continue;
                }
            }
            left.push(file);
        }
        files.extend(left);
        let Some(bytes) = joined else { return Ok(program) };
        program = program.join(Image::read(gmc_vm::lower::MODELS, &bytes)?)?;
    }
}

/// How the linker names a symbol.
pub(super) fn linker_name(program: &Program, global: Global) -> &str {
    program.unit(global.unit).str(program.symbol(global).assembler)
}

/// What no unit defines.
fn externals(program: &Program) -> HashSet<&str> {
    (0..program.external_count()).map(|at| program.external_name(ExternalId(at as u32))).collect()
}

/// With `--timings`, says how often a command has done what it should do once.
pub(super) fn tell_counts(program: &Program) {
    eprintln!(
        "gmc: units: {}, read and verified: {}, compilations: {}",
        program.units().len(),
        gmc_ir::image::units_read(),
        gmc_vm::lower::compilations()
    );
}

fn request(source: &Source) -> Request {
    let toolchain = Toolchain::new(source.gcc.clone());
    Request { inputs: source.inputs.clone(), toolchain, flags: source.flags.clone() }
}

fn read_files(request: &Request, timings: bool) -> Result<Program, Error> {
    let start = Instant::now();
    let linked = pipeline::linked(request)?;
    let compiled = start.elapsed();
    let start = busy();
    let images = images(&linked)?;
    let verified = busy();
    let program = Program::link(images)?;
    let resolved = busy();
    if timings {
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
    Ok(program)
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
