//! `gmc cc`, `gmc c++`, `gmc fortran`: drop-in compilers.
//!
//! With `--script`, the plugin has a script look at what is compiled and change it, and exports nothing.
//!
//! gmc becomes GCC (`exec`): exit code, signals, standard streams and timing are GCC's because it is GCC that runs.

use super::Error;
use crate::exit::Exit;
use crate::gcc::{FrontEnd, Scripted, Toolchain, export_command, scripted_command};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;

/// Becomes GCC; returns only if that fails.
pub(super) fn run(front_end: FrontEnd, arguments: &[OsString]) -> Result<Exit, Error> {
    let toolchain = Toolchain::default();
    let driver = toolchain.driver(front_end)?;
    let (scripted, arguments) = Scripted::take(arguments).map_err(Error::Script)?;
    let mut command = match &scripted {
        Some(scripted) => scripted_command(&toolchain, &driver, scripted, &arguments)?,
        None => export_command(&toolchain, &driver, &arguments)?,
    };
    let error = command.exec();
    Err(Error::Run { program: driver.name.to_string_lossy().into_owned(), error })
}
