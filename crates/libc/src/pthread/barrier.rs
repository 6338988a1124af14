//! Barriers: threads wait until enough of them have come.
//!
//! The last that comes is the one that is told so.

use super::{DESTROYED, check_mark, identity, misuse, phase_of, set_word, sleep, waiting, word};
use crate::checker::always;
use crate::failures;
use gmc_mem::Pointer;
use gmc_vm::effects::Extent::{Bytes, Longs};
use gmc_vm::effects::{Commutes, looks_at, reads, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::thread::Phase;
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    sync("pthread_barrier_init", always, init, &[writes(0, Longs(4)), reads(1, Bytes(4))])
        .fails(&failures::INIT_LIMITED)
        .noted(),
    sync("pthread_barrier_destroy", always, destroy, &[writes(0, Longs(4))]).noted(),
    sync("pthread_barrier_wait", may_leave, wait, &[looks_at(0, Bytes(16))])
        .noted()
        .commutes(Commutes::Woken),
];

/// How many threads it takes.
const COUNT: i64 = 0;
/// Set by `pthread_barrier_init`, which nothing can replace.
const MARK: i64 = 4;
/// Where it notes its place.
const PLACE: i64 = 8;
const INITIALISED: u32 = 0x6261_7272;
const WHAT: &str = "barrier";

/// What one of the threads gets: `PTHREAD_BARRIER_SERIAL_THREAD`.
const SERIAL: i64 = -1;

fn check(m: &Machine, barrier: Pointer) -> InterpResult<()> {
    check_mark(m, barrier, MARK, INITIALISED, WHAT)?;
    identity::check(m, barrier, PLACE, WHAT)
}

fn init(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (barrier, count) = (call.pointer(0)?, call.number(m, 2)? as u32);
    if count == 0 || count > i32::MAX as u32 {
        return Flow::int(errno::EINVAL.into());
    }
    if let Some(it) = waiting(m, barrier).first() {
        return Err(misuse(format!("the barrier is initialised while {} waits at it", it.name(m))));
    }
    identity::begin(m, barrier, PLACE, WHAT)?;
    set_word(m, barrier, COUNT, count)?;
    set_word(m, barrier, MARK, INITIALISED)?;
    Flow::int(0)
}

fn destroy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let barrier = call.pointer(0)?;
    check(m, barrier)?;
    if let Some(it) = waiting(m, barrier).first() {
        return Err(misuse(format!("the barrier is destroyed while {} waits at it", it.name(m))));
    }
    identity::end(m, barrier, PLACE)?;
    set_word(m, barrier, MARK, DESTROYED)?;
    Flow::int(0)
}

fn may_leave(m: &Machine, _: &Call) -> InterpResult<u32> {
    Ok((phase_of(m, m.current) != Phase::Waiting).into())
}

fn wait(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let barrier = call.pointer(0)?;
    if phase_of(m, m.current) == Phase::Woken {
        m.set_wait(m.current, Phase::Running, Pointer::NULL)?;
        return Flow::int(0);
    }
    check(m, barrier)?;
    let others = waiting(m, barrier);
    if others.len() as u32 + 1 < word(m, barrier, COUNT, WHAT)? {
        sleep(m, barrier)?;
        return Ok(Flow::Again);
    }
    for other in others {
        other.wake(m, barrier)?;
    }
    Flow::int(SERIAL)
}
