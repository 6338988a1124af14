//! Reading the program that a command line names.

use super::Error;
use crate::cli;
use crate::gcc::{Toolchain, split};
use crate::pipeline::{self, Request};
use gmc_ir::image::Image;
use gmc_ir::program::Program;
use std::fs;
use std::time::{Duration, Instant};

/// Compiles, links, reads and verifies.
pub(super) fn read(program: &cli::Program) -> Result<Program, Error> {
    let mut flags = program.cflag.clone();
    flags.extend(program.cflags.iter().flat_map(|flags| split(flags.as_bytes())));
    let toolchain = Toolchain::new(program.gcc.clone());
    let start = Instant::now();
    let linked = pipeline::linked(&Request { inputs: program.inputs.clone(), toolchain, flags })?;
    let compiled = start.elapsed();
    let start = busy();
    let images =
        linked.iter().map(|file| Image::read(&file.name, &file.bytes)).collect::<Result<Vec<_>, _>>()?;
    let verified = busy();
    let read = Program::link(images)?;
    let resolved = busy();
    if program.timings {
        eprintln!(
            "gmc: compiled and linked in {:.3} s, read and verified in {:.3} s, resolved in {:.3} s",
            compiled.as_secs_f64(),
            verified.saturating_sub(start).as_secs_f64(),
            resolved.saturating_sub(verified).as_secs_f64()
        );
    }
    for note in read.images().iter().flat_map(|image| &image.notes) {
        eprintln!("gmc: warning: {note}");
    }
    Ok(read)
}

/// How long this thread has been running on a processor: what else the machine does is not counted. Zero where Linux
/// does not tell.
fn busy() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}
