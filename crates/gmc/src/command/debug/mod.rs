//! `gmc debug`: a recorded run, walked through in both directions; at a terminal, or for an editor.

mod commands;
mod console;
mod dap;
mod terminal;

use super::Error;
use super::recorded::{self, Recorded};
use super::trace;
use crate::cli;
use crate::exit::Exit;
use gmc_debug::{Ending, Session};
use std::path::Path;

/// Debugs.
pub(super) fn run(options: &cli::Debug) -> Result<Exit, Error> {
    match &options.trace {
        trace if options.dap => dap::run(trace.as_deref(), &options.again),
        Some(trace) => terminal::run(trace, &options.again),
        None => Ok(Exit::FrontEnd),
    }
}

/// The run of a trace, at its start, and what the user should know about it.
fn open(path: &Path, recorded: &Recorded) -> Result<(Session, Vec<String>), Error> {
    let mut warnings = Vec::new();
    if recorded.changed {
        warnings.push(recorded::warning(path));
    }
    if recorded.loaded.compiled()?.uses.system {
        return Err(Error::DebugsOneProcess);
    }
    let mut session = Session::new(recorded.loaded.execution()?);
    let played = session.play(&recorded.trace.choices());
    if let (Ok(()), Some(lap)) = (&played, recorded.trace.lap) {
        session.repeats_from(lap);
    }
    let is = trace::steps(session.events());
    let elsewhere = recorded::divergence(&recorded.trace.steps, &is).filter(|_| recorded.changed);
    let promised = recorded.finding.as_ref().filter(|it| it.lap.is_none()).map(|it| &it.violation);
    match (played, session.ending()) {
        (Err(why), _) => {
            let why = elsewhere.unwrap_or(why);
            warnings.push(format!("{why}; the run is there as far as it can be followed"));
        }
        (Ok(()), Ending::Violated(found)) if promised.is_some_and(|it| it.kind == found.kind) => {}
        (Ok(()), _) if promised.is_none() => {}
        (Ok(()), _) => {
            let kind = promised.map_or("", |it| it.kind.name());
            let why = elsewhere.map_or(String::new(), |it| format!(": {it}"));
            warnings.push(format!("the trace does not lead to the error that it promises ({kind}){why}"));
        }
    }
    if session.is_incomplete() {
        warnings.push("the run is so long that the statements of its last part are not known".to_owned());
    }
    Ok((session, warnings))
}
