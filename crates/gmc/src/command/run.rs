//! `gmc run`: one execution under every check.

use super::Error;
use super::exceptions::Exceptions;
use super::loaded::Loaded;
use super::{printing, program};
use crate::cli;
use crate::exit::Exit;
use crate::memory;
use crate::run::Run;
use crate::watchdog::{self, Bounds, Phase};
use gmc_model::{Severity, Stopped, Violation};
use gmc_report::terminal;
use gmc_vm::schedule::Processes;
use gmc_vm::{InterpError, Machine, Stop, diagnose};
use std::io::{IsTerminal as _, Write as _};
use std::time::Instant;

/// Runs the program.
pub(super) fn run(options: &cli::Run) -> Result<Exit, Error> {
    let bounds = Bounds {
        time: options.time,
        memory: Some(options.memory.unwrap_or_else(memory::default_memory)),
        signals: false,
    };
    watchdog::start(bounds, print_limit);
    let run = Run::of_run(options).with_others(&options.others).map_err(Error::System)?;
    let program = program::read_with_models(&run.compiled_files(), options.program.timings)?;
    let loaded = Loaded::new(run, program)?;
    let mut machines = loaded.machines()?;
    for machine in &mut machines {
        if let Some(seed) = options.seed {
            machine.shuffle(seed);
        }
        machine.observed.statements = options.stats.then_some(0);
    }
    let started = Instant::now();
    watchdog::enter(Phase::Working);
    let mut processes = Processes::new(machines);
    let stop = processes.run();
    let machine = processes.current();
    machine.world.files.leave_nothing();
    // What the program has written before it was stopped comes before the diagnosis.
    if !matches!(stop, Stop::Exited(_)) {
        machine.flush();
    }
    if let Stop::Error(fault) = &stop
        && let InterpError::Stopped(why) = **fault
    {
        tell(machine, started);
        watchdog::end(why);
    }
    watchdog::done();
    tell(machine, started);
    for (it, _) in machine.observed.tolerated.met().iter().filter(|it| it.1 == Severity::Warned) {
        warn(it);
    }
    match stop {
        Stop::Exited(code) => Ok(Exit::Program(code as u8)),
        Stop::Error(fault) => match fault.kind() {
            Some(kind) => Ok(ended(&loaded.exceptions, &diagnose::violation(machine, &fault, kind))),
            None => {
                let at = diagnose::here(machine);
                let place = at.map_or(String::new(), |at| format!("{}:{}:{}: ", at.file, at.line, at.column));
                let InterpError::Unsupported(what) = *fault else { return Ok(Exit::Unknown) };
                eprintln!("gmc: unknown: {place}{what}");
                Ok(Exit::Unknown)
            }
        },
        Stop::Stuck(deadlock) => Ok(ended(&loaded.exceptions, &deadlock)),
        Stop::Budget | Stop::Turn(_) | Stop::Forks(_) | Stop::Executes(_) => {
            unreachable!("it goes on after these")
        }
    }
}

/// An error has ended the run: it counts, or nothing can come after it.
fn ended(exceptions: &Exceptions, violation: &Violation) -> Exit {
    report(violation);
    if exceptions.policy.counts(violation) {
        return Exit::Violated;
    }
    eprintln!("gmc: unknown: this {} is allowed, but the program cannot go on after it", violation.kind);
    Exit::Unknown
}

/// Says which limit ended the run.
fn print_limit(phase: Phase, why: Stopped) -> Exit {
    let what = if phase == Phase::Reading { "being compiled" } else { "still running" };
    let when = match why {
        Stopped::Memory => "gmc used as much memory as it may (--memory)",
        _ => "its time was up (--time)",
    };
    // If stderr is closed there is no way to say so.
    let _ = writeln!(std::io::stderr(), "gmc: unknown: the program was {what} when {when}");
    Exit::Unknown
}

/// Says how much was executed (`--stats`).
fn tell(machine: &Machine, started: Instant) {
    if let Some(statements) = machine.observed.statements {
        let seconds = started.elapsed().as_secs_f64();
        let bytes = memory::peak().unwrap_or(machine.memory.host_bytes() as u64);
        eprintln!(
            "gmc: {statements} statements in {seconds:.3} s ({:.1} million per second), {:.1} MiB of memory at most",
            statements as f64 / seconds / 1e6,
            bytes as f64 / f64::from(1 << 20)
        );
    }
}

fn warn(violation: &Violation) {
    let mut text = String::new();
    // As in `report`.
    let _ = terminal::warning(&mut text, violation, &printing::sources(), false);
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

fn report(violation: &Violation) {
    let stderr = std::io::stderr();
    let colour = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let sources = printing::sources();
    let mut text = String::new();
    // Writing to a string cannot fail, and if stderr is closed there is no way to say so.
    let _ = terminal::violation(&mut text, violation, &sources, colour);
    let _ = stderr.lock().write_all(text.as_bytes());
}
