//! What the machine records about a run for others: search, step cache, reports. No part of a state.

use crate::boundaries::Boundaries;
use crate::nondet::Source;
use crate::premises::Relied;
use crate::read_write_set::ReadWriteSet;
use crate::symbolic::{InputLog, SolverTotals};
use crate::thread_accesses::ThreadAccesses;
use crate::tolerate::Tolerated;
use std::collections::BTreeMap;

/// A byte from outside.
#[derive(Clone, Copy, Debug)]
pub struct GivenByte {
    /// Its number among all values.
    pub value: usize,
    /// The byte, if it is a number.
    pub byte: Option<u8>,
}

/// What is recorded. All but `relied` and `tolerated` is off by default, as it costs time.
#[derive(Default)]
pub struct Observations {
    /// Statements of GIMPLE executed so far; none unless they are counted.
    pub statements: Option<u64>,
    /// What the current thread reads and writes; none unless its step is to be cached.
    pub read_write_set: Option<Box<ReadWriteSet>>,
    /// Where calls begin and end before which threads stop; none unless propositions ask about calls.
    pub boundaries: Option<Box<Boundaries>>,
    /// What operations read and change of threads.
    pub thread_accesses: ThreadAccesses,
    /// Nondeterministic values and what was decided of them; none unless the run's inputs are to be found.
    pub inputs: Option<Box<InputLog>>,
    /// What the run got from outside, where that can be anything.
    pub given: BTreeMap<Source, Vec<GivenByte>>,
    /// What solvers were asked.
    pub solver: SolverTotals,
    /// Errors that were met and did not count.
    pub tolerated: Tolerated,
    /// Premises that the run has relied on.
    pub relied: Relied,
}
