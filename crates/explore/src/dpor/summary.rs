//! What can still happen from a state: every access of every step that was taken on the way from it to the ends.
//!
//! Many states have the same future, so futures are sets with numbers, each kept once. Of objects without a lasting name only
//! the class is known here: a state that is met again may have other numbers for them.

use super::path::Spread;
use super::threads::ThreadSet;
use gmc_model::{Access, ThreadId};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A set of accesses by threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Future(u32);

impl Future {
    /// Nothing more happens.
    pub(super) const NOTHING: Future = Future(0);
}

/// An access, and whose.
pub(super) type Deed = (ThreadId, Access);

pub(super) struct Futures {
    deeds: Vec<Deed>,
    numbers: HashMap<Deed, u32, BuildHasherDefault<Spread>>,
    /// Sorted numbers of deeds, and the threads that they are of.
    sets: Vec<(Box<[u32]>, ThreadSet)>,
    known: HashMap<Box<[u32]>, Future, BuildHasherDefault<Spread>>,
    /// Sets that were made of others.
    unions: HashMap<(u32, u32), Future, BuildHasherDefault<Spread>>,
    additions: HashMap<(u32, u32), Future, BuildHasherDefault<Spread>>,
    bytes: usize,
}

impl Futures {
    pub(super) fn new() -> Futures {
        let nothing: Box<[u32]> = Box::default();
        Futures {
            deeds: Vec::new(),
            numbers: HashMap::default(),
            sets: vec![(nothing.clone(), ThreadSet::EMPTY)],
            known: HashMap::from_iter([(nothing, Future::NOTHING)]),
            unions: HashMap::default(),
            additions: HashMap::default(),
            bytes: 0,
        }
    }

    /// The deeds of a set.
    pub(super) fn deeds(&self, future: Future) -> impl Iterator<Item = &Deed> {
        self.sets[future.0 as usize].0.iter().map(|&it| &self.deeds[it as usize])
    }

    /// The threads that do anything.
    pub(super) fn threads(&self, future: Future) -> ThreadSet {
        self.sets[future.0 as usize].1
    }

    /// A set with what a step has touched added.
    pub(super) fn with(&mut self, mut future: Future, thread: ThreadId, accesses: &[Access]) -> Future {
        for access in accesses {
            let access = access.lasting();
            let number = *self.numbers.entry((thread, access)).or_insert_with(|| {
                self.deeds.push((thread, access));
                self.deeds.len() as u32 - 1
            });
            future = match self.additions.get(&(future.0, number)) {
                Some(&known) => known,
                None => {
                    let set = &self.sets[future.0 as usize].0;
                    let sum = match set.binary_search(&number) {
                        Ok(_) => future,
                        Err(at) => {
                            let mut sum = set.to_vec();
                            sum.insert(at, number);
                            self.number(sum)
                        }
                    };
                    self.additions.insert((future.0, number), sum);
                    sum
                }
            };
        }
        future
    }

    /// Both sets.
    pub(super) fn union(&mut self, one: Future, other: Future) -> Future {
        if one == other || other == Future::NOTHING {
            return one;
        }
        if one == Future::NOTHING {
            return other;
        }
        let key = (one.0.min(other.0), one.0.max(other.0));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let (a, b) = (&self.sets[one.0 as usize].0, &self.sets[other.0 as usize].0);
        let mut sum = Vec::with_capacity(a.len() + b.len());
        sum.extend_from_slice(a);
        sum.extend_from_slice(b);
        sum.sort_unstable();
        sum.dedup();
        let sum = self.number(sum);
        self.unions.insert(key, sum);
        sum
    }

    fn number(&mut self, set: Vec<u32>) -> Future {
        let set = set.into_boxed_slice();
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let threads = set.iter().map(|&it| self.deeds[it as usize].0).collect();
        let future = Future(self.sets.len() as u32);
        self.bytes += 2 * size_of_val::<[u32]>(&set);
        self.sets.push((set.clone(), threads));
        self.known.insert(set, future);
        future
    }

    pub(super) fn bytes(&self) -> usize {
        let memo = 2 * size_of::<(u32, u32, Future)>();
        self.bytes + 64 * self.sets.len() + memo * (self.unions.capacity() + self.additions.capacity())
    }
}
