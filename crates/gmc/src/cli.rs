//! The command line, each option defined once: parser, help, manual page and completions all come from here.
//!
//! The compiler wrappers (`cc`, `c++`, `fortran`) stand here for the help only; their arguments are GCC's and are never
//! parsed (see [`crate::command`]).

mod values;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use gmc_libc::failures;
use gmc_model::ErrorKind;
use gmc_system::Checks;
use gmc_vm::FaultBudget;
use gmc_world::FileAccess;
use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;
use values::{duration, jobs, size, table_size};

/// Checks C programs by executing everything that they could do.
///
/// gmc reads programs as GCC does: GCC compiles them, a plugin puts GCC's own intermediate code (GIMPLE) into the object
/// files, and gmc reads it from there.
#[derive(Debug, Parser)]
#[command(name = "gmc", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 success, 1 the program violates a property, 2 wrong usage, or the program \
                          cannot be compiled, linked or read, or it holds and a report cannot be written, 3 unknown.\nThe compiler wrappers exit as GCC does.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile C like gcc, and export: make CC="gmc cc"
    ///
    /// All arguments are GCC's and are passed on as they are. What is compiled carries its GIMPLE in the object file, in
    /// a section that survives ar, ld and strip. GMC_GCC names the compiler (default: gcc).
    #[command(disable_help_flag = true)]
    Cc(Passed),
    /// Compile C++ like g++, and export: make CXX="gmc c++"
    ///
    /// All arguments are GCC's and are passed on as they are. GMC_GXX names the compiler; by default, it is the g++ that
    /// belongs to GMC_GCC.
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
    Run(Run),
    /// Check everything that a program can do
    ///
    /// Every interleaving of the program's threads and every choice that it leaves open is tried, no state twice. The
    /// answer is that the program holds, an error with a run that leads to it, or what keeps gmc from knowing. Arguments
    /// for the program follow `--`.
    Check(Box<Check>),
    /// Run a trace of a check again, step by step
    ///
    /// Prints what each step does and what is wrong at the end. The program is read again from the files that were checked,
    /// named relative to the current directory, or else to the trace's. Exit code 1 when the error happens again, 3 when it
    /// does not or the program is another one.
    Replay(Replay),
    /// Walk through a trace of a check, forward and back
    ///
    /// A debugger over the recorded run: statement by statement or from choice to choice, in both directions, with
    /// breakpoints, watched variables ("who wrote this last?"), any value by its C expression, and other choices to take.
    /// Commands come from standard input; `help` lists them. With --dap it is a Debug Adapter on standard input and output,
    /// for VS Code, nvim-dap and others.
    Debug(Debug),
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
    /// These may be written without --cflag: -I -D -U -include -isystem -iquote -std= -m32 -m64 -f… -W… -O… -pthread
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
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["format", "function", "functions", "globals", "types", "externals", "unsupported"])]
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
    #[arg(long, value_name = "ACCESS", default_value = "ro", value_parser = file_access)]
    pub(crate) files: FileAccess,
    /// An error that the program may make, and goes on from as it does natively; may be repeated
    #[arg(long, value_name = "KIND", value_enum)]
    pub(crate) allow: Vec<Allowed>,
    /// Run threads in a random order, the same for the same N [default: in the order of their numbers]
    ///
    /// Which thread goes on is drawn anew where threads synchronise, and at accesses to what they share. What `gmc_choose`
    /// returns is drawn, too.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// A file that says what the functions of another thread library mean (docs/threads.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) threads: Option<PathBuf>,
    /// Stop when gmc uses this much memory, as a number with K, M or G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// The longest that the program may run: 90, 90s, 5m, 1h [default: for ever]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print how much was executed, how fast, and in how much memory
    #[arg(long)]
    pub(crate) stats: bool,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<OsString>,
}

/// `gmc check`
#[derive(Clone, Debug, Args)]
pub(crate) struct Check {
    /// The program.
    #[command(flatten)]
    pub(crate) program: Program,
    /// The input is a task of SV-COMP, a .yml file: its property alone is checked, and the answer is true, false(…) or unknown
    #[arg(long)]
    pub(crate) svcomp: bool,
    /// The property of the task that is checked, by the name of its file: no-data-race [default: the first that gmc can decide]
    #[arg(long, value_name = "NAME", requires = "svcomp")]
    pub(crate) property: Option<String>,
    /// How to search; the report says what was used, and why [default: auto, or what the other options need]
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,
    /// What makes a state look good to --engine best, and come first [default: line with --target, otherwise rare]
    #[arg(long, value_enum, value_name = "SCORE")]
    pub(crate) score: Option<Score>,
    /// The line that --engine best tries to get to first
    #[arg(long, value_name = "FILE:LINE", value_parser = target)]
    pub(crate) target: Option<Target>,
    /// Search breadth-first: the run that shows an error is a shortest one, for more memory (--engine bfs)
    #[arg(long, conflicts_with = "engine")]
    pub(crate) bfs: bool,
    /// Search with this many workers, each on a processor of its own
    ///
    /// The verdict is the same for every number; which run shows an error may differ from one check to the next.
    #[arg(short, long, value_name = "N", default_value = "1", conflicts_with_all = ["bfs", "livelock"], value_parser = jobs)]
    pub(crate) jobs: NonZeroUsize,
    /// Report the run that one worker finds, however many there are; where there is an error, this takes a second search
    #[arg(long)]
    pub(crate) deterministic: bool,
    /// Go on after the first error, and find one run for each cause
    #[arg(long)]
    pub(crate) all: bool,
    /// Try every order of steps, also where gmc knows that it makes no difference
    #[arg(long)]
    pub(crate) no_reduction: bool,
    /// Tell threads apart that do the same; otherwise, where nobody can, states count once whichever of them does what
    #[arg(long)]
    pub(crate) no_symmetry: bool,
    /// Do without one of the reasons for which a search of all states leaves orders out, to compare
    #[arg(long, value_name = "REASON", value_delimiter = ',', conflicts_with = "no_reduction")]
    pub(crate) without: Vec<Reason>,
    /// Only look at runs that take threads their turn away no more often than this
    ///
    /// Most mistakes show with one or two, and such runs are few. A thread that has to wait loses its turn for free. Searches
    /// without reduction. Where runs had to be left out, the answer is not `holds`.
    #[arg(long, value_name = "N", conflicts_with = "livelock")]
    pub(crate) preemptions: Option<u32>,
    /// Only look at runs that change from one thread to another no more often than this; as --preemptions, but all changes count
    #[arg(long, value_name = "N", conflicts_with_all = ["livelock", "preemptions"])]
    pub(crate) switches: Option<u32>,
    /// How many random runs --engine walk follows
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) walks: u64,
    /// The number of steps whose order makes the errors that --engine walk looks for: few orders make most errors
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) orders: u32,
    /// Makes the random runs of --engine walk others
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Let threads that wait for a condition wake up although nobody has woken them
    #[arg(long)]
    pub(crate) spurious: bool,
    /// Look for runs that go on for ever without progress, too: all threads get their turns, and nobody calls gmc_progress
    ///
    /// Needs more memory, searches depth-first and without reduction.
    #[arg(long, conflicts_with_all = ["bfs", "engine"])]
    pub(crate) livelock: bool,
    /// Answer unknown where the answer would take anything for granted, and name what it is
    ///
    /// What a program relies on is noted as it runs: sequential consistency where it asks for less, random numbers, the clock,
    /// the environment, addresses as numbers (docs/soundness.md). The answer names the option that does without each.
    #[arg(long)]
    pub(crate) strict: bool,
    /// What the program sees of files and input, and what fails.
    #[command(flatten)]
    pub(crate) outside: Outside,
    /// What is assumed of functions that nobody models.
    #[command(flatten)]
    pub(crate) externals: Externals,
    /// List the functions that the program uses and neither it nor gmc defines, with who uses them, and check nothing
    #[arg(long = "externals")]
    pub(crate) list_externals: bool,
    /// A function without parameters that must not return 0 in any state; may be repeated
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) invariant: Vec<String>,
    /// Try as many values, each by itself, of what the program leaves open (__VERIFIER_nondet_int), where it needs one
    ///
    /// Values that are only copied, compared and counted up need not be tried one by one. Where more are left than this,
    /// the answer is unknown.
    #[arg(long, value_name = "N", default_value_t = Checks::CHOICES)]
    pub(crate) choices: u32,
    /// A file that says what the functions of another thread library mean (docs/threads.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) threads: Option<PathBuf>,
    /// An error that the program may make; may be repeated
    ///
    /// data-race, deadlock and memory-leak are not looked for then; after an invalid-pointer-operation the program goes on
    /// as it does natively. Where an error of any other kind is allowed, what comes after it is not examined, and the
    /// answer says so. `gmc kinds` lists the kinds.
    #[arg(long, value_name = "KIND")]
    pub(crate) allow: Vec<ErrorKind>,
    /// Stop searching after this time: 90, 90s, 5m, 1h [default: never]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop when gmc uses this much memory, as a number with K, M or G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Stop after this many states [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) states: Option<u64>,
    /// Do not look further than this many steps from the start [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u64>,
    /// Bits that are remembered of each visited state
    ///
    /// With 64, states take half of the memory, and the more there are, the likelier is it that one is taken for another.
    #[arg(long, value_enum, value_name = "BITS", default_value_t = Fingerprint::Whole)]
    pub(crate) fingerprint: Fingerprint,
    /// Remember whole states, compressed, so that none can be taken for another
    ///
    /// Takes more time and memory: each step costs time in the size of the state. With one worker only.
    #[arg(long, conflicts_with_all = ["fingerprint", "bitstate", "jobs", "switches", "preemptions"])]
    pub(crate) exact: bool,
    /// Remember visited states in a table of this many bytes, as a number with K, M or G, in which they share bits
    ///
    /// The table never gets larger, but states are the likelier taken for others the fuller it is: this finds errors
    /// in programs with more states than there is memory for, and never says that a program holds.
    #[arg(long, value_name = "SIZE", value_parser = table_size, conflicts_with_all = ["fingerprint", "livelock"])]
    pub(crate) bitstate: Option<u64>,
    /// When visited states take a quarter of --memory, write them to files in this directory
    ///
    /// A state takes two bytes of memory then instead of some 23, and 16 on disk; looking one up may need the disk. The files
    /// have no names, and are gone when gmc ends, however it ends.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["fingerprint", "bitstate", "exact", "checkpoint"])]
    pub(crate) disk: Option<PathBuf>,
    /// Keep the search in this file from time to time, and go on from there if it exists
    ///
    /// Whatever ends gmc, the same command goes on where the file was last written, and ends with the same counts. It
    /// is also written when a limit of time or memory ends the search, or an interruption, and removed when the search is
    /// through. A depth-first search by one worker can be kept.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bfs", "livelock", "exact", "jobs", "switches", "preemptions", "svcomp", "property"])]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often: 90, 90s, 5m, 1h; less often where it would take more than a tenth of the time
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s", requires = "checkpoint")]
    pub(crate) checkpoint_every: Duration,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    pub(crate) format: AnswerFormat,
    /// Where to write the run that shows an error, for `gmc replay`; with --all, further ones get a number
    #[arg(long, value_name = "FILE", default_value = "gmc-trace.json")]
    pub(crate) trace: PathBuf,
    /// Write the answer as a page with source, time line, variables and heap; one file that needs nothing else
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) html: Option<PathBuf>,
    /// Write the answer as SARIF 2.1.0, for code-scanning services and editors
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write the answer as JUnit XML, for continuous integration
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) junit: Option<PathBuf>,
    /// Add the lines, branches and functions that the search has executed to a file in the form of lcov's; also says what a program
    /// that holds never executes
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) coverage: Option<PathBuf>,
    /// Write a witness of the answer: YAML (format 2.0), or GraphML (1.0) if the name ends in .graphml
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) witness: Option<PathBuf>,
    /// Write the run that shows an error as a C file that makes it happen natively when it is linked with the program (docs/reproducer.md)
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) reproducer: Option<PathBuf>,
    /// How long to look for a shorter run that shows the same error: fewest changes between threads, then fewest steps [default: 2s]
    ///
    /// Not at all with 0, nor unless told with --bfs, which finds runs with the fewest steps.
    #[arg(long, visible_alias = "minimize", value_name = "TIME", value_parser = duration)]
    pub(crate) minimise: Option<Duration>,
    /// Show every statement of the run that shows an error
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Tell what makes the states many: which variables, threads, heap memory and places, with a hint for each
    ///
    /// Looks at the first 50000 states, which takes time.
    #[arg(long)]
    pub(crate) profile: bool,
    /// Check gmc itself: compare what it claims of steps and states with what they do, in one state of N (docs/testing.md)
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        hide = true,
        conflicts_with_all = ["checkpoint", "switches", "preemptions"]
    )]
    pub(crate) audit: Option<NonZeroU64>,
    /// Print more about the search
    #[arg(long)]
    pub(crate) stats: bool,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<OsString>,
}

/// What a program under check sees of files and input, and what fails.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Outside {
    /// A file that the program finds, by this or another name; may be repeated
    ///
    /// The program gets a copy in memory, and what it writes goes nowhere else. Relative names start at the program's current
    /// directory, which is /. Without any, there are /dev/null, /dev/zero, /dev/full and an empty /tmp.
    #[arg(long, value_name = "HOST[:GUEST]")]
    pub(crate) file: Vec<String>,
    /// A directory that the program finds with all that is in it, by this or another name; may be repeated
    #[arg(long, value_name = "HOST[:GUEST]")]
    pub(crate) dir: Vec<String>,
    /// What the program reads from standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,
    /// Try everything that standard input could be, up to N bytes
    #[arg(long, value_name = "N", conflicts_with = "stdin")]
    pub(crate) stdin_any: Option<u32>,
    /// Let calls fail, N of them in a run: malloc,read=1; may be repeated
    ///
    /// Every call of these functions may then fail, with each error that is documented for it, and transfers may be shorter
    /// than asked for. Names are those of functions, or of groups of them: malloc, open, read, write, close, mmap, mkdir,
    /// unlink, stat, pthread_create, pthread_init, wait, sleep (docs/library.md).
    #[arg(long, value_name = "NAME,…=N", value_parser = fault_budgets)]
    pub(crate) fail: Vec<Fail>,
    /// What `rand` and its kin return: glibc's numbers, or any
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) rand: Given,
    /// What the clock shows that tells the date: a fixed time, or any, which need not be later than the one before
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) clock: Given,
    /// The numbers of processes, users and groups: fixed ones, or any
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) ids: Given,
    /// Where objects lie: as gmc puts them, or anywhere. Then each order of objects and each use of a freed place again that the program
    /// can tell is tried, and the answer is unknown where it depends on other bits of addresses
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) addresses: Given,
    /// A variable of the program's environment; may be repeated. With `any`, asking for one that was not given ends the run, and the
    /// answer is unknown [default: there are none]
    #[arg(long, value_name = "NAME=VALUE|any", value_parser = variable)]
    pub(crate) env: Vec<String>,
}

/// What a program gets that asks for something that nobody can know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Given {
    /// Always the same
    #[default]
    Fixed,
    /// Anything that is possible
    Any,
}

/// Reads a variable of the environment.
pub(crate) fn variable(text: &str) -> Result<String, String> {
    let named = text.split_once('=').is_some_and(|(name, _)| !name.is_empty());
    if named || text == ANY {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is neither NAME=VALUE nor any"))
    }
}

/// All variables of the environment that were not given.
pub(crate) const ANY: &str = "any";

/// What is assumed of functions that nobody models.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Externals {
    /// Assume of a function that it returns any value and does nothing else; * stands for all that nobody models
    ///
    /// The answer says so. Without any of these, a call of such a function ends its run, and the answer is unknown.
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) havoc: Vec<String>,
    /// Assume of a function that it returns a number, 0 unless told, and does nothing else; * stands for all that nobody models
    #[arg(long, value_name = "FUNCTION[=N]", value_parser = stub)]
    pub(crate) stub: Vec<(String, i64)>,
    /// A source that defines functions that nobody models, compiled together with the program; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Vec<PathBuf>,
}

/// Reads a function and what it returns.
pub(crate) fn stub(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "0"));
    let value = value.parse().map_err(|_| format!("`{value}` is no whole number"))?;
    Ok((name.to_owned(), value))
}

/// What may fail, as it was written and as it is meant.
#[derive(Clone, Debug)]
pub(crate) struct Fail {
    pub(crate) text: String,
    pub(crate) fault_budgets: FaultBudget,
}

/// Reads what may fail: names, and how many times.
pub(crate) fn fault_budgets(text: &str) -> Result<Fail, String> {
    let (names, most) = text.split_once('=').unwrap_or((text, "1"));
    let most = most.parse().map_err(|_| format!("`{most}` is no number of calls"))?;
    let names = names.split(',').map(|name| name.trim().to_owned()).collect();
    let fault_budgets = failures::budget(names, most).map_err(|name| {
        format!(
            "gmc does not know how `{name}` could fail; there are {}, and functions",
            failures::groups().join(", ")
        )
    })?;
    Ok(Fail { text: text.to_owned(), fault_budgets })
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
    /// Write the run that shows an error as a C file that makes it happen natively when it is linked with the program (docs/reproducer.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) reproducer: Option<PathBuf>,
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

/// Ways to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Dynamic partial-order reduction: of orders that make no difference, one; no state twice
    Dpor,
    /// Runs as long as they seldom meet, dpor where they do
    Auto,
    /// The same without remembering states: every class of equal runs once, which is never done where there are loops
    Runs,
    /// Every state, depth-first
    Dfs,
    /// Every state, breadth-first: the run that shows an error is a shortest one, for more memory
    Bfs,
    /// Every state, those first that look good (--score, --target): finds errors deep in programs that are too large for the others
    Best,
    /// Random runs, with a probability that an error would have shown: finds errors in programs of any size, and proves nothing
    Walk,
}

/// What makes a state look good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Score {
    /// A variable has a value that it seldom has, or a thread is where it seldom is
    Rare,
    /// A thread has come to code to which threads seldom come
    Coverage,
    /// A thread is near the line that --target names; of equally near states, the rarest
    Line,
}

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// Bits of a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fingerprint {
    /// Eight bytes
    #[value(name = "64")]
    Half,
    /// Sixteen bytes
    #[value(name = "128")]
    Whole,
}

/// Why the order of two steps makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reason {
    /// A variable is only read, or used by one thread, or with a lock held
    Data,
    /// A variable is used with a lock held
    Locks,
    /// A lock is given back
    Unlock,
}

/// How to print an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// For a reader
    Text,
    /// One JSON object
    Json,
}

/// Errors that a program can go on from as it does natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allowed {
    /// Pointers outside of objects, and comparisons and differences between objects
    InvalidPointerOperation,
    /// Reading what was never set, which is 0 then
    UninitializedRead,
    /// Signed integers that wrap
    SignedOverflow,
    /// Floating-point numbers that do not fit the integer type they are converted to
    FloatConversion,
    /// Dividing by zero, which raises SIGFPE then
    DivisionByZero,
}

fn file_access(text: &str) -> Result<FileAccess, String> {
    match text {
        "ro" => Ok(FileAccess::ReadOnly),
        "rw" => Ok(FileAccess::ReadWrite),
        _ => match text.strip_prefix("overlay=") {
            Some(directory) if !directory.is_empty() => Ok(FileAccess::Overlay(directory.into())),
            _ => Err("ro, rw or overlay=DIR is expected".to_owned()),
        },
    }
}

fn target(text: &str) -> Result<Target, String> {
    let parts = text.rsplit_once(':').filter(|(file, _)| !file.is_empty());
    let (file, line) = parts.ok_or("a file and a line are expected, as in queue.c:42")?;
    match line.parse() {
        Ok(line) if line > 0 => Ok(Target { file: file.to_owned(), line }),
        _ => Err(format!("`{line}` is no number of a line")),
    }
}

/// How to print a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Like GCC's own dumps, with source lines
    Text,
    /// One JSON object
    Json,
}
