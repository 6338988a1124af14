//! Floating-point numbers as text, exactly: every digit is that of the number's finite decimal expansion, and what is
//! cut off is rounded to nearest, ties to even, as glibc does.

use super::Number;
use super::spec::Spec;
use gmc_arith::{Decimal, Real, Rules, Scalar};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;

/// A floating-point number, taken apart.
pub(super) struct Float {
    parts: gmc_arith::Parts,
    decimal: Option<Decimal>,
    real: Real,
}

/// A double, from its bits.
pub(super) fn double(bits: u64) -> Float {
    let scalar = Scalar::float(Real::Double);
    of(Rules::X86, Real::Double, scalar, &bits.to_le_bytes()).expect("a double is a number of 8 bytes")
}

/// A long double of the target, from its bytes.
pub(super) fn long_double(m: &Machine, bytes: &[u8]) -> InterpResult<Float> {
    let big_endian = m.memory.target().endian == gmc_mem::Endian::Big;
    let rules = Rules { big_endian, ..Rules::X86 };
    let real = m.compiled.long_double;
    let scalar = Scalar::Float { format: real, bytes: bytes.len() as u32 };
    of(rules, real, scalar, bytes).ok_or_else(|| InterpError::unsupported("this format of `long double`"))
}

fn of(rules: Rules, real: Real, scalar: Scalar, bytes: &[u8]) -> Option<Float> {
    let parts = gmc_arith::parts(rules, scalar, bytes).ok()?;
    let decimal = gmc_arith::decimal_digits(rules, scalar, bytes).ok()?;
    Some(Float { parts, decimal, real })
}

impl Float {
    pub(super) fn is_negative(&self) -> bool {
        self.parts.negative
    }

    /// The number as a conversion wants it, behind its sign.
    pub(super) fn print(&self, spec: &Spec, sign: Vec<u8>) -> Number {
        let upper = spec.conversion.is_ascii_uppercase();
        let (significand, exponent) = match self.parts.class {
            gmc_arith::Class::Nan => return word(sign, "nan", upper),
            gmc_arith::Class::Infinite => return word(sign, "inf", upper),
            gmc_arith::Class::Finite { significand, exponent } => (significand, exponent),
        };
        let mut prefix = sign;
        let decimal = self.decimal.as_ref().expect("finite");
        let mut digits = match spec.conversion.to_ascii_lowercase() {
            b'f' => fixed(decimal, spec.precision.unwrap_or(6), spec.alternate),
            b'e' => scientific(decimal, spec.precision.unwrap_or(6), spec.alternate),
            b'g' => general(decimal, spec.precision.unwrap_or(6), spec.alternate),
            _ => {
                prefix.extend(b"0x");
                hexadecimal(self.real, significand, exponent, spec)
            }
        };
        if upper {
            prefix.make_ascii_uppercase();
            digits.make_ascii_uppercase();
        }
        Number { prefix, digits: digits.into(), zeros: true }
    }
}

fn word(prefix: Vec<u8>, text: &str, upper: bool) -> Number {
    let mut digits = text.as_bytes().to_vec();
    if upper {
        digits.make_ascii_uppercase();
    }
    Number { prefix, digits: digits.into(), zeros: false }
}

/// The first `count` digits (none, if negative), rounded; and where the point is then.
fn round(decimal: &Decimal, count: i64) -> (Vec<u8>, i64) {
    let point = i64::from(decimal.point);
    let kept = count.clamp(0, decimal.digits.len() as i64) as usize;
    let mut digits = decimal.digits[..kept].to_vec();
    let rest = &decimal.digits[kept..];
    // Below the first digit by more than one place, nothing rounds up.
    let up = count >= 0
        && match rest.split_first() {
            None => false,
            Some((&first, others)) => {
                let odd = digits.last().is_some_and(|digit| digit % 2 == 1);
                first > 5 || first == 5 && (!others.is_empty() || odd)
            }
        };
    if !up {
        return (digits, point);
    }
    for at in (0..digits.len()).rev() {
        if digits[at] < 9 {
            digits[at] += 1;
            return (digits, point);
        }
        digits[at] = 0;
    }
    digits.insert(0, 1);
    (digits, point + 1)
}

fn ascii(digit: u8) -> u8 {
    b'0' + digit
}

fn fixed(decimal: &Decimal, precision: usize, point_always: bool) -> Vec<u8> {
    let (digits, point) = round(decimal, i64::from(decimal.point) + precision as i64);
    let digit = |at: i64| usize::try_from(at).ok().and_then(|at| digits.get(at)).copied().unwrap_or(0);
    // What rounded to nothing has no place for its digits: they are all zero.
    let mut out: Vec<u8> =
        if point <= 0 { vec![b'0'] } else { (0..point).map(|at| ascii(digit(at))).collect() };
    if precision > 0 || point_always {
        out.push(b'.');
    }
    out.extend((0..precision as i64).map(|at| ascii(digit(point + at))));
    out
}

fn scientific(decimal: &Decimal, precision: usize, point_always: bool) -> Vec<u8> {
    let (digits, point) = round(decimal, precision as i64 + 1);
    let exponent = if decimal.digits.is_empty() { 0 } else { point - 1 };
    let mut out = vec![ascii(digits.first().copied().unwrap_or(0))];
    if precision > 0 || point_always {
        out.push(b'.');
    }
    out.extend((1..=precision).map(|at| ascii(digits.get(at).copied().unwrap_or(0))));
    let sign = if exponent < 0 { '-' } else { '+' };
    out.extend(format!("e{sign}{:02}", exponent.abs()).bytes());
    out
}

fn general(decimal: &Decimal, precision: usize, keep_zeros: bool) -> Vec<u8> {
    let precision = precision.max(1);
    let (_, point) = round(decimal, precision as i64);
    let exponent = if decimal.digits.is_empty() { 0 } else { point - 1 };
    // As for glibc: where rounding alone makes the number too long to be written without an exponent, no zeros are
    // kept.
    let grown = exponent == precision as i64 && i64::from(decimal.point) == exponent;
    let mut out = if grown {
        scientific(decimal, 0, keep_zeros)
    } else if exponent < -4 || exponent >= precision as i64 {
        scientific(decimal, precision - 1, keep_zeros)
    } else {
        fixed(decimal, (precision as i64 - 1 - exponent) as usize, keep_zeros)
    };
    if !keep_zeros && out.contains(&b'.') {
        let end = out.iter().position(|&byte| byte == b'e').unwrap_or(out.len());
        let mut start = end;
        while out[start - 1] == b'0' {
            start -= 1;
        }
        if out[start - 1] == b'.' {
            start -= 1;
        }
        out.drain(start..end);
    }
    out
}

/// The first digit of a double is 0 or 1; of an x87 number, which has no hidden bit, it is four bits.
fn hexadecimal(real: Real, significand: u128, exponent: i32, spec: &Spec) -> Vec<u8> {
    let fraction: u32 = match real {
        Real::X87 => 60,
        Real::Quad => 112,
        Real::Double => 52,
        // Promoted before they are passed.
        Real::Single | Real::Half | Real::Brain => 52,
    };
    let exponent = if significand == 0 { 0 } else { exponent + fraction as i32 };
    let all = fraction as usize / 4;
    let mut value = significand;
    let count = spec.precision.map_or(all, |precision| precision.min(all));
    let cut = 4 * (all - count) as u32;
    if cut > 0 {
        let (half, rest) = (1u128 << (cut - 1), value & ((1 << cut) - 1));
        value >>= cut;
        if rest > half || rest == half && value & 1 == 1 {
            value += 1;
        }
    }
    let (mut lead, mut exponent) = (value >> (4 * count), exponent);
    if lead > 15 {
        // Rounding up has made a fifth bit: all digits behind it are zero.
        (lead, exponent) = (lead >> 4, exponent + 4);
    }
    let mut digits: Vec<u8> =
        (0..count).rev().map(|at| b"0123456789abcdef"[(value >> (4 * at) & 15) as usize]).collect();
    match spec.precision {
        Some(precision) => digits.resize(precision, b'0'),
        None => {
            while digits.last() == Some(&b'0') {
                digits.pop();
            }
        }
    }
    let point = if digits.is_empty() && !spec.alternate { "" } else { "." };
    let mut out = format!("{lead:x}{point}").into_bytes();
    out.extend(digits);
    out.extend(format!("p{exponent:+}").bytes());
    out
}
