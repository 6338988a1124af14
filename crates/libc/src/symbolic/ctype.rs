//! `ctype.h` on terms: a property of bytes is a set of ranges, and a change of letters adds a number in some ranges.

use super::{Outcome, is_number, open_argument, or, signed, within};
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::interp_error::InterpError;
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;
use gmc_vm::symbolic::Symbolic;

/// Ranges of bytes for which something is the same, with that.
pub(super) fn ranges<T: PartialEq>(of: impl Fn(u8) -> T) -> Vec<(u8, u8, T)> {
    let mut all: Vec<(u8, u8, T)> = Vec::new();
    for byte in 0..=255 {
        let it = of(byte);
        match all.last_mut() {
            Some((_, high, same)) if *same == it => *high = byte,
            _ => all.push((byte, byte, it)),
        }
    }
    all
}

/// That a term is a byte with a property.
pub(super) fn has(arena: &mut Arena, term: TermId, property: fn(u8) -> bool) -> TermId {
    let mut any = arena.falsity();
    for (low, high, _) in ranges(property).into_iter().filter(|it| it.2) {
        let inside = within(arena, term, low.into(), high.into());
        any = or(arena, any, inside);
    }
    any
}

/// A term, or what its byte is changed to.
pub(super) fn changed(arena: &mut Arena, term: TermId, change: fn(u8) -> u8) -> TermId {
    let moves = ranges(|byte| i16::from(change(byte)) - i16::from(byte));
    moves.into_iter().filter(|it| it.2 != 0).fold(term, |rest, (low, high, by)| {
        let by = arena.constant(i128::from(by) as u128, arena.width(term));
        let (inside, moved) =
            (within(arena, term, low.into(), high.into()), arena.binary(Binary::Add, term, by));
        arena.ite(inside, moved, rest)
    })
}

/// The argument, where it is not decided: any `char`, as glibc takes it, or `EOF`.
fn argument(m: &Machine, call: &Call, error: fn(&Call, i32) -> Box<InterpError>) -> Symbolic<Option<TermId>> {
    let Some(value) = open_argument(m, call, 0, 32)? else { return Ok(None) };
    let wrong = m.build(|arena| {
        let least = arena.constant((-128i128) as u128, 32);
        let (distance, most) = (arena.sub(value, least), arena.constant(383, 32));
        arena.binary(Binary::Ult, most, distance)
    });
    m.forbid(wrong, |m, model| error(call, m.value_in(model, value) as u32 as i32))?;
    Ok(Some(value))
}

pub(crate) fn test(
    m: &Machine,
    call: &Call,
    property: fn(u8) -> bool,
    error: fn(&Call, i32) -> Box<InterpError>,
) -> Outcome {
    let Some(value) = argument(m, call, error)? else { return Ok(None) };
    let verdict = m.build(|arena| {
        let is = has(arena, value, property);
        arena.zext(is, 32)
    });
    signed(m, verdict)
}

pub(crate) fn map(
    m: &Machine,
    call: &Call,
    change: fn(u8) -> u8,
    error: fn(&Call, i32) -> Box<InterpError>,
) -> Outcome {
    let Some(value) = argument(m, call, error)? else { return Ok(None) };
    let value = m.build(|arena| {
        let (end, byte) = (is_number(arena, value, u32::MAX.into()), arena.extract(value, 0, 8));
        let byte = changed(arena, byte, change);
        let character = arena.zext(byte, 32);
        arena.ite(end, value, character)
    });
    signed(m, value)
}

pub(crate) fn is_ascii(m: &Machine, call: &Call) -> Outcome {
    let Some(value) = open_argument(m, call, 0, 32)? else { return Ok(None) };
    let verdict = m.build(|arena| {
        let is = within(arena, value, 0, 127);
        arena.zext(is, 32)
    });
    signed(m, verdict)
}

pub(crate) fn to_ascii(m: &Machine, call: &Call) -> Outcome {
    let Some(value) = open_argument(m, call, 0, 32)? else { return Ok(None) };
    let value = m.build(|arena| {
        let mask = arena.constant(0x7f, 32);
        arena.binary(Binary::And, value, mask)
    });
    signed(m, value)
}
