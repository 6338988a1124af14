//! `pthread_once`: the first thread calls a function, all others wait until it has returned.
//!
//! The call is made again when the function has returned, which wakes the thread.

use gmc_mem::Pointer;
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{Awaited, Span, operates};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::thread::{Phase, Then};

/// Whether the function was called.
pub(crate) const FLAG: &[Span] = &[operates(0, Bytes(4))];

pub(super) const TABLE: &[Native] =
    &[sync("pthread_once", may_go, |m, c| once(m, c, true), FLAG).awaits(Awaited::Once(0)).noted()];

/// The function has returned; 0 means that no thread has called it.
const DONE: u32 = 2;
/// It is under way, called by the thread with the number that follows, minus one.
const UNDER_WAY: u32 = 1;
const THREAD: u32 = 2;

fn state(m: &Machine, flag: Pointer) -> InterpResult<u32> {
    super::word(m, flag, 0, "flag")
}

/// The thread that calls the function, plus one.
pub(super) fn runner(m: &Machine, flag: Pointer) -> InterpResult<u32> {
    Ok(state(m, flag)? >> THREAD)
}

/// Whether the function that the current thread's call has called has returned.
fn has_returned(m: &Machine) -> bool {
    m.phase(m.current) == Phase::Woken
}

pub(crate) fn may_go(m: &Machine, call: &Call) -> InterpResult<u32> {
    Ok((has_returned(m) || matches!(state(m, call.pointer(0)?)?, 0 | DONE)).into())
}

/// `status`: whether the function returns one.
pub(crate) fn once(m: &mut Machine, call: &Call, status: bool) -> InterpResult<Flow> {
    let flag = call.pointer(0)?;
    if has_returned(m) {
        m.set_phase(m.current, Phase::Running)?;
        super::set_word(m, flag, 0, DONE)?;
    } else if state(m, flag)? == 0 {
        let function = call.pointer(1)?;
        let depth = m.threads[m.current].frames.len();
        super::set_word(m, flag, 0, UNDER_WAY | (m.current.0 + 1) << THREAD)?;
        m.threads[m.current].frames.last_mut().expect("a call has a caller").pc -= 1;
        m.call_pointer(function, &[], &[], Then::Wake)?;
        if m.threads[m.current].frames.len() == depth {
            // A function of the machine, which has returned already.
            m.set_phase(m.current, Phase::Woken)?;
        }
        return Ok(Flow::Arranged);
    }
    if status { Flow::int(0) } else { Ok(Flow::Void) }
}
