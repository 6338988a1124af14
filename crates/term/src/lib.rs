//! Terms: values that depend on inputs, as the program computes them, and what a solver knows about them.
//!
//! A term is a bit vector of 1 to 128 bits. Terms are hash-consed in an [`Arena`] and simplified as they are built, so
//! that equal terms have equal ids and most questions are answered before a solver is asked. Floating-point numbers are
//! bit vectors in IEEE's formats, with operations of their own.
//!
//! Deliberately absent: memory, types of C, and what is an error. The machine builds its checks from terms.

mod arena;
mod blast;
mod boxes;
mod build;
mod cache;
mod circuit;
mod equalities;
mod evaluate;
mod float;
mod fold;
mod gates;
mod hash;
mod independence;
mod model;
mod multiply;
mod node;
mod range;
#[cfg(test)]
mod samples;
mod sat;
mod session;
mod shared;
mod smtlib;
mod solver;
mod substitute;
mod table;
#[cfg(test)]
mod tests;
mod twice;
mod z3;

pub use arena::{Arena, Support};
pub use evaluate::Evaluator;
pub use model::Model;
pub use node::{Binary, Node, Rounding, Symbol, TermId, Unary};
pub use sat::{Batsat, Lit, Sat};
pub use shared::Terms;
pub use smtlib::{Dialect, Script};
pub use solver::{Answer, Budget, Solver, Stats};
pub use twice::{ask_twice, asked_twice};
pub use z3::SecondSolver;
