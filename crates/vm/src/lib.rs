//! The machine: executes a program's GIMPLE under every check.
//!
//! [`lower`] turns a program into register code and puts its variables into memory; [`Machine`] runs it. Errors of the
//! program are [`InterpError`]s: data that [`diagnose`] turns into a violation with the program's own names.
//!
//! Deliberately absent: any decision. The driver of the machine (a schedule or a search) takes the choices that the
//! program leaves open.

mod allocate;
pub mod allow;
pub mod boundaries;
pub mod call;
pub mod code;
pub mod compiled;
pub mod diagnose;
pub mod effects;
pub mod exec;
pub mod exit;
pub mod failures;
pub mod fork;
pub mod frame;
pub mod halt;
pub mod holdings;
pub mod hypotheses;
pub mod id;
pub mod ignored;
pub mod image;
pub mod interp_error;
pub mod library;
pub mod library_call;
mod listing;
pub mod liveness;
pub mod locks;
pub mod lower;
pub mod machine;
pub mod messages;
pub mod monitored;
pub mod native;
pub mod nested;
pub mod nondet;
pub mod observations;
pub mod peers;
pub mod pending_call;
pub mod premises;
pub mod process_state;
pub mod programs;
pub mod read_write_set;
pub mod record;
pub mod reg;
pub mod registers;
pub mod reuse;
pub mod run_rules;
pub mod schedule;
pub mod shared_memory;
pub mod sharing;
pub mod speculation;
pub mod stack;
pub mod step_effects;
pub mod symbolic;
pub mod symmetry;
pub mod thread;
pub mod thread_accesses;
pub mod tolerate;
pub mod unwind;
pub mod usage;
pub mod varargs;
mod waiting_call;

pub use allow::Allow;
pub use compiled::Compiled;
pub use failures::FaultBudget;
pub use hypotheses::Hypotheses;
pub use id::{CodeId, IdVec};
pub use ignored::Ignored;
pub use interp_error::{InterpError, InterpResult};
pub use library::Library;
pub use listing::listing;
pub use machine::{Machine, Stop};
pub use premises::{NondetInputs, Relied};
pub use sharing::Sharing;
pub use tolerate::Tolerated;
pub use usage::Rules;
