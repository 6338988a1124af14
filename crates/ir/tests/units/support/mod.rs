//! What tests of units share: units made by hand, and damaged ones.

#![allow(dead_code, unused_imports, unreachable_pub)]

mod builder;
pub mod fuzz;

pub use builder::*;
