//! The file in which a search is kept (`--checkpoint`): it goes on from there when gmc is started again.
//!
//! A file is whole: it is written beside and renamed, so that whatever ends gmc leaves the one before. It names the
//! program and the search by a text that must be the same; a search that is complete removes it.

use crate::error::SearchError;
use crate::layers::Subject;
use crate::value::Search;
use gmc_explore::{CheckpointError, Checkpointer, Plan, Stored, dfs_with_checkpoints};
use gmc_model::{Premises, SearchResult, Stopped, System};
use gmc_system::observer::Record;
use gmc_vm::{Relied, Sharing};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a search is kept, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointFile {
    /// The file.
    pub path: PathBuf,
    /// Between two times of writing it, at least.
    pub every: Duration,
    /// The program, what its runs depend on and the search, as a text: it must be the same for a search that goes on.
    pub about: String,
}

/// A search that is kept in a file.
pub(crate) struct Checkpoint {
    file: CheckpointFile,
    /// What the search relies on: kept with it.
    relied: Relied,
    /// What is recorded of the search: kept with it.
    record: Option<Arc<dyn Record>>,
    sharing: Arc<Sharing>,
    notice: fn(&str),
}

/// What stands before what the search has learnt of sharing.
const SHARED: &str = ", shared ";

/// Where a file says what it is about, at most so many bytes from its start.
const HEAD: u64 = 1 << 16;

/// A checkpoint may cost one part of this many of the time.
const SHARE: u32 = 10;

impl Checkpoint {
    /// The file that the search is kept in, if it is.
    pub(crate) fn open(
        subject: &Subject<'_>,
        search: &Search,
        notice: fn(&str),
    ) -> Result<Option<Checkpoint>, SearchError> {
        let Some(file) = &search.checkpoint else { return Ok(None) };
        if let Some(kind) = subject.policy.noted() {
            return Err(SearchError::CheckpointAllowed(kind));
        }
        let checkpoint = Checkpoint {
            file: file.clone(),
            relied: subject.relied.clone(),
            record: subject.record.clone(),
            sharing: subject.sharing.clone(),
            notice,
        };
        checkpoint.learn();
        Ok(Some(checkpoint))
    }

    /// Reads what the kept search had learnt of sharing, on which its states depend. If the file is about another
    /// search, it is refused later.
    fn learn(&self) {
        let mut head = Vec::new();
        let read = File::open(&self.file.path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        let text = String::from_utf8_lossy(&head);
        if read.is_ok()
            && let Some((_, told)) = text.split_once(SHARED)
            && let Some((told, _)) = told.split_once(']')
        {
            self.sharing.learn(told.split('"').filter(|it| it.contains(' ') && !it.starts_with(',')));
        }
    }

    /// The search begins again, and what was kept of it is worth nothing.
    pub(crate) fn begin_again(&self) {
        // If it cannot be removed, it is refused: it is about a search that knows less.
        let _ = fs::remove_file(&self.file.path);
    }

    /// Searches, from where the file says if there is one.
    pub(crate) fn search<S: System, V: Stored>(
        &self,
        system: &mut S,
        visited: &mut V,
        plan: Plan<'_>,
    ) -> Result<SearchResult, SearchError> {
        let unreadable = |error| SearchError::Unreadable { path: self.name(), error };
        let mut file = match File::open(&self.file.path) {
            Ok(file) => Some(BufReader::with_capacity(1 << 16, file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(unreadable(error)),
        };
        if let Some(file) = &mut file {
            let mut kept = [0; 8];
            file.read_exact(&mut kept).map_err(|_| SearchError::CheckpointDamaged(self.name()))?;
            let [bits, inverted] =
                [&kept[..4], &kept[4..]].map(|it| u32::from_le_bytes(it.try_into().expect("four")));
            if bits != !inverted {
                return Err(SearchError::CheckpointDamaged(self.name()));
            }
            self.relied.add(Premises::from_bits(bits));
        }
        let mut writer = Writer::new(self)?;
        let from = file.as_mut().map(|file| file as &mut dyn Read);
        let about = format!("{}{SHARED}{:?}", self.file.about, self.sharing.tell());
        let result = dfs_with_checkpoints(system, visited, plan, &about, &mut writer, from);
        let result = result.map_err(|why| match why {
            CheckpointError::Unreadable(error) => unreadable(error),
            CheckpointError::Damaged => SearchError::CheckpointDamaged(self.name()),
            CheckpointError::OtherSearch => SearchError::CheckpointOther(self.name()),
            CheckpointError::Unobserved => SearchError::CheckpointUnobserved(self.name()),
            CheckpointError::Diverged => SearchError::CheckpointStrange(self.name()),
        })?;
        if matches!(result.stopped, None | Some(Stopped::Violation)) {
            // If it cannot be removed, the next check says the same once more.
            let _ = fs::remove_file(&self.file.path);
        }
        Ok(result)
    }

    fn name(&self) -> String {
        self.file.path.display().to_string()
    }
}

/// Writes the file from time to time.
struct Writer<'a> {
    path: &'a Path,
    relied: &'a Relied,
    record: Option<&'a dyn Record>,
    /// It is written here, and then renamed.
    part: PathBuf,
    every: Duration,
    /// None if never.
    due: Option<Instant>,
    has_warned: bool,
    sharing: &'a Sharing,
    notice: fn(&str),
}

impl Writer<'_> {
    /// Fails now if it will not be possible later.
    fn new(of: &Checkpoint) -> Result<Writer<'_>, SearchError> {
        let mut part = of.file.path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        File::create(&part)
            .and_then(|_| fs::remove_file(&part))
            .map_err(|error| SearchError::File { path: part.display().to_string(), error })?;
        Ok(Writer {
            path: &of.file.path,
            relied: &of.relied,
            record: of.record.as_deref(),
            part,
            every: of.file.every,
            due: Instant::now().checked_add(of.file.every),
            has_warned: false,
            sharing: &of.sharing,
            notice: of.notice,
        })
    }

    fn write(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut to = BufWriter::with_capacity(1 << 16, File::create(&self.part)?);
        // Twice, so that damage shows.
        let bits = self.relied.premises().bits();
        to.write_all(&[bits.to_le_bytes(), (!bits).to_le_bytes()].concat())?;
        write(&mut to)?;
        to.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&self.part, self.path)
    }
}

impl Checkpointer for Writer<'_> {
    fn is_due(&mut self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    fn observed(&self) -> Vec<u64> {
        self.record.map(Record::save).unwrap_or_default()
    }

    fn recall(&mut self, observed: &[u64]) -> Result<(), CheckpointError> {
        match self.record {
            None => Ok(()),
            Some(_) if observed.is_empty() => Err(CheckpointError::Unobserved),
            Some(record) if record.recall(observed) => Ok(()),
            Some(_) => Err(CheckpointError::OtherSearch),
        }
    }

    fn resumed(&mut self, states: u64) {
        let s = if states == 1 { "" } else { "s" };
        (self.notice)(&format!("going on from {}, with {states} visited state{s}", self.path.display()));
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        if self.sharing.is_refuted() {
            // A search that goes on from here would not know what this one has learnt.
            let _ = fs::remove_file(self.path);
            return;
        }
        let started = Instant::now();
        if let Err(error) = self.write(write) {
            let _ = fs::remove_file(&self.part);
            if !std::mem::replace(&mut self.has_warned, true) {
                let path = self.path.display();
                (self.notice)(&format!("warning: the search cannot be kept in {path}: {error}"));
            }
        }
        self.due = Instant::now().checked_add(self.every.max(started.elapsed() * SHARE));
    }
}
