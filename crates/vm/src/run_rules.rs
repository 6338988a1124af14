//! What a run may do beyond what the program says: set once by the options, the same in all states.

use crate::failures::FaultBudget;
use crate::ignored::Ignored;
use crate::premises::NondetInputs;
use crate::programs::Programs;
use gmc_model::{ErrorPolicy, Halt};
use std::sync::Arc;

/// What a run may do, and when it ends early.
#[derive(Clone, Default)]
pub struct RunRules {
    /// Waiting threads may wake up although no other thread has woken them.
    pub spurious_wakeups: bool,
    /// A nondeterministic value is split into at most this many numbers, each tried by itself; none where there are no
    /// nondeterministic values.
    pub most_choices: Option<u32>,
    /// A nondeterministic value of at most so many numbers is chosen where it is made.
    pub early_choices: bool,
    /// What the program computes from nondeterministic values stays a term; otherwise they become numbers.
    pub symbolic: bool,
    /// What nondeterministic values are, in the order in which the run makes them, where that is known.
    pub numbers: Option<Arc<[u64]>>,
    /// Inputs that may be any value.
    pub nondet_inputs: NondetInputs,
    /// Threads stop before labels, since propositions ask about them.
    pub visible_labels: bool,
    /// Calls that may fail.
    pub fault_budgets: Vec<FaultBudget>,
    /// The programs that processes can run.
    pub programs: Arc<Programs>,
    /// What is ignored when states are compared; none where nothing is.
    pub ignored: Option<Ignored>,
    /// Accesses to volatile scalars are atomic.
    pub volatile_atomic: bool,
    /// The process goes on before all others, as long as it can.
    pub goes_first: bool,
    /// Which errors count.
    pub policy: Arc<ErrorPolicy>,
    /// Asks the machine to stop.
    pub halt: Halt,
}
