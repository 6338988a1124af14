//! What C++ programs expect of their run-time, but for exceptions: `new` and `delete`, static initialisation,
//! destruction at exit.

use crate::fault::{Fault, Outcome};
use crate::machine::{AtExit, Machine};
use crate::native::{Call, Flow, Native, memory};
use gmc_mem::{Kind as Storage, Layout};
use gmc_model::Kind;

pub(super) const TABLE: &[Native] = &[
    // operator new, new[]: by size, with std::nothrow, with an alignment
    memory("_Znwm", new).makes(),
    memory("_Znam", new).makes(),
    memory("_Znwj", new).makes(),
    memory("_Znaj", new).makes(),
    memory("_ZnwmRKSt9nothrow_t", new).makes(),
    memory("_ZnamRKSt9nothrow_t", new).makes(),
    memory("_ZnwmSt11align_val_t", new_aligned).makes(),
    memory("_ZnamSt11align_val_t", new_aligned).makes(),
    // operator delete, delete[]: plain, with the size, with an alignment
    memory("_ZdlPv", delete).frees(0),
    memory("_ZdaPv", delete).frees(0),
    memory("_ZdlPvm", delete).frees(0),
    memory("_ZdaPvm", delete).frees(0),
    memory("_ZdlPvj", delete).frees(0),
    memory("_ZdaPvj", delete).frees(0),
    memory("_ZdlPvSt11align_val_t", delete).frees(0),
    memory("_ZdaPvSt11align_val_t", delete).frees(0),
    memory("_ZdlPvmSt11align_val_t", delete).frees(0),
    memory("_ZdaPvmSt11align_val_t", delete).frees(0),
    memory("__cxa_atexit", at_exit),
    memory("__cxa_thread_atexit", at_exit),
    memory("__cxa_guard_acquire", guard_acquire),
    memory("__cxa_guard_release", guard_release),
    memory("__cxa_guard_abort", nothing),
    memory("__cxa_pure_virtual", pure_virtual),
    memory("_ZSt9terminatev", terminate),
];

fn allocate(m: &mut Machine<'_>, call: &Call, size: u64, align: u64) -> Outcome<Flow> {
    // Objects of size 0 have an address of their own, too.
    match m.memory.alloc(Layout::new(size.max(1), align.clamp(1, 4096)), Storage::Heap, call.site) {
        Ok(pointer) => Flow::pointer(pointer),
        Err(_) => Err(Fault::unsupported("`new` without memory left: it would throw std::bad_alloc")),
    }
}

fn new(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let size = call.number(m, 0)?;
    allocate(m, call, size, 16)
}

fn new_aligned(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (size, align) = (call.number(m, 0)?, call.number(m, 1)?);
    allocate(m, call, size, align)
}

fn delete(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let pointer = call.pointer(0)?;
    if !pointer.is_null() {
        m.memory.free(pointer, call.site)?;
    }
    Ok(Flow::Void)
}

fn at_exit(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (function, argument) = (call.pointer(0)?, call.reg(1)?);
    m.process.at_exit.push(AtExit { function, argument: Some(argument) });
    Flow::number(0)
}

/// The guard's first byte says that the variable is initialised, as in the Itanium ABI.
fn guard_acquire(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let guard = call.pointer(0)?;
    let mut done = [0];
    m.memory.read_bytes(guard, &mut done)?;
    Flow::number(u64::from(done[0] == 0))
}

fn guard_release(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    m.memory.fill(call.pointer(0)?, 1, 1)?;
    Ok(Flow::Void)
}

fn nothing(_: &mut Machine<'_>, _: &Call) -> Outcome<Flow> {
    Ok(Flow::Void)
}

fn pure_virtual(_: &mut Machine<'_>, _: &Call) -> Outcome<Flow> {
    Err(Fault::other(Kind::Abort, "a pure virtual function is called"))
}

fn terminate(_: &mut Machine<'_>, _: &Call) -> Outcome<Flow> {
    Err(Fault::other(Kind::Abort, "the program calls `std::terminate`"))
}
