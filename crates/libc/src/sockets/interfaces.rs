//! `ioctl` of sockets about the interfaces of the host (`SIOCGIF…`): it has one, its loopback.

use super::guest::{self, Record};
use gmc_mem::Pointer;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_world::LOOPBACK;
use gmc_world::errno::{self, Errno};

/// Bytes of a name in a `struct ifreq`, and of a `struct sockaddr`.
const NAME: usize = 16;
const ADDRESS: usize = 16;

/// A `struct sockaddr_in` without a port.
fn address(m: &Machine, host: [u8; 4]) -> Vec<u8> {
    let mut record = Record::new(m);
    record.number(2, 2).number(0, 2);
    let mut bytes = record.bytes().to_vec();
    bytes.extend(host);
    bytes.resize(ADDRESS, 0);
    bytes
}

/// What a request puts after the name of the interface.
fn told(m: &Machine, request: u32) -> Option<Vec<u8>> {
    let number = |value: i64, size: usize| {
        let mut record = Record::new(m);
        record.number(value, size);
        record.bytes().to_vec()
    };
    Some(match request {
        // SIOCGIFFLAGS: IFF_UP, IFF_LOOPBACK, IFF_RUNNING
        0x8913 => number(0x49, 2),
        // SIOCGIFADDR, SIOCGIFBRDADDR, SIOCGIFNETMASK
        0x8915 => address(m, [127, 0, 0, 1]),
        0x8919 => address(m, [0, 0, 0, 0]),
        0x891b => address(m, [255, 0, 0, 0]),
        // SIOCGIFMETRIC, SIOCGIFMTU
        0x891d => number(0, 4),
        0x8921 => number(65536, 4),
        // SIOCGIFHWADDR: ARPHRD_LOOPBACK
        0x8927 => {
            let mut bytes = number(772, 2);
            bytes.resize(ADDRESS, 0);
            bytes
        }
        // SIOCGIFINDEX
        0x8933 => number(LOOPBACK.into(), 4),
        _ => return None,
    })
}

/// Requests about interfaces; none if it is not one of these.
pub(crate) fn ask(m: &mut Machine, request: u32, to: Pointer) -> InterpResult<Option<Result<(), Errno>>> {
    match request {
        // SIOCGIFCONF
        0x8912 => list(m, to).map(|()| Some(Ok(()))),
        // SIOCGIFNAME
        0x8910 => {
            let index = guest::load(m, to.wrapping_offset(NAME as i64), 4)?;
            if index != i64::from(LOOPBACK) {
                return Ok(Some(Err(errno::ENODEV)));
            }
            guest::put_string(m, to, b"lo")?;
            Ok(Some(Ok(())))
        }
        0x8913..=0x8942 => {
            let end = m.memory.find_byte(to, 0, NAME as u64)?.unwrap_or(NAME as u64);
            if guest::bytes(m, to, end)? != b"lo" {
                return Ok(Some(Err(errno::ENODEV)));
            }
            let Some(bytes) = told(m, request) else {
                let what = format!("`ioctl` of a socket with the request {request:#x}");
                return Err(InterpError::unsupported(what));
            };
            m.memory.write_bytes(to.wrapping_offset(NAME as i64), &bytes)?;
            Ok(Some(Ok(())))
        }
        _ => Ok(None),
    }
}

/// A `struct ifconf`: its length, and where the list of `struct ifreq` goes.
fn list(m: &mut Machine, to: Pointer) -> InterpResult<()> {
    let width = m.memory.target().pointer_size();
    let size = if width == 8 { 40 } else { 32 };
    let (room, place) = (guest::load(m, to, 4)?, m.memory.load_pointer(to.wrapping_offset(width as i64))?);
    let fits = place.is_null() || room >= size;
    if fits && !place.is_null() {
        let mut bytes = b"lo".to_vec();
        bytes.resize(NAME, 0);
        bytes.extend(address(m, [127, 0, 0, 1]));
        bytes.resize(size as usize, 0);
        m.memory.write_bytes(place, &bytes)?;
    }
    guest::store(m, to, if fits { size } else { 0 }, 4)
}
