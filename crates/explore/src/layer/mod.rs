//! Layers: each wraps a system into a system.
//!
//! A layer passes on what it does not change. It may remove choices, turn steps into others, or change what
//! [`Choices`](gmc_model::Choices) says of ample choices and ends; it reports what it leaves out as a
//! [`Gap`](gmc_model::Gap).

mod allow;
mod audit;
mod bounded;

pub use allow::{Allow, Allowed};
pub use audit::{Audit, Discrepancy, Tally};
pub use bounded::Bounded;
