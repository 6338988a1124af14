//! `struct sockaddr` in the program's memory.

use super::guest;
use gmc_mem::{Endian, Pointer};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;
use gmc_world::Address;
use gmc_world::errno::{self, Errno};

/// `AF_UNIX`, `AF_INET`, `AF_INET6`
const UNIX: u16 = 1;
const V4: u16 = 2;
const V6: u16 = 10;
const NETLINK: u16 = 16;
/// The longest address of any family, and of `AF_UNIX`.
const LONGEST: i32 = 128;
const LONGEST_UNIX: i32 = 110;

/// An argument that points to an address. glibc declares it as a union of pointers where the program asks for GNU's
/// extensions.
pub(super) fn argument(m: &Machine, call: &Call, at: usize) -> InterpResult<Pointer> {
    match call.class(at)? {
        Class::Aggregate { .. } => Ok(m.memory.load_pointer(call.pointer(at)?)?),
        _ => call.pointer(at),
    }
}

/// An address of the program's. Of a path, only what comes before its end is read.
pub(super) fn load(m: &Machine, from: Pointer, length: i32) -> InterpResult<Result<Address, Errno>> {
    if !(2..=LONGEST).contains(&length) {
        return Ok(Err(errno::EINVAL));
    }
    let family = guest::load(m, from, 2)? as u16;
    let port = |bytes: &[u8]| u16::from_be_bytes([bytes[0], bytes[1]]);
    Ok(match family {
        0 => Ok(Address::Nothing),
        UNIX if length > LONGEST_UNIX => Err(errno::EINVAL),
        UNIX if length == 2 => Ok(Address::Unnamed),
        UNIX => {
            let (path, most) = (from.wrapping_offset(2), length as u64 - 2);
            if guest::load(m, path, 1)? == 0 {
                Ok(Address::Abstract(guest::bytes(m, path.wrapping_offset(1), most - 1)?))
            } else {
                let end = m.memory.find_byte(path, 0, most)?.unwrap_or(most);
                Ok(Address::Path(guest::bytes(m, path, end)?))
            }
        }
        V4 if length < 16 => Err(errno::EINVAL),
        V4 => {
            let bytes = guest::bytes(m, from.wrapping_offset(2), 6)?;
            Ok(Address::V4([bytes[2], bytes[3], bytes[4], bytes[5]].into(), port(&bytes)))
        }
        V6 if length < 24 => Err(errno::EINVAL),
        V6 => {
            let bytes = guest::bytes(m, from.wrapping_offset(2), 22)?;
            let host: [u8; 16] = bytes[6..22].try_into().unwrap_or_default();
            let scope = if length < 28 { 0 } else { guest::load(m, from.wrapping_offset(24), 4)? as u32 };
            Ok(Address::V6(host.into(), port(&bytes), scope))
        }
        NETLINK if length < 12 => Err(errno::EINVAL),
        NETLINK => {
            let port = guest::load(m, from.wrapping_offset(4), 4)? as u32;
            Ok(Address::Netlink(port, guest::load(m, from.wrapping_offset(8), 4)? as u32))
        }
        _ => Err(errno::EAFNOSUPPORT),
    })
}

/// The bytes of an address.
fn image(m: &Machine, address: &Address) -> Vec<u8> {
    let family = |family: u16| match m.memory.target().endian {
        Endian::Big => family.to_be_bytes(),
        Endian::Little => family.to_le_bytes(),
    };
    let mut bytes = Vec::new();
    match address {
        Address::Nothing => bytes.extend(family(0)),
        Address::Unnamed => bytes.extend(family(UNIX)),
        Address::Path(path) => {
            bytes.extend(family(UNIX));
            bytes.extend(path);
            bytes.push(0);
        }
        Address::Abstract(name) => {
            bytes.extend(family(UNIX));
            bytes.push(0);
            bytes.extend(name);
        }
        Address::V4(host, port) => {
            bytes.extend(family(V4));
            bytes.extend(port.to_be_bytes());
            bytes.extend(host.octets());
            bytes.extend([0; 8]);
        }
        Address::Netlink(port, groups) => {
            let words = [*port, *groups].map(|it| match m.memory.target().endian {
                Endian::Big => it.to_be_bytes(),
                Endian::Little => it.to_le_bytes(),
            });
            bytes.extend(family(NETLINK));
            bytes.extend([0; 2]);
            bytes.extend(words.as_flattened());
        }
        Address::V6(host, port, scope) => {
            bytes.extend(family(V6));
            bytes.extend(port.to_be_bytes());
            bytes.extend([0; 4]);
            bytes.extend(host.octets());
            bytes.extend(match m.memory.target().endian {
                Endian::Big => scope.to_be_bytes(),
                Endian::Little => scope.to_le_bytes(),
            });
        }
    }
    bytes
}

/// Puts as much of an address as there is room for where the program wants it; returns how long it is. No address has
/// no bytes.
pub(super) fn put(
    m: &mut Machine,
    address: Option<&Address>,
    to: Pointer,
    room: usize,
) -> InterpResult<usize> {
    let bytes = address.map(|it| image(m, it)).unwrap_or_default();
    m.memory.write_bytes(to, &bytes[..bytes.len().min(room)])?;
    Ok(bytes.len())
}

/// Likewise, where the room stands in the program's memory, and the length goes there.
pub(super) fn store(
    m: &mut Machine,
    address: Option<&Address>,
    to: Pointer,
    length: Pointer,
) -> InterpResult<()> {
    let room = guest::load(m, length, 4)?.max(0) as usize;
    let count = put(m, address, to, room)?;
    guest::store(m, length, count as i64, 4)
}
