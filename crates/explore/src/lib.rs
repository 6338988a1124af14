//! Searches over systems: everything that can happen, no state twice.
//!
//! Deliberately absent: what a system is made of, and how anything is shown to users.

mod store;
pub use store::{Fingerprints64, Fingerprints128, Visited};
