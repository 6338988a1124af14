//! What a state is beside its memory, and beside where its threads stand.
//!
//! All of it is plain data with derived equality and a derived hash, so nothing is left out by hand.

use crate::library::LibraryState;
use crate::machine::{Machine, Process};
use gmc_world::World;
use gmc_world::state::CopyOnWrite;

/// All that a state is beside its memory and where its threads stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProcessState {
    /// What concerns all threads.
    pub process: CopyOnWrite<Process>,
    /// What the library remembers.
    pub library: CopyOnWrite<LibraryState>,
    /// Files, clock, environment.
    pub world: CopyOnWrite<World>,
}

impl ProcessState {
    /// Whether these are the very copies.
    pub fn is(&self, other: &ProcessState) -> bool {
        let ProcessState { process, library, world } = other;
        self.process.is(process) && self.library.is(library) && self.world.is(world)
    }
}

impl Machine {
    /// What the current state is beside memory.
    pub fn beside(&self) -> ProcessState {
        let (process, library, world) = (self.process.clone(), self.library.clone(), self.world.clone());
        ProcessState { process, library, world }
    }

    /// Returns to what a state was beside memory.
    pub fn set_beside(&mut self, beside: &ProcessState) {
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
    #[inline]
    pub fn print_beside(&self) -> u128 {
        self.print_own().wrapping_add(self.print_outside())
    }

    /// A hash of that part of it that is the process's own, unless it is the only one. What it has in common with
    /// others is added once by whoever runs them.
    #[inline]
    pub fn print_of_part(&self) -> u128 {
        if self.compiled.uses.system { self.print_own() } else { self.print_beside() }
    }

    fn print_own(&self) -> u128 {
        let (library, world) = (self.library.print().rotate_left(43), self.world.print().rotate_left(85));
        self.process.print().wrapping_add(library).wrapping_add(world)
    }

    fn print_outside(&self) -> u128 {
        self.world.files.outside().print().rotate_left(21)
    }
}
