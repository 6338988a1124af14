//! Arithmetic of expressions, as C does it.
//!
//! Invariant: nothing overflows. A result that does not fit is cut to its width, as unsigned arithmetic does.

use crate::Refusal;
use crate::parse::TypeName;
use crate::scope::Value;

/// The width of `int`, which narrower integers become before an operation.
pub const INT: u32 = 32;

/// The result of a comparison.
pub fn truth(it: bool) -> Value {
    Value::Number { value: it.into(), bits: INT, unsigned: false }
}

/// An integer as it is written: it has the first type that fits (C17 6.4.4.1).
pub(crate) fn literal(value: u64, unsigned: bool, long: bool, decimal: bool) -> Value {
    let fits = |bits: u32, unsigned: bool| value <= u64::MAX >> (64 - bits + u32::from(!unsigned));
    let widths = [INT, 64].into_iter().filter(|bits| !long || *bits > INT);
    let signs = |bits: u32| {
        [(bits, unsigned), (bits, true)].into_iter().filter(move |it| !it.1 || unsigned || !decimal)
    };
    let found = widths.flat_map(signs).find(|it| fits(it.0, it.1));
    let (bits, unsigned) = found.unwrap_or((64, true));
    Value::Number { value: value.into(), bits, unsigned }
}

/// A number of bytes.
pub(crate) fn size(bytes: u64) -> Value {
    Value::Number { value: bytes.into(), bits: 64, unsigned: true }
}

/// A number as a floating-point one.
pub(crate) fn real(value: &Value) -> Option<f64> {
    match value {
        Value::Real { value, .. } => Some(*value),
        Value::Number { value, .. } => Some(*value as f64),
        _ => None,
    }
}

/// An integer type as C writes it.
pub fn integer_name(bits: u32, unsigned: bool) -> String {
    let name = match bits {
        ..=8 => "char",
        9..=16 => "short int",
        17..=32 => "int",
        _ => "long int",
    };
    if unsigned { format!("unsigned {name}") } else { name.to_owned() }
}

/// The width of a basic integer type, and whether it is unsigned.
pub(crate) fn basic(name: &TypeName) -> Option<(u32, bool)> {
    let has = |word: &str| name.words.iter().any(|it| it == word);
    let known = ["unsigned", "signed", "char", "short", "int", "long"];
    if name.stars > 0 || name.words.is_empty() || name.words.iter().any(|it| !known.contains(&it.as_str())) {
        return None;
    }
    let bits = if has("char") {
        8
    } else if has("short") {
        16
    } else if has("long") {
        64
    } else {
        INT
    };
    Some((bits, has("unsigned")))
}

/// A number cut to so many bits.
pub(crate) fn fitted(value: i128, bits: u32, unsigned: bool) -> i128 {
    let rest = 128 - bits.clamp(1, 127);
    let cut = value << rest;
    if unsigned { ((cut as u128) >> rest) as i128 } else { cut >> rest }
}

/// The result of comparing two values; none if the operator is no comparison.
pub(crate) fn compared<T: PartialOrd>(sign: &str, a: &T, b: &T) -> Option<Value> {
    Some(truth(match sign {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        _ => return None,
    }))
}

/// A floating-point number of a type.
pub(crate) fn rounded(value: f64, single: bool) -> Value {
    Value::Real { value: if single { f64::from(value as f32) } else { value }, single }
}

/// The result of an operator on two numbers of which one is a floating-point one; none if it does not go with them.
/// A `double` has so many digits that rounding its result once more gives that of `float`.
pub(crate) fn reals(sign: &str, left: &Value, right: &Value) -> Option<Value> {
    let is_double = |it: &Value| matches!(it, Value::Real { single: false, .. });
    let single = !is_double(left) && !is_double(right);
    // An integer becomes a number of the type first.
    let operand = |it: &Value| real(&rounded(real(it)?, single));
    let (a, b) = (operand(left)?, operand(right)?);
    let value = match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        _ => return compared(sign, &a, &b),
    };
    Some(rounded(value, single))
}

/// The result of an operator on two integers, each with its width and whether it is unsigned.
pub(crate) fn integers(
    sign: &str,
    (a, m, u): (i128, u32, bool),
    (b, n, v): (i128, u32, bool),
) -> Result<Value, Refusal> {
    if let "<<" | ">>" = sign {
        if !(0..i128::from(m)).contains(&b) {
            return Err(format!("a value of {m} bits cannot be shifted by {b}"));
        }
        let value = if sign == "<<" { a << b } else { a >> b };
        return Ok(Value::Number { value: fitted(value, m, u), bits: m, unsigned: u });
    }
    let bits = m.max(n);
    let unsigned = u && m == bits || v && n == bits;
    let (a, b) = (fitted(a, bits, unsigned), fitted(b, bits, unsigned));
    if let Some(truth) = compared(sign, &a, &b) {
        return Ok(truth);
    }
    let value = match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a.wrapping_mul(b),
        "/" | "%" if b == 0 => return Err("this is a division by zero".to_owned()),
        "/" => a / b,
        "%" => a % b,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        _ => return Err(format!("`{sign}` is not known")),
    };
    Ok(Value::Number { value: fitted(value, bits, unsigned), bits, unsigned })
}

#[cfg(test)]
mod tests {
    use super::{fitted, integers};
    use crate::scope::Value;

    #[test]
    fn integers_as_in_c() {
        let of = |sign, a, b| match integers(sign, a, b) {
            Ok(Value::Number { value, .. }) => Some(value),
            _ => None,
        };
        assert_eq!(of("-", (0, 32, true), (1, 32, false)), Some(0xffff_ffff));
        assert_eq!(of("<", (-1, 32, false), (1, 32, true)), Some(0), "as unsigned numbers");
        assert_eq!(of("<", (-1, 64, false), (1, 32, true)), Some(1), "as long ones");
        assert_eq!(of("/", (-7, 32, false), (2, 32, false)), Some(-3));
        assert_eq!(of("%", (1, 32, false), (0, 32, false)), None);
        assert_eq!(of("<<", (1, 32, false), (32, 32, false)), None);
        assert_eq!(of("/", (i128::from(i32::MIN), 32, false), (-1, 32, false)), Some(i128::from(i32::MIN)));
        assert_eq!(fitted(300, 8, true), 44);
        assert_eq!(fitted(200, 8, false), -56);
    }
}
