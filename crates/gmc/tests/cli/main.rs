//! The command as its users meet it: tests that run the built binary.
//!
//! One binary for all of them, so that it is linked once. GCC and its plugin headers are required; other tools are used
//! where they are there, and a test that does without says so.

mod any_inputs;
mod audit;
mod best;
mod build_systems;
mod cache;
mod check;
mod classics;
mod compilers;
mod coverage;
mod dap;
mod debug;
mod disguise;
mod documents;
mod dump;
mod exceptions;
mod explain;
mod explosion;
mod formats;
mod function;
mod gateway;
mod header;
mod hostile;
mod hosts;
mod inputs;
#[path = "../linking/mod.rs"]
mod linking;
mod ltl;
mod messages;
mod minimise;
mod once;
mod outside;
mod premises;
mod processes;
mod profile;
mod project;
mod reduction;
mod replay;
mod reproducer;
mod run;
mod sandbox;
mod script_builds;
mod script_machine;
mod script_search;
mod scripts;
mod stores;
mod suite;
mod svcomp;
mod symbolic;
mod symmetry;
mod systems;
mod temporal;
mod verisoft;
mod wrapper;
