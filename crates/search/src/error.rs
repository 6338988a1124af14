//! Why a search cannot be made.

use crate::layers::LoadError;
use gmc_model::ErrorKind;
use std::io;

/// Why a search cannot be made. None of these says anything about the program.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The program cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        error: io::Error,
    },
    /// A file cannot be read.
    #[error("{path} cannot be read: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// What is wrong.
        error: io::Error,
    },
    /// There is no code in the line of `--target`.
    #[error("--target: {0}")]
    Target(String),
    /// The checkpoint is of another search.
    #[error(
        "{0} is the checkpoint of another program, of other options or of another gmc: remove it to start from the \
         beginning, or name another file"
    )]
    CheckpointOther(String),
    /// The checkpoint is none.
    #[error(
        "{0} is no checkpoint of gmc, or damaged: remove it to start from the beginning, or name another file"
    )]
    CheckpointDamaged(String),
    /// The checkpoint does not hold what was executed before it.
    #[error(
        "{0} was written without --coverage and --html, and does not tell what was executed before: leave these \
         options out, or remove it to start from the beginning"
    )]
    CheckpointUnobserved(String),
    /// The path of the checkpoint does not exist in the program.
    #[error(
        "the program does not do what it did when {0} was written: remove it to start from the beginning; this is a \
         mistake of gmc, please report it"
    )]
    CheckpointStrange(String),
    /// A checkpoint does not hold what the layer of allowed errors has met.
    #[error(
        "--checkpoint cannot keep what comes of --allow {0}: leave one of them out (data-race, deadlock, memory-leak \
         and invalid-pointer-operation can be allowed)"
    )]
    CheckpointAllowed(ErrorKind),
}
