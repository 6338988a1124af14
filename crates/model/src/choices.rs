//! What can happen in a state: its choices, which of them suffice, and what is wrong where there are none.
//!
//! A search owns one of these and has it filled for every state that it meets, so the allocation is reused. A system
//! fills in the choices; layers around it may remove some, mark a part as ample, or add what is wrong with the end.

use crate::system::Choice;
use crate::violation::Violation;
use std::ops::{Deref, Range};

/// The choices of a state. As a slice: all of them, in the order of the system, those of one thread next to each other.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    list: Vec<Choice>,
    /// Invariant: not empty, and within the list.
    ample: Option<Range<usize>>,
    /// Invariant: none unless the list is empty.
    end: Option<Box<Violation>>,
    reduce: bool,
}

impl Choices {
    /// For a search that tries every choice.
    pub fn new() -> Choices {
        Choices::default()
    }

    /// For a search that can do with ample choices, if `reduce`.
    pub fn reducing(reduce: bool) -> Choices {
        Choices { reduce, ..Choices::default() }
    }

    /// Whether the search can do with ample choices. Where it cannot, they need not be computed.
    #[inline]
    pub fn is_reducing(&self) -> bool {
        self.reduce
    }

    /// Makes it ready for another state.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
        self.ample = None;
        self.end = None;
    }

    /// Adds a choice.
    #[inline]
    pub fn push(&mut self, choice: Choice) {
        self.list.push(choice);
    }

    /// Adds choices.
    #[inline]
    pub fn extend(&mut self, choices: impl IntoIterator<Item = Choice>) {
        self.list.extend(choices);
    }

    /// Removes the choices that are not to be kept. Nothing is ample afterwards: who removes choices says again what
    /// suffices.
    pub fn retain(&mut self, keep: impl FnMut(&Choice) -> bool) {
        self.list.retain(keep);
        self.ample = None;
    }

    /// The ample choices: a part that suffices, provided that it does not lead back to a state seen before. Whatever
    /// other threads do commutes with these, now and later, and no property sees the difference (Peled: All from one,
    /// one for all, CAV 1993).
    #[inline]
    pub fn ample(&self) -> Option<Range<usize>> {
        self.ample.clone()
    }

    /// Says which choices are ample.
    #[inline]
    pub fn set_ample(&mut self, ample: Option<Range<usize>>) {
        debug_assert!(ample.as_ref().is_none_or(|it| !it.is_empty() && it.end <= self.list.len()));
        self.ample = ample;
    }

    /// Puts the ample choices before all others, where there are any. How many suffice: these, or else all.
    #[inline]
    pub fn bring_ample_first(&mut self) -> usize {
        match &self.ample {
            None => self.list.len(),
            Some(ample) => self.rotate(ample.clone()),
        }
    }

    /// Apart, so that the caller inlines only the case without ample choices.
    #[inline(never)]
    fn rotate(&mut self, ample: Range<usize>) -> usize {
        self.list[..ample.end].rotate_right(ample.len());
        self.ample = Some(0..ample.len());
        ample.len()
    }

    /// What is wrong with a state without choices: a deadlock, a broken promise of progress. None: the program has
    /// ended.
    pub fn end(&self) -> Option<&Violation> {
        self.end.as_deref()
    }

    /// Says what is wrong with a state without choices.
    #[inline]
    pub fn set_end(&mut self, end: Option<Box<Violation>>) {
        debug_assert!(end.is_none() || self.list.is_empty(), "a state with choices is no end");
        self.end = end;
    }

    /// The same as [`Choices::end`], which is none afterwards.
    #[inline]
    pub fn take_end(&mut self) -> Option<Box<Violation>> {
        self.end.take()
    }
}

impl Deref for Choices {
    type Target = [Choice];

    #[inline]
    fn deref(&self) -> &[Choice] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Choices {
    type Item = &'a Choice;
    type IntoIter = std::slice::Iter<'a, Choice>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
