//! Streams in memory: `fmemopen`, `open_memstream`.
//!
//! What is written shows in the program's memory when the stream is flushed, moved or closed, as natively. The object
//! behind the `FILE *` says where, so that states that differ in it differ in memory.

use super::{handle, stream_at};
use crate::guest;
use gmc_mem::{Pointer, Site};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::record::Slot;
use gmc_world::errno;
use gmc_world::{Byte, Bytes, Mode, Room, StreamId};

/// In the object behind the `FILE *`: the program's buffer, what kind of memory, where it is, where its size or how
/// much it is, who asked for it, and how much of the buffer the stream may use.
const BUFFER: i64 = 0;
const KIND: i64 = 8;
const PLACE: i64 = 16;
const SIZE: i64 = 24;
const SITE: i64 = 32;
const LENGTH: i64 = 40;

/// Kinds of memory: none, an array of the program's that shows what is written or not, heap memory that grows, for
/// characters of so many bytes.
const NONE: i64 = 0;
const SHOWN: i64 = -1;
const SILENT: i64 = -2;

/// The program gives a stream a buffer, of which so many bytes are the stream's from now on.
pub(super) fn set_buffer(m: &mut Machine, handle: Pointer, buffer: Pointer, length: u64) -> InterpResult<()> {
    // Whoever uses the stream uses the buffer.
    m.memory.share(buffer.prov);
    m.memory.store_pointer(handle.wrapping_offset(BUFFER), buffer)?;
    guest::store(m, handle.wrapping_offset(LENGTH), if buffer.is_null() { 0 } else { length as i64 }, 8)
}

/// Whether the program has given a stream a buffer that it uses.
pub(super) fn has_buffer(m: &Machine, stream: StreamId) -> bool {
    buffer(m, stream).is_some()
}

fn buffer(m: &Machine, stream: StreamId) -> Option<(Pointer, u64)> {
    let handle = m.kept_at(Slot::Streams, stream.0).as_pointer();
    let length = guest::load(m, handle.wrapping_offset(LENGTH), 8).ok().filter(|&it| it > 0)?;
    Some((m.memory.load_pointer(handle.wrapping_offset(BUFFER)).ok()?, length as u64))
}

/// A function uses a stream, and may use all of the buffer that the program has given it. It has locked the stream, so
/// two of them are in order: what is noted is a read, which races with other writes there.
pub(super) fn use_buffer(m: &Machine, stream: StreamId) -> InterpResult<()> {
    let Some((buffer, length)) = buffer(m, stream) else { return Ok(()) };
    m.memory.check_readable(buffer, length)?;
    m.memory.log_range(buffer, length, false);
    Ok(())
}

/// The same for all streams.
pub(super) fn use_buffers(m: &Machine) -> InterpResult<()> {
    (0..m.world.streams()).try_for_each(|at| use_buffer(m, StreamId(at)))
}

/// A stream of a file.
pub(super) fn no_room(m: &mut Machine, handle: Pointer) -> InterpResult<()> {
    set_buffer(m, handle, Pointer::NULL, 0)?;
    guest::store(m, handle.wrapping_offset(KIND), NONE, 8)
}

pub(super) fn fmemopen(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (buffer, size, how) = (call.pointer(0)?, call.number(m, 1)?, guest::text(m, call, 2)?);
    let Some((mode, _)) = super::files::mode(&how) else { return guest::null(m, errno::EINVAL) };
    let bytes = match (how[0], buffer.is_null()) {
        // What has no value yet may be written first.
        (b'r', false) if mode.write => {
            m.read_data(buffer, size).unwrap_or_else(|_| vec![0; size as usize].into())
        }
        (b'r', false) => m.read_data(buffer, size)?,
        (b'a', false) => guest::data_string(m, buffer, size)?,
        (b'r', true) => vec![0; size as usize].into(),
        _ => Bytes::new(),
    };
    if how.starts_with(b"w") && !buffer.is_null() && mode.read && size > 0 {
        guest::store(m, buffer, 0, 1)?;
    }
    let at = if mode.append { bytes.len() } else { 0 };
    let room = Room { bytes, at, most: size as usize, append: mode.append };
    let id = m.world.open_room(room, mode);
    let pointer = handle(m, id)?;
    let kind = if buffer.is_null() || !mode.write { SILENT } else { SHOWN };
    guest::store(m, pointer.wrapping_offset(KIND), kind, 8)?;
    m.memory.store_pointer(pointer.wrapping_offset(PLACE), buffer)?;
    guest::store(m, pointer.wrapping_offset(SIZE), size as i64, 8)?;
    Flow::pointer(pointer)
}

/// For characters of `width` bytes.
pub(super) fn open_memstream(m: &mut Machine, call: &Call, width: i64) -> InterpResult<Flow> {
    let (place, size_at) = (call.pointer(0)?, call.pointer(1)?);
    if place.is_null() || size_at.is_null() {
        return guest::null(m, errno::EINVAL);
    }
    let room = Room { bytes: Bytes::new(), at: 0, most: usize::MAX, append: false };
    let id = m.world.open_room(room, Mode { read: false, write: true, append: false });
    if let (Some(stream), true) = (m.world.stream(id), width > 1) {
        stream.wide = Some(true);
    }
    let pointer = handle(m, id)?;
    guest::store(m, pointer.wrapping_offset(KIND), width, 8)?;
    m.memory.store_pointer(pointer.wrapping_offset(PLACE), place)?;
    m.memory.store_pointer(pointer.wrapping_offset(SIZE), size_at)?;
    guest::store(m, pointer.wrapping_offset(SITE), call.site.0.into(), 4)?;
    m.memory.store_pointer(place, Pointer::NULL)?;
    let long = m.memory.target().pointer_size();
    guest::store(m, size_at, 0, long)?;
    Flow::pointer(pointer)
}

/// What was written shows in the program's memory.
pub(super) fn show(m: &mut Machine, handle: Pointer) -> InterpResult<()> {
    let kind = guest::load(m, handle.wrapping_offset(KIND), 8)?;
    if matches!(kind, NONE | SILENT) {
        return Ok(());
    }
    let id = stream_at(m, handle, "fflush")?;
    let Some(room) = m.world.look(id).and_then(|stream| stream.room.clone()) else { return Ok(()) };
    let place = m.memory.load_pointer(handle.wrapping_offset(PLACE))?;
    if kind == SHOWN {
        let size = guest::load(m, handle.wrapping_offset(SIZE), 8)? as usize;
        m.write_data(place, &room.bytes)?;
        let last = room.bytes.get(room.bytes.len().saturating_sub(1)).unwrap_or(Byte::Plain(1));
        if room.bytes.len() < size && !m.byte_is(last, |byte| byte == 0)? {
            guest::store(m, place.wrapping_offset(room.bytes.len() as i64), 0, 1)?;
        }
        return Ok(());
    }
    show_grown(m, handle, place, kind, &room)
}

fn show_grown(m: &mut Machine, handle: Pointer, place: Pointer, width: i64, room: &Room) -> InterpResult<()> {
    let mut bytes = Bytes::new();
    for byte in room.bytes.iter().chain([Byte::Plain(0)]) {
        bytes.push(byte);
        bytes.resize(bytes.len() + width as usize - 1);
    }
    let old = m.memory.load_pointer(place)?;
    let held = m.memory.object(old.prov).map_or(0, |info| info.size);
    let mut block = old;
    if old.is_null() || held < bytes.len() as u64 {
        let site = Site(guest::load(m, handle.wrapping_offset(SITE), 4)? as u32);
        let size = (bytes.len() as u64).max(2 * held);
        let Some(larger) = m.allocate_heap(size, 16, site)? else { return Ok(()) };
        if !old.is_null() {
            m.memory.free(old, site)?;
            m.memory.may_reuse_place(old.prov, larger.prov);
        }
        m.memory.store_pointer(place, larger)?;
        block = larger;
    }
    m.write_data(block, &bytes)?;
    let size_at = m.memory.load_pointer(handle.wrapping_offset(SIZE))?;
    let long = m.memory.target().pointer_size();
    guest::store(m, size_at, room.at.min(room.bytes.len()) as i64, long)
}

/// The same for all streams.
pub(super) fn show_all(m: &mut Machine) -> InterpResult<()> {
    for at in 0..m.world.streams() {
        let handle = m.kept_at(Slot::Streams, at).as_pointer();
        if !handle.is_null() {
            show(m, handle)?;
        }
    }
    Ok(())
}
