//! GCC's bit counting and byte swapping: `__builtin_clz`, `__builtin_bswap32` and the like, and `ffs` of strings.h.

use super::symbolic::bits as terms;
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};

/// The three widths of a function: `int`, `long`, `long long`.
macro_rules! widths {
    ($($name:literal => $count:expr, $term:ident);* $(;)?) => {
        &[$(
            memory($name, |m, call| count(m, call, 32, $count))
                .symbolic(|m, call| terms::count(m, call, 32, terms::$term)),
            memory(concat!($name, "l"), |m, call| count(m, call, long(m), $count))
                .symbolic(|m, call| terms::count(m, call, long(m), terms::$term)),
            memory(concat!($name, "ll"), |m, call| count(m, call, 64, $count))
                .symbolic(|m, call| terms::count(m, call, 64, terms::$term)),
        )*]
    };
}

pub(super) const COUNTS: &[Native] = widths! {
    "__builtin_clz" => |x, bits| not_zero(x, x.leading_zeros() + bits - 64), clz;
    "__builtin_ctz" => |x, _| not_zero(x, x.trailing_zeros()), ctz;
    "__builtin_clrsb" => |x, bits| Ok(redundant_signs(x, bits)), clrsb;
    "__builtin_popcount" => |x, _| Ok(x.count_ones()), popcount;
    "__builtin_parity" => |x, _| Ok(x.count_ones() & 1), parity;
    "ffs" => |x, _| Ok(if x == 0 { 0 } else { x.trailing_zeros() + 1 }), ffs;
};

pub(super) const SWAPS: &[Native] = &[
    memory("__builtin_bswap16", |m, call| swap(m, call, 16)).symbolic(|m, call| terms::swap(m, call, 16)),
    memory("__builtin_bswap32", |m, call| swap(m, call, 32)).symbolic(|m, call| terms::swap(m, call, 32)),
    memory("__builtin_bswap64", |m, call| swap(m, call, 64)).symbolic(|m, call| terms::swap(m, call, 64)),
    memory("__builtin_bswap128", swap_wide),
];

fn long(m: &Machine) -> u32 {
    m.memory.target().pointer_size() as u32 * 8
}

fn count(m: &Machine, call: &Call, bits: u32, of: fn(u64, u32) -> InterpResult<u32>) -> InterpResult<Flow> {
    let x = call.number(m, 0)? << (64 - bits) >> (64 - bits);
    Flow::number(of(x, bits)?.into())
}

/// What is wrong with zeros that are counted up to a one.
pub(crate) const NO_ONES: &str = "counting the zeros before or behind the ones of 0, which has none";

fn not_zero(x: u64, count: u32) -> InterpResult<u32> {
    if x != 0 {
        return Ok(count);
    }
    Err(InterpError::other(ErrorKind::InvalidValue, NO_ONES))
}

/// How many bits behind the sign bit are equal to it.
fn redundant_signs(x: u64, bits: u32) -> u32 {
    let x = (x << (64 - bits)) as i64 >> (64 - bits);
    (x ^ (x >> 63)).leading_zeros() + bits - 64 - 1
}

fn swap(m: &mut Machine, call: &Call, bits: u32) -> InterpResult<Flow> {
    Flow::number(call.number(m, 0)?.swap_bytes() >> (64 - bits))
}

fn swap_wide(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let mut image = call.image(m, 0)?;
    image.reverse();
    Ok(Flow::Image(image))
}
