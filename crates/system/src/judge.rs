//! Who judges states and steps from outside of this crate: a script.
//!
//! Invariant: a judge looks and changes nothing but what it remembers, which is a part of the state
//! ([`gmc_vm::monitored::Monitored`]). It says the same of the same state and step again. So what it finds wrong is
//! found again when the run is replayed.

use crate::Execution;
use gmc_model::{Choice, Choices, ErrorKind};

/// Something that a judge finds wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// What happened, in a sentence.
    pub message: String,
}

/// Judges states and steps.
pub trait Judge {
    /// A step is about to be taken.
    fn before(&mut self, execution: &mut Execution, choice: Choice);

    /// The step was taken. What is wrong with it, or with the state that it has led to.
    ///
    /// # Errors
    /// Why that cannot be told, in words.
    fn after(&mut self, execution: &mut Execution, choice: Choice) -> Result<Option<Wrong>, String>;

    /// The abstract state of the current one, if the judge tells abstract states.
    ///
    /// # Errors
    /// Why it cannot be told, in words.
    fn abstract_state(&mut self, execution: &mut Execution) -> Result<Option<u128>, String>;

    /// How good the current state is to go on from, if the judge rates states: smaller is sooner.
    fn score(&self) -> Option<u64>;

    /// Takes away choices that are not to be tried, if the judge chooses. Some are left.
    fn choose(&mut self, execution: &mut Execution, choices: &mut Choices);

    /// How many choices it has taken away.
    fn left_out(&self) -> u64;
}
