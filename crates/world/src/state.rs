//! Values that make up a state: copied at no cost, hashed once, compared by what they hold.
//!
//! Such a value is plain data with derived equality and a derived hash, so nothing is left out by hand; a field that is
//! no part of the state says so by its type ([`NotState`]). The hash function is fixed, so that all workers, and a
//! search that goes on from a checkpoint, agree on it. A pointer to what the program can allocate does not belong here:
//! the numbers of objects are no names. It stands in memory, in the library's record (`library::record`) or a thread's.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The hash of a value: 128 bits, by a fixed function.
pub fn print_of(value: &(impl Hash + ?Sized)) -> u128 {
    let mut hasher = Gathered::default();
    value.hash(&mut hasher);
    hasher.digest()
}

/// Gathers what is hashed, so that a value of few bytes is hashed at once. That is several times faster, and gives the
/// same hash.
struct Gathered {
    bytes: [u8; GATHERED],
    len: usize,
    /// Has all bytes before those, where there were more.
    whole: Option<Box<Xxh3>>,
}

/// So many bytes are gathered.
const GATHERED: usize = 512;

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered { bytes: [0; GATHERED], len: 0, whole: None }
    }
}

impl Gathered {
    #[cold]
    fn empty_into_whole(&mut self, more: &[u8]) {
        let whole = self.whole.get_or_insert_default();
        whole.update(&self.bytes[..self.len]);
        whole.update(more);
        self.len = 0;
    }

    fn digest(mut self) -> u128 {
        if self.whole.is_some() {
            self.empty_into_whole(&[]);
        }
        match &self.whole {
            Some(whole) => whole.digest128(),
            None => xxh3_128(&self.bytes[..self.len]),
        }
    }
}

impl Hasher for Gathered {
    #[inline]
    fn write(&mut self, more: &[u8]) {
        match self.bytes.get_mut(self.len..self.len + more.len()) {
            Some(room) => {
                room.copy_from_slice(more);
                self.len += more.len();
            }
            None => self.empty_into_whole(more),
        }
    }

    fn finish(&self) -> u64 {
        unreachable!("only the digest of 128 bits is asked for")
    }
}

/// A hash that is computed once. All who compute it get the same, so it makes no difference who writes it down; a lock
/// would take as long as the hash.
#[derive(Debug, Default)]
struct Print {
    halves: [AtomicU64; 2],
    is_known: AtomicBool,
}

impl Print {
    fn get_or(&self, compute: impl FnOnce() -> u128) -> u128 {
        let [low, high] = &self.halves;
        if self.is_known.load(Ordering::Acquire) {
            let (low, high) = (low.load(Ordering::Relaxed), high.load(Ordering::Relaxed));
            return u128::from(high) << 64 | u128::from(low);
        }
        let print = compute();
        low.store(print as u64, Ordering::Relaxed);
        high.store((print >> 64) as u64, Ordering::Relaxed);
        self.is_known.store(true, Ordering::Release);
        print
    }
}

impl Clone for Print {
    fn clone(&self) -> Print {
        let copy = Print::default();
        if self.is_known.load(Ordering::Acquire) {
            copy.get_or(|| self.get_or(|| unreachable!("it is known")));
        }
        copy
    }
}

/// A value that is hashed once, until it is changed.
#[derive(Clone, Debug, Default)]
pub struct Hashed<T> {
    value: T,
    /// Its hash, once somebody has asked for it.
    print: Print,
}

impl<T> Hashed<T> {
    /// A value whose hash is not known yet.
    pub fn new(value: T) -> Hashed<T> {
        Hashed { value, print: Print::default() }
    }
}

impl<T: Hash> Hashed<T> {
    /// The hash of the value.
    pub fn print(&self) -> u128 {
        self.print.get_or(|| print_of(&self.value))
    }
}

impl<T: PartialEq> PartialEq for Hashed<T> {
    fn eq(&self, other: &Hashed<T>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Hashed<T> {}

impl<T: Hash> Hash for Hashed<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.print().hash(state);
    }
}

impl<T> Deref for Hashed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Hashed<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.print = Print::default();
        &mut self.value
    }
}

/// A value of which copies can be kept at no cost. It is copied when it is changed while a copy is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CopyOnWrite<T>(Rc<Hashed<T>>);

impl<T> CopyOnWrite<T> {
    /// Keeps a value.
    pub fn new(value: T) -> CopyOnWrite<T> {
        CopyOnWrite(Rc::new(Hashed::new(value)))
    }

    /// Whether this is the very copy, not merely an equal one.
    pub fn is(&self, other: &CopyOnWrite<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Hash> CopyOnWrite<T> {
    /// The hash of the value.
    pub fn print(&self) -> u128 {
        self.0.print()
    }
}

impl<T> Deref for CopyOnWrite<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: Clone> DerefMut for CopyOnWrite<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut *Rc::make_mut(&mut self.0)
    }
}

/// A part of a value that is hashed apart from it: whoever wants the hash of both adds that of the part. So the part
/// can become another one, and the hash of the rest stays known ([`CopyOnWrite::change_apart`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Apart<T>(pub T);

impl<T> Hash for Apart<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Apart<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Clone> CopyOnWrite<T> {
    /// Changes parts that are hashed apart, and nothing else.
    pub fn change_apart<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut Rc::make_mut(&mut self.0).value)
    }
}

/// What no program can see, or what is the same in all states: whatever it holds, two of them are equal.
#[derive(Clone, Debug, Default)]
pub struct NotState<T>(pub T);

impl<T> PartialEq for NotState<T> {
    fn eq(&self, _: &NotState<T>) -> bool {
        true
    }
}

impl<T> Eq for NotState<T> {}

impl<T> Hash for NotState<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is gathered has the hash that it has piece by piece.
    #[test]
    fn values_of_any_length_have_the_hash_of_their_bytes() {
        for len in (0..40).chain([GATHERED - 9, GATHERED - 8, GATHERED - 7, GATHERED, 3 * GATHERED + 5]) {
            let value: (u64, Vec<u8>, u16) = (7, (0..len).map(|it| it as u8).collect(), 9);
            let mut whole = Xxh3::new();
            value.hash(&mut whole);
            assert_eq!(print_of(&value), whole.digest128(), "{len} bytes");
        }
    }

    #[test]
    fn parts_hashed_apart_leave_the_hash_of_the_rest() {
        let mut value = CopyOnWrite::new((1, Apart(2)));
        let (print, kept) = (value.print(), value.clone());
        value.change_apart(|it| it.1.0 = 3);
        assert_eq!((value.print(), value == kept, kept.1.0), (print, false, 2));
        (*value).0 = 4;
        assert_ne!(value.print(), print);
    }
}
