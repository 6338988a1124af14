//! The file of a trace: what was executed, and the choices that lead to a violation.

use super::Error;
use super::read;
use super::setup::Setup;
use crate::cli;
use gmc_model::{Choice, Event, Finding, ThreadId};
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// The version of this form.
const VERSION: u32 = 1;

/// A trace as it stands in its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Trace {
    /// The version of the form.
    #[serde(rename = "gmc-trace")]
    pub(super) version: u32,
    /// The gmc that wrote it.
    pub(super) gmc: String,
    /// The program's files, as the user named them.
    pub(super) inputs: Vec<String>,
    /// The compiler, where the user named one.
    pub(super) gcc: Option<String>,
    /// The user's flags for it.
    pub(super) flags: Vec<String>,
    /// The program's name and arguments.
    pub(super) arguments: Vec<String>,
    /// Whether threads could wake up although nobody had woken them.
    pub(super) spurious: bool,
    /// As many values of what the program leaves open were tried, each by itself.
    #[serde(default = "default_choices")]
    pub(super) most_choices: u32,
    /// Functions that must not return 0, by name.
    pub(super) invariants: Vec<String>,
    /// The file that says what functions of another thread library mean.
    pub(super) threads: Option<String>,
    /// The function whose call is the error, where one was named.
    #[serde(default)]
    pub(super) error: Option<String>,
    /// Kinds of errors that were allowed.
    pub(super) allow: Vec<String>,
    /// Files that the program found, as `--file` names them.
    #[serde(default)]
    pub(super) files: Vec<String>,
    /// Directories that the program found, as `--dir` names them.
    #[serde(default)]
    pub(super) directories: Vec<String>,
    /// The file that was standard input.
    #[serde(default)]
    pub(super) stdin: Option<String>,
    /// How many bytes standard input could have.
    #[serde(default)]
    pub(super) stdin_any: Option<u32>,
    /// Functions that were assumed to return any value.
    #[serde(default)]
    pub(super) havoc: Vec<String>,
    /// Functions that were assumed to return a number, with it.
    #[serde(default)]
    pub(super) stub: Vec<(String, i64)>,
    /// Sources that define functions that nobody models.
    #[serde(default)]
    pub(super) models: Vec<String>,
    /// What could fail, as `--fail` names it.
    #[serde(default)]
    pub(super) fail: Vec<String>,
    /// Variables of the environment, as `--env` names them.
    #[serde(default)]
    pub(super) environment: Vec<String>,
    /// What could be anything.
    #[serde(default)]
    pub(super) any: Any,
    /// Where objects are made that are shared at once, as the search has learnt.
    #[serde(default)]
    pub(super) shared: Vec<String>,
    /// A hash of the program.
    pub(super) program: String,
    /// What the choices lead to that is wrong, if anything is.
    pub(super) violation: Option<Violation>,
    /// What follows so many choices can be repeated for ever.
    pub(super) lap: Option<usize>,
    /// What each step does, in which function: by this a run is known again when the program has changed.
    #[serde(default)]
    pub(super) steps: Vec<String>,
    /// Which thread goes on, and which outcome its operation has.
    pub(super) choices: Vec<(u32, u32)>,
}

/// What could be anything.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Any {
    pub(super) random: bool,
    pub(super) clock: bool,
    pub(super) ids: bool,
    pub(super) addresses: bool,
}

/// A violation, in as much detail as tells it from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Violation {
    pub(super) kind: String,
    pub(super) message: String,
    pub(super) file: Option<String>,
    pub(super) line: Option<u32>,
    pub(super) column: Option<u32>,
    pub(super) function: Option<String>,
    pub(super) thread: u32,
}

/// Traces of an earlier gmc do not say.
fn default_choices() -> u32 {
    gmc_system::Checks::CHOICES
}

impl From<&gmc_model::Violation> for Violation {
    fn from(it: &gmc_model::Violation) -> Violation {
        let at = it.location.as_ref();
        Violation {
            kind: it.kind.name().to_owned(),
            message: it.message.clone(),
            file: at.map(|at| at.file.clone()),
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
            function: at.map(|at| at.function.clone()),
            thread: it.thread.0,
        }
    }
}

impl Trace {
    /// A trace of a program that was checked.
    pub(super) fn new(
        options: &cli::Check,
        setup: &Setup,
        error: Option<&str>,
        flags: &[OsString],
        finding: &Finding,
    ) -> Trace {
        let text = |it: &OsString| it.to_string_lossy().into_owned();
        Trace {
            version: VERSION,
            gmc: env!("CARGO_PKG_VERSION").to_owned(),
            inputs: options.program.inputs.iter().map(|it| it.to_string_lossy().into_owned()).collect(),
            gcc: options.program.gcc.as_ref().map(|it| it.to_string_lossy().into_owned()),
            flags: flags.iter().map(text).collect(),
            arguments: setup.arguments.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect(),
            spurious: options.spurious,
            most_choices: options.choices,
            invariants: options.invariant.clone(),
            threads: options.threads.as_ref().map(|it| it.to_string_lossy().into_owned()),
            error: error.map(str::to_owned),
            allow: options.allow.iter().map(ToString::to_string).collect(),
            files: options.outside.file.clone(),
            directories: options.outside.dir.clone(),
            stdin: options.outside.stdin.as_ref().map(|it| it.to_string_lossy().into_owned()),
            stdin_any: options.outside.stdin_any,
            havoc: options.externals.havoc.clone(),
            stub: options.externals.stub.clone(),
            models: options.externals.model.iter().map(|it| it.to_string_lossy().into_owned()).collect(),
            fail: options.outside.fail.iter().map(|it| it.text.clone()).collect(),
            environment: options.outside.env.clone(),
            any: Any {
                random: setup.outside.free.random,
                clock: setup.outside.free.clock,
                ids: setup.outside.free.ids,
                addresses: setup.outside.free.addresses,
            },
            shared: setup.sharing.tell(),
            program: fingerprint(setup),
            violation: Some(Violation::from(&finding.violation)),
            lap: finding.lap,
            steps: Vec::new(),
            choices: finding.trace.iter().map(|it| (it.thread.0, it.alternative)).collect(),
        }
    }

    /// The run.
    pub(super) fn choices(&self) -> Vec<Choice> {
        self.choices
            .iter()
            .map(|&(thread, outcome)| Choice { thread: ThreadId(thread), alternative: outcome })
            .collect()
    }

    /// Another run of the same program.
    pub(super) fn with_run(
        &self,
        choices: &[Choice],
        events: &[Event],
        violation: Option<&gmc_model::Violation>,
    ) -> Trace {
        Trace {
            gmc: env!("CARGO_PKG_VERSION").to_owned(),
            violation: violation.map(Violation::from),
            lap: None,
            steps: steps(events),
            choices: choices.iter().map(|it| (it.thread.0, it.alternative)).collect(),
            ..self.clone()
        }
    }

    /// Writes it, each key in a line of its own.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        let mut text = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut text, Lines { depth: 0 });
        self.serialize(&mut serializer).expect("text and numbers can be written");
        text.push(b'\n');
        std::fs::write(path, text).map_err(|error| Error::File { path: path.display().to_string(), error })
    }

    /// Reads it.
    pub(super) fn read(path: &Path) -> Result<Trace, Error> {
        let name = || path.display().to_string();
        let text = read::bytes(path).map_err(|error| Error::Unreadable { path: name(), error })?;
        let unfit = |error: serde_json::Error| Error::NoTrace { path: name(), why: error.to_string() };
        let form: serde_json::Value = serde_json::from_slice(&text).map_err(unfit)?;
        match form.get("gmc-trace").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => {
                let gmc = form.get("gmc").and_then(serde_json::Value::as_str).unwrap_or("unknown").to_owned();
                return Err(Error::TraceVersion { path: name(), version, gmc });
            }
            None => {
                return Err(Error::NoTrace { path: name(), why: "it does not say `gmc-trace`".to_owned() });
            }
        }
        let trace: Trace = serde_json::from_value(form).map_err(unfit)?;
        if trace.inputs.is_empty() || trace.arguments.is_empty() {
            return Err(Error::NoTrace { path: name(), why: "it does not say what was checked".to_owned() });
        }
        Ok(trace)
    }
}

/// What steps do, as traces have it.
pub(super) fn steps(events: &[Event]) -> Vec<String> {
    let step = |event: &Event| match &event.location {
        Some(at) => format!("{}: {}", at.function, event.action),
        None => event.action.clone(),
    };
    events.iter().map(step).collect()
}

/// JSON with a line for each key of the outermost object.
struct Lines {
    depth: u32,
}

impl Lines {
    fn separate<W: ?Sized + Write>(&self, to: &mut W) -> io::Result<()> {
        if self.depth == 1 { to.write_all(b"\n  ") } else { Ok(()) }
    }
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth += 1;
        to.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        if !first {
            to.write_all(b",")?;
        }
        self.separate(to)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        to.write_all(b": ")
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.depth -= 1;
        to.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }
}

/// Where the trace of each finding goes: the first to the file that the user names, the others beside it with a number.
pub(super) fn file_of(path: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or(String::new(), |it| format!(".{}", it.to_string_lossy()));
    path.with_file_name(format!("{stem}-{}{extension}", index + 1))
}

/// A hash of what the program does, wherever and by whichever command it was compiled.
pub(super) fn fingerprint(setup: &Setup) -> String {
    let mut hash = Hash(Xxh3::new());
    hash.add(&setup.threads.text);
    hash.add(&setup.outside.read);
    for (_, unit) in setup.program.units() {
        let unit = &unit.linked.unit;
        let strings = unit.strings.iter().enumerate();
        let elsewhere = [unit.directory.index(), unit.producer.index()];
        for (_, string) in strings.filter(|(at, _)| !elsewhere.contains(at)) {
            hash.add(string);
        }
        hash.add(&unit.places);
        hash.add(&unit.types);
        hash.add(&unit.literals);
        hash.add(&unit.symbols);
        hash.add(&unit.functions);
    }
    format!("{:032x}", hash.0.digest128())
}

struct Hash(Xxh3);

impl Hash {
    fn add<T: Serialize + ?Sized>(&mut self, it: &T) {
        serde_json::to_writer(self, it).expect("a hash takes everything");
    }
}

impl Write for &mut Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
