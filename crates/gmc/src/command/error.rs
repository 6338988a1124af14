//! What ends a command early.
//!
//! These are failures of the tool or of its input, never findings about the checked program.

use crate::gcc::{DriverError, PluginError};
use crate::pipeline::PipelineError;
use std::io;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error(transparent)]
    Plugin(#[from] PluginError),
    #[error("cannot run `{program}`: {error}")]
    Run { program: String, error: io::Error },
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// Tells the user, unless somebody has already or nobody listens.
    pub(crate) fn report(&self) {
        match self {
            // GCC and the linker have printed what is wrong.
            Error::Pipeline(PipelineError::Reported) => {}
            // `gmc dump … | head`
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            _ => eprintln!("gmc: error: {self}"),
        }
    }
}
