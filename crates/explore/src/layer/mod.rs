//! Layers: systems made of a system.

mod allow;

pub use allow::{Allow, Allowed};
