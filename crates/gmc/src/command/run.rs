//! `gmc run`: one execution under every check.

use super::Error;
use super::program;
use crate::cli;
use crate::exit::Exit;
use gmc_model::Violation;
use gmc_vm::{Machine, Stop, diagnose, lower, world::World};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Runs the program.
pub(super) fn run(options: &cli::Run) -> Result<Exit, Error> {
    let program = program::read(&options.program)?;
    let mut memory = lower::memory_for(&program, 4 << 30);
    let lowered = lower::lower(&program, &mut memory)?;
    let name =
        options.program.inputs.first().map_or(Vec::new(), |input| input.as_os_str().as_bytes().to_vec());
    let arguments =
        std::iter::once(name).chain(options.arguments.iter().map(|a| a.clone().into_vec())).collect();
    let environment =
        std::env::vars_os().map(|(key, value)| [key.as_bytes(), b"=", value.as_bytes()].concat()).collect();
    let world = World { arguments, environment };
    let mut machine = Machine::new(lowered, memory, world);
    let started = std::time::Instant::now();
    let stop = machine.run(u64::MAX);
    if options.stats {
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "gmc: {} operations in {seconds:.3} s ({:.1} million per second)",
            machine.steps,
            machine.steps as f64 / seconds / 1e6
        );
    }
    match stop {
        Stop::Exited(code) => Ok(Exit::Program(code as u8)),
        Stop::Fault(fault) => match fault.kind() {
            Some(kind) => {
                report(&diagnose::violation(&machine, &fault, kind));
                Ok(Exit::Violated)
            }
            None => {
                let at = diagnose::here(&machine);
                let place = at.map_or(String::new(), |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
                let gmc_vm::Fault::Unsupported(what) = *fault else { return Ok(Exit::Unknown) };
                eprintln!("gmc: unknown: {place}{what}");
                Ok(Exit::Unknown)
            }
        },
        Stop::Stuck => {
            eprintln!("gmc: deadlock: no thread can go on");
            Ok(Exit::Violated)
        }
        Stop::Budget => Ok(Exit::Unknown),
    }
}

fn report(violation: &Violation) {
    let place = violation
        .location
        .as_ref()
        .map_or(String::new(), |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
    eprintln!("{place}{}: {}", violation.kind, violation.message);
    for at in &violation.stack {
        eprintln!("    in {} at {}:{}:{}", at.function, at.file, at.line, at.column);
    }
    for note in &violation.notes {
        if let Some(at) = &note.location {
            eprintln!("{}:{}:{}: note: {}", at.file, at.line, at.column, note.message);
        }
    }
}
