//! `abs`, `div` and the like on terms.

use super::{Outcome, is_number, low_bits, open_argument, signed};
use gmc_term::Binary;
use gmc_vm::interp_error::InterpError;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};

/// The first argument; the others are advice.
pub(crate) fn first_argument(_: &mut Machine, call: &Call) -> Outcome {
    Ok(Some(Flow::Value(call.reg(0)?)))
}

/// The absolute value of an integer, which must fit.
pub(crate) fn absolute(m: &Machine, call: &Call, bits: u32) -> Outcome {
    let width = bits as u8;
    let Some(x) = open_argument(m, call, 0, width)? else { return Ok(None) };
    let (least, value) = m.build(|arena| {
        let zero = arena.constant(0, width);
        let (negative, opposite) = (arena.binary(Binary::Slt, x, zero), arena.neg(x));
        (is_number(arena, x, 1 << (bits - 1)), arena.ite(negative, opposite, x))
    });
    if !m.compiled.allow.overflow {
        m.forbid(least, |_, _| {
            let left = -(1i128 << (bits - 1));
            Box::new(InterpError::Overflow { operation: "-", left, right: None, bits })
        })?;
    }
    signed(m, value)
}

/// Quotient and remainder, where the caller wants them.
pub(crate) fn divide(m: &mut Machine, call: &Call, bits: u32) -> Outcome {
    if !call.reg(0)?.is_open() && !call.reg(1)?.is_open() {
        return Ok(None);
    }
    let (x, y) = (low_bits(m, call.reg(0)?, bits as u8)?, low_bits(m, call.reg(1)?, bits as u8)?);
    let (x, y) = m.build(|arena| (arena.sext(x, 64), arena.sext(y, 64)));
    let quotient = m.division(Binary::SDiv, x, y, bits as u8)?;
    let remainder = m.division(Binary::SRem, x, y, bits as u8)?;
    let Some(to) = call.result_pointer else { return Ok(None) };
    let size = bits as usize / 8;
    for (at, term) in [(0, quotient), (size, remainder)] {
        let low = m.build(|arena| arena.extract(term, 0, bits as u8));
        m.store_term(super::beyond(to, at), low, size)?;
    }
    Ok(Some(Flow::Arranged))
}

/// Zero, whatever the arguments are.
pub(crate) fn zero(_: &mut Machine, _: &Call) -> Outcome {
    Ok(Some(Flow::number(0)?))
}
