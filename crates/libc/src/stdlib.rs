//! `stdlib.h` (and `malloc.h`, `inttypes.h`): memory, numbers in text, integer arithmetic, ends of the program.

use super::symbolic::{allocate, arithmetic, integer_text};
use super::{errno, guest};
use crate::failures;
use gmc_arith::{Range, Real, Rules, Scalar};
use gmc_mem::Pointer;
use gmc_model::{ErrorKind, Premise};
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_world::errno::{EINVAL, ENOMEM, ERANGE};

pub(super) const TABLE: &[Native] = &[
    memory("aligned_alloc", |m, c| aligned(m, c, c.number(m, 0)?, c.number(m, 1)?))
        .makes()
        .fails(&failures::MALLOC),
    memory("memalign", |m, c| aligned(m, c, c.number(m, 0)?, c.number(m, 1)?))
        .makes()
        .fails(&failures::MALLOC),
    memory("valloc", |m, c| aligned(m, c, 4096, c.number(m, 0)?)).makes().fails(&failures::MALLOC),
    memory("posix_memalign", posix_memalign).is(Traits::ALLOCATES).fails(&failures::MALLOC_CODE),
    memory("reallocarray", reallocarray).frees(0).makes().fails(&failures::MALLOC),
    memory("malloc_usable_size", usable).symbolic(|m, c| allocate::usable(m, c)),
    memory("cfree", |m, c| {
        m.memory.free(c.pointer(0)?, c.site)?;
        Ok(Flow::Void)
    })
    .frees(0),
    memory("abs", |m, c| absolute(m, c, 32)).symbolic(|m, c| arithmetic::absolute(m, c, 32)),
    memory("labs", |m, c| absolute(m, c, long(m))).symbolic(|m, c| arithmetic::absolute(m, c, long(m))),
    memory("llabs", |m, c| absolute(m, c, 64)).symbolic(|m, c| arithmetic::absolute(m, c, 64)),
    memory("imaxabs", |m, c| absolute(m, c, 64)).symbolic(|m, c| arithmetic::absolute(m, c, 64)),
    memory("div", |m, c| divide(m, c, 32)).symbolic(|m, c| arithmetic::divide(m, c, 32)),
    memory("ldiv", |m, c| divide(m, c, long(m))).symbolic(|m, c| arithmetic::divide(m, c, long(m))),
    memory("lldiv", |m, c| divide(m, c, 64)).symbolic(|m, c| arithmetic::divide(m, c, 64)),
    memory("imaxdiv", |m, c| divide(m, c, 64)).symbolic(|m, c| arithmetic::divide(m, c, 64)),
    memory("atoi", |m, c| Flow::int(i64::from(read(m, c, 10, long(m), true)? as i32)))
        .symbolic(|m, c| integer_text::read(m, c, long(m), 32)),
    memory("atol", |m, c| Flow::int(read(m, c, 10, long(m), true)?))
        .symbolic(|m, c| integer_text::read(m, c, long(m), long(m) as u8)),
    memory("atoll", |m, c| Flow::int(read(m, c, 10, 64, true)?))
        .symbolic(|m, c| integer_text::read(m, c, 64, 64)),
    memory("strtol", |m, c| to_integer(m, c, long(m), true))
        .symbolic(|m, c| integer_text::convert(m, c, long(m), true)),
    memory("strtoll", |m, c| to_integer(m, c, 64, true))
        .symbolic(|m, c| integer_text::convert(m, c, 64, true)),
    memory("strtoq", |m, c| to_integer(m, c, 64, true))
        .symbolic(|m, c| integer_text::convert(m, c, 64, true)),
    memory("strtoimax", |m, c| to_integer(m, c, 64, true))
        .symbolic(|m, c| integer_text::convert(m, c, 64, true)),
    memory("strtoul", |m, c| to_integer(m, c, long(m), false))
        .symbolic(|m, c| integer_text::convert(m, c, long(m), false)),
    memory("strtoull", |m, c| to_integer(m, c, 64, false))
        .symbolic(|m, c| integer_text::convert(m, c, 64, false)),
    memory("strtouq", |m, c| to_integer(m, c, 64, false))
        .symbolic(|m, c| integer_text::convert(m, c, 64, false)),
    memory("strtoumax", |m, c| to_integer(m, c, 64, false))
        .symbolic(|m, c| integer_text::convert(m, c, 64, false)),
    memory("__isoc23_strtol", |m, c| to_integer(m, c, long(m), true))
        .symbolic(|m, c| integer_text::convert(m, c, long(m), true)),
    memory("__isoc23_strtoul", |m, c| to_integer(m, c, long(m), false))
        .symbolic(|m, c| integer_text::convert(m, c, long(m), false)),
    memory("__isoc23_strtoll", |m, c| to_integer(m, c, 64, true))
        .symbolic(|m, c| integer_text::convert(m, c, 64, true)),
    memory("__isoc23_strtoull", |m, c| to_integer(m, c, 64, false))
        .symbolic(|m, c| integer_text::convert(m, c, 64, false)),
    memory("atof", |m, c| real(m, c, Scalar::float(Real::Double), false)),
    memory("strtod", |m, c| real(m, c, Scalar::float(Real::Double), true)),
    memory("strtof", |m, c| real(m, c, Scalar::float(Real::Single), true)),
    memory("strtold", |m, c| real(m, c, Scalar::float(Real::X87), true)),
];

fn long(m: &Machine) -> u32 {
    m.memory.target().pointer_size() as u32 * 8
}

fn aligned(m: &mut Machine, call: &Call, align: u64, size: u64) -> InterpResult<Flow> {
    if !align.is_power_of_two() || align > 1 << 20 {
        return guest::null(m, EINVAL);
    }
    m.rely_on(Premise::Allocation);
    match m.allocate_heap(size, align.max(16), call.site)? {
        Some(pointer) => Flow::pointer(pointer),
        None => guest::null(m, ENOMEM),
    }
}

fn posix_memalign(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (place, align, size) = (call.pointer(0)?, call.number(m, 1)?, call.number(m, 2)?);
    if !align.is_power_of_two() || align > 1 << 20 || align < u64::from(long(m)) / 8 {
        return Flow::int(EINVAL.into());
    }
    m.rely_on(Premise::Allocation);
    match m.allocate_heap(size, align.max(16), call.site)? {
        Some(pointer) => m.memory.store_pointer(place, pointer)?,
        None => return Flow::int(ENOMEM.into()),
    }
    Flow::int(0)
}

fn reallocarray(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    match call.number(m, 1)?.checked_mul(call.number(m, 2)?) {
        Some(size) => super::builtin::resize(m, call, call.pointer(0)?, size),
        None => guest::null(m, ENOMEM),
    }
}

fn usable(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let p = call.pointer(0)?;
    Flow::number(m.memory.object(p.prov).filter(|_| !p.is_null()).map_or(0, |info| info.size))
}

fn overflow(operation: &'static str, left: i64, right: Option<i64>, bits: u32) -> Box<InterpError> {
    Box::new(InterpError::Overflow { operation, left: left.into(), right: right.map(Into::into), bits })
}

fn signed(value: u64, bits: u32) -> i64 {
    ((value << (64 - bits)) as i64) >> (64 - bits)
}

fn absolute(m: &mut Machine, call: &Call, bits: u32) -> InterpResult<Flow> {
    let x = signed(call.number(m, 0)?, bits);
    if x == i64::MIN >> (64 - bits) {
        if m.compiled.allow.overflow {
            return Flow::int(x);
        }
        return Err(overflow("-", x, None, bits));
    }
    Flow::int(x.abs())
}

fn divide(m: &mut Machine, call: &Call, bits: u32) -> InterpResult<Flow> {
    let (x, y) = (signed(call.number(m, 0)?, bits), signed(call.number(m, 1)?, bits));
    if y == 0 {
        return Err(Box::new(InterpError::DivisionByZero));
    }
    if y == -1 && x == i64::MIN >> (64 - bits) {
        return Err(overflow("/", x, Some(y), bits));
    }
    let mut record = guest::Record::new(m);
    let size = bits as usize / 8;
    record.number(x / y, size).number(x % y, size);
    Ok(Flow::Image(record.bytes().to_vec()))
}

/// An integer at the start of a text: its value, saturated; whether it fit; how many characters it took.
fn parse(text: &[u8], base: u32, bits: u32, with_sign: bool) -> (u64, bool, usize) {
    let blank = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).count();
    let mut at = blank;
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let prefixed = text.get(at) == Some(&b'0')
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        0 if prefixed => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    at += if base == 16 && prefixed { 2 } else { 0 };
    let first = at;
    let mut magnitude = 0u128;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(36)).filter(|&d| d < base)
    {
        magnitude = (magnitude * u128::from(base) + u128::from(digit)).min(1 << 65);
        at += 1;
    }
    if at == first {
        return (0, true, 0);
    }
    let limit = if with_sign { (1u128 << (bits - 1)) - u128::from(!negative) } else { (1u128 << bits) - 1 };
    let fits = magnitude <= limit;
    let magnitude = magnitude.min(limit) as u64;
    // Too much is the largest value, also of what has a minus sign and no sign.
    let value = if negative && (fits || with_sign) { magnitude.wrapping_neg() } else { magnitude };
    (value, fits, at)
}

fn read(m: &Machine, call: &Call, base: u32, bits: u32, with_sign: bool) -> InterpResult<i64> {
    Ok(parse(&guest::text(m, call, 0)?, base, bits, with_sign).0 as i64)
}

fn to_integer(m: &mut Machine, call: &Call, bits: u32, with_sign: bool) -> InterpResult<Flow> {
    let (start, end, base) = (call.pointer(0)?, call.pointer(1)?, guest::int(m, call, 2)?);
    if !(base == 0 || (2..=36).contains(&base)) {
        errno::set(m, EINVAL)?;
        return Flow::int(0);
    }
    let (value, fits, length) = parse(&guest::string(m, start)?, base as u32, bits, with_sign);
    if !fits {
        errno::set(m, ERANGE)?;
    }
    store_end(m, end, start, length)?;
    Flow::number(value)
}

fn store_end(m: &mut Machine, end: Pointer, start: Pointer, length: usize) -> InterpResult<()> {
    if !end.is_null() {
        m.memory.store_pointer(end, start.wrapping_offset(length as i64))?;
    }
    Ok(())
}

fn real(m: &mut Machine, call: &Call, format: Scalar, with_end: bool) -> InterpResult<Flow> {
    let start = call.pointer(0)?;
    let text = guest::string(m, start)?;
    let rules = Rules { big_endian: m.memory.target().endian == gmc_mem::Endian::Big, ..Rules::X86 };
    let parsed = gmc_arith::parse_float(rules, format, &text)
        .map_err(|_| InterpError::other(ErrorKind::BadCall, "a number that cannot be read"))?;
    let length = parsed.as_ref().map_or(0, |parsed| parsed.length);
    if with_end {
        let end = call.pointer(1)?;
        store_end(m, end, start, length)?;
    }
    if parsed.as_ref().is_some_and(|parsed| parsed.range != Range::Fits) {
        errno::set(m, ERANGE)?;
    }
    let mut image = parsed.map_or_else(|| vec![0; format.size()], |parsed| parsed.value.to_vec());
    if image.len() > 8 {
        return Ok(Flow::Image(image));
    }
    if rules.big_endian {
        image.reverse();
    }
    image.resize(8, 0);
    Flow::number(u64::from_le_bytes(image.try_into().unwrap_or_default()))
}
