//! What ends a command early.
//!
//! These are failures of the tool or of its input, never findings about the checked program.

use crate::gcc::{DriverError, PluginError};
use crate::pipeline::PipelineError;
use gmc_ir::image::ImageError;
use gmc_ir::program::LinkError;
use gmc_report::terminal::escaped;
use gmc_search::{LoadError, Refusal, SearchError};
use std::fmt;
use std::io;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("--ask-twice: {why}")]
    AskTwice { why: String },
    #[error(
        "--abstract is for --engine best, which prefers states whose abstract state is rare, and for --abstract-identity"
    )]
    IdleAbstraction,
    #[error(
        "--limit on a function of the program does not go together with --coverage, --html or --tests: both look at each \
         operation"
    )]
    LimitAndCoverage,
    #[error("--coverage-of: the program has no code in {parts}")]
    NoSuchPart { parts: String },
    #[error("--environment: {path} is no file of environments: {error}")]
    Environments { path: String, error: serde_json::Error },
    #[error("{option}: {why}")]
    Name { option: &'static str, why: String },
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error(transparent)]
    Plugin(#[from] PluginError),
    #[error("cannot run `{program}`: {error}")]
    Run { program: String, error: io::Error },
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error(transparent)]
    Lower(#[from] gmc_vm::lower::CompileError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("{0}")]
    System(String),
    #[error("{0}")]
    Script(String),
    #[error("{0}")]
    Formula(String),
    #[error(
        "the debugger follows one process, and this program makes others: `gmc replay` shows the run of all of them"
    )]
    DebugsOneProcess,
    #[error("a script drives one process, and this program makes others, or deadlines pass in it")]
    DrivesOneProcess,
    #[error("a script judges one process, and this program makes others, or deadlines pass in it")]
    JudgesOneProcess,
    #[error("--score script needs a script that defines `score` (--script)")]
    NoScore,
    #[error("{0} defines nothing that this search asks for: see docs/scripts.md")]
    IdleScript(String),
    #[error("there is no function `{0}`: `gmc dump --functions` lists those that there are")]
    NoFunction(String),
    #[error("`{name}` names more than one function: say which of {all}")]
    ManyFunctions { name: String, all: String },
    #[error("{path} cannot be read: {error}")]
    Unreadable { path: String, error: io::Error },
    #[error("{path}: {error}")]
    Mapping { path: String, error: gmc_vm::lower::MappingError },
    #[error("{path} is no task that gmc can check: {why}")]
    Task { path: String, why: String },
    #[error("nothing can be assumed: {0}")]
    Assumed(String),
    #[error(
        "the program uses no function `{0}` that it does not define: `gmc check --externals` lists those that there are"
    )]
    NoExternal(String),
    #[error("{path} is no trace of gmc: {why}")]
    NoTrace { path: String, why: String },
    #[error(
        "{path} is a trace of form {version}, which this gmc does not know: use the gmc that wrote it ({gmc})"
    )]
    TraceVersion { path: String, version: u64, gmc: String },
    #[error("{path} is a trace of a program whose file {input} is not here: go where `gmc check` ran")]
    TraceInput { path: String, input: String },
    #[error("`{0}` cannot be an invariant: it takes parameters")]
    Parameters(String),
    #[error("`{0}` cannot be an invariant: it does not return an integer")]
    NoPredicate(String),
    #[error(
        "{path} asks for the compiler {gcc}, and whoever wrote it may have put anything there: say --gcc {gcc} if that \
         is what you want, or name another one"
    )]
    TraceCompiler { path: String, gcc: String },
    #[error(
        "{path} asks for the compiler's flag {flag}, which can run programs or write files: if you trust whoever wrote \
         it, say --trust"
    )]
    TraceFlag { path: String, flag: String },
    #[error("the property asks for tests: say where they go with --tests DIR")]
    NoTests,
    #[error("{0} has files already: tests go to an empty directory, or to one that does not exist")]
    TestsThere(String),
    #[error("cannot write {path}: {error}")]
    File { path: String, error: io::Error },
    #[error(
        "Graphviz, which draws the graph, is not installed (Debian, Ubuntu: `apt-get install graphviz`, Fedora: `dnf \
         install graphviz`): install it, or write the graph as it is with --output {instead}"
    )]
    NoGraphviz { instead: String },
    #[error("Graphviz could not draw the graph")]
    Graphviz,
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot write the output")]
    Format(#[from] fmt::Error),
}

impl Error {
    /// Tells the user, unless GCC has already or nobody reads the output.
    pub(crate) fn report(&self) {
        match self {
            // GCC and the linker have printed what is wrong.
            Error::Pipeline(PipelineError::Reported) => {}
            // `gmc dump … | head`
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            _ => eprintln!("gmc: error: {}", escaped(&self.to_string())),
        }
    }
}
