//! Systems that can be asked what approximations look at.

use crate::system::{Choice, System};

/// A limit of what may happen along a run, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimitId(pub u32);

/// A system that can be asked what approximations look at. None of this changes the state.
pub trait Approximable: System {
    /// How often the last step did what a limit is about, a number for each limit.
    fn events(&mut self, out: &mut Vec<u32>);

    /// The values in the current state of what a limit is about: one for each process that has it, with the process.
    fn values(&mut self, of: LimitId, out: &mut Vec<(u32, u128)>);

    /// Whether a thread stands where the handler of an event is over: it waits for the next one, or gives way.
    fn rests(&self, choice: Choice) -> bool;

    /// The abstract state that belongs to the current one. None: the program names no function that tells it.
    ///
    /// # Errors
    /// In words, where it cannot be told.
    fn abstract_state(&mut self) -> Result<Option<u128>, String>;

    /// A hash of where the threads are.
    fn places(&mut self) -> u128;
}
