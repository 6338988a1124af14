//! Sets of threads, as bits of a word.

use gmc_model::ThreadId;

/// A search with more threads is given up: sets of threads are words.
pub const MOST_THREADS: u32 = u64::BITS;

/// A set of threads with numbers below [`MOST_THREADS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ThreadSet(u64);

impl ThreadSet {
    pub(super) const EMPTY: ThreadSet = ThreadSet(0);

    #[inline]
    pub(super) fn of(thread: ThreadId) -> ThreadSet {
        ThreadSet(1 << (thread.0 % MOST_THREADS))
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) fn contains(self, thread: ThreadId) -> bool {
        !(self & ThreadSet::of(thread)).is_empty()
    }

    #[inline]
    pub(super) fn insert(&mut self, thread: ThreadId) {
        *self = *self | ThreadSet::of(thread);
    }

    #[inline]
    pub(super) fn remove(&mut self, thread: ThreadId) {
        *self = self.without(ThreadSet::of(thread));
    }

    #[inline]
    #[must_use]
    pub(super) fn without(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 & !other.0)
    }

    /// The thread with the smallest number.
    #[inline]
    pub(super) fn first(self) -> Option<ThreadId> {
        (!self.is_empty()).then_some(ThreadId(self.0.trailing_zeros()))
    }

    /// The threads by number.
    pub(super) fn iter(self) -> impl Iterator<Item = ThreadId> {
        let mut left = self;
        std::iter::from_fn(move || {
            let thread = left.first()?;
            left.remove(thread);
            Some(thread)
        })
    }
}

impl FromIterator<ThreadId> for ThreadSet {
    fn from_iter<I: IntoIterator<Item = ThreadId>>(threads: I) -> ThreadSet {
        threads.into_iter().fold(ThreadSet::EMPTY, |all, it| all | ThreadSet::of(it))
    }
}

impl std::ops::BitOr for ThreadSet {
    type Output = ThreadSet;

    #[inline]
    fn bitor(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 | other.0)
    }
}

impl std::ops::BitAnd for ThreadSet {
    type Output = ThreadSet;

    #[inline]
    fn bitand(self, other: ThreadSet) -> ThreadSet {
        ThreadSet(self.0 & other.0)
    }
}
