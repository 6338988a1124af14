//! The file format of checkpoints: a depth-first search is saved from time to time, and can be resumed from there.
//!
//! A checkpoint has everything that the rest of the search depends on: the visited set, the path with the choices that
//! are left along it, the results so far, and what observers have seen of the search. It does not have the state of
//! the system: the path's choices lead there again. Invariant: the resumed search takes exactly the steps that the
//! other one would have taken, and ends with the same counts.
//!
//! The caller ([`Checkpointer`]) makes the files and looks at the clock. A file begins with a description of the
//! search, so that another one is not resumed by mistake, and ends with a checksum.

use crate::store::Visited;
use gmc_model::{
    Call, Choice, ErrorKind, Finding, Hindrance, Location, Note, Obstacle, Stats, ThreadId, Violation,
};
use std::io::{self, Read, Write};
use std::time::Duration;

/// A visited set that can be saved in a file.
pub trait Stored: Visited {
    /// Writes all of it.
    ///
    /// # Errors
    /// Those of the file.
    fn write(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Reads what was written, into an empty set.
    ///
    /// # Errors
    /// Those of the file, and [`io::ErrorKind::InvalidData`].
    fn read(&mut self, from: &mut dyn Read) -> io::Result<()>;
}

/// Decides when a search is saved, and makes the files.
pub trait Checkpointer {
    /// Called every few milliseconds: whether the search is to be saved now.
    fn is_due(&mut self) -> bool;

    /// What was observed of the search so far; empty without an observer. Saved with the search.
    fn observed(&self) -> Vec<u64>;

    /// A search is about to be resumed, of which this was observed before.
    ///
    /// # Errors
    /// When the resumed search needs other observations.
    fn recall(&mut self, observed: &[u64]) -> Result<(), CheckpointError>;

    /// The search was resumed from a checkpoint with so many visited states.
    fn resumed(&mut self, states: u64);

    /// Saves the search: makes a file and has `write` fill it.
    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);
}

/// Why a checkpoint cannot be resumed.
#[derive(Debug)]
pub enum CheckpointError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is no checkpoint, or damaged.
    Damaged,
    /// It is of another search.
    OtherSearch,
    /// It does not have what an observer needs to know of the search before it.
    Unobserved,
    /// The system does not do what it did when the checkpoint was made.
    Diverged,
}

/// What is saved of a search, apart from its visited set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) stats: Stats,
    pub(crate) findings: Vec<Finding>,
    pub(crate) hindrances: Vec<Hindrance>,
    /// The states of the path: where their choices start, how many were tried, how many are to be, and whether it is
    /// marked.
    pub(crate) frames: Vec<(u64, u32, u32, bool)>,
    pub(crate) choices: Vec<Choice>,
}

const MAGIC: &[u8] = b"gmc-checkpoint 2\n";

/// Writes a whole checkpoint.
pub(crate) fn write(
    to: &mut dyn Write,
    about: &str,
    observed: &[u64],
    checkpoint: &Checkpoint,
    visited: &dyn Stored,
) -> io::Result<()> {
    let mut to = Writer(Summing::new(to));
    to.0.write_all(MAGIC)?;
    to.text(about)?;
    to.list(observed, |to, &word| to.number(word))?;
    to.checkpoint(checkpoint)?;
    visited.write(&mut to.0)?;
    let sum = to.0.sum;
    to.0.with.write_all(&sum.to_le_bytes())
}

/// Reads one with what was observed, and the visited set into an empty one.
pub(crate) fn read(
    from: &mut dyn Read,
    about: &str,
    visited: &mut dyn Stored,
) -> Result<(Checkpoint, Vec<u64>), CheckpointError> {
    let mut from = Reader(Summing::new(from));
    let mut magic = vec![0; MAGIC.len()];
    from.0.read_exact(&mut magic)?;
    if magic != MAGIC {
        return Err(CheckpointError::Damaged);
    }
    if from.text()? != about {
        return Err(CheckpointError::OtherSearch);
    }
    let observed = from.list(Reader::number)?;
    let checkpoint = from.checkpoint()?;
    visited.read(&mut from.0)?;
    let sum = from.0.sum;
    let mut expected = [0; 8];
    from.0.with.read_exact(&mut expected)?;
    let is_end = from.0.with.read(&mut [0])? == 0;
    if sum == u64::from_le_bytes(expected) && is_end && checkpoint.is_consistent() {
        Ok((checkpoint, observed))
    } else {
        Err(CheckpointError::Damaged)
    }
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => CheckpointError::Damaged,
            _ => CheckpointError::Unreadable(error),
        }
    }
}

impl Checkpoint {
    /// Whether the frames fit the choices.
    fn is_consistent(&self) -> bool {
        let ends = self.frames.iter().skip(1).map(|it| it.0).chain([self.choices.len() as u64]);
        let last = self.frames.len().saturating_sub(1);
        self.frames.iter().zip(ends).enumerate().all(|(at, (&(first, next, until, _), end))| {
            let fits = first <= end && next <= until && u64::from(until) <= end - first;
            fits && (next > 0 || at == last)
        })
    }
}

/// Passes bytes on, and computes their checksum (after Fowler, Noll, Vo).
struct Summing<T> {
    with: T,
    sum: u64,
}

impl<T> Summing<T> {
    fn new(with: T) -> Summing<T> {
        Summing { with, sum: 0xcbf2_9ce4_8422_2325 }
    }

    fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.sum = (self.sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        }
    }
}

impl Write for Summing<&mut dyn Write> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        self.with.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with.flush()
    }
}

impl Read for Summing<&mut dyn Read> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.read_exact(bytes).map(|()| bytes.len())
    }

    /// Reads in the same pieces in which it was written, since the checksum depends on them.
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.with.read_exact(bytes)?;
        self.add(bytes);
        Ok(())
    }
}

struct Writer<'a>(Summing<&'a mut dyn Write>);

impl Writer<'_> {
    fn number(&mut self, number: u64) -> io::Result<()> {
        self.0.write_all(&number.to_le_bytes())
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.0.write_all(text.as_bytes())
    }

    fn list<T>(
        &mut self,
        list: &[T],
        mut each: impl FnMut(&mut Self, &T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.number(list.len() as u64)?;
        list.iter().try_for_each(|it| each(self, it))
    }

    fn choice(&mut self, it: &Choice) -> io::Result<()> {
        self.number(u64::from(it.thread.0) << 32 | u64::from(it.alternative))
    }

    fn location(&mut self, it: Option<&Location>) -> io::Result<()> {
        self.number(u64::from(it.is_some()))?;
        let Some(Location { file, line, column, function }) = it else { return Ok(()) };
        self.text(file)?;
        self.number(u64::from(*line))?;
        self.number(u64::from(*column))?;
        self.text(function)
    }

    fn violation(&mut self, it: &Violation) -> io::Result<()> {
        let Violation { kind, message, location, thread, stack, notes, about } = it;
        self.text(kind.name())?;
        self.text(message)?;
        self.location(location.as_ref())?;
        self.number(u64::from(thread.0))?;
        self.list(stack, |to, call| {
            to.location(Some(&call.location))?;
            to.list(&call.arguments, |to, (name, value)| to.text(name).and_then(|()| to.text(value)))
        })?;
        self.list(notes, |to, note| {
            to.text(&note.message).and_then(|()| to.location(note.location.as_ref()))
        })?;
        self.list(about, |to, name| to.text(name))
    }

    fn checkpoint(&mut self, it: &Checkpoint) -> io::Result<()> {
        let Checkpoint { stats, findings, hindrances, frames, choices } = it;
        let Stats { states, transitions, revisited, pruned, ended, reduced, cut, depth, elapsed, .. } = stats;
        for number in [states, transitions, revisited, pruned, ended, reduced, cut, depth] {
            self.number(*number)?;
        }
        self.number(elapsed.as_nanos() as u64)?;
        self.list(findings, |to, it| {
            to.violation(&it.violation)?;
            to.number(it.count)?;
            to.list(&it.trace, Writer::choice)
        })?;
        self.list(hindrances, |to, it| {
            to.text(&it.obstacle.what)?;
            to.location(it.obstacle.location.as_ref())?;
            to.number(it.count)
        })?;
        self.list(frames, |to, &(first, next, until, marked)| {
            to.number(first << 1 | u64::from(marked))?;
            to.number(u64::from(next) << 32 | u64::from(until))
        })?;
        self.list(choices, Writer::choice)
    }
}

struct Reader<'a>(Summing<&'a mut dyn Read>);

fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

impl Reader<'_> {
    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn small(&mut self) -> io::Result<u32> {
        u32::try_from(self.number()?).map_err(|_| damaged())
    }

    /// A damaged length must not make us allocate without bound.
    fn text(&mut self) -> io::Result<String> {
        let length = usize::try_from(self.number()?).map_err(|_| damaged())?;
        if length > 1 << 24 {
            return Err(damaged());
        }
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| damaged())
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let length = self.number()?;
        let mut list = Vec::new();
        for _ in 0..length {
            list.push(each(self)?);
        }
        Ok(list)
    }

    fn choice(&mut self) -> io::Result<Choice> {
        let both = self.number()?;
        Ok(Choice { thread: ThreadId((both >> 32) as u32), alternative: both as u32 })
    }

    fn location(&mut self) -> io::Result<Option<Location>> {
        if self.number()? == 0 {
            return Ok(None);
        }
        let (file, line, column) = (self.text()?, self.small()?, self.small()?);
        Ok(Some(Location { file, line, column, function: self.text()? }))
    }

    fn violation(&mut self) -> io::Result<Violation> {
        let kind: ErrorKind = self.text()?.parse().map_err(|_| damaged())?;
        let (message, location, thread) = (self.text()?, self.location()?, ThreadId(self.small()?));
        let stack = self.list(|from| {
            let location = from.location()?.ok_or_else(damaged)?;
            Ok(Call { location, arguments: from.list(|from| Ok((from.text()?, from.text()?)))? })
        })?;
        let notes = self.list(|from| Ok(Note { message: from.text()?, location: from.location()? }))?;
        let about = self.list(Self::text)?;
        Ok(Violation { kind, message, location, thread, stack, notes, about })
    }

    fn checkpoint(&mut self) -> io::Result<Checkpoint> {
        let mut numbers = [0; 8];
        for number in &mut numbers {
            *number = self.number()?;
        }
        let [states, transitions, revisited, pruned, ended, reduced, cut, depth] = numbers;
        let elapsed = Duration::from_nanos(self.number()?);
        let stats = Stats {
            states,
            transitions,
            revisited,
            pruned,
            ended,
            reduced,
            cut,
            depth,
            elapsed,
            ..Stats::default()
        };
        let findings = self.list(|from| {
            let (violation, count) = (from.violation()?, from.number()?);
            Ok(Finding { violation, trace: from.list(Reader::choice)?, lap: None, count, property: None })
        })?;
        let hindrances = self.list(|from| {
            let obstacle = Obstacle { what: from.text()?, location: from.location()? };
            Ok(Hindrance { obstacle, count: from.number()? })
        })?;
        let frames = self.list(|from| {
            let (first, tried) = (from.number()?, from.number()?);
            Ok((first >> 1, (tried >> 32) as u32, tried as u32, first & 1 == 1))
        })?;
        Ok(Checkpoint { stats, findings, hindrances, frames, choices: self.list(Reader::choice)? })
    }
}
