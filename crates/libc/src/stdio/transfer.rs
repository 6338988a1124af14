//! Bytes in and out of streams.

use super::{EOF, INPUT, OUTPUT, of_bytes, prepare_to_read, put, standard, with};
use crate::{errno, guest};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_world::StreamId;

pub(super) fn fread(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, size, count) = (call.pointer(0)?, call.number(m, 1)?, call.number(m, 2)?);
    let stream = of_bytes(m, call, 3)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Flow::number(0);
    }
    prepare_to_read(m, stream);
    let mut bytes = Vec::new();
    let outcome = with(m, stream, |stream, files| stream.read(files, total as usize, &mut bytes));
    m.memory.write_bytes(to, &bytes)?;
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
    let bytes = guest::bytes(m, from, total)?;
    match put(m, stream, &bytes) {
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
        Ok(byte) => Flow::int(byte.map_or(EOF, i64::from)),
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
    let byte = call.number(m, 0)? as u8;
    let outcome = put(m, stream, &[byte]);
    guest::status(m, outcome.map(|()| byte.into()))
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
    let (byte, stream) = (guest::int(m, call, 0)?, of_bytes(m, call, 1)?);
    if i64::from(byte) == EOF {
        return Flow::int(EOF);
    }
    if let Some(stream) = m.world.stream(stream) {
        stream.unget(byte as u8);
    }
    Flow::int((byte as u8).into())
}
