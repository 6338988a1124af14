//! Units as others use them: read from ELF files, linked, verified, printed, and damaged.
//!
//! One binary for all of these tests, so that what they share is compiled once.

mod elf;
mod fuzz;
mod link;
mod support;
mod text;
mod unit_format;
mod verify;
