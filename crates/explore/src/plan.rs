//! What a search is asked to do, and what it tells while it runs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search is asked to do. The default looks for the first violation, without reduction and without limits.
#[derive(Default)]
pub struct Plan<'a> {
    /// Go on after the first violation, and find one for each cause.
    pub all: bool,
    /// Try only the choices that the system says suffice.
    pub reduce: bool,
    /// When to give up.
    pub limits: Limits,
    /// The search ends soon after this is set.
    pub stop: Option<&'a AtomicBool>,
    /// Likewise: a hypothesis of a reduction was refuted, and the search will be made again.
    pub moot: Option<&'a AtomicBool>,
    /// Called some ten times a second. Whether there is memory enough to go on.
    pub progress: Option<&'a mut dyn FnMut(&Progress) -> bool>,
}

/// When a search gives up. What it found until then is in its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// It ends soon after this time.
    pub time: Option<Duration>,
    /// It ends when it meets one state more.
    pub states: Option<u64>,
    /// It does not go on from states so many steps away from the initial one.
    pub depth: Option<u64>,
    /// It ends soon after system, visited set and search take this many bytes together.
    pub memory: Option<usize>,
}

/// How far a search is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Different states so far.
    pub states: u64,
    /// Steps so far.
    pub transitions: u64,
    /// How many steps the search is away from the initial state.
    pub depth: u64,
    /// States with choices that were not tried yet.
    pub frontier: u64,
    /// What system, visited set and search take now.
    pub bytes: usize,
    /// The share that is done of the tree of choices, if branches were alike: a guess, mostly too low.
    pub share: Option<f64>,
    /// Time so far.
    pub elapsed: Duration,
}
