//! `gmc cc`, `gmc c++`, `gmc fortran`: drop-in compilers.
//!
//! gmc becomes GCC (`exec`): exit code, signals, standard streams and timing are GCC's because it is GCC that runs.

use super::Error;
use crate::exit::Exit;
use crate::gcc::{FrontEnd, Toolchain, export_command};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;

/// Becomes GCC; returns only if that fails.
pub(super) fn run(front_end: FrontEnd, arguments: &[OsString]) -> Result<Exit, Error> {
    let toolchain = Toolchain::default();
    let driver = toolchain.driver(front_end)?;
    let error = export_command(&toolchain, &driver, arguments)?.exec();
    Err(Error::Run { program: driver.name.to_string_lossy().into_owned(), error })
}
