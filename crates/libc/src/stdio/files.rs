//! Streams begin and end.

use super::{handle, stream};
use crate::guest;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_world::Mode;
use gmc_world::errno;

/// What a mode of `fopen` means: for the stream, and the flags of `open`.
pub(super) fn mode(text: &[u8]) -> Option<(Mode, i32)> {
    let (&first, rest) = text.split_first()?;
    let plus = rest.iter().take_while(|&&byte| byte != b',').any(|&byte| byte == b'+');
    let exclusive = if rest.contains(&b'x') { 0o200 } else { 0 };
    let access = if plus { 2 } else { i32::from(first != b'r') };
    let (mode, flags) = match first {
        b'r' => (Mode { read: true, write: plus, append: false }, 0),
        b'w' => (Mode { read: plus, write: true, append: false }, 0o1100),
        b'a' => (Mode { read: plus, write: true, append: true }, 0o2100),
        _ => return None,
    };
    Some((mode, access | flags | exclusive))
}

pub(super) fn fopen(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, how) = (guest::text(m, call, 0)?, guest::text(m, call, 1)?);
    let Some((mode, flags)) = mode(&how) else { return guest::null(m, errno::EINVAL) };
    match m.world.files.open(&name, flags, 0o666) {
        Ok(file) => {
            let stream = m.world.open_stream(file, mode);
            Flow::pointer(handle(m, stream)?)
        }
        Err(error) => guest::null(m, error),
    }
}

pub(super) fn fdopen(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, how) = (guest::int(m, call, 0)?, guest::text(m, call, 1)?);
    let Some((mode, _)) = mode(&how) else { return guest::null(m, errno::EINVAL) };
    if let Err(error) = m.world.files.flags(file) {
        return guest::null(m, error);
    }
    let stream = m.world.open_stream(file, mode);
    Flow::pointer(handle(m, stream)?)
}

/// The `FILE *` stays, and stands for another file.
pub(super) fn freopen(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, how, pointer) = (call.pointer(0)?, guest::text(m, call, 1)?, call.pointer(2)?);
    let old = stream(m, call, 2)?;
    let Some((mode, flags)) = mode(&how) else { return guest::null(m, errno::EINVAL) };
    if name.is_null() {
        if let Some(stream) = m.world.stream(old) {
            stream.mode = mode;
        }
        return Flow::pointer(pointer);
    }
    let name = guest::string(m, name)?;
    let number = m.world.look(old).map(|stream| stream.file);
    // Errors of the old file are not reported.
    let _ = m.world.close_stream(old);
    super::forget(m, old)?;
    match m.world.files.open(&name, flags, 0o666) {
        Ok(file) => {
            let file = match number {
                // Standard output stays file 1.
                Some(number) if number != file => {
                    let moved = m.world.files.duplicate(file, number, true);
                    let _ = m.world.files.close(file);
                    moved.unwrap_or(file)
                }
                _ => file,
            };
            let new = m.world.open_stream(file, mode);
            super::name(m, pointer, new)?;
            Flow::pointer(pointer)
        }
        Err(error) => guest::null(m, error),
    }
}

pub(super) fn fclose(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (pointer, stream) = (call.pointer(0)?, stream(m, call, 0)?);
    let settled = super::with(m, stream, |stream, files| stream.settle(files));
    super::memory::show(m, pointer)?;
    let closed = settled.and(m.world.close_stream(stream));
    super::forget(m, stream)?;
    m.memory.kill(pointer.prov, call.site)?;
    guest::done(m, closed)
}

pub(super) fn tmpfile(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    match m.world.files.temporary() {
        Ok(file) => {
            let stream = m.world.open_stream(file, Mode { read: true, write: true, append: false });
            Flow::pointer(handle(m, stream)?)
        }
        Err(error) => guest::null(m, error),
    }
}

pub(super) fn remove(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    let removed = match m.world.files.remove(&name, false) {
        Err(errno::EISDIR) => m.world.files.remove(&name, true),
        other => other,
    };
    guest::done(m, removed)
}

pub(super) fn rename(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (from, to) = (guest::text(m, call, 0)?, guest::text(m, call, 1)?);
    let renamed = m.world.files.rename(&from, &to);
    guest::done(m, renamed)
}
