//! Copies of strings that are terms, and memory filled with one. Bytes are copied as they are; how many there are is
//! decided first, unless the function writes as many bytes in each case.

use super::text::Text;
use super::{Outcome, beyond, low_bits, place, size};
use gmc_mem::Pointer;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::reg::Reg;
use gmc_vm::symbolic::{Stop, Symbolic};

/// More bytes than these are not filled with a term.
const MOST: u64 = 4096;

fn copied(m: &mut Machine, to: Pointer, from: Pointer, length: usize) -> InterpResult<()> {
    m.memory.copy(to, from, length as u64)?;
    Ok(())
}

fn ended(m: &mut Machine, to: Pointer, length: usize) -> InterpResult<()> {
    m.memory.fill(beyond(to, length), 0, 1)?;
    Ok(())
}

/// `strcpy`; `stpcpy` gives the end.
pub(crate) fn strcpy(m: &mut Machine, call: &Call, end: bool) -> Outcome {
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let Some(text) = Text::read(m, from, u64::MAX)?.filter(|it| it.open) else { return Ok(None) };
    let length = text.decided_length(m)?;
    copied(m, to, from, length + 1)?;
    ended(m, to, length)?;
    Ok(Some(Flow::pointer(beyond(to, if end { length } else { 0 }))?))
}

/// `strncpy`, which always writes as many bytes; `stpncpy` gives the end.
pub(crate) fn strncpy(m: &mut Machine, call: &Call, end: bool) -> Outcome {
    let (to, from, most) = (place(call, 0)?, place(call, 1)?, size(m, call, 2)?);
    let Some(text) = Text::read(m, from, most)?.filter(|it| it.open) else { return Ok(None) };
    let overlap = from.addr < to.addr.wrapping_add(most) && to.addr < from.addr.wrapping_add(most);
    if overlap {
        let length = text.decided_length(m)?;
        copied(m, to, from, length)?;
        m.memory.fill(beyond(to, length), 0, most - length as u64).map_err(Box::from)?;
        return Ok(Some(Flow::pointer(beyond(to, if end { length } else { 0 }))?));
    }
    let result = if end { m.pointer_beyond(to, text.length(m))? } else { Reg::pointer(to) };
    m.memory.fill(to, 0, most).map_err(Box::from)?;
    for (at, (&byte, &alive)) in text.bytes.iter().zip(&text.alive).enumerate() {
        let byte = m.build(|arena| {
            let zero = arena.constant(0, 8);
            arena.ite(alive, byte, zero)
        });
        m.store_term(beyond(to, at), byte, 1)?;
    }
    Ok(Some(Flow::Value(result)))
}

/// Where a string ends, and how long another one is, where one of them is not decided.
fn join(m: &Machine, to: Pointer, from: Pointer, most: u64) -> Symbolic<Option<(usize, usize)>> {
    let (Some(before), Some(text)) = (Text::read(m, to, u64::MAX)?, Text::read(m, from, most)?) else {
        return Ok(None);
    };
    if !before.open && !text.open {
        return Ok(None);
    }
    Ok(Some((before.decided_length(m)?, text.decided_length(m)?)))
}

pub(crate) fn strcat(m: &mut Machine, call: &Call) -> Outcome {
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let Some((before, length)) = join(m, to, from, u64::MAX)? else { return Ok(None) };
    let end = beyond(to, before);
    copied(m, end, from, length + 1)?;
    ended(m, end, length)?;
    Ok(Some(Flow::pointer(to)?))
}

pub(crate) fn strncat(m: &mut Machine, call: &Call) -> Outcome {
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let Some((before, length)) = join(m, to, from, size(m, call, 2)?)? else { return Ok(None) };
    let end = beyond(to, before);
    copied(m, end, from, length)?;
    ended(m, end, length)?;
    Ok(Some(Flow::pointer(to)?))
}

/// `strdup`, and `strndup`, which has a second argument.
pub(crate) fn strdup(m: &mut Machine, call: &Call) -> Outcome {
    let from = place(call, 0)?;
    let most = if call.count() > 1 { size(m, call, 1)? } else { u64::MAX };
    let Some(text) = Text::read(m, from, most)?.filter(|it| it.open) else { return Ok(None) };
    let length = text.decided_length(m)?;
    let new = crate::guest::heap(m, &vec![0; length + 1], call)?;
    if !new.is_null() {
        copied(m, new, from, length)?;
    }
    Ok(Some(Flow::pointer(new)?))
}

pub(crate) fn memset(m: &mut Machine, call: &Call) -> Outcome {
    let (to, value, size) = (place(call, 0)?, call.reg(1)?, size(m, call, 2)?);
    if !value.is_open() {
        return Ok(None);
    }
    if size > MOST {
        return Err(Stop::Number(value));
    }
    let byte = low_bits(m, value, 8)?;
    // What is wrong with the place is what is wrong with all of it.
    m.memory.fill(to, 0, size).map_err(Box::from)?;
    for at in 0..size as usize {
        m.store_term(beyond(to, at), byte, 1)?;
    }
    Ok(Some(Flow::pointer(to)?))
}
