//! A set of fingerprints that several workers share, and that is read without locks.
//!
//! Most states that a search meets were visited before. So a lookup must not cost what a write costs when two
//! processors do it: a lock is a cache line that both write, so it travels between them at each lookup, even if no
//! worker ever waits. Here a state that is in the set is found by reading alone. Only a worker that does not find it
//! takes a lock, looks again, and inserts it.
//!
//! Segments as in [`Ordered`](super::ordered), but a number stays where it was put: the first free slot from its home
//! on (linear probing). A slot is written once, the number's first word last, so a worker that sees that word sees
//! the number. A segment that is full gets a larger table, and the old one stays as long as a worker uses it:
//! whatever is found there is in the set, and a worker that finds nothing takes the lock, which leads to the new
//! table.

use super::Visited;
use super::fingerprints::spread;
use super::shared::SharedVisited;
use crate::sync::{Arc, AtomicU64, AtomicUsize, Mutex, MutexGuard, Ordering, lock};

const SEGMENT_BITS: u32 = if cfg!(loom) { 1 } else { 10 };

/// A table in which more than four of five slots are taken grows by three eighths. Looking for what is not there
/// takes 13 slots on average before, two lines or three of them.
const FULL: (usize, usize) = (4, 5);

/// One with fewer slots doubles, since its memory does not matter yet.
const SMALL: usize = 64;

/// The first word of an empty slot. Numbers that start with it stand elsewhere; there will hardly ever be one.
const EMPTY: u64 = u64::MAX;

/// The set: two words of each fingerprint, which is the whole, or one, which is half.
#[derive(Debug)]
pub struct Concurrent<const WORDS: usize> {
    segments: Vec<Segment<WORDS>>,
    /// Of all tables in use.
    bytes: AtomicUsize,
    /// Numbers that look like empty slots.
    odd: Mutex<Vec<[u64; WORDS]>>,
}

/// A part of the set, on lines of memory of its own.
#[derive(Debug)]
#[repr(align(64))]
struct Segment<const WORDS: usize>(Mutex<Held<WORDS>>);

/// What a segment's lock protects: which table is in use, and the right to write to it.
#[derive(Debug)]
struct Held<const WORDS: usize> {
    table: Arc<Table<WORDS>>,
    len: usize,
}

#[derive(Debug)]
struct Table<const WORDS: usize> {
    slots: Box<[[AtomicU64; WORDS]]>,
}

/// A worker's hand in the set: the tables that it has seen last.
#[derive(Debug)]
pub struct Hand<'a, const WORDS: usize> {
    set: &'a Concurrent<WORDS>,
    tables: Vec<Arc<Table<WORDS>>>,
}

/// Where a number is, or would be.
enum Place {
    There,
    Free(usize),
}

impl<const WORDS: usize> Concurrent<WORDS> {
    /// An empty set.
    pub fn new() -> Concurrent<WORDS> {
        let segment = |_| Segment(Mutex::new(Held { table: Arc::new(Table::new(2)), len: 0 }));
        Concurrent {
            segments: (0..1 << SEGMENT_BITS).map(segment).collect(),
            bytes: AtomicUsize::new(0),
            odd: Mutex::new(Vec::new()),
        }
    }

    fn held(&self, segment: usize) -> MutexGuard<'_, Held<WORDS>> {
        lock(&self.segments[segment].0)
    }
}

impl<const WORDS: usize> Default for Concurrent<WORDS> {
    fn default() -> Concurrent<WORDS> {
        Concurrent::new()
    }
}

impl<const WORDS: usize> SharedVisited for Concurrent<WORDS> {
    type Hand<'a> = Hand<'a, WORDS>;

    fn hand(&self) -> Hand<'_, WORDS> {
        let tables = (0..self.segments.len()).map(|it| self.held(it).table.clone()).collect();
        Hand { set: self, tables }
    }
}

impl<const WORDS: usize> Hand<'_, WORDS> {
    /// The number was not found in the table known of its segment. Whether it is new.
    fn insert_locked(&mut self, segment: usize, key: [u64; WORDS]) -> bool {
        let mut held = self.set.held(segment);
        let place = held.table.find(key);
        if let Place::Free(mut at) = place {
            held.len += 1;
            if held.len * FULL.1 > held.table.slots.len() * FULL.0 {
                let larger = Arc::new(held.table.larger());
                let bytes = size_of_val(&*larger.slots) - size_of_val(&*held.table.slots);
                self.set.bytes.fetch_add(bytes, Ordering::Relaxed);
                held.table = larger;
                at = held.table.free(key);
            }
            held.table.put(at, key);
        }
        if !Arc::ptr_eq(&self.tables[segment], &held.table) {
            self.tables[segment] = held.table.clone();
        }
        matches!(place, Place::Free(_))
    }

    #[cold]
    fn insert_odd(&self, key: [u64; WORDS]) -> bool {
        let mut odd = lock(&self.set.odd);
        let new = !odd.contains(&key);
        if new {
            odd.push(key);
        }
        new
    }
}

impl<const WORDS: usize> Visited for Hand<'_, WORDS> {
    #[inline]
    fn insert(&mut self, fingerprint: u128) -> bool {
        let spread = spread(fingerprint);
        let key = std::array::from_fn(|word| (spread >> (64 - 64 * word)) as u64);
        if key[0] == EMPTY {
            return self.insert_odd(key);
        }
        let segment = (key[0] >> (64 - SEGMENT_BITS)) as usize;
        match self.tables[segment].find(key) {
            Place::There => false,
            Place::Free(_) => self.insert_locked(segment, key),
        }
    }

    fn len(&self) -> u64 {
        let segments = (0..self.set.segments.len()).map(|it| self.set.held(it).len as u64);
        segments.sum::<u64>() + lock(&self.set.odd).len() as u64
    }

    fn bytes(&self) -> usize {
        self.set.bytes.load(Ordering::Relaxed) + self.set.segments.len() * size_of::<Segment<WORDS>>()
    }

    fn bits(&self) -> u32 {
        64 * WORDS as u32
    }
}

impl<const WORDS: usize> Table<WORDS> {
    fn new(slots: usize) -> Table<WORDS> {
        let empty = || std::array::from_fn(|_| AtomicU64::new(EMPTY));
        Table { slots: (0..slots).map(|_| empty()).collect() }
    }

    #[inline]
    fn home(&self, key: [u64; WORDS]) -> usize {
        let bits = key[0] << SEGMENT_BITS;
        ((u128::from(bits) * self.slots.len() as u128) >> 64) as usize
    }

    /// Looks for a number, while others may be putting numbers in.
    #[inline]
    fn find(&self, key: [u64; WORDS]) -> Place {
        let mut at = self.home(key);
        loop {
            let slot = &self.slots[at];
            // The first word is written last, so the rest is there, too.
            let first = slot[0].load(Ordering::Acquire);
            if first == EMPTY {
                return Place::Free(at);
            }
            if first == key[0] && (1..WORDS).all(|word| slot[word].load(Ordering::Relaxed) == key[word]) {
                return Place::There;
            }
            at = if at + 1 < self.slots.len() { at + 1 } else { 0 };
        }
    }

    /// The slot for a number that is not there. One is always free.
    fn free(&self, key: [u64; WORDS]) -> usize {
        match self.find(key) {
            Place::Free(at) => at,
            Place::There => unreachable!("a number stands in a table once"),
        }
    }

    /// Writes to a free slot. The caller holds the segment's lock.
    fn put(&self, at: usize, key: [u64; WORDS]) {
        let slot = &self.slots[at];
        for word in (0..WORDS).rev() {
            slot[word].store(key[word], if word == 0 { Ordering::Release } else { Ordering::Relaxed });
        }
    }

    #[cold]
    fn larger(&self) -> Table<WORDS> {
        let slots = self.slots.len();
        let larger = Table::new(if slots < SMALL { 2 * slots } else { slots * 11 / 8 });
        for slot in &self.slots {
            // The lock is held: there are no other writers.
            let key = std::array::from_fn(|word| slot[word].load(Ordering::Relaxed));
            if key[0] != EMPTY {
                larger.put(larger.free(key), key);
            }
        }
        larger
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// What becomes the number itself when it is spread.
    fn unspread(key: u128) -> u128 {
        // The inverse of an odd number: each round doubles the bits that are right.
        let odd = spread(1);
        let inverse = (0..7).fold(odd, |it, _| it.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(it))));
        key.wrapping_mul(inverse)
    }

    fn keys() -> impl Strategy<Value = Vec<u128>> {
        // All in few homes, at the end of a segment, like empty slots.
        let crowded = (0..2000_u128).prop_map(|low| (0x1234_5678 << 96) | low);
        let last_home = (0..2000_u128).prop_map(|low| (u128::MAX >> 10) - (low << 50));
        let odd = (0..4_u128).prop_map(|low| u128::MAX - low);
        prop::collection::vec(
            prop_oneof![4 => any::<u128>(), 4 => crowded, 4 => last_home, 1 => odd],
            0..3000,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn is_a_set(keys in keys()) {
            let (set, mut expected) = (Concurrent::<2>::new(), BTreeSet::new());
            let mut hands = [set.hand(), set.hand()];
            for (at, &key) in keys.iter().enumerate() {
                prop_assert_eq!(hands[at % 2].insert(unspread(key)), expected.insert(key));
            }
            prop_assert_eq!(hands[0].len(), expected.len() as u64);
            prop_assert!(keys.iter().all(|&key| !hands[0].insert(unspread(key))));
        }

        #[test]
        fn is_a_set_of_halves(keys in keys()) {
            let (set, mut expected) = (Concurrent::<1>::new(), BTreeSet::new());
            let mut hands = [set.hand(), set.hand()];
            for (at, &key) in keys.iter().enumerate() {
                prop_assert_eq!(hands[at % 2].insert(unspread(key)), expected.insert(key >> 64));
            }
        }
    }

    #[test]
    fn each_number_is_new_to_one_of_four() {
        let set = Concurrent::<2>::new();
        let new = std::thread::scope(|scope| {
            let workers = (0..4_u128).map(|worker| {
                let mut hand = set.hand();
                scope.spawn(move || (0..200_000).filter(|it| hand.insert(it * (worker % 2 + 1))).count())
            });
            let workers = workers.collect::<Vec<_>>();
            workers.into_iter().map(|it| it.join().unwrap()).sum::<usize>()
        });
        assert_eq!(new, 300_000, "0 to 199,999, and the even ones after them");
        assert_eq!(set.hand().len(), 300_000);
    }

    #[test]
    fn little_memory_is_unused_at_any_moment() {
        let set = Concurrent::<2>::new();
        let mut hand = set.hand();
        for n in 1..1_000_000_u32 {
            hand.insert(u128::from(n));
            if n >= 100_000 && n % 1000 == 0 {
                let bytes = hand.bytes() as f64 / f64::from(n);
                assert!(bytes < 29.0, "{bytes}");
            }
        }
    }
}

#[cfg(all(test, loom))]
mod tests {
    use super::*;
    use loom::thread;

    /// Two insert numbers of one segment, one of them the same; the table grows meanwhile.
    #[test]
    fn one_of_two_is_told_that_a_state_is_new() {
        loom::model(|| {
            let set = Arc::new(Concurrent::<2>::new());
            let insert = |set: &Concurrent<2>, own: u128| {
                let mut hand = set.hand();
                usize::from(hand.insert(7)) + usize::from(hand.insert(own)) + usize::from(hand.insert(own))
            };
            let other = {
                let set = Arc::clone(&set);
                thread::spawn(move || insert(&set, 2))
            };
            let own = insert(&set, 4);
            assert_eq!(own + other.join().unwrap(), 3);
            assert_eq!(set.hand().len(), 3);
        });
    }
}
