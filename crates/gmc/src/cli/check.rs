//! `gmc check`: its options, in groups that are values of their own further on.
//!
//! Which options exclude each other is not said here but in the table of engines
//! ([`CAPABILITIES`](gmc_search::CAPABILITIES)), from which [`super::command`] adds it.

use super::values;
use super::{Approximations, Exceptions, Externals, Others, Program, Surroundings, Temporal};
use clap::{Args, ValueEnum};
use gmc_search::{Engine, Score, Target, Weights};
use gmc_system::Checks;
use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// `gmc check`
#[derive(Clone, Debug, Args)]
pub(crate) struct Check {
    /// The program.
    #[command(flatten)]
    pub(crate) program: Program,
    /// A task of SV-COMP.
    #[command(flatten)]
    pub(crate) task: Task,
    /// Which engine searches, and what only some of them can do.
    #[command(flatten)]
    pub(crate) engines: Engines,
    /// What may be left out because it makes no difference, and bounds that leave out more.
    #[command(flatten)]
    pub(crate) reductions: Reductions,
    /// What makes a search smaller, and can make it miss errors.
    #[command(flatten)]
    pub(crate) approximations: Approximations,
    /// What is an error, and what the program may meet.
    #[command(flatten)]
    pub(crate) semantics: Semantics,
    /// Temporal properties.
    #[command(flatten)]
    pub(crate) temporal: Temporal,
    /// What the program sees of files and input, and what fails.
    #[command(flatten)]
    pub(crate) surroundings: Surroundings,
    /// What is assumed of functions that gmc does not model.
    #[command(flatten)]
    pub(crate) externals: Externals,
    /// Other programs and processes.
    #[command(flatten)]
    pub(crate) others: Others,
    /// When to give up.
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// How visited states are remembered, and the search itself.
    #[command(flatten)]
    pub(crate) stores: Stores,
    /// How the answer is printed, and what more is told.
    #[command(flatten)]
    pub(crate) output: Output,
    /// Files that are written.
    #[command(flatten)]
    pub(crate) reports: Reports,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) arguments: Vec<OsString>,
}

/// A task of SV-COMP.
#[derive(Clone, Debug, Args)]
pub(crate) struct Task {
    /// The input is a task of SV-COMP, a .yml file: its property alone is checked, and the answer is true, false(…) or
    /// unknown
    #[arg(long)]
    pub(crate) svcomp: bool,
    /// The property of the task that is checked, by the name of its file: no-data-race [default: the first that gmc can
    /// decide]
    #[arg(long, value_name = "NAME", requires = "svcomp")]
    pub(crate) property: Option<String>,
}

/// Which engine searches, and what only some of them can do.
#[derive(Clone, Debug, Args)]
pub(crate) struct Engines {
    /// How to search; the report says what was used, and why [default: auto, or what the other options need]
    #[arg(long, value_name = "ENGINE", value_parser = values::engine())]
    pub(crate) engine: Option<Engine>,
    /// Which states --engine best visits first [default: line with --target, otherwise rare]
    #[arg(long, value_name = "SCORE", value_parser = values::score())]
    pub(crate) score: Option<Score>,
    /// The line that --engine best tries to get to first
    #[arg(long, value_name = "FILE:LINE", value_parser = values::target)]
    pub(crate) target: Option<Target>,
    /// Search breadth-first: the run that shows an error is a shortest one, for more memory (--engine bfs)
    #[arg(long)]
    pub(crate) bfs: bool,
    /// Search with this many workers, each on a processor of its own
    ///
    /// The verdict is the same for every number; which run shows an error may differ from one check to the next.
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = values::jobs)]
    pub(crate) jobs: NonZeroUsize,
    /// Report the run that one worker finds, however many there are; where there is an error, this takes a second
    /// search
    #[arg(long)]
    pub(crate) deterministic: bool,
    /// Go on after the first error, and find one run for each cause
    #[arg(long)]
    pub(crate) all: bool,
    /// How many random runs --engine walk follows [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) walks: Option<u64>,
    /// The depth of the errors that --engine walk looks for: how many steps must come in one order; small for most
    /// [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) orders: Option<u32>,
    /// Below which probability --engine lassos shall find violations to be [default: 0.001]
    #[arg(long, value_name = "E", value_parser = values::probability)]
    pub(crate) epsilon: Option<f64>,
    /// One minus the confidence of what --engine lassos says [default: 0.01]
    #[arg(long, value_name = "D", value_parser = values::probability)]
    pub(crate) delta: Option<f64>,
    /// How likely the choices of a state are for --engine lassos; what it says holds for this scheduler alone [default:
    /// uniform]
    #[arg(long, value_name = "HOW", value_parser = values::weights())]
    pub(crate) weights: Option<Weights>,
    /// Have --engine lassos draw all samples and estimate how likely violations are
    #[arg(long)]
    pub(crate) estimate: bool,
    /// A number from which the random runs of --engine walk or lassos are drawn; another one gives other runs
    /// [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Also look for livelocks: runs that never end, in which every thread gets its turn and none calls gmc_progress
    ///
    /// Needs more memory, searches depth-first and without reduction.
    #[arg(long)]
    pub(crate) livelock: bool,
}

/// What may be left out because it makes no difference, and bounds that leave out more.
#[derive(Clone, Debug, Args)]
pub(crate) struct Reductions {
    /// Try every order of steps, also of steps whose order makes no difference
    #[arg(long)]
    pub(crate) no_reduction: bool,
    /// Store states apart that differ only in which of several equal threads does what
    #[arg(long)]
    pub(crate) no_symmetry: bool,
    /// Turn off one reason for which a search of all states leaves orders of steps out, for comparison
    #[arg(long, value_name = "REASON", value_delimiter = ',')]
    pub(crate) without: Vec<Reason>,
    /// Only follow runs with at most this many preemptions: switches away from a thread that could go on
    ///
    /// Most errors need one or two, and such runs are few. Searches without reduction. Where runs had to be left out,
    /// the answer is not `holds`.
    #[arg(long, value_name = "N")]
    pub(crate) preemptions: Option<u32>,
    /// Only follow runs with at most this many switches between threads; as --preemptions, but every switch counts
    #[arg(long, value_name = "N")]
    pub(crate) switches: Option<u32>,
}

/// What is an error, and what the program may meet.
#[derive(Clone, Debug, Args)]
pub(crate) struct Semantics {
    /// Errors that do not count.
    #[command(flatten)]
    pub(crate) exceptions: Exceptions,
    /// Let threads that wait for a condition wake up without being woken (spurious wakeups)
    #[arg(long)]
    pub(crate) spurious: bool,
    /// Answer unknown where the answer would rest on an assumption, and name it
    ///
    /// What a program relies on is noted as it runs: sequential consistency where it asks for less, random numbers, the
    /// clock, the environment, addresses as numbers (docs/soundness.md). The answer names the option that does without
    /// each.
    #[arg(long)]
    pub(crate) strict: bool,
    /// List the functions that the program uses and neither it nor gmc defines, with who uses them, and check nothing
    #[arg(long = "externals")]
    pub(crate) list_externals: bool,
    /// A function without parameters that must not return 0 in any state; may be repeated
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) invariant: Vec<String>,
    /// A script in Lua that judges states and steps, tells abstract states or rates states (docs/scripts.md)
    #[arg(long, value_name = "FILE.lua")]
    pub(crate) script: Option<PathBuf>,
    /// A parameter of the script; may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "script")]
    pub(crate) script_set: Vec<String>,
    /// Check one function by itself: its arguments, and the memory that they point to, can be anything
    ///
    /// A pointer is null or points to an object of its type whose contents can be anything; pointers in there likewise,
    /// two levels deep. A `char *` is a string of up to 7 characters, in 8 bytes. For anything else, write a `main`
    /// that calls the function.
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// What becomes of nondeterministic values (__VERIFIER_nondet_int) that the program computes with
    #[arg(long = "inputs", value_enum, value_name = "HOW", default_value_t = Inputs::Symbolic)]
    pub(crate) nondet: Inputs,
    /// What it is to use a value that was never set: an error, or any value, as SV-COMP has it
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Unset::Error)]
    pub(crate) unset: Unset,
    /// Give up on a condition after this many conflicts of the solver
    ///
    /// Where the solver gives up, the answer is unknown, unless something else goes wrong, and names the line.
    #[arg(long, value_name = "N", default_value_t = Checks::SOLVER_EFFORT)]
    pub(crate) solver_effort: u64,
    /// Ask Z3 too whatever gmc's own solver refutes, and fail where they disagree: for tests
    #[arg(long, hide = true)]
    pub(crate) ask_twice: bool,
    /// Try at most this many values of a nondeterministic one where the program needs a number
    ///
    /// Values that are only copied, compared and computed with are not tried one by one. Where more are left than this,
    /// the answer is unknown.
    #[arg(long, value_name = "N", default_value_t = Checks::CHOICES)]
    pub(crate) choices: u32,
    /// A file that says what the functions of another thread library mean (docs/threads.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) threads: Option<PathBuf>,
}

/// What it is to use a value that was never set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unset {
    /// An error
    Error,
    /// A nondeterministic value
    Any,
}

/// When to give up.
#[derive(Clone, Debug, Args)]
pub(crate) struct Limits {
    /// Stop searching after this time: 90, 90s, 5m, 1h [default: never]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) time: Option<Duration>,
    /// Stop when gmc uses this much memory, as a number with K, M or G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub(crate) memory: Option<u64>,
    /// Stop after this many states [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) states: Option<u64>,
    /// Do not look further than this many steps from the start [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u64>,
}

/// How visited states are remembered, and the search itself.
#[derive(Clone, Debug, Args)]
pub(crate) struct Stores {
    /// Bits that are remembered of each visited state
    ///
    /// With 64, states take half of the memory, and one state is likelier taken for another the more there are.
    #[arg(long, value_enum, value_name = "BITS", default_value_t = Fingerprint::Whole)]
    pub(crate) fingerprint: Fingerprint,
    /// Remember whole states, compressed, so that none can be taken for another
    ///
    /// Takes more time and memory: each step costs time in the size of the state. With one worker only.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Remember visited states in a table of this many bytes, as a number with K, M or G, in which they share bits
    ///
    /// The table never gets larger, but states are the likelier taken for others the fuller it is: this finds errors
    /// in programs with more states than there is memory for, and never says that a program holds.
    #[arg(long, value_name = "SIZE", value_parser = values::table_size)]
    pub(crate) bitstate: Option<u64>,
    /// When visited states take a quarter of --memory, write them to files in this directory
    ///
    /// A state takes two bytes of memory then instead of some 23, and 16 on disk; looking one up may need the disk. The
    /// files have no names, and are gone when gmc ends, however it ends.
    #[arg(long, value_name = "DIR")]
    pub(crate) disk: Option<PathBuf>,
    /// Keep the search in this file from time to time, and go on from there if it exists
    ///
    /// Whatever ends gmc, the same command goes on where the file was last written, and ends with the same counts. It
    /// is also written when a limit of time or memory ends the search, or an interruption, and removed when the search
    /// is through. A depth-first search by one worker can be kept.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svcomp", "property"])]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often: 90, 90s, 5m, 1h; less often where it would take more than a tenth of the time
    #[arg(long, value_name = "TIME", value_parser = values::duration, default_value = "60s", requires = "checkpoint")]
    pub(crate) checkpoint_every: Duration,
}

/// How the answer is printed, and what more is told.
#[derive(Clone, Debug, Args)]
pub(crate) struct Output {
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    pub(crate) format: AnswerFormat,
    /// Show every statement of the run that shows an error
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Show what processes send each other in the run that shows an error, as a message-sequence chart
    #[arg(long)]
    pub(crate) chart: bool,
    /// Tell why there are so many states: which variables, threads, heap memory and places, with a hint for each
    ///
    /// Looks at the first 50000 states, which takes time.
    #[arg(long)]
    pub(crate) profile: bool,
    /// Check gmc itself: compare what it claims of steps and states with what they do, in one state of N
    /// (docs/testing.md)
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        hide = true
    )]
    pub(crate) audit: Option<NonZeroU64>,
    /// Print more about the search
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Files that are written.
#[derive(Clone, Debug, Args)]
pub(crate) struct Reports {
    /// Where to write the run that shows an error, for `gmc replay`; with --all, further ones get a number
    #[arg(long, value_name = "FILE", default_value = "gmc-trace.json")]
    pub(crate) trace: PathBuf,
    /// Write the answer as a page with source, time line, variables and heap; one file that needs nothing else
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) html: Option<PathBuf>,
    /// Write the messages of the run that shows an error as a capture (pcapng), for Wireshark
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) pcap: Option<PathBuf>,
    /// Write the answer as SARIF 2.1.0, for code-scanning services and editors
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) sarif: Option<PathBuf>,
    /// Write the answer as JUnit XML, for continuous integration
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) junit: Option<PathBuf>,
    /// Add the lines, branches and functions that the search has executed to a file in the form of lcov's; also says
    /// what a program that holds never executes
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) coverage: Option<PathBuf>,
    /// A part of the program whose coverage is told by itself: a file, or a function in one (model.c:step), such as a
    /// reference model of what the program does; may be repeated
    #[arg(long, value_name = "FILE[:FUNCTION]", help_heading = "Reports")]
    pub(crate) coverage_of: Vec<String>,
    /// Add this check under a name to a file of environments, and print the file as a table: coverage, branching,
    /// states and new findings of each
    ///
    /// An environment is what a program is checked in: its arguments, faults, limits. Checks of one name count as one.
    /// With --coverage-of, the table has the coverage of that part by itself.
    #[arg(long, value_name = "NAME@FILE", value_parser = values::environment, help_heading = "Reports")]
    pub(crate) environment: Option<(String, PathBuf)>,
    /// Write a witness of the answer: YAML (format 2.0), or GraphML (1.0) if the name ends in .graphml
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) witness: Option<PathBuf>,
    /// Write the run that shows an error as a C file that makes it happen natively when it is linked with the program
    /// (docs/reproducer.md)
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub(crate) reproducer: Option<PathBuf>,
    /// How long to look for a shorter run that shows the same error: fewest switches of threads, then fewest steps
    /// [default: 2s]
    ///
    /// Not at all with 0, nor unless told in a breadth-first search, which finds runs with the fewest steps.
    #[arg(long, visible_alias = "minimize", value_name = "TIME", value_parser = values::duration)]
    pub(crate) minimise: Option<Duration>,
    /// Inputs of runs.
    #[command(flatten)]
    pub(crate) tests: Tests,
}

/// Inputs of runs, as files.
#[derive(Clone, Debug, Args)]
pub(crate) struct Tests {
    /// Write inputs of the runs that are followed, as tests for the native program (docs/tests.md)
    ///
    /// Goes on after errors, as with --all. Each test is written when it is found: as a text that DIR/replay.c feeds to
    /// the program, in the XML form of Test-Comp, and as a trace for `gmc replay`. The directory must be empty, or is
    /// made.
    #[arg(long, value_name = "DIR", help_heading = "Reports", conflicts_with = "checkpoint")]
    pub(crate) tests: Option<PathBuf>,
    /// What gets a test
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value_t = TestsPer::Branch,
        requires = "tests",
        help_heading = "Reports"
    )]
    pub(crate) tests_per: TestsPer,
}

/// What gets a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestsPer {
    /// A run that takes a branch which no earlier test takes, or ends in an error that none ends in
    Branch,
    /// Every path of the search that no assumption ends
    Path,
}

/// What becomes of nondeterministic values that the program computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Inputs {
    /// Terms: a solver says which way conditions can go
    Symbolic,
    /// Numbers: each is tried, if there are at most --choices
    Concrete,
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
