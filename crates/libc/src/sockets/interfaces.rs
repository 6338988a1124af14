//! The interfaces of the host: `ioctl` of sockets about them (`SIOCGIF…`), and what models of `getifaddrs` and its
//! kin ask.

use super::guest::{self, Record};
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_world::Interface;
use gmc_world::errno::{self, Errno};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(crate) const TABLE: &[Native] = &[
    memory("__gmc_interface", interface),
    memory("__gmc_address", address_of),
    memory("__gmc_lookup", lookup),
    memory("__gmc_name_of", name_of),
];

/// Bytes of a name in a `struct ifreq`, and of a `struct sockaddr`.
const NAME: usize = 16;
const ADDRESS: usize = 16;

/// A `struct sockaddr_in` without a port.
fn address(m: &Machine, host: Ipv4Addr) -> Vec<u8> {
    let mut record = Record::new(m);
    record.number(2, 2).number(0, 2);
    let mut bytes = record.bytes().to_vec();
    bytes.extend(host.octets());
    bytes.resize(ADDRESS, 0);
    bytes
}

fn number(m: &Machine, value: i64, size: usize) -> Vec<u8> {
    let mut record = Record::new(m);
    record.number(value, size);
    record.bytes().to_vec()
}

/// What a request puts after the name of the interface; an error where it has nothing of that. None for a request that
/// is not modelled.
fn told(m: &Machine, request: u32, index: u32, of: &Interface) -> Option<Result<Vec<u8>, Errno>> {
    let first = of.first().ok_or(errno::EADDRNOTAVAIL);
    let four = |it: IpAddr| match it {
        IpAddr::V4(it) => it,
        IpAddr::V6(_) => Ipv4Addr::UNSPECIFIED,
    };
    Some(match request {
        // SIOCGIFFLAGS
        0x8913 => Ok(number(m, of.flags().into(), 2)),
        // SIOCGIFADDR, SIOCGIFBRDADDR, SIOCGIFNETMASK
        0x8915 => first.map(|it| address(m, four(it.address))),
        0x8919 => first.map(|it| address(m, it.broadcast().unwrap_or(Ipv4Addr::UNSPECIFIED))),
        0x891b => first.map(|it| address(m, four(it.mask()))),
        // SIOCGIFMETRIC, SIOCGIFMTU
        0x891d => Ok(number(m, 0, 4)),
        0x8921 => Ok(number(m, of.mtu.into(), 4)),
        // SIOCGIFHWADDR
        0x8927 => {
            let mut bytes = number(m, of.kind().into(), 2);
            bytes.extend(of.hardware);
            bytes.resize(ADDRESS, 0);
            Ok(bytes)
        }
        // SIOCGIFINDEX
        0x8933 => Ok(number(m, index.into(), 4)),
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
            let found = m.world.files.host().interface(index as u32);
            let Some(name) = found.map(|it| it.name.clone()) else { return Ok(Some(Err(errno::ENODEV))) };
            guest::put_string(m, to, name.as_bytes())?;
            Ok(Some(Ok(())))
        }
        0x8913..=0x8942 => {
            let end = m.memory.find_byte(to, 0, NAME as u64)?.unwrap_or(NAME as u64);
            let name = guest::bytes(m, to, end)?;
            let host = m.world.files.host();
            let index = host.interface_named(&name);
            let Some((index, own)) = index.and_then(|it| Some((it, host.interface(it)?))) else {
                return Ok(Some(Err(errno::ENODEV)));
            };
            match told(m, request, index, own) {
                Some(Ok(bytes)) => m.memory.write_bytes(to.wrapping_offset(NAME as i64), &bytes)?,
                Some(Err(error)) => return Ok(Some(Err(error))),
                None => {
                    let what = format!("`ioctl` of a socket with the request {request:#x}");
                    return Err(InterpError::unsupported(what));
                }
            }
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
    let mut bytes = Vec::new();
    for (_, own) in m.world.files.host().interfaces() {
        let Some(IpAddr::V4(first)) = own.first().map(|it| it.address) else { continue };
        let end = bytes.len() + size;
        bytes.extend(own.name.as_bytes());
        bytes.resize(end - size + NAME, 0);
        bytes.extend(address(m, first));
        bytes.resize(end, 0);
    }
    if !place.is_null() {
        bytes.truncate(room.max(0) as usize / size * size);
        m.memory.write_bytes(place, &bytes)?;
    }
    guest::store(m, to, bytes.len() as i64, 4)
}

/// `int __gmc_interface(unsigned number, char name[16])`: the flags of an interface; -1 where there is none.
fn interface(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.rely_on(Premise::Host);
    let (index, to) = (guest::int(m, call, 0)?, call.pointer(1)?);
    let found = m.world.files.host().interface(index as u32).map(|it| (it.name.clone(), it.flags()));
    let Some((name, flags)) = found else { return Flow::int(-1) };
    guest::put_string(m, to, name.as_bytes())?;
    Flow::int(flags.into())
}

/// Puts an address into 16 bytes: its family, `AF_INET` or `AF_INET6`.
fn put(m: &mut Machine, address: IpAddr, to: Pointer) -> InterpResult<i64> {
    match address {
        IpAddr::V4(it) => m.memory.write_bytes(to, &it.octets())?,
        IpAddr::V6(it) => m.memory.write_bytes(to, &it.octets())?,
    }
    Ok(if address.is_ipv4() { 2 } else { 10 })
}

/// `int __gmc_address(unsigned number, int at, void *address, void *mask)`: the family of an address of an interface;
/// 0 where there are no more.
fn address_of(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (index, at) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let host = m.world.files.host();
    let found = host.interface(index as u32).and_then(|it| it.addresses.get(at as usize)).copied();
    let Some(found) = found else { return Flow::int(0) };
    put(m, found.mask(), call.pointer(3)?)?;
    let family = put(m, found.address, call.pointer(2)?)?;
    Flow::int(family)
}

/// `int __gmc_lookup(const char *name, int at, void *address)`: the family of an address of the host with a name, as
/// all hosts have it in a table, or as the machine's network has it; 0 where there are no more.
fn lookup(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, at) = (guest::text(m, call, 0)?, guest::int(m, call, 1)?);
    let hosts = m.world.hosts();
    let found = hosts.all().find(|it| it.1.name.as_bytes() == name);
    // The loopback is not what others reach it by.
    let outward = found.iter().flat_map(|it| it.1.interfaces()).filter(|it| !it.1.is_loopback());
    let address = outward.flat_map(|it| &it.1.addresses).nth(at as usize).map(|it| it.address);
    let outside = || m.world.files.look_up(std::str::from_utf8(&name).ok()?, at as usize);
    let Some(address) = address.or_else(outside) else { return Flow::int(0) };
    let family = put(m, address, call.pointer(2)?)?;
    Flow::int(family)
}

/// `int __gmc_name_of(int family, const void *address, char *name, size_t size)`: 1 if a host is reached by the address
/// and its name fits, 0 if not.
fn name_of(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (family, from, to) = (guest::int(m, call, 0)?, call.pointer(1)?, call.pointer(2)?);
    let bytes = guest::bytes(m, from, if family == 2 { 4 } else { 16 })?;
    let address = match (<[u8; 4]>::try_from(&bytes[..]), <[u8; 16]>::try_from(&bytes[..])) {
        (Ok(four), _) => IpAddr::V4(Ipv4Addr::from(four)),
        (_, Ok(eight)) => IpAddr::V6(Ipv6Addr::from(eight)),
        _ => return Flow::int(0),
    };
    let has = |it: &Interface| !it.is_loopback() && it.addresses.iter().any(|own| own.address == address);
    let is = |it: &gmc_world::Host| it.interfaces().any(|it| has(it.1));
    let found = m.world.hosts().all().find(|it| is(it.1)).map(|it| it.1.name.clone());
    match found.filter(|it| (it.len() as u64) < call.number(m, 3).unwrap_or(0)) {
        Some(name) => {
            guest::put_string(m, to, name.as_bytes())?;
            Flow::int(1)
        }
        None => Flow::int(0),
    }
}
