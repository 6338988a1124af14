//! What the tables of functions promise to the rest of the repository.

mod document;
mod sources;
