//! Integers of more than 128 bits: `_BitInt`.
//!
//! Every operation reads sign and magnitude, computes exactly, and cuts the result to its type. Slow, and simple.

use super::float::{Arithmetic, Class};
use super::format::{Integer, LARGEST_SCALAR, Rules, Scalar, Trap};
use super::image::{self, Value};
use super::int::Overflow;
use super::natural::Natural;
use super::scalar;
use gmc_ir::expr::{BinaryOp, UnaryOp};
use std::cmp::Ordering;

/// An integer of any size.
#[derive(Clone, Debug)]
struct Whole {
    negative: bool,
    magnitude: Natural,
}

/// An operand: its format and its image.
pub(super) type Operand<'a> = (Scalar, &'a [u8]);

const KIND: Trap = Trap::Unsupported("this operation on integers of more than 128 bits");

fn check(scalar: Scalar) -> Result<(), Trap> {
    match scalar.integer() {
        Some(Integer { bits, .. })
            if bits as usize > LARGEST_SCALAR * 8 || scalar.size() > LARGEST_SCALAR =>
        {
            Err(KIND)
        }
        _ => Ok(()),
    }
}

fn load(rules: Rules, (scalar, image): Operand<'_>) -> Result<Whole, Trap> {
    check(scalar)?;
    let integer = scalar.integer().ok_or(KIND)?;
    let mut bytes = image::prefix(image, scalar.size())?.to_vec();
    if rules.big_endian {
        bytes.reverse();
    }
    let bits = integer.bits as usize;
    let pattern = Natural::from_bytes(&bytes).low_bits(bits);
    if integer.signed && bits > 0 && pattern.bit(bits - 1) {
        return Ok(Whole { negative: true, magnitude: Natural::new(1).shl(bits).sub(&pattern) });
    }
    Ok(Whole { negative: false, magnitude: pattern })
}

/// The value modulo `2^bits`.
fn pattern(value: &Whole, bits: usize) -> Natural {
    let low = value.magnitude.low_bits(bits);
    if value.negative && !low.is_zero() { Natural::new(1).shl(bits).sub(&low) } else { low }
}

fn store(rules: Rules, to: Scalar, overflow: Overflow, value: &Whole) -> Result<Value, Trap> {
    check(to)?;
    let integer = to.integer().ok_or(KIND)?;
    let bits = integer.bits as usize;
    let low = pattern(value, bits);
    let sign = integer.signed && bits > 0 && low.bit(bits - 1);
    if integer.signed && overflow == Overflow::Traps {
        let limit = Natural::new(1).shl(bits.saturating_sub(1));
        let fits = if value.negative { value.magnitude <= limit } else { value.magnitude < limit };
        if !fits {
            return Err(Trap::SignedOverflow);
        }
    }
    let size = to.size();
    let filled =
        if sign { low.add(&Natural::new(1).shl(size * 8).sub(&Natural::new(1).shl(bits))) } else { low };
    let mut result = Value::zeroed(size);
    for (index, byte) in result.iter_mut().enumerate() {
        *byte = filled.byte(if rules.big_endian { size - 1 - index } else { index });
    }
    Ok(result)
}

/// Whether the value is not zero.
pub(super) fn is_true(rules: Rules, operand: Operand<'_>) -> Result<bool, Trap> {
    Ok(!load(rules, operand)?.magnitude.is_zero())
}

/// An operation on one operand; operand or result is wide.
pub(super) fn unary(rules: Rules, op: UnaryOp, to: Scalar, operand: Operand<'_>) -> Result<Value, Trap> {
    let overflow = if rules.wrap { Overflow::Wraps } else { Overflow::Traps };
    match op {
        UnaryOp::Convert | UnaryOp::Float | UnaryOp::FixTrunc | UnaryOp::Paren | UnaryOp::AddressSpace => {
            convert(rules, to, operand)
        }
        UnaryOp::Not => Ok(image::scalar(rules, to, u128::from(!is_true(rules, operand)?))),
        UnaryOp::Negate => {
            let value = load(rules, operand)?;
            let negative = !value.negative && !value.magnitude.is_zero();
            store(rules, to, overflow, &Whole { negative, ..value })
        }
        UnaryOp::Abs | UnaryOp::AbsUnsigned => {
            let value = load(rules, operand)?;
            store(rules, to, overflow, &Whole { negative: false, ..value })
        }
        UnaryOp::BitNot => {
            // ~x is -x - 1.
            let value = load(rules, operand)?;
            let one = Whole { negative: false, magnitude: Natural::new(1) };
            let value = sum(&Whole { negative: !value.negative, ..value }, &one, true);
            store(rules, to, Overflow::Wraps, &value)
        }
        _ => Err(KIND),
    }
}

fn convert(rules: Rules, to: Scalar, operand: Operand<'_>) -> Result<Value, Trap> {
    match (to, operand.0) {
        (Scalar::Float { format, .. }, _) => {
            let value = load(rules, operand)?;
            let arithmetic = Arithmetic { format, rules };
            // The top 128 bits; whatever is below them only breaks ties.
            let below = value.magnitude.bits().saturating_sub(128);
            let sticky = !value.magnitude.low_bits(below).is_zero();
            let top = value.magnitude.shr(below).low() | u128::from(sticky);
            let number = arithmetic.scale(arithmetic.unsigned(top), i32::try_from(below).unwrap_or(i32::MAX));
            Ok(image::scalar(rules, to, if value.negative { arithmetic.negate(number) } else { number }))
        }
        (_, Scalar::Float { format, .. }) => {
            let bits = image::load(rules, operand.0, operand.1)?;
            let parts = Arithmetic { format, rules }.parts(bits);
            let Class::Finite { significand, exponent } = parts.class else {
                return Err(Trap::FloatConversion);
            };
            let significand = Natural::new(significand);
            let shift = exponent.unsigned_abs() as usize;
            let magnitude = if exponent < 0 { significand.shr(shift) } else { significand.shl(shift) };
            let integer = to.integer().ok_or(KIND)?;
            let negative = parts.negative && !magnitude.is_zero();
            if !integer.signed && (negative || magnitude.bits() > integer.bits as usize) {
                return Err(Trap::FloatConversion);
            }
            store(rules, to, Overflow::Traps, &Whole { negative, magnitude })
                .map_err(|_| Trap::FloatConversion)
        }
        _ => store(rules, to, Overflow::Wraps, &load(rules, operand)?),
    }
}

/// An operation on two operands; one of them or the result is wide.
pub(super) fn binary(
    rules: Rules,
    op: BinaryOp,
    to: Scalar,
    left: Operand<'_>,
    right: Operand<'_>,
) -> Result<Value, Trap> {
    let overflow = if rules.wrap { Overflow::Wraps } else { Overflow::Traps };
    let (l, r) = (load(rules, left)?, load(rules, right)?);
    let order = compare(&l, &r);
    if let Some(verdict) = scalar::verdict(op, Some(order)) {
        return Ok(image::scalar(rules, to, u128::from(verdict)));
    }
    let truth = |truth: bool| Ok(image::scalar(rules, to, u128::from(truth)));
    let value = match op {
        BinaryOp::And => return truth(!l.magnitude.is_zero() && !r.magnitude.is_zero()),
        BinaryOp::Or => return truth(!l.magnitude.is_zero() || !r.magnitude.is_zero()),
        BinaryOp::Xor => return truth(l.magnitude.is_zero() != r.magnitude.is_zero()),
        BinaryOp::Plus => sum(&l, &r, false),
        BinaryOp::Minus => sum(&l, &r, true),
        BinaryOp::Mult | BinaryOp::WidenMult => {
            let magnitude = l.magnitude.mul(&r.magnitude);
            Whole { negative: l.negative != r.negative && !magnitude.is_zero(), magnitude }
        }
        BinaryOp::TruncDiv | BinaryOp::ExactDiv | BinaryOp::TruncMod => {
            if r.magnitude.is_zero() {
                return Err(Trap::DivisionByZero);
            }
            let (quotient, rest) = l.magnitude.div(&r.magnitude);
            let quotient =
                Whole { negative: l.negative != r.negative && !quotient.is_zero(), magnitude: quotient };
            let result = store(rules, to, Overflow::Traps, &quotient)?;
            if op != BinaryOp::TruncMod {
                return Ok(result);
            }
            Whole { negative: l.negative && !rest.is_zero(), magnitude: rest }
        }
        BinaryOp::Min => (if order == Ordering::Less { &l } else { &r }).clone(),
        BinaryOp::Max => (if order == Ordering::Less { &r } else { &l }).clone(),
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
            let bits = to.integer().ok_or(KIND)?.bits as usize;
            let magnitude = pattern(&l, bits).zip(&pattern(&r, bits), |l, r| match op {
                BinaryOp::BitAnd => l & r,
                BinaryOp::BitOr => l | r,
                _ => l ^ r,
            });
            return store(rules, to, Overflow::Wraps, &Whole { negative: false, magnitude });
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            let value = shift(op, to, &l, &r)?;
            return store(rules, to, Overflow::Wraps, &value);
        }
        _ => return Err(KIND),
    };
    store(rules, to, overflow, &value)
}

fn shift(op: BinaryOp, to: Scalar, value: &Whole, count: &Whole) -> Result<Whole, Trap> {
    let width = to.integer().ok_or(KIND)?.bits;
    let by = i64::try_from(count.magnitude.low_bits(64).low()).unwrap_or(i64::MAX);
    if count.negative || count.magnitude >= Natural::new(u128::from(width)) {
        let by = if count.magnitude.bits() > 63 { i64::MAX } else { by };
        return Err(Trap::InvalidShift { count: if count.negative { -by } else { by }, width });
    }
    let by = usize::try_from(by).unwrap_or(0);
    if op == BinaryOp::ShiftLeft {
        return Ok(Whole { negative: value.negative, magnitude: value.magnitude.shl(by) });
    }
    // An arithmetic shift rounds down.
    let lost = value.negative && !value.magnitude.low_bits(by).is_zero();
    let magnitude = value.magnitude.shr(by);
    let magnitude = if lost { magnitude.add(&Natural::new(1)) } else { magnitude };
    Ok(Whole { negative: value.negative, magnitude })
}

fn sum(l: &Whole, r: &Whole, subtract: bool) -> Whole {
    let negative = r.negative != subtract;
    if l.negative == negative {
        return Whole { negative, magnitude: l.magnitude.add(&r.magnitude) };
    }
    match l.magnitude.cmp(&r.magnitude) {
        Ordering::Less => Whole { negative, magnitude: r.magnitude.sub(&l.magnitude) },
        Ordering::Equal => Whole { negative: false, magnitude: Natural::default() },
        Ordering::Greater => Whole { negative: l.negative, magnitude: l.magnitude.sub(&r.magnitude) },
    }
}

fn compare(l: &Whole, r: &Whole) -> Ordering {
    match (l.negative, r.negative) {
        (false, false) => l.magnitude.cmp(&r.magnitude),
        (true, true) => r.magnitude.cmp(&l.magnitude),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}
