//! What g++ expects of its run-time (the Itanium C++ ABI), exceptions apart: allocation, static locals, destructors of
//! globals, pure virtual functions.

use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};
use gmc_mem::{Kind as Storage, Layout};
use gmc_model::Kind;

pub(super) const TABLE: &[Native] = &[
    Native { name: "_Znwm", run: new },
    Native { name: "_Znam", run: new },
    Native { name: "_Znwj", run: new },
    Native { name: "_Znaj", run: new },
    Native { name: "_ZnwmRKSt9nothrow_t", run: new },
    Native { name: "_ZnamRKSt9nothrow_t", run: new },
    Native { name: "_ZnwmSt11align_val_t", run: new_aligned },
    Native { name: "_ZnamSt11align_val_t", run: new_aligned },
    Native { name: "_ZdlPv", run: delete },
    Native { name: "_ZdaPv", run: delete },
    Native { name: "_ZdlPvm", run: delete },
    Native { name: "_ZdaPvm", run: delete },
    Native { name: "_ZdlPvj", run: delete },
    Native { name: "_ZdaPvj", run: delete },
    Native { name: "_ZdlPvSt11align_val_t", run: delete },
    Native { name: "_ZdaPvSt11align_val_t", run: delete },
    Native { name: "_ZdlPvmSt11align_val_t", run: delete },
    Native { name: "_ZdaPvmSt11align_val_t", run: delete },
    Native { name: "__cxa_guard_acquire", run: guard_acquire },
    Native { name: "__cxa_guard_release", run: guard_release },
    Native { name: "__cxa_guard_abort", run: |_, _| Ok(Flow::Void) },
    Native { name: "__cxa_atexit", run: at_exit },
    Native { name: "__cxa_pure_virtual", run: pure_virtual },
];

fn allocate(m: &mut Machine<'_>, call: &Call, align: u64) -> Outcome<Flow> {
    let size = call.number(m, 0)?;
    match m.memory.alloc(Layout::new(size, align), Storage::Heap, call.site) {
        Ok(pointer) => Flow::pointer(pointer),
        Err(_) => Err(Fault::unsupported("a C++ exception (std::bad_alloc)")),
    }
}

fn new(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    allocate(m, call, 16)
}

fn new_aligned(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let align = call.number(m, 1)?;
    allocate(m, call, align.max(16))
}

fn delete(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let pointer = call.pointer(0)?;
    if !pointer.is_null() {
        m.memory.free(pointer, call.site)?;
    }
    Ok(Flow::Void)
}

/// The first byte of a guard says that the object is made; g++ looks there before it calls.
fn guard_acquire(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let mut made = [0];
    m.memory.read_bytes(call.pointer(0)?, &mut made)?;
    Flow::number(u64::from(made[0] == 0))
}

fn guard_release(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    m.memory.write_bytes(call.pointer(0)?, &[1])?;
    Ok(Flow::Void)
}

fn at_exit(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    m.at_exit.push((call.pointer(0)?, Some(call.reg(1)?)));
    Flow::int(0)
}

fn pure_virtual(_: &mut Machine<'_>, _: &Call) -> Outcome<Flow> {
    Err(Fault::other(Kind::BadCall, "a pure virtual function is called"))
}
