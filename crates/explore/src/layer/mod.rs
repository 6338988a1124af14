//! Layers: each wraps a system into a system.
//!
//! A layer passes on what it does not change. It may remove choices, turn steps into others, or change what
//! [`Choices`](gmc_model::Choices) says of ample choices and ends; it reports what it leaves out as a
//! [`Gap`](gmc_model::Gap).

mod abstracted;
mod allow;
mod audit;
mod bounded;
mod handlers;
mod limited;

pub use abstracted::{Abstracted, Abstraction};
pub use allow::{Allow, Allowed};
pub use audit::{Audit, Discrepancy, Tally};
pub use bounded::Bounded;
pub use handlers::Handlers;
pub use limited::{LimitOf, Limited};
