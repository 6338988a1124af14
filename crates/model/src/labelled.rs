//! Systems whose states have propositions: what temporal properties talk about.

use crate::system::{Obstacle, System};
use crate::thread::ThreadId;

/// A proposition of a system, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropositionId(pub u32);

/// A system whose states have propositions.
///
/// Equal states have equal letters. A step changes what propositions say at most once: whatever they look at changes
/// only with the visible operation of the step.
pub trait Labelled: System {
    /// Which of these propositions hold in the current state: a bit for each, the first one's is the lowest. Nothing
    /// where that is to be decided first: then the state's choices are the cases, all of one thread, and a step by one
    /// of them is no step of a run.
    ///
    /// # Errors
    /// When one of them has no value here.
    fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>>;

    /// Adds the threads that cannot go on without ending a run that then does not count: they stand before an
    /// assumption that does not hold. None of them has choices. A run that leaves them where they are for ever is
    /// one only if threads may be left out.
    fn barred(&self, out: &mut Vec<ThreadId>);

    /// A number for the code where a thread stands, for those who want runs that come to much of it.
    fn standing(&self, thread: ThreadId) -> u64;
}
