//! What GCC leaves to its run-time: `__builtin_…`, internal functions, and the few that every program needs.

use crate::failures;
use crate::guest;
use crate::pthread::mutex;
use crate::symbolic::{allocate, arithmetic};
use gmc_mem::Storage;
use gmc_model::{ErrorKind, Premise};
use gmc_vm::effects::Family;
use gmc_vm::exec;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::varargs;
use gmc_world::errno::ENOMEM;

pub(super) const TABLE: &[Native] = &[
    memory("abort", abort),
    memory("malloc", malloc).symbolic(allocate::malloc).makes().fails(&failures::MALLOC),
    memory("calloc", calloc).symbolic(allocate::calloc).makes().fails(&failures::MALLOC),
    memory("realloc", realloc).symbolic(allocate::realloc).frees(0).makes().fails(&failures::REALLOC),
    memory("free", free).frees(0),
    memory("__builtin_va_start", va_start),
    memory("__builtin_va_arg_pack_len", va_arg_pack_len),
    memory("__builtin_va_end", va_end),
    memory("__builtin_va_copy", va_copy),
    memory(".VA_ARG", va_arg),
    memory("__builtin_alloca", alloca).symbolic(allocate::alloca),
    memory("__builtin_alloca_with_align", alloca).symbolic(allocate::alloca),
    memory("__builtin_stack_save", stack_save),
    memory("__builtin_stack_restore", stack_restore),
    memory("__builtin_unreachable", unreachable),
    memory("__builtin_trap", trap),
    memory("alloca", alloca).symbolic(allocate::alloca),
    memory("__builtin_alloca_with_align_and_max", alloca).symbolic(allocate::alloca),
    memory("__builtin_expect", first).symbolic(arithmetic::first_argument),
    memory("__builtin_expect_with_probability", first).symbolic(arithmetic::first_argument),
    memory("__builtin_assume_aligned", first).symbolic(arithmetic::first_argument),
    memory("__builtin_extract_return_addr", first),
    memory("__builtin_frob_return_addr", first),
    memory("__builtin_constant_p", |_, _| Flow::number(0)).symbolic(arithmetic::zero),
    memory("__builtin_object_size", object_size),
    memory("__builtin_dynamic_object_size", object_size),
    memory("__builtin_prefetch", nothing),
    memory("__builtin_unwind_init", nothing),
    memory("__builtin___clear_cache", nothing),
    memory("__builtin_cpu_init", nothing),
    memory("__builtin_cpu_supports", |_, _| Flow::number(0)),
    memory("__builtin_dwarf_cfa", |m, _| Flow::number(frame_address(m, 0))),
    memory("__builtin_frame_address", |m, c| Flow::number(frame_address(m, c.number(m, 0)?))),
    memory("__builtin_return_address", |m, c| Flow::number(return_address(m, c.number(m, 0)?))),
];

fn abort(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Err(InterpError::other(ErrorKind::Abort, "the program calls `abort`"))
}

fn malloc(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let size = call.number(m, 0)?;
    m.rely_on(Premise::Allocation);
    match m.allocate_heap(size, 16, call.site)? {
        Some(pointer) => Flow::pointer(pointer),
        None => guest::null(m, ENOMEM),
    }
}

fn calloc(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Some(size) = call.number(m, 0)?.checked_mul(call.number(m, 1)?) else {
        return guest::null(m, ENOMEM);
    };
    m.rely_on(Premise::Allocation);
    match m.allocate_heap(size, 16, call.site)? {
        Some(pointer) => {
            m.memory.fill(pointer, 0, size)?;
            Flow::pointer(pointer)
        }
        None => guest::null(m, ENOMEM),
    }
}

fn realloc(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (old, size) = (call.pointer(0)?, call.number(m, 1)?);
    resize(m, call, old, size)
}

/// What `realloc` does.
pub(super) fn resize(m: &mut Machine, call: &Call, old: gmc_mem::Pointer, size: u64) -> InterpResult<Flow> {
    if size == 0 && !old.is_null() {
        // As in glibc.
        m.memory.free(old, call.site)?;
        return Flow::number(0);
    }
    m.rely_on(Premise::Allocation);
    let Some(new) = m.allocate_heap(size, 16, call.site)? else { return guest::null(m, ENOMEM) };
    if !old.is_null() {
        let kept = m.memory.object(old.prov).map_or(0, |info| info.size).min(size);
        // `free` says what is wrong with the old pointer, if anything is; a dead object has no bytes to copy.
        if m.memory.is_live(old.prov) {
            m.memory.copy(new, old, kept)?;
        }
        m.memory.free(old, call.site)?;
        m.memory.may_reuse_place(old.prov, new.prov);
    }
    Flow::pointer(new)
}

fn free(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let pointer = call.pointer(0)?;
    if !pointer.is_null() {
        mutex::check_freed(m, pointer)?;
        m.free_heap(pointer, Family::Malloc, call.site)?;
    }
    Ok(Flow::Void)
}

fn va_start(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let list = call.pointer(0)?;
    let arguments = m.threads[m.current].frames.last().map_or(gmc_mem::Pointer::NULL, |frame| frame.varargs);
    varargs::start(&mut m.memory, list, arguments)?;
    Ok(Flow::Void)
}

fn va_arg_pack_len(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let arguments = m.threads[m.current].frames.last().map_or(gmc_mem::Pointer::NULL, |frame| frame.varargs);
    Flow::number(varargs::count(&m.memory, arguments)?)
}

fn va_end(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    varargs::end(&mut m.memory, call.pointer(0)?)?;
    Ok(Flow::Void)
}

fn va_copy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    varargs::copy(&mut m.memory, call.pointer(0)?, call.pointer(1)?)?;
    Ok(Flow::Void)
}

fn va_arg(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let value = varargs::next(&mut m.memory, call.pointer(0)?, call.result)?;
    let Some(class) = call.result else { return Ok(Flow::Void) };
    match (class, call.result_pointer) {
        (Class::Aggregate { size }, Some(to)) => {
            let size = size.unwrap_or_else(|| varargs::room(&m.memory, value));
            m.memory.copy_within(to, value, size)?;
            Ok(Flow::Arranged)
        }
        (Class::Wide { size, .. }, _) => {
            let mut bytes = vec![0; size as usize];
            m.memory.read_bytes(value, &mut bytes)?;
            Ok(Flow::Image(bytes))
        }
        _ => {
            let mut regs = [gmc_vm::reg::Reg::UNDEF];
            exec::load_class(&m.memory, &mut regs, 0, class, value)?;
            Ok(Flow::Value(regs[0]))
        }
    }
}

fn alloca(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let size = call.number(m, 0)?;
    let align = if call.count() > 1 { call.number(m, 1)? / 8 } else { 16 };
    m.look_at_stack(size)?;
    let pointer = m.allocate(size, align.clamp(1, 4096), Storage::Frame, call.site)?;
    if let Some(frame) = m.threads[m.current].frames.last_mut() {
        frame.allocas.push(pointer.prov);
    }
    Flow::pointer(pointer)
}

/// A mark is how many there are; it looks like a small address.
fn stack_save(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let count = m.threads[m.current].frames.last().map_or(0, |frame| frame.allocas.len());
    Flow::number(count as u64)
}

fn stack_restore(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let count = call.number(m, 0)? as usize;
    while let Some(frame) = m.threads[m.current].frames.last_mut()
        && frame.allocas.len() > count
        && let Some(&object) = frame.allocas.last()
    {
        // Where others can notice the end, it is refused for now: then nothing must have happened.
        m.memory.kill(object, call.site)?;
        frame.allocas.pop();
    }
    Ok(Flow::Void)
}

fn unreachable(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Err(InterpError::other(ErrorKind::UnreachableReached, "`__builtin_unreachable` is reached"))
}

fn trap(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Err(InterpError::other(ErrorKind::Abort, "`__builtin_trap` is reached"))
}

fn nothing(_: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Ok(Flow::Void)
}

/// The first argument; the others are advice.
fn first(_: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Ok(Flow::Value(call.reg(0)?))
}

/// What GCC says where it cannot tell: the largest size for an upper bound, zero for a lower one.
fn object_size(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::number(if call.number(m, 1)? & 2 == 0 { u64::MAX } else { 0 })
}

/// Made-up addresses that fall with the depth of calls, as on any machine; nothing can be accessed there.
fn frame_address(m: &Machine, level: u64) -> u64 {
    match (m.threads[m.current].frames.len() as u64).checked_sub(level) {
        Some(depth) if depth > 0 => 0x7fff_ffff_f000 - depth * 64,
        _ => 0,
    }
}

/// The call's number in its function, above the addresses of everything; zero where there is no caller.
fn return_address(m: &Machine, level: u64) -> u64 {
    let frames = &m.threads[m.current].frames;
    let caller = frames.len().checked_sub(2).and_then(|at| at.checked_sub(level as usize));
    caller.map_or(0, |at| (u64::from(frames[at].code.0) + 1) << 32 | u64::from(frames[at].pc))
}
