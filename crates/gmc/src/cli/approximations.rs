//! Options against state explosion that can miss errors: each is a gap of the answer.

use clap::{Args, ValueEnum};
use gmc_search::{Limit, LimitKind};

/// What makes a search smaller, and can make it miss errors.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Approximations {
    /// Take states for equal that differ only in this variable or part of one: count, table[*].hits@list.c, or of
    /// memory allocated in a line: 'struct node.hits@list.c:23'; may be repeated
    ///
    /// For counters, statistics and time stamps of sources that cannot be changed; `gmc_ignore` in gmc.h is for others.
    /// Errors that depend on the bytes may be missed, so the answer is never `holds`.
    #[arg(long, value_name = "VARIABLE", help_heading = "Approximations")]
    pub(crate) ignore: Vec<String>,
    /// Look for counters, statistics and time stamps that multiply states, in a short search before the search
    ///
    /// What no branch reads is ignored, or only told; each with its values, and the states with and without it.
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Approximations")]
    pub(crate) slice: Option<Slice>,
    /// Follow runs only as long as this variable, or part of one, has had at most N different values; may be repeated
    ///
    /// Values are looked at after each step, in each process by itself. Searches without reduction. Where runs were
    /// cut, the answer is not `holds`.
    #[arg(long, value_name = "VARIABLE=N", value_parser = values, help_heading = "Approximations")]
    pub(crate) values: Vec<Limit>,
    /// Follow runs only as long as there are at most N calls of this function, or of several: fork=2,
    /// send,sendto,sendmsg=4, on_timeout=3; may be repeated
    ///
    /// Functions of the program, and those of the library that others notice. Searches without reduction. Where runs
    /// were cut, the answer is not `holds`.
    #[arg(long, value_name = "FUNCTION=N", value_parser = calls, help_heading = "Approximations")]
    pub(crate) limit: Vec<Limit>,
    /// A function without parameters that tells the abstract state: the number that it returns, and what it hands to
    /// gmc_abstract_bytes; for --score abstract and --abstract-identity
    #[arg(long = "abstract", value_name = "FUNCTION", help_heading = "Approximations")]
    pub(crate) abstraction: Option<String>,
    /// Take states for equal that have the same abstract state and threads at the same places; the answer is never
    /// `holds`
    #[arg(long, help_heading = "Approximations")]
    pub(crate) abstract_identity: bool,
    /// Follow runs only as long as no loop goes back to its start more than N times in a row, and no function calls
    /// itself more than N times deep
    ///
    /// For a first answer on anything: what is found is real, and where a run was cut, the answer is not `holds` and
    /// names the loop. Loops of the library are not bounded, nor are circles by computed goto.
    #[arg(long, value_name = "N", help_heading = "Approximations")]
    pub(crate) unwind: Option<u32>,
    /// How long a thread goes on before another one may
    #[arg(long, value_enum, value_name = "HOW", default_value_t, help_heading = "Approximations")]
    pub(crate) steps: Steps,
}

/// What becomes of what --slice finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Slice {
    /// It is ignored, as with --ignore
    Auto,
    /// It is told
    Report,
}

/// How long a thread goes on before another one may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Steps {
    /// To its next operation that others can notice
    #[default]
    Fine,
    /// Until it waits for the next event (select, poll, accept, recv, sleep, …), gives way, or has to wait; where it
    /// could have been interrupted before, the answer is not `holds`
    Handlers,
}

fn values(text: &str) -> Result<Limit, String> {
    limit(LimitKind::Values, text)
}

fn calls(text: &str) -> Result<Limit, String> {
    limit(LimitKind::Calls, text)
}

fn limit(kind: LimitKind, text: &str) -> Result<Limit, String> {
    let example = match kind {
        LimitKind::Values => "count=5",
        LimitKind::Calls => "fork=2",
    };
    let (name, most) = text.rsplit_once('=').ok_or_else(|| format!("a limit is missing, as in {example}"))?;
    let most = most.trim().parse().map_err(|_| format!("`{most}` is no number, as in {example}"))?;
    if name.trim().is_empty() {
        return Err(format!("it has no name, as in {example}"));
    }
    Ok(Limit { kind, name: name.trim().to_owned(), most })
}
