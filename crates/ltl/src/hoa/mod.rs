//! The Hanoi omega-automata format (Babiak et al., CAV 2015), which translators and checkers of LTL exchange.
//!
//! Written: transition-based generalised Büchi automata with explicit labels. Read: every deterministic or
//! nondeterministic automaton with (generalised) Büchi acceptance or none, with acceptance and labels on states or on
//! transitions, implicit labels and aliases. Everything else (alternation, Rabin, parity…) is refused with a sentence.

mod read;
mod scan;
mod write;

pub use read::{HoaError, read};
pub use write::write;
