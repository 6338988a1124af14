//! Why an answer is not complete: one type for everything that a search, a layer or a command leaves out.
//!
//! Invariant: a part of the program that leaves something out reports a [`Gap`]. A verdict with a gap is never *holds*.

use crate::approximation::Approximation;
use crate::outcome::{Hindrance, Stopped};
use crate::violation::Violation;

/// Something that an answer does not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The search ended early.
    Stopped(Stopped),
    /// What lies deeper than the search was allowed to go.
    Depth {
        /// States whose choices were not tried.
        cut: u64,
    },
    /// What follows from something that the search could not see through: not modelled, or not decidable.
    Hindrance(Hindrance),
    /// States that were taken for visited and were not, and what only they lead to (bitstate hashing).
    Bitstate {
        /// About how many of those that were met.
        missed: u64,
    },
    /// Runs with more context switches than allowed.
    ContextBound {
        /// The bound.
        bound: ContextBound,
        /// Choices that were not offered.
        cut: u64,
    },
    /// Something that the user has given up so that the search gets further.
    Approximation(Approximation),
    /// What comes after an error that is allowed.
    AfterAllowed {
        /// The error, as it was met first.
        violation: Box<Violation>,
        /// How many steps ended with it.
        count: u64,
    },
    /// An audit has refuted a claim that the search relied on. Nothing that was found counts.
    Audit {
        /// The claim, and what contradicts it.
        what: String,
    },
    /// A part of the property that was not checked.
    Property {
        /// Which part, in a sentence without capital and full stop.
        what: String,
    },
    /// A violation that a limit kept from being replayed.
    NotReplayed {
        /// What came in between.
        why: String,
    },
    /// An assumption of the answer that the user does not accept.
    Assumption {
        /// The assumption, as a clause.
        what: String,
    },
    /// A mistake of the checker itself.
    Internal {
        /// What went wrong.
        what: String,
    },
}

/// How many changes from one thread to another a run may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContextBound {
    /// All changes count.
    Switches(u32),
    /// Only those count that take a thread its turn away: it could have gone on.
    Preemptions(u32),
}
