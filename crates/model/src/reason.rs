//! Why a run was safe, in terms of its choices: for searches that leave out runs that are safe for the same reason.

use crate::system::System;

/// Alternatives of a choice, one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceRange {
    /// The choice: its number among those of the run.
    pub choice: usize,
    /// The first alternative.
    pub first: u32,
    /// The last one.
    pub last: u32,
}

/// How a run ended of which a reason is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The program came to its end, and nothing was wrong.
    Ended,
    /// A step was [pruned](crate::Step::Pruned).
    Pruned,
    /// Otherwise: only this run is known.
    Other,
}

/// A system that tells why a run was safe.
///
/// A reason is a list of ranges, at most one for each choice, and the run's own choices are within. Every run whose
/// choices are within them is safe: it comes to no violation and to no obstacle. A choice that a run does not come to
/// counts as within.
pub trait Reasons: System {
    /// Begins to record a run at the current state, or stops to. This costs time.
    fn record(&mut self, on: bool);

    /// The next step takes an alternative of the choice with this number. Only steps with several alternatives have
    /// choices.
    fn at_choice(&mut self, choice: usize, alternative: u32);

    /// Why the recorded run is safe. None where no more is known than the run itself.
    fn reason(&mut self, end: RunEnd) -> Option<Vec<ChoiceRange>>;
}
