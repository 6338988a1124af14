//! `gmc script`, and the options of scripts that `gmc cc` shares.

use super::{Externals, Program, values};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// `gmc script`
#[derive(Debug, Args)]
pub(crate) struct Script {
    /// The script: a file in Lua, or the name of one that ships with gmc (--list)
    #[arg(value_name = "FILE.lua", required_unless_present_any = ["list", "help_api", "interactive"])]
    pub(crate) file: Option<PathBuf>,
    /// The program.
    #[command(flatten)]
    pub(crate) program: Program,
    /// List the scripts that ship with gmc
    #[arg(long)]
    pub(crate) list: bool,
    /// Print everything that scripts can call (docs/scripts.md)
    #[arg(long)]
    pub(crate) help_api: bool,
    /// Read lines of Lua from standard input after the script; a line that ends with ? lists what could follow
    #[arg(long, short)]
    pub(crate) interactive: bool,
    /// What is assumed of functions that the script runs.
    #[command(flatten)]
    pub(crate) externals: Externals,
    /// What the program reads from standard input where the script runs it
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,
    /// The longest that the script may take: 90, 90s, 5m, 1h [default: for ever]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) time: Option<Duration>,
    /// What the script may use.
    #[command(flatten)]
    pub(crate) may: ScriptMay,
    /// Arguments for the script and for the program
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<OsString>,
}

/// What a script may use.
#[derive(Debug, Default, Args)]
pub(crate) struct ScriptMay {
    /// A parameter of the script; may be repeated
    #[arg(long = "script-set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// The directory that the script may write files to
    #[arg(long = "script-out", value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Let the script use files, processes and the clock as any program of yours
    #[arg(long = "script-unsafe")]
    pub(crate) is_trusted: bool,
    /// The most memory that the script may use [default: 1G]
    #[arg(long = "script-memory", value_name = "SIZE", value_parser = values::size)]
    pub(crate) memory: Option<u64>,
    /// The most instructions of Lua that the script may execute [default: 20000000000]
    #[arg(long = "script-instructions", value_name = "N")]
    pub(crate) instructions: Option<u64>,
}
