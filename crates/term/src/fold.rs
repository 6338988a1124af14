//! What operations do with numbers. The evaluator and the builder share it.

use crate::node::{Binary, Rounding, Unary, mask, signed};

/// The one NaN that operations give.
const NAN32: u32 = 0x7fc0_0000;
const NAN64: u64 = 0x7ff8_0000_0000_0000;

/// An operation on one number of width `from`, with a result of width `to`.
pub(crate) fn unary(op: Unary, a: u128, from: u8, to: u8) -> u128 {
    let value = match op {
        Unary::Not => !a,
        Unary::Neg => a.wrapping_neg(),
        Unary::ZExt => a,
        Unary::SExt => signed(a, from) as u128,
        Unary::Extract(low) => a >> low,
        Unary::FromSigned if to == 32 => single(signed(a, from) as f32),
        Unary::FromSigned => double(signed(a, from) as f64),
        Unary::FromUnsigned if to == 32 => single(a as f32),
        Unary::FromUnsigned => double(a as f64),
        Unary::ToSigned => to_signed(number(a, from), to),
        Unary::ToUnsigned => to_unsigned(number(a, from), to),
        Unary::Convert if to == 32 => single(f64::from_bits(a as u64) as f32),
        Unary::Convert => double(f64::from(f32::from_bits(a as u32))),
        Unary::Sqrt if to == 32 => single(f32::from_bits(a as u32).sqrt()),
        Unary::Sqrt => double(f64::from_bits(a as u64).sqrt()),
        Unary::Round(how) if to == 32 => single(rounded(number(a, from), how) as f32),
        Unary::Round(how) => double(rounded(number(a, from), how)),
    };
    value & mask(to)
}

/// Every `float` is a `double`.
fn number(bits: u128, width: u8) -> f64 {
    if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) }
}

fn rounded(x: f64, how: Rounding) -> f64 {
    match how {
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
        Rounding::Even => x.round_ties_even(),
        Rounding::Away => x.round(),
    }
}

fn to_signed(x: f64, to: u8) -> u128 {
    let limit = 2f64.powi(i32::from(to) - 1);
    let x = x.trunc();
    if x >= -limit && x < limit { x as i128 as u128 } else { 0 }
}

fn to_unsigned(x: f64, to: u8) -> u128 {
    let x = x.trunc();
    if x >= 0.0 && x < 2f64.powi(to.into()) { x as u128 } else { 0 }
}

fn single(x: f32) -> u128 {
    if x.is_nan() { NAN32.into() } else { x.to_bits().into() }
}

fn double(x: f64) -> u128 {
    if x.is_nan() { NAN64.into() } else { x.to_bits().into() }
}

/// An operation on two numbers of width `width`; of `Concat`, the second one's.
pub(crate) fn binary(op: Binary, a: u128, b: u128, width: u8) -> u128 {
    let all = mask(width);
    let (x, y) = (signed(a, width), signed(b, width));
    let far = b >= u128::from(width);
    match op {
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Add => a.wrapping_add(b) & all,
        Binary::Mul => a.wrapping_mul(b) & all,
        Binary::UDiv => a.checked_div(b).unwrap_or(all),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if y == 0 => {
            if x < 0 {
                1
            } else {
                all
            }
        }
        Binary::SDiv => x.wrapping_div(y) as u128 & all,
        Binary::SRem if y == 0 => a,
        Binary::SRem => x.wrapping_rem(y) as u128 & all,
        Binary::Shl if far => 0,
        Binary::Shl => a << b & all,
        Binary::LShr if far => 0,
        Binary::LShr => a >> b,
        Binary::AShr => (x >> b.min(127)) as u128 & all,
        Binary::Eq => u128::from(a == b),
        Binary::Ult => u128::from(a < b),
        Binary::Ule => u128::from(a <= b),
        Binary::Slt => u128::from(x < y),
        Binary::Sle => u128::from(x <= y),
        Binary::Concat => a << width | b,
        Binary::FAdd | Binary::FSub | Binary::FMul | Binary::FDiv if width == 32 => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            single(match op {
                Binary::FAdd => x + y,
                Binary::FSub => x - y,
                Binary::FMul => x * y,
                _ => x / y,
            })
        }
        Binary::FAdd => double(number(a, 64) + number(b, 64)),
        Binary::FSub => double(number(a, 64) - number(b, 64)),
        Binary::FMul => double(number(a, 64) * number(b, 64)),
        Binary::FDiv => double(number(a, 64) / number(b, 64)),
        #[expect(clippy::float_cmp, reason = "this is what is asked for")]
        Binary::FEq => u128::from(number(a, width) == number(b, width)),
        Binary::FLt => u128::from(number(a, width) < number(b, width)),
        Binary::FLe => u128::from(number(a, width) <= number(b, width)),
    }
}
