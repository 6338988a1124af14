//! Numbers and strings as C literals.

use crate::types::FloatFormat;
use std::fmt::Write;

/// Bytes of a string literal that are shown.
const MAX_STRING: usize = 256;

/// A string literal of elements of `width` bytes.
pub(super) fn string(bytes: &[u8], width: u64, big_endian: bool) -> String {
    let width = usize::try_from(width).ok().filter(|width| matches!(width, 2 | 4)).unwrap_or(1);
    let mut out = String::from(match width {
        2 => "u\"",
        4 => "U\"",
        _ => "\"",
    });
    let mut units: Vec<u32> = bytes
        .chunks_exact(width)
        .take(MAX_STRING + 1)
        .map(|unit| {
            let join = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
            if big_endian { unit.iter().fold(0, join) } else { unit.iter().rev().fold(0, join) }
        })
        .collect();
    let cut = units.len() > MAX_STRING;
    units.truncate(MAX_STRING);
    // The terminator goes without saying.
    if !cut && units.last() == Some(&0) {
        units.pop();
    }
    for unit in units {
        escape(&mut out, unit);
    }
    out.push_str(if cut { "\"…" } else { "\"" });
    out
}

fn escape(out: &mut String, unit: u32) {
    match char::from_u32(unit) {
        Some('\n') => out.push_str("\\n"),
        Some('\t') => out.push_str("\\t"),
        Some('\r') => out.push_str("\\r"),
        Some('\0') => out.push_str("\\0"),
        Some(c @ ('"' | '\\')) => out.extend(['\\', c]),
        Some(c @ ' '..='~') => out.push(c),
        // Writing to a string cannot fail.
        _ if unit <= 0xff => drop(write!(out, "\\{unit:03o}")),
        _ => drop(write!(out, "\\x{unit:x}")),
    }
}

/// A floating-point constant from the bytes of the target's memory.
pub(super) fn real(format: FloatFormat, image: &[u8], big_endian: bool) -> String {
    let mut bytes = image.to_vec();
    if big_endian {
        bytes.reverse();
    }
    let word = |len: usize| {
        bytes.get(..len).map(|low| low.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte)))
    };
    let binary = match format {
        FloatFormat::Single => word(4).map(|bits| format!("{:?}", f32::from_bits(bits as u32))),
        FloatFormat::Double => word(8).map(|bits| format!("{:?}", f64::from_bits(bits as u64))),
        FloatFormat::Half => word(2).map(|bits| hexadecimal(bits, 5, 10, false)),
        FloatFormat::Brain => word(2).map(|bits| hexadecimal(bits, 8, 7, false)),
        FloatFormat::X87 => word(10).map(|bits| hexadecimal(bits, 15, 63, true)),
        FloatFormat::Quad => word(16).map(|bits| hexadecimal(bits, 15, 112, false)),
        _ => None,
    };
    binary.unwrap_or_else(|| {
        let digits: String = image.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("<{format:?} {digits}>")
    })
}

/// The exact value in C's hexadecimal notation. `explicit`: the leading one is stored above the fraction (x87).
fn hexadecimal(bits: u128, exponent_bits: u32, fraction_bits: u32, explicit: bool) -> String {
    let fraction = bits & ((1 << fraction_bits) - 1);
    let above = bits >> fraction_bits;
    let (lead, rest) = if explicit { (Some(above & 1), above >> 1) } else { (None, above) };
    let mask = (1u128 << exponent_bits) - 1;
    let exponent = rest & mask;
    let sign = if rest >> exponent_bits & 1 == 1 { "-" } else { "" };
    if exponent == mask {
        return format!("{sign}{}", if fraction == 0 { "inf" } else { "nan" });
    }
    let lead = lead.unwrap_or(u128::from(exponent != 0));
    if lead == 0 && fraction == 0 {
        return format!("{sign}0.0");
    }
    let bias = (mask >> 1) as i64;
    let power = if exponent == 0 { 1 - bias } else { exponent as i64 - bias };
    let digits = fraction_bits.div_ceil(4) as usize;
    let aligned = fraction << (digits as u32 * 4 - fraction_bits);
    let text = format!("{aligned:0digits$x}");
    let text = text.trim_end_matches('0');
    let point = if text.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{point}{text}p{power:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals_are_exact() {
        assert_eq!(real(FloatFormat::Double, &1.5f64.to_le_bytes(), false), "1.5");
        assert_eq!(real(FloatFormat::Single, &0.1f32.to_be_bytes(), true), "0.1");
        // 1.5L as x87 stores it.
        let x87 = [0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x3f, 0, 0, 0, 0, 0, 0];
        assert_eq!(real(FloatFormat::X87, &x87, false), "0x1.8p+0");
        assert_eq!(real(FloatFormat::Half, &[0x00, 0xc0], false), "-0x1p+1");
        assert_eq!(real(FloatFormat::Quad, &[1, 2], false), "<Quad 0102>");
        assert_eq!(real(FloatFormat::Brain, &[0x80, 0x7f], false), "inf");
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string(b"a\"\\\n\x01\xff\0", 1, false), "\"a\\\"\\\\\\n\\001\\377\"");
        assert_eq!(string(&[b'x', 0, 0xac, 0x20, 0, 0], 2, false), "u\"x\\x20ac\"");
        assert_eq!(string(&[0; 300], 1, false).chars().last(), Some('…'));
    }
}
