//! Which functions can fail through no fault of the program's, and how: what `--fail` tries.
//!
//! The errors are those that POSIX documents for the function and that a program meets in practice. Where a function has
//! several that programs cannot but treat alike, one stands for all.

use super::{errno, guest};
use crate::fault::{InterpError, InterpResult};
use crate::machine::Machine;
use crate::native::{self, Call, Flow, Native};
use gmc_world::Mishap;
use gmc_world::errno::{EACCES, EAGAIN, EINTR, EIO, EMFILE, ENOMEM, ENOSPC, Errno, name};
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

/// How a function tells that it has failed.
#[derive(Clone, Copy)]
enum Told {
    /// A null pointer, and `errno`.
    Null,
    /// -1, and `errno`.
    MinusOne,
    /// `MAP_FAILED`, which is the same, and `errno`.
    Code,
    /// As C11's threads do.
    Thread,
    /// What it does with the file fails.
    Transfer,
    /// It does what it should all the same, and then says -1.
    Afterwards,
    /// As `sleep`: what is left of the time.
    Remaining,
}

/// How a function fails.
#[derive(Clone, Copy)]
pub struct Failing {
    /// What it is called with others.
    group: &'static str,
    told: Told,
    errors: &'static [Errno],
    /// The argument that says how many bytes are transferred, of which it may be fewer; none fails if they are none.
    count: Option<usize>,
    /// It does not fail if this argument is 0.
    unless_zero: Option<usize>,
}

const fn failing(group: &'static str, told: Told, errors: &'static [Errno]) -> Failing {
    Failing { group, told, errors, count: None, unless_zero: None }
}

impl Failing {
    const fn of(self, at: usize) -> Failing {
        Failing { count: Some(at), ..self }
    }

    const fn unless_zero(self, at: usize) -> Failing {
        Failing { unless_zero: Some(at), ..self }
    }
}

pub(super) const MALLOC: Failing = failing("malloc", Told::Null, &[ENOMEM]);
/// Freeing does not fail.
pub(super) const REALLOC: Failing = MALLOC.unless_zero(1);
pub(super) const MALLOC_CODE: Failing = failing("malloc", Told::Code, &[ENOMEM]);
pub(super) const MALLOC_STATUS: Failing = failing("malloc", Told::MinusOne, &[ENOMEM]);
pub(super) const OPEN: Failing = failing("open", Told::MinusOne, &[EACCES, EMFILE, EINTR]);
pub(super) const OPEN_STREAM: Failing = failing("open", Told::Null, &[EACCES, EMFILE]);
pub(super) const OPEN_TEMPORARY: Failing = failing("open", Told::Null, &[EMFILE, ENOSPC]);
pub(super) const OPEN_MORE: Failing = failing("open", Told::MinusOne, &[EMFILE]);
pub(super) const READ: Failing = failing("read", Told::Transfer, &[EIO, EINTR]).of(2);
pub(super) const READ_AT: Failing = failing("read", Told::Transfer, &[EIO]).of(2);
pub(super) const READ_STREAM: Failing = failing("read", Told::Transfer, &[EIO]);
pub(super) const WRITE: Failing = failing("write", Told::Transfer, &[ENOSPC, EINTR]).of(2);
pub(super) const WRITE_AT: Failing = failing("write", Told::Transfer, &[ENOSPC]).of(2);
pub(super) const WRITE_STREAM: Failing = failing("write", Told::Transfer, &[ENOSPC]);
pub(super) const CLOSE: Failing = failing("close", Told::Afterwards, &[EIO]);
pub(super) const MMAP: Failing = failing("mmap", Told::MinusOne, &[ENOMEM]);
pub(super) const MKDIR: Failing = failing("mkdir", Told::MinusOne, &[EACCES, ENOSPC]);
pub(super) const UNLINK: Failing = failing("unlink", Told::MinusOne, &[EACCES]);
pub(super) const STAT: Failing = failing("stat", Told::MinusOne, &[EACCES]);
pub(super) const CREATE: Failing = failing("pthread_create", Told::Code, &[EAGAIN]);
pub(super) const CREATE_STANDARD: Failing = failing("pthread_create", Told::Thread, &[ENOMEM, EAGAIN]);
pub(super) const INIT: Failing = failing("pthread_init", Told::Code, &[ENOMEM]);
pub(super) const INIT_LIMITED: Failing = failing("pthread_init", Told::Code, &[EAGAIN]);
pub(super) const INIT_STANDARD: Failing = failing("pthread_init", Told::Thread, &[ENOMEM]);
pub(super) const WAIT: Failing = failing("wait", Told::MinusOne, &[EINTR]);
pub(super) const SLEEP: Failing = failing("sleep", Told::MinusOne, &[EINTR]);
pub(super) const SLEEP_CODE: Failing = failing("sleep", Told::Code, &[EINTR]);
pub(super) const SLEEP_REST: Failing = failing("sleep", Told::Remaining, &[EINTR]);

/// The names under which functions are known together.
const GROUPS: &[&str] = &[
    "malloc",
    "open",
    "read",
    "write",
    "close",
    "mmap",
    "mkdir",
    "unlink",
    "stat",
    "pthread_create",
    "pthread_init",
    "wait",
    "sleep",
];

/// What may fail, and how often in one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultBudget {
    /// Names of groups and of functions.
    names: Vec<String>,
    /// So many calls of all of them together.
    pub most: u32,
}

impl FaultBudget {
    /// What may fail, by names of groups or functions.
    ///
    /// # Errors
    /// With the first name that is neither.
    pub fn new(names: Vec<String>, most: u32) -> Result<FaultBudget, String> {
        let can_fail =
            |name: &str| native::find(name).is_some_and(|id| native::get(id).effects.failing.is_some());
        let known = |name: &&String| GROUPS.contains(&name.as_str()) || can_fail(name);
        match names.iter().find(|name| !known(name)) {
            Some(unknown) => Err(unknown.clone()),
            None => Ok(FaultBudget { names, most }),
        }
    }

    /// The names that stand for several functions.
    pub fn groups() -> &'static [&'static str] {
        GROUPS
    }

    /// The functions of a group, and the errors that each fails with.
    pub fn functions(group: &str) -> Vec<(&'static str, Vec<&'static str>)> {
        let mut out = Vec::new();
        for row in native::rows() {
            if let Some(failing) = row.effects.failing.filter(|it| it.group == group) {
                out.push((row.name, failing.errors.iter().filter_map(|&code| name(code)).collect()));
            }
        }
        out
    }

    /// Whether a function may fail.
    pub(crate) fn concerns(&self, native: &Native) -> bool {
        let Some(failing) = native.effects.failing else { return false };
        self.names.iter().any(|name| name == failing.group || name == native.name)
    }

    /// Whether a function or group is named.
    pub fn names(&self, name: &str) -> bool {
        self.names.iter().any(|it| it == name)
    }
}

/// The ways in which a call can fail.
pub(crate) fn of(m: &Machine, native: &Native, call: &Call) -> Vec<Failure> {
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

/// The call fails.
pub(crate) fn fail(m: &mut Machine, native: &Native, call: &Call, how: Failure) -> InterpResult<Flow> {
    let failing = native.effects.failing.expect("only what can fail fails");
    let code = match (how, failing.told) {
        (_, Told::Transfer) => {
            let mishap = match how {
                Failure::Error(code) => Mishap::Error(code),
                Failure::Short(count) => Mishap::Short(count),
            };
            m.world.files.set_mishap(Some(mishap));
            let flow = m.attempt(native, call)?;
            // It did not come to transferring anything, so nothing has failed: that is another run.
            if m.world.files.set_mishap(None).is_some() {
                return Err(Box::new(InterpError::Assumption));
            }
            return flow.ok_or_else(|| Box::new(InterpError::Assumption));
        }
        (Failure::Error(code), _) => code,
        (Failure::Short(_), _) => EIO,
    };
    match failing.told {
        Told::Null => guest::null(m, code),
        Told::MinusOne | Told::Transfer => guest::status(m, Err(code)),
        Told::Code => Flow::int(code.into()),
        // thrd_nomem and thrd_error
        Told::Thread => Flow::int(if code == ENOMEM { 3 } else { 2 }),
        Told::Afterwards => {
            (native.run)(m, call)?;
            guest::status(m, Err(code))
        }
        Told::Remaining => {
            errno::set(m, code)?;
            let left = call.number(m, 0)?;
            Flow::number(left)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_functions() {
        for row in native::rows() {
            assert!(row.effects.failing.is_none_or(|it| GROUPS.contains(&it.group)), "{}", row.name);
        }
        for group in GROUPS {
            assert!(!FaultBudget::functions(group).is_empty(), "{group}");
        }
    }
}
