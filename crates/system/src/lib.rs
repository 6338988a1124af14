//! The program under check as a [`System`](gmc_model::System): its states, its choices and its steps.
//!
//! A step is one visible operation of a thread (one that other threads can notice), and then everything that the
//! thread does until it stands before its next visible operation. A state is the memory, the process state that is
//! not in memory ([`ProcessState`](gmc_vm::process_state::ProcessState)), and the local state of each thread: its
//! frames as words (`frame_words`) and its pending operation ([`pending`]).
//!
//! Invariant: the choices in a state follow from the pending operations alone. So listing them needs no registers,
//! and most steps need none either, because they come from the step cache (`step_cache`).
//!
//! [`Execution`] is the bare program. [`Checked`] wraps it in the layers that check properties and reduce the
//! search.

mod action;
mod audit;
mod canonical;
mod checks;
mod code_place;
mod data_usage;
mod execution;
mod footprint;
mod frame_words;
mod group;
mod ignore;
pub mod judge;
mod layer;
mod local_state;
pub mod observer;
pub mod parts;
mod paths;
pub mod pending;
mod properties;
pub mod propositions;
mod questions;
mod race;
mod score;
mod speculation;
mod step;
mod step_cache;
mod step_tree;
pub mod variables;

pub use audit::Suspended;
pub use checks::{Checks, Circles};
pub use code_place::{At, is_file};
pub use execution::{Execution, ProcessSnapshot, ThreadState};
pub use ignore::IgnoreRules;
pub use layer::{Checked, Snapshot};
pub use questions::Questions;
pub use score::Scorer;
