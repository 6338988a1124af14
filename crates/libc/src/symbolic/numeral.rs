//! An integer that is read byte by byte, as `scanf` does: what kind each byte is gets decided, which digit it is does
//! not.

use super::integer_text::digit;
use gmc_term::{Binary, TermId};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_world::{Byte, Bytes};

/// What was read of an integer.
pub(crate) struct Numeral {
    /// The base; none where the digits tell.
    base: Option<u32>,
    negative: bool,
    /// Whether there was a zero before all digits, and an `x` behind that.
    zero: bool,
    hexadecimal: bool,
    digits: Bytes,
    /// How many bytes there were.
    pub(crate) length: usize,
}

impl Numeral {
    /// Nothing was read.
    pub(crate) fn new(base: Option<u32>) -> Numeral {
        let digits = Bytes::new();
        Numeral { base, negative: false, zero: false, hexadecimal: false, digits, length: 0 }
    }

    fn base(&self) -> u32 {
        match self.base {
            Some(base) => base,
            None if self.hexadecimal => 16,
            None if self.zero => 8,
            None => 10,
        }
    }

    /// Takes a byte, if it continues the number.
    pub(crate) fn take(&mut self, m: &Machine, byte: Byte) -> InterpResult<bool> {
        let may_be_hexadecimal = matches!(self.base, None | Some(16));
        let is_empty = !self.zero && self.digits.is_empty();
        if self.length == 0 && m.byte_is(byte, |byte| matches!(byte, b'+' | b'-'))? {
            self.negative = m.byte_is(byte, |byte| byte == b'-')?;
        } else if is_empty && may_be_hexadecimal && m.byte_is(byte, |byte| byte == b'0')? {
            self.zero = true;
        } else if self.zero
            && !self.hexadecimal
            && self.digits.is_empty()
            && m.byte_is(byte, |byte| matches!(byte, b'x' | b'X'))?
        {
            self.hexadecimal = true;
        } else if m.byte_is(byte, |byte| char::from(byte).is_digit(self.base()))? {
            self.digits.push(byte);
        } else {
            return Ok(false);
        }
        self.length += 1;
        Ok(true)
    }

    /// Whether there is anything but a sign.
    pub(crate) fn is_number(&self) -> bool {
        self.zero || !self.digits.is_empty()
    }

    /// Its digits as a number.
    pub(crate) fn magnitude(&self, m: &Machine) -> InterpResult<u128> {
        self.digits.iter().try_fold(0u128, |value, byte| {
            let digit = char::from(m.byte_number(byte)?).to_digit(self.base()).unwrap_or(0);
            Ok(value.saturating_mul(self.base().into()).saturating_add(digit.into()))
        })
    }

    /// What `strtoll` or `strtoull` make of it: a number, or a term of 64 bits.
    pub(crate) fn value(&self, m: &Machine, signed: bool) -> InterpResult<Result<u64, TermId>> {
        let most = |negative: bool| match (signed, negative) {
            (true, true) => 1u128 << 63,
            (true, false) => i64::MAX as u128,
            (false, _) => u64::MAX.into(),
        };
        // So many digits need no more bits than a term may have.
        let few = if self.base() > 10 { 31 } else { 38 };
        if self.digits.is_plain() || self.digits.len() > few {
            let value = self.magnitude(m)?.min(most(self.negative)) as u64;
            return Ok(Ok(if self.negative { value.wrapping_neg() } else { value }));
        }
        let mut value = m.build(|arena| arena.constant(0, 128));
        for byte in self.digits.iter() {
            let term = m.term_of_byte(byte)?;
            value = m.build(|arena| {
                let (base, digit) =
                    (arena.constant(self.base().into(), 128), digit(arena, term, self.base()).1);
                let (shifted, digit) = (arena.binary(Binary::Mul, value, base), arena.zext(digit, 128));
                arena.binary(Binary::Add, shifted, digit)
            });
        }
        Ok(Err(m.build(|arena| {
            let most = arena.constant(most(self.negative), 128);
            let is_small = arena.binary(Binary::Ule, value, most);
            let limited = arena.ite(is_small, value, most);
            let low = arena.extract(limited, 0, 64);
            if self.negative { arena.neg(low) } else { low }
        })))
    }
}
