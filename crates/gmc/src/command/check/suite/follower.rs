//! Follows a search: the path to its current state, and the ways of branches on it that no test takes.
//!
//! A search says when it takes a step, marks a state, goes back and keeps states; nothing else has to be known of the
//! engine. A path has ended where the search goes back from a state that it has just come to: the program has ended
//! there, something is wrong, or the state was visited before, so that what follows belongs to an earlier path.

use super::Suite;
use super::concrete::PathEnd;
use crate::cli::TestsPer;
use gmc_model::{Choice, Step};
use gmc_observe::{BranchWitness, Crossing, Reached};
use gmc_system::observer::{Motion, Observer};
use gmc_vm::InterpResult;
use gmc_vm::machine::{Machine, SliceEnd};
use std::sync::Arc;

/// Steps after which a path that takes new ways becomes a test although it goes on.
const LATE: usize = 64;

/// Follows one worker of a search.
pub(in super::super) struct Follower {
    suite: Arc<Suite>,
    /// What else is recorded of what is executed.
    reached: Option<Reached>,
    path: Vec<Choice>,
    /// How long the path is to each mark, and where its thread stood.
    marks: Vec<(usize, Option<Crossing>)>,
    crossing: Option<Crossing>,
    /// Ways on the path that no test takes.
    fresh: Vec<usize>,
    /// How long the path was when the first of them was taken.
    fresh_since: usize,
    /// The search has not gone on from the current state.
    is_tip: bool,
}

impl Follower {
    /// Follows a search from its start.
    pub(in super::super) fn new(suite: Arc<Suite>, reached: Option<Reached>) -> Follower {
        Follower {
            suite,
            reached,
            path: Vec::new(),
            marks: Vec::new(),
            crossing: None,
            fresh: Vec::new(),
            fresh_since: 0,
            is_tip: false,
        }
    }

    fn stepped(&mut self, choice: Choice, step: &Step) {
        if self.fresh.is_empty() {
            self.fresh_since = self.path.len();
        }
        self.path.push(choice);
        self.is_tip = matches!(step, Step::Moved { .. });
        match step {
            Step::Moved { .. } => {
                if self.path.len() - self.fresh_since >= LATE {
                    self.consider_fresh(PathEnd::Reached);
                }
            }
            Step::Violated(violation) => {
                if self.suite.per == TestsPer::Branch && self.suite.wants_error(violation) {
                    self.consider(PathEnd::Reached);
                }
                self.end(PathEnd::Reached);
            }
            Step::Unknown(_) => self.end(PathEnd::Obstacle),
            // What an assumption rules out is no path; but it may take a way that nothing else takes.
            Step::Pruned => self.consider_fresh(PathEnd::Reached),
            Step::Stopped(_) => {}
        }
    }

    /// The path ends here.
    fn end(&mut self, end: PathEnd) {
        self.is_tip = false;
        self.consider_fresh(end);
        if self.suite.per == TestsPer::Path && self.suite.is_new(&self.path) {
            self.consider(end);
        }
    }

    /// The path may be no whole one, but takes ways that no test takes.
    fn consider_fresh(&mut self, end: PathEnd) {
        if self.suite.per == TestsPer::Branch && !self.fresh.is_empty() {
            self.consider(end);
        }
    }

    fn consider(&mut self, end: PathEnd) {
        let fresh = std::mem::take(&mut self.fresh);
        self.fresh_since = self.path.len();
        self.suite.consider(&self.path, end, &fresh);
    }

    /// The search is elsewhere.
    fn leave(&mut self, crossing: Option<Crossing>) {
        self.crossing = crossing;
        self.fresh.clear();
        self.fresh_since = self.path.len();
    }
}

impl Observer for Follower {
    fn follows_run(&self) -> bool {
        false
    }

    fn slice(&mut self, machine: &mut Machine, left: &mut u64) -> InterpResult<SliceEnd> {
        if !machine.runs_first_program() {
            return machine.slice(left);
        }
        let Follower { suite, reached, crossing, fresh, .. } = self;
        let mut witness = BranchWitness {
            branches: &suite.branches,
            thread: machine.current,
            crossing,
            reached: reached.as_mut(),
            taken: |way| {
                if suite.wants(way) && !fresh.contains(&way) {
                    fresh.push(way);
                }
            },
        };
        machine.slice_with(left, &mut witness)
    }

    fn moved(&mut self, motion: &mut Motion<'_>) {
        match motion {
            Motion::Step(choice, step) => self.stepped(*choice, step),
            Motion::Mark => self.marks.push((self.path.len(), self.crossing)),
            Motion::Rewind => {
                if self.is_tip {
                    self.end(PathEnd::Reached);
                }
                let (length, crossing) = self.marks.last().copied().unwrap_or_default();
                self.path.truncate(length);
                self.leave(crossing);
            }
            Motion::Forget => {
                self.marks.pop();
            }
            Motion::Snapshot(path) => {
                // Others may come first: what is known now is not left for later.
                self.consider_fresh(PathEnd::Reached);
                self.is_tip = false;
                **path = Some(self.path.as_slice().into());
            }
            Motion::Restore(path) => {
                if self.is_tip {
                    self.end(PathEnd::Reached);
                }
                self.path = path.map_or_else(Vec::new, <[Choice]>::to_vec);
                self.marks.clear();
                self.leave(None);
            }
            Motion::Fork(_) | Motion::Begin(_) => {}
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        if self.is_tip {
            self.end(PathEnd::Reached);
        }
    }
}
