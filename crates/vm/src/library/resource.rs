//! `sys/resource.h` and `sys/utsname.h`: what the process uses, which is nothing, and what it runs on.

use super::guest;
use crate::fault::Outcome;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};

pub(super) const TABLE: &[Native] = &[
    Native { name: "getrusage", run: getrusage },
    Native { name: "getrlimit", run: getrlimit },
    Native { name: "getrlimit64", run: getrlimit },
    Native { name: "setrlimit", run: |_, _| Flow::int(0) },
    Native { name: "setrlimit64", run: |_, _| Flow::int(0) },
    Native { name: "getpriority", run: |_, _| Flow::int(0) },
    Native { name: "setpriority", run: |_, _| Flow::int(0) },
    Native { name: "uname", run: uname },
];

/// The time spent, then fourteen counts.
fn getrusage(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let to = call.pointer(1)?;
    let spent = m.world.clock.elapsed();
    let mut record = guest::Record::new(m);
    record.long(spent.as_secs() as i64).long(spent.subsec_micros().into());
    for _ in 0..16 {
        record.long(0);
    }
    m.memory.write_bytes(to, record.bytes())?;
    Flow::int(0)
}

fn getrlimit(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let to = call.pointer(1)?;
    let size = if call.name.ends_with("64") { 8 } else { m.memory.target().pointer_size() };
    m.memory.fill(to, 0xff, 2 * size as u64)?;
    Flow::int(0)
}

fn uname(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let to = call.pointer(0)?;
    m.memory.fill(to, 0, 6 * 65)?;
    for (at, text) in [&b"Linux"[..], b"gmc", b"6.1", b"#1", b"x86_64"].into_iter().enumerate() {
        m.memory.write_bytes(to.wrapping_offset(65 * at as i64), text)?;
    }
    Flow::int(0)
}
