//! The number of a thread.

use std::fmt;

/// A thread of the system, numbered in the order of creation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that the program starts with.
    pub const FIRST: ThreadId = ThreadId(0);

    /// The thread at this place of a list of all threads.
    #[inline]
    pub fn new(index: usize) -> ThreadId {
        debug_assert!(u32::try_from(index).is_ok());
        ThreadId(index as u32)
    }

    /// Its place in a list of all threads.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
