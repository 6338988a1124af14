//! Printing for a reader on standard output: colours, widths, source lines.

use super::Error;
use gmc_report::terminal::Sources;
use std::io::{self, IsTerminal as _, Write as _};

/// How wide a report is that goes to a file or a pipe.
const WIDTH: usize = 100;

/// Whether standard output takes colours.
pub(super) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// How many characters fit a line.
pub(super) fn width() -> usize {
    let terminal = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    terminal.map_or(WIDTH, |(terminal_size::Width(width), _)| width.into())
}

/// The user's source files.
pub(super) fn sources() -> impl Sources {
    |file: &str| super::sources::text(file)
}

/// Writes to standard output.
pub(super) fn print(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
