//! Floating-point numbers from text as `strtold` reads them, correctly rounded to any representation.

use super::float::Arithmetic;
use super::format::{Rules, Scalar, Trap};
use super::image::{self, Value};
use super::natural::Natural;
use super::round::{Exact, Range};
use super::scalar;

/// Significant digits that can matter: no number halfway between two of any representation has more.
const DIGITS: usize = 11_600;

/// A number read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Its image.
    pub value: Value,
    /// How many bytes of the text it took, leading white space included.
    pub length: usize,
    /// Whether it fit.
    pub range: Range,
}

/// Reads the longest prefix of `text` that C calls a floating-point number; `None` where there is none.
pub fn parse_float(rules: Rules, to: Scalar, text: &[u8]) -> Result<Option<Parsed>, Trap> {
    let format = scalar::real(to)?;
    let arithmetic = Arithmetic { format, rules };
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let start = text.iter().take_while(|byte| blank(byte)).count();
    let body = text.get(start..).unwrap_or_default();
    let (negative, body) = match body.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, body),
    };
    let before = text.len() - body.len();
    let found = if let Some(length) = infinity(body) {
        (arithmetic.infinity(), length, Range::Fits)
    } else if let Some((length, payload)) = nan(body) {
        let positive = arithmetic.abs(arithmetic.default_nan());
        let room = (1 << (format.precision() - 2)) - 1;
        (positive | payload & room, length, Range::Fits)
    } else if let Some((length, number)) = number(body) {
        let (bits, range) = number.round(format);
        (bits, length, range)
    } else {
        return Ok(None);
    };
    let (bits, length, range) = found;
    let bits = if negative { arithmetic.negate(bits) } else { bits };
    Ok(Some(Parsed { value: image::scalar(rules, to, bits), length: before + length, range }))
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn infinity(text: &[u8]) -> Option<usize> {
    [b"infinity".as_slice(), b"inf"].into_iter().find(|word| starts_with(text, word)).map(<[u8]>::len)
}

/// `nan` or `nan(payload)`; glibc takes the payload for a number in C's notation, or for none.
fn nan(text: &[u8]) -> Option<(usize, u128)> {
    if !starts_with(text, b"nan") {
        return None;
    }
    let Some((b'(', rest)) = text.get(3..).and_then(<[u8]>::split_first) else { return Some((3, 0)) };
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if rest.get(length) != Some(&b')') {
        return Some((3, 0));
    }
    let payload = rest.get(..length).and_then(|payload| std::str::from_utf8(payload).ok()).unwrap_or("");
    let value = if let Some(hex) = payload.strip_prefix("0x").or_else(|| payload.strip_prefix("0X")) {
        u64::from_str_radix(hex, 16)
    } else if let Some(octal) = payload.strip_prefix('0').filter(|octal| !octal.is_empty()) {
        u64::from_str_radix(octal, 8)
    } else {
        payload.parse()
    };
    Some((length + 5, u128::from(value.unwrap_or(0))))
}

/// The longest prefix that is a number without sign, and that number.
fn number(text: &[u8]) -> Option<(usize, Exact)> {
    let hex = starts_with(text, b"0x").then(|| digits(text.get(2..)?, 16)).flatten();
    let (start, base, mark, found) = match hex {
        Some(found) => (2, 16, b'p', found),
        None => (0, 10, b'e', digits(text, 10)?),
    };
    let length = start + found.length;
    let (after, exponent) = exponent(text.get(length..).unwrap_or_default(), mark);
    let weight = found.weight.saturating_mul(if base == 16 { 4 } else { 1 }).saturating_add(exponent);
    let exact = match base {
        16 => binary(&found.digits, weight),
        _ => decimal(&found.digits, weight),
    };
    Some((length + after, exact))
}

/// An exponent, where the text goes on with one: how many bytes, and its value.
fn exponent(text: &[u8], mark: u8) -> (usize, i64) {
    let Some((first, rest)) = text.split_first() else { return (0, 0) };
    if !first.eq_ignore_ascii_case(&mark) {
        return (0, 0);
    }
    let (sign, rest) = match rest.split_first() {
        Some((sign @ (b'-' | b'+'), rest)) => (Some(*sign), rest),
        _ => (None, rest),
    };
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 {
        return (0, 0);
    }
    let size = rest
        .iter()
        .take(count)
        .fold(0i64, |size, digit| size.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    let length = 1 + usize::from(sign.is_some()) + count;
    (length, if sign == Some(b'-') { size.saturating_neg() } else { size })
}

/// Digits as found in text.
struct Digits {
    /// Bytes of text.
    length: usize,
    /// Their values, without leading zeros; at most [`DIGITS`] and one that stands for any others.
    digits: Vec<u8>,
    /// The weight of the last one, as a power of the base.
    weight: i64,
}

/// Digits with at most one point; `None` where there is no digit.
fn digits(text: &[u8], base: u32) -> Option<Digits> {
    let mut found = Digits { length: 0, digits: Vec::new(), weight: 0 };
    let (mut point, mut any, mut rest) = (false, false, false);
    for byte in text {
        if *byte == b'.' && !point {
            point = true;
        } else if let Some(digit) = char::from(*byte).to_digit(base) {
            any = true;
            if found.digits.len() < DIGITS {
                found.weight -= i64::from(point);
                if digit != 0 || !found.digits.is_empty() {
                    found.digits.push(digit as u8);
                }
            } else {
                found.weight += i64::from(!point);
                rest |= digit != 0;
            }
        } else {
            break;
        }
        found.length += 1;
    }
    if rest {
        found.digits.push(1);
        found.weight = found.weight.saturating_sub(1);
    }
    any.then_some(found)
}

/// The top 128 bits of `number * 2^exponent`.
fn top(number: &Natural, exponent: i64, sticky: bool) -> Exact {
    let below = number.bits().saturating_sub(128);
    Exact {
        significand: number.shr(below).low(),
        sticky: sticky || !number.low_bits(below).is_zero(),
        exponent: exponent.saturating_add(i64::try_from(below).unwrap_or(i64::MAX)),
    }
}

fn binary(digits: &[u8], weight: i64) -> Exact {
    top(&Natural::from_digits(digits, 16), weight, false)
}

/// `digits * 10^weight`: a product or quotient with a power of five.
fn decimal(digits: &[u8], weight: i64) -> Exact {
    const NOTHING: Exact = Exact { significand: 0, sticky: false, exponent: 0 };
    if digits.is_empty() {
        return NOTHING;
    }
    // Powers of ten far beyond every representation only overflow or vanish.
    let size = weight.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
    if !(-6000..=6000).contains(&size) {
        return Exact { significand: 1, sticky: false, exponent: size.signum() * 1_000_000 };
    }
    let number = Natural::from_digits(digits, 10);
    let mut power = Natural::new(1);
    power.scale_by_five(weight.unsigned_abs());
    if weight >= 0 {
        return top(&number.mul(&power), weight, false);
    }
    // Enough bits for a quotient of 130, and no more: what is cut off only breaks ties.
    let wanted = power.bits() + 130;
    let (up, down) = (wanted.saturating_sub(number.bits()), number.bits().saturating_sub(wanted));
    let (quotient, rest) = number.shr(down).shl(up).div(&power);
    let sticky = !rest.is_zero() || !number.low_bits(down).is_zero();
    let moved = |by: usize| i64::try_from(by).unwrap_or(i64::MAX);
    top(&quotient, weight.saturating_sub(moved(up)).saturating_add(moved(down)), sticky)
}
