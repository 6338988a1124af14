//! What users read: the answer of a check as text, JSON, SARIF, JUnit, HTML, witness, coverage and reproducer.
//!
//! **Invariant:** a report adds nothing to the [`Answer`]: the same answer gives the same bytes.
//!
//! Deliberately absent: where a report goes. The caller has the stream, and knows whether it is a terminal.

mod answer;
mod chart;
pub mod environments;
pub mod html;
pub mod json;
pub mod junit;
pub mod lcov;
pub mod pcap;
mod reason;
pub mod reproducer;
pub mod sarif;
pub mod suite;
pub mod terminal;
pub mod witness;

pub use answer::{Answer, Judged, Replayed, Word};
pub use reason::Reason;
