//! The program for people: GIMPLE as GCC's dumps have it, with the source lines in between, types as C declarations.
//!
//! **Invariant:** printing a verified unit succeeds, whatever it holds. Expressions and types are printed to a bounded
//! depth and length; what lies beyond is named by its id (`e12`, `t7`) instead.
//!
//! Nothing here reads files: source lines come from the caller's [`Source`].

mod ctype;
mod exprs;
mod function;
mod globals;
mod initial;
mod lists;
mod names;
mod number;
mod stmts;
mod typedefs;

pub use ctype::{declaration, type_name};
pub use function::function;
pub use globals::globals;
pub use lists::{externals, functions, unsupported};
pub use names::{Names, without_parameters};
pub use typedefs::types;

use crate::body::{Function, Stmt};
use crate::id::ExprId;
use crate::program::Program;
use std::fmt;

/// Where source lines come from.
pub trait Source {
    /// The text of a line (starting at 1) of a file, without its end. A relative file name starts at `directory`.
    fn line(&self, directory: &str, file: &str, line: u32) -> Option<String>;
}

impl<F: Fn(&str, &str, u32) -> Option<String>> Source for F {
    fn line(&self, directory: &str, file: &str, line: u32) -> Option<String> {
        self(directory, file, line)
    }
}

/// No source text.
#[derive(Clone, Copy, Debug)]
pub struct NoSource;

impl Source for NoSource {
    fn line(&self, _: &str, _: &str, _: u32) -> Option<String> {
        None
    }
}

/// Prints expressions and statements of one function. Names are prepared once.
pub struct BodyText<'n> {
    names: &'n Names<'n>,
    function: &'n Function,
    exprs: exprs::Exprs<'n>,
}

impl<'n> BodyText<'n> {
    /// Prepares the names of a function of a verified unit.
    pub fn new(names: &'n Names<'n>, function: &'n Function) -> BodyText<'n> {
        BodyText { names, function, exprs: exprs::Exprs::new(names, function) }
    }

    /// An expression as text.
    pub fn expr(&mut self, expr: ExprId) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.exprs.write(&mut out, expr);
        out
    }

    /// A statement as text, without the edges of its block.
    pub fn stmt(&mut self, stmt: &Stmt) -> String {
        let mut out = String::new();
        let _ = stmts::write_stmt(&mut out, self.names, self.function, &mut self.exprs, stmt, &[]);
        out
    }
}

/// Every function that the linker kept or GCC inlined, unit by unit.
pub fn program(out: &mut dyn fmt::Write, program: &Program, source: &dyn Source) -> fmt::Result {
    for (_, unit) in program.units() {
        let unit = &unit.linked.unit;
        let names = Names::new(unit);
        writeln!(
            out,
            "// unit {} ({}, {})\n",
            unit.str(unit.file),
            unit.str(unit.language),
            unit.str(unit.producer)
        )?;
        for body in &unit.functions {
            function(out, &names, body, source)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
