//! `complex.h`, and `math.h` for `long double`: the host's functions, by name.

use super::libm::{self, Complex};
use super::long_double::{self, Bytes};
use super::{errno as last_error, guest};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_world::errno;

macro_rules! of_complex {
    ($($name:literal: $double:ident $single:ident),* $(,)?) => {
        &[$(
            memory($name, |m, c| Ok(Flow::Image(image(libm::$double(double(m, c, 0)?))))),
            memory(concat!($name, "f"), |m, c| packed(libm::$single(single(m, c, 0)?))),
            memory(concat!($name, "l"), |m, c| long(m, c, concat!($name, "l"), true)),
        )*]
    };
}

pub(super) const COMPLEX: &[Native] = of_complex![
    "cacos": cacos cacosf, "casin": casin casinf, "catan": catan catanf, "ccos": ccos ccosf, "csin": csin csinf,
    "ctan": ctan ctanf, "cacosh": cacosh cacoshf, "casinh": casinh casinhf, "catanh": catanh catanhf,
    "ccosh": ccosh ccoshf, "csinh": csinh csinhf, "ctanh": ctanh ctanhf, "cexp": cexp cexpf, "clog": clog clogf,
    "csqrt": csqrt csqrtf, "cproj": cproj cprojf,
];

macro_rules! of_long {
    ($($name:literal),* $(,)?) => {
        &[$(memory($name, |m, c| long(m, c, $name, false)),)*]
    };
}

pub(super) const LONG: &[Native] = of_long![
    "acosl",
    "asinl",
    "atanl",
    "cosl",
    "sinl",
    "tanl",
    "acoshl",
    "asinhl",
    "atanhl",
    "coshl",
    "sinhl",
    "tanhl",
    "expl",
    "exp2l",
    "expm1l",
    "logl",
    "log10l",
    "log1pl",
    "log2l",
    "logbl",
    "sqrtl",
    "cbrtl",
    "erfl",
    "erfcl",
    "lgammal",
    "tgammal",
    "rintl",
    "nearbyintl",
    "atan2l",
    "fmodl",
    "hypotl",
    "powl",
    "fdiml",
    "remainderl",
    "nextafterl",
    "nexttowardl",
    "fmal",
    "j0l",
    "j1l",
    "y0l",
    "y1l",
    "exp10l",
    "cabsl",
    "cargl",
];

pub(super) const TABLE: &[Native] = &[
    memory("cabs", |m, c| Flow::double(libm::cabs(double(m, c, 0)?))),
    memory("carg", |m, c| Flow::double(libm::carg(double(m, c, 0)?))),
    memory("cabsf", |m, c| Flow::single(libm::cabsf(single(m, c, 0)?))),
    memory("cargf", |m, c| Flow::single(libm::cargf(single(m, c, 0)?))),
    memory("cpow", |m, c| Ok(Flow::Image(image(libm::cpow(double(m, c, 0)?, double(m, c, 1)?))))),
    memory("cpowf", |m, c| packed(libm::cpowf(single(m, c, 0)?, single(m, c, 1)?))),
    memory("cpowl", |m, c| long(m, c, "cpowl", true)),
    memory("nexttoward", |m, c| toward(m, c, true)),
    memory("nexttowardf", |m, c| toward(m, c, false)),
    memory("lrintl", |m, c| whole(m, c, "rintl")),
    memory("llrintl", |m, c| whole(m, c, "rintl")),
    memory("lroundl", |m, c| whole(m, c, "roundl")),
    memory("llroundl", |m, c| whole(m, c, "roundl")),
];

/// The bytes of an argument, little end first.
fn bytes<const N: usize>(m: &Machine, call: &Call, at: usize) -> InterpResult<[u8; N]> {
    if m.memory.target().endian == gmc_mem::Endian::Big {
        return Err(InterpError::unsupported("complex numbers of this target"));
    }
    let image = call.image(m, at)?;
    image.try_into().map_err(|_| InterpError::unsupported("a mathematical function of these numbers"))
}

fn double(m: &Machine, call: &Call, at: usize) -> InterpResult<Complex<f64>> {
    let bytes: [u8; 16] = bytes(m, call, at)?;
    let half = |from: usize| f64::from_le_bytes(std::array::from_fn(|at| bytes[from + at]));
    Ok(Complex { re: half(0), im: half(8) })
}

fn single(m: &Machine, call: &Call, at: usize) -> InterpResult<Complex<f32>> {
    let bytes: [u8; 8] = bytes(m, call, at)?;
    let half = |from: usize| f32::from_le_bytes(std::array::from_fn(|at| bytes[from + at]));
    Ok(Complex { re: half(0), im: half(4) })
}

fn image(z: Complex<f64>) -> Vec<u8> {
    [z.re.to_le_bytes(), z.im.to_le_bytes()].concat()
}

fn packed(z: Complex<f32>) -> InterpResult<Flow> {
    Ok(Flow::Image([z.re.to_le_bytes(), z.im.to_le_bytes()].concat()))
}

/// The numbers that an argument consists of: one, or two of a complex one.
fn numbers(m: &Machine, call: &Call, out: &mut Vec<Bytes>, at: usize) -> InterpResult<()> {
    let image = call.image(m, at)?;
    // i386 has them in 12 bytes each.
    let size = if m.memory.target().pointer_size() == 8 { 16 } else { 12 };
    if m.compiled.long_double != gmc_arith::Real::X87 || !image.len().is_multiple_of(size) {
        return Err(InterpError::unsupported("this format of `long double`"));
    }
    for number in image.chunks(size) {
        let mut bytes = [0; 16];
        bytes[..10].copy_from_slice(&number[..10]);
        out.push(bytes);
    }
    Ok(())
}

/// A function of numbers that gives one, or two for a complex one.
fn long(m: &mut Machine, call: &Call, name: &str, complex: bool) -> InterpResult<Flow> {
    let mut given = Vec::new();
    for at in 0..call.count() {
        numbers(m, call, &mut given, at)?;
    }
    let function = long_double::find(name).ok_or_else(|| InterpError::unsupported(format!("`{name}`")))?;
    let result = long_double::call(function, &given, complex);
    if !complex && !name.starts_with('c') {
        complain(m, name, &given, &result[0])?;
    }
    let size = if m.memory.target().pointer_size() == 8 { 16 } else { 12 };
    let count = if complex { 2 } else { 1 };
    let image = result[..count].iter().flat_map(|number| {
        // The bytes that do not count are none of the host's.
        let mut clean = [0; 16];
        clean[..10].copy_from_slice(&number[..10]);
        clean.into_iter().take(size)
    });
    Ok(Flow::Image(image.collect()))
}

/// What an x87 number is.
#[derive(PartialEq, Eq)]
enum LockKind {
    Zero,
    Finite,
    Infinite,
    Nan,
}

fn sort(number: &Bytes) -> LockKind {
    let exponent = u16::from_le_bytes([number[8], number[9]]) & 0x7fff;
    let significand = u64::from_le_bytes(std::array::from_fn(|at| number[at]));
    match (exponent, significand) {
        (0x7fff, 0x8000_0000_0000_0000) => LockKind::Infinite,
        (0x7fff, _) => LockKind::Nan,
        (_, 0) => LockKind::Zero,
        _ => LockKind::Finite,
    }
}

/// What glibc sets `errno` to, as for the other formats.
fn complain(m: &mut Machine, name: &str, given: &[Bytes], result: &Bytes) -> InterpResult<()> {
    const UNDERFLOWING: &[&str] = &["expl", "exp2l", "exp10l", "erfcl", "powl", "tgammal"];
    let any = |wanted: LockKind| given.iter().any(|it| sort(it) == wanted);
    let finite = !any(LockKind::Infinite) && !any(LockKind::Nan);
    let error = match sort(result) {
        LockKind::Nan if !any(LockKind::Nan) => errno::EDOM,
        LockKind::Infinite if finite && name != "logbl" => errno::ERANGE,
        LockKind::Zero if finite && sort(&given[0]) != LockKind::Zero && UNDERFLOWING.contains(&name) => {
            errno::ERANGE
        }
        _ => return Ok(()),
    };
    last_error::set(m, error)
}

fn toward(m: &mut Machine, call: &Call, double: bool) -> InterpResult<Flow> {
    let mut other = Vec::new();
    numbers(m, call, &mut other, 1)?;
    let x = call.number(m, 0)?;
    let result = long_double::next_toward(x, double, other[0]);
    let result = if double { result } else { result & u64::from(u32::MAX) };
    Flow::number(result)
}

/// Rounded to an integer.
fn whole(m: &mut Machine, call: &Call, how: &str) -> InterpResult<Flow> {
    let mut given = Vec::new();
    numbers(m, call, &mut given, 0)?;
    let number = match how {
        "rintl" => {
            let function = long_double::find("rintl").ok_or_else(|| InterpError::unsupported("`rintl`"))?;
            long_double::call(function, &given, false)[0]
        }
        _ => given[0],
    };
    let negative = number[9] & 0x80 != 0;
    let exponent = i32::from(u16::from_le_bytes([number[8], number[9]]) & 0x7fff) - 16383 - 63;
    let significand = u64::from_le_bytes(std::array::from_fn(|at| number[at]));
    let size = match exponent {
        0 => i128::from(significand),
        -64 => i128::from(significand >> 63),
        -63..0 => {
            // Halves go away from zero.
            let shift = exponent.unsigned_abs();
            i128::from((significand >> shift) + (significand >> (shift - 1) & 1))
        }
        ..-64 => 0,
        _ => i128::MAX,
    };
    let value = if negative { -size } else { size };
    match i64::try_from(value) {
        Ok(value) => Flow::int(value),
        Err(_) => guest::bad_call(format!("`{}` of a number that does not fit into its result", call.name)),
    }
}
