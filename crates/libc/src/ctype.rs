//! `ctype.h` in the C locale: glibc's tables, which its macros look into, and the functions.

use super::guest;
use super::symbolic::ctype as terms;
use gmc_mem::Pointer;
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::record::Slot;

pub(super) const TABLE: &[Native] = &[
    memory("__ctype_b_loc", classes),
    memory("__ctype_tolower_loc", lower_table),
    memory("__ctype_toupper_loc", upper_table),
    memory("isascii", is_ascii).symbolic(|m, call| terms::is_ascii(m, call)),
    memory("toascii", to_ascii).symbolic(|m, call| terms::to_ascii(m, call)),
];

/// Functions that ask for a property of a byte.
macro_rules! tests {
    ($($name:literal => $property:expr),* $(,)?) => {
        &[$(
            memory($name, |m, call| test(m, call, $property))
                .symbolic(|m, call| terms::test(m, call, $property, no_character)),
        )*]
    };
}

/// Functions that change letters.
macro_rules! maps {
    ($($name:literal => $change:expr),* $(,)?) => {
        &[$(
            memory($name, |m, call| map(m, call, $change))
                .symbolic(|m, call| terms::map(m, call, $change, no_character)),
        )*]
    };
}

pub(super) const TESTS: &[Native] = tests![
    "isalnum" => |byte| byte.is_ascii_alphanumeric(),
    "isalpha" => |byte| byte.is_ascii_alphabetic(),
    "isblank" => |byte| matches!(byte, b' ' | b'\t'),
    "iscntrl" => |byte| byte.is_ascii_control(),
    "isdigit" => |byte| byte.is_ascii_digit(),
    "isgraph" => |byte| byte.is_ascii_graphic(),
    "islower" => |byte| byte.is_ascii_lowercase(),
    "isprint" => is_print,
    "ispunct" => |byte| byte.is_ascii_punctuation(),
    "isspace" => is_space,
    "isupper" => |byte| byte.is_ascii_uppercase(),
    "isxdigit" => |byte| byte.is_ascii_hexdigit(),
];

pub(super) const MAPS: &[Native] = maps![
    "tolower" => |byte| byte.to_ascii_lowercase(),
    "toupper" => |byte| byte.to_ascii_uppercase(),
    "_tolower" => |byte| byte.to_ascii_lowercase(),
    "_toupper" => |byte| byte.to_ascii_uppercase(),
];

/// White space as C has it.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn is_print(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// glibc's bits, as they stand in the table of a little-endian machine.
fn bits(byte: u8) -> u16 {
    let properties = [
        byte.is_ascii_uppercase(),
        byte.is_ascii_lowercase(),
        byte.is_ascii_alphabetic(),
        byte.is_ascii_digit(),
        byte.is_ascii_hexdigit(),
        is_space(byte),
        is_print(byte),
        byte.is_ascii_graphic(),
        matches!(byte, b' ' | b'\t'),
        byte.is_ascii_control(),
        byte.is_ascii_punctuation(),
        byte.is_ascii_alphanumeric(),
    ];
    let places = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3];
    properties.iter().zip(places).map(|(&has, place)| u16::from(has) << place).sum()
}

/// An argument of these functions; glibc takes what fits any `char`, too.
fn argument(m: &Machine, call: &Call) -> InterpResult<i32> {
    let value = guest::int(m, call, 0)?;
    if (-128..=255).contains(&value) {
        return Ok(value);
    }
    Err(no_character(call, value))
}

fn no_character(call: &Call, value: i32) -> Box<InterpError> {
    InterpError::other(
        ErrorKind::OutOfBounds,
        format!(
            "`{}` is called with {value}, which is neither EOF nor a value of `unsigned char`",
            call.name
        ),
    )
}

fn test(m: &mut Machine, call: &Call, property: fn(u8) -> bool) -> InterpResult<Flow> {
    let value = argument(m, call)?;
    Flow::int(u8::try_from(value).is_ok_and(property).into())
}

fn map(m: &mut Machine, call: &Call, change: fn(u8) -> u8) -> InterpResult<Flow> {
    let value = argument(m, call)?;
    Flow::int(changed(value, change))
}

/// What a character becomes. As glibc has it, a negative one that is not EOF becomes what its byte is without a sign.
fn changed(value: i32, change: fn(u8) -> u8) -> i64 {
    if value == -1 { -1 } else { change(value as u8).into() }
}

fn is_ascii(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::int((0..128).contains(&guest::int(m, call, 0)?).into())
}

fn to_ascii(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::int((guest::int(m, call, 0)? & 0x7f).into())
}

/// A pointer to a pointer to the entry of 0 in a table for -128 to 255.
fn table(m: &mut Machine, size: usize, entry: fn(i32) -> i64) -> InterpResult<Pointer> {
    let mut record = guest::Record::new(m);
    for value in -128..256 {
        record.number(entry(value), size);
    }
    let table = guest::constant(m, record.bytes(), 4)?;
    let width = m.memory.target().pointer_size();
    let place = guest::object(m, &[0; 8][..width], width as u64)?;
    m.memory.store_pointer(place, table.wrapping_offset(128 * size as i64))?;
    m.memory.seal(place.prov);
    Ok(place)
}

fn classes(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    if m.kept(Slot::Classes).is_null() {
        let table = table(m, 2, |value| u8::try_from(value).map_or(0, |byte| bits(byte).into()))?;
        m.keep(Slot::Classes, table)?;
    }
    Flow::pointer(m.kept(Slot::Classes))
}

fn lower_table(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    if m.kept(Slot::Lower).is_null() {
        let table = table(m, 4, |value| changed(value, |byte| byte.to_ascii_lowercase()))?;
        m.keep(Slot::Lower, table)?;
    }
    Flow::pointer(m.kept(Slot::Lower))
}

fn upper_table(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    if m.kept(Slot::Upper).is_null() {
        let table = table(m, 4, |value| changed(value, |byte| byte.to_ascii_uppercase()))?;
        m.keep(Slot::Upper, table)?;
    }
    Flow::pointer(m.kept(Slot::Upper))
}
