//! `gmc replay`: a trace of a check, run again step by step.

use super::check::write_capture;
use super::recorded::{self, Recorded};
use super::{Error, printing, reproducer, trace};
use crate::cli;
use crate::exit::Exit;
use gmc_model::Violation;
use gmc_observe::Observed;
use gmc_report::terminal;
use gmc_search::{Deviation, confirm};

/// Runs the trace.
pub(super) fn run(options: &cli::Replay) -> Result<Exit, Error> {
    // Whatever the directory will be, the user means this one.
    let reproducer = options.reproducer.as_ref().map(std::path::absolute).transpose()?;
    let pcap = options.pcap.as_ref().map(std::path::absolute).transpose()?;
    let recorded = Recorded::read(&options.trace, &options.again)?;
    let Recorded { trace, loaded, changed, .. } = &recorded;
    if *changed {
        eprintln!("gmc: warning: {}", recorded::warning(&options.trace));
    }
    let Some(finding) = &recorded.finding else { return harmless(&recorded) };
    let mut observed = Observed::new(loaded.execution()?);
    let confirmed = match confirm(&mut observed, finding, loaded.formulas.temporal().as_ref()) {
        // Lines may have moved.
        Err(Deviation::Other(violation)) if *changed && is_like(&violation, &finding.violation) => {
            Ok(*violation)
        }
        other => other,
    };
    let colour = printing::colour();
    let sources = printing::sources();
    let mut text = String::new();
    let advice = match (&reproducer, &confirmed) {
        (Some(path), Ok(_)) => reproducer::write(path, loaded, finding)?,
        _ => None,
    };
    terminal::steps(&mut text, observed.events(), finding.lap, &sources, colour)?;
    if options.chart {
        let end = Some(confirmed.as_ref().unwrap_or(&finding.violation));
        terminal::chart(&mut text, observed.events(), end, &sources, (colour, printing::width()))?;
    }
    if let Some(path) = &pcap {
        write_capture(path, observed.events(), 0)?;
    }
    match confirmed {
        Ok(violation) => {
            terminal::violation(&mut text, &violation, &sources, colour)?;
            text.extend(advice);
            printing::print(&text)?;
            Ok(Exit::Violated)
        }
        Err(deviation) => {
            printing::print(&text)?;
            if let Some(why) =
                recorded::divergence(&trace.steps, &trace::steps(observed.events())).filter(|_| *changed)
            {
                return unknown(&format!("{why}; check it again"));
            }
            unknown(&format!(
                "the trace does not lead to the error that it promises ({}): {deviation}; it was written by gmc {}, \
                 this is gmc {}",
                finding.violation.kind,
                trace.gmc,
                env!("CARGO_PKG_VERSION")
            ))
        }
    }
}

/// A run that leads to nothing wrong, as `gmc debug` can save it.
fn harmless(recorded: &Recorded) -> Result<Exit, Error> {
    let mut observed = Observed::new(recorded.loaded.execution()?);
    let outcome = gmc_explore::replay(&mut observed, &recorded.trace.choices(), &mut |_, _| {});
    let mut text = String::new();
    terminal::steps(&mut text, observed.events(), None, &printing::sources(), printing::colour())?;
    printing::print(&text)?;
    match outcome {
        Ok(None) => Ok(Exit::Success),
        Ok(Some(found)) => {
            unknown(&format!("the trace promises no error, but leads to one: {}", found.message))
        }
        Err(deviation) => unknown(&format!("the trace cannot be followed to its end: {deviation}")),
    }
}

/// Whether it may be the same mistake in a program that has changed.
fn is_like(found: &Violation, promised: &Violation) -> bool {
    let function = |it: &Violation| it.location.as_ref().map(|at| at.function.clone());
    found.kind == promised.kind && function(found) == function(promised)
}

fn unknown(why: &str) -> Result<Exit, Error> {
    eprintln!("gmc: unknown: {why}");
    Ok(Exit::Unknown)
}
