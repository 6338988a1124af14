//! A reader of postcard's bytes that limits how many of them may be records.
//!
//! Decoding amplifies: a statement of four bytes becomes a record of more than a hundred. Runs of bytes do not, and
//! they are what legitimately compresses well. postcard takes runs in one piece and everything else byte by byte, so
//! counting the latter bounds the memory of decoding without a limit on initialised data.

use postcard::de_flavors::Flavor;
use postcard::{Error, Result};

/// What reading fails with when the budget is used up; postcard itself never fails so.
pub(super) const EXCEEDED: Error = Error::WontImplement;

/// The bytes left, and how many of them may still be records.
pub(super) struct Budget<'de> {
    bytes: &'de [u8],
    records: u64,
}

impl<'de> Budget<'de> {
    pub(super) fn new(bytes: &'de [u8], records: u64) -> Budget<'de> {
        Budget { bytes, records }
    }
}

impl<'de> Flavor<'de> for Budget<'de> {
    /// How many bytes were not read.
    type Remainder = usize;
    type Source = &'de [u8];

    #[inline]
    fn pop(&mut self) -> Result<u8> {
        let Some((&first, rest)) = self.bytes.split_first() else {
            return Err(Error::DeserializeUnexpectedEnd);
        };
        self.records = self.records.checked_sub(1).ok_or(EXCEEDED)?;
        self.bytes = rest;
        Ok(first)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.bytes.len())
    }

    #[inline]
    fn try_take_n(&mut self, count: usize) -> Result<&'de [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(Error::DeserializeUnexpectedEnd)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn finalize(self) -> Result<usize> {
        Ok(self.bytes.len())
    }
}
