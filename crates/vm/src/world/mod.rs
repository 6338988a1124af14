//! The world outside of the program: arguments, environment, files, clock.

/// What the program can see and change outside of itself.
#[derive(Debug, Default)]
pub struct World {
    /// The program's name and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, as `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
}
