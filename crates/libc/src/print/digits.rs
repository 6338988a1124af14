//! Digits of an integer that is a term: how many there are is decided, and each of them is a term.

use super::spec::Spec;
use super::{Number, marked, sign};
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::reg::Reg;
use gmc_world::{Byte, Bytes};

/// The digits of a register's low bytes.
pub(super) fn of_term(m: &Machine, spec: &Spec, reg: Reg, size: u8, base: u64) -> InterpResult<Number> {
    let term = m.term(reg)?;
    let width = 8 * size;
    let low = m.build(|arena| arena.extract(term, 0, width));
    let with_sign = matches!(spec.conversion, b'd' | b'i');
    let negative = with_sign && {
        let below = m.build(|arena| {
            let zero = arena.constant(0, width);
            arena.binary(Binary::Slt, low, zero)
        });
        m.holds(below)?
    };
    let magnitude = if negative { m.build(|arena| arena.neg(low)) } else { low };
    let conditions = lengths(m, magnitude, width, base);
    let count = m.cases(&conditions)?;
    let prefix = if with_sign { sign(spec, negative) } else { marked(spec, count == 0) };
    let precision = spec.precision.unwrap_or(1);
    let mut digits = Bytes::from(vec![b'0'; precision.saturating_sub(count)]);
    for at in (0..count).rev() {
        let digit = m.build(|arena| digit(arena, magnitude, base, at as u32, spec.conversion == b'X'));
        digits.push(m.byte_of(digit));
    }
    if spec.conversion == b'o' && spec.alternate && digits.get(0) != Some(Byte::Plain(b'0')) {
        let mut more = Bytes::from(b"0".to_vec());
        more.extend(digits.whole());
        digits = more;
    }
    Ok(Number { prefix, digits, zeros: spec.precision.is_none() })
}

/// For each number of digits, that a number has as many; 0 has none.
fn lengths(m: &Machine, number: TermId, width: u8, base: u64) -> Vec<TermId> {
    let most = u128::MAX >> (128 - width);
    let mut conditions = Vec::new();
    let (mut low, mut high) = (0u128, 1u128);
    while low <= most {
        conditions.push(m.build(|arena| {
            let from = arena.constant(low, width);
            let above = arena.binary(Binary::Ule, from, number);
            let to = arena.constant((high - 1).min(most), width);
            let below = arena.binary(Binary::Ule, number, to);
            arena.binary(Binary::And, above, below)
        }));
        (low, high) = (high, high * u128::from(base));
    }
    conditions
}

/// A digit of a number, as a character.
fn digit(arena: &mut Arena, number: TermId, base: u64, at: u32, capital: bool) -> TermId {
    let width = arena.width(number);
    let power = arena.constant(u128::from(base).pow(at), width);
    let base = arena.constant(base.into(), width);
    let shifted = arena.binary(Binary::UDiv, number, power);
    let digit = arena.binary(Binary::URem, shifted, base);
    let digit = arena.extract(digit, 0, 8);
    let ten = arena.constant(10, 8);
    let is_decimal = arena.binary(Binary::Ult, digit, ten);
    let zero = arena.constant(b'0'.into(), 8);
    let decimal = arena.binary(Binary::Add, digit, zero);
    let letter = arena.constant((if capital { b'A' } else { b'a' } - 10).into(), 8);
    let letter = arena.binary(Binary::Add, digit, letter);
    arena.ite(is_decimal, decimal, letter)
}
