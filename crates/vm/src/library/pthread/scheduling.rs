//! Priorities and processors: there is one of each, and programs may ask for what they like.

use super::threads;
use crate::fault::Outcome;
use crate::library::guest;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};
use crate::world::errno;

/// What names a thread, which may have ended.
pub(super) const OF_THREADS: &[Native] = &[
    Native { name: "pthread_setschedparam", run: set_parameters },
    Native { name: "pthread_setschedprio", run: exists },
    Native { name: "pthread_getschedparam", run: parameters },
    Native { name: "pthread_setaffinity_np", run: exists },
    Native { name: "pthread_getaffinity_np", run: processors_of_thread },
    Native { name: "pthread_getcpuclockid", run: clock },
];

pub(super) const TABLE: &[Native] = &[
    Native { name: "pthread_setconcurrency", run: set_concurrency },
    Native { name: "pthread_getconcurrency", run: |_, _| Flow::int(0) },
    Native { name: "pthread_atfork", run: |_, _| Flow::int(0) },
    Native { name: "__register_atfork", run: |_, _| Flow::int(0) },
    Native { name: "sched_get_priority_min", run: |m, c| priority(m, c, 1) },
    Native { name: "sched_get_priority_max", run: |m, c| priority(m, c, 99) },
    Native { name: "sched_getscheduler", run: |_, _| Flow::int(0) },
    Native { name: "sched_setscheduler", run: set_scheduler },
    Native { name: "sched_setparam", run: |_, _| Flow::int(0) },
    Native { name: "sched_getparam", run: |m, c| no_priority(m, c, 1) },
    Native { name: "sched_getcpu", run: |_, _| Flow::int(0) },
    Native { name: "sched_setaffinity", run: |_, _| Flow::int(0) },
    Native { name: "sched_getaffinity", run: |m, c| processors(m, c) },
    Native { name: "__sched_cpucount", run: count },
];

fn exists(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let known = threads::named(m, call, 0)?.is_some();
    Flow::int(if known { 0 } else { errno::ESRCH.into() })
}

/// Whether a policy, the second argument, has the priority that the third points to.
fn is_possible(m: &Machine<'_>, call: &Call) -> Outcome<bool> {
    let (policy, priority) = (guest::int(m, call, 1)?, guest::load(m, call.pointer(2)?, 4)?);
    Ok(match policy {
        0 | 3 | 5 => priority == 0,
        1 | 2 => (1..=99).contains(&priority),
        _ => false,
    })
}

fn set_parameters(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    if threads::named(m, call, 0)?.is_some() && !is_possible(m, call)? {
        return Flow::int(errno::EINVAL.into());
    }
    exists(m, call)
}

fn set_scheduler(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let set = if is_possible(m, call)? { Ok(0) } else { Err(errno::EINVAL) };
    guest::status(m, set)
}

/// A hint that nobody takes.
fn set_concurrency(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    Flow::int(if guest::int(m, call, 0)? < 0 { errno::EINVAL.into() } else { 0 })
}

/// `struct sched_param` has one field.
fn no_priority(m: &mut Machine<'_>, call: &Call, at: usize) -> Outcome<Flow> {
    guest::store(m, call.pointer(at)?, 0, 4)?;
    Flow::int(0)
}

fn parameters(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    guest::store(m, call.pointer(1)?, 0, 4)?;
    no_priority(m, call, 2)
}

fn priority(m: &mut Machine<'_>, call: &Call, real_time: i64) -> Outcome<Flow> {
    match guest::int(m, call, 0)? {
        0 | 3 | 5 | 6 => Flow::int(0),
        1 | 2 => Flow::int(real_time),
        _ => guest::status(m, Err(errno::EINVAL)),
    }
}

/// The set of the only processor.
fn processors(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (size, to) = (call.number(m, 1)?, call.pointer(2)?);
    m.memory.fill(to, 0, size)?;
    if size > 0 {
        guest::store(m, to, 1, 1)?;
    }
    Flow::int(0)
}

fn processors_of_thread(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    if threads::named(m, call, 0)?.is_none() {
        return Flow::int(errno::ESRCH.into());
    }
    processors(m, call)
}

fn count(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let set = guest::bytes(m, call.pointer(1)?, call.number(m, 0)?)?;
    Flow::int(set.iter().map(|byte| i64::from(byte.count_ones())).sum())
}

/// `CLOCK_THREAD_CPUTIME_ID`, whoever's it is.
fn clock(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    guest::store(m, call.pointer(1)?, 3, 4)?;
    Flow::int(0)
}
