//! Values that make up a state: copied at no cost, hashed once, compared by what they hold.
//!
//! Such a value is plain data with derived equality and a derived hash, so nothing is left out by hand; a field that is
//! no part of the state says so by its type ([`NotState`]). The hash function is fixed, so that all workers, and a
//! search that goes on from a checkpoint, agree on it. A pointer to what the program can allocate does not belong here:
//! the numbers of objects are no names. It stands in memory, in the library's record (`library::record`) or a thread's.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::OnceLock;
use xxhash_rust::xxh3::Xxh3;

/// The hash of a value: 128 bits, by a fixed function.
pub fn print_of(value: &(impl Hash + ?Sized)) -> u128 {
    let mut hasher = Xxh3::new();
    value.hash(&mut hasher);
    hasher.digest128()
}

/// A value that is hashed once, until it is changed.
#[derive(Clone, Debug, Default)]
pub struct Hashed<T> {
    value: T,
    /// Its hash, once somebody has asked for it.
    print: OnceLock<u128>,
}

impl<T> Hashed<T> {
    /// A value whose hash is not known yet.
    pub fn new(value: T) -> Hashed<T> {
        Hashed { value, print: OnceLock::new() }
    }
}

impl<T: Hash> Hashed<T> {
    /// The hash of the value.
    pub fn print(&self) -> u128 {
        *self.print.get_or_init(|| print_of(&self.value))
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
        self.print = OnceLock::new();
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
