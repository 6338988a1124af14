//! Jumps between functions: `setjmp.h`, GCC's own `__builtin_setjmp`, `goto` out of nested functions, and the
//! trampolines that make pointers to nested functions.
//!
//! A buffer holds a pointer to an object that stands for the call, then where to go on: the operation for `setjmp`, the
//! label for GCC's, and which signals were held back. The object ends with the call, so one that has returned is not
//! found again.

use super::signal;
use gmc_mem::{ObjId, Pointer, Site, Storage};
use gmc_model::ErrorKind;
use gmc_term::Binary;
use gmc_vm::compiled::CodeTarget;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::LABEL_STRIDE;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::reg::Reg;

pub(super) const TABLE: &[Native] = &[
    memory("setjmp", set).is(Traits::RETURNS_TWICE),
    memory("_setjmp", set).is(Traits::RETURNS_TWICE),
    memory("sigsetjmp", set_with_mask).is(Traits::RETURNS_TWICE),
    memory("__sigsetjmp", set_with_mask).is(Traits::RETURNS_TWICE),
    memory("longjmp", jump).takes_terms(1, 1),
    memory("_longjmp", jump).takes_terms(1, 1),
    memory("siglongjmp", jump).takes_terms(1, 1),
    memory("__longjmp_chk", jump).takes_terms(1, 1),
    memory("__builtin_setjmp_setup", set_label),
    memory("__builtin_setjmp_receiver", |_, _| Ok(Flow::Void)),
    memory("__builtin_longjmp", jump_to_label),
    memory("__builtin_nonlocal_goto", leave_nested),
    memory("__builtin_init_trampoline", make_trampoline),
    memory("__builtin_init_heap_trampoline", make_trampoline),
    memory("__builtin_adjust_trampoline", |m, call| Flow::pointer(m.memory.load_pointer(call.pointer(0)?)?)),
    memory(".ABNORMAL_DISPATCHER", |_, _| Ok(Flow::Void)),
];

/// There is a mask in the buffer: this bit is of SIGKILL, which no thread can hold back.
const HAS_MASK: u64 = 1 << 8;

fn set(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let buffer = call.pointer(0)?;
    let token = token(m)?;
    let pc = m.threads[m.current].frames.last().map_or(0, |frame| frame.pc);
    m.memory.store_pointer(buffer, token)?;
    m.memory.store_sized(buffer.wrapping_offset(8), u64::from(pc), 8)?;
    m.memory.store_sized(buffer.wrapping_offset(16), 0, 8)?;
    Flow::number(0)
}

/// Remembers also which signals are held back, if it is asked to.
fn set_with_mask(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let flow = set(m, call)?;
    if call.int(m, 1)? as i32 != 0 {
        let mask = signal::mask(m) | HAS_MASK;
        m.memory.store_sized(call.pointer(0)?.wrapping_offset(16), mask, 8)?;
    }
    Ok(flow)
}

/// What stands for the call at work.
fn token(m: &mut Machine) -> InterpResult<Pointer> {
    let known = m.threads[m.current].frames.last().map_or(ObjId::NONE, |frame| frame.token);
    if let Some(info) = m.memory.object(known) {
        return Ok(Pointer { addr: info.base, prov: known });
    }
    let token = m.allocate(1, 16, Storage::Frame, Site(0))?;
    if let Some(frame) = m.threads[m.current].frames.last_mut() {
        frame.token = token.prov;
    }
    Ok(token)
}

fn jump(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let buffer = call.pointer(0)?;
    let value = call.reg(1)?;
    if value.is_open() {
        let term = m.term(value)?;
        let value = m.build(|arena| {
            let (low, zero, one) = (arena.extract(term, 0, 32), arena.constant(0, 32), arena.constant(1, 32));
            let is_zero = arena.binary(Binary::Eq, low, zero);
            arena.ite(is_zero, one, low)
        });
        let value = m.signed_reg(value);
        return land(m, buffer, value);
    }
    let value = match call.int(m, 1)? as i32 {
        0 => 1,
        value => i64::from(value),
    };
    land(m, buffer, Reg::number(value as u64))
}

/// `setjmp` returns once more, with this value.
pub(super) fn land(m: &mut Machine, buffer: Pointer, value: Reg) -> InterpResult<Flow> {
    let token = m.memory.load_pointer(buffer)?;
    let pc = number(m, buffer.wrapping_offset(8))?;
    let mask = number(m, buffer.wrapping_offset(16))?;
    unwind(m, token)?;
    m.resume_call(pc as u32, value)?;
    if mask & HAS_MASK != 0 {
        signal::put_back(m, mask)?;
    }
    Ok(Flow::Arranged)
}

fn number(m: &Machine, at: Pointer) -> InterpResult<u64> {
    let scalar = m.memory.load_sized(at, 8)?;
    scalar.bits(m.memory.target()).ok_or_else(|| Box::new(InterpError::Undefined))
}

/// Leaves all calls above the one that this stands for.
fn unwind(m: &mut Machine, token: Pointer) -> InterpResult<()> {
    let frames = &m.threads[m.current].frames;
    let known = !token.prov.is_none() && m.memory.is_live(token.prov);
    match frames.iter().rposition(|frame| known && frame.token == token.prov) {
        Some(at) => m.unwind_to(at + 1),
        None => Err(InterpError::other(
            ErrorKind::BadCall,
            "a jump into a function call that has returned already",
        )),
    }
}

fn set_label(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (buffer, label) = (call.pointer(0)?, call.pointer(1)?);
    let token = token(m)?;
    let width = m.memory.target().pointer_size();
    m.memory.store_pointer(buffer, token)?;
    m.memory.store_pointer(buffer.wrapping_offset(width as i64), label)?;
    Ok(Flow::Void)
}

fn jump_to_label(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let buffer = call.pointer(0)?;
    let width = m.memory.target().pointer_size();
    let token = m.memory.load_pointer(buffer)?;
    let label = m.memory.load_pointer(buffer.wrapping_offset(width as i64))?;
    unwind(m, token)?;
    go_to(m, label)
}

/// The current frame goes on at a label.
fn go_to(m: &mut Machine, label: Pointer) -> InterpResult<Flow> {
    let base = m.memory.object(label.prov).map_or(0, |info| info.base);
    let at = (label.addr.wrapping_sub(base) / LABEL_STRIDE) as usize;
    if let Some(frame) = m.threads[m.current].frames.last_mut()
        && m.compiled.targets.get(label.prov) == Some(CodeTarget::Labels(frame.code))
        && let Some(&Some(pc)) = m.compiled.codes[frame.code].tables.labels.get(at)
    {
        frame.pc = pc;
        return Ok(Flow::Arranged);
    }
    Err(InterpError::other(ErrorKind::BadCall, "a jump to something that is no label of that function"))
}

/// A `goto` to a label of an enclosing function: its call is the one that has the save area among its variables.
fn leave_nested(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (label, area) = (call.pointer(0)?, call.pointer(1)?);
    let thread = &m.threads[m.current];
    let owner = thread.frames.iter().rposition(|frame| {
        let code = &m.compiled.codes[frame.code];
        let objects = thread.regs.get(frame.base..frame.base + code.objects.len()).unwrap_or(&[]);
        objects.iter().any(|reg| reg.meta.is_whole() && reg.meta.prov() == area.prov)
    });
    let Some(owner) = owner else {
        return Err(InterpError::other(
            ErrorKind::BadCall,
            "a jump into a function call that has returned already",
        ));
    };
    m.unwind_to(owner + 1)?;
    go_to(m, label)
}

/// The trampoline's memory holds a pointer to the object that stands for the function.
fn make_trampoline(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (at, function, chain) = (call.pointer(0)?, call.pointer(1)?, call.reg(2)?);
    let object = m.make_nested(function, chain)?;
    m.memory.store_pointer(at, object)?;
    Ok(Flow::Void)
}
