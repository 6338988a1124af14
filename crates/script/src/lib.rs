//! Scripts in Lua over programs, their executions and their builds.
//!
//! A [`Script`] is a Lua state in a sandbox. It sees a program, or a unit that GCC is compiling, through handles on
//! the unit format; and it changes what is compiled by a list of edits, which the GCC plugin applies. Everything that
//! it can call stands in one table ([`sections`]), with a sentence each.
//!
//! **Invariants.** A script has no files, processes, clock or randomness of its own, so it does the same again. It ends
//! at its limits of memory and instructions. An edit that would break a function is refused here.
//!
//! Deliberately absent: GCC's trees. What scripts can do depends on the unit format, not on a version of GCC.

mod api;
mod block;
mod codes;
mod console;
mod document;
mod edge;
mod edits;
mod facts;
mod files;
mod flow;
mod function;
mod gcc;
mod gimple;
mod judging;
mod machine;
mod made;
mod operand;
mod program;
mod sandbox;
mod session;
mod shared;
mod shipped;
mod smt;
mod source;
mod tree;

pub use api::{Entry, Section, sections};
pub use console::Lines;
pub use document::{help, list};
pub use files::Files;
pub use judging::{JudgeText, JudgeUses, Judging};
pub use machine::Machines;
pub use sandbox::{Limits, Problem, Script};
pub use session::{Session, Sink};
pub use shipped::{SHIPPED, Shipped};
pub use source::{Announced, Fetch, FunctionRef, Source};

/// The text of the error with which a script ends everything.
pub(crate) const QUIT: &str = "the script has ended everything";
