//! Formulas and automata, judged by the definition of what a formula says of a word.

mod classes;
mod hoa;
mod language;
mod parsing;
mod patterns;
mod random;
mod sizes;
