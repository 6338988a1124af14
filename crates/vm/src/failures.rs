//! Calls that fail through no fault of the program: in which ways, and how many in one run (`--fail`).
//!
//! Which function fails how is in its row ([`Failing`]). What such a call then does is for the library
//! ([`crate::library::CallRules::fail`]).

use crate::machine::Machine;
use crate::native::{Call, Native};
use gmc_world::errno::{Errno, name};
use std::fmt;

/// A way to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// With this error.
    Error(Errno),
    /// Only so many bytes are transferred.
    Short(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Error(code) => write!(f, "fails: {}", name(*code).unwrap_or("an error")),
            Failure::Short(1) => write!(f, "transfers 1 byte only"),
            Failure::Short(count) => write!(f, "transfers {count} bytes only"),
        }
    }
}

/// How a function reports that it has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// It returns a null pointer and sets `errno`.
    Null,
    /// As `operator new`: it calls the handler that the program has set, or throws `std::bad_alloc`.
    Throws,
    /// It returns -1 (or `MAP_FAILED`, which is the same) and sets `errno`.
    MinusOne,
    /// It returns the error.
    Code,
    /// As functions of C11's threads do.
    Thread,
    /// What it does with the file fails.
    Transfer,
    /// It does what it should, and returns -1 all the same.
    Afterwards,
    /// As `sleep`: it returns what is left of the time.
    Remaining,
}

/// How a function fails.
#[derive(Clone, Copy, Debug)]
pub struct Failing {
    /// The name for it and the functions like it.
    pub group: &'static str,
    /// How it reports that.
    pub report: Report,
    /// The errors that it fails with.
    pub errors: &'static [Errno],
    /// The argument that says how many bytes are transferred: it may be fewer. If it is 0, the call does not fail.
    pub count: Option<usize>,
    /// It does not fail if this argument is 0.
    pub unless_zero: Option<usize>,
}

impl Failing {
    /// A way to fail, whatever the arguments are.
    pub const fn new(group: &'static str, report: Report, errors: &'static [Errno]) -> Failing {
        Failing { group, report, errors, count: None, unless_zero: None }
    }

    /// This argument says how many bytes are transferred.
    pub const fn of(self, at: usize) -> Failing {
        Failing { count: Some(at), ..self }
    }

    /// It does not fail if this argument is 0.
    pub const fn unless_zero(self, at: usize) -> Failing {
        Failing { unless_zero: Some(at), ..self }
    }
}

/// What may fail, and how often in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultBudget {
    /// Names of groups and of functions.
    names: Vec<String>,
    /// So many calls of all of them together.
    pub most: u32,
}

impl FaultBudget {
    /// Functions may fail that have one of these names, or are in a group that has.
    pub fn new(names: Vec<String>, most: u32) -> FaultBudget {
        FaultBudget { names, most }
    }

    /// Whether a function may fail.
    pub fn concerns(&self, native: &Native) -> bool {
        let Some(failing) = native.effects.failing else { return false };
        self.names.iter().any(|name| name == failing.group || name == native.name)
    }

    /// Whether a function or group is named.
    pub fn names(&self, name: &str) -> bool {
        self.names.iter().any(|it| it == name)
    }
}

/// The ways in which a call can fail.
pub fn of(m: &Machine, native: &Native, call: &Call) -> Vec<Failure> {
    let Some(failing) = native.effects.failing else { return Vec::new() };
    if failing.unless_zero.is_some_and(|at| call.number(m, at) == Ok(0)) {
        return Vec::new();
    }
    let mut out: Vec<Failure> = failing.errors.iter().map(|&code| Failure::Error(code)).collect();
    if let Some(at) = failing.count {
        match call.number(m, at).unwrap_or(0) as usize {
            0 => out.clear(),
            1 => {}
            2 => out.push(Failure::Short(1)),
            count => out.extend([Failure::Short(1), Failure::Short(count - 1)]),
        }
    }
    out
}
