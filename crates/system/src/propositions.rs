//! Propositions of temporal properties: expressions of C over the program's variables, evaluated on whole states.
//!
//! A proposition is compiled once: its names become places in memory, and its types are checked. Evaluating it then
//! loads and calculates. Beside what [`gmc_expression`] has, a proposition can ask where threads are:
//!
//! * `at(f)`: a thread is in a call of `f`; `at(f, 2)`: thread 2 is.
//! * `label("text")`: a thread stands before `gmc_label("text")`; `label("text", 2)`: thread 2 does.
//! * `ended(2)`: thread 2 has finished.
//! * `f()`: what a function of the program returns. It is called on the state, and what it does is rolled back.
//!
//! Invariant: what a proposition says changes only with visible operations. Threads share all variables from the start
//! of the program, so every write to what a variable leads to ends a step of an interleaved thread. A thread that is
//! alone stops only before writes to what propositions look at ([`Propositions::sees`]), before labels, and where a
//! call that propositions ask about begins or ends.
//!
//! Where what a proposition says is not decided yet, that is a choice (`decide`).
//!
//! Deliberately absent: formulas. What is true when stands in `gmc_ltl`.

mod compile;
mod decide;
mod decisions;
mod look;
mod processes;
mod visible;

pub use compile::{called_functions, is_predicate};
pub use decide::Look;
use gmc_expression::{Expr, Refusal};
use gmc_mem::{MemoryAccess, ObjId, Pointer};
use gmc_model::{PropositionId, ThreadId};
use gmc_vm::CodeId;
use gmc_vm::boundaries::Boundaries;
use gmc_vm::effects::Traits;
use gmc_vm::machine::Machine;
use gmc_vm::pending_call::PendingCall;
pub(crate) use look::Looking;
pub use processes::{ProcessPropositions, process_of};

/// The propositions of a program.
#[derive(Clone, Debug, Default)]
pub struct Propositions {
    list: Vec<Proposition>,
    /// The variables that they look at, sorted.
    watched: Vec<ObjId>,
    /// They look at whatever pointers lead to.
    follow_pointers: bool,
    /// The functions whose calls they ask about, sorted.
    calls: Vec<CodeId>,
    /// They ask about labels.
    labels: bool,
    /// The labels that they ask about and that are no text of the program.
    unknown_labels: Vec<String>,
}

/// A proposition.
#[derive(Clone, Debug)]
struct Proposition {
    /// As the user writes it, for messages.
    text: String,
    /// Names are resolved, and questions are names (`look::question`).
    expr: Expr,
    questions: Vec<Question>,
}

/// What a proposition asks beside the values of variables.
#[derive(Clone, Debug, PartialEq)]
enum Question {
    /// Whether a thread is in a call of one of these functions.
    At(Vec<CodeId>, Option<ThreadId>),
    /// Whether a thread stands before this label.
    Label(String, Option<ThreadId>),
    /// Whether a thread has finished.
    Ended(ThreadId),
    /// Whether a function of the program returns nonzero.
    Function(Pointer),
}

/// Why a proposition cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropositionError {
    /// Which one.
    pub proposition: PropositionId,
    /// What is wrong with it, in words.
    pub why: Refusal,
}

impl Propositions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The labels that they ask about and that are no text of the program, so that nobody can stand before one unless
    /// it is put together as the program runs.
    pub fn unknown_labels(&self) -> &[String] {
        &self.unknown_labels
    }

    /// Whether they look at variables alone. Then nothing but a thread's pending operation changes in its next step
    /// what they say; where a thread stands, and what pointers lead to, can change with steps that look private.
    pub(crate) fn look_at_variables_alone(&self) -> bool {
        !self.follow_pointers && self.list.iter().all(|it| it.questions.is_empty())
    }

    /// Has the machine stop where propositions can change.
    pub(crate) fn prepare(&self, machine: &mut Machine) {
        machine.rules.visible_labels = self.labels;
        if !self.calls.is_empty() {
            machine.observed.boundaries = Some(Box::new(Boundaries::new(self.calls.clone())));
        }
    }

    /// Whether an access may change what propositions say.
    pub(crate) fn sees(&self, access: &MemoryAccess) -> bool {
        access.write && (self.follow_pointers || self.watched.binary_search(&access.object).is_ok())
    }

    /// Whether a call of a library function may change what propositions say.
    pub(crate) fn sees_call(&self, op: &PendingCall) -> bool {
        self.labels && op.native.has(Traits::LABELS)
            || self.follow_pointers && !op.only_synchronises
            || self.watched.iter().any(|&it| op.may_touch(it))
    }
}
