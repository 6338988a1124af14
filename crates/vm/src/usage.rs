//! Optimistic data usage: which threads access which bytes of variables while others run, and with which locks held.
//!
//! An access is independent of other threads if none of them does anything with the same bytes that conflicts with it:
//! data that is only read, that one thread uses, or that all access with a common lock held (S. Stoller, E. Cohen:
//! Optimistic synchronization-based state-space reduction, TACAS 2003). So is giving back a lock that other threads
//! only take and give back (C. Flanagan, S. Qadeer: Transactions for software model checking, 2003). What other threads
//! do is known as far as runs have shown it: a search asks, and every yes is kept here. When a later use turns a yes
//! into a no, the search has relied on something wrong and starts again.
//!
//! Invariant: uses are only ever added, so a yes may become a no, never the other way round.

use gmc_model::ThreadId;
use std::collections::{HashMap, HashSet};

/// Further locks do not count: a set of them is a word.
pub const MOST_LOCKS: usize = 64;

/// A set of locks, by number.
pub type Locks = u64;

/// Kinds of things that need not be interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Data that no thread changes, or that one thread uses.
    pub data: bool,
    /// Data that threads use with a lock held.
    pub locks: bool,
    /// Giving a lock back.
    pub unlock: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { data: true, locks: true, unlock: true }
    }
}

/// What is done with bytes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// They are read.
    Read,
    /// They are written.
    Write,
    /// The bytes are a lock, which its thread waits for and takes, or has and gives back.
    Lock,
    /// The bytes are a lock, and whether a thread has it makes a difference.
    Try,
}

/// A thread, or all threads of a class (`symmetry`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThreadName(u32);

impl ThreadName {
    /// Numbers of threads are smaller.
    const CLASS: u32 = 1 << 31;

    /// All threads of a class.
    pub fn of_class(class: u32) -> ThreadName {
        ThreadName(class | ThreadName::CLASS)
    }
}

impl From<ThreadId> for ThreadName {
    fn from(thread: ThreadId) -> ThreadName {
        ThreadName(thread.0)
    }
}

/// A thread does something with bytes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// Its number, or the name of all that are like it (`symmetry`): a search that takes them for each other may see
    /// one of them do what the other one does.
    pub thread: ThreadName,
    /// What it does.
    pub act: Act,
    /// The variable.
    pub object: u32,
    /// The first byte.
    pub start: u64,
    /// The byte behind the last one.
    pub end: u64,
    /// Locks that it holds.
    pub locks: Locks,
}

impl Use {
    fn overlaps(&self, other: &Use) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether whatever conflicts with the other one, of the same object, conflicts with this one.
    fn covers(&self, other: &Use) -> bool {
        self.thread == other.thread
            && (self.act == other.act || (self.act, other.act) == (Act::Write, Act::Read))
            && self.start <= other.start
            && other.end <= self.end
            && self.locks & !other.locks == 0
    }

    /// Whether it may happen next to something that another thread does with the same object, so that the order
    /// matters.
    fn conflicts(&self, other: &Use, seen: &Usage) -> bool {
        let one = self.thread == other.thread && !seen.several.contains(&self.thread);
        if one || !self.overlaps(other) {
            return false;
        }
        match (self.act, other.act) {
            (Act::Read, Act::Read) | (Act::Lock, Act::Lock) => false,
            (Act::Read | Act::Write, Act::Read | Act::Write) => self.locks & other.locks & seen.sound == 0,
            _ => true,
        }
    }
}

/// The bytes of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The variable.
    pub object: u32,
    /// The first byte.
    pub start: u64,
    /// The byte behind the last one.
    pub end: u64,
}

/// All that was seen.
#[derive(Debug, Default)]
pub struct Usage {
    rules: Rules,
    uses: HashMap<u32, Vec<Use>>,
    /// Uses that were said to be independent, by object.
    relied: HashMap<u32, HashSet<Use>>,
    locks: Vec<Lock>,
    /// Those of them that are taken and given back by their functions, and by nothing else.
    sound: Locks,
    /// A thread has done something that may conflict with everything.
    everything: bool,
    /// Names under which several threads run at a time.
    several: HashSet<ThreadName>,
}

impl Usage {
    /// Nothing was seen yet.
    pub fn new(rules: Rules) -> Usage {
        Usage { rules, ..Usage::default() }
    }

    /// The number of a lock, unless there are too many.
    pub fn lock(&mut self, lock: Lock) -> Option<usize> {
        let known = self.locks.iter().position(|it| *it == lock);
        if known.is_some() || self.locks.len() == MOST_LOCKS {
            return known;
        }
        self.locks.push(lock);
        let number = self.locks.len() - 1;
        let uses = self.uses.get(&lock.object);
        if !uses.into_iter().flatten().any(|it| spoils(it, &lock)) {
            self.sound |= 1 << number;
        }
        Some(number)
    }

    /// Takes a use down. False if that refutes what was relied on.
    pub fn add(&mut self, new: Use) -> bool {
        let uses = self.uses.entry(new.object).or_default();
        if uses.iter().any(|it| it.covers(&new)) {
            return true;
        }
        uses.retain(|it| !new.covers(it));
        uses.push(new);
        let spoilt = self.locks.iter().enumerate().filter(|it| spoils(&new, it.1));
        let spoilt = spoilt.fold(0, |set, (number, _)| set | 1 << number) & self.sound;
        self.sound &= !spoilt;
        if spoilt != 0 {
            return self.relied.values().flatten().all(|it| self.concerns_nobody(it));
        }
        let relied = self.relied.get(&new.object);
        !relied.into_iter().flatten().any(|it| it.conflicts(&new, self))
    }

    /// Several threads run under a name. False if that refutes what was relied on.
    pub fn add_several(&mut self, thread: ThreadName) -> bool {
        !self.several.insert(thread) || self.relied.values().flatten().all(|it| self.concerns_nobody(it))
    }

    /// The class with this name is given up: its threads are known by their numbers.
    pub fn forget(&mut self, thread: ThreadName) {
        self.uses.values_mut().for_each(|it| it.retain(|it| it.thread != thread));
    }

    /// A thread does something that may concern everything, while others run. False if that refutes what was relied on.
    pub fn add_everything(&mut self) -> bool {
        self.everything = true;
        self.relied.is_empty()
    }

    /// Whether what a thread is about to do is independent of all other threads. A yes is relied on.
    pub fn ask(&mut self, next: Use) -> bool {
        let asked = match next.act {
            Act::Read | Act::Write => self.rules.data,
            Act::Lock => self.rules.unlock,
            Act::Try => false,
        };
        let next = Use { locks: if self.rules.locks { next.locks } else { 0 }, ..next };
        let yes = asked && self.concerns_nobody(&next);
        if yes {
            self.relied.entry(next.object).or_default().insert(next);
        }
        yes
    }

    fn concerns_nobody(&self, next: &Use) -> bool {
        let uses = self.uses.get(&next.object);
        !self.everything && !uses.into_iter().flatten().any(|it| next.conflicts(it, self))
    }

    /// A new search relies on nothing yet.
    pub fn rely_on_nothing(&mut self) {
        self.relied.clear();
    }
}

/// Whether a use changes the owner of a lock without the lock's functions.
fn spoils(it: &Use, lock: &Lock) -> bool {
    it.act == Act::Write && it.object == lock.object && it.start < lock.end && lock.start < it.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(thread: u32, act: Act, start: u64, locks: Locks) -> Use {
        Use { thread: ThreadId(thread).into(), act, object: 1, start, end: start + 4, locks }
    }

    const MUTEX: Lock = Lock { object: 2, start: 0, end: 24 };

    #[test]
    fn what_is_only_read_or_used_by_one_concerns_nobody() {
        let mut usage = Usage::default();
        assert!(usage.add(at(1, Act::Read, 0, 0)) && usage.add(at(2, Act::Read, 0, 0)));
        assert!(usage.ask(at(1, Act::Read, 0, 0)) && !usage.ask(at(1, Act::Write, 0, 0)));
        assert!(usage.ask(at(1, Act::Write, 4, 0)) && usage.ask(at(1, Act::Read, 4, 0)));
        assert!(usage.add(at(1, Act::Write, 4, 0)), "it is its own");
        assert!(!usage.add(at(2, Act::Read, 6, 0)), "two bytes of it are another's");
    }

    #[test]
    fn a_lock_in_common_suffices_until_somebody_writes_to_it() {
        let mut usage = Usage::default();
        assert_eq!(usage.lock(MUTEX), Some(0));
        assert!(usage.add(at(1, Act::Write, 0, 1)) && usage.add(at(2, Act::Write, 0, 1)));
        assert!(usage.ask(at(1, Act::Write, 0, 1)));
        assert!(!usage.ask(at(1, Act::Write, 0, 0)), "without the lock it is a race");
        assert!(usage.add(Use { object: 2, ..at(1, Act::Lock, 0, 0) }));
        assert!(!usage.add(Use { object: 2, ..at(3, Act::Write, 0, 0) }), "the lock is worth nothing");
        assert!(!usage.ask(at(1, Act::Write, 0, 1)));
    }

    #[test]
    fn fewer_locks_than_before_refute() {
        let mut usage = Usage::default();
        usage.lock(MUTEX);
        assert!(usage.add(at(2, Act::Read, 0, 1)));
        assert!(usage.ask(at(1, Act::Write, 0, 1)));
        assert!(usage.add(at(2, Act::Read, 0, 3)), "more locks make no difference");
        assert!(!usage.add(at(2, Act::Read, 0, 2)));
        usage.rely_on_nothing();
        assert!(!usage.ask(at(1, Act::Write, 0, 1)), "what was seen stays");
    }

    #[test]
    fn giving_a_lock_back_concerns_who_tries() {
        let mut usage = Usage::default();
        assert!(usage.add(at(2, Act::Lock, 0, 0)) && usage.ask(at(1, Act::Lock, 0, 0)));
        assert!(!usage.add(at(3, Act::Try, 0, 0)));
        assert!(usage.ask(at(3, Act::Lock, 0, 0)), "it is the only one who tries");
    }

    #[test]
    fn several_under_one_name_are_others() {
        let mut usage = Usage::default();
        assert!(usage.add(at(1, Act::Write, 0, 0)) && usage.ask(at(1, Act::Write, 0, 0)));
        assert!(!usage.add_several(ThreadId(1).into()) && !usage.ask(at(1, Act::Read, 0, 0)));
        assert!(usage.add_several(ThreadId(1).into()), "that is known");
        usage.forget(ThreadId(1).into());
        assert!(usage.ask(at(1, Act::Write, 0, 0)), "whoever did it is known by another name");
    }

    #[test]
    fn everything_is_everything() {
        let mut usage = Usage::default();
        assert!(usage.ask(at(1, Act::Read, 0, 0)));
        assert!(!usage.add_everything() && !usage.ask(at(1, Act::Read, 0, 0)));
    }
}
