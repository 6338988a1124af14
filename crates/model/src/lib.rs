//! The vocabulary that machine, explorers and reports share: what can go wrong, and how it is told.
//!
//! Deliberately absent: anything that executes or prints.

mod kind;
mod violation;

pub use kind::{Kind, UnknownKind};
pub use violation::{Call, Location, Note, Violation};
