//! The program under check: types, symbols, functions, as GCC's GIMPLE has them.
//!
//! A [`unit::Unit`] is what the GCC plugin wrote for one source file. An [`image::Image`] is what the linker made of
//! some units: an executable or a shared object. A [`program::Program`] is one or more images with every symbol
//! resolved and every unit verified; it never changes afterwards.
//!
//! Deliberately absent: anything that executes. The machine lowers a program into its own code.

pub mod body;
pub mod constructs;
pub mod demangle;
pub mod dot;
pub mod expr;
pub mod id;
pub mod image;
pub mod json;
pub mod program;
pub mod text;
pub mod types;
pub mod unit;
pub mod verify;
mod walk;
pub mod wire;
