//! `string.h` and `strings.h`: every byte read must have a value, copies must not overlap, strings must end inside
//! their object.

use super::guest;
use super::symbolic::{compare as comparison, copy as copies, search as searches};
use crate::failures;
use crate::symbolic::output::looked_through;
use gmc_mem::Pointer;
use gmc_vm::effects::Extent::{Argument, Text};
use gmc_vm::effects::writes;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, shared};
use gmc_vm::record::Slot;
use gmc_world::Bytes;

pub(super) const TABLE: &[Native] = &[
    memory("memcpy", |m, c| copy(m, c, 0))
        .symbolic(|m, c| copies::memcpy(m, c, false, false))
        .spans(&[writes(0, Argument(2))]),
    memory("mempcpy", |m, c| copy(m, c, c.number(m, 2)?))
        .symbolic(|m, c| copies::memcpy(m, c, false, true))
        .spans(&[writes(0, Argument(2))]),
    memory("__memcpy_chk", |m, c| copy(m, c, 0))
        .symbolic(|m, c| copies::memcpy(m, c, false, false))
        .spans(&[writes(0, Argument(2))]),
    memory("__mempcpy_chk", |m, c| copy(m, c, c.number(m, 2)?))
        .symbolic(|m, c| copies::memcpy(m, c, false, true))
        .spans(&[writes(0, Argument(2))]),
    memory("memmove", memmove)
        .symbolic(|m, c| copies::memcpy(m, c, true, false))
        .spans(&[writes(0, Argument(2))]),
    memory("__memmove_chk", memmove)
        .symbolic(|m, c| copies::memcpy(m, c, true, false))
        .spans(&[writes(0, Argument(2))]),
    memory("bcopy", bcopy),
    memory("memset", memset).symbolic(copies::memset).spans(&[writes(0, Argument(2))]),
    memory("__memset_chk", memset).symbolic(copies::memset).spans(&[writes(0, Argument(2))]),
    memory("bzero", bzero).spans(&[writes(0, Argument(1))]),
    memory("explicit_bzero", bzero).spans(&[writes(0, Argument(1))]),
    memory("memcmp", memcmp).symbolic(|m, c| comparison::memcmp(m, c)),
    memory("bcmp", memcmp).symbolic(|m, c| comparison::memcmp(m, c)),
    memory("memchr", memchr).symbolic(|m, c| searches::memchr(m, c)),
    memory("rawmemchr", rawmemchr).symbolic(|m, c| searches::memchr(m, c)),
    memory("memrchr", memrchr).symbolic(|m, c| searches::memrchr(m, c)),
    memory("memccpy", memccpy),
    memory("memmem", memmem),
    memory("strlen", |m, c| Flow::number(length(m, c.pointer(0)?)?)).symbolic(|m, c| searches::strlen(m, c)),
    memory("strnlen", strnlen).symbolic(|m, c| searches::strnlen(m, c)),
    memory("strcpy", |m, c| strcpy(m, c, false))
        .symbolic(|m, c| copies::strcpy(m, c, false))
        .spans(&[writes(0, Text)]),
    memory("stpcpy", |m, c| strcpy(m, c, true))
        .symbolic(|m, c| copies::strcpy(m, c, true))
        .spans(&[writes(0, Text)]),
    memory("__strcpy_chk", |m, c| strcpy(m, c, false))
        .symbolic(|m, c| copies::strcpy(m, c, false))
        .spans(&[writes(0, Text)]),
    memory("__stpcpy_chk", |m, c| strcpy(m, c, true))
        .symbolic(|m, c| copies::strcpy(m, c, true))
        .spans(&[writes(0, Text)]),
    memory("strncpy", |m, c| strncpy(m, c, false))
        .symbolic(|m, c| copies::strncpy(m, c, false))
        .spans(&[writes(0, Argument(2))]),
    memory("stpncpy", |m, c| strncpy(m, c, true))
        .symbolic(|m, c| copies::strncpy(m, c, true))
        .spans(&[writes(0, Argument(2))]),
    memory("__strncpy_chk", |m, c| strncpy(m, c, false))
        .symbolic(|m, c| copies::strncpy(m, c, false))
        .spans(&[writes(0, Argument(2))]),
    memory("__stpncpy_chk", |m, c| strncpy(m, c, true))
        .symbolic(|m, c| copies::strncpy(m, c, true))
        .spans(&[writes(0, Argument(2))]),
    memory("strcat", strcat).symbolic(copies::strcat).spans(&[writes(0, Text)]),
    memory("__strcat_chk", strcat).symbolic(copies::strcat).spans(&[writes(0, Text)]),
    memory("strncat", strncat).symbolic(copies::strncat).spans(&[writes(0, Text)]),
    memory("__strncat_chk", strncat).symbolic(copies::strncat).spans(&[writes(0, Text)]),
    memory("strcmp", |m, c| compare(m, c, u64::MAX, |byte| byte))
        .symbolic(|m, c| comparison::strings(m, c, |byte| byte)),
    memory("strcoll", |m, c| compare(m, c, u64::MAX, |byte| byte))
        .symbolic(|m, c| comparison::strings(m, c, |byte| byte)),
    memory("strncmp", |m, c| compare(m, c, c.number(m, 2)?, |byte| byte))
        .symbolic(|m, c| comparison::some_of_strings(m, c, |byte| byte)),
    memory("strcasecmp", |m, c| compare(m, c, u64::MAX, |byte| byte.to_ascii_lowercase()))
        .symbolic(|m, c| comparison::strings(m, c, |byte| byte.to_ascii_lowercase())),
    memory("strncasecmp", |m, c| compare(m, c, c.number(m, 2)?, |byte| byte.to_ascii_lowercase()))
        .symbolic(|m, c| comparison::some_of_strings(m, c, |byte| byte.to_ascii_lowercase())),
    memory("strxfrm", strxfrm),
    memory("strchr", strchr).symbolic(|m, c| searches::strchr(m, c)),
    memory("index", strchr).symbolic(|m, c| searches::strchr(m, c)),
    memory("strchrnul", strchrnul).symbolic(|m, c| searches::strchrnul(m, c)),
    memory("strrchr", strrchr).symbolic(|m, c| searches::strrchr(m, c)),
    memory("rindex", strrchr).symbolic(|m, c| searches::strrchr(m, c)),
    memory("strstr", |m, c| strstr(m, c, |byte| byte)).symbolic(|m, c| searches::strstr(m, c, |byte| byte)),
    memory("strcasestr", |m, c| strstr(m, c, |byte| byte.to_ascii_lowercase()))
        .symbolic(|m, c| searches::strstr(m, c, |byte| byte.to_ascii_lowercase())),
    memory("strspn", |m, c| Flow::number(span(m, c, true)?)).symbolic(|m, c| searches::span(m, c, true)),
    memory("strcspn", |m, c| Flow::number(span(m, c, false)?)).symbolic(|m, c| searches::span(m, c, false)),
    memory("strpbrk", strpbrk).symbolic(|m, c| searches::strpbrk(m, c)),
    memory("strsep", strsep),
    memory("strtok_r", strtok_r),
    memory("__strtok_r", strtok_r),
    memory("strdup", |m, c| strdup(m, c, u64::MAX)).symbolic(copies::strdup).makes().fails(&failures::MALLOC),
    memory("__strdup", |m, c| strdup(m, c, u64::MAX))
        .symbolic(copies::strdup)
        .makes()
        .fails(&failures::MALLOC),
    memory("strndup", |m, c| strdup(m, c, c.number(m, 1)?))
        .symbolic(copies::strdup)
        .makes()
        .fails(&failures::MALLOC),
];

/// What remembers something from call to call, for all threads.
pub(super) const STATEFUL: &[Native] = &[shared("strtok", strtok)];

/// How long a string is.
fn length(m: &Machine, at: Pointer) -> InterpResult<u64> {
    Ok(m.memory.find_byte(at, 0, u64::MAX)?.unwrap_or(0))
}

/// How long a string is, as far as `most`.
fn length_up_to(m: &Machine, at: Pointer, most: u64) -> InterpResult<u64> {
    Ok(m.memory.find_byte(at, 0, most)?.unwrap_or(most))
}

fn beyond(p: Pointer, by: u64) -> Pointer {
    p.wrapping_offset(by as i64)
}

fn found(p: Pointer, at: Option<u64>) -> InterpResult<Flow> {
    match at {
        Some(at) => Flow::pointer(beyond(p, at)),
        None => Flow::number(0),
    }
}

fn copy(m: &mut Machine, call: &Call, ahead: u64) -> InterpResult<Flow> {
    let (to, from, size) = (call.pointer(0)?, call.pointer(1)?, call.number(m, 2)?);
    // GCC copies a structure onto itself with `memcpy`, and every library's can do that.
    if to == from {
        m.memory.copy_within(to, from, size)?;
    } else {
        m.memory.copy(to, from, size)?;
    }
    Flow::pointer(beyond(to, ahead))
}

fn memmove(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, from, size) = (call.pointer(0)?, call.pointer(1)?, call.number(m, 2)?);
    m.memory.copy_within(to, from, size)?;
    Flow::pointer(to)
}

fn bcopy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.memory.copy_within(call.pointer(1)?, call.pointer(0)?, call.number(m, 2)?)?;
    Ok(Flow::Void)
}

fn memset(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, byte, size) = (call.pointer(0)?, call.number(m, 1)?, call.number(m, 2)?);
    m.memory.fill(to, byte as u8, size)?;
    Flow::pointer(to)
}

fn bzero(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.memory.fill(call.pointer(0)?, 0, call.number(m, 1)?)?;
    Ok(Flow::Void)
}

fn memcmp(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (a, b, size) = (call.pointer(0)?, call.pointer(1)?, call.number(m, 2)?);
    Flow::int(m.memory.compare(a, b, size)? as i64)
}

fn memchr(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (p, byte, most) = (call.pointer(0)?, call.number(m, 1)? as u8, call.number(m, 2)?);
    found(p, m.memory.find_byte(p, byte, most)?)
}

fn rawmemchr(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let p = call.pointer(0)?;
    found(p, m.memory.find_byte(p, call.number(m, 1)? as u8, u64::MAX)?)
}

fn memrchr(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (p, byte) = (call.pointer(0)?, call.number(m, 1)? as u8);
    let bytes = guest::bytes(m, p, call.number(m, 2)?)?;
    found(p, bytes.iter().rposition(|&b| b == byte).map(|at| at as u64))
}

fn memccpy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let (byte, most) = (call.number(m, 2)? as u8, call.number(m, 3)?);
    let end = m.memory.find_byte(from, byte, most)?.map(|at| at + 1);
    m.memory.copy(to, from, end.unwrap_or(most))?;
    found(to, end)
}

fn memmem(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let p = call.pointer(0)?;
    let text = guest::bytes(m, p, call.number(m, 1)?)?;
    let wanted = guest::bytes(m, call.pointer(2)?, call.number(m, 3)?)?;
    found(p, search(&text, &wanted))
}

/// Where a string is in another: the algorithm of Knuth, Morris and Pratt, "Fast pattern matching in strings" (1977),
/// which takes time in the sum of the lengths, not in their product.
fn search(text: &[u8], wanted: &[u8]) -> Option<u64> {
    if wanted.is_empty() {
        return Some(0);
    }
    // How much of the start of `wanted` ends with a byte, where so much of it came before.
    let extend = |known: &[usize], mut matched: usize, byte: u8| loop {
        if wanted.get(matched) == Some(&byte) {
            return matched + 1;
        }
        match matched.checked_sub(1) {
            Some(last) => matched = known[last],
            None => return 0,
        }
    };
    // For each start of `wanted`: the longest shorter one that it ends with.
    let mut known = vec![0; wanted.len()];
    for at in 1..wanted.len() {
        known[at] = extend(&known, known[at - 1], wanted[at]);
    }
    let mut matched = 0;
    let end = text.iter().position(|&byte| {
        matched = extend(&known, matched, byte);
        matched == wanted.len()
    });
    end.map(|end| (end + 1 - wanted.len()) as u64)
}

fn strnlen(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let most = call.number(m, 1)?;
    Flow::number(length_up_to(m, call.pointer(0)?, most)?)
}

fn strcpy(m: &mut Machine, call: &Call, end: bool) -> InterpResult<Flow> {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let size = length(m, from)?;
    m.memory.copy(to, from, size + 1)?;
    Flow::pointer(beyond(to, if end { size } else { 0 }))
}

fn strncpy(m: &mut Machine, call: &Call, end: bool) -> InterpResult<Flow> {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.number(m, 2)?);
    let size = length_up_to(m, from, most)?;
    m.memory.copy(to, from, size)?;
    m.memory.fill(beyond(to, size), 0, most - size)?;
    Flow::pointer(beyond(to, if end { size } else { 0 }))
}

fn strcat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, from) = (call.pointer(0)?, call.pointer(1)?);
    let (before, size) = (length(m, to)?, length(m, from)?);
    m.memory.copy(beyond(to, before), from, size + 1)?;
    Flow::pointer(to)
}

fn strncat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.number(m, 2)?);
    let end = beyond(to, length(m, to)?);
    let size = length_up_to(m, from, most)?;
    m.memory.copy(end, from, size)?;
    m.memory.fill(beyond(end, size), 0, 1)?;
    Flow::pointer(to)
}

/// The difference of the first two characters that differ, looking at no more than `most`, and not behind the end.
fn compare(m: &mut Machine, call: &Call, most: u64, view: fn(u8) -> u8) -> InterpResult<Flow> {
    let (a, b) = (call.pointer(0)?, call.pointer(1)?);
    let mut at = 0;
    while at < most {
        let byte = |p: Pointer| -> InterpResult<u8> {
            let mut byte = [0];
            m.memory.read_bytes(beyond(p, at), &mut byte)?;
            Ok(view(byte[0]))
        };
        let (x, y) = (byte(a)?, byte(b)?);
        if x != y || x == 0 {
            return Flow::int(i64::from(x) - i64::from(y));
        }
        at += 1;
    }
    Flow::int(0)
}

/// In the machine's only locale, a string is its own key.
fn strxfrm(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, from, most) = (call.pointer(0)?, call.pointer(1)?, call.number(m, 2)?);
    let size = length(m, from)?;
    m.memory.copy(to, from, (size + 1).min(most))?;
    Flow::number(size)
}

fn strchr(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (p, byte) = (call.pointer(0)?, call.number(m, 1)? as u8);
    let text = through_end(m, p)?;
    found(p, text.iter().position(|&b| b == byte).map(|at| at as u64))
}

/// A string with its end.
fn through_end(m: &Machine, p: Pointer) -> InterpResult<Vec<u8>> {
    let size = length(m, p)?;
    guest::bytes(m, p, size + 1)
}

fn strchrnul(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (p, byte) = (call.pointer(0)?, call.number(m, 1)? as u8);
    let text = through_end(m, p)?;
    found(p, text.iter().position(|&b| b == byte || b == 0).map(|at| at as u64))
}

fn strrchr(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (p, byte) = (call.pointer(0)?, call.number(m, 1)? as u8);
    let text = through_end(m, p)?;
    found(p, text.iter().rposition(|&b| b == byte).map(|at| at as u64))
}

fn strstr(m: &mut Machine, call: &Call, view: fn(u8) -> u8) -> InterpResult<Flow> {
    let seen = |text: Vec<u8>| text.into_iter().map(view).collect::<Vec<u8>>();
    let (text, wanted) = (seen(guest::text(m, call, 0)?), seen(guest::text(m, call, 1)?));
    found(call.pointer(0)?, search(&text, &wanted))
}

/// How many characters at the start are in the set, or are not.
fn span(m: &Machine, call: &Call, inside: bool) -> InterpResult<u64> {
    let (text, set) = (guest::text(m, call, 0)?, guest::text(m, call, 1)?);
    Ok(text.iter().take_while(|byte| set.contains(byte) == inside).count() as u64)
}

fn strpbrk(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let p = call.pointer(0)?;
    let (at, size) = (span(m, call, false)?, length(m, p)?);
    found(p, (at < size).then_some(at))
}

fn strsep(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let place = call.pointer(0)?;
    let start = m.memory.load_pointer(place)?;
    if start.is_null() {
        return Flow::number(0);
    }
    let (text, set) = (guest::string(m, start)?, guest::text(m, call, 1)?);
    let next = match text.iter().position(|byte| set.contains(byte)) {
        Some(at) => {
            m.memory.fill(beyond(start, at as u64), 0, 1)?;
            beyond(start, at as u64 + 1)
        }
        None => Pointer::NULL,
    };
    m.memory.store_pointer(place, next)?;
    Flow::pointer(start)
}

fn strtok(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let start = call.pointer(0)?;
    let from = if start.is_null() { m.kept(Slot::Token) } else { start };
    let (token, rest) = token(m, from, call.pointer(1)?)?;
    m.keep(Slot::Token, rest)?;
    // What it remembers is one variable for all threads.
    let place = token_place(m)?;
    m.memory.fill(place, 0, 1)?;
    Flow::pointer(token)
}

/// Stands for what `strtok` remembers, where accesses race.
fn token_place(m: &mut Machine) -> InterpResult<Pointer> {
    if m.kept(Slot::TokenPlace).is_null() {
        let place = guest::object(m, &[0], 1)?;
        m.keep(Slot::TokenPlace, place)?;
    }
    Ok(m.kept(Slot::TokenPlace))
}

/// Makes the static object that all threads have in common.
pub(super) fn make_statics(m: &mut Machine) -> InterpResult<()> {
    token_place(m).map(|_| ())
}

fn strtok_r(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (start, place) = (call.pointer(0)?, call.pointer(2)?);
    let from = if start.is_null() { m.memory.load_pointer(place)? } else { start };
    let (token, rest) = token(m, from, call.pointer(1)?)?;
    m.memory.store_pointer(place, rest)?;
    Flow::pointer(token)
}

/// The next token, and where the one after it is to be looked for.
fn token(m: &mut Machine, from: Pointer, set: Pointer) -> InterpResult<(Pointer, Pointer)> {
    let set = guest::data_string(m, set, u64::MAX)?;
    if from.is_null() {
        return Ok((Pointer::NULL, Pointer::NULL));
    }
    let (skipped, size, ended) = if !set.is_plain() || looked_through(m, from, u64::MAX)? {
        // What is a term is decided as far as the token goes.
        let skipped = run_of(m, from, &set, true)?;
        let size = run_of(m, beyond(from, skipped), &set, false)?;
        let last = m.data_byte(beyond(from, skipped + size))?;
        (skipped, size, m.byte_is(last, |byte| byte == 0)?)
    } else {
        let (text, set) = (guest::string(m, from)?, set.plain());
        let skipped = text.iter().take_while(|byte| set.contains(byte)).count();
        let size = text[skipped..].iter().take_while(|byte| !set.contains(byte)).count();
        (skipped as u64, size as u64, skipped + size == text.len())
    };
    let (start, end) = (beyond(from, skipped), beyond(from, skipped + size));
    if size == 0 {
        return Ok((Pointer::NULL, end));
    }
    if ended {
        return Ok((start, end));
    }
    m.memory.fill(end, 0, 1)?;
    Ok((start, beyond(end, 1)))
}

/// How many bytes of a string in a row are in a set, or are not.
fn run_of(m: &Machine, from: Pointer, set: &Bytes, inside: bool) -> InterpResult<u64> {
    let mut length = 0;
    loop {
        let byte = m.data_byte(beyond(from, length))?;
        if m.byte_is(byte, |byte| byte == 0)? || m.byte_is_in(byte, set)? != inside {
            return Ok(length);
        }
        length += 1;
    }
}

fn strdup(m: &mut Machine, call: &Call, most: u64) -> InterpResult<Flow> {
    let from = call.pointer(0)?;
    let mut text = guest::bytes(m, from, length_up_to(m, from, most)?)?;
    text.push(0);
    Flow::pointer(guest::heap(m, &text, call)?)
}
