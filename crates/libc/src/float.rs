//! Floating-point numbers by their parts, of any format: classification (`isnan`, `signbit`, `fpclassify`), comparisons
//! that tell unordered, signs, and rounding to integers of `long double`; complex numbers' parts.

use super::guest;
use super::symbolic::float as terms;
use gmc_arith::{Class as LockKind, Format, Parts, Real, Rules, Scalar, Trap};
use gmc_ir::expr::{BinaryOp, UnaryOp};
use gmc_term::Binary;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};

/// A function of each of the three formats.
macro_rules! formats {
    ($($name:literal => $run:expr),* $(,)?) => {
        &[$(
            memory($name, $run),
            memory(concat!($name, "f"), $run),
            memory(concat!($name, "l"), $run),
        )*]
    };
}

/// Likewise, with what it does with terms.
macro_rules! sorts {
    ($($name:literal => $run:expr, $term:ident);* $(;)?) => {
        &[$(
            memory($name, $run).symbolic(|m, c| terms::$term(m, c)),
            memory(concat!($name, "f"), $run).symbolic(|m, c| terms::$term(m, c)),
            memory(concat!($name, "l"), $run),
        )*]
    };
}

pub(super) const SORTS: &[Native] = sorts![
    "isnan" => |m, c| Flow::number(u64::from(parts(m, c, 0)?.class == LockKind::Nan)), nan;
    "__isnan" => |m, c| Flow::number(u64::from(parts(m, c, 0)?.class == LockKind::Nan)), nan;
    "isinf" => infinite, infinite;
    "__isinf" => infinite, infinite;
    "isinf_sign" => infinite, infinite;
    "finite" => |m, c| Flow::number(u64::from(is_finite(m, c)?)), finite;
    "__finite" => |m, c| Flow::number(u64::from(is_finite(m, c)?)), finite;
    "isfinite" => |m, c| Flow::number(u64::from(is_finite(m, c)?)), finite;
    "isnormal" => |m, c| Flow::number(u64::from(sort(m, c, 0)? == NORMAL)), normal;
    "signbit" => |m, c| Flow::number(u64::from(parts(m, c, 0)?.negative)), negative;
    "__signbit" => |m, c| Flow::number(u64::from(parts(m, c, 0)?.negative)), negative;
    "__fpclassify" => |m, c| Flow::number(sort(m, c, 0)? as u64), sort;
    "fabs" => |m, c| signed(m, c, |_, _| false), fabs;
    "copysign" => |m, c| signed(m, c, |_, sign| sign), copysign;
];

pub(super) const FORMATS: &[Native] = formats![
    "inf" => |_, c| constant(c, b"inf"),
    "huge_val" => |_, c| constant(c, b"inf"),
    "nan" => nan,
    "nans" => nan,
    "creal" => |m, c| part(m, c, 0),
    "cimag" => |m, c| part(m, c, 1),
    "conj" => conjugate,
];

pub(super) const TABLE: &[Native] = &[
    memory("__builtin_fpclassify", |m, c| Ok(Flow::Value(c.reg(CHOICES[sort(m, c, 5)? as usize])?)))
        .symbolic(|m, c| terms::sort_among(m, c, CHOICES)),
    memory("__builtin_isgreater", |m, c| compare(m, c, BinaryOp::Greater))
        .symbolic(|m, c| terms::ordered(m, c, Binary::FLt, true)),
    memory("__builtin_isgreaterequal", |m, c| compare(m, c, BinaryOp::GreaterEqual))
        .symbolic(|m, c| terms::ordered(m, c, Binary::FLe, true)),
    memory("__builtin_isless", |m, c| compare(m, c, BinaryOp::Less))
        .symbolic(|m, c| terms::ordered(m, c, Binary::FLt, false)),
    memory("__builtin_islessequal", |m, c| compare(m, c, BinaryOp::LessEqual))
        .symbolic(|m, c| terms::ordered(m, c, Binary::FLe, false)),
    memory("__builtin_islessgreater", |m, c| compare(m, c, BinaryOp::LessGreater))
        .symbolic(|m, c| terms::less_or_greater(m, c)),
    memory("__builtin_isunordered", |m, c| compare(m, c, BinaryOp::Unordered))
        .symbolic(|m, c| terms::unordered(m, c)),
    memory("ilogbl", |m, c| Flow::int(exponent(m, c)?.into())),
    memory("ldexpl", scale),
    memory("scalbnl", scale),
    memory("scalblnl", scale),
    memory("fmaxl", |m, c| choose(m, c, BinaryOp::Less)),
    memory("fminl", |m, c| choose(m, c, BinaryOp::GreaterEqual)),
    memory("floorl", |m, c| integral(m, c, |parts, rest| rest != Rest::None && parts.negative)),
    memory("ceill", |m, c| integral(m, c, |parts, rest| rest != Rest::None && !parts.negative)),
    memory("truncl", |m, c| integral(m, c, |_, _| false)),
    memory("roundl", |m, c| integral(m, c, |_, rest| rest >= Rest::Half)),
];

/// The numbers of `FP_NAN` and the like.
const NAN: usize = 0;
const INFINITE: usize = 1;
const ZERO: usize = 2;
const SUBNORMAL: usize = 3;
const NORMAL: usize = 4;

/// Which argument of `__builtin_fpclassify` each of them picks.
const CHOICES: [usize; 5] = [0, 1, 4, 3, 2];

fn rules(m: &Machine) -> Rules {
    Rules { big_endian: m.memory.target().endian == gmc_mem::Endian::Big, ..Rules::X86 }
}

fn untold(trap: Trap) -> Box<InterpError> {
    match trap {
        Trap::Unsupported(what) => InterpError::unsupported(what),
        _ => InterpError::unsupported("this function of these numbers"),
    }
}

/// The format of a floating-point argument.
fn format(call: &Call, at: usize) -> InterpResult<Scalar> {
    match call.class(at)? {
        Class::Single => Ok(Scalar::float(Real::Single)),
        Class::Double => Ok(Scalar::float(Real::Double)),
        Class::Wide { format: Format::Scalar(scalar @ Scalar::Float { .. }), .. } => Ok(scalar),
        _ => Err(InterpError::unsupported(
            "a mathematical function of something that is no floating-point number",
        )),
    }
}

fn parts(m: &Machine, call: &Call, at: usize) -> InterpResult<Parts> {
    gmc_arith::parts(rules(m), format(call, at)?, &call.image(m, at)?).map_err(untold)
}

fn is_finite(m: &Machine, call: &Call) -> InterpResult<bool> {
    Ok(matches!(parts(m, call, 0)?.class, LockKind::Finite { .. }))
}

fn infinite(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let parts = parts(m, call, 0)?;
    Flow::int(if parts.class != LockKind::Infinite {
        0
    } else if parts.negative {
        -1
    } else {
        1
    })
}

fn sort(m: &Machine, call: &Call, at: usize) -> InterpResult<usize> {
    let Scalar::Float { format: real, .. } = format(call, at)? else { return Ok(NAN) };
    Ok(match parts(m, call, at)?.class {
        LockKind::Nan => NAN,
        LockKind::Infinite => INFINITE,
        LockKind::Finite { significand: 0, .. } => ZERO,
        LockKind::Finite { significand, .. } if significand >> (real.precision() - 1) == 0 => SUBNORMAL,
        LockKind::Finite { .. } => NORMAL,
    })
}

/// A result in one register, or as bytes.
fn give(m: &Machine, mut image: Vec<u8>) -> InterpResult<Flow> {
    if image.len() > 8 {
        return Ok(Flow::Image(image));
    }
    if m.memory.target().endian == gmc_mem::Endian::Big {
        image.reverse();
    }
    image.resize(8, 0);
    Flow::number(u64::from_le_bytes(image.try_into().unwrap_or_default()))
}

/// The first argument with another sign: of its own sign and that of the second, where there is one.
fn signed(m: &mut Machine, call: &Call, sign: fn(bool, bool) -> bool) -> InterpResult<Flow> {
    let negative = parts(m, call, 0)?.negative;
    let other = if call.count() > 1 { parts(m, call, 1)?.negative } else { false };
    let (to, image) = (format(call, 0)?, call.image(m, 0)?);
    if sign(negative, other) == negative {
        return give(m, image);
    }
    let value =
        gmc_arith::unary(rules(m), UnaryOp::Negate, to.into(), (to.into(), &image)).map_err(untold)?;
    give(m, value.to_vec())
}

/// The exponent of the first digit; as glibc has it, the smallest `int` of zero and NaN, the largest of infinities.
fn exponent(m: &Machine, call: &Call) -> InterpResult<i32> {
    Ok(match parts(m, call, 0)?.class {
        LockKind::Nan | LockKind::Finite { significand: 0, .. } => i32::MIN,
        LockKind::Infinite => i32::MAX,
        LockKind::Finite { significand, exponent } => exponent + significand.ilog2() as i32,
    })
}

fn scale(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (format, image) = (format(call, 0)?, call.image(m, 0)?);
    let by = call.int(m, 1)?.clamp(-100_000, 100_000) as i32;
    give(m, gmc_arith::scale(rules(m), format, &image, by).map_err(untold)?.to_vec())
}

/// The string would be kept in the number's bits, which no program looks at; it must be a string all the same.
fn nan(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    guest::text(m, call, 0)?;
    constant(call, b"nan")
}

fn constant(call: &Call, text: &[u8]) -> InterpResult<Flow> {
    let to = match call.result {
        Some(Class::Single) => Scalar::float(Real::Single),
        Some(Class::Wide { format: Format::Scalar(scalar), .. }) => scalar,
        _ => Scalar::float(Real::Double),
    };
    let parsed = gmc_arith::parse_float(Rules::X86, to, text).map_err(untold)?;
    let mut image = parsed.map_or_else(Vec::new, |parsed| parsed.value.to_vec());
    if image.len() > 8 {
        return Ok(Flow::Image(image));
    }
    image.resize(8, 0);
    Flow::number(u64::from_le_bytes(image.try_into().unwrap_or_default()))
}

/// The second argument where the first is that beside it, or no number; otherwise the first.
fn choose(m: &mut Machine, call: &Call, op: BinaryOp) -> InterpResult<Flow> {
    let second = verdict(m, call, op)? || parts(m, call, 0)?.class == LockKind::Nan;
    give(m, call.image(m, usize::from(second))?)
}

fn compare(m: &mut Machine, call: &Call, op: BinaryOp) -> InterpResult<Flow> {
    Flow::number(u64::from(verdict(m, call, op)?))
}

fn verdict(m: &Machine, call: &Call, op: BinaryOp) -> InterpResult<bool> {
    // Every `float` and `double` is a `long double`.
    let wide = |at: usize| -> InterpResult<(Scalar, Vec<u8>)> {
        let (from, image) = (format(call, at)?, call.image(m, at)?);
        let to = if from.size() > 8 { from } else { Scalar::float(Real::X87) };
        let value =
            gmc_arith::unary(rules(m), UnaryOp::Convert, to.into(), (from.into(), &image)).map_err(untold)?;
        Ok((to, value.to_vec()))
    };
    let ((left, x), (right, y)) = (wide(0)?, wide(1)?);
    let verdict =
        gmc_arith::binary(rules(m), op, Scalar::int(8, false).into(), (left.into(), &x), (right.into(), &y));
    Ok(verdict.map_err(untold)?[0] != 0)
}

/// What is cut off when a number is made an integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rest {
    None,
    Less,
    Half,
    More,
}

/// The number as an integer: towards zero, or away from it where `away` says so.
fn integral(m: &mut Machine, call: &Call, away: fn(Parts, Rest) -> bool) -> InterpResult<Flow> {
    let (to, image, parts) = (format(call, 0)?, call.image(m, 0)?, parts(m, call, 0)?);
    let (significand, exponent) = match parts.class {
        LockKind::Finite { significand, exponent } if exponent < 0 && significand != 0 => {
            (significand, exponent)
        }
        _ => return give(m, image),
    };
    let shift = exponent.unsigned_abs().min(127);
    let (whole, cut) = (significand >> shift, significand & ((1 << shift) - 1));
    let rest = match cut.cmp(&(1 << (shift - 1))) {
        _ if cut == 0 => Rest::None,
        std::cmp::Ordering::Less => Rest::Less,
        std::cmp::Ordering::Equal => Rest::Half,
        std::cmp::Ordering::Greater => Rest::More,
    };
    let magnitude = whole + u128::from(away(parts, rest));
    let from = Scalar::int(128, true);
    let bytes = gmc_arith::from_i128(rules(m), from, magnitude as i128);
    let value =
        gmc_arith::unary(rules(m), UnaryOp::Convert, to.into(), (from.into(), &bytes)).map_err(untold)?;
    if !parts.negative {
        return give(m, value.to_vec());
    }
    let value =
        gmc_arith::unary(rules(m), UnaryOp::Negate, to.into(), (to.into(), &value)).map_err(untold)?;
    give(m, value.to_vec())
}

fn part(m: &mut Machine, call: &Call, which: usize) -> InterpResult<Flow> {
    let image = call.image(m, 0)?;
    let half = image.len() / 2;
    give(m, image[which * half..(which + 1) * half].to_vec())
}

fn conjugate(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let Class::Wide { format, .. } = call.class(0)? else {
        return Err(InterpError::unsupported("the conjugate of something that is no complex number"));
    };
    let image = call.image(m, 0)?;
    let value = gmc_arith::unary(rules(m), UnaryOp::Conjugate, format, (format, &image)).map_err(untold)?;
    Ok(Flow::Image(value.to_vec()))
}
