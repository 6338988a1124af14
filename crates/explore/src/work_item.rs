//! A part of a depth-first search that one worker hands to another (work sharing by stack splitting).

use gmc_model::Choice;

/// A path from the initial state, and choices of the states along it that are not tried yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WorkItem {
    /// The choices along the path. The state that the last one leads to was visited.
    pub(crate) path: Vec<Choice>,
    /// The choices that are left in each state of the path. The last state has some.
    pub(crate) untried: Vec<Vec<Choice>>,
}
