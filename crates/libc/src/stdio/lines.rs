//! Strings and lines in and out of streams.

use super::{EOF, OUTPUT, of_bytes, prepare_to_read, put, put_data, standard, with};
use crate::symbolic::output::looked_through;
use crate::{errno, guest};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_world::errno::{EINVAL, Errno};
use gmc_world::{Byte, Bytes, StreamId};

pub(super) fn fgets(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, size) = (call.pointer(0)?, guest::int(m, call, 1)?);
    let stream = of_bytes(m, call, 2)?;
    if size <= 0 {
        return Flow::number(0);
    }
    prepare_to_read(m, stream);
    let mut line = Bytes::new();
    if let Err(error) = read_line(m, stream, b'\n', size as usize - 1, &mut line)? {
        return guest::null(m, error);
    }
    if line.is_empty() && size > 1 {
        return Flow::number(0);
    }
    guest::put_data_string(m, to, &line)?;
    Flow::pointer(to)
}

/// Reads up to and with the first `end`: whether a byte that is a term is one is decided.
fn read_line(
    m: &mut Machine,
    stream: StreamId,
    end: u8,
    most: usize,
    into: &mut Bytes,
) -> InterpResult<Result<(), Errno>> {
    let wanted = into.len().saturating_add(most);
    loop {
        let before = into.len();
        let left = wanted - before;
        let outcome = with(m, stream, |stream, files| stream.read_until(files, end, left, into));
        let last = into.get(into.len().saturating_sub(1)).filter(|_| into.len() > before);
        let goes_on = match last {
            Some(last @ Byte::Term(_)) => into.len() < wanted && !m.byte_is(last, |byte| byte == end)?,
            _ => false,
        };
        if outcome.is_err() || !goes_on {
            return Ok(outcome);
        }
    }
}

fn put_all(m: &mut Machine, stream: StreamId, text: &Bytes) -> InterpResult<Flow> {
    match put_data(m, stream, text)? {
        Ok(()) => Flow::int(1),
        Err(error) => {
            errno::set(m, error)?;
            Flow::int(EOF)
        }
    }
}

pub(super) fn fputs(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = of_bytes(m, call, 1)?;
    let text = to_put(m, call, stream)?;
    put_all(m, stream, &text)
}

pub(super) fn puts(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = standard(m, call, OUTPUT)?;
    let mut text = to_put(m, call, stream)?;
    text.push(Byte::Plain(b'\n'));
    put_all(m, stream, &text)
}

/// The string that is put out. Where it goes nowhere, it need not be known where it ends, but that it does.
fn to_put(m: &Machine, call: &Call, stream: StreamId) -> InterpResult<Bytes> {
    let from = call.pointer(0)?;
    if m.world.is_output(stream) && looked_through(m, from, u64::MAX)? {
        return Ok(b"?".to_vec().into());
    }
    guest::data_string(m, from, u64::MAX)
}

pub(super) fn getline(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = of_bytes(m, call, 2)?;
    line(m, call, b'\n', stream)
}

pub(super) fn getdelim(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let end = guest::int(m, call, 2)?;
    let stream = of_bytes(m, call, 3)?;
    line(m, call, end as u8, stream)
}

/// Bytes of a line that are read between two looks at limits.
const PART: usize = 1 << 16;

/// Reads up to a delimiter into heap memory of the program's, which grows as needed.
fn line(m: &mut Machine, call: &Call, end: u8, stream: StreamId) -> InterpResult<Flow> {
    let (place, size_at) = (call.pointer(0)?, call.pointer(1)?);
    if place.is_null() || size_at.is_null() {
        return guest::status(m, Err(EINVAL));
    }
    let width = m.memory.target().pointer_size();
    let buffer = m.memory.load_pointer(place)?;
    let size = if buffer.is_null() { 0 } else { guest::load(m, size_at, width)? as u64 };
    prepare_to_read(m, stream);
    let mut line = Bytes::new();
    loop {
        // A line need not have an end.
        m.look_at_limits()?;
        let before = line.len();
        if let Err(error) = read_line(m, stream, end, PART, &mut line)? {
            return guest::status(m, Err(error));
        }
        if line.len() - before < PART || line.plain().last() == Some(&end) {
            break;
        }
    }
    if line.is_empty() {
        return Flow::int(EOF);
    }
    let needed = line.len() as u64 + 1;
    let mut to = buffer;
    if needed > size {
        let room = needed.max(120).max(2 * size);
        let Some(larger) = m.allocate_heap(room, 16, call.site)? else {
            return guest::status(m, Err(gmc_world::errno::ENOMEM));
        };
        if !buffer.is_null() {
            m.memory.free(buffer, call.site)?;
            m.memory.may_reuse_place(buffer.prov, larger.prov);
        }
        m.memory.store_pointer(place, larger)?;
        guest::store(m, size_at, room as i64, width)?;
        to = larger;
    }
    guest::put_data_string(m, to, &line)?;
    Flow::int(line.len() as i64)
}

pub(super) fn perror(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let code = errno::get(m)?;
    let prefix = call.pointer(0)?;
    let mut text = if prefix.is_null() { Vec::new() } else { guest::string(m, prefix)? };
    if !text.is_empty() {
        text.extend(b": ");
    }
    text.extend(errno::text(code).bytes());
    text.push(b'\n');
    // Standard error is where one would complain.
    let _ = put(m, StreamId(2), &text);
    Ok(Flow::Void)
}
