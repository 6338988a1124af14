//! `gmc check`: everything that the program can do.

use super::Error;
use super::program;
use crate::cli;
use crate::exit::Exit;
use gmc_model::{Choice, Step, System};
use gmc_vm::{
    Checks, Machine, Subject, lower,
    world::{Config, World},
};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Checks the program.
pub(super) fn run(options: &cli::Run) -> Result<Exit, Error> {
    let program = program::read_with_models(&options.program)?;
    let mut memory = lower::memory_for(&program, options.memory);
    let lowered = lower::lower(&program, &mut memory)?;
    let name =
        options.program.inputs.first().map_or(Vec::new(), |input| input.as_os_str().as_bytes().to_vec());
    let arguments =
        std::iter::once(name).chain(options.arguments.iter().map(|a| a.clone().into_vec())).collect();
    let world =
        World::new(Config { arguments, environment: Vec::new(), files: options.files.clone(), sealed: true });
    let machine = Machine::new(lowered, memory, world).map_err(|_| Error::SmallMemory)?;
    let mut s = Subject::new(machine, Checks::default());
    let mut seen = std::collections::HashSet::new();
    let mut stack: Vec<(Vec<Choice>, usize)> = Vec::new();
    let mut transitions = 0u64;
    let start = std::time::Instant::now();
    seen.insert(s.fingerprint());
    let mut choices = Vec::new();
    s.choices(&mut choices);
    s.mark();
    stack.push((choices, 0));
    let mut fresh = true;
    let verbose = std::env::var_os("V").is_some();
    while let Some((choices, next)) = stack.last_mut() {
        if *next == choices.len() {
            if choices.is_empty()
                && let Some(v) = s.end()
            {
                println!("{v:#?}");
                return Ok(Exit::Violated);
            }
            stack.pop();
            s.forget();
            if !stack.is_empty() {
                s.rewind();
            }
            continue;
        }
        let choice = choices[*next];
        *next += 1;
        transitions += 1;
        let _ = fresh;
        match s.step(choice) {
            Step::Moved { .. } => {
                let print = s.fingerprint();
                if verbose {
                    println!("{}{choice:?} -> {print:x}", " ".repeat(stack.len()));
                }
                if seen.insert(print) {
                    let mut choices = Vec::new();
                    s.choices(&mut choices);
                    s.mark();
                    stack.push((choices, 0));
                    fresh = true;
                } else {
                    s.rewind();
                }
            }
            Step::Pruned => s.rewind(),
            Step::Violated(v) => {
                println!("{v:#?}");
                println!("{} states", seen.len());
                return Ok(Exit::Violated);
            }
            Step::Unknown(o) => {
                println!("{o:#?}");
                return Ok(Exit::Unknown);
            }
        }
    }
    println!("holds: {} states, {transitions} transitions, {:?}", seen.len(), start.elapsed());
    Ok(Exit::Success)
}
