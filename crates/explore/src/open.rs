//! What is left to do of a depth-first search, apart from what it has visited.

use gmc_model::Choice;

/// A path from the initial state, and choices of the states along it that nobody has tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    /// The choices along the path. What the last one leads to was visited, so nobody needs to take it.
    pub(crate) path: Vec<Choice>,
    /// The choices that are left in each state of the path; the last state has some.
    pub(crate) untried: Vec<Vec<Choice>>,
}
