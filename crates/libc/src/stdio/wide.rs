//! Whether a stream is for bytes or for wide characters: C forbids to use one for both (C11 7.21.2).
//!
//! What wide characters are made of comes and goes here byte by byte; the rest is in the models.

use super::{EOF, prepare_to_read, stream, with};
use crate::guest;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_world::StreamId;

/// The stream is used for bytes or for wide characters: from now on for nothing else. Where what it gets goes nowhere,
/// nobody looks.
pub(super) fn settle(m: &mut Machine, call: &Call, id: StreamId, wide: bool) -> InterpResult<()> {
    if m.world.is_output(id) {
        return Ok(());
    }
    let Some(stream) = m.world.stream(id) else { return Ok(()) };
    if stream.wide.is_none_or(|is| is == wide) {
        stream.wide = Some(wide);
        return Ok(());
    }
    let (is, takes) = if wide { ("bytes", "wide characters") } else { ("wide characters", "bytes") };
    let name = call.name.trim_start_matches("__gmc_");
    guest::bad_call(if name == call.name {
        format!("`{name}` is for {takes}, but the stream is in use for {is}")
    } else {
        format!("a stream that is in use for {is} is used for {takes}")
    })
}

/// Asks, and settles what is not settled yet.
pub(super) fn fwide(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (id, wanted) = (stream(m, call, 0)?, guest::int(m, call, 1)?);
    let Some(stream) = m.world.stream(id) else { return Flow::int(0) };
    if stream.wide.is_none() && wanted != 0 {
        stream.wide = Some(wanted > 0);
    }
    Flow::int(stream.wide.map_or(0, |wide| if wide { 1 } else { -1 }))
}

pub(super) fn get(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let id = stream(m, call, 0)?;
    settle(m, call, id, true)?;
    prepare_to_read(m, id);
    let byte = with(m, id, |stream, files| stream.get(files));
    match byte {
        Ok(None) => Flow::int(EOF),
        Ok(Some(byte)) => Ok(Flow::Value(m.byte_reg(byte)?)),
        Err(error) => guest::status(m, Err(error)),
    }
}

pub(super) fn put(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (byte, id) = (call.number(m, 0)? as u8, stream(m, call, 1)?);
    settle(m, call, id, true)?;
    let outcome = super::put(m, id, &[byte]);
    guest::status(m, outcome.map(|()| byte.into()))
}

pub(super) fn unget(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (byte, id) = (call.number(m, 0)? as u8, stream(m, call, 1)?);
    settle(m, call, id, true)?;
    if let Some(stream) = m.world.stream(id) {
        stream.unget(byte.into());
    }
    Flow::int(byte.into())
}
