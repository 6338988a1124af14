//! Searches in bytes and strings that are terms: a position is a term, and a pointer to it has a symbolic offset. That
//! nothing is found is a case of its own, as a null pointer is no pointer into the string.

use super::limit::Limit;
use super::text::{Text, Walk};
use super::{Outcome, and, first, is_number, or, place, size, unsigned};
use gmc_mem::Pointer;
use gmc_term::{Binary, TermId};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::symbolic::Symbolic;

/// The byte that is looked for, and whether it is not decided.
fn wanted(m: &Machine, call: &Call) -> Symbolic<(TermId, bool)> {
    let reg = call.reg(1)?;
    Ok((super::low_bits(m, reg, 8)?, reg.is_open()))
}

/// A pointer to a position, or a null pointer.
fn found(m: &Machine, p: Pointer, is: TermId, at: TermId) -> Outcome {
    Ok(Some(match m.holds(is)? {
        true => Flow::Value(m.pointer_beyond(p, at)?),
        false => Flow::Value(gmc_vm::reg::Reg::ZERO),
    }))
}

/// The first position at which something is so, and whether there is one.
fn first_of(m: &Machine, hits: &[TermId]) -> (TermId, TermId) {
    m.build(|arena| {
        let any = hits.iter().fold(arena.falsity(), |any, &hit| or(arena, any, hit));
        let last = arena.constant(hits.len().saturating_sub(1) as u128, 64);
        (any, first(arena, &hits[..hits.len().saturating_sub(1)], last))
    })
}

/// The last position at which something is so, and whether there is one.
fn last_of(m: &Machine, hits: &[TermId]) -> (TermId, TermId) {
    m.build(|arena| {
        let (none, zero) = (arena.falsity(), arena.constant(0, 64));
        hits.iter().enumerate().fold((none, zero), |(any, at), (here, &hit)| {
            let here = arena.constant(here as u128, 64);
            (or(arena, any, hit), arena.ite(hit, here, at))
        })
    })
}

/// `memchr`, and `rawmemchr`, which has no third argument.
pub(crate) fn memchr(m: &Machine, call: &Call) -> Outcome {
    let (p, (byte, open)) = (place(call, 0)?, wanted(m, call)?);
    let limit = if call.count() > 2 { Limit::argument(m, call, 2)? } else { Limit::NONE };
    let (mut walk, mut hits) = (Walk::new(m, open || limit.open.is_some()), Vec::new());
    while (hits.len() as u64) < limit.most {
        walk.go_on(m, m.build(|arena| limit.is_above(arena, hits.len())));
        let Some(here) = walk.byte(m, p, hits.len())? else { break };
        let hit = m.equal_terms(here, byte);
        hits.push(m.build(|arena| and(arena, walk.alive, hit)));
        let missed = m.build(|arena| arena.not(hit));
        walk.go_on(m, missed);
    }
    if !walk.open {
        return Ok(None);
    }
    let (is, at) = first_of(m, &hits);
    found(m, p, is, at)
}

pub(crate) fn memrchr(m: &Machine, call: &Call) -> Outcome {
    let (p, (byte, open), size) = (place(call, 0)?, wanted(m, call)?, size(m, call, 2)?);
    if m.memory.check_readable(p, size).is_err() {
        return Ok(None);
    }
    let (mut walk, mut hits) = (Walk::new(m, open), Vec::new());
    while (hits.len() as u64) < size {
        let Some(here) = walk.byte(m, p, hits.len())? else { break };
        hits.push(m.equal_terms(here, byte));
    }
    if !walk.open {
        return Ok(None);
    }
    let (is, at) = last_of(m, &hits);
    found(m, p, is, at)
}

/// For each byte of a string, its end included: that it is reached, and is the one that is looked for.
fn hits(m: &Machine, text: &Text, byte: TermId) -> Vec<TermId> {
    m.build(|arena| {
        let reached = text.bytes.iter().zip(&text.alive);
        reached
            .map(|(&here, &alive)| {
                let is = arena.binary(Binary::Eq, here, byte);
                and(arena, alive, is)
            })
            .collect()
    })
}

/// The string in the first argument and the byte in the second, where one of them is not decided.
fn string_and_byte(m: &Machine, call: &Call) -> Symbolic<Option<(Pointer, Text, TermId)>> {
    let (p, (byte, open)) = (place(call, 0)?, wanted(m, call)?);
    let text = Text::read(m, p, Limit::NONE)?;
    Ok(text.filter(|text| text.open || open).map(|text| (p, text, byte)))
}

pub(crate) fn strchr(m: &Machine, call: &Call) -> Outcome {
    let Some((p, text, byte)) = string_and_byte(m, call)? else { return Ok(None) };
    let (is, at) = first_of(m, &hits(m, &text, byte));
    found(m, p, is, at)
}

pub(crate) fn strrchr(m: &Machine, call: &Call) -> Outcome {
    let Some((p, text, byte)) = string_and_byte(m, call)? else { return Ok(None) };
    let (is, at) = last_of(m, &hits(m, &text, byte));
    found(m, p, is, at)
}

pub(crate) fn strchrnul(m: &Machine, call: &Call) -> Outcome {
    let Some((p, text, byte)) = string_and_byte(m, call)? else { return Ok(None) };
    let stops: Vec<TermId> = m.build(|arena| {
        let stops = text.bytes.iter().map(|&here| {
            let (ends, is) = (is_number(arena, here, 0), arena.binary(Binary::Eq, here, byte));
            or(arena, ends, is)
        });
        stops.collect()
    });
    let (_, at) = first_of(m, &stops);
    Ok(Some(Flow::Value(m.pointer_beyond(p, at)?)))
}

pub(crate) fn strlen(m: &Machine, call: &Call) -> Outcome {
    match Text::read(m, place(call, 0)?, Limit::NONE)? {
        Some(text) if text.open => unsigned(m, text.length(m)),
        _ => Ok(None),
    }
}

pub(crate) fn strnlen(m: &Machine, call: &Call) -> Outcome {
    let p = place(call, 0)?;
    match Text::read(m, p, Limit::argument(m, call, 1)?)? {
        Some(text) if text.open => unsigned(m, text.length(m)),
        _ => Ok(None),
    }
}

/// Two strings, where one of them is not decided.
fn two(m: &Machine, call: &Call) -> Symbolic<Option<(Text, Text)>> {
    let (p, q) = (place(call, 0)?, place(call, 1)?);
    let (Some(text), Some(other)) = (Text::read(m, p, Limit::NONE)?, Text::read(m, q, Limit::NONE)?) else {
        return Ok(None);
    };
    Ok((text.open || other.open).then_some((text, other)))
}

/// For each byte of a string: that it is the end, or is in the set or not, as asked for.
fn stops(m: &Machine, text: &Text, set: &Text, inside: bool) -> Vec<TermId> {
    m.build(|arena| {
        let stop = |&byte: &TermId| {
            let ends = is_number(arena, byte, 0);
            let is_in = set.bytes.iter().zip(&set.alive).fold(arena.falsity(), |any, (&one, &alive)| {
                let same = arena.binary(Binary::Eq, byte, one);
                let here = and(arena, alive, same);
                or(arena, any, here)
            });
            let stop = if inside { is_in } else { arena.not(is_in) };
            or(arena, ends, stop)
        };
        text.bytes.iter().map(stop).collect()
    })
}

/// How many characters at the start are in the set, or are not.
pub(crate) fn span(m: &Machine, call: &Call, inside: bool) -> Outcome {
    let Some((text, set)) = two(m, call)? else { return Ok(None) };
    let (_, at) = first_of(m, &stops(m, &text, &set, !inside));
    unsigned(m, at)
}

pub(crate) fn strpbrk(m: &Machine, call: &Call) -> Outcome {
    let p = place(call, 0)?;
    let Some((text, set)) = two(m, call)? else { return Ok(None) };
    let (_, at) = first_of(m, &stops(m, &text, &set, true));
    let length = text.length(m);
    let is = m.build(|arena| arena.binary(Binary::Ult, at, length));
    found(m, p, is, at)
}

/// Where a string, whose length becomes a number, is in another one, each character seen in some way.
pub(crate) fn strstr(m: &Machine, call: &Call, view: fn(u8) -> u8) -> Outcome {
    let p = place(call, 0)?;
    let Some((text, wanted)) = two(m, call)? else { return Ok(None) };
    let length = wanted.decided_length(m)?;
    let matches: Vec<TermId> = m.build(|arena| {
        let mut see = |byte: &TermId| super::ctype::changed(arena, *byte, view);
        let bytes: Vec<TermId> = text.bytes.iter().map(&mut see).collect();
        let wanted: Vec<TermId> = wanted.bytes[..length].iter().map(&mut see).collect();
        let last = (bytes.len() + 1).saturating_sub(length.max(1));
        let here = (0..last).map(|at| {
            wanted.iter().zip(&bytes[at..]).fold(text.alive[at], |all, (&x, &y)| {
                let same = arena.binary(Binary::Eq, x, y);
                and(arena, all, same)
            })
        });
        here.collect()
    });
    let (is, at) = first_of(m, &matches);
    found(m, p, is, at)
}
