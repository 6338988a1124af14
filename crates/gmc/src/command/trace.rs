//! The file of a trace: what was executed, and the choices that lead to a violation.

use super::Error;
use super::loaded::Loaded;
use super::read;
use crate::run::Run;
use gmc_model::{Choice, Event, Finding, ThreadId};
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;
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
    /// What was executed.
    #[serde(flatten)]
    pub(super) run: Run,
    /// A hash of the program.
    pub(super) program: String,
    /// The violation that the choices lead to, if there is one.
    pub(super) violation: Option<Violation>,
    /// Of a livelock: what follows so many choices can be repeated for ever.
    pub(super) lap: Option<usize>,
    /// What each step does, in which function: by this a run is known again when the program has changed.
    #[serde(default)]
    pub(super) steps: Vec<String>,
    /// Which thread goes on, and which alternative of its operation is taken.
    pub(super) choices: Vec<(u32, u32)>,
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
    /// The trace of a finding.
    pub(super) fn new(loaded: &Loaded, finding: &Finding) -> Trace {
        let violation = Some(&finding.violation);
        let trace = Trace::of_run(loaded, &fingerprint(loaded), &finding.trace, violation);
        Trace { lap: finding.lap, ..trace }
    }

    /// The trace of a run of a program with this hash.
    pub(super) fn of_run(
        loaded: &Loaded,
        program: &str,
        choices: &[Choice],
        violation: Option<&gmc_model::Violation>,
    ) -> Trace {
        Trace {
            version: VERSION,
            gmc: env!("CARGO_PKG_VERSION").to_owned(),
            run: Run { shared: loaded.sharing.tell(), ..loaded.run.clone() },
            program: program.to_owned(),
            violation: violation.map(Violation::from),
            lap: None,
            steps: Vec::new(),
            choices: choices.iter().map(|it| (it.thread.0, it.alternative)).collect(),
        }
    }

    /// The choices of the run.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let choice = |&(thread, alternative): &(u32, u32)| Choice { thread: ThreadId(thread), alternative };
        self.choices.iter().map(choice).collect()
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

    /// Writes it.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        let failed = |error| Error::File { path: path.display().to_string(), error };
        std::fs::write(path, self.text()).map_err(failed)
    }

    /// What its file holds, each key in a line of its own.
    pub(super) fn text(&self) -> String {
        let mut text = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut text, Lines { depth: 0 });
        self.serialize(&mut serializer).expect("text and numbers can be written");
        text.push(b'\n');
        String::from_utf8(text).expect("JSON is text")
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
        if trace.run.source.inputs.is_empty() || trace.run.arguments.is_empty() {
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
pub(super) fn fingerprint(loaded: &Loaded) -> String {
    let mut hash = Hash(Xxh3::new());
    hash.add(&loaded.mapping_text);
    hash.add(&loaded.world.read);
    hash.add(&loaded.others.read);
    for program in std::iter::once(&loaded.program).chain(&loaded.others.programs) {
        gmc_ir::json::write_content(&mut hash, program).expect("a hash takes everything");
    }
    format!("{:032x}", hash.0.digest128())
}

struct Hash(Xxh3);

impl Hash {
    fn add<T: Serialize + ?Sized>(&mut self, it: &T) {
        serde_json::to_writer(self, it).expect("a hash takes everything");
    }
}

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_model::ErrorKind;

    /// The least that a trace of the first version has.
    const OLDEST: &str = r#"{
        "gmc-trace": 1, "gmc": "0.1.0", "inputs": ["a.c"], "gcc": null, "flags": ["-DX"], "arguments": ["a.c", "1"],
        "spurious": true, "invariants": ["f"], "threads": null, "allow": ["data-race"], "program": "00",
        "violation": null, "lap": null, "choices": [[0, 0], [1, 2]]
    }"#;

    /// Keys as they stand in a file, in order.
    const KEYS: &[&str] = &[
        "gmc-trace",
        "gmc",
        "inputs",
        "gcc",
        "flags",
        "function",
        "arguments",
        "spurious",
        "most_choices",
        "early_choices",
        "symbolic",
        "solver_effort",
        "undecided",
        "strict_shifts",
        "endless_memory",
        "numbers",
        "invariants",
        "error",
        "allow",
        "files",
        "directories",
        "stdin",
        "stdin_any",
        "files_any",
        "arguments_any",
        "threads",
        "havoc",
        "stub",
        "models",
        "fail",
        "environment",
        "any",
        "shared",
        "program",
        "violation",
        "lap",
        "steps",
        "choices",
    ];

    #[test]
    fn old_traces_are_read() {
        let trace: Trace = serde_json::from_str(OLDEST).expect("a trace");
        assert_eq!(trace.run.values.choices, 256);
        assert_eq!(trace.run.exceptions.allow, [ErrorKind::DataRace.into()]);
        assert_eq!(trace.run.arguments, [b"a.c".to_vec(), b"1".to_vec()]);
        assert!(trace.run.spurious && trace.run.fail.is_empty() && !trace.run.any.clock);
        let unknown = OLDEST.replace("data-race", "data-rice");
        let error = serde_json::from_str::<Trace>(&unknown).expect_err("there is no such kind");
        assert!(error.to_string().contains("data-rice"), "{error}");
    }

    #[test]
    fn keys_stay_what_they_are() {
        let trace: Trace = serde_json::from_str(OLDEST).expect("a trace");
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("trace.json");
        trace.write(&path).expect("written");
        let text = std::fs::read_to_string(&path).expect("a file");
        let keys: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("  \"")?.split('"').next()).collect();
        assert_eq!(keys, KEYS);
        let again = Trace::read(&path).expect("a trace");
        assert_eq!(again.choices, trace.choices);
    }
}
