//! Tasks of the Competition on Software Verification (SV-COMP): a program, a property, and how the program is to be
//! compiled.
//!
//! A task asks about one property. What else goes wrong in a run is not asked for: where nothing comes after it
//! (`abort`), the run has ended; where it is undefined what comes after it, what comes after it is not examined, and
//! the answer is not *true*.

mod property;
mod yaml;

use super::{Error, read};
use crate::run::{Dialect, Run};
use gmc_model::{ErrorKind, Violation};
use gmc_report::{Answer, Word};
use gmc_search::Search;
pub(crate) use property::Property;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// A task.
#[derive(Debug)]
pub(crate) struct Task {
    /// The program's files.
    inputs: Vec<PathBuf>,
    /// What is asked about it.
    pub(crate) property: Property,
    /// `int`, `long` and pointers have 32 bits.
    narrow: bool,
}

impl Task {
    /// Reads a task and its property: the one with this name, or else the first one that a search can decide.
    pub(crate) fn read(path: &Path, property: Option<&str>) -> Result<Task, Error> {
        let read = |path: &Path| {
            let unreadable = |error| Error::Unreadable { path: path.display().to_string(), error };
            read::text(path).map_err(unreadable)
        };
        let wrong = |why: String| Error::Task { path: path.display().to_string(), why };
        let task = yaml::Task::parse(&read(path)?).map_err(wrong)?;
        let beside = |name: &String| path.parent().unwrap_or(Path::new("")).join(name);
        let files = &task.properties;
        let stem = |file: &String| {
            Path::new(file).file_stem().map_or(String::new(), |it| it.to_string_lossy().into_owned())
        };
        let asks = |file: &&String| {
            !matches!(&*stem(file), "termination" | "valid-memcleanup") && !stem(file).starts_with("coverage")
        };
        let file = match property {
            None => {
                let first = files.iter().find(asks).or(files.first());
                first.ok_or_else(|| wrong("it has no properties".to_owned()))?
            }
            Some(name) => files.iter().find(|&file| stem(file) == name).ok_or_else(|| {
                let all: Vec<String> = files.iter().map(stem).collect();
                wrong(format!("it has no property {name}, but {}", all.join(", ")))
            })?,
        };
        let text = read(&beside(file))?;
        let property = Property::parse(&text)
            .ok_or_else(|| wrong(format!("gmc does not know what {file} asks for: {}", text.trim())))?;
        if task.language.as_deref().is_some_and(|it| it != "C") {
            return Err(wrong("its language is not C".to_owned()));
        }
        let narrow = match task.data_model.as_deref() {
            // Tasks that do not say were made for this one.
            None | Some("ILP32") => true,
            Some("LP64") => false,
            Some(other) => return Err(wrong(format!("its data model is {other}, neither ILP32 nor LP64"))),
        };
        Ok(Task { inputs: task.input_files.iter().map(beside).collect(), property, narrow })
    }

    /// Makes a run and a search those that the task implies.
    pub(crate) fn apply(&self, run: &mut Run, search: &mut Search) {
        run.source.inputs.clone_from(&self.inputs);
        let name = self.inputs.first().map_or(Vec::new(), |input| input.as_os_str().as_bytes().to_vec());
        run.arguments[0] = name;
        let width = if self.narrow { "-m32" } else { "-m64" };
        // Many of them count on `inline` as it was before C99: a definition like any other.
        let mut flags: Vec<OsString> = vec!["-w".into(), width.into(), "-fgnu89-inline".into()];
        // Waiting may end for no reason, as POSIX says.
        run.spurious = true;
        if self.property != Property::Overflow {
            // What overflows goes round the end, as it does wherever these programs are run.
            flags.push("-fwrapv".into());
        }
        // Variables that were never set can be anything, the bits of signed integers are as in C11, and `malloc` never
        // fails.
        let strict_shifts = self.property == Property::Overflow;
        let given = run.values.dialect;
        run.values.dialect = Dialect { undecided: true, strict_shifts, endless_memory: true, ..given };
        flags.append(&mut run.source.flags);
        run.source.flags = flags;
        if self.property == Property::Termination {
            search.budget.states = Some(1);
        }
        if let Property::Unreachable(function) | Property::CoverCall(function) = &self.property {
            run.properties.error = Some(function.clone());
            // One run that calls it is enough.
            search.all = false;
        }
        let unasked = ErrorKind::ALL.iter().copied().filter(|&kind| !self.property.is_broken_by(kind));
        run.exceptions.unasked.extend(unasked);
    }
}

/// The answer as the competition wants it, in a line.
pub(crate) fn answer(property: &Property, answer: &Answer) -> String {
    if property.coverage().is_some() {
        return if answer.word() == Word::Unknown { "unknown\n" } else { "done\n" }.to_owned();
    }
    match (answer.word(), answer.findings.first()) {
        (Word::Holds, _) => "true\n".to_owned(),
        (Word::Violated, Some(found)) => {
            format!("false({})\n", property.name(Some(&found.finding.violation)))
        }
        (Word::Violated | Word::Unknown, _) => "unknown\n".to_owned(),
    }
}

impl Property {
    /// Whether a run simply ends with a violation that is not asked for: nothing comes after it.
    pub(crate) fn is_over_after(&self, violation: &Violation) -> bool {
        !self.is_asked(violation)
            && matches!(
                violation.kind,
                ErrorKind::Abort | ErrorKind::Assertion | ErrorKind::Deadlock | ErrorKind::Livelock
            )
    }
}
