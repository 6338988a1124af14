//! `sys/resource.h` and `sys/utsname.h`: what the process uses, which is nothing, and what it runs on.

use super::guest;
use crate::state::{state, state_mut};
use gmc_model::Premise;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, shared};
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    memory("getrusage", getrusage),
    shared("getrlimit", |m, call| getrlimit(m, call, m.memory.target().pointer_size())),
    shared("getrlimit64", |m, call| getrlimit(m, call, 8)),
    shared("setrlimit", |m, call| setrlimit(m, call, m.memory.target().pointer_size())),
    shared("setrlimit64", |m, call| setrlimit(m, call, 8)),
    memory("getpriority", |m, call| accept(m, call, OWNERS)),
    memory("setpriority", |m, call| accept(m, call, OWNERS)),
    memory("uname", uname),
];

/// How many limits there are, and kinds of whom a priority is of.
const LIMITS: u64 = 16;
const OWNERS: u64 = 3;

/// Nothing happens, and 0 is returned, if the first argument is one of so many.
fn accept(m: &mut Machine, call: &Call, kinds: u64) -> InterpResult<Flow> {
    let is_known = (call.number(m, 0)? as u32 as u64) < kinds;
    guest::status(m, if is_known { Ok(0) } else { Err(errno::EINVAL) })
}

/// The time spent, then fourteen counts.
fn getrusage(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let to = call.pointer(1)?;
    // `RUSAGE_CHILDREN`, `RUSAGE_SELF`, `RUSAGE_THREAD`
    if !(-1..=1).contains(&guest::int(m, call, 0)?) {
        return guest::status(m, Err(errno::EINVAL));
    }
    m.rely_on(Premise::Duration);
    m.rely_on(Premise::Host);
    m.step.asks_time = true;
    let spent = m.world.clock_mut().elapsed();
    let mut record = guest::Record::new(m);
    record.long(spent.as_secs() as i64).long(spent.subsec_micros().into());
    for _ in 0..16 {
        record.long(0);
    }
    m.memory.write_bytes(to, record.bytes())?;
    Flow::int(0)
}

/// `size`: bytes of a limit.
fn getrlimit(m: &mut Machine, call: &Call, size: usize) -> InterpResult<Flow> {
    let (which, to) = (guest::int(m, call, 0)?, call.pointer(1)?);
    if which as u32 as u64 >= LIMITS {
        return guest::status(m, Err(errno::EINVAL));
    }
    let limits = state(m).limits.get(&which).copied().unwrap_or_else(|| {
        m.rely_on(Premise::Host);
        [-1; 2]
    });
    for (at, limit) in limits.into_iter().enumerate() {
        guest::store(m, to.wrapping_offset((at * size) as i64), limit, size)?;
    }
    Flow::int(0)
}

/// Limits are remembered, and nothing comes up to them.
fn setrlimit(m: &mut Machine, call: &Call, size: usize) -> InterpResult<Flow> {
    let (which, from) = (guest::int(m, call, 0)?, call.pointer(1)?);
    let soft = guest::load(m, from, size)?;
    let hard = guest::load(m, from.wrapping_offset(size as i64), size)?;
    if which as u32 as u64 >= LIMITS || soft as u64 > hard as u64 {
        return guest::status(m, Err(errno::EINVAL));
    }
    state_mut(m).limits.insert(which, [soft, hard]);
    Flow::int(0)
}

fn uname(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.rely_on(Premise::Host);
    let to = call.pointer(0)?;
    m.memory.fill(to, 0, 6 * 65)?;
    let name = m.world.files.host().name.clone();
    for (at, text) in ["Linux", &name, "6.1", "#1", "x86_64"].into_iter().enumerate() {
        m.memory.write_bytes(to.wrapping_offset(65 * at as i64), text.as_bytes())?;
    }
    Flow::int(0)
}
