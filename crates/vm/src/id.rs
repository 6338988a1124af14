//! Ids of what the machine numbers, and lists indexed by them.
//!
//! Threads are numbered by [`gmc_model::ThreadId`], functions of the program by [`CodeId`]. A list that holds one entry
//! for each of them is an [`IdVec`], so that a number of one kind never indexes a list of another.

use gmc_model::ThreadId;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A function of the program that was compiled: its place in [`Compiled::codes`](crate::Compiled::codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeId(pub u32);

impl CodeId {
    /// The function at this place of a list of all functions.
    #[inline]
    pub fn new(index: usize) -> CodeId {
        debug_assert!(u32::try_from(index).is_ok());
        CodeId(index as u32)
    }

    /// Its place in a list of all functions.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for CodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number that indexes a list.
pub trait Id: Copy {
    /// The id of this place of the list.
    fn from_index(index: usize) -> Self;
    /// The place in the list.
    fn to_index(self) -> usize;
}

impl Id for CodeId {
    #[inline]
    fn from_index(index: usize) -> CodeId {
        CodeId::new(index)
    }

    #[inline]
    fn to_index(self) -> usize {
        self.index()
    }
}

impl Id for ThreadId {
    #[inline]
    fn from_index(index: usize) -> ThreadId {
        ThreadId::new(index)
    }

    #[inline]
    fn to_index(self) -> usize {
        self.index()
    }
}

/// A list that is indexed by ids instead of plain numbers.
#[derive(Clone, Debug)]
pub struct IdVec<I, T> {
    list: Vec<T>,
    ids: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// All ids of the list, in order.
    #[inline]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.list.len()).map(I::from_index)
    }

    /// All entries with their ids.
    #[inline]
    pub fn entries(&self) -> impl Iterator<Item = (I, &T)> {
        self.list.iter().enumerate().map(|(at, entry)| (I::from_index(at), entry))
    }

    /// The entry of an id, if there is one.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.list.get(id.to_index())
    }

    /// Whether there is an entry for this id.
    #[inline]
    pub fn has(&self, id: I) -> bool {
        id.to_index() < self.list.len()
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(list: Vec<T>) -> Self {
        IdVec { list, ids: PhantomData }
    }
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<I, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<Entries: IntoIterator<Item = T>>(entries: Entries) -> Self {
        Vec::from_iter(entries).into()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.list[id.to_index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.list[id.to_index()]
    }
}

impl<I, T> Deref for IdVec<I, T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.list
    }
}

impl<I, T> DerefMut for IdVec<I, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.list
    }
}

impl<'l, I, T> IntoIterator for &'l IdVec<I, T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'l, I, T> IntoIterator for &'l mut IdVec<I, T> {
    type Item = &'l mut T;
    type IntoIter = std::slice::IterMut<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter_mut()
    }
}
