//! What a program under check sees of the world outside, and what is assumed of functions that gmc does not model.

use super::values;
use crate::run::{ArgumentAny, Crash, Fail, FileAny, Keeps};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What a program under check sees of files and input, and what fails.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Surroundings {
    /// A file that the program finds, by this or another name; may be repeated
    ///
    /// The program gets a copy in memory, and what it writes goes nowhere else. Relative names start at the program's
    /// current directory, which is /. Without any, there are /dev/null, /dev/zero, /dev/full and an empty /tmp.
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
    /// A file that the program finds, with SIZE bytes that can be anything; may be repeated
    #[arg(long, value_name = "NAME:SIZE", value_parser = FileAny::parse)]
    pub(crate) file_any: Vec<FileAny>,
    /// A further argument of the program, of up to LENGTH bytes that can be anything; may be repeated
    ///
    /// With a COUNT, there are as many of them: 2:8 means two arguments, and 0-2:8 two, one or none, of up to 8 bytes
    /// each. They follow those that are given.
    #[arg(long, value_name = "[COUNT:]LENGTH", value_parser = ArgumentAny::parse, conflicts_with = "function")]
    pub(crate) arg_any: Vec<ArgumentAny>,
    /// Let calls fail, N of them in a run: malloc,read=1; may be repeated
    ///
    /// Every call of these functions may then fail, with each error that is documented for it, and transfers may be
    /// shorter than asked for. Names are those of functions, or of groups of them: malloc, open, read, write, close,
    /// mmap, mkdir, unlink, stat, fork, pthread_create, pthread_init, wait, sleep (docs/library.md).
    #[arg(long, value_name = "NAME,…=N", value_parser = Fail::parse)]
    pub(crate) fail: Vec<Fail>,
    /// What `rand` and its kin return: glibc's numbers, or any
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) rand: Given,
    /// How time passes
    ///
    /// While it stands still, a call with a time limit may give up at any moment, and timers cannot be set. Where it
    /// moves, what a program sets and waits for are deadlines, and that one passes is a step of its own
    /// (docs/network.md).
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Clock::Still)]
    pub(crate) clock: Clock,
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) hosts: Hosts,
    /// The numbers of processes, users and groups: fixed ones, or any
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) ids: Given,
    /// Where objects lie: as gmc puts them, or anywhere. Then each order of objects and each use of a freed place again
    /// that the program can tell is tried, and the answer is unknown where it depends on other bits of addresses
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Given::Fixed)]
    pub(crate) addresses: Given,
    /// A variable of the program's environment; may be repeated. With `any`, asking for one that was not given ends the
    /// run, and the answer is unknown [default: there are none]
    #[arg(long, value_name = "NAME=VALUE|any", value_parser = values::variable)]
    pub(crate) env: Vec<String>,
}

/// What the network may do.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Network {
    /// Let the network lose N datagrams in a run
    ///
    /// The network is the loopback, where a program is alone on its host, and otherwise what joins hosts. What it may
    /// do is a budget of the run; each time it does it is a step of its own (docs/network.md).
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) lose: u32,
    /// Let the network deliver N datagrams twice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) duplicate: u32,
    /// Let the network delay datagrams, and deliver N of them before others that were sent earlier [without N: any]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    pub(crate) reorder: Option<Option<u32>>,
    /// Let the network turn the bits of one byte of N datagrams
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) corrupt: u32,
    /// Let the network delay datagrams
    #[arg(long)]
    pub(crate) delay: bool,
    /// Let the network cut a link N times: what is in flight and what is sent is lost until it works again
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) partition: u32,
    /// Let the network reset N TCP connections
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) reset: u32,
}

/// What happens to hosts.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Hosts {
    /// Let a host crash and start again N times in a run; may be repeated
    ///
    /// At any moment all processes of the host end without a word. At any later one, those that have run from the start
    /// begin again, in the files of the host. HOST is a host of the system, or a program that runs on one of them;
    /// without it, any host does so (docs/network.md).
    #[arg(long, value_name = "[HOST=]N", value_parser = Crash::parse)]
    pub(crate) restart: Vec<Crash>,
    /// Let a host crash for good N times in a run; may be repeated
    #[arg(long, value_name = "[HOST=]N", value_parser = Crash::parse)]
    pub(crate) crash: Vec<Crash>,
    /// What a host has when it starts again
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Keeps::Files)]
    pub(crate) restart_keeps: Keeps,
    /// Let the clock of each host run at its own pace: deadlines of one host are not ordered with those of others
    #[arg(long)]
    pub(crate) drift: bool,
}

/// How time passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clock {
    /// Not at all
    #[default]
    #[value(alias = "fixed")]
    Still,
    /// Deadlines pass in their order, each at any moment after the one before
    Ordered,
    /// Deadlines pass in any order
    Free,
    /// Not at all, and whoever asks for the date gets any, which need not be later than the one before
    Any,
}

/// What a program gets that asks for a value that cannot be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Given {
    /// Always the same
    #[default]
    Fixed,
    /// Anything that is possible
    Any,
}

/// What is assumed of functions.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Externals {
    /// Assume of a function that it returns any value and does nothing else; * stands for all that gmc does not model
    ///
    /// The answer says so. Without any of these, a call of such a function ends its run, and the answer is unknown.
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) havoc: Vec<String>,
    /// Assume of a function that it returns a number, 0 unless told, and does nothing else; * stands for all that
    /// gmc does not model
    #[arg(long, value_name = "FUNCTION[=N]", value_parser = values::stub)]
    pub(crate) stub: Vec<(String, i64)>,
    /// Call a function of the program or of a --model instead of another one, but for its own calls of that; may be
    /// repeated
    #[arg(long, value_name = "FUNCTION=OTHER", value_parser = values::replacement)]
    pub(crate) replace: Vec<(String, String)>,
    /// A source that defines functions that gmc does not model, compiled together with the program; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Vec<PathBuf>,
}
