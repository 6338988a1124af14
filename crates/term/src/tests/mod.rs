//! Tests that look inside: circuits of terms that nobody simplified.

mod circuits;
mod ranges;
