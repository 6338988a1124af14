//! The states that were visited, each with its sleep set and a summary of what happens from it, and the cycles among
//! them.
//!
//! A state that is met again need not be explored again if every thread that slept there the first time sleeps now,
//! too (Godefroid 1996, state matching with sleep sets). Otherwise it is explored once more, with the threads that
//! sleep both times.
//!
//! A state is open while it is on the path, or on a cycle with one that is. Cycles are found by Gabow's path-based
//! algorithm for strongly connected components (Inf. Process. Lett. 74, 2000): `roots` are the open states that may
//! turn out to be the first of their component.

use super::hash::BuildNumberHasher;
use super::summary::Summary;
use super::threads::ThreadSet;
use crate::store::Visited;
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct VisitedStates {
    known: HashMap<u128, Known, BuildNumberHasher>,
    /// The open states, in the order in which they were met.
    open: Vec<u128>,
    roots: Vec<u32>,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Its sleep set: threads that were not explored there.
    asleep: ThreadSet,
    status: Status,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Number so many among those that are open.
    Open(u32),
    Closed(Summary),
}

/// What is to be done with a state that the path leads to.
pub(super) enum Visit {
    /// It has to be explored, with this sleep set.
    Explore(ThreadSet),
    /// It was explored, with this summary.
    Explored(Summary),
    /// It is on a cycle with the path's states from this open state on.
    Cycle(u32),
}

impl VisitedStates {
    /// The path leads to a state, with this sleep set.
    pub(super) fn visit(&mut self, fingerprint: u128, asleep: ThreadSet) -> Visit {
        let Some(known) = self.known.get(&fingerprint) else { return Visit::Explore(asleep) };
        if !known.asleep.without(asleep).is_empty() {
            return Visit::Explore(known.asleep & asleep);
        }
        match known.status {
            Status::Closed(summary) => Visit::Explored(summary),
            Status::Open(at) => {
                while self.roots.last().is_some_and(|&root| root > at) {
                    self.roots.pop();
                }
                Visit::Cycle(*self.roots.last().expect("an open state has a root"))
            }
        }
    }

    /// The state becomes the last one of the path. Its number among those that are open, and whether it is new.
    pub(super) fn enter(&mut self, fingerprint: u128, asleep: ThreadSet) -> (u32, bool) {
        let at = self.open.len() as u32;
        let old = self.known.insert(fingerprint, Known { asleep, status: Status::Open(at) });
        self.open.push(fingerprint);
        self.roots.push(at);
        (at, old.is_none())
    }

    /// The sleep set of an open state becomes empty.
    pub(super) fn wake_all(&mut self, fingerprint: u128) {
        if let Some(known) = self.known.get_mut(&fingerprint) {
            known.asleep = ThreadSet::EMPTY;
        }
    }

    /// The path's last state, an open one, is removed from it. Whether it was the first of its component: all states
    /// of the component have this summary then.
    pub(super) fn leave(&mut self, at: u32, summary: Summary) -> bool {
        if self.roots.last() != Some(&at) {
            return false;
        }
        self.roots.pop();
        for (index, fingerprint) in (at..).zip(self.open.drain(at as usize..)) {
            if let Some(known) = self.known.get_mut(&fingerprint)
                && known.status == Status::Open(index)
            {
                known.status = Status::Closed(summary);
            }
        }
        true
    }
}

impl Visited for VisitedStates {
    fn insert(&mut self, fingerprint: u128) -> bool {
        let known = Known { asleep: ThreadSet::EMPTY, status: Status::Closed(Summary::NOTHING) };
        self.known.insert(fingerprint, known).is_none()
    }

    fn len(&self) -> u64 {
        self.known.len() as u64
    }

    fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(u128, Known)>() + 1) + self.open.capacity() * size_of::<u128>()
    }

    fn bits(&self) -> u32 {
        128
    }
}
