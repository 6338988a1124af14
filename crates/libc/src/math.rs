//! `math.h` for `float` and `double`: the host's functions, by name. What is exact for `long double` is in `float`.

use super::symbolic::float as terms;
use super::{guest, libm};
use gmc_mem::Pointer;
use gmc_term::Rounding;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, shared};
use gmc_world::errno;

macro_rules! of_one {
    ($($name:literal: $double:ident $single:ident),* $(,)?) => {
        &[$(
            memory($name, |m, c| {
                    let x = c.double(m, 0)?;
                    double(m, $name, &[x], libm::$double(x))
                }),
            memory(concat!($name, "f"), |m, c| {
                    let x = single(m, c, 0)?;
                    float(m, $name, &[x], libm::$single(x))
                }),
        )*]
    };
}

macro_rules! of_two {
    ($($name:literal: $double:ident $single:ident),* $(,)?) => {
        &[$(
            memory($name, |m, c| {
                    let (x, y) = (c.double(m, 0)?, c.double(m, 1)?);
                    double(m, $name, &[x, y], libm::$double(x, y))
                }),
            memory(concat!($name, "f"), |m, c| {
                    let (x, y) = (single(m, c, 0)?, single(m, c, 1)?);
                    float(m, $name, &[x, y], libm::$single(x, y))
                }),
        )*]
    };
}

/// Functions that terms have, too.
macro_rules! exact {
    ($($name:literal: $double:ident $single:ident ($($x:ident $at:literal),*) $term:expr;)*) => {
        &[$(
            memory($name, |m, c| {
                    $(let $x = c.double(m, $at)?;)*
                    double(m, $name, &[$($x),*], libm::$double($($x),*))
                })
                .symbolic($term),
            memory(concat!($name, "f"), |m, c| {
                    $(let $x = single(m, c, $at)?;)*
                    float(m, $name, &[$($x),*], libm::$single($($x),*))
                })
                .symbolic($term),
        )*]
    };
}

pub(super) const EXACT: &[Native] = exact![
    "sqrt": sqrt sqrtf (x 0) terms::sqrt;
    "floor": floor floorf (x 0) |m, c| terms::rounded(m, c, Rounding::Down);
    "ceil": ceil ceilf (x 0) |m, c| terms::rounded(m, c, Rounding::Up);
    "trunc": trunc truncf (x 0) |m, c| terms::rounded(m, c, Rounding::Zero);
    "round": round roundf (x 0) |m, c| terms::rounded(m, c, Rounding::Away);
    "rint": rint rintf (x 0) |m, c| terms::rounded(m, c, Rounding::Even);
    "nearbyint": nearbyint nearbyintf (x 0) |m, c| terms::rounded(m, c, Rounding::Even);
    "fmax": fmax fmaxf (x 0, y 1) |m, c| terms::fmax(m, c);
    "fmin": fmin fminf (x 0, y 1) |m, c| terms::fmin(m, c);
];

pub(super) const ONE: &[Native] = of_one![
    "sin": sin sinf, "cos": cos cosf, "tan": tan tanf, "asin": asin asinf, "acos": acos acosf, "atan": atan atanf,
    "sinh": sinh sinhf, "cosh": cosh coshf, "tanh": tanh tanhf,
    "asinh": asinh asinhf, "acosh": acosh acoshf, "atanh": atanh atanhf,
    "exp": exp expf, "exp2": exp2 exp2f, "expm1": expm1 expm1f,
    "log": log logf, "log2": log2 log2f, "log10": log10 log10f, "log1p": log1p log1pf, "logb": logb logbf,
    "cbrt": cbrt cbrtf,
    "erf": erf erff, "erfc": erfc erfcf, "tgamma": tgamma tgammaf,
    "j0": j0 j0f, "j1": j1 j1f, "y0": y0 y0f, "y1": y1 y1f, "exp10": exp10 exp10f,
    "significand": significand significandf,
];

pub(super) const TWO: &[Native] = of_two![
    "pow": pow powf, "atan2": atan2 atan2f, "fmod": fmod fmodf, "hypot": hypot hypotf, "fdim": fdim fdimf,
    "remainder": remainder remainderf, "drem": remainder remainderf,
    "nextafter": nextafter nextafterf, "scalb": scalb scalbf,
];

pub(super) const TABLE: &[Native] = &[
    memory("fma", |m, c| Flow::double(libm::fma(c.double(m, 0)?, c.double(m, 1)?, c.double(m, 2)?))),
    memory("fmaf", |m, c| Flow::single(libm::fmaf(single(m, c, 0)?, single(m, c, 1)?, single(m, c, 2)?))),
    memory("ldexp", scale),
    memory("scalbn", scale),
    memory("scalbln", scale),
    memory("ldexpf", scale_single),
    memory("scalbnf", scale_single),
    memory("scalblnf", scale_single),
    memory("ilogb", |m, c| Flow::int(libm::ilogb(c.double(m, 0)?).into())),
    memory("ilogbf", |m, c| Flow::int(libm::ilogbf(single(m, c, 0)?).into())),
    memory("jn", |m, c| ordered(m, c, libm::jn)),
    memory("yn", |m, c| ordered(m, c, libm::yn)),
    memory("jnf", |m, c| ordered_single(m, c, libm::jnf)),
    memory("ynf", |m, c| ordered_single(m, c, libm::ynf)),
    shared("lgamma", lgamma),
    shared("lgammaf", lgamma),
    shared("gamma", lgamma),
    shared("gammaf", lgamma),
    memory("lgamma_r", |m, c| lgamma_into(m, c, Some(c.pointer(1)?))),
    memory("lgammaf_r", |m, c| lgamma_into(m, c, Some(c.pointer(1)?))),
    memory("frexp", frexp),
    memory("frexpf", frexp),
    memory("modf", modf),
    memory("modff", modf),
    memory("lrint", |m, c| integer(m, c, libm::rint)).symbolic(|m, c| terms::integer(m, c, Rounding::Even)),
    memory("llrint", |m, c| integer(m, c, libm::rint)).symbolic(|m, c| terms::integer(m, c, Rounding::Even)),
    memory("lround", |m, c| integer(m, c, libm::round)).symbolic(|m, c| terms::integer(m, c, Rounding::Away)),
    memory("llround", |m, c| integer(m, c, libm::round))
        .symbolic(|m, c| terms::integer(m, c, Rounding::Away)),
    memory("lrintf", |m, c| integer(m, c, libm::rint)).symbolic(|m, c| terms::integer(m, c, Rounding::Even)),
    memory("llrintf", |m, c| integer(m, c, libm::rint)).symbolic(|m, c| terms::integer(m, c, Rounding::Even)),
    memory("lroundf", |m, c| integer(m, c, libm::round))
        .symbolic(|m, c| terms::integer(m, c, Rounding::Away)),
    memory("llroundf", |m, c| integer(m, c, libm::round))
        .symbolic(|m, c| terms::integer(m, c, Rounding::Away)),
];

fn single(m: &Machine, call: &Call, at: usize) -> InterpResult<f32> {
    Ok(f32::from_bits(call.number(m, at)? as u32))
}

/// A power of two beyond this makes every number infinite or zero.
fn exponent(m: &Machine, call: &Call) -> InterpResult<i32> {
    Ok(call.int(m, 1)?.clamp(-100_000, 100_000) as i32)
}

fn scale(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (x, by) = (call.double(m, 0)?, exponent(m, call)?);
    double(m, "scalbn", &[x], libm::scalbn(x, by))
}

fn scale_single(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (x, by) = (single(m, call, 0)?, exponent(m, call)?);
    float(m, "scalbn", &[x], libm::scalbnf(x, by))
}

/// A Bessel function of some order.
fn ordered(m: &mut Machine, call: &Call, function: extern "C" fn(i32, f64) -> f64) -> InterpResult<Flow> {
    let (n, x) = (guest::int(m, call, 0)?, call.double(m, 1)?);
    double(m, "jn", &[x], function(n, x))
}

fn ordered_single(
    m: &mut Machine,
    call: &Call,
    function: extern "C" fn(i32, f32) -> f32,
) -> InterpResult<Flow> {
    let (n, x) = (guest::int(m, call, 0)?, single(m, call, 1)?);
    float(m, "jn", &[x], function(n, x))
}

/// Where `signgam` is, if the program looks at it.
fn sign_place(m: &Machine) -> Option<Pointer> {
    m.compiled.undefined.variables.iter().find(|it| it.0 == "signgam").map(|it| it.1)
}

/// Before anything runs: the library's variable has a value.
pub(super) fn start(m: &mut Machine) -> InterpResult<()> {
    sign_place(m).map_or(Ok(()), |place| guest::store(m, place, 0, 4))
}

/// The sign goes to a variable that all threads have in common.
fn lgamma(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let place = sign_place(m);
    lgamma_into(m, call, place)
}

/// The sign of the gamma function changes between negative integers.
fn lgamma_into(m: &mut Machine, call: &Call, place: Option<Pointer>) -> InterpResult<Flow> {
    let x = call.double(m, 0)?;
    let negative = x.is_sign_negative() && (x == 0.0 || libm::floor(x) != x && libm::floor(x) % 2.0 != 0.0);
    if let Some(place) = place {
        guest::store(m, place, if negative { -1 } else { 1 }, 4)?;
    }
    match call.class(0)? {
        gmc_vm::lower::class::Class::Single => {
            let x = x as f32;
            float(m, "lgamma", &[x], libm::lgammaf(x))
        }
        _ => double(m, "lgamma", &[x], libm::lgamma(x)),
    }
}

/// Functions whose result is zero for want of range where no argument is.
const UNDERFLOWING: &[&str] = &["exp", "exp2", "erfc", "pow", "scalbn", "tgamma"];

/// A result, with what glibc sets `errno` to: `EDOM` for what is no number of numbers that are, `ERANGE` for what is
/// too large of finite numbers, and for what is too small.
fn double(m: &mut Machine, name: &str, args: &[f64], result: f64) -> InterpResult<Flow> {
    let finite = args.iter().all(|x| x.is_finite());
    let too_large = result.is_infinite() && name != "logb";
    let too_small = result == 0.0 && args[0] != 0.0 && UNDERFLOWING.contains(&name);
    let error = if result.is_nan() && !args.iter().any(|x| x.is_nan()) {
        Some(errno::EDOM)
    } else {
        (finite && (too_large || too_small)).then_some(errno::ERANGE)
    };
    if let Some(error) = error {
        super::errno::set(m, error)?;
    }
    Flow::double(result)
}

/// Likewise.
fn float(m: &mut Machine, name: &str, args: &[f32], result: f32) -> InterpResult<Flow> {
    let wide: Vec<f64> = args.iter().map(|&x| x.into()).collect();
    double(m, name, &wide, result.into())?;
    Flow::single(result)
}

/// Gives a result in the precision of the argument.
fn like_argument(call: &Call, value: f64) -> InterpResult<Flow> {
    match call.class(0)? {
        gmc_vm::lower::class::Class::Single => Flow::single(value as f32),
        _ => Flow::double(value),
    }
}

fn frexp(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (x, place) = (call.double(m, 0)?, call.pointer(1)?);
    if x == 0.0 || !x.is_finite() {
        guest::store(m, place, 0, 4)?;
        return like_argument(call, x);
    }
    let power = libm::ilogb(x) + 1;
    guest::store(m, place, power.into(), 4)?;
    like_argument(call, libm::scalbn(x, -power))
}

fn modf(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (x, place) = (call.double(m, 0)?, call.pointer(1)?);
    let whole = libm::trunc(x);
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    match call.class(0)? {
        gmc_vm::lower::class::Class::Single => {
            guest::store(m, place, (whole as f32).to_bits().into(), 4)?;
        }
        _ => guest::store(m, place, whole.to_bits() as i64, 8)?,
    }
    like_argument(call, fraction.copysign(x))
}

fn integer(m: &mut Machine, call: &Call, rounded: extern "C" fn(f64) -> f64) -> InterpResult<Flow> {
    let x = rounded(call.double(m, 0)?);
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) {
        return Flow::int(x as i64);
    }
    Err(Box::new(InterpError::FloatConversion { value: x, bits: 64 }))
}
