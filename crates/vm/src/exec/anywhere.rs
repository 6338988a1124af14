//! Addresses as numbers, where nothing is taken for granted of where objects lie (`--addresses any`).
//!
//! Comparisons of addresses have the result that is decided for them (`open`), the lowest bits are what alignment makes
//! them, and whatever else depends on an address is refused.

use super::mixed::Keep;
use crate::interp_error::InterpResult;
use crate::nondet::{self, unclear};
use crate::reg::{Meta, Reg};
use gmc_mem::{Endian, Memory, Piece, Scalar, Whole};

/// The lowest bits of addresses, which programs use for marks of their own.
const LOWEST: u64 = 15;

/// What the program does depends on where objects lie.
pub(super) fn look(memory: &Memory) -> InterpResult<()> {
    if memory.has_nondet_placement() {
        return Err(unclear());
    }
    memory.set_address_dependent(true);
    Ok(())
}

/// Whether addresses of different objects are equal.
#[cold]
#[inline(never)]
pub(super) fn equal(memory: &Memory, x: Reg, y: Reg) -> InterpResult<bool> {
    nondet::equal(memory, x, y)
}

/// What an operation works on instead of two operands that are not both plain numbers: numbers that compare as they do
/// wherever objects lie, and bits that are the same there. None where it does not depend on that, or is refused by
/// others.
pub(super) fn operands(
    memory: &Memory,
    x: Reg,
    y: Reg,
    keep: Keep,
) -> InterpResult<Option<((u64, u64), Meta)>> {
    let whole = x.meta.is_whole() && y.meta.is_whole();
    let plain = x.meta == Meta::PLAIN || y.meta == Meta::PLAIN;
    match keep {
        Keep::Compared if whole && !plain && x.meta != y.meta => {
            let order = nondet::order(memory, x, y)?;
            Ok(Some(((u64::from(order.is_gt()), u64::from(order.is_lt())), Meta::PLAIN)))
        }
        // Bytes of pointers.
        Keep::Compared if !whole && x.meta.prov() != y.meta.prov() => Err(unclear()),
        Keep::Masked if plain => {
            let (of, mask) = if x.meta == Meta::PLAIN { (y, x.bits) } else { (x, y.bits) };
            let bits = of.plain_bits(memory.target()) & mask;
            let aligned = memory.alignment_mask(of.meta.prov());
            if mask <= aligned && has_lowest(memory, of) {
                return Ok(Some(((bits, bits), Meta::PLAIN)));
            }
            let inside =
                memory.object(of.meta.prov()).is_some_and(|it| bits.wrapping_sub(it.base) <= it.size);
            // Above all addresses are marks of the program's own.
            let marks = mask << 17 >> 17 <= aligned;
            if whole && (inside || marks) { Ok(None) } else { Err(unclear()) }
        }
        _ => Ok(None),
    }
}

/// Whether a mask takes lowest bits of an address, or clears them, that depend on where its object lies.
pub(super) fn looks_at_place(memory: &Memory, x: Reg, y: Reg) -> bool {
    let (of, mask) = match (x.meta == Meta::PLAIN, y.meta == Meta::PLAIN) {
        (true, false) => (y, x.bits),
        (false, true) => (x, y.bits),
        _ => return false,
    };
    let unsure = LOWEST & !memory.alignment_mask(of.meta.prov());
    has_lowest(memory, of) && unsure & if mask <= LOWEST { mask } else { !mask } != 0
}

/// Whether the lowest bits of a register are those of an address.
fn has_lowest(memory: &Memory, reg: Reg) -> bool {
    match reg.to_scalar() {
        Scalar::Piece(Piece { first, len, total, .. }) => match memory.target().endian {
            Endian::Little => first == 0,
            Endian::Big => first + len == total,
        },
        _ => true,
    }
}

/// An address that is cut to 64 bits less `sh`: its lowest bytes, whose lowest bits may be all that somebody wants.
pub(super) fn lowest(memory: &Memory, x: Reg, sh: u8) -> InterpResult<Reg> {
    let (len, total) = ((64 - sh) / 8, memory.target().pointer_size() as u8);
    if !sh.is_multiple_of(8) || len >= total {
        return Err(unclear());
    }
    let first = if memory.target().endian == Endian::Big { total - len } else { 0 };
    let of = Whole::Pointer(x.as_pointer());
    Ok(Reg::from_scalar(Scalar::Piece(Piece { of, first, len, total })))
}
