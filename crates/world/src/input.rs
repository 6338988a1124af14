//! Standard input under check: given, chosen byte by byte, or not known.

use super::bytes::{Byte, Bytes};
use std::sync::Arc;

/// Where standard input comes from.
#[derive(Clone, Debug, Default, Hash)]
pub enum Input {
    /// Nobody said: a program that reads any cannot be checked.
    #[default]
    Unknown,
    /// These bytes.
    Given(Arc<[u8]>),
    /// Any bytes.
    Any {
        /// So many at most.
        most: u32,
        /// A byte is not decided when it is read; otherwise each number is an alternative.
        open: bool,
    },
}

/// Arguments and files that can be anything.
#[derive(Clone, Debug, Default)]
pub struct AnyInputs {
    /// Arguments, behind those that are given.
    pub arguments: Vec<AnyArguments>,
    /// Files.
    pub files: Vec<AnyFile>,
}

impl AnyInputs {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty() && self.files.is_empty()
    }
}

/// Some arguments of any contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyArguments {
    /// At least so many of them.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// None of them is longer, in bytes.
    pub length: u32,
}

/// A file of any contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyFile {
    /// Its name.
    pub name: String,
    /// How many bytes it has.
    pub size: u32,
}

/// Input that is chosen while the program reads it.
///
/// Invariant: no byte is chosen before the program asks for it, so that what a program does not read does not multiply
/// runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Chosen {
    /// So many bytes there are at most.
    most: u32,
    /// So many bytes may follow.
    left: u32,
    /// Chosen, and not read yet.
    pub(super) bytes: Bytes,
    /// Nothing follows.
    ended: bool,
    /// Bytes are not decided when they are read.
    open: bool,
}

impl Chosen {
    pub(super) fn new(most: u32, open: bool) -> Chosen {
        Chosen { most, left: most, bytes: Bytes::new(), ended: most == 0, open }
    }

    /// Whether a byte has to be chosen before so many can be read.
    pub(super) fn lacks(&self, count: usize) -> bool {
        !self.ended && self.bytes.len() < count
    }

    /// How many bytes were chosen so far.
    pub(super) fn count(&self) -> u32 {
        self.most - self.left
    }

    /// How many bytes can be read.
    pub(super) fn available(&self) -> usize {
        self.bytes.len()
    }

    /// How many alternatives the next byte has: the end of input, which comes first, and its values, or a byte that is
    /// not decided.
    pub(super) fn alternatives(&self) -> u32 {
        if self.open { 2 } else { 257 }
    }

    /// Whether bytes are not decided when they are read.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// The next byte is chosen; none for the end.
    pub(super) fn choose(&mut self, byte: Option<Byte>) {
        match byte {
            None => self.ended = true,
            Some(byte) => {
                self.bytes.push(byte);
                self.left -= 1;
                self.ended = self.left == 0;
            }
        }
    }

    /// Takes what was chosen.
    pub(super) fn read(&mut self, count: usize) -> Bytes {
        self.bytes.take_front(count)
    }
}
