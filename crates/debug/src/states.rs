//! States of a run that are kept, to go on from the nearest one.
//!
//! Invariant: the initial state is always among them.

use gmc_observe::tracer::TraceMark;
use gmc_system::Snapshot;

/// States that are kept at most.
const MAX_STATES: usize = 256;

/// A state, and what was known of the run that led there.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) snapshot: Snapshot,
    pub(crate) trace: TraceMark,
}

/// States before some of the steps of a run.
pub(crate) struct States {
    /// By step, in order.
    kept: Vec<(usize, State)>,
    /// They are so many steps apart.
    interval: usize,
    /// The state before the step that the session is in.
    base: (usize, State),
}

impl States {
    /// The initial state.
    pub(crate) fn new(initial: State) -> States {
        States { kept: vec![(0, initial.clone())], interval: 16, base: (0, initial) }
    }

    /// Whether the state before a step is to be kept.
    pub(crate) fn wants(&self, step: usize) -> bool {
        step > 0 && step.is_multiple_of(self.interval)
    }

    /// Keeps the state before a step. When there are too many, every other one goes.
    pub(crate) fn keep(&mut self, step: usize, state: State) {
        self.kept.push((step, state));
        if self.kept.len() > MAX_STATES {
            self.interval *= 2;
            let interval = self.interval;
            self.kept.retain(|it| it.0.is_multiple_of(interval));
        }
    }

    /// Forgets the states after the one before this step.
    pub(crate) fn truncate(&mut self, step: usize) {
        self.kept.retain(|it| it.0 <= step);
    }

    /// The nearest state at or before a step.
    pub(crate) fn nearest(&self, step: usize) -> (usize, State) {
        let near = self.kept.iter().rev().find(|it| it.0 <= step).expect("the initial state is kept");
        let is_base = self.base.0 <= step && self.base.0 >= near.0;
        if is_base { self.base.clone() } else { near.clone() }
    }

    /// The step that the session is in.
    pub(crate) fn base_step(&self) -> usize {
        self.base.0
    }

    /// The session is in this step now.
    pub(crate) fn set_base(&mut self, step: usize, state: State) {
        self.base = (step, state);
    }
}
