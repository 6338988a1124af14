//! The command line, each option defined once: parser, help, manual page and completions all come from here.
//!
//! The compiler wrappers (`cc`, `c++`, `fortran`) stand here for the help only; their arguments are GCC's and are never
//! parsed (see [`crate::command`]).

mod approximations;
mod check;
mod exceptions;
mod others;
mod script;
mod surroundings;
mod temporal;
mod values;

pub(crate) use approximations::{Approximations, Slice, Steps};
pub(crate) use check::{
    AnswerFormat, Check, Fingerprint, Inputs, Output, Reason, Reductions, Reports, Stores, Tests, TestsPer,
    Unset,
};
use clap::{Args, CommandFactory, FromArgMatches, Id, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
pub(crate) use exceptions::{Exceptions, Volatile};
use gmc_search::{CAPABILITIES, Capability, Engine};
use gmc_world::FileAccess;
pub(crate) use others::Others;
pub(crate) use script::{Script, ScriptMay};
use std::collections::HashMap;
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;
pub(crate) use surroundings::{Clock, Externals, Given, Hosts, Network, Surroundings};
pub(crate) use temporal::Temporal;

/// Checks C programs by executing everything that they could do.
///
/// gmc reads programs as GCC does: GCC compiles them, a plugin puts GCC's own intermediate code (GIMPLE) into the
/// object files, and gmc reads it from there.
#[derive(Debug, Parser)]
#[command(name = "gmc", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 success, 1 the program violates a property, 2 wrong usage, or the program \
                          cannot be compiled, linked or read, or it holds and a report cannot be written, 3 unknown.\n\
                          The compiler wrappers exit as GCC does.";

/// Parses a command line; ends gmc where it is wrong, or asks for help.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Command {
    let mut matches = command().get_matches_from(arguments);
    match Cli::from_arg_matches_mut(&mut matches) {
        Ok(cli) => cli.command,
        Err(error) => error.format(&mut command()).exit(),
    }
}

/// The command line as it is parsed, documented and completed: with what the table of engines says of options.
pub(crate) fn command() -> clap::Command {
    // One pass over all options: looking one up by name moves those behind it.
    let without_inputs = |command: clap::Command| {
        command.mut_args(|arg| match arg.get_id() == "inputs" {
            true => arg.required(false).required_unless_present("system"),
            false => arg,
        })
    };
    let optional_inputs = |command: clap::Command| {
        command.mut_args(|arg| if arg.get_id() == "inputs" { arg.required(false) } else { arg })
    };
    let whole =
        Cli::command().mut_subcommand("run", without_inputs).mut_subcommand("script", optional_inputs);
    whole.mut_subcommand("check", |check| {
        let check = without_inputs(check);
        let mut excluded: HashMap<Id, Vec<Id>> = HashMap::new();
        for row in CAPABILITIES {
            excluded.entry(id(&check, row.option_name())).or_default().extend(conflicts(&check, row));
        }
        excluded.entry(Id::from("livelock")).or_default().extend(["bfs", "engine"].map(Id::from));
        excluded.entry(Id::from("bfs")).or_default().push(Id::from("engine"));
        // One pass over all options: looking each up by name moves those behind it.
        let check = check.mut_args(|arg| match excluded.remove(arg.get_id()) {
            Some(others) => arg.conflicts_with_all(others),
            None => arg,
        });
        check.after_long_help(engines_help())
    })
}

/// What the parser calls an option.
fn id(command: &clap::Command, option: &str) -> Id {
    let name = option.trim_start_matches('-');
    let found = command.get_arguments().find(|it| it.get_long() == Some(name));
    found.expect("every option of the table is one of the command").get_id().clone()
}

/// The options that a row's option cannot stand beside, those that name an engine included.
fn conflicts(command: &clap::Command, row: &Capability) -> Vec<Id> {
    let features = CAPABILITIES.iter().filter(|it| row.excludes.contains(&it.feature));
    let engines = [(Engine::Bfs, "--bfs"), (Engine::Livelock, "--livelock")];
    // Options of one engine alone are refused with a better message.
    let lacks = |engine: Engine| {
        !row.engines.contains(&engine) && !matches!(row.engines, [Engine::Best | Engine::Walk])
    };
    let options = features.map(|it| it.option_name());
    let options = options.chain(engines.into_iter().filter(|it| lacks(it.0)).map(|it| it.1));
    options.map(|option| id(command, option)).collect()
}

/// Which engine takes which option, for the long help.
fn engines_help() -> String {
    let mut text = String::from("Options that not every engine takes:\n");
    for row in CAPABILITIES.iter().filter(|it| it.engines.len() < Engine::ALL.len()) {
        let named = Engine::NAMED.iter().filter(|it| row.engines.contains(it));
        let names: Vec<&str> = named.map(|it| it.name()).collect();
        let livelock = if row.engines.contains(&Engine::Livelock) { ", --livelock" } else { "" };
        text += &format!("  {:<18} {}{livelock}\n", row.option, names.join(", "));
    }
    text + "Without --engine, such an option makes gmc visit all states (dfs), unless it is another engine's."
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile C like gcc, and export: make CC="gmc cc"
    ///
    /// All arguments are GCC's and are passed on as they are. What is compiled carries its GIMPLE in the object file,
    /// in a section that survives ar, ld and strip. GMC_GCC names the compiler (default: gcc).
    #[command(disable_help_flag = true)]
    Cc(Passed),
    /// Compile C++ like g++, and export: make CXX="gmc c++"
    ///
    /// All arguments are GCC's and are passed on as they are. GMC_GXX names the compiler; by default, it is the g++
    /// that belongs to GMC_GCC.
    #[command(name = "c++", disable_help_flag = true)]
    Cxx(Passed),
    /// Compile Fortran like gfortran, and export: make FC="gmc fortran"
    ///
    /// All arguments are GCC's and are passed on as they are. GMC_GFORTRAN names the compiler; by default, it is the
    /// gfortran that belongs to GMC_GCC.
    #[command(disable_help_flag = true)]
    Fortran(Passed),
    /// Print a program as gmc sees it
    ///
    /// Sources are compiled, everything is linked by the real linker, and what the linker kept is printed: functions
    /// with their source lines, globals, types, and what no unit defines.
    Dump(Dump),
    /// Run a program under every check
    ///
    /// The program runs in gmc's own machine: its output is the program's, and its first mistake ends it with a
    /// diagnosis. Arguments for the program follow `--`.
    Run(Box<Run>),
    /// Check everything that a program can do
    ///
    /// Every interleaving of the program's threads and every choice that it leaves open is tried, no state twice. The
    /// answer is that the program holds, an error with a run that leads to it, or what keeps gmc from knowing.
    /// Arguments for the program follow `--`.
    Check(Box<Check>),
    /// Run a trace of a check again, step by step
    ///
    /// Prints what each step does and what is wrong at the end. The program is read again from the files that were
    /// checked, named relative to the current directory, or else to the trace's. Exit code 1 when the error happens
    /// again, 3 when it does not or the program is another one.
    Replay(Replay),
    /// Walk through a trace of a check, forward and back
    ///
    /// A debugger over the recorded run: statement by statement or from choice to choice, in both directions, with
    /// breakpoints, watched variables ("who wrote this last?"), any value by its C expression, and other choices to
    /// take. Commands come from standard input; `help` lists them. With --dap it is a Debug Adapter on standard input
    /// and output, for VS Code, nvim-dap and others.
    Debug(Debug),
    /// Print a temporal formula as an automaton, and say what kind of property it is
    ///
    /// Reads a formula of linear temporal logic, such as `G({req == 1} -> F {ack == 1})`, or a named pattern, such as
    /// `{ack} responds to {req}`. Prints its automaton, its class (safety, guarantee, …), whether it is invariant under
    /// stuttering, and a word that satisfies it. docs/ltl.md has the language.
    Ltl(Ltl),
    /// Run a script in Lua over a program
    ///
    /// The script sees the program as GCC's intermediate code has it: functions, blocks, statements, expressions,
    /// types. `gcclua` is called for each function, `gcclua_pre` before and `gcclua_post` after that. docs/scripts.md
    /// has the language. Arguments follow `--`.
    Script(Script),
    /// List the kinds of errors
    Kinds,
    /// Print completions for a shell
    Completions {
        /// Which shell.
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// Arguments that belong to GCC.
#[derive(Debug, Args)]
pub(crate) struct Passed {
    /// As for GCC.
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

/// A program, as every command takes it.
#[derive(Clone, Debug, Args)]
pub(crate) struct Program {
    /// Sources (C, C++, Fortran, preprocessed or not), objects, archives, executables, shared objects, in any mix
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The compiler to use [default: $GMC_GCC, or gcc]; its g++ and gfortran are found beside it
    #[arg(long, value_name = "PATH")]
    pub(crate) gcc: Option<PathBuf>,
    /// A flag for compiling the sources; may be repeated
    ///
    /// These may be written without --cflag: -I -D -U -include -imacros -isystem -iquote -idirafter -x -L -l -std=
    /// -ansi -m… -f… -W… -w -O… -g… -nostdinc -pedantic -pipe -pthread
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub(crate) cflag: Vec<OsString>,
    /// Flags for compiling the sources, separated by spaces and quoted as in a shell
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub(crate) cflags: Vec<String>,
    /// Say on standard error how long compiling took, and how much of a processor reading did
    #[arg(long)]
    pub(crate) timings: bool,
}

/// `gmc dump`
#[derive(Debug, Args)]
pub(crate) struct Dump {
    /// The program.
    #[command(flatten)]
    pub(crate) program: Program,
    /// How to print it; JSON always holds everything
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Print the control-flow graph of a function in Graphviz's language
    #[arg(
        long,
        value_name = "FUNCTION",
        conflicts_with_all = ["format", "function", "functions", "globals", "types", "externals", "unsupported"]
    )]
    pub(crate) cfg: Option<String>,
    /// Write to a file; with --cfg, a name that ends in .svg has Graphviz draw the graph
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print this function only (NAME, or FILE:NAME where several have one); may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Vec<String>,
    /// Print the machine's register code, with the registers that are live at each operation
    #[arg(long)]
    pub(crate) code: bool,
    /// List the functions that have a body
    #[arg(long)]
    pub(crate) functions: bool,
    /// List the variables with static storage
    #[arg(long)]
    pub(crate) globals: bool,
    /// List the types
    #[arg(long)]
    pub(crate) types: bool,
    /// List what the program uses and no unit defines
    #[arg(long)]
    pub(crate) externals: bool,
    /// List what GCC made that gmc has no notion of
    #[arg(long)]
    pub(crate) unsupported: bool,
}

/// Which network a program reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reach {
    /// Its own loopback.
    Inside,
    /// The machine's, too.
    Host,
}

/// `gmc run`
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The program.
    #[command(flatten)]
    pub(crate) program: Program,
    /// What the program may do to files: read them (ro), everything (rw), or write to a directory (overlay=DIR)
    ///
    /// ro: to the program, all file systems are mounted read-only. overlay=DIR: what it writes goes to DIR, where it
    /// reads from first.
    #[arg(long, value_name = "ACCESS", default_value = "ro", value_parser = values::file_access)]
    pub(crate) files: FileAccess,
    /// Which network the program reaches: its own loopback (inside), or this machine's network, too (host)
    ///
    /// host: connections and datagrams to addresses where the program itself has no socket leave by the machine, and
    /// the ports that it binds are bound there. Time passes as on the machine while everybody waits for the network.
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Reach::Inside)]
    pub(crate) network: Reach,
    /// Errors that do not count.
    #[command(flatten)]
    pub(crate) exceptions: Exceptions,
    /// Run threads in a random order, the same for the same N [default: in the order of their numbers]
    ///
    /// Which thread goes on is drawn anew where threads synchronise, and at accesses to what they share. What
    /// `gmc_choose` returns is drawn, too.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// A file that says what the functions of another thread library mean (docs/threads.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) threads: Option<PathBuf>,
    /// Stop when gmc uses this much memory, as a number with K, M or G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub(crate) memory: Option<u64>,
    /// The longest that the program may run: 90, 90s, 5m, 1h [default: for ever]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) time: Option<Duration>,
    /// Print how much was executed, how fast, and in how much memory
    #[arg(long)]
    pub(crate) stats: bool,
    /// Take one in N of the program's numbers for an input that is assumed to be this number: for tests
    #[arg(long, value_name = "N", hide = true)]
    pub(crate) disguise: Option<NonZeroU32>,
    /// A variable of the environment, beside those that gmc has itself; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::set_variable)]
    pub(crate) env: Vec<String>,
    /// What is assumed of functions.
    #[command(flatten)]
    pub(crate) externals: Externals,
    /// Other programs and processes.
    #[command(flatten)]
    pub(crate) others: Others,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<OsString>,
}

/// `gmc ltl`
#[derive(Debug, Args)]
pub(crate) struct Ltl {
    /// The formula; C expressions stand in braces
    #[arg(value_name = "FORMULA", required_unless_present_any = ["file", "hoa"], allow_hyphen_values = true)]
    pub(crate) formula: Option<String>,
    /// Read formulas from a file, one in a line, with or without a name in front (`name: formula`)
    #[arg(long, value_name = "FILE", conflicts_with = "formula")]
    pub(crate) file: Option<PathBuf>,
    /// Read an automaton in the Hanoi format (HOA) instead of a formula
    #[arg(long, value_name = "FILE", conflicts_with_all = ["formula", "file", "negate"])]
    pub(crate) hoa: Option<PathBuf>,
    /// Take the negation of the formula: the automaton accepts what violates it
    #[arg(long)]
    pub(crate) negate: bool,
    /// How to print the automaton
    #[arg(long, value_enum, default_value_t = AutomatonFormat::Text)]
    pub(crate) format: AutomatonFormat,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How to print an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AutomatonFormat {
    /// Lines of text, with what is known of the property
    Text,
    /// The Hanoi omega-automata format, which other tools read
    Hoa,
    /// Graphviz's language
    Dot,
    /// A drawing, by Graphviz
    Svg,
}

/// `gmc replay`
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The trace that `gmc check` has written
    #[arg(value_name = "TRACE")]
    pub(crate) trace: PathBuf,
    /// How its program is compiled again.
    #[command(flatten)]
    pub(crate) again: Again,
    /// Write the run that shows an error as a C file that makes it happen natively when it is linked with the program
    /// (docs/reproducer.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) reproducer: Option<PathBuf>,
    /// Show what processes send each other, as a message-sequence chart
    #[arg(long)]
    pub(crate) chart: bool,
    /// Write the messages of the run as a capture (pcapng), for Wireshark
    #[arg(long, value_name = "FILE")]
    pub(crate) pcap: Option<PathBuf>,
}

/// `gmc debug`
#[derive(Debug, Args)]
pub(crate) struct Debug {
    /// The trace that `gmc check` has written; with --dap the editor may name it instead
    #[arg(value_name = "TRACE", required_unless_present = "dap")]
    pub(crate) trace: Option<PathBuf>,
    /// Speak the Debug Adapter Protocol on standard input and output
    #[arg(long)]
    pub(crate) dap: bool,
    /// How its program is compiled again.
    #[command(flatten)]
    pub(crate) again: Again,
}

/// How the program of a trace is compiled again.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Again {
    /// The compiler to use [default: that of the check, if its name is that of an installed GCC]
    #[arg(long, value_name = "PATH")]
    pub(crate) gcc: Option<PathBuf>,
    /// Use the compiler and the flags that the trace names, whatever they are: whoever wrote it may run any program
    #[arg(long)]
    pub(crate) trust: bool,
}

/// How to print a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Like GCC's own dumps, with source lines
    Text,
    /// One JSON object
    Json,
}
