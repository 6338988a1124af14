//! Arithmetic on terms that tells whether it overflowed.

use super::{Outcome, low_bits};
use crate::overflow::no_length;
use gmc_arith::{Format, Scalar};
use gmc_mem::Endian;
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::symbolic::Symbolic;

/// An operation, and in how many bits it is exact.
pub(crate) struct Exact {
    apply: fn(&mut Arena, TermId, TermId) -> TermId,
    /// Of the wider operand's.
    room: fn(u8) -> u8,
}

pub(crate) const ADD: Exact =
    Exact { apply: |arena, x, y| arena.binary(Binary::Add, x, y), room: |it| it + 2 };
pub(crate) const SUB: Exact = Exact { apply: Arena::sub, room: |it| it + 2 };
/// The product of two unsigned numbers of 64 bits takes 128, and is never so large that it looks like a small negative
/// one.
pub(crate) const MUL: Exact =
    Exact { apply: |arena, x, y| arena.binary(Binary::Mul, x, y), room: |it| (2 * it + 2).min(128) };

/// An operand and whether it has a sign; nothing where it takes more than a register.
fn operand(m: &Machine, call: &Call, at: usize) -> Symbolic<Option<(TermId, bool)>> {
    let bits = match call.class(at)? {
        Class::Int { bits, .. } => bits,
        Class::Pointer => m.memory.target().pointer_size() as u8 * 8,
        _ => return Ok(None),
    };
    Ok(Some((low_bits(m, call.reg(at)?, bits)?, call.class(at)?.is_signed())))
}

/// The length of an array whose declaration is reached.
pub(crate) fn length(m: &Machine, call: &Call) -> Outcome {
    let Some((length, signed)) = operand(m, call, 0)? else { return Ok(None) };
    let width = m.build(|arena| arena.width(length));
    let wrong = m.build(|arena| {
        let zero = arena.constant(0, width);
        arena.binary(if signed { Binary::Sle } else { Binary::Ule }, length, zero)
    });
    m.forbid(wrong, |m, model| {
        let sh = 128 - u32::from(width);
        let value = ((m.value_in(model, length) << sh) as i128) >> sh;
        no_length(value < 0, value.unsigned_abs())
    })?;
    Ok(Some(Flow::Void))
}

pub(crate) fn run(m: &Machine, call: &Call, operation: &Exact) -> Outcome {
    let Some(Class::Wide { format: Format::Complex(part), .. }) = call.result else { return Ok(None) };
    let (bits, signed) = match part {
        Scalar::Int { bits, signed, .. } if bits <= 64 => (bits as u8, signed),
        Scalar::Bool { bits, .. } if bits <= 64 => (bits as u8, false),
        _ => return Ok(None),
    };
    let is_open = call.reg(0)?.is_open() || call.reg(1)?.is_open();
    if !is_open || m.memory.target().endian == Endian::Big {
        return Ok(None);
    }
    let (Some((x, x_signed)), Some((y, y_signed))) = (operand(m, call, 0)?, operand(m, call, 1)?) else {
        return Ok(None);
    };
    let size = part.size() as u8 * 8;
    let words = m.build(|arena| {
        let room = (operation.room)(arena.width(x).max(arena.width(y)).max(bits));
        let extended = |arena: &mut Arena, it, width, signed: bool| {
            if signed { arena.sext(it, width) } else { arena.zext(it, width) }
        };
        let (x, y) = (extended(arena, x, room, x_signed), extended(arena, y, room, y_signed));
        let exact = (operation.apply)(arena, x, y);
        let value = arena.extract(exact, 0, bits);
        let back = extended(arena, value, room, signed);
        let fits = arena.binary(Binary::Eq, back, exact);
        let differs = arena.not(fits);
        let (value, overflow) = (extended(arena, value, size, signed), arena.zext(differs, size));
        let pair = arena.binary(Binary::Concat, overflow, value);
        let count = (2 * size).div_ceil(64);
        let whole = arena.zext(pair, count * 64);
        (0..count).map(|it| arena.extract(whole, it * 64, 64)).collect::<Vec<TermId>>()
    });
    Ok(Some(Flow::Words(words.into_iter().map(|it| m.unsigned_reg(it)).collect())))
}
