//! From the files that a user names to the images that gmc reads.
//!
//! Sources are compiled as `gmc cc` compiles them, then the real linker links what is not linked yet: which archive
//! member is taken and which definition wins is its decision, here as in the user's own build. Executables and shared
//! objects are read as they are, together with the shared objects that they need, as far as these carry units.
//!
//! Invariant: nothing is left behind. Everything made on the way lies in one private directory that goes when the
//! pipeline ends, whether it succeeds or fails.

mod compile;
mod hidden;
mod input;
mod link;
mod needed;
mod scratch;

use crate::gcc::{DriverError, PluginError, Toolchain};
use input::{Input, InputError, Kind};
use scratch::Scratch;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// A program, as the user names it.
#[derive(Debug)]
pub(crate) struct Request {
    /// Its files.
    pub(crate) inputs: Vec<PathBuf>,
    /// The compiler for what is not compiled yet.
    pub(crate) toolchain: Toolchain,
    /// The user's flags for it.
    pub(crate) flags: Vec<OsString>,
}

/// A linked file.
#[derive(Debug)]
pub(crate) struct Linked {
    /// What to call it in messages.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
}

/// Why there is nothing to read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PipelineError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error(transparent)]
    Plugin(#[from] PluginError),
    #[error("cannot run `{program}`: {error}")]
    Run { program: String, error: io::Error },
    #[error(
        "cannot make temporary files in {}: {error}; set TMPDIR to a directory with space left",
        .directory.display()
    )]
    Scratch { directory: PathBuf, error: io::Error },
    #[error("{first} is a program already: it cannot be linked with {second}")]
    SecondProgram { first: String, second: String },
    /// GCC or the linker has said what is wrong.
    #[error("the program does not compile")]
    Reported,
}

/// Compiles, links and reads what the user named. The program itself comes first, then its shared objects.
pub(crate) fn linked(request: &Request) -> Result<Vec<Linked>, PipelineError> {
    let inputs = request.inputs.iter().map(|path| Input::open(path)).collect::<Result<Vec<_>, _>>()?;
    check_one_program(&inputs)?;
    let mut linked = Vec::new();
    if inputs.iter().any(|input| input.kind.is_linkable()) {
        let unscratched = |error| PipelineError::Scratch { directory: std::env::temp_dir(), error };
        let scratch = Scratch::new().map_err(unscratched)?;
        let parts = compile::compile(request, &inputs, scratch.path())?;
        linked.push(link::link(request, &inputs, &parts, scratch.path())?);
    }
    let given = inputs.into_iter().filter(|input| !input.kind.is_linkable());
    let (programs, shared): (Vec<_>, Vec<_>) = given.partition(|input| input.kind == Kind::Program);
    for input in programs.into_iter().chain(shared) {
        // A library of the system's may stand in the command line, as it does in a link.
        if input.kind == Kind::Program || linked.is_empty() || input.carries_units() {
            linked.push(Linked { name: input.name(), bytes: input.bytes });
        }
    }
    needed::add(&mut linked, &request.inputs);
    Ok(linked)
}

/// There is one program to read, or the parts of one. A program may have a harness beside it, which is linked by itself
/// and comes first, as a library that is preloaded.
fn check_one_program(inputs: &[Input]) -> Result<(), PipelineError> {
    let Some(program) = inputs.iter().position(|input| input.kind == Kind::Program) else { return Ok(()) };
    let other = inputs.iter().enumerate().find(|(i, other)| *i != program && other.kind == Kind::Program);
    match other {
        None => Ok(()),
        Some((_, other)) => {
            Err(PipelineError::SecondProgram { first: inputs[program].name(), second: other.name() })
        }
    }
}
