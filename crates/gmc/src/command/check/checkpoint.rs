//! The file in which a search is kept (`--checkpoint`): it goes on from there when gmc is started again.
//!
//! A file is whole: it is written beside and renamed, so that whatever ends gmc leaves the one before. It names the program and
//! the options by a text that must be the same; a search that is through has no use for it, and removes it.

use crate::cli;
use crate::command::Error;
use crate::command::setup::Setup;
use crate::command::trace;
use gmc_explore::{CheckpointError, Checkpointer, Plan, Stored, dfs_with_checkpoints};
use gmc_model::{ErrorKind, Premises, SearchResult, Stopped, System};
use gmc_vm::{Relied, Sharing};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a search is kept, and what it is about.
pub(super) struct Checkpoint {
    path: PathBuf,
    every: Duration,
    about: String,
    /// What the search relies on that nobody can know, which is kept with it.
    relied: Relied,
    sharing: Arc<Sharing>,
}

/// What stands before what the search has learnt of sharing.
const SHARED: &str = ", shared ";

/// Where a file says what it is about, at most so many bytes from its start.
const HEAD: u64 = 1 << 16;

/// A checkpoint may cost one part of this many of the time.
const SHARE: u32 = 10;

impl Checkpoint {
    /// What the options ask for. The kinds are those after which a search does not go on.
    pub(super) fn asked_for(
        options: &cli::Check,
        setup: &Setup,
        allowed: &[ErrorKind],
    ) -> Result<Option<Checkpoint>, Error> {
        let Some(path) = &options.checkpoint else { return Ok(None) };
        if let Some(kind) = allowed.first() {
            return Err(Error::CheckpointAllowed(*kind));
        }
        let about = format!(
            "gmc {}, program {}, arguments {:?}, spurious {}, invariants {:?}, allowed {:?}, all {}, reduction {}, depth {:?}, \
             fingerprint {:?}, bitstate {:?}, choices {}, outside {:?}, externals {:?}",
            env!("CARGO_PKG_VERSION"),
            trace::fingerprint(setup),
            setup.arguments,
            options.spurious,
            options.invariant,
            options.allow,
            options.all,
            !options.no_reduction,
            options.depth,
            options.fingerprint,
            options.bitstate,
            options.choices,
            options.outside,
            options.externals,
        );
        let sharing = setup.sharing.clone();
        let kept = Checkpoint {
            path: path.clone(),
            every: options.checkpoint_every,
            about,
            relied: setup.relied.clone(),
            sharing,
        };
        kept.learn();
        Ok(Some(kept))
    }

    /// A search goes on with what it had learnt. If the file is about another one, it is refused later.
    fn learn(&self) {
        let mut head = Vec::new();
        let read = File::open(&self.path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        let text = String::from_utf8_lossy(&head);
        if read.is_ok()
            && let Some((_, told)) = text.split_once(SHARED)
            && let Some((told, _)) = told.split_once(']')
        {
            self.sharing.learn(told.split('"').filter(|it| it.contains(' ') && !it.starts_with(',')));
        }
    }

    /// The search begins again, and what was kept of it is worth nothing.
    pub(super) fn begin_again(&self) {
        // If it cannot be removed, it is refused: it is about a search that knows less.
        let _ = fs::remove_file(&self.path);
    }

    /// Searches, from where the file says if there is one.
    pub(super) fn search<S: System, V: Stored>(
        &self,
        system: &mut S,
        visited: &mut V,
        plan: Plan<'_>,
    ) -> Result<SearchResult, Error> {
        let unreadable = |error| Error::Unreadable { path: self.name(), error };
        let mut file = match File::open(&self.path) {
            Ok(file) => Some(BufReader::with_capacity(1 << 16, file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(unreadable(error)),
        };
        if let Some(file) = &mut file {
            let mut kept = [0; 8];
            file.read_exact(&mut kept).map_err(|_| Error::CheckpointDamaged(self.name()))?;
            let [bits, turned] =
                [&kept[..4], &kept[4..]].map(|it| u32::from_le_bytes(it.try_into().expect("four")));
            if bits != !turned {
                return Err(Error::CheckpointDamaged(self.name()));
            }
            self.relied.add(Premises::from_bits(bits));
        }
        let mut keeper = Keeper::new(self)?;
        let from = file.as_mut().map(|file| file as &mut dyn Read);
        let about = format!("{}{SHARED}{:?}", self.about, self.sharing.tell());
        let outcome = dfs_with_checkpoints(system, visited, plan, &about, &mut keeper, from);
        let outcome = outcome.map_err(|why| match why {
            CheckpointError::Unreadable(error) => unreadable(error),
            CheckpointError::Damaged => Error::CheckpointDamaged(self.name()),
            CheckpointError::OtherSearch => Error::CheckpointOther(self.name()),
            CheckpointError::Diverged => Error::CheckpointStrange(self.name()),
        })?;
        if matches!(outcome.stopped, None | Some(Stopped::Violation)) {
            // If it cannot be removed, the next check says the same once more.
            let _ = fs::remove_file(&self.path);
        }
        Ok(outcome)
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// Writes the file from time to time.
struct Keeper<'a> {
    path: &'a Path,
    relied: &'a Relied,
    /// It is written here, and then renamed.
    part: PathBuf,
    every: Duration,
    /// None if never.
    due: Option<Instant>,
    warned: bool,
    sharing: &'a Sharing,
}

impl Keeper<'_> {
    /// Fails now if it will not be possible later.
    fn new(of: &Checkpoint) -> Result<Keeper<'_>, Error> {
        let mut part = of.path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        File::create(&part)
            .and_then(|_| fs::remove_file(&part))
            .map_err(|error| Error::File { path: part.display().to_string(), error })?;
        Ok(Keeper {
            path: &of.path,
            relied: &of.relied,
            part,
            every: of.every,
            due: Instant::now().checked_add(of.every),
            warned: false,
            sharing: &of.sharing,
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

impl Checkpointer for Keeper<'_> {
    fn is_due(&mut self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    fn resumed(&mut self, states: u64) {
        let s = if states == 1 { "" } else { "s" };
        eprintln!("gmc: going on from {}, with {states} visited state{s}", self.path.display());
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        if self.sharing.is_refuted() {
            // Who goes on from there would not know.
            let _ = fs::remove_file(self.path);
            return;
        }
        let started = Instant::now();
        let written = self.write(write);
        if let Err(error) = written
            && !std::mem::replace(&mut self.warned, true)
        {
            let _ = fs::remove_file(&self.part);
            eprintln!("gmc: warning: the search cannot be kept in {}: {error}", self.path.display());
        }
        self.due = Instant::now().checked_add(self.every.max(started.elapsed() * SHARE));
    }
}
