//! Priorities and processors: there is one of each, and programs may ask for what they like.

use super::threads;
use crate::guest;
use crate::state::state_mut;
use gmc_model::Premise;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, shared};
use gmc_world::errno;

/// What names a thread, which may have ended.
pub(super) const OF_THREADS: &[Native] = &[
    shared("pthread_setschedparam", set_parameters).is(Traits::ASKS_FOR_ENDS),
    shared("pthread_setschedprio", exists).is(Traits::ASKS_FOR_ENDS),
    shared("pthread_getschedparam", parameters).is(Traits::ASKS_FOR_ENDS),
    shared("pthread_setaffinity_np", exists).is(Traits::ASKS_FOR_ENDS),
    shared("pthread_getaffinity_np", processors_of_thread).is(Traits::ASKS_FOR_ENDS),
    shared("pthread_getcpuclockid", clock).is(Traits::ASKS_FOR_ENDS),
];

pub(super) const TABLE: &[Native] = &[
    memory("pthread_setconcurrency", set_concurrency),
    memory("pthread_getconcurrency", |_, _| Flow::int(0)),
    memory("pthread_atfork", at_fork),
    memory("__register_atfork", at_fork),
    memory("sched_get_priority_min", |m, c| priority(m, c, 1)),
    memory("sched_get_priority_max", |m, c| priority(m, c, 99)),
    memory("sched_getscheduler", |_, _| Flow::int(0)),
    memory("sched_setscheduler", set_scheduler),
    memory("sched_setparam", |_, _| Flow::int(0)),
    memory("sched_getparam", |m, c| no_priority(m, c, 1)),
    memory("sched_getcpu", |m, _| {
        m.rely_on(Premise::Host);
        Flow::int(0)
    }),
    memory("sched_setaffinity", |_, _| Flow::int(0)),
    memory("sched_getaffinity", processors),
    memory("__sched_cpucount", count),
];

fn exists(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let known = threads::named(m, call, 0)?.is_some();
    Flow::int(if known { 0 } else { errno::ESRCH.into() })
}

/// Whether a policy, the second argument, has the priority that the third points to.
fn is_possible(m: &Machine, call: &Call) -> InterpResult<bool> {
    let (policy, priority) = (guest::int(m, call, 1)?, guest::load(m, call.pointer(2)?, 4)?);
    Ok(match policy {
        0 | 3 | 5 => priority == 0,
        1 | 2 => (1..=99).contains(&priority),
        _ => false,
    })
}

fn set_parameters(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if threads::named(m, call, 0)?.is_some() && !is_possible(m, call)? {
        return Flow::int(errno::EINVAL.into());
    }
    exists(m, call)
}

fn set_scheduler(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let set = if is_possible(m, call)? { Ok(0) } else { Err(errno::EINVAL) };
    guest::status(m, set)
}

/// A hint that has no effect.
fn set_concurrency(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::int(if guest::int(m, call, 0)? < 0 { errno::EINVAL.into() } else { 0 })
}

/// `struct sched_param` has one field.
fn no_priority(m: &mut Machine, call: &Call, at: usize) -> InterpResult<Flow> {
    guest::store(m, call.pointer(at)?, 0, 4)?;
    Flow::int(0)
}

fn parameters(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    guest::store(m, call.pointer(1)?, 0, 4)?;
    no_priority(m, call, 2)
}

fn priority(m: &mut Machine, call: &Call, real_time: i64) -> InterpResult<Flow> {
    match guest::int(m, call, 0)? {
        0 | 3 | 5 | 6 => Flow::int(0),
        1 | 2 => Flow::int(real_time),
        _ => guest::status(m, Err(errno::EINVAL)),
    }
}

/// The set of the only processor.
fn processors(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.rely_on(Premise::Host);
    let (size, to) = (call.number(m, 1)?, call.pointer(2)?);
    m.memory.fill(to, 0, size)?;
    if size > 0 {
        guest::store(m, to, 1, 1)?;
    }
    Flow::int(0)
}

fn processors_of_thread(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if threads::named(m, call, 0)?.is_none() {
        return Flow::int(errno::ESRCH.into());
    }
    processors(m, call)
}

fn count(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let set = guest::bytes(m, call.pointer(1)?, call.number(m, 0)?)?;
    Flow::int(set.iter().map(|byte| i64::from(byte.count_ones())).sum())
}

/// `CLOCK_THREAD_CPUTIME_ID`, whoever's it is.
fn clock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    guest::store(m, call.pointer(1)?, 3, 4)?;
    Flow::int(0)
}

/// The functions are called only where processes are made, which is then unsupported.
fn at_fork(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    if m.compiled.uses.processes {
        state_mut(m).has_fork_handlers = true;
    }
    Flow::int(0)
}
