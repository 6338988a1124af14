//! How functions fail through no fault of the program (`--fail`): the ways that rows refer to, and what a call does
//! then.
//!
//! The errors are those that POSIX documents for the function and that a program meets in practice. Where a function
//! has several that programs cannot but treat alike, one stands for all.

use super::{cxxabi, errno, guest};
use crate::library;
use gmc_vm::failures::{Failing, Failure, FaultBudget, Report};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native};
use gmc_world::Mishap;
use gmc_world::errno::{
    EACCES, EAGAIN, ECONNABORTED, ECONNREFUSED, ECONNRESET, EINTR, EIO, EMFILE, ENOMEM, ENOSPC, ETIMEDOUT,
};

pub(crate) const MALLOC: Failing = Failing::new("malloc", Report::Null, &[ENOMEM]);
/// Freeing does not fail.
pub(crate) const REALLOC: Failing = MALLOC.unless_zero(1);
pub(crate) const MALLOC_CODE: Failing = Failing::new("malloc", Report::Code, &[ENOMEM]);
pub(crate) const MALLOC_STATUS: Failing = Failing::new("malloc", Report::MinusOne, &[ENOMEM]);
pub(crate) const NEW: Failing = Failing::new("malloc", Report::Throws, &[ENOMEM]);
pub(crate) const OPEN: Failing = Failing::new("open", Report::MinusOne, &[EACCES, EMFILE, EINTR]);
pub(crate) const OPEN_STREAM: Failing = Failing::new("open", Report::Null, &[EACCES, EMFILE]);
pub(crate) const OPEN_TEMPORARY: Failing = Failing::new("open", Report::Null, &[EMFILE, ENOSPC]);
pub(crate) const OPEN_MORE: Failing = Failing::new("open", Report::MinusOne, &[EMFILE]);
pub(crate) const READ: Failing = Failing::new("read", Report::Transfer, &[EIO, EINTR]).of(2);
pub(crate) const READ_AT: Failing = Failing::new("read", Report::Transfer, &[EIO]).of(2);
pub(crate) const READ_STREAM: Failing = Failing::new("read", Report::Transfer, &[EIO]);
pub(crate) const WRITE: Failing = Failing::new("write", Report::Transfer, &[ENOSPC, EINTR]).of(2);
pub(crate) const WRITE_AT: Failing = Failing::new("write", Report::Transfer, &[ENOSPC]).of(2);
pub(crate) const WRITE_STREAM: Failing = Failing::new("write", Report::Transfer, &[ENOSPC]);
/// A message, whose bytes may be in several parts.
pub(crate) const RECEIVE: Failing = Failing::new("read", Report::Transfer, &[ECONNRESET, EINTR]).of(2);
pub(crate) const RECEIVE_PARTS: Failing = Failing::new("read", Report::Transfer, &[ECONNRESET, EINTR]);
pub(crate) const SEND: Failing = Failing::new("write", Report::Transfer, &[ECONNRESET, EINTR]).of(2);
pub(crate) const SEND_PARTS: Failing = Failing::new("write", Report::Transfer, &[ECONNRESET, EINTR]);
pub(crate) const CONNECT: Failing =
    Failing::new("connect", Report::MinusOne, &[ECONNREFUSED, ETIMEDOUT, EINTR]);
pub(crate) const ACCEPT: Failing = Failing::new("accept", Report::MinusOne, &[ECONNABORTED, EMFILE, EINTR]);
pub(crate) const CLOSE: Failing = Failing::new("close", Report::Afterwards, &[EIO]);
pub(crate) const MMAP: Failing = Failing::new("mmap", Report::MinusOne, &[ENOMEM]);
pub(crate) const MKDIR: Failing = Failing::new("mkdir", Report::MinusOne, &[EACCES, ENOSPC]);
pub(crate) const UNLINK: Failing = Failing::new("unlink", Report::MinusOne, &[EACCES]);
pub(crate) const STAT: Failing = Failing::new("stat", Report::MinusOne, &[EACCES]);
pub(crate) const CREATE: Failing = Failing::new("pthread_create", Report::Code, &[EAGAIN]);
pub(crate) const CREATE_STANDARD: Failing = Failing::new("pthread_create", Report::Thread, &[ENOMEM, EAGAIN]);
pub(crate) const FORK: Failing = Failing::new("fork", Report::MinusOne, &[EAGAIN]);
pub(crate) const INIT: Failing = Failing::new("pthread_init", Report::Code, &[ENOMEM]);
pub(crate) const INIT_LIMITED: Failing = Failing::new("pthread_init", Report::Code, &[EAGAIN]);
pub(crate) const INIT_STANDARD: Failing = Failing::new("pthread_init", Report::Thread, &[ENOMEM]);
pub(crate) const WAIT: Failing = Failing::new("wait", Report::MinusOne, &[EINTR]);
pub(crate) const SLEEP: Failing = Failing::new("sleep", Report::MinusOne, &[EINTR]);
pub(crate) const SLEEP_CODE: Failing = Failing::new("sleep", Report::Code, &[EINTR]);
pub(crate) const SLEEP_REST: Failing = Failing::new("sleep", Report::Remaining, &[EINTR]);

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
    "fork",
    "pthread_create",
    "pthread_init",
    "wait",
    "sleep",
    "connect",
    "accept",
];

/// Reads what may fail, by names of groups or functions.
///
/// # Errors
/// With the first name that is neither.
pub fn budget(names: Vec<String>, most: u32) -> Result<FaultBudget, String> {
    let can_fail = |name: &str| library().named(name).is_some_and(|row| row.effects.failing.is_some());
    let known = |name: &&String| GROUPS.contains(&name.as_str()) || can_fail(name);
    match names.iter().find(|name| !known(name)) {
        Some(unknown) => Err(unknown.clone()),
        None => Ok(FaultBudget::new(names, most)),
    }
}

/// Whether a call that allocates memory may fail.
pub fn let_allocation_fail(budgets: &[FaultBudget]) -> bool {
    budgets.iter().any(|it| it.most > 0 && it.names(MALLOC.group))
}

/// The names that stand for several functions.
pub fn groups() -> &'static [&'static str] {
    GROUPS
}

/// The call fails.
pub(crate) fn fail(m: &mut Machine, native: &Native, call: &Call, how: Failure) -> InterpResult<Flow> {
    let failing = native.effects.failing.expect("only what can fail fails");
    let code = match (how, failing.report) {
        (_, Report::Transfer) => {
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
    match failing.report {
        Report::Null => guest::null(m, code),
        Report::Throws => cxxabi::without_memory(m, native, call),
        Report::MinusOne | Report::Transfer => guest::status(m, Err(code)),
        Report::Code => Flow::int(code.into()),
        // thrd_nomem and thrd_error
        Report::Thread => Flow::int(if code == ENOMEM { 3 } else { 2 }),
        Report::Afterwards => {
            (native.run)(m, call)?;
            guest::status(m, Err(code))
        }
        Report::Remaining => {
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
        for row in library().rows() {
            assert!(row.effects.failing.is_none_or(|it| GROUPS.contains(&it.group)), "{}", row.name);
        }
        for group in GROUPS {
            assert!(
                library().rows().any(|row| row.effects.failing.is_some_and(|it| it.group == *group)),
                "{group}"
            );
        }
    }
}
