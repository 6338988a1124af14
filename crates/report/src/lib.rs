//! What users read: verdicts and violations, told for a reader.
//!
//! Deliberately absent: where a report goes. The caller has the stream, and knows whether it is a terminal.

mod answer;
pub mod html;
pub mod json;
pub mod junit;
pub mod lcov;
pub mod reproducer;
pub mod sarif;
pub mod terminal;
pub mod witness;

pub use answer::{Answer, Reason, Replayed, Used, Word};
