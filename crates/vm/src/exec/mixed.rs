//! Integer operations on what is no plain number: addresses, bytes of pointers, what has no value.
//!
//! Programs compute with addresses in many ways. Where the result still belongs to an object it keeps its provenance;
//! where it does not, it is noted that the address was made a number.

use super::anywhere;
use super::slow::{known, overflow};
use crate::interp_error::InterpResult;
use crate::reg::{Meta, Reg};
use gmc_mem::Memory;

/// Whose provenance the result of an integer operation has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nobody's.
    No,
    /// Nobody's, and the result does not tell the operands: a comparison.
    Compared,
    /// That of the one operand that has any.
    Either,
    /// Likewise, of the bits that are in both.
    Masked,
    /// The left one's; none when both have it (a difference is a number).
    Left,
}

/// Two operands that are not both plain numbers.
#[cold]
#[inline(never)]
pub(super) fn mixed(memory: &Memory, x: Reg, y: Reg, keep: Keep) -> InterpResult<((u64, u64), Meta)> {
    let bits = (one(memory, x)?, one(memory, y)?);
    let prov = |reg: Reg| if reg.meta.is_whole() { reg.meta } else { Meta::PLAIN };
    let (left, right) = (prov(x), prov(y));
    let keeps = !matches!(keep, Keep::No | Keep::Compared) && (left == Meta::PLAIN || right == Meta::PLAIN);
    if memory.has_nondet_placement()
        && let Some(result) = anywhere::operands(memory, x, y, keep)?
    {
        return Ok(result);
    }
    if left != right && !keeps || keep == Keep::Masked && anywhere::looks_at_place(memory, x, y) {
        anywhere::look(memory)?;
    }
    let meta = match (keep, left, right) {
        (Keep::No | Keep::Compared, _, _) => Meta::PLAIN,
        (Keep::Either | Keep::Masked, Meta::PLAIN, other)
        | (Keep::Either | Keep::Masked, other, Meta::PLAIN) => other,
        (Keep::Left, left, Meta::PLAIN) => left,
        _ => Meta::PLAIN,
    };
    // The distance between two bytes of an object does not tell where it is.
    let tells = keep != Keep::Compared && (keep != Keep::Left || x.meta.prov() != y.meta.prov());
    if meta == Meta::PLAIN && tells {
        [x, y].into_iter().for_each(|reg| memory.note_exposed(reg.meta.prov()));
    }
    Ok((bits, meta))
}

/// An operation on signed integers that are not both plain numbers.
#[cold]
pub(super) fn signed(
    memory: &Memory,
    (x, y): (Reg, Reg),
    keep: Keep,
    op: fn(i64, i64) -> (i64, bool),
    sign: &'static str,
    sh: u8,
) -> InterpResult<Reg> {
    let ((x, y), meta) = mixed(memory, x, y, keep)?;
    let (value, over) = op(x as i64, y as i64);
    if over || (value << sh) >> sh != value {
        return Err(overflow(sign, x as i64, y as i64, sh));
    }
    Ok(moved(memory, value as u64, meta))
}

/// Likewise, on unsigned ones.
#[cold]
pub(super) fn unsigned(
    memory: &Memory,
    (x, y): (Reg, Reg),
    keep: Keep,
    op: fn(u64, u64) -> u64,
    sh: u8,
) -> InterpResult<Reg> {
    let ((x, y), meta) = mixed(memory, x, y, keep)?;
    Ok(moved(memory, (op(x, y) << sh) >> sh, meta))
}

/// A sum or difference of integers with a provenance. One that leaves its object keeps it, unless it comes to another
/// one whose address was made a number before: the distance of the two, say, is added to one to get at the other.
fn moved(memory: &Memory, bits: u64, meta: Meta) -> Reg {
    let inside = memory.object(meta.prov()).is_some_and(|it| bits.wrapping_sub(it.base) <= it.size);
    let lost = !inside && memory.is_exposed_at(bits);
    Reg { bits, meta: if lost { Meta::PLAIN } else { meta } }
}

/// An exclusive or with a provenance. One that leaves its object is a mask over two addresses or a key over one; the
/// number that comes back belongs to whatever lives there.
#[cold]
#[inline(never)]
pub(super) fn masked(memory: &Memory, bits: u64, meta: Meta) -> Reg {
    let inside = memory.object(meta.prov()).is_some_and(|it| bits.wrapping_sub(it.base) <= it.size);
    if !inside {
        memory.note_exposed(meta.prov());
    }
    Reg { bits, meta: if inside { meta } else { Meta::PLAIN } }
}

/// Whether two operands are equal that are not both plain numbers.
#[inline(never)]
pub(super) fn equal(memory: &Memory, x: Reg, y: Reg) -> InterpResult<bool> {
    if !x.meta.is_whole() || !y.meta.is_whole() {
        let ((x, y), _) = mixed(memory, x, y, Keep::Compared)?;
        return Ok(x == y);
    }
    let apart = x.meta != Meta::PLAIN && y.meta != Meta::PLAIN && x.meta != y.meta;
    if apart { anywhere::equal(memory, x, y) } else { Ok(x.bits == y.bits) }
}

/// Likewise, for a result that depends on the number in a way that pointers are not followed.
#[inline(never)]
pub(super) fn exposed(memory: &Memory, x: Reg) -> InterpResult<u64> {
    memory.note_exposed(x.meta.prov());
    one(memory, x)
}

/// One operand that is not a plain number.
#[inline(never)]
pub(super) fn one(memory: &Memory, x: Reg) -> InterpResult<u64> {
    known(x)?;
    Ok(x.plain_bits(memory.target()))
}
