//! Other programs and processes than the one that is named first.

use crate::run::{Named, parse_given};
use clap::Args;
use std::path::PathBuf;

/// Other programs and processes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Others {
    /// A program that processes can execute by the name PATH, made of these sources; may be repeated
    ///
    /// A name without a slash is looked for in /bin and /usr/bin. The flags are those of the program.
    #[arg(long = "program", value_name = "PATH=INPUT[,INPUT…]", value_parser = parse_given)]
    pub(crate) given: Vec<(Named, Vec<PathBuf>)>,
    /// A system of programs, hosts, links and processes, instead of a program (docs/systems.md)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "arguments"])]
    pub(crate) system: Option<PathBuf>,
}
