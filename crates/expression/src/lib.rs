//! Expressions of C that change nothing: parsed from text, resolved in a program, evaluated on a state.
//!
//! The debugger evaluates them where a thread stands, temporal properties in every state of a search. What differs is
//! what names mean and where memory is looked at; that is a [`Scope`]. Everything else is here once: the parser
//! ([`parse()`]), types ([`Ty`]), arithmetic and operators as C has them.
//!
//! Invariant: evaluating changes nothing. What cannot be looked at is a [`Refusal`] in words: pointers that point
//! nowhere, values that were never set. So are nondeterministic values, unless the scope has a machine that calculates
//! with them.
//!
//! Deliberately absent: calls of functions and assignments, and how values are shown.

mod arithmetic;
mod evaluate;
mod open;
mod operators;
mod parse;
mod scope;
mod token;
mod types;

pub use arithmetic::{INT, integer_name, truth};
pub use evaluate::Evaluator;
pub use open::Open;
pub use parse::{Call, Dialect, Expr, TypeName, parse};
pub use scope::{Loaded, Named, Scope, Value, constant, globals_named, why_not};
pub use types::{Ty, is_type};

/// Why an expression has no value, in words.
pub type Refusal = String;
