//! Until when a function waits at most.
//!
//! A search in which time stands still lets whatever cannot go on give up at any time. In a single run time passes only
//! when nobody can go on; in a search in which it moves, at any moment (`gmc_world::Passing`).

use crate::guest;
use gmc_mem::Pointer;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::Call;
use gmc_world::errno;
use std::time::Duration;

/// The clock that shows the date.
pub(crate) const REALTIME: i32 = 0;
/// The clock that shows the time since some start.
pub(crate) const MONOTONIC: i32 = 1;

/// A `struct timespec`; none if its fraction is none.
pub(crate) fn timespec(m: &Machine, at: Pointer) -> InterpResult<Option<Duration>> {
    let size = m.memory.target().pointer_size();
    let seconds = guest::load(m, at, size)?;
    let fraction = guest::load(m, at.wrapping_offset(size as i64), size)?;
    let fraction = u32::try_from(fraction).ok().filter(|&it| it < 1_000_000_000);
    // What is long before the start is as good as the start.
    Ok(fraction.map(|fraction| Duration::new(u64::try_from(seconds).unwrap_or(0), fraction)))
}

/// Whether a function that cannot go on may give up now, the time being that argument by that clock.
pub(crate) fn is_over(m: &Machine, call: &Call, clock: i32, at: usize) -> InterpResult<bool> {
    if m.mode != Mode::Run && !m.world.clock().moves() {
        return Ok(true);
    }
    let Some(time) = timespec(m, call.pointer(at)?)? else { return Ok(true) };
    Ok(is_past(m, if clock == REALTIME { m.world.clock().at(time) } else { time }))
}

/// Whether the clock shows this time already. Otherwise the thread is woken when it does.
pub(crate) fn is_past(m: &Machine, time: Duration) -> bool {
    if m.world.clock().shows() >= time {
        return true;
    }
    m.turns.alarm.set(Some(time));
    false
}

/// What a function that gives up returns.
pub(crate) fn status(m: &Machine, call: &Call, clock: i32, at: usize) -> InterpResult<i64> {
    let known = matches!(clock, REALTIME | MONOTONIC);
    let valid = known && timespec(m, call.pointer(at)?)?.is_some();
    Ok(if valid { errno::ETIMEDOUT } else { errno::EINVAL }.into())
}
