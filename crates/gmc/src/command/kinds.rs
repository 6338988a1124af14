//! `gmc kinds`: what can be wrong with a program.

use super::Error;
use crate::exit::Exit;
use gmc_model::ErrorKind;
use std::io::Write as _;

/// Lists the kinds of errors with what they mean.
pub(super) fn run() -> Result<Exit, Error> {
    let width = ErrorKind::ALL.iter().map(|kind| kind.name().len()).max().unwrap_or(0);
    let lines = ErrorKind::ALL.iter().map(|kind| format!("{:width$}  {}\n", kind.name(), kind.explanation()));
    std::io::stdout().write_all(lines.collect::<String>().as_bytes())?;
    Ok(Exit::Success)
}
