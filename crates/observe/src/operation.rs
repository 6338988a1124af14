//! What an operation of a thread accesses and calls, as far as that is known before it is executed.
//!
//! Invariant: nothing here depends on which thread runs; the thread in question is an argument.

use gmc_mem::{MemoryAccess, Pointer, Storage};
use gmc_model::{Act, ThreadId};
use gmc_vm::code::{CalleeRef, Code, Extent, Op, R, Rare};
use gmc_vm::effects::{Atomicity, Span, Visibility};
use gmc_vm::machine::Machine;
use gmc_vm::native::Native;
use gmc_vm::thread::Phase;

/// What a native run can recognise of an operation. `base` is where the registers of its call begin.
pub(crate) fn acts(machine: &Machine, thread: ThreadId, code: &Code, base: usize, op: &Op) -> Vec<Act> {
    if let Some((native, _)) = native_of(machine, code, op) {
        return act_of_call(machine, thread, native).into_iter().collect();
    }
    let mut accesses = Vec::new();
    if let Op::Rare { rare } = op
        && let Rare::Copy { from, .. } = &code.tables.rare[*rare as usize]
        && let Some(from) = machine.threads[thread].regs.get(base + usize::from(*from))
    {
        accesses.extend(access(machine, from.as_pointer(), 1, false));
    }
    accesses.extend(accessed(machine, thread, code, base, op).map(|it| it.1));
    accesses.into_iter().filter_map(|it| act_of_access(machine, &it)).collect()
}

/// What a native run can recognise of an access.
pub(crate) fn act_of_access(machine: &Machine, access: &MemoryAccess) -> Option<Act> {
    let local = match machine.memory.object(access.object)?.kind {
        Storage::Global | Storage::Heap | Storage::ThreadLocal => false,
        Storage::Frame => true,
        // Reads of what never changes are not instrumented.
        Storage::Constant | Storage::Function | Storage::Internal => return None,
    };
    Some(if access.write { Act::Write { local } } else { Act::Read { local } })
}

/// What a native run can recognise of a call of a function of the machine, or of the rest of one.
pub(crate) fn act_of_call(machine: &Machine, thread: ThreadId, native: &Native) -> Option<Act> {
    if matches!(native.visibility, Visibility::Atomic) {
        return atomic_span(native).map(|_| Act::Atomic);
    }
    Some(match machine.phase(thread) {
        Phase::Waiting | Phase::Woken | Phase::TimedOut | Phase::Cancelled => Act::Resume(native.name),
        Phase::Running | Phase::Finished | Phase::Free | Phase::Outrun => Act::Call(native.name),
    })
}

/// The memory that an atomic operation works on.
pub(crate) fn atomic_span(native: &Native) -> Option<&'static Span> {
    let atomic = matches!(native.visibility, Visibility::Atomic);
    native.effects.spans.iter().find(|it| atomic && it.atomicity == Atomicity::Atomic)
}

/// Whether two accesses have a byte in common.
pub(crate) fn overlap(one: &MemoryAccess, other: &MemoryAccess) -> bool {
    one.object == other.object
        && one.offset < other.offset + other.size
        && other.offset < one.offset + one.size
}

/// The function of the machine that an operation calls, with the registers of its arguments.
pub(crate) fn native_of(machine: &Machine, code: &Code, op: &Op) -> Option<(&'static Native, Vec<R>)> {
    let Op::Call { call } = op else { return None };
    let call = code.tables.calls.get(*call as usize)?;
    let CalleeRef::Native(id) = call.callee else { return None };
    Some((machine.compiled.library.get(id), call.args.iter().map(|arg| arg.r).collect()))
}

/// The register with the address that a store writes to.
pub(crate) fn stored_at(op: &Op) -> Option<usize> {
    match op {
        Op::Store8 { a, .. } | Op::Store16 { a, .. } | Op::Store32 { a, .. } | Op::Store64 { a, .. } => {
            Some(usize::from(*a))
        }
        _ => None,
    }
}

/// The memory that an operation reads or writes. `base` is where the registers of its call begin.
pub fn accessed(
    machine: &Machine,
    thread: ThreadId,
    code: &Code,
    base: usize,
    op: &Op,
) -> Option<(Pointer, MemoryAccess)> {
    let fixed = |size: &Extent| if let Extent::Fixed(size) = size { *size } else { 1 };
    let (a, offset, size, write) = match op {
        Op::LoadS8 { a, offset, .. } | Op::LoadU8 { a, offset, .. } | Op::LoadBool { a, offset, .. } => {
            (*a, *offset, 1, false)
        }
        Op::LoadS16 { a, offset, .. } | Op::LoadU16 { a, offset, .. } => (*a, *offset, 2, false),
        Op::LoadS32 { a, offset, .. } | Op::LoadU32 { a, offset, .. } => (*a, *offset, 4, false),
        Op::Load64 { a, offset, .. } => (*a, *offset, 8, false),
        Op::Store8 { a, offset, .. } => (*a, *offset, 1, true),
        Op::Store16 { a, offset, .. } => (*a, *offset, 2, true),
        Op::Store32 { a, offset, .. } => (*a, *offset, 4, true),
        Op::Store64 { a, offset, .. } => (*a, *offset, 8, true),
        Op::Rare { rare } => match &code.tables.rare[*rare as usize] {
            Rare::LoadWide { a, offset, size, .. } => (*a, *offset, u64::from(*size), false),
            Rare::StoreWide { a, offset, size, .. } => (*a, *offset, u64::from(*size), true),
            Rare::LoadBits { a, position, bits, .. } => {
                (*a, (position / 8) as i32, u64::from(*bits).div_ceil(8), false)
            }
            Rare::StoreBits { a, position, bits, .. } => {
                (*a, (position / 8) as i32, u64::from(*bits).div_ceil(8), true)
            }
            Rare::Copy { to, size, .. } | Rare::Zero { to, size } | Rare::Uninit { to, size, .. } => {
                (*to, 0, fixed(size), true)
            }
            _ => return None,
        },
        _ => return None,
    };
    if size == 0 {
        // Objects without bytes have nothing to access.
        return None;
    }
    let regs = &machine.threads[thread].regs;
    let reg = regs.get(base + usize::from(a)).filter(|it| it.meta.is_whole())?;
    let at = reg.as_pointer().wrapping_offset(i64::from(offset));
    access(machine, at, size, write).map(|access| (at, access))
}

/// The access of some bytes at an address.
fn access(machine: &Machine, at: Pointer, size: u64, write: bool) -> Option<MemoryAccess> {
    let object = machine.memory.object(at.prov).filter(|_| size > 0)?;
    Some(MemoryAccess {
        object: at.prov,
        offset: at.addr.wrapping_sub(object.base),
        size,
        write,
        atomic: false,
    })
}
