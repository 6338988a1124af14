//! gmc: a model checker for C programs.
//!
//! This crate is the command: it reads the command line, drives the user's GCC, and hands typed values to the crates
//! that do the work. Start reading at [`command`]; [`gcc`] is all that gmc knows of compilers, [`pipeline`] goes from
//! the files that a user names to images that can be read, [`run`] is what an execution depends on.

mod child;
mod cli;
mod command;
mod exit;
mod gcc;
mod interrupt;
mod memory;
mod pipeline;
mod run;
mod system;
mod watchdog;

use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::survive_large_files();
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let exit = command::run(&name, arguments.collect()).unwrap_or_else(|error| {
        error.report();
        Exit::FrontEnd
    });
    ExitCode::from(exit)
}
