//! Arithmetic that tells whether it overflowed: GCC's internal functions `.ADD_OVERFLOW`, `.SUB_OVERFLOW` and
//! `.MUL_OVERFLOW`, which `__builtin_add_overflow` and the like become.
//!
//! The operands may have any integer types; the result is a pair of the wanted type: the value, wrapped, and whether
//! it differs from the true one.
//!
//! Also what the plugin has to tell of arithmetic: `.CONSTANT_OVERFLOW` and `.ARRAY_LENGTH`, which are no functions of
//! GCC's.

use super::symbolic::overflow as terms;
use gmc_arith::{Format, Scalar};
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[
    memory(".ADD_OVERFLOW", |m, call| run(m, call, &ADD))
        .symbolic(|m, call| terms::run(m, call, &terms::ADD)),
    memory(".SUB_OVERFLOW", |m, call| run(m, call, &SUB))
        .symbolic(|m, call| terms::run(m, call, &terms::SUB)),
    memory(".MUL_OVERFLOW", |m, call| run(m, call, &MUL))
        .symbolic(|m, call| terms::run(m, call, &terms::MUL)),
    memory(".CONSTANT_OVERFLOW", constant),
    memory(".ARRAY_LENGTH", length).symbolic(|m, c| terms::length(m, c)),
];

/// A constant that the front end computed, and that did not fit.
fn constant(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if !m.compiled.allow.overflow {
        return Err(InterpError::other(
            ErrorKind::SignedOverflow,
            "a constant expression does not fit into its type",
        ));
    }
    match call.class(0)? {
        Class::Wide { .. } => Ok(Flow::Image(call.image(m, 0)?)),
        _ => Ok(Flow::Value(call.reg(0)?)),
    }
}

/// The length of an array whose declaration is reached.
fn length(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let length = operand(m, call, 0)?;
    if length.is_zero() || length.negative {
        return Err(no_length(length.negative, length.magnitude));
    }
    Ok(Flow::Void)
}

/// An array must have an element at least.
pub(crate) fn no_length(negative: bool, magnitude: u128) -> Box<InterpError> {
    let sign = if negative { "-" } else { "" };
    let message = format!("an array has the length {sign}{magnitude}, which is not positive");
    InterpError::other(ErrorKind::InvalidValue, message)
}

/// An operation: exactly, where the result is not beyond [`Integer`], and modulo 2^128.
struct Operation {
    exact: fn(Integer, Integer) -> Option<Integer>,
    wrapped: fn(u128, u128) -> u128,
}

const ADD: Operation = Operation { exact: Integer::add, wrapped: u128::wrapping_add };
const SUB: Operation = Operation { exact: Integer::sub, wrapped: u128::wrapping_sub };
const MUL: Operation = Operation { exact: Integer::mul, wrapped: u128::wrapping_mul };

/// An integer between -2^128 and 2^128: a sign and a magnitude.
#[derive(Clone, Copy)]
struct Integer {
    negative: bool,
    magnitude: u128,
}

impl Integer {
    fn of(pattern: u128, signed: bool) -> Integer {
        if signed && (pattern as i128) < 0 {
            return Integer { negative: true, magnitude: pattern.wrapping_neg() };
        }
        Integer { negative: false, magnitude: pattern }
    }

    /// Modulo 2^128.
    fn pattern(self) -> u128 {
        if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude }
    }

    fn add(self, other: Integer) -> Option<Integer> {
        if self.negative == other.negative {
            let magnitude = self.magnitude.checked_add(other.magnitude)?;
            return Some(Integer { magnitude, ..self });
        }
        let negative = if self.magnitude >= other.magnitude { self.negative } else { other.negative };
        Some(Integer { negative, magnitude: self.magnitude.abs_diff(other.magnitude) })
    }

    fn sub(self, other: Integer) -> Option<Integer> {
        self.add(Integer { negative: !other.negative, ..other })
    }

    fn mul(self, other: Integer) -> Option<Integer> {
        let magnitude = self.magnitude.checked_mul(other.magnitude)?;
        Some(Integer { negative: self.negative != other.negative, magnitude })
    }

    fn is_zero(self) -> bool {
        self.magnitude == 0
    }
}

fn run(m: &mut Machine, call: &Call, operation: &Operation) -> InterpResult<Flow> {
    let (left, right) = (operand(m, call, 0)?, operand(m, call, 1)?);
    let Some(Class::Wide { format: Format::Complex(part), .. }) = call.result else {
        return Ok(Flow::Void);
    };
    let (bits, signed) = match part {
        Scalar::Int { bits, signed, .. } => (bits, signed),
        Scalar::Bool { bits, .. } => (bits, false),
        _ => return Err(InterpError::unsupported("a checked operation with this type of result")),
    };
    let exact = (operation.exact)(left, right);
    let pattern = (operation.wrapped)(left.pattern(), right.pattern());
    let unused = 128 - bits.min(128);
    let value =
        if signed { ((pattern << unused) as i128 >> unused) as u128 } else { pattern << unused >> unused };
    let overflow = exact.is_none_or(|exact| {
        let kept = Integer::of(value, signed);
        (kept.negative, kept.magnitude) != (exact.negative && !exact.is_zero(), exact.magnitude)
    });
    let size = part.size();
    let mut image = value.to_le_bytes()[..size].to_vec();
    image.extend(&u128::from(overflow).to_le_bytes()[..size]);
    if m.memory.target().endian == gmc_mem::Endian::Big {
        image[..size].reverse();
        image[size..].reverse();
    }
    Ok(Flow::Image(image))
}

fn operand(m: &Machine, call: &Call, at: usize) -> InterpResult<Integer> {
    Ok(match call.class(at)? {
        Class::Wide { format: Format::Scalar(Scalar::Int { bits, signed, .. }), .. } => {
            let mut bytes = call.image(m, at)?;
            if m.memory.target().endian == gmc_mem::Endian::Big {
                bytes.reverse();
            }
            bytes.resize(16, 0);
            let unused = 128 - bits.min(128);
            let raw = u128::from_le_bytes(bytes.try_into().unwrap_or_default()) << unused;
            Integer::of(if signed { (raw as i128 >> unused) as u128 } else { raw >> unused }, signed)
        }
        class if class.is_signed() => Integer::of(call.int(m, at)? as i128 as u128, true),
        _ => Integer::of(call.number(m, at)?.into(), false),
    })
}
