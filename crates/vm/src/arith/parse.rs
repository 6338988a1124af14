//! Floating-point numbers from text as `strtold` reads them, correctly rounded to any representation.

use super::float::{Arithmetic, with_type};
use super::format::{Real, Rules, Scalar, Trap};
use super::image::{self, Value};
use super::scalar;
use rustc_apfloat::{Float, Round, Status, ieee};

/// What `strtod` tells through `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// In range.
    Fits,
    /// Too large: the value is infinite.
    Overflow,
    /// Too small for full precision, and rounded.
    Underflow,
}

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
        let (bits, range) = round(format, &number)?;
        (bits, length, range)
    } else {
        return Ok(None);
    };
    let (bits, length, range) = found;
    let bits = if negative { arithmetic.negate(bits) } else { bits };
    Ok(Some(Parsed { value: image::scalar(rules, to, bits), length: before + length, range }))
}

fn round(format: Real, number: &str) -> Result<(u128, Range), Trap> {
    with_type!(format, F => {
        let parsed = F::from_str_r(number, Round::NearestTiesToEven)
            .map_err(|_| Trap::Unsupported("a number of this many digits"))?;
        let range = if parsed.status.contains(Status::OVERFLOW) {
            Range::Overflow
        } else if parsed.status.contains(Status::UNDERFLOW) {
            Range::Underflow
        } else {
            Range::Fits
        };
        Ok((parsed.value.to_bits(), range))
    })
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

/// The longest prefix that is a number without sign, and that number as apfloat reads it.
fn number(text: &[u8]) -> Option<(usize, String)> {
    let hex = starts_with(text, b"0x").then(|| digits(text.get(2..)?, true)).flatten();
    let (prefix, (mut length, digits)) = match hex {
        Some(found) => ("0x", (found.0 + 2, found.1)),
        None => ("", digits(text, false)?),
    };
    let mark = if prefix.is_empty() { b'e' } else { b'p' };
    let mut exponent = 0i64;
    if let Some((first, rest)) = text.get(length..).and_then(<[u8]>::split_first)
        && first.eq_ignore_ascii_case(&mark)
    {
        let (sign, rest) = match rest.split_first() {
            Some((sign @ (b'-' | b'+'), rest)) => (Some(*sign), rest),
            _ => (None, rest),
        };
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count > 0 {
            let size = rest
                .iter()
                .take(count)
                .fold(0i64, |size, digit| size.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
            exponent = if sign == Some(b'-') { size.saturating_neg() } else { size };
            length += 1 + usize::from(sign.is_some()) + count;
        }
    }
    // The digits are an integer now; the exponent makes up for the point.
    let exponent = exponent.saturating_add(digits.1.saturating_mul(if prefix.is_empty() { 1 } else { 4 }));
    let exponent = exponent.clamp(-1_000_000_000, 1_000_000_000);
    let digits = digits.0;
    let zero = digits.is_empty();
    let (digits, exponent) = if zero { ("0".to_owned(), 0) } else { (digits, exponent) };
    Some((length, format!("{prefix}{digits}{}{exponent}", char::from(mark))))
}

/// Digits with at most one point: how many bytes, the digits without leading zeros, and the weight of the last one as
/// a power of the base.
fn digits(text: &[u8], hex: bool) -> Option<(usize, (String, i64))> {
    let (mut digits, mut weight, mut point, mut any, mut length) = (String::new(), 0i64, false, false, 0);
    for byte in text {
        match byte {
            b'.' if !point => point = true,
            _ if byte.is_ascii_digit() || hex && byte.is_ascii_hexdigit() => {
                any = true;
                weight -= i64::from(point);
                if *byte != b'0' || !digits.is_empty() {
                    digits.push(char::from(*byte));
                }
            }
            _ => break,
        }
        length += 1;
    }
    any.then_some((length, (digits, weight)))
}
