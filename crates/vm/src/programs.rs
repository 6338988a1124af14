//! The programs that processes can run: the one that a run starts with, and those that were given for `exec` and for
//! systems of several programs.
//!
//! Invariant: a machine runs one program for as long as it lives. What a process becomes by `exec` is another machine.

use crate::compiled::Compiled;
use gmc_world::{Given, Kept};
use std::sync::Arc;

/// Names a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramId(pub u32);

impl ProgramId {
    /// The program that the run starts with.
    pub const FIRST: ProgramId = ProgramId(0);

    /// Its place among the programs.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A program that was given.
#[derive(Clone)]
pub struct GivenProgram {
    /// What reports call it.
    pub name: String,
    /// The absolute names of files that it is found by, without `.` and `..`.
    pub paths: Vec<Vec<u8>>,
    /// The program.
    pub compiled: Arc<Compiled>,
}

/// All programs of a run; none where there is only the one that it starts with.
#[derive(Clone, Default)]
pub struct Programs {
    /// By number.
    pub list: Vec<GivenProgram>,
}

impl Programs {
    /// The program that a file is.
    pub fn find(&self, path: &[u8]) -> Option<ProgramId> {
        (0..)
            .map(ProgramId)
            .zip(&self.list)
            .find(|it| it.1.paths.iter().any(|own| own == path))
            .map(|it| it.0)
    }

    /// The number of a program.
    pub fn number_of(&self, compiled: &Arc<Compiled>) -> ProgramId {
        let at = self.list.iter().position(|it| Arc::ptr_eq(&it.compiled, compiled));
        ProgramId(at.unwrap_or(0) as u32)
    }

    /// What a program was compiled to, as a process knows it that runs this one.
    pub fn compiled<'p>(&'p self, id: ProgramId, own: &'p Arc<Compiled>) -> &'p Arc<Compiled> {
        // Where none is listed, there is one.
        self.get(id).map_or(own, |it| &it.compiled)
    }

    /// A program; none where there is only the one that the run starts with.
    pub fn get(&self, id: ProgramId) -> Option<&GivenProgram> {
        self.list.get(id.index())
    }
}

/// Another program that is to take a process over.
#[derive(Clone, Debug)]
pub struct Exec {
    /// The program.
    pub program: ProgramId,
    /// Its arguments and its environment.
    pub given: Given,
    /// What it keeps of the one before it.
    pub kept: Kept,
}
