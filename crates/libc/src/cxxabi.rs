//! What C++ programs expect of their run-time, but for exceptions: `new` and `delete`, static initialisation,
//! destruction at exit.

use super::checker::always;
use super::pthread::{mutex, set_word, word};
use super::{failures, library};
use gmc_mem::Pointer;
use gmc_model::{ErrorKind, Premise};
use gmc_vm::code::Arg;
use gmc_vm::effects::Extent::Bytes;
use gmc_vm::effects::{Family, Span, Traits, operates};
use gmc_vm::exit::{Argument, Handler};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, sync};
use gmc_vm::reg::Reg;
use gmc_vm::thread::{Then, own};

pub(super) const TABLE: &[Native] = &[
    // operator new, new[]: by size, with std::nothrow, with an alignment
    memory("_Znwm", new).makes_for(Family::Single).fails(&failures::NEW),
    memory("_ZnwmRKSt9nothrow_t", new).makes_for(Family::Single).fails(&failures::NEW),
    memory("_ZnwmSt11align_val_t", new_aligned).makes_for(Family::Single).fails(&failures::NEW),
    memory("_ZnwmSt11align_val_tRKSt9nothrow_t", new_aligned).makes_for(Family::Single).fails(&failures::NEW),
    memory("_Znam", new).makes_for(Family::Array).fails(&failures::NEW),
    memory("_ZnamRKSt9nothrow_t", new).makes_for(Family::Array).fails(&failures::NEW),
    memory("_ZnamSt11align_val_t", new_aligned).makes_for(Family::Array).fails(&failures::NEW),
    memory("_ZnamSt11align_val_tRKSt9nothrow_t", new_aligned).makes_for(Family::Array).fails(&failures::NEW),
    memory("_Znwj", new).makes_for(Family::Single).fails(&failures::NEW),
    memory("_ZnwjRKSt9nothrow_t", new).makes_for(Family::Single).fails(&failures::NEW),
    memory("_ZnwjSt11align_val_t", new_aligned).makes_for(Family::Single).fails(&failures::NEW),
    memory("_ZnwjSt11align_val_tRKSt9nothrow_t", new_aligned).makes_for(Family::Single).fails(&failures::NEW),
    memory("_Znaj", new).makes_for(Family::Array).fails(&failures::NEW),
    memory("_ZnajRKSt9nothrow_t", new).makes_for(Family::Array).fails(&failures::NEW),
    memory("_ZnajSt11align_val_t", new_aligned).makes_for(Family::Array).fails(&failures::NEW),
    memory("_ZnajSt11align_val_tRKSt9nothrow_t", new_aligned).makes_for(Family::Array).fails(&failures::NEW),
    // operator delete, delete[]: plain, with the size, with an alignment, with std::nothrow
    memory("_ZdlPv", delete).frees(0),
    memory("_ZdlPvm", delete).frees(0),
    memory("_ZdlPvj", delete).frees(0),
    memory("_ZdlPvSt11align_val_t", delete).frees(0),
    memory("_ZdlPvmSt11align_val_t", delete).frees(0),
    memory("_ZdlPvjSt11align_val_t", delete).frees(0),
    memory("_ZdlPvRKSt9nothrow_t", delete).frees(0),
    memory("_ZdlPvSt11align_val_tRKSt9nothrow_t", delete).frees(0),
    memory("_ZdaPv", delete_array).frees(0),
    memory("_ZdaPvm", delete_array).frees(0),
    memory("_ZdaPvj", delete_array).frees(0),
    memory("_ZdaPvSt11align_val_t", delete_array).frees(0),
    memory("_ZdaPvmSt11align_val_t", delete_array).frees(0),
    memory("_ZdaPvjSt11align_val_t", delete_array).frees(0),
    memory("_ZdaPvRKSt9nothrow_t", delete_array).frees(0),
    memory("_ZdaPvSt11align_val_tRKSt9nothrow_t", delete_array).frees(0),
    memory("__cxa_thread_atexit", at_thread_exit).is(Traits::INTRICATE),
    memory("__cxa_thread_atexit_impl", at_thread_exit).is(Traits::INTRICATE),
    sync("__cxa_guard_acquire", may_initialise, guard_acquire, GUARD).noted(),
    sync("__cxa_guard_release", always, guard_release, GUARD).noted(),
    sync("__cxa_guard_abort", always, guard_abort, GUARD).noted(),
    memory("__cxa_pure_virtual", pure_virtual),
    memory("__gmc_terminate", terminate),
    memory("__gmc_allocate", new).makes(),
    memory("__gmc_release", release).frees(0),
];

fn allocate(m: &mut Machine, call: &Call, size: u64, align: u64) -> InterpResult<Option<Pointer>> {
    m.rely_on(Premise::Allocation);
    // Objects of size 0 have an address of their own, too.
    m.allocate_heap(size.max(1), align.clamp(1, 4096), call.site)
}

fn new(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let size = call.number(m, 0)?;
    match allocate(m, call, size, 16)? {
        Some(pointer) => Flow::pointer(pointer),
        None => without_memory(m, library().named(call.name).expect("it is called"), call),
    }
}

fn new_aligned(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (size, align) = (call.number(m, 0)?, call.number(m, 1)?);
    match allocate(m, call, size, align)? {
        Some(pointer) => Flow::pointer(pointer),
        None => without_memory(m, library().named(call.name).expect("it is called"), call),
    }
}

/// There is no memory: a function of the models goes on, which knows the program's handler and throws. A program
/// without exceptions does not have it; nothing catches what is thrown there.
pub(crate) fn without_memory(m: &mut Machine, native: &Native, call: &Call) -> InterpResult<Flow> {
    // After the size there can be an alignment, and `std::nothrow` by its address.
    let (size, rest) = (call.args[0].0, &call.args[1..]);
    let (aligned, throws) =
        (rest.iter().any(|it| it.0 != Class::Pointer), rest.iter().all(|it| it.0 != Class::Pointer));
    let Some(code) = m.compiled.entry.out_of_memory else {
        if !throws {
            return Flow::pointer(Pointer::NULL);
        }
        return Err(InterpError::other(
            ErrorKind::UncaughtException,
            "there is no memory, so `std::bad_alloc` is thrown, and nothing catches it",
        ));
    };
    let array = native.effects.makes == Some(Family::Array);
    let alignment = if aligned { call.reg(1)? } else { Reg::ZERO };
    let how = u64::from(array) | u64::from(aligned) << 1 | u64::from(!throws) << 2;
    let int = Class::Int { bits: 32, signed: false, size: 4 };
    let arguments = [Arg { r: 0, class: size }, Arg { r: 1, class: size }, Arg { r: 2, class: int }];
    m.enter(code, &arguments, &[call.reg(0)?, alignment, Reg::number(how)], Then::Caller)?;
    Ok(Flow::Arranged)
}

fn freed(m: &mut Machine, call: &Call, family: Family) -> InterpResult<Flow> {
    let pointer = call.pointer(0)?;
    if !pointer.is_null() {
        mutex::check_freed(m, pointer)?;
        m.free_heap(pointer, family, call.site)?;
    }
    Ok(Flow::Void)
}

fn delete(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    freed(m, call, Family::Single)
}

fn delete_array(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    freed(m, call, Family::Array)
}

/// Memory of exceptions.
fn release(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.memory.free(call.pointer(0)?, call.site)?;
    Ok(Flow::Void)
}

/// The object belongs to the thread, and so does what destroys it.
fn at_thread_exit(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let slot = m.own_slot(own::DESTRUCTORS);
    m.register(slot, Handler { function: call.pointer(0)?, argument: Argument::Given(call.reg(1)?) })?;
    Flow::number(0)
}

/// The guard of a static local variable, which one thread initialises while others wait (C++11 6.7p4). Its first byte
/// says that the variable is initialised, as in the Itanium ABI; its second word, that a thread is about to.
const GUARD: &[Span] = &[operates(0, Bytes(8))];
const UNDER_WAY: i64 = 4;

fn is_initialised(m: &Machine, guard: Pointer) -> InterpResult<bool> {
    Ok(word(m, guard, 0, "guard")? & 0xff != 0)
}

fn may_initialise(m: &Machine, call: &Call) -> InterpResult<u32> {
    let guard = call.pointer(0)?;
    Ok((is_initialised(m, guard)? || word(m, guard, UNDER_WAY, "guard")? == 0).into())
}

fn guard_acquire(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let guard = call.pointer(0)?;
    let first = !is_initialised(m, guard)?;
    if first {
        set_word(m, guard, UNDER_WAY, 1)?;
    }
    Flow::number(first.into())
}

fn guard_release(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.memory.fill(call.pointer(0)?, 1, 1)?;
    guard_abort(m, call)
}

fn guard_abort(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    set_word(m, call.pointer(0)?, UNDER_WAY, 0)?;
    Ok(Flow::Void)
}

fn pure_virtual(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Err(InterpError::other(ErrorKind::Abort, "a pure virtual function is called"))
}

fn terminate(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Err(InterpError::other(ErrorKind::Abort, "the program calls `std::terminate`"))
}
