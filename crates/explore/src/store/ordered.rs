//! A set of numbers in hash tables that are kept in order.
//!
//! The number's top bits choose one of 1024 segments, the bits after them its home in the segment: home = bits ·
//! homes / 2⁶⁴. Both grow with the number, so a segment under linear probing can be kept sorted (O. Amble, D. E.
//! Knuth: Ordered hash tables, 1974). That buys three things: a search ends at the first number that is not smaller,
//! after (1 + 1/(1−α))/2 slots on average, whether it finds something or not (3.8 at a load α of 0.85, in one or two
//! cache lines); growing is one pass over two arrays; and a segment can grow by any factor, so that little memory is
//! unused.
//!
//! A segment grows by itself, hence a set of 10⁸ numbers pauses for the time that it takes to copy 2 MB.
//!
//! Invariants: the numbers of a segment are sorted and none stands before its home; between a number and its home no
//! slot is empty; the numbers behind the last home stand in a tail that is extended when it is full.

/// A number of the set. Numbers are expected to be spread evenly; otherwise the set gets slow, not wrong.
pub(super) trait Key: Copy + Ord {
    /// Stands for an empty slot: the largest number, at which every search ends.
    const EMPTY: Self;
    /// The top 64 bits.
    fn top(self) -> u64;
}

impl Key for u128 {
    const EMPTY: u128 = u128::MAX;
    #[inline]
    fn top(self) -> u64 {
        (self >> 64) as u64
    }
}

impl Key for u64 {
    const EMPTY: u64 = u64::MAX;
    #[inline]
    fn top(self) -> u64 {
        self
    }
}

const SEGMENT_BITS: u32 = 10;

/// A segment in which more than 17 of 20 homes are taken grows by three eighths.
const FULL: (usize, usize) = (17, 20);

/// One with fewer homes doubles, since its memory does not matter yet.
const SMALL: usize = 64;

#[derive(Clone, Debug)]
struct Segment<K> {
    slots: Box<[K]>,
    homes: u32,
    len: u32,
}

/// The set.
#[derive(Clone, Debug)]
pub(super) struct Ordered<K> {
    segments: Vec<Segment<K>>,
    len: u64,
    /// Of all slots.
    bytes: usize,
    /// Whether the number that stands for empty slots is in the set.
    has_empty: bool,
}

impl<K: Key> Ordered<K> {
    pub(super) fn new() -> Ordered<K> {
        let none = Segment { slots: Box::default(), homes: 0, len: 0 };
        Ordered { segments: vec![none; 1 << SEGMENT_BITS], len: 0, bytes: 0, has_empty: false }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.segments.len() * size_of::<Segment<K>>()
    }

    /// All numbers, in order.
    pub(super) fn keys(&self) -> impl Iterator<Item = K> + '_ {
        let taken =
            self.segments.iter().flat_map(|it| it.slots.iter().copied()).filter(|&key| key != K::EMPTY);
        taken.chain(self.has_empty.then_some(K::EMPTY))
    }

    /// Whether the number is there.
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        if key == K::EMPTY {
            return self.has_empty;
        }
        let segment = &self.segments[(key.top() >> (64 - SEGMENT_BITS)) as usize];
        segment.slots.get(segment.find(key)) == Some(&key)
    }

    /// Whether the number is new.
    #[inline]
    pub(super) fn insert(&mut self, key: K) -> bool {
        if key == K::EMPTY {
            let new = !std::mem::replace(&mut self.has_empty, true);
            self.len += u64::from(new);
            return new;
        }
        let segment = &mut self.segments[(key.top() >> (64 - SEGMENT_BITS)) as usize];
        let at = segment.find(key);
        if segment.slots.get(at) == Some(&key) {
            return false;
        }
        self.len += 1;
        self.bytes -= size_of_val(&*segment.slots);
        segment.insert(key, at);
        self.bytes += size_of_val(&*segment.slots);
        true
    }
}

impl<K: Key> Segment<K> {
    #[inline]
    fn home(&self, key: K) -> usize {
        let bits = key.top() << SEGMENT_BITS;
        ((u128::from(bits) * u128::from(self.homes)) >> 64) as usize
    }

    /// The first slot from the number's home on that does not hold a smaller one; perhaps the one behind the last.
    #[inline]
    fn find(&self, key: K) -> usize {
        let mut at = self.home(key);
        while self.slots.get(at).is_some_and(|&it| it < key) {
            at += 1;
        }
        at
    }

    /// Puts a number that is not there where [`Segment::find`] says.
    fn insert(&mut self, key: K, at: usize) {
        let mut at = at;
        if (self.len as usize + 1) * FULL.1 > self.homes as usize * FULL.0 {
            self.grow();
            at = self.find(key);
        }
        self.len += 1;
        let free = self.slots.iter().skip(at).position(|&it| it == K::EMPTY);
        let free = free.map_or(self.slots.len(), |distance| at + distance);
        if free == self.slots.len() {
            self.slots = self.copy(self.homes, 2 * (free - self.homes as usize));
        }
        self.slots.copy_within(at..free, at + 1);
        self.slots[at] = key;
    }

    #[cold]
    fn grow(&mut self) {
        let homes = self.homes as usize;
        let homes = if homes < SMALL { (2 * homes).max(4) } else { homes * 11 / 8 };
        let homes = u32::try_from(homes).expect("a segment has fewer than 2³² homes");
        let tail = 2 + (homes as usize / 8).min(14);
        self.slots = self.copy(homes, tail);
        self.homes = homes;
    }

    /// The slots for as many homes, and at least as many slots behind them.
    #[cold]
    fn copy(&self, homes: u32, tail: usize) -> Box<[K]> {
        let to = Segment { slots: Box::default(), homes, len: 0 };
        let mut slots = vec![K::EMPTY; homes as usize + tail];
        let mut next = 0;
        for &key in self.slots.iter().filter(|&&key| key != K::EMPTY) {
            let at = to.home(key).max(next);
            if at == slots.len() {
                slots.resize(at + tail, K::EMPTY);
            }
            slots[at] = key;
            next = at + 1;
        }
        slots.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// What the top of the file promises.
    fn check<K: Key + std::fmt::Debug>(set: &Ordered<K>, expected: &BTreeSet<K>) {
        assert_eq!(set.len(), expected.len() as u64);
        let mut slots = 0;
        let mut keys = Vec::new();
        for (number, segment) in (0..).zip(&set.segments) {
            slots += size_of_val(&*segment.slots);
            let taken: Vec<(usize, K)> =
                segment.slots.iter().copied().enumerate().filter(|it| it.1 != K::EMPTY).collect();
            assert_eq!(taken.len(), segment.len as usize);
            assert!(taken.len() * FULL.1 <= segment.homes as usize * FULL.0);
            for &(at, key) in &taken {
                assert_eq!(key.top() >> (64 - SEGMENT_BITS), number);
                let home = segment.home(key);
                assert!(home <= at);
                assert!(segment.slots[home..at].iter().all(|&it| it < key));
            }
            keys.extend(taken.iter().map(|it| it.1));
        }
        keys.extend(set.has_empty.then_some(K::EMPTY));
        assert!(keys.iter().eq(expected.iter()), "sorted as a whole");
        assert_eq!(set.bytes(), slots + set.segments.len() * size_of::<Segment<K>>());
    }

    fn keys() -> impl Strategy<Value = Vec<u128>> {
        let spread = any::<u128>();
        // All in few homes, at the end of a segment, at both ends of the range.
        let crowded = (0..2000_u128).prop_map(|low| (0x1234_5678 << 96) | low);
        let last_home = (0..2000_u128).prop_map(|low| (u128::MAX >> 10) - (low << 50));
        let ends = prop_oneof![Just(0), Just(1), Just(u128::MAX), Just(u128::MAX - 1)];
        prop::collection::vec(prop_oneof![4 => spread, 4 => crowded, 4 => last_home, 1 => ends], 0..3000)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn is_a_set(keys in keys()) {
            let (mut set, mut expected) = (Ordered::new(), BTreeSet::new());
            for &key in &keys {
                prop_assert_eq!(set.insert(key), expected.insert(key));
            }
            check(&set, &expected);
            prop_assert!(keys.iter().all(|&key| !set.insert(key)));
        }

        #[test]
        fn is_a_set_of_short_keys(keys in keys()) {
            let (mut set, mut expected) = (Ordered::new(), BTreeSet::new());
            for key in keys.iter().map(|&key| (key >> 64) as u64 ^ key as u64) {
                prop_assert_eq!(set.insert(key), expected.insert(key));
            }
            check(&set, &expected);
        }
    }
}
