//! Differential test: a C program compiled by GCC without optimisation computes the same operations on the same
//! random operands, and every result must agree bit for bit.
//!
//! Operands on which we report a [`Trap`] are counted but not given to the program: C leaves them undefined, and some
//! would end it. Which ones trap is tested against GCC's own checked builtins below.

use gmc_arith::{Class, Format, Real, Rules, Scalar, Trap, Value, binary, parts, ternary, unary};
use gmc_ir::expr::{BinaryOp as B, TernaryOp as T, UnaryOp as U};
use native::{Random, hex, run};
use std::fmt::Write as _;

mod native;

const RULES: Rules = Rules::X86;

#[derive(Clone, Copy)]
enum Op {
    Unary(U),
    Binary(B),
    Ternary(T),
}

/// A C type by name, with its format.
type Type = (&'static str, Format);

struct Case {
    op: Op,
    to: Type,
    operands: Vec<Type>,
    /// C, with operands a, b, c.
    expression: String,
}

const I8: Type = ("signed char", Format::Scalar(Scalar::int(8, true)));
const I32: Type = ("int", Format::Scalar(Scalar::int(32, true)));
const I64: Type = ("long", Format::Scalar(Scalar::int(64, true)));
const U64: Type = ("unsigned long", Format::Scalar(Scalar::int(64, false)));
const U32: Type = ("unsigned", Format::Scalar(Scalar::int(32, false)));
const I128: Type = ("__int128", Format::Scalar(Scalar::int(128, true)));
const U128: Type = ("unsigned __int128", Format::Scalar(Scalar::int(128, false)));
const BOOL: Type = ("_Bool", Format::Scalar(Scalar::bool()));
const HALF: Type = ("_Float16", Format::Scalar(Scalar::float(Real::Half)));
const SINGLE: Type = ("float", Format::Scalar(Scalar::float(Real::Single)));
const DOUBLE: Type = ("double", Format::Scalar(Scalar::float(Real::Double)));
const X87: Type = ("long double", Format::Scalar(Scalar::float(Real::X87)));
const QUAD: Type = ("__float128", Format::Scalar(Scalar::float(Real::Quad)));
const REALS: [Type; 5] = [HALF, SINGLE, DOUBLE, X87, QUAD];
const INTEGERS: [Type; 7] = [I8, I32, U32, I64, U64, I128, U128];

const fn vector(name: &'static str, element: Scalar, lanes: u32) -> Type {
    (name, Format::Vector { element, lanes })
}
const V16QI: Type = vector("v16qi", Scalar::int(8, true), 16);
const V4SI: Type = vector("v4si", Scalar::int(32, true), 4);
const V4UI: Type = vector("v4ui", Scalar::int(32, false), 4);
const V8HU: Type = vector("v8hu", Scalar::int(16, false), 8);
const V4DI: Type = vector("v4di", Scalar::int(64, true), 4);
const V4SF: Type = vector("v4sf", Scalar::float(Real::Single), 4);
const V4DF: Type = vector("v4df", Scalar::float(Real::Double), 4);

const TYPEDEFS: &str = "
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
typedef signed char v16qi __attribute__((vector_size(16)));
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4ui __attribute__((vector_size(16)));
typedef unsigned short v8hu __attribute__((vector_size(16)));
typedef long v4di __attribute__((vector_size(32)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v4df __attribute__((vector_size(32)));
typedef _Complex _Float16 ch;
typedef _Complex float cs;
typedef _Complex double cd;
typedef _Complex long double cx;
typedef _Complex float cq __attribute__((mode(TC)));
typedef _Complex int ci;
typedef _Complex long cl;
static FILE *in;
static void get(void *to, size_t size) { if (fread(to, size, 1, in) != 1) exit(1); }
";

fn scalar_of((_, format): Type) -> Scalar {
    match format {
        Format::Scalar(scalar) | Format::Complex(scalar) | Format::Vector { element: scalar, .. } => scalar,
    }
}

/// Zeroes the bytes of x87 numbers that mean nothing.
fn without_padding(format: Format, bytes: &mut [u8]) {
    if let Format::Scalar(Scalar::Float { format: Real::X87, .. })
    | Format::Complex(Scalar::Float { format: Real::X87, .. }) = format
    {
        for number in bytes.chunks_mut(16) {
            number[10..].fill(0);
        }
    }
}

/// Whether the results differ only in which of several NaNs they propagate. With SSE that is the register allocator's
/// choice, except where a lane has but one NaN; the steps of a complex operation may make further ones. Without
/// half-precision instructions, the negation of a signalling NaN is quiet.
fn chooses_another_nan(case: &Case, operands: &[Vec<u8>], native: &[u8], ours: &[u8]) -> bool {
    let element = scalar_of(case.to);
    let complex = matches!(case.to.1, Format::Complex(Scalar::Float { .. }));
    let sse = matches!(element, Scalar::Float { format: Real::Half | Real::Single | Real::Double, .. });
    if !complex && !sse {
        return false;
    }
    let is_nan = |bytes: &[u8]| parts(RULES, element, bytes).is_ok_and(|parts| parts.class == Class::Nan);
    let size = element.size();
    let lanes = native.chunks(size).zip(ours.chunks(size)).enumerate();
    lanes.filter(|(_, (native, ours))| native != ours).all(|(lane, (native, ours))| {
        let of_lane = |operand: &Vec<u8>| match case.to.1 {
            Format::Complex(_) => operand.chunks(size).filter(|part| is_nan(part)).count(),
            _ => operand.chunks(size).skip(lane).take(1).filter(|part| is_nan(part)).count(),
        };
        let nans: usize = operands.iter().map(of_lane).sum();
        let negated_half =
            element == scalar_of(HALF) && matches!(case.op, Op::Unary(U::Negate | U::Conjugate));
        is_nan(native) && is_nan(ours) && (nans > 1 || nans == 1 && complex || negated_half)
    })
}

fn binary_case(op: B, sign: &str, to: Type, left: Type, right: Type) -> Case {
    Case { op: Op::Binary(op), to, operands: vec![left, right], expression: format!("a {sign} b") }
}

fn unary_case(op: U, expression: &str, to: Type, from: Type) -> Case {
    Case { op: Op::Unary(op), to, operands: vec![from], expression: expression.to_owned() }
}

fn call_case(op: B, expression: &str, to: Type, of: Type) -> Case {
    Case { op: Op::Binary(op), to, operands: vec![of, of], expression: expression.to_owned() }
}

fn integer_cases(cases: &mut Vec<Case>) {
    let arithmetic = [
        (B::Plus, "+"),
        (B::Minus, "-"),
        (B::Mult, "*"),
        (B::TruncDiv, "/"),
        (B::TruncMod, "%"),
        (B::BitAnd, "&"),
        (B::BitOr, "|"),
        (B::BitXor, "^"),
    ];
    for ty in [I32, I64, U64, I128, U128] {
        for (op, sign) in arithmetic {
            cases.push(binary_case(op, sign, ty, ty, ty));
        }
        cases.push(binary_case(B::ShiftLeft, "<<", ty, ty, I8));
        cases.push(binary_case(B::ShiftRight, ">>", ty, ty, I8));
        cases.push(unary_case(U::Negate, "-a", ty, ty));
        cases.push(unary_case(U::BitNot, "~a", ty, ty));
        let wide = ["(a / b) + (a % b && ((a < 0) == (b < 0)))", "(a / b) - (a % b && ((a < 0) != (b < 0)))"];
        cases.push(call_case(B::CeilDiv, wide[0], ty, ty));
        cases.push(call_case(B::FloorDiv, wide[1], ty, ty));
        cases.push(call_case(B::Min, "a < b ? a : b", ty, ty));
        cases.push(call_case(B::Max, "a > b ? a : b", ty, ty));
    }
    cases.push(unary_case(U::Abs, "a < 0 ? -a : a", I128, I128));
    cases.push(call_case(B::MultHighpart, "(unsigned __int128) a * b >> 64", U64, U64));
    cases.push(call_case(B::MultHighpart, "(__int128) a * b >> 64", I64, I64));
    cases.push(call_case(B::WidenMult, "(__int128) a * b", I128, I64));
    cases.push(call_case(B::WidenMult, "(unsigned __int128) a * b", U128, U64));
}

fn comparison_cases(cases: &mut Vec<Case>) {
    let plain = [
        (B::Less, "<"),
        (B::LessEqual, "<="),
        (B::Greater, ">"),
        (B::GreaterEqual, ">="),
        (B::Equal, "=="),
        (B::NotEqual, "!="),
    ];
    for ty in INTEGERS.into_iter().chain(REALS) {
        for (op, sign) in plain {
            cases.push(binary_case(op, sign, BOOL, ty, ty));
        }
    }
    for ty in REALS {
        for (op, expression) in [
            (B::Unordered, "a != a || b != b"),
            (B::Ordered, "a == a && b == b"),
            (B::UnorderedLess, "!(a >= b)"),
            (B::UnorderedLessEqual, "!(a > b)"),
            (B::UnorderedGreater, "!(a <= b)"),
            (B::UnorderedGreaterEqual, "!(a < b)"),
            (B::UnorderedEqual, "!(a < b || a > b)"),
            (B::LessGreater, "a < b || a > b"),
        ] {
            cases.push(call_case(op, expression, BOOL, ty));
        }
    }
}

fn real_cases(cases: &mut Vec<Case>) {
    for ty in REALS {
        for (op, sign) in [(B::Plus, "+"), (B::Minus, "-"), (B::Mult, "*"), (B::RealDiv, "/")] {
            cases.push(binary_case(op, sign, ty, ty, ty));
        }
        cases.push(unary_case(U::Negate, "-a", ty, ty));
        for to in REALS {
            cases.push(unary_case(U::Convert, "a", to, ty));
        }
        for integer in INTEGERS {
            cases.push(unary_case(U::FixTrunc, "a", integer, ty));
            cases.push(unary_case(U::Float, "a", ty, integer));
        }
    }
    for to in INTEGERS {
        for from in INTEGERS {
            cases.push(unary_case(U::Convert, "a", to, from));
        }
    }
    cases.push(call_case(B::Min, "a < b ? a : b", SINGLE, SINGLE));
    cases.push(call_case(B::Max, "a > b ? a : b", X87, X87));
}

fn complex_cases(cases: &mut Vec<Case>) {
    let complexes = [("ch", HALF), ("cs", SINGLE), ("cd", DOUBLE), ("cx", X87), ("cq", QUAD)];
    for (name, part) in complexes {
        let ty = (name, Format::Complex(scalar_of(part)));
        for (op, sign) in [(B::Plus, "+"), (B::Minus, "-"), (B::Mult, "*"), (B::RealDiv, "/")] {
            // The front end multiplies and divides half-precision complex numbers in single precision.
            if part != HALF || matches!(op, B::Plus | B::Minus) {
                cases.push(binary_case(op, sign, ty, ty, ty));
            }
        }
        cases.push(binary_case(B::Equal, "==", BOOL, ty, ty));
        cases.push(unary_case(U::Conjugate, "~a", ty, ty));
        cases.push(unary_case(U::Negate, "-a", ty, ty));
        cases.push(unary_case(U::Convert, "a", ("cd", Format::Complex(scalar_of(DOUBLE))), ty));
    }
    for (name, part) in [("ci", I32), ("cl", I64)] {
        let ty = (name, Format::Complex(scalar_of(part)));
        for (op, sign) in [(B::Plus, "+"), (B::Minus, "-"), (B::Mult, "*"), (B::TruncDiv, "/")] {
            cases.push(binary_case(op, sign, ty, ty, ty));
        }
        cases.push(binary_case(B::NotEqual, "!=", BOOL, ty, ty));
    }
}

fn vector_cases(cases: &mut Vec<Case>) {
    for ty in [V16QI, V4SI, V4UI, V8HU, V4DI] {
        for (op, sign) in
            [(B::Plus, "+"), (B::Minus, "-"), (B::Mult, "*"), (B::TruncDiv, "/"), (B::TruncMod, "%")]
        {
            cases.push(binary_case(op, sign, ty, ty, ty));
        }
        for (op, sign) in [(B::BitAnd, "&"), (B::BitOr, "|"), (B::BitXor, "^"), (B::ShiftLeft, "<<")] {
            cases.push(binary_case(op, sign, ty, ty, ty));
        }
        cases.push(binary_case(B::ShiftRight, ">>", ty, ty, I8));
        cases.push(unary_case(U::Negate, "-a", ty, ty));
        cases.push(unary_case(U::BitNot, "~a", ty, ty));
        let permute = "__builtin_shuffle(a, b, c)".to_owned();
        cases.push(Case {
            op: Op::Ternary(T::Permute),
            to: ty,
            operands: vec![ty, ty, ty],
            expression: permute,
        });
    }
    for (ty, mask) in [(V16QI, V16QI), (V4SI, V4SI), (V4UI, V4SI), (V4DI, V4DI), (V4SF, V4SI), (V4DF, V4DI)] {
        for (op, sign) in [(B::Less, "<"), (B::GreaterEqual, ">="), (B::Equal, "=="), (B::NotEqual, "!=")] {
            let bytes = scalar_of(mask).size() as u32;
            let Format::Vector { lanes, .. } = ty.1 else { continue };
            let to = (mask.0, Format::Vector { element: Scalar::mask(bytes), lanes });
            cases.push(binary_case(op, sign, to, ty, ty));
        }
    }
    for ty in [V4SF, V4DF] {
        for (op, sign) in [(B::Plus, "+"), (B::Minus, "-"), (B::Mult, "*"), (B::RealDiv, "/")] {
            cases.push(binary_case(op, sign, ty, ty, ty));
        }
        cases.push(unary_case(U::Negate, "-a", ty, ty));
    }
    for (to, from) in [(V4SF, V4SI), (V4DF, V4SF), (V4SF, V4DF), (V4DI, V4SI), (V4SI, V4DI), (V4SI, V4DF)] {
        let expression = format!("__builtin_convertvector(a, {})", to.0);
        cases.push(unary_case(U::Convert, &expression, to, from));
    }
    cases.push(unary_case(U::Duplicate, "(v4si) {a, a, a, a}", V4SI, I32));
}

/// Makes count operands sensible often enough to matter.
fn tame(case: &Case, operands: &mut [Vec<u8>], random: &mut Random) {
    let shift = matches!(case.op, Op::Binary(B::ShiftLeft | B::ShiftRight));
    if !shift || random.below(10) == 0 {
        return;
    }
    let width = scalar_of(case.to).size() as u64 * 8;
    let size = scalar_of(case.operands[1]).size();
    for count in operands[1].chunks_mut(size) {
        count.fill(0);
        count[0] = random.below(width) as u8;
    }
}

fn compute(case: &Case, operands: &[Vec<u8>]) -> Result<Value, Trap> {
    let operand = |index: usize| (case.operands[index].1, operands[index].as_slice());
    match case.op {
        Op::Unary(op) => unary(RULES, op, case.to.1, operand(0)),
        Op::Binary(op) => binary(RULES, op, case.to.1, operand(0), operand(1)),
        Op::Ternary(op) => ternary(RULES, op, case.to.1, operand(0), operand(1), operand(2)),
    }
}

#[test]
fn every_operation_agrees_with_gcc() {
    const ROUNDS: usize = 400;
    let mut cases = Vec::new();
    integer_cases(&mut cases);
    comparison_cases(&mut cases);
    real_cases(&mut cases);
    complex_cases(&mut cases);
    vector_cases(&mut cases);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut source, mut main, mut input) = (TYPEDEFS.to_owned(), String::new(), Vec::new());
    let mut expected = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let first = expected.len();
        for _ in 0..ROUNDS {
            let mut operands: Vec<_> = case.operands.iter().map(|ty| random.operand(ty.1)).collect();
            tame(case, &mut operands, &mut random);
            match compute(case, &operands) {
                Ok(value) => {
                    operands.iter().for_each(|operand| input.extend(operand));
                    expected.push((number, operands, value));
                }
                Err(Trap::Unsupported(what)) => panic!("{}: {what}", case.expression),
                Err(_) => {}
            }
        }
        let count = expected.len() - first;
        assert!(count > ROUNDS / 50, "{} {}: nearly all trap", case.to.0, case.expression);
        let _ = write!(source, "static void case{number}(void) {{ ");
        for (ty, name) in case.operands.iter().zip(["a", "b", "c"]) {
            let _ = write!(source, "{} {name}; get(&{name}, sizeof {name}); ", ty.0);
        }
        let (to, expression) = (case.to.0, &case.expression);
        let _ = writeln!(
            source,
            "{to} r; memset(&r, 0, sizeof r); r = {expression}; fwrite(&r, sizeof r, 1, stdout); }}"
        );
        let _ = writeln!(main, "  for (int i = 0; i < {count}; i++) case{number}();");
    }
    let _ =
        writeln!(source, "int main(int n, char **v) {{\n  in = fopen(v[1], \"rb\");\n{main}  return 0;\n}}");
    let output = run(&source, &input);
    let (mut rest, mut wrong) = (output.as_slice(), String::new());
    let mut failures = 0;
    for (number, operands, ours) in &expected {
        let case = &cases[*number];
        let size = case.to.1.size().expect("a size");
        let (native, after) = rest.split_at(size);
        rest = after;
        let mut native = native.to_vec();
        without_padding(case.to.1, &mut native);
        if native != **ours && !chooses_another_nan(case, operands, &native, ours) {
            failures += 1;
            let operands: Vec<_> = operands.iter().map(|operand| hex(operand)).collect();
            let (expression, to, from) = (&case.expression, case.to.0, case.operands[0].0);
            let _ = writeln!(
                wrong,
                "{to} = {expression} on {from}: {operands:?} gcc {} ours {}",
                hex(&native),
                hex(ours)
            );
        }
    }
    assert!(rest.is_empty(), "the program wrote more than expected");
    let total = expected.len();
    assert!(failures == 0, "{failures} of {total} results differ:\n{wrong}");
}
