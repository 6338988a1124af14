//! `__builtin_ia32_…` that are no arithmetic: barriers, hints, the processor's clock.
//!
//! Fences order nothing: threads take turns, and memory is sequentially consistent.

use gmc_model::Premise;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, atomic, memory};

pub(super) const TABLE: &[Native] = &[
    memory("__builtin_ia32_pause", nothing),
    atomic("__builtin_ia32_mfence", nothing),
    atomic("__builtin_ia32_lfence", nothing),
    atomic("__builtin_ia32_sfence", nothing),
    memory("__builtin_ia32_clflush", nothing),
    memory("__builtin_ia32_vzeroall", nothing),
    memory("__builtin_ia32_vzeroupper", nothing),
    memory("__builtin_ia32_rdtsc", time_stamp),
    memory("__builtin_ia32_rdtscp", |m, call| {
        m.memory.store_sized(call.pointer(0)?, 0, 4)?;
        time_stamp(m, call)
    }),
    memory("__builtin_thread_pointer", |m, _| Flow::pointer(super::errno::place(m)?)),
];

fn nothing(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Ok(Flow::Void)
}

/// What the processor's clock shows can be anything in a search.
fn time_stamp(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if m.rules.most_choices.is_some() {
        return m.new_nondet(call, None);
    }
    m.rely_on(Premise::Clock);
    Flow::number(m.world.clock_mut().elapsed().as_nanos() as u64)
}
