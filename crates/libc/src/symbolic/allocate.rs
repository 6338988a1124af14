//! Memory whose size is a term: `malloc` and its kin, and `alloca`, which gives variable-length arrays their room.

use super::{Outcome, is_number, open_argument, place};
use crate::guest;
use gmc_mem::{Pointer, Storage};
use gmc_model::Premise;
use gmc_term::{Binary, TermId};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::symbolic::{OpenLayout, Stop, Symbolic};
use gmc_world::errno::ENOMEM;

/// A size that an argument gives, as a term of 64 bits; nothing where it is decided.
fn open_size(m: &Machine, call: &Call, at: usize) -> Symbolic<Option<TermId>> {
    let width = m.memory.target().pointer_size() as u8 * 8;
    let term = open_argument(m, call, at, width)?;
    Ok(term.map(|it| m.build(|arena| arena.zext(it, 64))))
}

fn heap(m: &mut Machine, call: &Call, size: TermId, zeroed: bool) -> Outcome {
    let layout = OpenLayout { size, align: 16, kind: Storage::Heap, zeroed };
    let pointer = m.allocate_open(layout, call.site)?;
    m.rely_on(Premise::Allocation);
    Ok(Some(match pointer {
        Some(pointer) => Flow::pointer(pointer)?,
        None => guest::null(m, ENOMEM)?,
    }))
}

pub(crate) fn malloc(m: &mut Machine, call: &Call) -> Outcome {
    match open_size(m, call, 0)? {
        Some(size) => heap(m, call, size, false),
        None => Ok(None),
    }
}

/// `calloc`. Of its arguments one may be a term.
pub(crate) fn calloc(m: &mut Machine, call: &Call) -> Outcome {
    let (term, number) = match (open_size(m, call, 0)?, open_size(m, call, 1)?) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(Stop::Number(call.reg(1)?)),
        (Some(term), None) => (term, call.number(m, 1)?),
        (None, Some(term)) => (term, call.number(m, 0)?),
    };
    let size = m.build(|arena| {
        let number = arena.constant(number.into(), 64);
        arena.binary(Binary::Mul, term, number)
    });
    // A product that does not fit is no size.
    let fits = m.build(|arena| {
        let most = arena.constant((u64::MAX >> 1).checked_div(number).unwrap_or(u64::MAX).into(), 64);
        arena.binary(Binary::Ule, term, most)
    });
    if !m.holds(fits)? {
        return Ok(Some(guest::null(m, ENOMEM)?));
    }
    heap(m, call, size, true)
}

/// `realloc`. What the old object is known to have is copied where the new one has as much; otherwise the new size is
/// less than that, and becomes a number.
pub(crate) fn realloc(m: &mut Machine, call: &Call) -> Outcome {
    let old = place(call, 0)?;
    let zeroed = shrinks_zeroed(m, call, old)?;
    let Some(size) = open_size(m, call, 1)? else { return Ok(None) };
    if old.is_null() {
        return heap(m, call, size, false);
    }
    if !m.memory.is_live(old.prov) {
        m.memory.free(old, call.site).map_err(Box::from)?;
    }
    let held = m.memory.object(old.prov).map_or(0, |info| info.size);
    let (is_none, is_enough) = m.build(|arena| {
        let held = arena.constant(held.into(), 64);
        (is_number(arena, size, 0), arena.binary(Binary::Ule, held, size))
    });
    if m.holds(is_none)? || !m.holds(is_enough)? {
        return Err(Stop::Number(call.reg(1)?));
    }
    let layout = OpenLayout { size, align: 16, kind: Storage::Heap, zeroed };
    let Some(new) = m.allocate_open(layout, call.site)? else {
        return Ok(Some(guest::null(m, ENOMEM)?));
    };
    m.rely_on(Premise::Allocation);
    if m.memory.reach(new.prov, held).is_err() {
        return Err(Stop::Number(call.reg(1)?));
    }
    m.memory.copy(new, old, held).map_err(Box::from)?;
    m.memory.free(old, call.site).map_err(Box::from)?;
    m.memory.may_reuse_place(old.prov, new.prov);
    Ok(Some(Flow::pointer(new)?))
}

/// Whether bytes of an object are 0 that it is not known to have, and no more of them are asked for. Where they are,
/// only the first ones would be 0 in a new object: its size becomes a number.
fn shrinks_zeroed(m: &mut Machine, call: &Call, old: Pointer) -> Symbolic<bool> {
    let is_zeroed = m.memory.extent(old.prov).is_some_and(|it| it.zeroed);
    let (Some(had), Some(reg)) = (m.size_term(old.prov), m.open_size(old.prov).filter(|_| is_zeroed)) else {
        return Ok(false);
    };
    let (size, number) = match open_size(m, call, 1)? {
        Some(size) => (size, None),
        None => {
            let number = call.number(m, 1)?;
            (m.build(|arena| arena.constant(number.into(), 64)), Some(number))
        }
    };
    let shrinks = m.build(|arena| arena.binary(Binary::Ule, size, had));
    if !m.holds(shrinks)? || number.is_some_and(|it| m.memory.reach(old.prov, it).is_err()) {
        return Err(Stop::Number(reg));
    }
    Ok(true)
}

pub(crate) fn alloca(m: &mut Machine, call: &Call) -> Outcome {
    let Some(size) = open_size(m, call, 0)? else {
        let size = call.number(m, 0)?;
        m.look_at_open_stack(m.build(|arena| arena.constant(size.into(), 64)))?;
        return Ok(None);
    };
    let align = if call.count() > 1 { call.number(m, 1)? / 8 } else { 16 };
    m.look_at_open_stack(size)?;
    let layout = OpenLayout { size, align: align.clamp(1, 4096), kind: Storage::Frame, zeroed: false };
    let Some(pointer) = m.allocate_open(layout, call.site)? else { return Err(Stop::Number(call.reg(0)?)) };
    if let Some(frame) = m.threads[m.current].frames.last_mut() {
        frame.allocas.push(pointer.prov);
    }
    Ok(Some(Flow::pointer(pointer)?))
}

/// `malloc_usable_size`.
pub(crate) fn usable(m: &Machine, call: &Call) -> Outcome {
    Ok(m.open_size(place(call, 0)?.prov).map(Flow::Value))
}
