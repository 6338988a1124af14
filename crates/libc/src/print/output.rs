//! Where formatted text goes.

use super::{Formatted, Passed, format};
use crate::failures;
use crate::stdio::{self, OUTPUT};
use crate::{errno, guest};
use gmc_mem::Pointer;
use gmc_model::ErrorKind;
use gmc_vm::effects::{Extent::Text, Target, Traits, writes};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, output};
use gmc_world::errno::{EOVERFLOW, Errno};
use gmc_world::{Byte, StreamId};

/// What writes to memory.
pub(crate) const TABLE: &[Native] = &[
    memory("sprintf", |m, call| to_memory(m, call, None, 1, false))
        .takes_terms(2, 31)
        .spans(&[writes(0, Text)]),
    memory("vsprintf", |m, call| to_memory(m, call, None, 1, true)).spans(&[writes(0, Text)]),
    memory("snprintf", |m, call| to_memory(m, call, Some(1), 2, false))
        .takes_terms(3, 31)
        .spans(&[writes(0, Text)]),
    memory("vsnprintf", |m, call| to_memory(m, call, Some(1), 2, true)).spans(&[writes(0, Text)]),
    memory("asprintf", |m, call| to_heap(m, call, 1, false))
        .takes_terms(2, 31)
        .is(Traits::ALLOCATES)
        .fails(&failures::MALLOC_STATUS),
    memory("vasprintf", |m, call| to_heap(m, call, 1, true))
        .is(Traits::ALLOCATES)
        .fails(&failures::MALLOC_STATUS),
    // What _FORTIFY_SOURCE makes of them: a flag before the format, sizes before that.
    memory("__sprintf_chk", |m, call| to_memory(m, call, None, 3, false))
        .takes_terms(4, 31)
        .spans(&[writes(0, Text)]),
    memory("__vsprintf_chk", |m, call| to_memory(m, call, None, 3, true)).spans(&[writes(0, Text)]),
    memory("__snprintf_chk", |m, call| to_memory(m, call, Some(1), 4, false))
        .takes_terms(5, 31)
        .spans(&[writes(0, Text)]),
    memory("__vsnprintf_chk", |m, call| to_memory(m, call, Some(1), 4, true)).spans(&[writes(0, Text)]),
    memory("__asprintf_chk", |m, call| to_heap(m, call, 2, false))
        .takes_terms(3, 31)
        .is(Traits::ALLOCATES)
        .fails(&failures::MALLOC_STATUS),
    memory("__vasprintf_chk", |m, call| to_heap(m, call, 2, true))
        .is(Traits::ALLOCATES)
        .fails(&failures::MALLOC_STATUS),
];

/// What writes to files.
pub(crate) const OUTPUT_TABLE: &[Native] = &[
    output("printf", |m, call| to_stream(m, call, Some(OUTPUT), 0, false))
        .takes_terms(1, 31)
        .fails(&failures::WRITE_STREAM),
    output("vprintf", |m, call| to_stream(m, call, Some(OUTPUT), 0, true)).fails(&failures::WRITE_STREAM),
    output("fprintf", |m, call| to_stream(m, call, None, 1, false))
        .takes_terms(2, 31)
        .fails(&failures::WRITE_STREAM),
    output("vfprintf", |m, call| to_stream(m, call, None, 1, true)).fails(&failures::WRITE_STREAM),
    output("dprintf", |m, call| to_file(m, call, false))
        .takes_terms(2, 31)
        .to(Target::File(0))
        .fails(&failures::WRITE_STREAM),
    output("vdprintf", |m, call| to_file(m, call, true)).to(Target::File(0)).fails(&failures::WRITE_STREAM),
    // A flag before the format.
    output("__printf_chk", |m, call| to_stream(m, call, Some(OUTPUT), 1, false))
        .takes_terms(2, 31)
        .fails(&failures::WRITE_STREAM),
    output("__vprintf_chk", |m, call| to_stream(m, call, Some(OUTPUT), 1, true))
        .fails(&failures::WRITE_STREAM),
    output("__fprintf_chk", |m, call| to_stream(m, call, None, 2, false))
        .takes_terms(3, 31)
        .fails(&failures::WRITE_STREAM),
    output("__vfprintf_chk", |m, call| to_stream(m, call, None, 2, true)).fails(&failures::WRITE_STREAM),
];

/// The text for a call whose format is argument `at`, followed by the values or a `va_list`.
fn formatted(m: &mut Machine, call: &Call, at: usize, list: bool, unread: bool) -> InterpResult<Formatted> {
    let passed = if list { Passed::list(m, call, at + 1)? } else { Passed::call(call, at + 1) };
    format(m, call.name, call.pointer(at)?, &passed, unread && call.result.is_none())
}

/// How many bytes there are, for functions that return an `int`.
fn length(m: &mut Machine, made: &Formatted, outcome: Result<(), Errno>) -> InterpResult<Flow> {
    let length = i32::try_from(made.text.len()).map(i64::from).map_err(|_| EOVERFLOW);
    let formatted = made.failed.map_or(Ok(()), Err);
    guest::status(m, outcome.and(formatted).and(length))
}

fn to_stream(
    m: &mut Machine,
    call: &Call,
    stream: Option<StreamId>,
    at: usize,
    list: bool,
) -> InterpResult<Flow> {
    let stream = match stream {
        Some(stream) => stdio::standard(m, call, stream)?,
        None => stdio::of_bytes(m, call, 0)?,
    };
    let unread = m.world.is_output(stream);
    let made = formatted(m, call, at, list, unread)?;
    let outcome = stdio::put_data(m, stream, &made.text)?;
    length(m, &made, outcome)
}

fn to_file(m: &mut Machine, call: &Call, list: bool) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    let unread = m.world.files.is_output(file);
    let made = formatted(m, call, 1, list, unread)?;
    let outcome = m.world.files.write(file, made.text.whole());
    length(m, &made, outcome)
}

fn to_memory(m: &mut Machine, call: &Call, size: Option<usize>, at: usize, list: bool) -> InterpResult<Flow> {
    let to = call.pointer(0)?;
    let size = match size {
        Some(at) => call.number(m, at)?,
        None => u64::MAX,
    };
    let made = formatted(m, call, at, list, false)?;
    if size > 0 {
        let kept = made.text.len().min((size - 1).min(usize::MAX as u64) as usize);
        apart(call, &made, to, kept as u64 + 1)?;
        guest::put_data_string(m, to, &made.text.part(0..kept).to_bytes())?;
    }
    length(m, &made, Ok(()))
}

/// What is written may not overlap what is read (C11 7.21.6.6).
fn apart(call: &Call, made: &Formatted, to: Pointer, size: u64) -> InterpResult<()> {
    let overlaps = |&(from, length): &(Pointer, u64)| {
        length > 0 && from.addr < to.addr.saturating_add(size) && to.addr < from.addr.saturating_add(length)
    };
    if !made.strings.iter().any(overlaps) {
        return Ok(());
    }
    let message = format!("`{}` writes over a string that it reads", call.name);
    Err(InterpError::other(ErrorKind::OverlappingCopy, message))
}

fn to_heap(m: &mut Machine, call: &Call, at: usize, list: bool) -> InterpResult<Flow> {
    let to = call.pointer(0)?;
    let made = formatted(m, call, at, list, false)?;
    if made.failed.is_some() {
        return length(m, &made, Ok(()));
    }
    let mut ended = made.text.clone();
    ended.push(Byte::Plain(0));
    let string = guest::heap_data(m, &ended, call)?;
    if string == Pointer::NULL {
        errno::set(m, gmc_world::errno::ENOMEM)?;
        return Flow::int(-1);
    }
    m.memory.store_pointer(to, string)?;
    length(m, &made, Ok(()))
}
