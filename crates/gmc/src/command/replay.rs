//! `gmc replay`: a trace of a check, run again step by step.

use super::externals::Externals;
use super::outside::{self, Outside};
use super::setup::{self, Setup, Threads};
use super::trace::{self, Trace};
use super::{Error, printing, program, reproducer};
use crate::cli;
use crate::exit::Exit;
use gmc_explore::{Deviation, confirm};
use gmc_model::{Choice, Finding, Kind, Location, Violation};
use gmc_report::terminal;
use gmc_vm::Observed;
use std::path::Path;

/// Runs the trace.
pub(super) fn run(options: &cli::Replay) -> Result<Exit, Error> {
    let trace = Trace::read(&options.trace)?;
    // Whatever the directory will be, the user means this one.
    let reproducer = options.reproducer.as_ref().map(std::path::absolute).transpose()?;
    go_where_the_inputs_are(&options.trace, &trace)?;
    let (setup, finding) = set_up(options, &trace)?;
    let changed = trace::fingerprint(&setup) != trace.program;
    if changed {
        eprintln!(
            "gmc: warning: the program, its flags or the compiler have changed since {} was written",
            options.trace.display()
        );
    }
    let mut observed = Observed::new(setup.subject()?);
    let confirmed = match confirm(&mut observed, &finding) {
        // Lines may have moved.
        Err(Deviation::Other(violation)) if changed && is_like(&violation, &finding.violation) => {
            Ok(*violation)
        }
        other => other,
    };
    let colour = printing::colour();
    let sources = printing::sources();
    let mut text = String::new();
    let advice = match (&reproducer, &confirmed) {
        (Some(path), Ok(_)) => reproducer::write(path, &setup, &trace, &finding)?,
        _ => None,
    };
    terminal::steps(&mut text, observed.events(), finding.lap, &sources, colour)?;
    match confirmed {
        Ok(violation) => {
            terminal::violation(&mut text, &violation, &sources, colour)?;
            text.extend(advice);
            printing::print(&text)?;
            Ok(Exit::Violated)
        }
        Err(deviation) => {
            printing::print(&text)?;
            if let Some(why) = divergence(&trace.steps, &trace::steps(observed.events())).filter(|_| changed)
            {
                return unknown(&format!("{why}; check it again"));
            }
            unknown(&format!(
                "the trace does not lead to the error that it promises ({}): {deviation}; it was written by gmc {}, this is gmc {}",
                trace.violation.kind,
                trace.gmc,
                env!("CARGO_PKG_VERSION")
            ))
        }
    }
}

/// Whether it may be the same mistake in a program that has changed.
fn is_like(found: &Violation, promised: &Violation) -> bool {
    let function = |it: &Violation| it.location.as_ref().map(|at| at.function.clone());
    found.kind == promised.kind && function(found) == function(promised)
}

/// Where a run is no longer what it was.
fn divergence(was: &[String], is: &[String]) -> Option<String> {
    let at = was.iter().zip(is).position(|(was, is)| was != is);
    let at = at.or_else(|| (was.len() > is.len()).then_some(is.len()))?;
    let now = is.get(at).map_or("nothing that is possible".to_owned(), |is| format!("`{is}`"));
    Some(format!(
        "the program goes another way than the trace from step {} on: it was `{}`, now it is {now}",
        at + 1,
        was[at]
    ))
}

fn unknown(why: &str) -> Result<Exit, Error> {
    eprintln!("gmc: unknown: {why}");
    Ok(Exit::Unknown)
}

/// The inputs are named as they were for the check. Where they are not found from here, the trace's directory is tried.
fn go_where_the_inputs_are(path: &Path, trace: &Trace) -> Result<(), Error> {
    let given = trace.files.iter().chain(&trace.directories).map(|it| outside::names(it).0.to_owned());
    let inputs = trace.inputs.iter().chain(&trace.models).chain(&trace.threads).chain(&trace.stdin).cloned();
    let inputs: Vec<String> = inputs.chain(given).collect();
    let missing = || inputs.iter().find(|input| !Path::new(input).exists());
    let Some(first) = missing() else { return Ok(()) };
    let beside =
        path.parent().is_some_and(|it| !it.as_os_str().is_empty() && std::env::set_current_dir(it).is_ok());
    if beside && missing().is_none() {
        return Ok(());
    }
    Err(Error::TraceInput { path: path.display().to_string(), input: first.clone() })
}

/// What the program saw of files and input, and what failed.
fn surroundings(options: &cli::Replay, trace: &Trace) -> Result<cli::Outside, Error> {
    let unfit = |why| Error::NoTrace { path: options.trace.display().to_string(), why };
    Ok(cli::Outside {
        file: trace.files.clone(),
        dir: trace.directories.clone(),
        stdin: trace.stdin.as_ref().map(Into::into),
        stdin_any: trace.stdin_any,
        fail: trace.fail.iter().map(|it| cli::mishaps(it).map_err(unfit)).collect::<Result<_, _>>()?,
    })
}

fn set_up(options: &cli::Replay, trace: &Trace) -> Result<(Setup, Finding), Error> {
    let kind = |name: &String| {
        name.parse::<Kind>().map_err(|error| Error::NoTrace {
            path: options.trace.display().to_string(),
            why: error.to_string(),
        })
    };
    let program = program::read_with_models(&cli::Program {
        inputs: trace.inputs.iter().chain(&trace.models).map(Into::into).collect(),
        gcc: options.gcc.clone().or_else(|| trace.gcc.as_ref().map(Into::into)),
        cflag: trace.flags.iter().map(Into::into).collect(),
        cflags: Vec::new(),
        timings: false,
    })?;
    let violation = &trace.violation;
    let at = violation.file.as_ref().map(|file| Location {
        file: file.clone(),
        line: violation.line.unwrap_or(0),
        column: violation.column.unwrap_or(0),
        function: violation.function.clone().unwrap_or_default(),
    });
    let finding = Finding {
        violation: Violation {
            kind: kind(&violation.kind)?,
            message: violation.message.clone(),
            location: at,
            thread: violation.thread,
            stack: Vec::new(),
            notes: Vec::new(),
        },
        trace: trace.choices.iter().map(|&(thread, outcome)| Choice { thread, outcome }).collect(),
        lap: trace.lap,
        count: 1,
    };
    let threads = Threads::read(trace.threads.as_deref().map(Path::new), trace.error.as_deref())?;
    let assumed = cli::Externals {
        havoc: trace.havoc.clone(),
        stub: trace.stub.clone(),
        model: trace.models.iter().map(Into::into).collect(),
    };
    let setup = Setup {
        externals: Externals::new(&assumed, &program, threads.mapping.clone())?,
        arguments: trace.arguments.iter().map(|it| it.clone().into_bytes()).collect(),
        spurious: trace.spurious,
        choices: trace.most_choices,
        invariants: setup::invariants(&program, &trace.invariants)?,
        reached: None,
        profiler: None,
        threads,
        outside: Outside::read(&surroundings(options, trace)?)?,
        property: None,
        allow: trace.allow.iter().map(kind).collect::<Result<_, _>>()?,
        program,
    };
    Ok((setup, finding))
}
