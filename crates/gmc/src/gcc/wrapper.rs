//! A compilation that exports: the user's command line, and after it gmc's flags and the plugin.

use super::arguments::Request;
use super::driver::{Driver, Toolchain};
use super::flags;
use super::plugin::{PluginError, plugin};
use std::ffi::OsString;
use std::process::Command;

/// The command that does what the user asks of GCC and exports what it compiles.
///
/// A command line that compiles nothing is passed on as it is, and needs no plugin: build systems ask compilers many
/// questions.
pub(crate) fn export_command(
    toolchain: &Toolchain,
    driver: &Driver,
    arguments: &[OsString],
) -> Result<Command, PluginError> {
    let mut command = Command::new(&driver.name);
    let request = Request::read(arguments);
    if !request.is_exported() {
        command.args(arguments);
        return Ok(command);
    }
    let mut load = OsString::from("-fplugin=");
    load.push(plugin(toolchain, driver)?);
    // Some versions of GCC take all that follows a `--` for files.
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let (options, files) = arguments.split_at(end);
    command.args(options).args(flags::flags(&request)).arg(load).args(files);
    Ok(command)
}
