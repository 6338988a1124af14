//! Tests that look inside: circuits of terms that nobody simplified, and random terms: what is built, simplified and
//! solved, against arithmetic that is written down a second time here.

mod circuits;
pub(crate) mod generator;
mod ranges;
mod reference;
mod simplify;
mod solve;
