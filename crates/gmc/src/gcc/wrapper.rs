//! A compilation that exports: the user's command line, and after it gmc's flags and the plugin.

use super::arguments::Request;
use super::driver::{Driver, Toolchain};
use super::flags::{self, DEFINE, INCLUDE};
use super::headers;
use super::plugin::{PluginError, plugin};
use std::ffi::OsString;
use std::process::Command;

/// The command that does what the user asks of GCC and exports what it compiles.
///
/// A command line that compiles nothing is passed on as it is, and needs no plugin: build systems ask compilers many
/// questions. One that only preprocesses finds gmc's headers.
pub(crate) fn export_command(
    toolchain: &Toolchain,
    driver: &Driver,
    arguments: &[OsString],
) -> Result<Command, PluginError> {
    let request = Request::read(arguments);
    let mut added: Vec<OsString> = Vec::new();
    if request.is_exported() {
        let mut load = OsString::from("-fplugin=");
        // Before the headers, because it warns of a cache that cannot be used.
        load.push(plugin(toolchain, driver)?);
        added.extend(flags::flags(&request).map(OsString::from));
        if request.includes() {
            added.extend([DEFINE.into(), INCLUDE.into(), headers::directory()?.into()]);
        }
        added.push(load);
    } else if request.includes() {
        // What is only preprocessed needs nothing else of gmc, so it does not fail for want of a place for the headers.
        let headers = headers::directory().into_iter();
        added.extend(headers.flat_map(|it| [DEFINE.into(), INCLUDE.into(), it.into()]));
    }
    Ok(with_added(driver, arguments, added))
}

/// The user's command line, with arguments of gmc behind the user's options.
pub(super) fn with_added(driver: &Driver, arguments: &[OsString], added: Vec<OsString>) -> Command {
    let mut command = Command::new(&driver.name);
    // Some versions of GCC take all that follows a `--` for files.
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let (options, files) = arguments.split_at(end);
    command.args(options).args(added).args(files);
    command
}
