//! Between functions of the library and the program's memory: strings, results with `errno`, objects of the library.

use super::errno;
use gmc_mem::{AccessFault, Pointer, Site, Storage};
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_world::errno::Errno;
use gmc_world::{Byte, Bytes};

/// A string of the program's, without its end.
pub(crate) fn string(m: &Machine, at: Pointer) -> InterpResult<Vec<u8>> {
    let length = m.memory.find_byte(at, 0, u64::MAX)?.unwrap_or(0);
    bytes(m, at, length)
}

/// Bytes of the program's.
pub(crate) fn bytes(m: &Machine, at: Pointer, count: u64) -> InterpResult<Vec<u8>> {
    // Before room is made for them: the count may be any number.
    m.memory.check_readable(at, count)?;
    m.look_at_own_room(count)?;
    let mut bytes = vec![0; count as usize];
    m.memory.read_bytes(at, &mut bytes)?;
    Ok(bytes)
}

/// A string of the program's, without its end, of which some bytes may be terms. Where it ends is decided.
pub(crate) fn data_string(m: &Machine, at: Pointer, most: u64) -> InterpResult<Bytes> {
    match m.memory.find_byte(at, 0, most) {
        Ok(length) => m.read_data(at, length.unwrap_or(most)),
        Err(error) if error.fault == AccessFault::Mixed && m.rules.symbolic => {
            let mut text = Bytes::new();
            while (text.len() as u64) < most {
                let byte = m.data_byte(at.wrapping_offset(text.len() as i64))?;
                if m.byte_is(byte, |byte| byte == 0)? {
                    break;
                }
                text.push(byte);
            }
            Ok(text)
        }
        Err(error) => Err(error.into()),
    }
}

/// Bytes, some of which may be terms, and a zero.
pub(crate) fn put_data_string(m: &mut Machine, to: Pointer, text: &Bytes) -> InterpResult<()> {
    let mut ended = text.clone();
    ended.push(Byte::Plain(0));
    m.write_data(to, &ended)
}

/// Bytes and a zero.
pub(crate) fn put_string(m: &mut Machine, to: Pointer, text: &[u8]) -> InterpResult<()> {
    let mut ended = text.to_vec();
    ended.push(0);
    Ok(m.memory.write_bytes(to, &ended)?)
}

/// An argument that is a string.
pub(crate) fn text(m: &Machine, call: &Call, at: usize) -> InterpResult<Vec<u8>> {
    string(m, call.pointer(at)?)
}

/// An argument of type `int`.
pub(crate) fn int(m: &Machine, call: &Call, at: usize) -> InterpResult<i32> {
    Ok(call.int(m, at)? as i32)
}

/// The result of what returns -1 and sets `errno` when it fails.
pub(crate) fn status(m: &mut Machine, outcome: Result<i64, Errno>) -> InterpResult<Flow> {
    match outcome {
        Ok(value) => Flow::int(value),
        Err(code) => {
            errno::set(m, code)?;
            Flow::int(-1)
        }
    }
}

/// The same for what has nothing to tell but that it worked.
pub(crate) fn done(m: &mut Machine, outcome: Result<(), Errno>) -> InterpResult<Flow> {
    status(m, outcome.map(|()| 0))
}

/// A null pointer, with `errno`.
pub(crate) fn null(m: &mut Machine, code: Errno) -> InterpResult<Flow> {
    errno::set(m, code)?;
    Flow::number(0)
}

/// An object of the library's own that the program may look at.
pub(crate) fn object(m: &mut Machine, bytes: &[u8], align: u64) -> InterpResult<Pointer> {
    let pointer = m.allocate(bytes.len() as u64, align, Storage::Global, Site(0))?;
    m.memory.write_bytes(pointer, bytes)?;
    Ok(pointer)
}

/// Likewise, and the program may not change it.
pub(crate) fn constant(m: &mut Machine, bytes: &[u8], align: u64) -> InterpResult<Pointer> {
    let pointer = object(m, bytes, align)?;
    m.memory.seal(pointer.prov);
    Ok(pointer)
}

/// Heap memory with these bytes, which the program has to free; null where there is no room.
pub(crate) fn heap(m: &mut Machine, bytes: &[u8], call: &Call) -> InterpResult<Pointer> {
    m.rely_on(gmc_model::Premise::Allocation);
    let layout = gmc_mem::Layout::new(bytes.len() as u64, 16);
    let Some(pointer) = m.find_room(layout, Storage::Heap, call.site)? else { return Ok(Pointer::NULL) };
    m.memory.write_bytes(pointer, bytes)?;
    Ok(pointer)
}

/// Likewise, where some of the bytes may be terms.
pub(crate) fn heap_data(m: &mut Machine, bytes: &Bytes, call: &Call) -> InterpResult<Pointer> {
    let pointer = heap(m, bytes.plain(), call)?;
    if !pointer.is_null() {
        m.write_data(pointer, bytes)?;
    }
    Ok(pointer)
}

/// Numbers of the target, one after another, as a structure has them.
pub(crate) struct Record {
    bytes: Vec<u8>,
    big_endian: bool,
    /// Bytes of a `long` and of a pointer.
    pub(crate) long: usize,
}

impl Record {
    /// An empty one for the machine's target.
    pub(crate) fn new(m: &Machine) -> Record {
        let target = m.memory.target();
        let big_endian = target.endian == gmc_mem::Endian::Big;
        Record { bytes: Vec::new(), big_endian, long: target.pointer_size() }
    }

    /// A number of this many bytes, at the next multiple of `align`.
    pub(crate) fn aligned(&mut self, value: i64, size: usize, align: usize) -> &mut Record {
        self.bytes.resize(self.bytes.len().next_multiple_of(align), 0);
        if self.big_endian {
            self.bytes.extend_from_slice(&value.to_be_bytes()[8 - size..]);
        } else {
            self.bytes.extend_from_slice(&value.to_le_bytes()[..size]);
        }
        self
    }

    /// A number of this many bytes, at the next multiple of them (of a `long`, for longer ones).
    pub(crate) fn number(&mut self, value: i64, size: usize) -> &mut Record {
        self.aligned(value, size, size.min(self.long))
    }

    /// A `long`.
    pub(crate) fn long(&mut self, value: i64) -> &mut Record {
        self.number(value, self.long)
    }

    /// An `int`.
    pub(crate) fn int(&mut self, value: i32) -> &mut Record {
        self.number(value.into(), 4)
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A number from the program's memory, extended by its sign.
pub(crate) fn load(m: &Machine, at: Pointer, size: usize) -> InterpResult<i64> {
    let mut bytes = [0; 8];
    m.memory.read_bytes(at, &mut bytes[..size])?;
    if m.memory.target().endian == gmc_mem::Endian::Big {
        bytes[..size].reverse();
    }
    let shift = 64 - 8 * size as u32;
    Ok((i64::from_le_bytes(bytes) << shift) >> shift)
}

/// Stores a number.
pub(crate) fn store(m: &mut Machine, to: Pointer, value: i64, size: usize) -> InterpResult<()> {
    Ok(m.memory.store_sized(to, value as u64, size)?)
}

/// A call that no program may make.
pub(crate) fn bad_call<T>(message: impl Into<String>) -> InterpResult<T> {
    Err(InterpError::other(ErrorKind::BadCall, message))
}
