//! The directory of tests, and the files of each: `test-N.test`, `test-N.xml`, `test-N.json`, and `test-N.err` where the
//! run ends in an error.
//!
//! Invariant: a file is whole. It is written under another name first, so that a kill or a full disk leaves no half.

use super::concrete::Concrete;
use crate::command::Error;
use crate::command::check::reports;
use crate::command::loaded::Loaded;
use crate::command::trace::{self, Trace};
use gmc_report::suite::{self, TestCase, TestEnd};
use gmc_report::terminal;
use std::io;
use std::path::{Path, PathBuf};

/// The directory of tests.
pub(super) struct Directory {
    path: PathBuf,
    /// What is tested, for readers.
    program: String,
    /// A hash of it, for traces.
    fingerprint: String,
}

impl Directory {
    /// Makes the directory, which must not have files already, with what all tests need.
    pub(super) fn make(path: &Path, loaded: &Loaded, specification: &str) -> Result<Directory, Error> {
        let failed = |error| Error::File { path: path.display().to_string(), error };
        std::fs::create_dir_all(path).map_err(failed)?;
        if std::fs::read_dir(path).map_err(failed)?.next().is_some() {
            return Err(Error::TestsThere(path.display().to_string()));
        }
        let directory = Directory {
            path: path.to_owned(),
            program: reports::title(&loaded.run),
            fingerprint: trace::fingerprint(loaded),
        };
        directory.put("metadata.xml", &suite::metadata(&reports::metadata(loaded, specification)))?;
        directory.put("replay.c", suite::REPLAY)?;
        if let Some(harness) = gmc_observe::harness(loaded.compiled()?) {
            directory.put("harness.c", &harness)?;
        }
        Ok(directory)
    }

    /// What is tested.
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// Writes a test.
    pub(super) fn write(&self, number: u64, case: &TestCase<'_>, test: &Concrete) -> Result<(), Error> {
        let violation = if let TestEnd::Error(violation) = &test.end { Some(&**violation) } else { None };
        let is_whole = test.end != TestEnd::Assumption;
        // A trace ends before the step that an assumption rules out.
        let choices = &test.choices[..test.choices.len() - usize::from(!is_whole)];
        let trace = Trace::of_run(&test.loaded, &self.fingerprint, choices, violation);
        self.put(&format!("test-{number}.json"), &trace.text())?;
        if let Some(violation) = violation {
            let mut text = String::new();
            terminal::violation(&mut text, violation, &crate::command::printing::sources(), false)?;
            self.put(&format!("test-{number}.err"), &text)?;
        }
        self.put(&format!("test-{number}.test"), &suite::text(case))?;
        self.put(&format!("test-{number}.xml"), &suite::testcomp(case))
    }

    fn put(&self, name: &str, text: &str) -> Result<(), Error> {
        let (path, unfinished) = (self.path.join(name), self.path.join(format!(".{name}")));
        let written = std::fs::write(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, &path));
        written.map_err(|error: io::Error| {
            // Nothing can be done where it stays.
            let _ = std::fs::remove_file(&unfinished);
            Error::File { path: path.display().to_string(), error }
        })
    }
}
