//! Signals from other processes: when a thread takes notice of them.
//!
//! As in Linux, a signal that has arrived is handled when the thread comes back from the kernel: at the latest after
//! the call that it makes next. So a thread that stands before a call has these ways to go on, where a signal waits
//! that it does not hold back; one that stands before an access to memory which others share has the first two of them:
//! - it makes the call, and the handler runs after it;
//! - the handler runs before the call: the signal came a moment earlier;
//! - the call waits, and the signal makes it return with `EINTR`, unless the handler says `SA_RESTART` and the call
//!   heeds that. A call that has moved some bytes returns how many.
//!
//! A signal that is ignored and not held back is lost as soon as the process does anything that others notice. What a
//! process does between such operations is not interrupted, which every answer says ([`Premise::Signals`]).

use super::{Value, add, bit, handle, handler, is_ignored_by_default};
use crate::errno as last_error;
use crate::state::{state, state_mut};
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::Flow;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_vm::thread::Phase;
use gmc_world::errno;

/// Whether a signal is lost where it is not held back.
fn is_ignored(m: &Machine, number: i32) -> bool {
    match handler(m, number).addr {
        0 => is_ignored_by_default(number),
        addr => addr == 1,
    }
}

/// The signals from other processes that are in a set.
pub(super) fn arrived(m: &Machine, set: u64) -> impl Iterator<Item = i32> {
    m.world.processes().signals(m.world.process).filter(move |&it| bit(it) & set != 0)
}

/// The first signal from another process that the current thread does not hold back and that does something.
fn first(m: &Machine) -> Option<i32> {
    arrived(m, !state(m).signals.mask(m.current)).find(|&it| !is_ignored(m, it))
}

/// Whether a signal has come that the current thread handles before anything else that it does.
pub(crate) fn comes_first(m: &Machine) -> bool {
    m.phase(m.current) == Phase::Running && first(m).is_some()
}

/// Whether the current thread has a signal from another process to take notice of, if only to lose it.
pub(crate) fn has_arrived(m: &Machine) -> bool {
    m.world.processes().has_signals(m.world.process)
        && m.phase(m.current) == Phase::Running
        && arrived(m, !state(m).signals.mask(m.current)).next().is_some()
}

/// The current thread takes the signals of the process that it does not hold back for its own.
pub(crate) fn take_over(m: &mut Machine) -> InterpResult<()> {
    let mask = state(m).signals.mask(m.current);
    take_over_in(m, !mask)
}

/// Likewise, those in a set.
pub(super) fn take_over_in(m: &mut Machine, set: u64) -> InterpResult<()> {
    let all: Vec<i32> = arrived(m, set).collect();
    let (own, current) = (m.world.process, m.current);
    for number in all {
        let Some(sent) = m.world.processes_mut().take_signal(own, number) else { continue };
        if !is_ignored(m, number) {
            m.rely_on(Premise::Signals);
            let value = match sent.code {
                super::TIMER => Value::Word(m.kept_at(Slot::TimerValues, sent.from as usize)),
                _ => Value::NONE,
            };
            add(m, current, number, sent, value)?;
        }
    }
    Ok(())
}

/// In how many ways a signal makes the current thread go on before it makes a call, or instead of that.
pub(crate) fn ways_to_interrupt(m: &Machine, held: &PendingCall, goes_on: bool) -> u32 {
    if m.phase(m.current) != Phase::Running || first(m).is_none() {
        return 0;
    }
    // Who has waited for some time already was not interrupted before.
    let is_under_way = m.world.timed_wait(m.current).is_some();
    let returns = !goes_on && m.world.moved(m.current) == 0 && !is_under_way && returns_early(m, held);
    1 + u32::from(returns)
}

/// Whether a signal makes a call that waits return with `EINTR`.
fn returns_early(m: &Machine, held: &PendingCall) -> bool {
    let Some(number) = first(m) else { return false };
    let restarts = state(m).signals.manner(number).flags & super::RESTART != 0;
    // What has a time limit is not made again, either.
    let ends = held.native.has(Traits::CONCERNS_SIGNALS) || m.world.timed_wait(m.current).is_some();
    held.native.has(Traits::INTERRUPTIBLE) && (!restarts || ends)
}

/// A signal interrupts the current thread, which stands before a call, in one of these ways.
pub(crate) fn interrupt_call(
    m: &mut Machine,
    held: &PendingCall,
    way: u32,
    goes_on: bool,
) -> InterpResult<Flow> {
    let returns = way == 0 && !goes_on && returns_early(m, held);
    let current = m.current;
    if returns && held.native.has(Traits::SLEEPS) {
        if let Flow::Value(value) = (held.native.run)(m, &held.call)? {
            m.set_native_result(value);
        }
        take_over(m)?;
        handle(m)?;
        return Ok(Flow::Arranged);
    }
    let moved = m.world.moved(current);
    if moved > 0 || m.world.waits(current).is_some() {
        m.world.wait(current, None);
    } else if returns {
        m.world.end_timed_wait(current);
    }
    if moved > 0 {
        // What was moved is moved: the call says how much.
        m.set_native_result(Reg::number(moved as u64));
    } else if returns {
        last_error::set(m, errno::EINTR)?;
        m.set_native_result(Reg::number(u64::MAX));
    } else {
        m.threads[current].frames.last_mut().expect("a call has a caller").pc -= 1;
    }
    take_over(m)?;
    handle(m)?;
    Ok(Flow::Arranged)
}

/// A child has no signals that wait.
pub(crate) fn forget_pending(m: &mut Machine) -> InterpResult<()> {
    if state(m).signals.pending.is_empty() {
        return Ok(());
    }
    let pending = std::mem::take(&mut state_mut(m).signals.pending);
    pending.into_keys().try_for_each(|(thread, number)| {
        m.keep_at(Slot::SignalValues, super::value_at(thread, number), Reg::pointer(Pointer::NULL))
    })
}
