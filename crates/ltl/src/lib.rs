//! Linear temporal logic: formulas, and the automata that accept what they say.
//!
//! Text → [`parse()`] → a [`FormulaId`] of [`Formulas`] → [`automaton()`] → an [`Automaton`], which a product with a
//! program steps letter by letter ([`Automaton::successors`]). [`analyse`] also says what kind of property it is. On
//! the way: negation normal form, simplification, translation with decision diagrams, pruning, simulation, and for
//! obligations minimisation; a file for each. Nothing here knows what a proposition means.

mod analysis;
mod automaton;
mod bdd;
mod build;
mod formula;
mod graph;
pub mod hoa;
mod lasso;
mod list;
mod nnf;
mod parse;
pub mod pattern;
mod print;
mod product;
mod prune;
mod recurrence;
mod scc;
mod simplify;
mod simulation;
mod stutter;
pub mod text;
mod token;
mod translate;
mod weak;
mod word;

pub use analysis::{Analysis, Class, analyse, automaton};
pub use automaton::{Acceptance, Automaton, Cube, Edge, StateId, Strength, Successor};
pub use formula::{Atom, AtomId, AtomKind, Facts, FormulaId, Formulas, Node};
pub use graph::{Limits, TooLarge};
pub use list::{Listed, list};
pub use parse::{MAX_DEPTH, MAX_LENGTH, MAX_PROPOSITIONS, ParseError, parse};
pub use print::Shown;
pub use word::Word;
