//! Differential tests of what surrounds arithmetic: decimal text both ways against glibc, and what overflows against
//! GCC's checked builtins.

use gmc_arith::{
    Class, Range, Real, Rules, Scalar, Trap, Value, binary, decimal_digits, from_f64, from_i128, parse_float,
    parts, to_f64, x87_from_f64,
};
use gmc_ir::expr::BinaryOp;
use native::{Random, hex, run};

mod native;

const RULES: Rules = Rules::X86;

/// The `%.*e` with digits to spare that glibc prints of the same number.
fn scientific(format: Scalar, image: &[u8], precision: usize) -> String {
    let Some(decimal) = decimal_digits(RULES, format, image).expect("a floating-point format") else {
        let parts = parts(RULES, format, image).expect("a floating-point format");
        let name = if parts.class == Class::Nan { "nan" } else { "inf" };
        return format!("{}{name}", if parts.negative { "-" } else { "" });
    };
    let sign = if decimal.negative { "-" } else { "" };
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let mut digits: String = decimal.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    while digits.len() < precision + 1 {
        digits.push('0');
    }
    assert_eq!(digits.len(), precision + 1, "more digits than any such number has");
    let (first, rest) = digits.split_at(1);
    let (mark, size) = if exponent < 0 { ("-", -exponent) } else { ("+", exponent) };
    format!("{sign}{first}.{rest}e{mark}{size:02}")
}

#[test]
fn decimal_digits_are_those_glibc_prints() {
    const COUNT: usize = 60;
    let source = r#"
#define __STDC_WANT_IEC_60559_TYPES_EXT__
#include <stdio.h>
#include <stdlib.h>
int main(int n, char **v) {
  FILE *in = fopen(v[1], "rb");
  static char text[20000];
  double d; long double x; _Float128 q;
  while (fread(&d, sizeof d, 1, in) == 1 && fread(&x, sizeof x, 1, in) == 1 && fread(&q, sizeof q, 1, in) == 1) {
    printf("%.1100e\n%.11600Le\n", d, x);
    strfromf128(text, sizeof text, "%.11700e", q);
    puts(text);
  }
}"#;
    let formats = [(Real::Double, 1100), (Real::X87, 11600), (Real::Quad, 11700)];
    let mut random = Random(42);
    let (mut input, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..COUNT {
        for (format, precision) in formats {
            let image = random.operand(Scalar::float(format).into());
            ours.push(scientific(Scalar::float(format), &image, precision));
            input.extend(image);
        }
    }
    let output = String::from_utf8(run(source, &input)).expect("text");
    for (ours, native) in ours.iter().zip(output.lines()) {
        assert_eq!(ours, native);
    }
    assert_eq!(output.lines().count(), ours.len());
}

/// Numbers in all notations, near the limits of every format, and what only begins like a number.
fn texts() -> Vec<String> {
    let mut random = Random(7);
    let fixed = [
        "0",
        "-0",
        "+0.0e5",
        "1",
        "  \t1.5",
        ".5",
        "5.",
        ".",
        "-",
        "",
        "e5",
        "1e",
        "1e+",
        "1e5x",
        "0x",
        "0x.p3",
        "0xg",
        "0x1p",
        "0x1.8p1",
        "0X.8P-2",
        "0x1p-16445",
        "0x1p-16446",
        "0x1.8p-16446",
        "0x1p-16494",
        "0x1p-16495",
        "inf",
        "-INFINITY",
        "infinit",
        "nan",
        "-nan",
        "nan(123)",
        "nan(0x7f)",
        "nan(xyz)",
        "nan(12",
        "NaN(077)",
        "1e99999",
        "-1e-99999",
        "1e999999999999999999999",
        "0e999999999999999999999",
        "1e-999999999999999999999",
        "1.18973149535723176502e+4932",
        "1.18973149535723176503e+4932",
        "1.18973149535723176509e+4932",
        "3.36210314311209350626e-4932",
        "3.6451995318824746025e-4951",
        "1.8225997659412373012e-4951",
        "1.8225997659412373013e-4951",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "4.9e-324",
        "2.4e-324",
        "2.5e-324",
        "0x1.fffffffffffff8p1023",
        "0x1.fffffffffffff7p1023",
        "0x0000000000000000000000001p-3",
        "0x123456789abcdef0123456789abcdef0123456789p-5",
        "0.000000000000000000000000000000000000001e39",
        "9007199254740993",
        "9007199254740992.99999999999999999999999999999999",
        "18446744073709551617",
        "36893488147419103233",
        "36893488147419103235",
        "10384593717069655257060992658440193",
    ];
    let mut texts: Vec<String> = fixed.iter().map(|text| (*text).to_owned()).collect();
    for _ in 0..600 {
        let digits = 1 + random.below(45);
        let mut text: String = (0..digits).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
        text.insert(random.below(digits + 1) as usize, '.');
        let range = [10, 40, 330, 5000][random.below(4) as usize];
        text.push_str(&format!("e{}", random.below(2 * range) as i64 - range as i64));
        texts.push(text);
    }
    for _ in 0..300 {
        let digits = 1 + random.below(40);
        let mut text: String =
            (0..digits).map(|_| char::from(b"0123456789abcdef"[random.below(16) as usize])).collect();
        text.insert(random.below(digits + 1) as usize, '.');
        let range = [10, 40, 1200, 17000][random.below(4) as usize];
        texts.push(format!("0x{text}p{}", random.below(2 * range) as i64 - range as i64));
    }
    // Exact expansions; of doubles halfway between two floats and x87 numbers halfway between two doubles; and just
    // above them.
    for round in 0..60 {
        let single = f32::from_bits(random.float(Real::Single) as u32);
        let double = f64::from_bits(random.float(Real::Double) as u64);
        let mut halfway = x87_from_f64(RULES, 16, double);
        halfway[1] |= 1 << 2;
        let (format, image) = match round % 4 {
            0 => (Real::Double, (f64::from(single).to_bits() | 1 << 28).to_le_bytes().to_vec()),
            1 => (Real::X87, halfway.to_vec()),
            2 => (Real::X87, random.operand(Scalar::float(Real::X87).into())),
            _ => (Real::Quad, random.operand(Scalar::float(Real::Quad).into())),
        };
        if let Ok(Some(decimal)) = decimal_digits(RULES, Scalar::float(format), &image) {
            let digits: String = decimal.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
            for tail in ["", "1", "0000000001"] {
                texts.push(format!("0.{digits}{tail}e{}", decimal.point));
            }
        }
    }
    texts
}

#[test]
fn text_rounds_as_in_glibc() {
    let source = r#"
#define __STDC_WANT_IEC_60559_TYPES_EXT__
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#define TRY(type, function) { type r; char *e; memset(&r, 0, sizeof r); errno = 0; r = function(text, &e); \
    int l = e - text, o = errno == ERANGE; fwrite(&r, sizeof r, 1, stdout); fwrite(&l, 4, 1, stdout); fwrite(&o, 4, 1, stdout); }
int main(int n, char **v) {
  FILE *in = fopen(v[1], "rb");
  static char text[30000];
  while (fgets(text, sizeof text, in)) {
    TRY(float, strtof) TRY(double, strtod) TRY(long double, strtold) TRY(_Float128, strtof128)
  }
}"#;
    let texts = texts();
    let output = run(source, texts.join("\n").as_bytes());
    let mut rest = output.as_slice();
    let mut take = |size: usize| {
        let (head, tail) = rest.split_at(size);
        rest = tail;
        head.to_vec()
    };
    for text in &texts {
        for format in [Real::Single, Real::Double, Real::X87, Real::Quad] {
            let format = Scalar::float(format);
            let mut native = take(format.size());
            if format == Scalar::float(Real::X87) {
                native[10..].fill(0);
            }
            let (length, error) = (take(4)[0..4].to_vec(), take(4)[0] != 0);
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize;
            let parsed = parse_float(RULES, format, text.as_bytes()).expect("a floating-point format");
            let Some(parsed) = parsed else {
                assert_eq!(length, 0, "{text:?} is no number");
                continue;
            };
            assert_eq!(hex(&parsed.value), hex(&native), "{text:?} as {format:?}");
            assert_eq!(parsed.length, length, "{text:?}");
            assert_eq!(
                parsed.range != Range::Fits,
                error,
                "{} {text:?} as {format:?} {:?}",
                hex(&native),
                parsed.range
            );
        }
    }
}

#[test]
fn what_overflows_is_what_gcc_says() {
    let source = r#"
#include <stdio.h>
int main(int n, char **v) {
  FILE *in = fopen(v[1], "rb");
  __int128 a, b, r;
  while (fread(&a, sizeof a, 1, in) == 1 && fread(&b, sizeof b, 1, in) == 1) {
    putchar(__builtin_add_overflow(a, b, &r));
    putchar(__builtin_sub_overflow(a, b, &r));
    putchar(__builtin_mul_overflow(a, b, &r));
    int s = a, t = b, u;
    putchar(__builtin_add_overflow(s, t, &u));
    putchar(__builtin_sub_overflow(s, t, &u));
    putchar(__builtin_mul_overflow(s, t, &u));
  }
}"#;
    let mut random = Random(99);
    let (mut input, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..5000 {
        let (left, right) = (random.integer() as i128, random.integer() as i128);
        input.extend(left.to_le_bytes());
        input.extend(right.to_le_bytes());
        for bits in [128, 32] {
            let format = Scalar::int(bits, true);
            let image = |value: i128| -> Value { from_i128(RULES, format, value) };
            for op in [BinaryOp::Plus, BinaryOp::Minus, BinaryOp::Mult] {
                let (left, right) = (image(left), image(right));
                let result =
                    binary(RULES, op, format.into(), (format.into(), &left), (format.into(), &right));
                ours.push(u8::from(result == Err(Trap::SignedOverflow)));
            }
        }
    }
    assert_eq!(run(source, &input), ours);
    assert!(ours.contains(&1));
}

#[test]
fn doubles_go_through_x87_and_back() {
    let mut random = Random(3);
    for _ in 0..2000 {
        let bits = random.float(Real::Double) as u64;
        let value = f64::from_bits(bits);
        let image = x87_from_f64(RULES, 12, value);
        let format = Scalar::Float { format: Real::X87, bytes: 12 };
        let back = to_f64(RULES, format, &image).expect("a conversion");
        assert!(back == value || value.is_nan() && back.is_nan());
        assert_eq!(from_f64(RULES, format, value), Ok(image));
    }
}
