//! The debugger at a terminal, or at the end of a pipe: commands in lines, answers as text.

use super::console::{Console, Reply};
use crate::cli;
use crate::command::recorded::Recorded;
use crate::command::{Error, printing};
use crate::exit::Exit;
use gmc_report::terminal::{escaped, escaped_report};
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

const PROMPT: &str = "(gmc) ";

/// Reads commands until there are no more.
pub(super) fn run(path: &Path, again: &cli::Again) -> Result<Exit, Error> {
    let recorded = Recorded::read(path, again)?;
    let (session, warnings) = super::open(path, &recorded)?;
    for warning in warnings {
        eprintln!("gmc: warning: {warning}");
    }
    let colour = printing::colour();
    let mut console = Console::new(session, &recorded.trace, colour);
    let interactive = io::stdin().is_terminal();
    let mut out = io::stdout();
    if interactive {
        writeln!(out, "{} steps; `help` lists the commands", console.session.trace().len())?;
    }
    write!(out, "{}", escaped_report(&console.place_told(), colour))?;
    let mut last = String::new();
    let mut line = Vec::new();
    loop {
        if interactive {
            write!(out, "{PROMPT}")?;
        }
        out.flush()?;
        line.clear();
        if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let given = String::from_utf8_lossy(&line).trim().to_owned();
        if !interactive {
            // So that what was asked and what was answered stand together.
            writeln!(out, "{PROMPT}{}", escaped(&given))?;
        }
        let command = if given.is_empty() { last.clone() } else { given };
        if command.is_empty() {
            continue;
        }
        match console.obey(&command) {
            Ok(Reply::Text(text) | Reply::Moved(text)) => write!(out, "{}", escaped_report(&text, colour))?,
            Ok(Reply::Quit) => return Ok(Exit::Success),
            Err(why) => writeln!(out, "{}", escaped(&why))?,
        }
        last = command;
    }
    if interactive {
        writeln!(out)?;
    }
    Ok(Exit::Success)
}
