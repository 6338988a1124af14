//! `sys/socket.h`: sockets. What they do is in `gmc_world`; here arguments are taken out of memory, and results put in.
//!
//! Deliberately absent: packet sockets, raw ones over IPv6 and of TCP, out-of-band data, and the network of the host.

mod address;
mod control;
mod interfaces;
mod message;
mod options;

pub(super) use interfaces::{TABLE as INTERFACES, ask as ask_interfaces};
pub(super) use message::{TABLE as MESSAGES, send_bytes};
pub(super) use options::TABLE as OPTIONS;

use super::{channels, guest};
use crate::channels::INTERRUPTIBLY;
use crate::failures;
use gmc_model::Premise;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::errno::{self, Errno};
use gmc_world::{Family, Kind, Target};

pub(super) const TABLE: &[Native] = &[
    outside("socket", socket).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("socketpair", socketpair).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("bind", bind).is(Traits::GOES_ON),
    outside("listen", listen).is(Traits::GOES_ON),
    outside("accept", |m, call| accept(m, call, 0))
        .fails(&failures::ACCEPT)
        .is(INTERRUPTIBLY.and(Traits::RESTS)),
    outside("accept4", |m, call| accept(m, call, guest::int(m, call, 3)?))
        .fails(&failures::ACCEPT)
        .is(INTERRUPTIBLY.and(Traits::RESTS)),
    outside("connect", connect).fails(&failures::CONNECT).is(INTERRUPTIBLY),
    outside("getsockname", getsockname).is(Traits::GOES_ON),
    outside("getpeername", getpeername).is(Traits::GOES_ON),
    outside("shutdown", shutdown).is(Traits::GOES_ON).is(Traits::ONE_FILE),
];

/// `SOCK_NONBLOCK` and `SOCK_CLOEXEC`
const FLAGS: i32 = 0o4000 | 0o2_000_000;

/// The family and kind that `socket` is asked for.
fn sort(domain: i32, kind: i32, protocol: i32) -> InterpResult<Result<(Family, Kind), Errno>> {
    if kind & !(0xf | FLAGS) != 0 {
        return Ok(Err(errno::EINVAL));
    }
    let family = match domain {
        1 => Family::Unix,
        2 => Family::V4,
        10 => Family::V6,
        16 if protocol != 0 => return Err(InterpError::unsupported("netlink that is not about routes")),
        16 if matches!(kind & 0xf, 2 | 3) => return Ok(Ok((Family::Netlink, Kind::Datagram))),
        16 => return Ok(Err(errno::ESOCKTNOSUPPORT)),
        17 => return Err(InterpError::unsupported("a packet socket")),
        _ => return Ok(Err(errno::EAFNOSUPPORT)),
    };
    let own = match (family, kind & 0xf) {
        (Family::Unix, _) => 1,
        (_, 1) => 6,
        _ => 17,
    };
    Ok(match (family, kind & 0xf) {
        (Family::V6, 3) => return Err(InterpError::unsupported("a raw socket over IPv6")),
        (Family::V4, 3) => match u8::try_from(protocol) {
            Ok(0) => Err(errno::EPROTONOSUPPORT),
            Ok(6) => return Err(InterpError::unsupported("a raw socket of TCP")),
            Ok(protocol) => Ok((family, Kind::Raw(protocol))),
            Err(_) => Err(errno::EINVAL),
        },
        (Family::Unix, 1 | 2 | 3 | 5) | (_, 1 | 2) if protocol != 0 && protocol != own => {
            Err(errno::EPROTONOSUPPORT)
        }
        (_, 1) => Ok((family, Kind::Stream)),
        (_, 2) | (Family::Unix, 3) => Ok((family, Kind::Datagram)),
        (Family::Unix, 5) => Ok((family, Kind::Sequenced)),
        _ => Err(errno::ESOCKTNOSUPPORT),
    })
}

fn socket(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (domain, kind) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let protocol = guest::int(m, call, 2)?;
    let made = match sort(domain, kind, protocol)? {
        Ok((family, sort)) => {
            m.rely_on(Premise::Network);
            m.world.files.socket(family, sort, kind & FLAGS)
        }
        Err(error) => Err(error),
    };
    guest::status(m, made.map(i64::from))
}

fn socketpair(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (domain, kind, to) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?, call.pointer(3)?);
    let made = match sort(domain, kind, guest::int(m, call, 2)?)? {
        Ok((Family::Unix, sort)) => m.world.files.socket_pair(sort, kind & FLAGS),
        Ok(_) => Err(errno::EOPNOTSUPP),
        Err(error) => Err(error),
    };
    channels::give_pair(m, to, made)
}

fn bind(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, length) = (guest::int(m, call, 0)?, guest::int(m, call, 2)?);
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    let bound = match address::load(m, address::argument(m, call, 1)?, length)? {
        Ok(gmc_world::Address::Netlink(_, 1..)) => {
            return Err(InterpError::unsupported("a socket of netlink that listens to changes (groups)"));
        }
        Ok(to) => m.world.files.bind(file, &to),
        Err(error) => Err(error),
    };
    guest::done(m, bound)
}

fn listen(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, most) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let listens = m.world.files.listen(file, most);
    guest::done(m, listens)
}

fn accept(m: &mut Machine, call: &Call, flags: i32) -> InterpResult<Flow> {
    let (file, to, length) = (guest::int(m, call, 0)?, address::argument(m, call, 1)?, call.pointer(2)?);
    if flags & !FLAGS != 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    let accepted = match m.world.files.accept(file, flags) {
        Ok((number, name)) => {
            if !to.is_null() {
                address::store(m, Some(&name), to, length)?;
            }
            Ok(number.into())
        }
        Err(error) => Err(error),
    };
    guest::status(m, accepted)
}

fn connect(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, length) = (guest::int(m, call, 0)?, guest::int(m, call, 2)?);
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    let connected = match address::load(m, address::argument(m, call, 1)?, length)? {
        Ok(address) => {
            let target = Target { address: &address, length: length as usize };
            m.world.files.connect(file, target)
        }
        Err(error) => Err(error),
    };
    guest::done(m, connected)
}

fn getsockname(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = m.world.files.socket_name(guest::int(m, call, 0)?);
    give_name(m, call, name)
}

fn getpeername(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = m.world.files.peer_name(guest::int(m, call, 0)?);
    give_name(m, call, name)
}

fn give_name(m: &mut Machine, call: &Call, name: Result<gmc_world::Address, Errno>) -> InterpResult<Flow> {
    let (to, length) = (address::argument(m, call, 1)?, call.pointer(2)?);
    let given = match name {
        Ok(_) if guest::load(m, length, 4)? < 0 => Err(errno::EINVAL),
        Ok(name) => {
            address::store(m, Some(&name), to, length)?;
            Ok(())
        }
        Err(error) => Err(error),
    };
    guest::done(m, given)
}

fn shutdown(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, how) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let done = match m.world.files.socket_kind(file) {
        Ok(_) if !(0..=2).contains(&how) => Err(errno::EINVAL),
        Ok(_) => m.world.files.shut_down(file, how != 1, how != 0),
        Err(error) => Err(error),
    };
    guest::done(m, done)
}
