//! Layers: systems made of a system.

mod allow;
mod bounded;

pub use allow::{Allow, Allowed};
pub use bounded::{Bound, Bounded};
