//! Layers: systems made of a system.

mod allow;
mod audit;
mod bounded;

pub use allow::{Allow, Allowed};
pub use audit::{Audit, Discrepancy, Tally};
pub use bounded::Bounded;
