//! Bytes in and out of streams.

use super::{EOF, INPUT, OUTPUT, of_bytes, prepare_to_read, put_data, standard, with};
use crate::{errno, guest};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::reg::Reg;
use gmc_world::{Bytes, StreamId};

pub(super) fn fread(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, size, count) = (call.pointer(0)?, call.number(m, 1)?, call.number(m, 2)?);
    let stream = of_bytes(m, call, 3)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Flow::number(0);
    }
    prepare_to_read(m, stream);
    let mut bytes = Bytes::new();
    let outcome = with(m, stream, |stream, files| stream.read(files, total as usize, &mut bytes));
    m.write_data(to, &bytes)?;
    if let Err(error) = outcome {
        errno::set(m, error)?;
    }
    Flow::number(bytes.len() as u64 / size)
}

pub(super) fn fwrite(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (from, size, count) = (call.pointer(0)?, call.number(m, 1)?, call.number(m, 2)?);
    let stream = of_bytes(m, call, 3)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Flow::number(0);
    }
    let bytes = m.read_data(from, total)?;
    match put_data(m, stream, &bytes)? {
        Ok(()) => Flow::number(count),
        Err(error) => {
            errno::set(m, error)?;
            Flow::number(0)
        }
    }
}

fn get(m: &mut Machine, stream: StreamId) -> InterpResult<Flow> {
    prepare_to_read(m, stream);
    match with(m, stream, |stream, files| stream.get(files)) {
        Ok(None) => Flow::int(EOF),
        Ok(Some(byte)) => Ok(Flow::Value(m.byte_reg(byte)?)),
        Err(error) => guest::status(m, Err(error)),
    }
}

pub(super) fn fgetc(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = of_bytes(m, call, 0)?;
    get(m, stream)
}

pub(super) fn getchar(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = standard(m, call, INPUT)?;
    get(m, stream)
}

fn put_byte(m: &mut Machine, call: &Call, stream: StreamId) -> InterpResult<Flow> {
    let byte = m.low_byte(call.reg(0)?)?;
    match put_data(m, stream, &byte.into())? {
        Ok(()) => Ok(Flow::Value(m.byte_reg(byte)?)),
        Err(error) => guest::status(m, Err(error)),
    }
}

pub(super) fn fputc(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = of_bytes(m, call, 1)?;
    put_byte(m, call, stream)
}

pub(super) fn putchar(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = standard(m, call, OUTPUT)?;
    put_byte(m, call, stream)
}

pub(super) fn ungetc(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (given, stream) = (call.reg(0)?, of_bytes(m, call, 1)?);
    if is_end(m, given)? {
        return Flow::int(EOF);
    }
    let byte = m.low_byte(given)?;
    if let Some(stream) = m.world.stream(stream) {
        stream.unget(byte);
    }
    Ok(Flow::Value(m.byte_reg(byte)?))
}

/// Whether an `int` is `EOF`.
fn is_end(m: &Machine, given: Reg) -> InterpResult<bool> {
    if !given.is_open() {
        return Ok(gmc_vm::exec::number_of(&m.memory, given)? as u32 == EOF as u32);
    }
    let term = m.term(given)?;
    let end = m.build(|arena| {
        let (low, end) = (arena.extract(term, 0, 32), arena.constant(EOF as u32 as u128, 32));
        arena.binary(gmc_term::Binary::Eq, low, end)
    });
    Ok(m.holds(end)?)
}
