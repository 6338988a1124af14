//! Condition variables.
//!
//! A wait has three parts, each a step of its own: the mutex is given back and the thread waits; somebody wakes it, or its
//! time is up; it takes the mutex again.

use super::{misuse, mutex, set_word, word};
use crate::fault::Outcome;
use crate::library::checker::always;
use crate::machine::Machine;
use crate::native::{Call, Flow, Sync};
use crate::reg::Reg;
use crate::thread::Phase;
use crate::world::errno;
use gmc_mem::Pointer;

pub(super) const TABLE: &[Sync] = &[
    Sync { name: "pthread_cond_init", outcomes: always, run: init },
    Sync { name: "pthread_cond_destroy", outcomes: always, run: destroy },
    Sync { name: "pthread_cond_wait", outcomes: may_wait, run: wait },
    Sync { name: "pthread_cond_timedwait", outcomes: may_wait_or_leave, run: wait },
    Sync { name: "pthread_cond_clockwait", outcomes: may_wait_or_leave, run: wait },
    Sync { name: "pthread_cond_signal", outcomes: whom, run: signal },
    Sync { name: "pthread_cond_broadcast", outcomes: always, run: broadcast },
];

const DESTROYED: u32 = 0xdead;

fn check(m: &Machine<'_>, condition: Pointer) -> Outcome<()> {
    match word(m, condition, 0, "condition variable")? {
        DESTROYED => Err(misuse("the condition variable was destroyed before")),
        _ => Ok(()),
    }
}

/// The threads that wait for it, in the order of their numbers.
fn waiting<'m>(m: &'m Machine<'_>, condition: Pointer) -> impl Iterator<Item = usize> + 'm {
    let waits = move |&it: &usize| m.phase(it) == Phase::Waiting && m.wait_of(it).as_pointer() == condition;
    (0..m.threads.len()).filter(waits)
}

fn init(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    set_word(m, call.pointer(0)?, 0, 0)?;
    Flow::int(0)
}

fn destroy(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let condition = call.pointer(0)?;
    check(m, condition)?;
    if waiting(m, condition).next().is_some() {
        return Err(misuse("the condition variable is destroyed while a thread waits for it"));
    }
    set_word(m, condition, 0, DESTROYED)?;
    Flow::int(0)
}

fn outcomes(m: &Machine<'_>, call: &Call, may_leave: bool) -> Outcome<u32> {
    Ok(match m.phase(m.current) {
        Phase::Waiting => u32::from(may_leave || m.spurious),
        Phase::Woken | Phase::TimedOut => u32::from(mutex::is_free(m, call.pointer(1)?)?),
        _ => 1,
    })
}

fn may_wait(m: &Machine<'_>, call: &Call) -> Outcome<u32> {
    outcomes(m, call, false)
}

fn may_wait_or_leave(m: &Machine<'_>, call: &Call) -> Outcome<u32> {
    outcomes(m, call, true)
}

fn wait(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (condition, lock) = (call.pointer(0)?, call.pointer(1)?);
    match m.phase(m.current) {
        Phase::Waiting => {
            let timed = call.count() > 2;
            m.set_phase(m.current, if timed { Phase::TimedOut } else { Phase::Woken })?;
            Ok(Flow::Again)
        }
        woken @ (Phase::Woken | Phase::TimedOut) => {
            m.set_phase(m.current, Phase::Running)?;
            m.set_wait(m.current, Reg::ZERO)?;
            mutex::take(m, lock)?;
            Flow::int(if woken == Phase::TimedOut { errno::ETIMEDOUT.into() } else { 0 })
        }
        _ => {
            check(m, condition)?;
            if mutex::give(m, lock)? != 0 {
                return Err(misuse("a thread waits with a mutex that it does not hold"));
            }
            m.set_phase(m.current, Phase::Waiting)?;
            m.set_wait(m.current, Reg::pointer(condition))?;
            Ok(Flow::Again)
        }
    }
}

fn whom(m: &Machine<'_>, call: &Call) -> Outcome<u32> {
    Ok((waiting(m, call.pointer(0)?).count() as u32).max(1))
}

fn signal(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let condition = call.pointer(0)?;
    check(m, condition)?;
    let woken = waiting(m, condition).nth(m.outcome as usize);
    if let Some(thread) = woken {
        m.set_phase(thread, Phase::Woken)?;
    }
    Flow::int(0)
}

fn broadcast(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let condition = call.pointer(0)?;
    check(m, condition)?;
    let all: Vec<usize> = waiting(m, condition).collect();
    for thread in all {
        m.set_phase(thread, Phase::Woken)?;
    }
    Flow::int(0)
}
