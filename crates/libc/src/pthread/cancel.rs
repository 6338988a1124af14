//! Cancellation: a thread ends because another one asked for it, where it waits or tests for that.
//!
//! The points where a thread ends are `pthread_testcancel`, joining, waiting for a condition variable or a semaphore,
//! sleeping, and the input and output of which POSIX says so. A thread that waits may also get what it waits for first.
//! In other functions that work on files a thread may end, but need not, and does not. Cancellation at any moment is
//! not modelled.

use super::threads;
use crate::checker::always;
use crate::guest;
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{Traits, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::reg::Reg;
use gmc_vm::thread::record;
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    sync("pthread_cancel", always, cancel, &[]).is(Traits::CANCELS).is(Traits::INTRICATE),
    sync("pthread_testcancel", always, test, &[]),
    sync(
        "pthread_setcancelstate",
        always,
        |m, c| switch(m, c, record::UNCANCELLABLE),
        &[writes(1, Bytes(4))],
    ),
    sync("pthread_setcanceltype", always, |m, c| switch(m, c, record::ASYNCHRONOUS), &[writes(1, Bytes(4))]),
];

/// `PTHREAD_CANCELED`
const CANCELED: Reg = Reg::number(u64::MAX);

/// Whether the current thread is to end where it is.
pub(crate) fn is_due(m: &Machine) -> bool {
    m.is_cancelled()
}

/// It ends.
pub(crate) fn act(m: &mut Machine) -> InterpResult<Flow> {
    let width = m.memory.target().pointer_size();
    threads::leave(m, if width == 8 { CANCELED } else { Reg::number(u32::MAX.into()) })
}

fn at_any_moment() -> Box<InterpError> {
    InterpError::unsupported("a thread that is cancelled at any moment (`PTHREAD_CANCEL_ASYNCHRONOUS`)")
}

fn cancel(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Some(thread) = threads::named(m, call, 0)? else {
        return Err(threads::misuse("the thread to cancel does not exist, or was joined before"));
    };
    let marks = m.marks(thread);
    if !m.is_over(thread) {
        if marks & (record::ASYNCHRONOUS | record::UNCANCELLABLE) == record::ASYNCHRONOUS {
            return Err(at_any_moment());
        }
        m.set_marks(thread, marks | record::CANCELLED)?;
    }
    Flow::int(0)
}

fn test(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    if is_due(m) { act(m) } else { Ok(Flow::Void) }
}

/// Sets or clears a mark, and tells what it was.
fn switch(m: &mut Machine, call: &Call, mark: u64) -> InterpResult<Flow> {
    let (new, old) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if !matches!(new, 0 | 1) {
        return Flow::int(errno::EINVAL.into());
    }
    let marks = m.marks(m.current);
    if !old.is_null() {
        guest::store(m, old, (marks & mark != 0).into(), 4)?;
    }
    let marks = if new == 0 { marks & !mark } else { marks | mark };
    let now = record::CANCELLED | record::ASYNCHRONOUS;
    if marks & (now | record::UNCANCELLABLE) == now {
        return Err(at_any_moment());
    }
    m.set_marks(m.current, marks)?;
    Flow::int(0)
}
