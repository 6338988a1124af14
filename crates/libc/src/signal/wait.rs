//! Waiting for signals: `pause`, `sigsuspend`, `sigwait` and the like.
//!
//! In a single run a signal comes from a timer or another process, or has come before. A search does not know when a
//! signal would come from outside, and says so, unless the program makes processes that can send one.

use super::super::timers;
use super::arrival::{arrived, take_over_in};
use super::{bit, handle, is_due, load_set};
use crate::state::{state, state_mut};
use crate::{errno as last_error, guest, pthread};
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{TIMESPEC, Traits, reads, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::reg::Reg;
use gmc_vm::thread::Phase;
use gmc_world::errno;
use std::time::Duration;

pub(crate) const WAITS: &[Native] = &[
    sync("pause", |m, _| may_go_on(m, is_due(m)), pause, &[]).is(WAITS_FOR_SIGNALS),
    sync("sigsuspend", sigsuspend_may_go_on, sigsuspend, &[reads(0, Bytes(8))]).is(WAITS_FOR_SIGNALS),
    sync(
        "sigwait",
        chosen_may_go_on,
        |m, call| take(m, call, Form::Wait),
        &[reads(0, Bytes(8)), writes(1, Bytes(4))],
    )
    .is(Traits::CONCERNS_SIGNALS.and(Traits::RESTS)),
    sync(
        "sigwaitinfo",
        chosen_may_go_on,
        |m, call| take(m, call, Form::Info),
        &[reads(0, Bytes(8)), writes(1, Bytes(128))],
    )
    .is(WAITS_FOR_SIGNALS),
    sync(
        "sigtimedwait",
        timed_may_go_on,
        |m, call| take(m, call, Form::Timed),
        &[reads(0, Bytes(8)), writes(1, Bytes(128)), reads(2, TIMESPEC)],
    )
    .is(Traits::TELLS_TIME.and(WAITS_FOR_SIGNALS)),
];

/// A signal makes them return, whatever its handler says of calls that are to be made again.
const WAITS_FOR_SIGNALS: Traits = Traits::CONCERNS_SIGNALS.and(Traits::INTERRUPTIBLE).and(Traits::RESTS);

/// Whether a thread that waits for a signal goes on: when one is there.
fn may_go_on(m: &Machine, there: bool) -> InterpResult<u32> {
    if there || m.mode != Mode::Run && !m.compiled.uses.system || pthread::is_cancelled(m) {
        return Ok(1);
    }
    if m.mode != Mode::Run {
        return Ok(0);
    }
    let Some(next) = timers::next(m) else { return Ok(0) };
    Ok(pthread::deadline::is_past(m, next).into())
}

fn nobody(m: &Machine) -> InterpResult<()> {
    if m.mode == Mode::Run {
        return Ok(());
    }
    Err(InterpError::unsupported(
        "waiting for a signal: a search knows only those that the program has raised before",
    ))
}

/// Whether a signal of a set waits for the current thread, or for the process.
fn is_there(m: &Machine, set: u64) -> bool {
    state(m).signals.first(m.current, set).is_some() || arrived(m, set).next().is_some()
}

/// Handles what is there, and returns with `EINTR`; waits again where that called no handler.
fn interrupted(m: &mut Machine) -> InterpResult<Flow> {
    timers::expire(m)?;
    if !is_due(m) {
        nobody(m)?;
        return Ok(Flow::Again);
    }
    last_error::set(m, errno::EINTR)?;
    m.set_native_result(Reg::number(u64::MAX));
    if handle(m)? { Ok(Flow::Arranged) } else { Ok(Flow::Again) }
}

fn pause(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    if pthread::is_cancelled(m) {
        return pthread::threads::cancelled(m);
    }
    interrupted(m)
}

/// Whether a signal is there that the mask of `sigsuspend` lets through.
fn sigsuspend_may_go_on(m: &Machine, call: &Call) -> InterpResult<u32> {
    let mask = load_set(m, call.pointer(0)?)?;
    may_go_on(m, is_there(m, !mask))
}

/// The handler runs with the mask of the argument, and leaves the one that was there before.
fn sigsuspend(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (mask, current) = (load_set(m, call.pointer(0)?)?, m.current);
    let before = state(m).signals.mask(current);
    timers::expire(m)?;
    state_mut(m).signals.hold(current, mask);
    take_over_in(m, !mask)?;
    let flow = interrupted(m);
    // Where a handler runs, what it returns to is the mask before.
    if matches!(flow, Ok(Flow::Arranged)) {
        if let Some(last) = state_mut(m).signals.before.last_mut() {
            last.2 = before;
        }
    } else {
        state_mut(m).signals.hold(current, before);
    }
    flow
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Wait,
    Info,
    Timed,
}

fn chosen_may_go_on(m: &Machine, call: &Call) -> InterpResult<u32> {
    let set = load_set(m, call.pointer(0)?)?;
    may_go_on(m, is_there(m, set))
}

fn timed_may_go_on(m: &Machine, call: &Call) -> InterpResult<u32> {
    let set = load_set(m, call.pointer(0)?)?;
    if is_there(m, set) {
        return Ok(1);
    }
    if m.mode != Mode::Run {
        return Ok((m.world.timed_wait(m.current) != Some(false)).into());
    }
    if m.phase(m.current) != Phase::Waiting {
        return Ok(1);
    }
    let until = m.turns.sleeps.get(m.current).copied().unwrap_or_default();
    let until = timers::next(m).map_or(until, |next| next.min(until));
    Ok(pthread::deadline::is_past(m, until).into())
}

/// Takes a signal out of those that wait.
fn take(m: &mut Machine, call: &Call, form: Form) -> InterpResult<Flow> {
    let (set, to, current) = (load_set(m, call.pointer(0)?)?, call.pointer(1)?, m.current);
    timers::expire(m)?;
    take_over_in(m, set)?;
    let Some(number) = state(m).signals.first(current, set) else {
        if form != Form::Timed {
            nobody(m)?;
            return Ok(Flow::Again);
        }
        return time_out(m, call);
    };
    if m.phase(current) == Phase::Waiting {
        m.set_phase(current, Phase::Running)?;
    }
    m.world.end_timed_wait(current);
    debug_assert!(bit(number) & set != 0);
    match form {
        Form::Wait => {
            super::take(m, number, None)?;
            guest::store(m, to, number.into(), 4)?;
            Flow::int(0)
        }
        _ => {
            super::take(m, number, Some(to).filter(|it| !it.is_null()))?;
            Flow::int(number.into())
        }
    }
}

/// `sigtimedwait` begins to wait, goes on with it, or gives up.
fn time_out(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let current = m.current;
    let Some(limit) = pthread::deadline::timespec(m, call.pointer(2)?)? else {
        return guest::status(m, Err(errno::EINVAL));
    };
    if m.mode != Mode::Run {
        if m.world.clock().moves() && m.world.timed_wait(current).is_none() {
            m.world.begin_timed_wait(current, limit);
            return Ok(Flow::Again);
        }
        m.world.end_timed_wait(current);
        return guest::status(m, Err(errno::EAGAIN));
    }
    if m.phase(current) != Phase::Waiting {
        m.turns.sleeps.resize(m.threads.len(), Duration::ZERO);
        m.turns.sleeps[current] = m.world.clock().shows().saturating_add(limit);
        m.set_phase(current, Phase::Waiting)?;
        return Ok(Flow::Again);
    }
    if m.world.clock().shows() < m.turns.sleeps[current] {
        return Ok(Flow::Again);
    }
    m.set_phase(current, Phase::Running)?;
    guest::status(m, Err(errno::EAGAIN))
}
