//! Summaries of states: every access of every step that was taken on the way from a state to the ends (Yang, Chen,
//! Gopalakrishnan and Kirby: Efficient stateful dynamic partial order reduction, SPIN 2008).
//!
//! When a state is met again and not explored, its summary stands for what would have followed: each access in it may
//! race with a step of the path. Many states have the same summary, so summaries are numbered sets, each kept once.
//! Of objects without a lasting name only the class is known here: a state that is met again may have other numbers
//! for them.

use super::hash::BuildNumberHasher;
use super::threads::ThreadSet;
use gmc_model::{Access, ThreadId};
use std::collections::HashMap;

/// A numbered set of accesses by threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Summary(u32);

impl Summary {
    /// Nothing more happens.
    pub(super) const NOTHING: Summary = Summary(0);
}

/// An access, and the thread that makes it.
pub(super) type ThreadAccess = (ThreadId, Access);

pub(super) struct Summaries {
    accesses: Vec<ThreadAccess>,
    numbers: HashMap<ThreadAccess, u32, BuildNumberHasher>,
    /// Sorted numbers of accesses, and the threads that make them.
    sets: Vec<(Box<[u32]>, ThreadSet)>,
    known: HashMap<Box<[u32]>, Summary, BuildNumberHasher>,
    /// Sets that were made of others, by what they were made of.
    unions: HashMap<(u32, u32), Summary, BuildNumberHasher>,
    additions: HashMap<(u32, u32), Summary, BuildNumberHasher>,
    bytes: usize,
}

impl Summaries {
    pub(super) fn new() -> Summaries {
        let nothing: Box<[u32]> = Box::default();
        Summaries {
            accesses: Vec::new(),
            numbers: HashMap::default(),
            sets: vec![(nothing.clone(), ThreadSet::EMPTY)],
            known: HashMap::from_iter([(nothing, Summary::NOTHING)]),
            unions: HashMap::default(),
            additions: HashMap::default(),
            bytes: 0,
        }
    }

    /// The accesses of a set.
    pub(super) fn accesses(&self, summary: Summary) -> impl Iterator<Item = &ThreadAccess> {
        self.sets[summary.0 as usize].0.iter().map(|&it| &self.accesses[it as usize])
    }

    /// The threads that take steps.
    pub(super) fn threads(&self, summary: Summary) -> ThreadSet {
        self.sets[summary.0 as usize].1
    }

    /// A set with what a step has touched added.
    pub(super) fn with(&mut self, mut summary: Summary, thread: ThreadId, accesses: &[Access]) -> Summary {
        for access in accesses {
            let access = access.lasting();
            let number = *self.numbers.entry((thread, access)).or_insert_with(|| {
                self.accesses.push((thread, access));
                self.accesses.len() as u32 - 1
            });
            summary = match self.additions.get(&(summary.0, number)) {
                Some(&known) => known,
                None => {
                    let set = &self.sets[summary.0 as usize].0;
                    let sum = match set.binary_search(&number) {
                        Ok(_) => summary,
                        Err(at) => {
                            let mut sum = set.to_vec();
                            sum.insert(at, number);
                            self.number(sum)
                        }
                    };
                    self.additions.insert((summary.0, number), sum);
                    sum
                }
            };
        }
        summary
    }

    /// Both sets.
    pub(super) fn union(&mut self, one: Summary, other: Summary) -> Summary {
        if one == other || other == Summary::NOTHING {
            return one;
        }
        if one == Summary::NOTHING {
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

    fn number(&mut self, set: Vec<u32>) -> Summary {
        let set = set.into_boxed_slice();
        if let Some(&known) = self.known.get(&set) {
            return known;
        }
        let threads = set.iter().map(|&it| self.accesses[it as usize].0).collect();
        let summary = Summary(self.sets.len() as u32);
        self.bytes += 2 * size_of_val::<[u32]>(&set);
        self.sets.push((set.clone(), threads));
        self.known.insert(set, summary);
        summary
    }

    pub(super) fn bytes(&self) -> usize {
        let memo = 2 * size_of::<(u32, u32, Summary)>();
        self.bytes + 64 * self.sets.len() + memo * (self.unions.capacity() + self.additions.capacity())
    }
}
