//! Abstract states: what a function of the user's makes of a state (CMC's abstract states: Musuvathi's thesis, section
//! 3.6; abstract matching: Holzmann, Joshi: Model-driven software verification, SPIN 2004).
//!
//! A best-first search can prefer states whose abstract state was seldom met; that changes its order and nothing else.
//! Where states are *identified* by it, two with one abstract state, whose threads are at the same places, are taken
//! for one: the search follows runs of the system, but not all of them. Then the answer has a gap, whatever was met.
//!
//! Where the abstract state cannot be told, states are told apart as usual, and [`Abstracted::failed`] says why.

use gmc_model::{Approximable, Choice, Choices, HostMemory, Step, System};

/// A system whose states have abstract ones.
pub struct Abstracted<S> {
    system: S,
    uses: Abstraction,
    /// The abstract state of the current one.
    at: Option<u128>,
    marks: Vec<Option<u128>>,
    failed: Option<String>,
}

/// What abstract states are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Abstraction {
    /// Nothing: the layer passes everything on.
    #[default]
    Off,
    /// Which state comes next.
    Order,
    /// Which states are equal, too.
    Identity,
}

impl<S: Approximable> Abstracted<S> {
    /// A system that is about to start.
    pub fn new(system: S, uses: Abstraction) -> Abstracted<S> {
        let mut new = Abstracted { system, uses, at: None, marks: Vec::new(), failed: None };
        new.look();
        new
    }

    /// The abstract state of the current one. None: there is none, or it is not asked for.
    pub fn abstract_state(&self) -> Option<u128> {
        self.at
    }

    /// Why the abstract state of some state could not be told.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// The system.
    pub fn inner(&self) -> &S {
        &self.system
    }

    fn look(&mut self) {
        if self.uses == Abstraction::Off {
            return;
        }
        self.at = match self.system.abstract_state() {
            Ok(Some(found)) if self.uses == Abstraction::Identity => {
                Some(found ^ self.system.places().rotate_left(64))
            }
            Ok(found) => found,
            Err(why) => {
                self.failed.get_or_insert(why);
                None
            }
        };
    }
}

impl<S: Approximable> System for Abstracted<S> {
    type Snapshot = (S::Snapshot, AbstractState);

    fn choices(&mut self, out: &mut Choices) {
        self.system.choices(out);
    }

    fn step(&mut self, choice: Choice) -> Step {
        let step = self.system.step(choice);
        if matches!(step, Step::Moved { .. }) {
            self.look();
        }
        step
    }

    fn fingerprint(&mut self) -> u128 {
        match self.at.filter(|_| self.uses == Abstraction::Identity) {
            Some(found) => found,
            None => self.system.fingerprint(),
        }
    }

    fn mark(&mut self) {
        self.marks.push(self.at);
        self.system.mark();
    }

    fn rewind(&mut self) {
        self.at = *self.marks.last().expect("there is a mark");
        self.system.rewind();
    }

    fn forget(&mut self) {
        self.marks.pop();
        self.system.forget();
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.system.snapshot(), AbstractState(self.at))
    }

    fn restore(&mut self, (snapshot, kept): &Self::Snapshot) {
        self.marks.clear();
        self.at = kept.0;
        self.system.restore(snapshot);
    }
}

impl<S: HostMemory> HostMemory for Abstracted<S> {
    fn host_bytes(&self) -> usize {
        self.system.host_bytes() + self.marks.capacity() * size_of::<Option<u128>>()
    }
}

/// The part of a snapshot that the inner system does not have.
#[derive(Clone)]
pub struct AbstractState(Option<u128>);
