//! Standard input under check: given, chosen byte by byte, or not known.

use std::collections::VecDeque;
use std::sync::Arc;

/// Where standard input comes from.
#[derive(Clone, Debug, Default, Hash)]
pub enum Input {
    /// Nobody said: a program that reads any cannot be checked.
    #[default]
    Unknown,
    /// These bytes.
    Given(Arc<[u8]>),
    /// Any bytes, up to so many.
    Any(u32),
}

/// Input that is chosen while the program reads it.
///
/// Invariant: no byte is chosen before the program asks for it, so that what a program does not read does not multiply
/// runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Chosen {
    /// So many bytes may follow.
    left: u32,
    /// Chosen, and not read yet.
    bytes: VecDeque<u8>,
    /// Nothing follows.
    ended: bool,
}

impl Chosen {
    pub(super) fn new(most: u32) -> Chosen {
        Chosen { left: most, bytes: VecDeque::new(), ended: most == 0 }
    }

    /// Whether a byte has to be chosen before so many can be read.
    pub(super) fn lacks(&self, count: usize) -> bool {
        !self.ended && self.bytes.len() < count
    }

    /// How many bytes can be read.
    pub(super) fn available(&self) -> usize {
        self.bytes.len()
    }

    /// How many alternatives the next byte has: its values, and the end of input, which comes first.
    pub(super) const ALTERNATIVES: u32 = 257;

    /// The next byte is chosen.
    pub(super) fn choose(&mut self, alternative: u32) {
        match alternative.checked_sub(1) {
            None => self.ended = true,
            Some(byte) => {
                self.bytes.push_back(byte as u8);
                self.left -= 1;
                self.ended = self.left == 0;
            }
        }
    }

    /// Takes what was chosen.
    pub(super) fn read(&mut self, to: &mut [u8]) -> usize {
        let count = self.bytes.len().min(to.len());
        self.bytes.drain(..count).zip(to).for_each(|(byte, to)| *to = byte);
        count
    }
}
