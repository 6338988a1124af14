//! What a state is beside its memory: values that go back with it, and what makes two of them the same.
//!
//! Such a value is plain data with derived equality and a derived hash, so nothing is left out by hand; a field that is no
//! part of the state says so by its type ([`NotState`]). The hash function is fixed, so that all workers, and a search that goes
//! on from a checkpoint, agree on it. A pointer to what the program can allocate does not belong here: the numbers of
//! objects are no names. It stands in memory, in the library's record (`library::record`) or a thread's.

use crate::library;
use crate::machine::{Machine, Process};
use crate::world::World;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::OnceLock;
use xxhash_rust::xxh3::Xxh3;

/// The hash of a value: 128 bits, by a fixed function.
pub(crate) fn print_of(value: &(impl Hash + ?Sized)) -> u128 {
    let mut hasher = Xxh3::new();
    value.hash(&mut hasher);
    hasher.digest128()
}

/// A value that is hashed once, until it is changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hashed<T> {
    value: T,
    /// Its hash, once somebody has asked for it.
    print: OnceLock<u128>,
}

impl<T> Hashed<T> {
    pub(crate) fn new(value: T) -> Hashed<T> {
        Hashed { value, print: OnceLock::new() }
    }
}

impl<T: Hash> Hashed<T> {
    /// The hash of the value.
    pub(crate) fn print(&self) -> u128 {
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
pub(crate) struct CopyOnWrite<T>(Rc<Hashed<T>>);

impl<T> CopyOnWrite<T> {
    /// Keeps a value.
    pub(crate) fn new(value: T) -> CopyOnWrite<T> {
        CopyOnWrite(Rc::new(Hashed::new(value)))
    }

    /// Whether this is the very copy, not merely an equal one.
    pub(crate) fn is(&self, other: &CopyOnWrite<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Hash> CopyOnWrite<T> {
    /// The hash of the value.
    pub(crate) fn print(&self) -> u128 {
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
pub(crate) struct NotState<T>(pub(crate) T);

impl<T> PartialEq for NotState<T> {
    fn eq(&self, _: &NotState<T>) -> bool {
        true
    }
}

impl<T> Eq for NotState<T> {}

impl<T> Hash for NotState<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// All that a state is beside its memory and where its threads stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ProcessState {
    pub(crate) process: CopyOnWrite<Process>,
    pub(crate) library: CopyOnWrite<library::State>,
    pub(crate) world: CopyOnWrite<World>,
}

impl ProcessState {
    /// Whether these are the very copies.
    pub(crate) fn is(&self, other: &ProcessState) -> bool {
        let ProcessState { process, library, world } = other;
        self.process.is(process) && self.library.is(library) && self.world.is(world)
    }
}

impl Machine {
    /// What the current state is beside memory.
    pub(crate) fn beside(&self) -> ProcessState {
        let (process, library, world) = (self.process.clone(), self.library.clone(), self.world.clone());
        ProcessState { process, library, world }
    }

    /// Returns to what a state was beside memory.
    pub(crate) fn set_beside(&mut self, beside: &ProcessState) {
        let ProcessState { process, library, world } = beside;
        if !self.process.is(process) {
            self.process = process.clone();
        }
        if !self.library.is(library) {
            self.library = library.clone();
        }
        if !self.world.is(world) {
            self.world = world.clone();
        }
    }

    /// A hash of what the current state is beside memory.
    pub(crate) fn print_beside(&self) -> u128 {
        let (library, world) = (self.library.print().rotate_left(43), self.world.print().rotate_left(85));
        self.process.print().wrapping_add(library).wrapping_add(world)
    }
}
