//! The properties that a run checks beyond what every operation checks, and the inputs it leaves nondeterministic.

use crate::propositions::{ProcessPropositions, Propositions};
use gmc_ir::program::Global;
use gmc_vm::premises::NondetInputs;
use std::sync::Arc;

/// What is checked, beyond what every operation checks.
#[derive(Clone, Debug)]
pub struct Checks {
    /// Report data races.
    pub races: bool,
    /// Report heap memory that is still allocated although nothing points to it.
    pub leaks: bool,
    /// Report threads that wait for ever.
    pub deadlocks: bool,
    /// Let waiting threads wake up although no thread has woken them.
    pub spurious: bool,
    /// The most values of a nondeterministic value that are tried one by one, where the program needs a number.
    pub choices: u32,
    /// Whether nondeterministic values of so few numbers are chosen where they are made.
    pub early_choices: bool,
    /// Whether what the program computes from nondeterministic values stays a term.
    pub symbolic: bool,
    /// Conflicts after which the solver gives up on a question.
    pub solver_effort: u64,
    /// What nondeterministic values are, in the order in which the run makes them, where that is known.
    pub numbers: Option<Arc<[u64]>>,
    /// The inputs from outside the program that are nondeterministic.
    pub free: NondetInputs,
    /// Functions that must return nonzero in every state. They are compiled with the program.
    pub invariants: Vec<Global>,
    /// What becomes of threads that go round in circles for ever, and do nothing that others could notice.
    pub circles: Circles,
    /// What temporal properties look at.
    pub propositions: Option<Arc<Propositions>>,
    /// The same where there are several processes.
    pub of_processes: Option<Arc<ProcessPropositions>>,
}

/// What becomes of threads that go round in circles for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Circles {
    /// That is an error.
    #[default]
    Error,
    /// It is none: the search comes back to the state.
    Allowed,
    /// Nobody looks for them: a step goes on until others can notice something, however long that takes.
    Unsought,
}

impl Checks {
    /// The default of [`Checks::choices`].
    pub const CHOICES: u32 = 256;
    /// As many conflicts the solver has on a question, unless the user says otherwise.
    pub const SOLVER_EFFORT: u64 = 30_000;
}

impl Default for Checks {
    fn default() -> Checks {
        Checks {
            races: true,
            leaks: true,
            deadlocks: true,
            spurious: false,
            choices: Checks::CHOICES,
            early_choices: false,
            symbolic: true,
            solver_effort: Checks::SOLVER_EFFORT,
            numbers: None,
            free: NondetInputs::default(),
            invariants: Vec::new(),
            circles: Circles::Error,
            propositions: None,
            of_processes: None,
        }
    }
}
