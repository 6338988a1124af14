//! Integers in strings that are terms: `atoi`, `strtol` and the like.
//!
//! The reader is a small machine (blanks, a sign, digits, the end), and its state behind each byte is a term. So the
//! value is one term, whatever the string looks like. Where the program asks for the place at which the number ends,
//! that becomes a number.

use super::limit::Limit;
use super::text::Text;
use super::{Outcome, and, ctype, is_number, or, place, size};
use crate::errno;
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::reg::Reg;
use gmc_world::errno::ERANGE;

/// So many bytes are read: no number of as many digits needs more than 127 bits in base 10.
const MOST: usize = 38;

/// What the reader knows behind some bytes.
struct Reader {
    /// It has seen nothing but blanks.
    blank: TermId,
    /// It has seen a sign, and no digit yet.
    sign: TermId,
    /// It has seen a digit, and nothing else behind it.
    digits: TermId,
    negative: TermId,
    /// In as many bits as all digits need.
    magnitude: TermId,
    /// How many bytes the number takes, if it is one.
    length: TermId,
}

impl Reader {
    fn new(arena: &mut Arena, width: u8) -> Reader {
        let no = arena.falsity();
        let (magnitude, length) = (arena.constant(0, width), arena.constant(0, 64));
        Reader { blank: arena.truth(), sign: no, digits: no, negative: no, magnitude, length }
    }

    /// Reads the byte with this number.
    fn step(self, arena: &mut Arena, byte: TermId, at: usize, base: u32) -> Reader {
        let (is_digit, value) = digit(arena, byte, base);
        let is_space = ctype::has(arena, byte, crate::ctype::is_space);
        let (is_minus, is_plus) = (is_number(arena, byte, b'-'.into()), is_number(arena, byte, b'+'.into()));
        let is_sign = or(arena, is_minus, is_plus);
        let before = or(arena, self.blank, self.sign);
        let takes = or(arena, before, self.digits);
        let digits = and(arena, takes, is_digit);
        let minus = and(arena, self.blank, is_minus);
        let width = arena.width(self.magnitude);
        let (base, value) = (arena.constant(base.into(), width), arena.zext(value, width));
        let shifted = arena.binary(Binary::Mul, self.magnitude, base);
        let more = arena.binary(Binary::Add, shifted, value);
        let behind = arena.constant(at as u128 + 1, 64);
        Reader {
            blank: and(arena, self.blank, is_space),
            sign: and(arena, self.blank, is_sign),
            digits,
            negative: or(arena, self.negative, minus),
            magnitude: arena.ite(digits, more, self.magnitude),
            length: arena.ite(digits, behind, self.length),
        }
    }
}

/// Whether a byte is a digit, and which one.
pub(super) fn digit(arena: &mut Arena, byte: TermId, base: u32) -> (TermId, TermId) {
    let of = |byte: u8| char::from(byte).to_digit(36).filter(|&it| it < base);
    let ranges = ctype::ranges(|byte| of(byte).map(|digit| i16::from(byte) - digit as i16));
    let (mut is, mut value) = (arena.falsity(), byte);
    for (low, high, zero) in ranges {
        let Some(zero) = zero else { continue };
        let inside = super::within(arena, byte, low.into(), high.into());
        let zero = arena.constant(i128::from(zero) as u128, 8);
        let here = arena.sub(byte, zero);
        is = or(arena, is, inside);
        value = arena.ite(inside, here, value);
    }
    (is, value)
}

/// What a string says: the value in `bits`, whether it fits, and how many bytes it takes.
struct Parsed {
    value: TermId,
    fits: TermId,
    length: TermId,
}

fn parse(m: &Machine, text: &Text, base: u32, bits: u8, with_sign: bool) -> Parsed {
    m.build(|arena| {
        let needed = 128 - u128::from(base).pow(text.bytes.len() as u32).leading_zeros();
        let width = (needed as u8 + 1).max(bits + 1).min(128);
        let mut reader = Reader::new(arena, width);
        for (at, &byte) in text.bytes.iter().enumerate() {
            reader = reader.step(arena, byte, at, base);
        }
        let most = if with_sign { (1u128 << (bits - 1)) - 1 } else { (1u128 << bits) - 1 };
        let (most, one) = (arena.constant(most, width), arena.constant(1, width));
        let least = if with_sign { arena.binary(Binary::Add, most, one) } else { most };
        let limit = arena.ite(reader.negative, least, most);
        let fits = arena.binary(Binary::Ule, reader.magnitude, limit);
        let magnitude = arena.ite(fits, reader.magnitude, limit);
        let negated = arena.neg(magnitude);
        // Too much is the largest value, also of what has a minus sign and no sign.
        let turned = if with_sign { reader.negative } else { and(arena, reader.negative, fits) };
        let value = arena.ite(turned, negated, magnitude);
        Parsed { value: arena.extract(value, 0, bits), fits, length: reader.length }
    })
}

/// The string, if it is one that can be read here.
fn text(m: &Machine, call: &Call, base: u32) -> gmc_vm::symbolic::Symbolic<Option<Text>> {
    let text = Text::read(m, place(call, 0)?, Limit::NONE)?;
    Ok(text.filter(|it| it.open && it.bytes.len() <= MOST && (base <= 10 || it.bytes.len() <= 20)))
}

/// `atoi` and the like: of the value in `bits`, the lowest `result`.
pub(crate) fn read(m: &Machine, call: &Call, bits: u32, result: u8) -> Outcome {
    let Some(text) = text(m, call, 10)? else { return Ok(None) };
    let parsed = parse(m, &text, 10, bits as u8, true);
    let value = m.build(|arena| arena.extract(parsed.value, 0, result));
    super::signed(m, value)
}

/// `strtol` and the like. Bases in which a prefix can stand before the digits are left to the ordinary handler.
pub(crate) fn convert(m: &mut Machine, call: &Call, bits: u32, with_sign: bool) -> Outcome {
    let (start, end, base) = (place(call, 0)?, place(call, 1)?, size(m, call, 2)? as u32);
    if !(2..=36).contains(&base) || base == 16 {
        return Ok(None);
    }
    let Some(text) = text(m, call, base)? else { return Ok(None) };
    let parsed = parse(m, &text, base, bits as u8, with_sign);
    let fits = m.holds(parsed.fits)?;
    let length = if end.is_null() { 0 } else { m.numbers(parsed.length)? };
    if !fits {
        errno::set(m, ERANGE)?;
    }
    if !end.is_null() {
        let behind = start.wrapping_offset(length as i64);
        m.memory.store_pointer(end, behind).map_err(Box::from)?;
    }
    let reg: Reg = if with_sign { m.signed_reg(parsed.value) } else { m.unsigned_reg(parsed.value) };
    Ok(Some(Flow::Value(reg)))
}
