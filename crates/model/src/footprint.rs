//! What a step depends on and what it changes, for searches that leave out orders of steps that make no difference.

use crate::system::System;
use crate::thread::ThreadId;

/// Bytes that a step has looked at or changed, of something that several threads can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Whose bytes: a number that stands for the same thing all along a run. If it is [unnamed](Access::unnamed), it
    /// may stand for something else in another run to an equal state.
    pub object: u64,
    /// The first byte.
    pub start: u64,
    /// The byte behind the last one.
    pub end: u64,
    /// Whether they were changed.
    pub write: bool,
    /// Whether it is about waiting.
    pub gate: Gate,
}

/// What an access has to do with waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gate {
    /// Nothing that would be known.
    Free,
    /// The step could not have happened before another one had opened these bytes last.
    Needs,
    /// Nothing that needs these bytes could have happened just before this step.
    Opens,
}

impl Access {
    /// Marks the number of an object that has no lasting name.
    const UNNAMED: u64 = 1 << 63;

    /// Of such a number, the bits that tell objects of one class apart.
    const WHICH: u64 = u32::MAX as u64;

    /// The object that every access of every step is about.
    const EVERYTHING: u64 = u64::MAX;

    /// The number of an object without a lasting name. In equal states such objects may have other numbers, never
    /// other classes. `number` is not 0, and only the lowest 30 bits of `class` count.
    pub const fn unnamed(class: u32, number: u32) -> u64 {
        debug_assert!(number != 0);
        Access::UNNAMED | ((class & (u32::MAX >> 2)) as u64) << 32 | number as u64
    }

    /// The access, as far as it is the same in every run to an equal state: of an object without a lasting name, the
    /// class is left, and it stands for all objects of that class.
    #[must_use]
    pub fn lasting(self) -> Access {
        let which = if self.is_unnamed() { Access::WHICH } else { 0 };
        Access { object: self.object & !which, ..self }
    }

    /// Whether it stands for all objects of a class.
    pub fn is_class(&self) -> bool {
        self.is_unnamed() && self.object & Access::WHICH == 0
    }

    /// Whether the object has no lasting name.
    #[inline]
    pub fn is_unnamed(&self) -> bool {
        self.object & Access::UNNAMED != 0 && !self.is_everything()
    }

    /// A step that commutes with no other: what it touches is not known, or it ends the program.
    pub const fn everything() -> Access {
        Access { object: Access::EVERYTHING, start: 0, end: 1, write: true, gate: Gate::Free }
    }

    /// Whether it is about everything.
    #[inline]
    pub fn is_everything(&self) -> bool {
        self.object == Access::EVERYTHING
    }

    /// Whether the order of the two makes a difference.
    #[inline]
    pub fn conflicts(&self, other: &Access) -> bool {
        let same = self.object == other.object
            && self.start < other.end
            && other.start < self.end
            && (self.write || other.write);
        same || self.is_everything() || other.is_everything()
    }
}

/// A system that tells what its steps touch.
///
/// Two steps of different threads commute if no access of one conflicts with one of the other: taken in either order
/// from the same state, they lead to the same state, and neither enables or disables the other or changes its
/// footprint.
pub trait Footprints: System {
    /// Begins to record footprints, which costs time, or stops to. When it begins, a search begins: what layers have
    /// counted is forgotten.
    fn track(&mut self, on: bool);

    /// Appends what the last step has touched, in order, whatever it led to; and the threads that it has created.
    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>);

    /// How many threads there are, or have been. Their numbers are smaller.
    fn thread_count(&self) -> u32;

    /// Whether a thread is blocked: it has no choice in the current state, and is not at its end. Appends what was
    /// read to find that out, which is what has to change before it can go on.
    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool;

    /// Whether a number is no thread's but that of an actor of the environment, which has no end.
    fn is_actor(&self, _: ThreadId) -> bool {
        false
    }
}
