//! Cleanup handlers, as the macros of `pthread.h` make them in C: each calls `__sigsetjmp` for itself, and a thread
//! that ends jumps to the innermost one, which then asks for the next.

use crate::jump;
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::reg::Reg;
use gmc_vm::thread::own;

pub(super) const TABLE: &[Native] = &[
    memory("__pthread_register_cancel", register),
    memory("__pthread_unregister_cancel", unregister),
    memory("__pthread_register_cancel_defer", register),
    memory("__pthread_unregister_cancel_restore", unregister),
    memory("__pthread_unwind_next", |m, _| next(m)),
];

/// Behind what `__sigsetjmp` has put into the buffer: the handler outside of this one.
fn outer(buffer: Pointer) -> Pointer {
    buffer.wrapping_offset(16)
}

fn register(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (buffer, slot) = (call.pointer(0)?, m.own_slot(own::CLEANUP));
    let before = m.memory.load_pointer(slot)?;
    m.memory.store_pointer(outer(buffer), before)?;
    m.memory.store_pointer(slot, buffer)?;
    Ok(Flow::Void)
}

fn unregister(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let before = m.memory.load_pointer(outer(call.pointer(0)?))?;
    m.memory.store_pointer(m.own_slot(own::CLEANUP), before)?;
    Ok(Flow::Void)
}

/// The current thread ends: the innermost handler runs, or nothing is left to do.
pub(super) fn next(m: &mut Machine) -> InterpResult<Flow> {
    let slot = m.own_slot(own::CLEANUP);
    let buffer = m.memory.load_pointer(slot)?;
    if !buffer.is_null() {
        let before = m.memory.load_pointer(outer(buffer))?;
        let flow = jump::land(m, buffer, Reg::number(1))?;
        m.memory.store_pointer(slot, before)?;
        return Ok(flow);
    }
    m.unwind_to(0)?;
    m.threads[m.current].regs.truncate(0);
    if m.current == ThreadId::FIRST && m.process.ending.is_none() {
        // `main` has ended without ending the program.
        m.process.agenda.clear();
    }
    Ok(Flow::Arranged)
}
