//! Tests: inputs of the runs that a search follows, as files (`gmc check --tests DIR`, docs/tests.md).
//!
//! A [`Follower`] knows the path of the search. Where a path ends, or takes a way of a branch that no test takes so
//! far, it becomes a test ([`concrete`]): the solver finds numbers for its inputs, and the run is executed once more
//! with them. What a test is said to cover is what that run takes, so a mistake of the solver cannot become a claim.
//!
//! Tests are written as they are found, each file at once: whatever ends the search, those that were found stay.

mod concrete;
mod files;
mod follower;

use super::super::Error;
use super::super::loaded::Loaded;
use super::super::reproducer;
use crate::cli::{self, TestsPer};
use concrete::{Concrete, PathEnd};
use files::Directory;
pub(super) use follower::Follower;
use gmc_model::{Choice, ErrorKind, Finding, Location, Violation};
use gmc_observe::Branches;
use gmc_report::suite::{self, TestCase, TestEnd, Tests};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How often a way of a branch is tried whose tests do not take it: the solver gives up, say.
const ATTEMPTS: u8 = 8;
/// A way that a test takes.
const COVERED: u8 = u8::MAX;

/// The tests of a search; shared by its workers.
pub(super) struct Suite {
    loaded: Loaded,
    branches: Arc<Branches>,
    per: TestsPer,
    /// For each way of a branch, how often it was tried in vain; [`COVERED`] once a test takes it.
    ways: Vec<AtomicU8>,
    /// Tests, those that end in an error, and paths without inputs.
    count: AtomicU64,
    errors: AtomicU64,
    lost: AtomicU64,
    /// A file could not be written: no more tests.
    is_over: AtomicBool,
    writing: Mutex<Writing>,
}

/// The kind and the place of an error.
type Cause = (ErrorKind, Option<Location>);

/// What only one worker at a time may use.
struct Writing {
    directory: Directory,
    /// Errors, as ways of branches: how often each was tried in vain, [`COVERED`] once a test ends in it.
    causes: HashMap<Cause, u8>,
    /// Hashes of paths, where each gets a test: a search that starts again comes to the same ones.
    paths: HashSet<u64>,
    /// Why the last file could not be written.
    failure: Option<Error>,
}

impl Suite {
    /// The tests of a program, none so far. Makes the directory.
    pub(super) fn new(
        options: &cli::Tests,
        loaded: &Loaded,
        specification: &str,
    ) -> Result<Option<Suite>, Error> {
        let Some(path) = &options.tests else { return Ok(None) };
        let compiled = loaded.compiled()?;
        let directory = Directory::make(path, loaded, specification)?;
        let branches = Arc::new(Branches::new(compiled));
        Ok(Some(Suite {
            loaded: loaded.clone(),
            per: options.tests_per,
            ways: branches.ways().iter().map(|_| AtomicU8::new(0)).collect(),
            branches,
            count: AtomicU64::new(0),
            errors: AtomicU64::new(0),
            lost: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            writing: Mutex::new(Writing {
                directory,
                causes: HashMap::new(),
                paths: HashSet::new(),
                failure: None,
            }),
        }))
    }

    /// Begins with the run whose inputs are all zero, which needs no search: however little that comes to, there is a
    /// test.
    pub(super) fn begin(&self) -> Result<(), Error> {
        if self.per == TestsPer::Branch
            && let Some(test) = concrete::all_zero(&self.loaded, &self.branches)?
        {
            self.keep(&test);
        }
        Ok(())
    }

    /// How many there are, and what they cover. Waits for nobody.
    pub(super) fn figures(&self, options: &cli::Tests) -> Tests {
        let load = |it: &AtomicU64| it.load(Ordering::Relaxed);
        let covered = self.ways.iter().filter(|it| it.load(Ordering::Relaxed) == COVERED).count();
        Tests {
            directory: options.tests.as_ref().map_or(String::new(), |it| it.display().to_string()),
            count: load(&self.count),
            errors: load(&self.errors),
            covered: covered as u64,
            branches: self.ways.len() as u64,
            lost: load(&self.lost),
        }
    }

    /// What to do with the tests.
    pub(super) fn advice(&self, options: &cli::Tests) -> String {
        let Some(directory) = options.tests.as_ref().filter(|_| self.count.load(Ordering::Relaxed) > 0)
        else {
            return String::new();
        };
        let first = self.loaded.run.source.inputs.first();
        let name = first.and_then(|it| it.file_stem()).map_or("program".into(), |it| it.to_string_lossy());
        let build = reproducer::build(format!("{name}.test").as_ref(), &self.loaded);
        let has_harness = directory.join("harness.c").exists();
        let commands = suite::commands(&build, &directory.display().to_string(), has_harness);
        format!("to run a test natively:\n  {commands}\n")
    }

    /// Why there are fewer tests than there could be, if a file could not be written.
    pub(super) fn failure(&self) -> Option<Error> {
        self.writing().failure.take()
    }

    fn writing(&self) -> MutexGuard<'_, Writing> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a test is wanted that takes this way.
    fn wants(&self, way: usize) -> bool {
        self.ways[way].load(Ordering::Relaxed) < ATTEMPTS
    }

    /// Whether no test was made of this path.
    fn is_new(&self, path: &[Choice]) -> bool {
        let mut hash = DefaultHasher::new();
        path.hash(&mut hash);
        self.writing().paths.insert(hash.finish())
    }

    /// Whether to try for a test that ends in this error.
    fn wants_error(&self, violation: &Violation) -> bool {
        let mut writing = self.writing();
        let tried = writing.causes.entry(cause(violation)).or_default();
        let is_wanted = *tried < ATTEMPTS;
        *tried += u8::from(is_wanted);
        is_wanted
    }

    /// An error was found at the end of a path.
    pub(super) fn found(&self, finding: &Finding) {
        if finding.lap.is_none() && self.wants_error(&finding.violation) {
            self.consider(&finding.trace, PathEnd::Reached, &[]);
        }
    }

    /// Makes a test of a path, if it has inputs and is worth keeping. These ways are why it was chosen.
    fn consider(&self, path: &[Choice], end: PathEnd, fresh: &[usize]) {
        if self.is_over.load(Ordering::Relaxed) {
            return;
        }
        match concrete::test(&self.loaded, &self.branches, path, end) {
            Ok(Some(test)) => self.keep(&test),
            Ok(None) => {
                self.lost.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self.end(&mut self.writing(), error),
        }
        for &way in fresh.iter().filter(|&&way| self.wants(way)) {
            self.ways[way].fetch_add(1, Ordering::Relaxed);
        }
    }

    fn keep(&self, test: &Concrete) {
        let mut writing = self.writing();
        let is_new = |way: &&usize| self.ways[**way].load(Ordering::Relaxed) != COVERED;
        let new: Vec<usize> = test.ways.iter().filter(is_new).copied().collect();
        let error = if let TestEnd::Error(violation) = &test.end { Some(cause(violation)) } else { None };
        let is_new_error = error.is_some_and(|it| writing.causes.insert(it, COVERED) != Some(COVERED));
        let is_whole = test.end != TestEnd::Assumption;
        if new.is_empty() && !is_new_error && (self.per == TestsPer::Branch || !is_whole) {
            return;
        }
        let covers: Vec<String> = new.iter().map(|&way| self.name(way)).collect();
        let case = TestCase {
            program: writing.directory.program(),
            inputs: &test.inputs,
            given: &test.given,
            end: &test.end,
            covers: &covers,
            threads: test.threads,
        };
        let number = self.count.load(Ordering::Relaxed) + 1;
        if let Err(error) = writing.directory.write(number, &case, test) {
            self.end(&mut writing, error);
            return;
        }
        new.iter().for_each(|&way| self.ways[way].store(COVERED, Ordering::Relaxed));
        self.count.store(number, Ordering::Relaxed);
        self.errors.fetch_add(u64::from(matches!(test.end, TestEnd::Error(_))), Ordering::Relaxed);
    }

    fn end(&self, writing: &mut Writing, error: Error) {
        self.is_over.store(true, Ordering::Relaxed);
        writing.failure.get_or_insert(error);
    }

    /// A way of a branch: file and line, which of the line's conditions, which of its ways.
    fn name(&self, way: usize) -> String {
        let way = &self.branches.ways()[way];
        format!("{}:{} {} {}", way.file, way.line, way.condition, way.side)
    }
}

fn cause(violation: &Violation) -> Cause {
    (violation.kind, violation.location.clone())
}
