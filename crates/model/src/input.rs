//! The inputs of a run: what functions of the environment have answered, and could have answered otherwise.

use crate::violation::Location;

/// One input of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The function that gives it, or what does instead: [`ARGUMENT`](Input::ARGUMENT), [`UNSET`](Input::UNSET).
    pub function: &'static str,
    /// How the program names it, if it does.
    pub name: Option<String>,
    /// Its type.
    pub ty: InputType,
    /// Where the program asks for it.
    pub location: Option<Location>,
    /// Its bits; those of a signed number extended by its sign.
    pub value: u64,
    /// A choice of the search says what it is, instead of a solver.
    pub chosen: bool,
}

impl Input {
    /// An argument of a function that is checked by itself, or a part of what the argument points to.
    pub const ARGUMENT: &'static str = "argument";
    /// A variable that the program reads and never sets.
    pub const UNSET: &'static str = "what was never set";
    /// A byte of standard input.
    pub const STDIN: &'static str = "standard input";
    /// A byte of an argument of the program.
    pub const PROGRAM_ARGUMENT: &'static str = "argument of the program";
    /// A byte of a file.
    pub const FILE: &'static str = "file";
}

/// The type of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    /// A signed integer of so many bits.
    Signed(u8),
    /// An unsigned one.
    Unsigned(u8),
    /// `float`
    Single,
    /// `double`
    Double,
}

impl InputType {
    /// Bits of its values.
    pub fn width(self) -> u8 {
        match self {
            InputType::Signed(width) | InputType::Unsigned(width) => width,
            InputType::Single => 32,
            InputType::Double => 64,
        }
    }

    /// Whether numbers are extended by their sign.
    pub fn is_signed(self) -> bool {
        matches!(self, InputType::Signed(_))
    }
}
