//! `pthread_once`: whoever comes first calls a function, all others wait until it has returned.
//!
//! The call is made again when the function has returned, and finds that it was itself the one that made the call.

use super::me;
use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::native::{Call, Flow, Sync};
use crate::thread::{MAX_FRAMES, Then};
use gmc_mem::Pointer;

pub(super) const TABLE: &[Sync] =
    &[Sync { name: "pthread_once", outcomes: may_go, run: |m, c| once(m, c, true) }];

/// The function has returned; 0 is that nobody has called it.
const DONE: u32 = 2;
/// It is under way. Then follow the thread that calls it, plus one, and how deeply nested its call is.
const UNDER_WAY: u32 = 1;
const THREAD: u32 = 2;
const DEPTH: u32 = 12;

fn state(m: &Machine<'_>, flag: Pointer) -> Outcome<u32> {
    super::word(m, flag, 0, "flag")
}

/// What the flag is while the current thread's call, as deeply nested as now, calls the function.
fn mine(m: &Machine<'_>) -> u32 {
    let depth = m.threads[m.current].frames.len() % MAX_FRAMES;
    UNDER_WAY | me(m) << THREAD | (depth as u32) << DEPTH
}

/// The thread that calls the function, plus one.
pub(super) fn runner(m: &Machine<'_>, flag: Pointer) -> Outcome<u32> {
    Ok((state(m, flag)? & ((1 << DEPTH) - 1)) >> THREAD)
}

pub(in crate::library) fn may_go(m: &Machine<'_>, call: &Call) -> Outcome<u32> {
    let state = state(m, call.pointer(0)?)?;
    Ok((state == 0 || state == DONE || state == mine(m)).into())
}

/// `status`: whether the function returns one.
pub(in crate::library) fn once(m: &mut Machine<'_>, call: &Call, status: bool) -> Outcome<Flow> {
    let flag = call.pointer(0)?;
    let state = state(m, flag)?;
    if state == 0 {
        if m.current + 1 >= 1 << (DEPTH - THREAD) {
            return Err(Fault::unsupported("`pthread_once` in that many threads"));
        }
        let mine = mine(m);
        super::set_word(m, flag, 0, mine)?;
        m.threads[m.current].frames.last_mut().expect("a call has a caller").pc -= 1;
        m.call_pointer(call.pointer(1)?, &[], &[], Then::Discard)?;
        return Ok(Flow::Arranged);
    }
    if state == mine(m) {
        super::set_word(m, flag, 0, DONE)?;
    }
    if status { Flow::int(0) } else { Ok(Flow::Void) }
}
