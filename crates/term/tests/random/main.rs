//! Random terms: what is built, simplified and solved, against arithmetic that is written down a second time here.

#[path = "../confirm/mod.rs"]
mod confirm;
mod generator;
mod reference;
mod simplify;
mod solve;
