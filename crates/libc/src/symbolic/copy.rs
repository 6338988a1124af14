//! Copies of strings that are terms, and memory filled with one. Bytes are copied as they are; how many there are is
//! decided first, unless the function writes as many bytes in each case. Where a number of bytes is a term, each byte
//! is written under the condition that it is one of them.

use super::limit::Limit;
use super::text::Text;
use super::{Outcome, beyond, low_bits, place, size};
use gmc_mem::Pointer;
use gmc_term::TermId;
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
    let Some(text) = Text::read(m, from, Limit::NONE)?.filter(|it| it.open) else { return Ok(None) };
    let length = text.decided_length(m)?;
    copied(m, to, from, length + 1)?;
    ended(m, to, length)?;
    Ok(Some(Flow::pointer(beyond(to, if end { length } else { 0 }))?))
}

/// The bytes at a place as terms; where they are not all numbers or terms, their number has to be one.
fn bytes(m: &Machine, from: Pointer, limit: Limit) -> Symbolic<Vec<TermId>> {
    let mut all = Vec::new();
    for at in 0..limit.most as usize {
        match (m.byte_term(beyond(from, at)), limit.open) {
            (Ok(byte), _) => all.push(byte),
            (Err(Stop::Error(error)), Some((_, reg))) if !m.is_unset(&error) => {
                return Err(Stop::Number(reg));
            }
            (Err(stop), _) => return Err(stop),
        }
    }
    Ok(all)
}

/// Writes the first bytes of these, as many as a limit says, over what is there.
fn written(m: &mut Machine, to: Pointer, new: &[TermId], limit: Limit) -> Symbolic<()> {
    let old = bytes(m, to, limit)?;
    for (at, (&new, old)) in new.iter().zip(old).enumerate() {
        let byte = m.build(|arena| {
            let is = limit.is_above(arena, at);
            arena.ite(is, new, old)
        });
        m.store_term(beyond(to, at), byte, 1)?;
    }
    Ok(())
}

/// `memcpy` and `memmove` of a number of bytes that is a term; `mempcpy` gives the end.
pub(crate) fn memcpy(m: &mut Machine, call: &Call, may_overlap: bool, end: bool) -> Outcome {
    if !call.reg(2)?.is_open() {
        return Ok(None);
    }
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let limit = Limit::argument(m, call, 2)?.within(m, to)?.within(m, from)?;
    let Some((count, reg)) = limit.open else { return Ok(None) };
    if to.prov == from.prov && !may_overlap {
        return Err(Stop::Number(reg));
    }
    let result = if end { m.pointer_beyond(to, count)? } else { Reg::pointer(to) };
    let new = bytes(m, from, limit)?;
    written(m, to, &new, limit)?;
    Ok(Some(Flow::Value(result)))
}

/// `strncpy` of a number of bytes that is a term.
fn open_strncpy(m: &mut Machine, call: &Call, limit: Limit, end: bool) -> Outcome {
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let limit = limit.within(m, to)?;
    let Some((_, reg)) = limit.open.filter(|_| to.prov != from.prov) else {
        return Err(Stop::Number(call.reg(2)?));
    };
    let Some(text) = Text::read(m, from, limit)? else { return Err(Stop::Number(reg)) };
    let result = if end { m.pointer_beyond(to, text.length(m))? } else { Reg::pointer(to) };
    let new: Vec<TermId> = m.build(|arena| {
        let zero = arena.constant(0, 8);
        let text = text.bytes.iter().zip(&text.alive).map(|(&byte, &alive)| arena.ite(alive, byte, zero));
        let mut new: Vec<TermId> = text.collect();
        new.resize(limit.most as usize, zero);
        new
    });
    written(m, to, &new, limit)?;
    Ok(Some(Flow::Value(result)))
}

/// `strncpy`, which always writes as many bytes; `stpncpy` gives the end.
pub(crate) fn strncpy(m: &mut Machine, call: &Call, end: bool) -> Outcome {
    let limit = Limit::argument(m, call, 2)?;
    if limit.open.is_some() {
        return open_strncpy(m, call, limit, end);
    }
    let (to, from, most) = (place(call, 0)?, place(call, 1)?, limit.most);
    let Some(text) = Text::read(m, from, limit)?.filter(|it| it.open) else { return Ok(None) };
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
fn join(m: &Machine, to: Pointer, from: Pointer, most: Limit) -> Symbolic<Option<(usize, usize)>> {
    let (Some(before), Some(text)) = (Text::read(m, to, Limit::NONE)?, Text::read(m, from, most)?) else {
        return Ok(None);
    };
    if !before.open && !text.open {
        return Ok(None);
    }
    Ok(Some((before.decided_length(m)?, text.decided_length(m)?)))
}

pub(crate) fn strcat(m: &mut Machine, call: &Call) -> Outcome {
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let Some((before, length)) = join(m, to, from, Limit::NONE)? else { return Ok(None) };
    let end = beyond(to, before);
    copied(m, end, from, length + 1)?;
    ended(m, end, length)?;
    Ok(Some(Flow::pointer(to)?))
}

pub(crate) fn strncat(m: &mut Machine, call: &Call) -> Outcome {
    let (to, from) = (place(call, 0)?, place(call, 1)?);
    let Some((before, length)) = join(m, to, from, Limit::number(size(m, call, 2)?))? else {
        return Ok(None);
    };
    let end = beyond(to, before);
    copied(m, end, from, length)?;
    ended(m, end, length)?;
    Ok(Some(Flow::pointer(to)?))
}

/// `strdup`, and `strndup`, which has a second argument.
pub(crate) fn strdup(m: &mut Machine, call: &Call) -> Outcome {
    let from = place(call, 0)?;
    let most = if call.count() > 1 { Limit::number(size(m, call, 1)?) } else { Limit::NONE };
    let Some(text) = Text::read(m, from, most)?.filter(|it| it.open) else { return Ok(None) };
    let length = text.decided_length(m)?;
    let new = crate::guest::heap(m, &vec![0; length + 1], call)?;
    if !new.is_null() {
        copied(m, new, from, length)?;
    }
    Ok(Some(Flow::pointer(new)?))
}

pub(crate) fn memset(m: &mut Machine, call: &Call) -> Outcome {
    let (to, value) = (place(call, 0)?, call.reg(1)?);
    if call.reg(2)?.is_open() {
        let limit = Limit::argument(m, call, 2)?.within(m, to)?;
        let new = vec![low_bits(m, value, 8)?; limit.most as usize];
        written(m, to, &new, limit)?;
        return Ok(Some(Flow::pointer(to)?));
    }
    let size = size(m, call, 2)?;
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
