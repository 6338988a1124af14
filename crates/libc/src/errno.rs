//! `errno.h`: each thread has its own number.

use super::guest;
use gmc_mem::{Pointer, Site, Storage};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_vm::thread::own;
use gmc_world::errno::{self, Errno};

pub(super) const TABLE: &[Native] = &[
    memory("__errno_location", location),
    memory("strerror", strerror),
    memory("strerror_r", strerror_r_gnu),
    memory("__xpg_strerror_r", strerror_r),
];

/// Where the current thread has its number.
pub(crate) fn place(m: &mut Machine) -> InterpResult<Pointer> {
    let slot = m.own_slot(own::ERRNO);
    let known = m.memory.load_pointer(slot)?;
    if !known.is_null() {
        return Ok(known);
    }
    let pointer = m.allocate(4, 4, Storage::ThreadLocal, Site(0))?;
    m.memory.fill(pointer, 0, 4)?;
    m.memory.store_pointer(slot, pointer)?;
    Ok(pointer)
}

/// Sets `errno`.
pub(crate) fn set(m: &mut Machine, code: Errno) -> InterpResult<()> {
    let place = place(m)?;
    guest::store(m, place, code.into(), 4)
}

/// Reads `errno`.
pub(crate) fn get(m: &mut Machine) -> InterpResult<Errno> {
    let place = place(m)?;
    Ok(guest::load(m, place, 4)? as Errno)
}

fn location(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Flow::pointer(place(m)?)
}

/// What `strerror` says, for any number.
pub(crate) fn text(code: Errno) -> String {
    errno::text(code).map_or_else(|| format!("Unknown error {code}"), str::to_owned)
}

fn strerror(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let code = guest::int(m, call, 0)?;
    let text = text(code);
    let known = usize::try_from(code).ok().filter(|_| errno::text(code).is_some());
    let Some(at) = known else { return unknown(m, &text) };
    if m.kept_at(Slot::Messages, at) == Reg::ZERO {
        let message = guest::constant(m, &[text.as_bytes(), b"\0"].concat(), 1)?;
        m.keep_at(Slot::Messages, at, Reg::pointer(message))?;
    }
    Flow::pointer(m.kept_at(Slot::Messages, at).as_pointer())
}

/// As in glibc, all numbers that have no message share the memory for what is said of them, in each thread.
fn unknown(m: &mut Machine, text: &str) -> InterpResult<Flow> {
    /// There is room for any number.
    const SIZE: u64 = 64;
    let slot = m.own_slot(own::UNKNOWN_ERROR);
    let mut buffer = m.memory.load_pointer(slot)?;
    if buffer.is_null() {
        buffer = m.allocate(SIZE, 1, Storage::ThreadLocal, Site(0))?;
        m.memory.store_pointer(slot, buffer)?;
    }
    guest::put_string(m, buffer, text.as_bytes())?;
    Flow::pointer(buffer)
}

/// Numbers that have no message get one in the caller's memory.
fn strerror_r_gnu(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (code, to, size) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?);
    if errno::text(code).is_some() {
        return strerror(m, call);
    }
    put(m, to, size, &text(code))?;
    Flow::pointer(to)
}

fn strerror_r(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (code, to, size) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?);
    let text = text(code);
    put(m, to, size, &text)?;
    Flow::int(match errno::text(code) {
        None => errno::EINVAL.into(),
        Some(_) if text.len() as u64 >= size => errno::ERANGE.into(),
        Some(_) => 0,
    })
}

/// As much of a message as fits, and its end.
fn put(m: &mut Machine, to: Pointer, size: u64, text: &str) -> InterpResult<()> {
    if size == 0 {
        return Ok(());
    }
    let fits = text.len().min(size as usize - 1);
    guest::put_string(m, to, &text.as_bytes()[..fits])
}
