//! Bit-fields in memory.
//!
//! Bits are counted from the start of memory: from the least significant bit of each byte on little-endian targets,
//! from the most significant one on big-endian targets (and the other way round for records stored in reverse order).

use super::mixed::exposed;
use super::{Window, slow};
use crate::code::{Neighbours, R};
use crate::interp_error::InterpResult;
use crate::nondet;
use crate::reg::Reg;
use gmc_mem::Endian;

impl Window<'_> {
    fn most_significant_first(&self, reverse: bool) -> bool {
        (self.memory.target().endian == Endian::Big) != reverse
    }

    pub(super) fn load_bits(
        &mut self,
        d: R,
        a: R,
        position: u64,
        bits: u32,
        signed: bool,
        reverse: bool,
    ) -> InterpResult<()> {
        let base = self.pointer_in(a)?.wrapping_offset((position / 8) as i64);
        let first = (position % 8) as u32;
        let bytes = (first + bits).div_ceil(8) as usize;
        let mut buffer = [0u8; 17];
        if let Err(fault) = self.memory.read_bytes(base, &mut buffer[..bytes]) {
            // Like a scalar of whole bytes, it may be copied.
            let unset = slow::unset(self.code, fault)?;
            self.regs[usize::from(d)] = unset;
            if bits > 64 {
                self.regs[usize::from(d) + 1] = unset;
            }
            return Ok(());
        }
        let value = pick(&buffer[..bytes], first, bits, self.most_significant_first(reverse));
        let sh = 128 - bits;
        let value = if signed { ((value << sh) as i128 >> sh) as u128 } else { value };
        self.regs[usize::from(d)] = Reg::number(value as u64);
        if bits > 64 {
            self.regs[usize::from(d) + 1] = Reg::number((value >> 64) as u64);
        }
        Ok(())
    }

    pub(super) fn store_bits(
        &mut self,
        a: R,
        b: R,
        position: u64,
        bits: u32,
        reverse: bool,
    ) -> InterpResult<()> {
        let base = self.pointer_in(a)?.wrapping_offset((position / 8) as i64);
        let first = (position % 8) as u32;
        let bytes = (first + bits).div_ceil(8) as usize;
        if self.regs[usize::from(b)].is_undef() {
            // Bytes have a value as a whole, so the neighbours in these bytes have none, either.
            return Ok(self.memory.uninitialise(base, bytes as u64)?);
        }
        let mut value = u128::from(exposed(self.memory, self.regs[usize::from(b)])?);
        if bits > 64 {
            value |= u128::from(exposed(self.memory, self.regs[usize::from(b) + 1])?) << 64;
        }
        let mut buffer = [0u8; 17];
        for (at, byte) in buffer[..bytes].iter_mut().enumerate() {
            // The other bits of a byte that has no value yet read as zero: bytes have a value as a whole.
            let p = base.wrapping_offset(at as i64);
            let (scalar, missing) = self.memory.load_lenient(p, 1)?;
            if missing == 0 {
                let bits = scalar.bits(self.memory.target());
                *byte = bits.ok_or_else(|| nondet::matters(Reg::from_scalar(scalar)))? as u8;
            }
        }
        place(&mut buffer[..bytes], first, bits, value, self.most_significant_first(reverse));
        self.memory.write_bytes(base, &buffer[..bytes])?;
        Ok(())
    }

    /// Neighbouring bit-fields are one memory location: who accesses one of them touches them all.
    pub(super) fn touch_location(
        &mut self,
        a: R,
        position: u64,
        location: Neighbours,
        write: bool,
    ) -> InterpResult<()> {
        if location.size > 0 {
            let first = (position / 8) as i64 - i64::from(location.before);
            let base = self.pointer_in(a)?.wrapping_offset(first);
            self.memory.log_range(base, location.size.into(), write);
        }
        Ok(())
    }
}

fn bit_of(at: u32, most_significant_first: bool) -> (usize, u32) {
    let within = at % 8;
    ((at / 8) as usize, if most_significant_first { 7 - within } else { within })
}

/// The bits as a number.
pub(super) fn pick(bytes: &[u8], first: u32, bits: u32, most_significant_first: bool) -> u128 {
    (0..bits).fold(0, |value, i| {
        let (byte, bit) = bit_of(first + i, most_significant_first);
        let set = u128::from(bytes[byte] >> bit & 1);
        let weight = if most_significant_first { bits - 1 - i } else { i };
        value | set << weight
    })
}

fn place(bytes: &mut [u8], first: u32, bits: u32, value: u128, most_significant_first: bool) {
    for i in 0..bits {
        let (byte, bit) = bit_of(first + i, most_significant_first);
        let weight = if most_significant_first { bits - 1 - i } else { i };
        let set = (value >> weight & 1) as u8;
        bytes[byte] = bytes[byte] & !(1 << bit) | set << bit;
    }
}
