//! The states that were visited, each with what was left asleep there and what happens from it, and the cycles among them.
//!
//! A state is open while it is on the path, or on a cycle with one that is. Cycles are found by Gabow's path-based
//! algorithm (Inf. Process. Lett. 74, 2000): `roots` are the open states that may turn out to be the first of their cycle.

use super::path::Spread;
use super::summary::Future;
use super::threads::ThreadSet;
use crate::store::Visited;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

#[derive(Default)]
pub(super) struct Nodes {
    known: HashMap<u128, Node, BuildHasherDefault<Spread>>,
    /// The open states, in the order in which they were met.
    open: Vec<u128>,
    roots: Vec<u32>,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Threads that were not tried there.
    pub(super) asleep: ThreadSet,
    status: Status,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Number so many among those that are open.
    Open(u32),
    Closed(Future),
}

/// What a state that was met is.
pub(super) enum Meeting {
    /// There is something to try in it: threads asleep.
    Explore(ThreadSet),
    /// Everything was tried in it, with this future.
    Done(Future),
    /// It is on a cycle with the path's states from this open state on.
    Cycle(u32),
}

impl Nodes {
    /// The path leads to a state, with these threads asleep.
    pub(super) fn meet(&mut self, fingerprint: u128, asleep: ThreadSet) -> Meeting {
        let Some(node) = self.known.get(&fingerprint) else { return Meeting::Explore(asleep) };
        if !node.asleep.without(asleep).is_empty() {
            // What was asleep is not all that may be: again, with what may be both times.
            return Meeting::Explore(node.asleep & asleep);
        }
        match node.status {
            Status::Closed(future) => Meeting::Done(future),
            Status::Open(at) => {
                while self.roots.last().is_some_and(|&root| root > at) {
                    self.roots.pop();
                }
                Meeting::Cycle(*self.roots.last().expect("what is open has a root"))
            }
        }
    }

    /// The state becomes the last one of the path. Its number among those that are open, and whether it is new.
    pub(super) fn enter(&mut self, fingerprint: u128, asleep: ThreadSet) -> (u32, bool) {
        let at = self.open.len() as u32;
        let old = self.known.insert(fingerprint, Node { asleep, status: Status::Open(at) });
        self.open.push(fingerprint);
        self.roots.push(at);
        (at, old.is_none())
    }

    /// An open state turns out to have nobody asleep.
    pub(super) fn wake(&mut self, fingerprint: u128) {
        if let Some(node) = self.known.get_mut(&fingerprint) {
            node.asleep = ThreadSet::EMPTY;
        }
    }

    /// The path's last state, an open one, is removed from it. Whether it was the first of its cycle: all states of the cycle
    /// have this future then.
    pub(super) fn leave(&mut self, at: u32, future: Future) -> bool {
        if self.roots.last() != Some(&at) {
            return false;
        }
        self.roots.pop();
        for (index, fingerprint) in (at..).zip(self.open.drain(at as usize..)) {
            if let Some(node) = self.known.get_mut(&fingerprint)
                && node.status == Status::Open(index)
            {
                node.status = Status::Closed(future);
            }
        }
        true
    }
}

impl Visited for Nodes {
    fn insert(&mut self, fingerprint: u128) -> bool {
        let node = Node { asleep: ThreadSet::EMPTY, status: Status::Closed(Future::NOTHING) };
        self.known.insert(fingerprint, node).is_none()
    }

    fn len(&self) -> u64 {
        self.known.len() as u64
    }

    fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(u128, Node)>() + 1) + self.open.capacity() * size_of::<u128>()
    }

    fn bits(&self) -> u32 {
        128
    }
}
