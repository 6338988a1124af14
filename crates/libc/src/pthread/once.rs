//! `pthread_once`: the first thread calls a function, all others wait until it has returned.
//!
//! The call is made again when the function has returned, which wakes the thread.

use crate::checker::always;
use gmc_mem::Pointer;
use gmc_vm::code::Op;
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{Awaited, Span, operates};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, sync};
use gmc_vm::thread::{Phase, Then};

/// Whether the function was called.
pub(crate) const FLAG: &[Span] = &[operates(0, Bytes(4))];

pub(super) const TABLE: &[Native] = &[
    sync("pthread_once", may_go, |m, c| once(m, c, true), FLAG).awaits(Awaited::Once(0)).noted(),
    memory("__gmc_once_flag", flag_of_caller),
    sync("__gmc_once_again", always, again, FLAG).noted(),
];

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

/// The flag of the call of `pthread_once` that has called the current function, directly or not.
fn flag_of_caller(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let thread = &m.threads[m.current];
    let called = thread.frames.iter().rposition(|frame| frame.then == Then::Wake).filter(|&it| it > 0);
    let flag = called.and_then(|called| {
        let frame = &thread.frames[called - 1];
        let code = &m.compiled.codes[frame.code];
        let Op::Call { call } = *code.ops.get(frame.pc as usize)? else { return None };
        let arg = code.tables.calls[call as usize].args.first()?;
        Some(thread.regs[frame.base + usize::from(arg.r)])
    });
    match flag {
        Some(flag) => Ok(Flow::Value(flag)),
        None => Err(InterpError::unsupported("a call of `__once_proxy` that `pthread_once` does not make")),
    }
}

/// The function has thrown: the next thread calls it again.
fn again(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    super::set_word(m, call.pointer(0)?, 0, 0)?;
    Ok(Flow::Void)
}
