//! What a machine uses again: it saves time, and is no part of a state.

use crate::stack::Stack;
use gmc_term::{Budget, Solver};
use std::cell::RefCell;

/// What can be used again, and is no part of a state.
pub struct Reuse {
    /// A sweep pays when there are this many dead objects.
    pub sweep_at: u32,
    /// Stacks of threads that are gone.
    pub stacks: Vec<Stack>,
    /// What was learnt about conditions.
    pub solver: RefCell<Solver>,
}

impl Reuse {
    /// Nothing yet; a sweep pays with so many dead objects.
    pub(crate) fn new(sweep_at: u32) -> Reuse {
        Reuse { sweep_at, stacks: Vec::new(), solver: RefCell::new(Solver::new(Budget::default())) }
    }
}
