//! `sys/eventfd.h` and its kin: files that count, tell time, and tell signals.
//!
//! In a search in which time stands still, setting a timer is unsupported, as it is for other timers (`timers`).

use super::{guest, signal, timers};
use crate::failures;
use crate::state::state;
use gmc_mem::Endian;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::errno;
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    outside("eventfd", eventfd).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("timerfd_create", timerfd_create).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("timerfd_settime", timerfd_settime).is(Traits::GOES_ON),
    outside("timerfd_gettime", timerfd_gettime).is(Traits::GOES_ON),
    outside("signalfd", signalfd).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
];

/// `EFD_NONBLOCK` and `EFD_CLOEXEC`, and their like for timers.
const FLAGS: i32 = 0o4000 | 0o2_000_000;

fn eventfd(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    /// `EFD_SEMAPHORE`
    const SEMAPHORE: i32 = 1;
    let (count, flags) = (guest::int(m, call, 0)? as u32, guest::int(m, call, 1)?);
    let made = match flags & !(FLAGS | SEMAPHORE) {
        0 => m.world.files.event(count.into(), flags & SEMAPHORE != 0, flags),
        _ => Err(errno::EINVAL),
    };
    guest::status(m, made.map(i64::from))
}

fn timerfd_create(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (clock, flags) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    // CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME; those that wake the host take a privilege.
    let made = match (clock, flags & !FLAGS) {
        (0 | 1 | 7, 0) => m.world.files.timer(clock == 0, flags),
        (8 | 9, 0) => Err(errno::EPERM),
        _ => Err(errno::EINVAL),
    };
    guest::status(m, made.map(i64::from))
}

fn timerfd_settime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    /// `TFD_TIMER_ABSTIME` and `TFD_TIMER_CANCEL_ON_SET`
    const ABSOLUTE: i32 = 1;
    const CANCELS: i32 = 2;
    let (file, flags) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let (new, old) = (call.pointer(2)?, call.pointer(3)?);
    let is_date = match m.world.files.timer_is_date(file) {
        Ok(_) if flags & !(ABSOLUTE | CANCELS) != 0 => return guest::status(m, Err(errno::EINVAL)),
        Ok(is_date) => is_date,
        Err(error) => return guest::status(m, Err(error)),
    };
    let [interval, after] = match timers::load(m, new, 1)? {
        Ok(times) => times,
        Err(error) => return guest::status(m, Err(error)),
    };
    if !after.is_zero() && m.mode != Mode::Run && !m.world.clock().moves() {
        return Err(InterpError::unsupported(
            "a timer: in a search time stands still, and it could expire anywhere (--clock ordered lets time pass)",
        ));
    }
    let clock = m.world.clock();
    let next = match (flags & ABSOLUTE != 0, is_date) {
        (true, true) => clock.at(after),
        (true, false) => after,
        (false, _) => clock.shows().saturating_add(after),
    };
    if m.mode != Mode::Run {
        // A time that has passed already is as good as one that is about to.
        let left = next.saturating_sub(clock.shows()).max(Duration::from_nanos(1));
        let left = if after.is_zero() { Duration::ZERO } else { left };
        let before = m.world.files.arm_timer(file, left, interval);
        return give_times(m, old, before);
    }
    let next = (!after.is_zero()).then_some(next);
    let before = m.world.files.set_timer(file, next, interval);
    give_times(m, old, before)
}

fn timerfd_gettime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let left = m.world.files.timer_left(guest::int(m, call, 0)?);
    let to = call.pointer(1)?;
    give_times(m, to, left)
}

/// What is read are signals that wait for the process, not for a thread alone.
fn signalfd(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    /// `SIGKILL` and `SIGSTOP`, which nobody holds back.
    const FREE: u64 = 1 << 8 | 1 << 18;
    let (file, flags) = (guest::int(m, call, 0)?, guest::int(m, call, 2)?);
    let set = signal::load_set(m, call.pointer(1)?)? & !FREE;
    if m.memory.target().endian == Endian::Big {
        return Err(InterpError::unsupported("`signalfd` of a machine that has the highest byte first"));
    }
    if state(m).signals.has_any(set) {
        return Err(InterpError::unsupported("`signalfd` for a signal that waits already"));
    }
    let made = match flags & !FLAGS {
        0 => m.world.files.signals(file, set, flags),
        _ => Err(errno::EINVAL),
    };
    guest::status(m, made.map(i64::from))
}

fn give_times(
    m: &mut Machine,
    to: gmc_mem::Pointer,
    times: Result<(Duration, Duration), errno::Errno>,
) -> InterpResult<Flow> {
    let done = match times {
        Ok(times) => {
            timers::store(m, to, 1, times)?;
            Ok(())
        }
        Err(error) => Err(error),
    };
    guest::done(m, done)
}
