//! The machine: executes a program's GIMPLE under every check.
//!
//! [`lower`] turns a program into register code and puts its variables into memory; [`Machine`] runs it. Errors of the
//! program are [`InterpError`]s: data that [`diagnose`] turns into a violation with the program's own names.
//!
//! Deliberately absent: any decision. What the program leaves open is for whoever drives the machine.

mod allow;
mod assumptions;
mod attempt;
mod call;
mod code;
mod compiled;
pub mod diagnose;
mod effects;
mod exec;
mod exit;
mod fault;
mod frame;
mod halt;
mod held;
mod image;
mod library;
mod listing;
mod liveness;
pub mod lower;
mod machine;
mod native;
mod notes;
mod open;
mod premises;
mod process_state;
mod reg;
mod registers;
mod schedule;
mod sharing;
mod stack;
mod subject;
mod symmetry;
mod tentative;
mod thread;
mod trail;
mod usage;
mod varargs;

pub use allow::Allow;
pub use assumptions::Hypotheses;
pub use compiled::Compiled;
pub use fault::{InterpError, InterpResult};
pub use library::failures::FaultBudget;
pub use listing::listing;
pub use machine::{Machine, Stop};
pub use premises::{Free, Relied};
pub use sharing::Sharing;
pub use subject::{
    Arrival, Breakpoint, Checks, Direction, Ending, Execution, Motion, Observed, Profiler, Reached, Refusal,
    Scorer, Session, Spot, Stops, Watchpoint, Whereabouts, Writer,
};
pub use usage::Rules;
