//! What `getsockopt` and `setsockopt` know: options that are numbers, in one table, and the few that are more.

use super::address::Family;
use super::{Kind, Network, SocketId, Stage};
use crate::errno::{self, Errno};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// What is set for a socket.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Options {
    /// Numbers that differ from those that a new socket has, by level and name.
    numbers: BTreeMap<(i32, i32), i32>,
    pub(super) reuse_address: i32,
    pub(super) reuse_port: i32,
    pub(super) v6_only: i32,
    pub(super) free_bind: i32,
    /// Bytes of the buffers to send from and to receive into.
    pub(super) buffers: (usize, usize),
    /// `SO_LINGER`: on or off, and how many seconds.
    pub(super) linger: (i32, i32),
    /// How long it waits to receive and to send.
    pub(super) timeouts: [Option<Duration>; 2],
    /// The groups that it is in, with the numbers of the interfaces.
    pub(super) groups: BTreeSet<(IpAddr, u32)>,
    /// The number of the interface that it is bound to (`SO_BINDTODEVICE`); 0 for none.
    pub(super) device: u32,
    /// The number of the interface for what it sends to groups (`IP_MULTICAST_IF`); 0 for the host's choice.
    pub(super) group_interface: u32,
    /// Whether it gets what is sent to groups that others are in.
    pub(super) hears_all: bool,
    /// When it was bound, compared with others.
    pub(super) order: u32,
    /// Whether the host has chosen its port.
    pub(super) given: bool,
}

/// Something that can be set beside numbers.
#[derive(Clone, Debug)]
pub enum Setting {
    /// `SO_LINGER`
    Linger(i32, i32),
    /// How long to wait to receive (0) or to send (1).
    Timeout(usize, Option<Duration>),
    /// To be in a group of hosts, or not any more.
    Group(IpAddr, Where, bool),
    /// Where what is sent to groups leaves from: `IP_MULTICAST_IF`.
    GroupInterface(Where),
    /// The name of the only interface to use; an empty one for all: `SO_BINDTODEVICE`.
    Device(Vec<u8>),
}

/// An interface, as programs name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// By its number; 0 is any.
    Number(u32),
    /// By an address that it has; the one without any bits is any.
    Address(Ipv4Addr),
}

/// The levels.
const SOCKET: i32 = 1;
const IP: i32 = 0;
const TCP: i32 = 6;
const UDP: i32 = 17;
const IP6: i32 = 41;

/// What an option's number may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Domain {
    /// 0 or 1; anything else is 1.
    Truth,
    /// Between these.
    Range(i32, i32),
    /// It is told and cannot be set.
    Fixed,
}

/// The options that are remembered and told: level, name, what they may be, and what they are at first.
const NUMBERS: &[(i32, i32, Domain, i32)] = &[
    // SO_REUSEADDR, SO_TYPE, SO_ERROR, SO_DONTROUTE, SO_BROADCAST, SO_SNDBUF, SO_RCVBUF
    (SOCKET, 2, Domain::Truth, 0),
    (SOCKET, 3, Domain::Fixed, 0),
    (SOCKET, 4, Domain::Fixed, 0),
    (SOCKET, 5, Domain::Truth, 0),
    (SOCKET, 6, Domain::Truth, 0),
    (SOCKET, 7, Domain::Range(i32::MIN, i32::MAX), 212_992),
    (SOCKET, 8, Domain::Range(i32::MIN, i32::MAX), 212_992),
    // SO_KEEPALIVE, SO_OOBINLINE, SO_PRIORITY, SO_REUSEPORT, SO_PASSCRED, SO_RCVLOWAT, SO_SNDLOWAT
    (SOCKET, 9, Domain::Truth, 0),
    (SOCKET, 10, Domain::Truth, 0),
    (SOCKET, 12, Domain::Range(0, 6), 0),
    (SOCKET, 15, Domain::Truth, 0),
    (SOCKET, 18, Domain::Range(1, 1), 1),
    (SOCKET, 19, Domain::Fixed, 1),
    // SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN
    (SOCKET, 30, Domain::Fixed, 0),
    (SOCKET, 38, Domain::Fixed, 0),
    (SOCKET, 39, Domain::Fixed, 0),
    // IP_TOS, IP_TTL, IP_PKTINFO, IP_MTU_DISCOVER, IP_RECVTTL, IP_RECVTOS, IP_FREEBIND
    (IP, 1, Domain::Range(0, 255), 0),
    (IP, 2, Domain::Range(-1, 255), 64),
    // IP_HDRINCL, of raw sockets
    (IP, 3, Domain::Truth, 0),
    (IP, 8, Domain::Truth, 0),
    (IP, 10, Domain::Range(0, 5), 1),
    (IP, 12, Domain::Truth, 0),
    (IP, 13, Domain::Truth, 0),
    (IP, 15, Domain::Truth, 0),
    // IP_MULTICAST_TTL, IP_MULTICAST_LOOP, IP_MULTICAST_ALL
    (IP, 33, Domain::Range(-1, 255), 1),
    (IP, 34, Domain::Truth, 1),
    (IP, 49, Domain::Range(0, 1), 1),
    // IPV6_UNICAST_HOPS, IPV6_MULTICAST_IF, IPV6_MULTICAST_HOPS, IPV6_MULTICAST_LOOP, IPV6_V6ONLY
    (IP6, 16, Domain::Range(-1, 255), 64),
    (IP6, 17, Domain::Range(0, i32::MAX), 0),
    (IP6, 18, Domain::Range(-1, 255), 1),
    (IP6, 19, Domain::Range(0, 1), 1),
    (IP6, 26, Domain::Truth, 0),
    // IPV6_RECVPKTINFO, IPV6_RECVHOPLIMIT, IPV6_TCLASS
    (IP6, 49, Domain::Truth, 0),
    (IP6, 51, Domain::Truth, 0),
    (IP6, 67, Domain::Range(-1, 255), 0),
    // TCP_NODELAY, TCP_CORK, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, TCP_SYNCNT
    (TCP, 1, Domain::Truth, 0),
    (TCP, 3, Domain::Truth, 0),
    (TCP, 4, Domain::Range(1, 32767), 7200),
    (TCP, 5, Domain::Range(1, 32767), 75),
    (TCP, 6, Domain::Range(1, 127), 9),
    (TCP, 7, Domain::Range(1, 127), 6),
    // TCP_QUICKACK, TCP_USER_TIMEOUT
    (TCP, 12, Domain::Truth, 1),
    (TCP, 18, Domain::Range(0, i32::MAX), 0),
];

/// Options whose numbers decide how messages go.
pub(super) const BROADCAST: (i32, i32) = (SOCKET, 6);
pub(super) const KEEP_ALIVE: (i32, i32) = (SOCKET, 9);
pub(super) const OWN_HEADER: (i32, i32) = (IP, 3);
pub(super) const IP_TTL: (i32, i32) = (IP, 2);
pub(super) const IP_TOS: (i32, i32) = (IP, 1);
pub(super) const GROUP_TTL: (i32, i32) = (IP, 33);
pub(super) const GROUP_LOOP: (i32, i32) = (IP, 34);
pub(super) const IP6_HOPS: (i32, i32) = (IP6, 16);
/// The number of the process at the other side of a UNIX connection, of one that listens its own (`SO_PEERCRED`). Of
/// those credentials it is the only one that differs between processes.
const PEER_PROCESS: (i32, i32) = (SOCKET, 17);
pub(super) const IP6_GROUP_INTERFACE: (i32, i32) = (IP6, 17);

impl Options {
    pub(super) fn new(family: Family, kind: Kind) -> Options {
        let tcp = family != Family::Unix && kind == Kind::Stream;
        Options {
            numbers: BTreeMap::new(),
            reuse_address: 0,
            reuse_port: 0,
            v6_only: 0,
            free_bind: 0,
            // TCP begins with these, and both grow: the room of a connection is of its own (`stream`).
            buffers: if tcp { (2_626_560, 131_072) } else { (212_992, 212_992) },
            linger: (0, 0),
            timeouts: [None, None],
            groups: BTreeSet::new(),
            device: 0,
            group_interface: 0,
            hears_all: true,
            order: 0,
            given: false,
        }
    }

    /// An option that is a number.
    pub(super) fn number(&self, which: (i32, i32)) -> i32 {
        let first = || NUMBERS.iter().find(|it| (it.0, it.1) == which).map_or(0, |it| it.3);
        self.numbers.get(&which).copied().unwrap_or_else(first)
    }

    /// Whether both buffers have sizes that the program has set.
    pub(super) fn set_buffers(&self) -> (Option<usize>, Option<usize>) {
        let set = |name: i32, size: usize| self.numbers.contains_key(&(SOCKET, name)).then_some(size);
        (set(7, self.buffers.0), set(8, self.buffers.1))
    }
}

impl Network {
    /// The number of the process at the other side; 0 where nobody is known.
    pub(crate) fn peer_process(&self, id: SocketId) -> i32 {
        self.at(id).options.number(PEER_PROCESS)
    }

    /// From now on this process is at the other side.
    pub(super) fn set_peer_process(&mut self, id: SocketId, process: i32) {
        self.at_mut(id).options.numbers.insert(PEER_PROCESS, process);
    }

    /// Whether a socket has options of a level; what `setsockopt` says otherwise.
    fn check_level(&self, id: SocketId, level: i32) -> Result<(), Errno> {
        let socket = self.at(id);
        let known = match (socket.family, level) {
            (Family::Netlink, _) if level != SOCKET => false,
            (_, SOCKET) | (Family::V4 | Family::V6, IP) | (Family::V6, IP6) => true,
            (Family::Unix, _) => return Err(errno::EOPNOTSUPP),
            (_, TCP) => socket.kind == Kind::Stream,
            (_, UDP) => socket.kind == Kind::Datagram,
            _ => false,
        };
        if known { Ok(()) } else { Err(errno::ENOPROTOOPT) }
    }

    /// `getsockopt` of a number; none for an option that is not modelled.
    pub(crate) fn number(&mut self, id: SocketId, level: i32, name: i32) -> Result<Option<i32>, Errno> {
        self.check_level(id, level)?;
        if !NUMBERS.iter().any(|it| (it.0, it.1) == (level, name)) {
            return Ok(None);
        }
        let socket = self.at(id);
        let value = match (level, name) {
            (SOCKET, 3) => match socket.kind {
                Kind::Stream => 1,
                Kind::Datagram => 2,
                Kind::Raw(_) => 3,
                Kind::Sequenced => 5,
            },
            (SOCKET, 4) => self.take_error(id).err().unwrap_or(0),
            (SOCKET, 7) => socket.options.buffers.0 as i32,
            (SOCKET, 8) => socket.options.buffers.1 as i32,
            (SOCKET, 30) => matches!(socket.stage, Stage::Listening { .. }).into(),
            (SOCKET, 38) => match (socket.family, socket.kind) {
                (Family::Unix, _) => 0,
                (_, Kind::Stream) => TCP,
                (_, Kind::Raw(protocol)) => protocol.into(),
                _ => UDP,
            },
            (SOCKET, 39) => match socket.family {
                Family::Unix => 1,
                Family::V4 => 2,
                Family::V6 => 10,
                Family::Netlink => 16,
            },
            (IP6, 26) => socket.options.v6_only,
            which => socket.options.number(which),
        };
        Ok(Some(value))
    }

    /// `setsockopt` of a number; false for an option that is not modelled.
    pub(crate) fn set_number(
        &mut self,
        id: SocketId,
        level: i32,
        name: i32,
        value: i32,
    ) -> Result<bool, Errno> {
        /// The most that a program may ask for, and the least that it gets.
        const MOST: i32 = 212_992;
        const LEAST: (i32, i32) = (4608, 2304);
        self.check_level(id, level)?;
        let Some(&(.., domain, first)) = NUMBERS.iter().find(|it| (it.0, it.1) == (level, name)) else {
            return Ok(false);
        };
        let mut value = match domain {
            Domain::Truth => (value != 0).into(),
            Domain::Range(..) if level == SOCKET && name == 18 && value != 1 => return Ok(false),
            Domain::Range(least, most) if (least..=most).contains(&value) => value,
            Domain::Range(..) if level == SOCKET => return Err(errno::EPERM),
            Domain::Range(..) => return Err(errno::EINVAL),
            Domain::Fixed => return Err(errno::ENOPROTOOPT),
        };
        let is_bound = self.at(id).local.is_some();
        let host = self.hosts.get(self.at(id).host);
        if (level, name) == IP6_GROUP_INTERFACE
            && value != 0
            && host.interface(value.cast_unsigned()).is_none()
        {
            return Err(errno::ENODEV);
        }
        let family = self.at(id).family;
        let options = &mut self.at_mut(id).options;
        match (level, name) {
            (SOCKET, 2) => options.reuse_address = value,
            (SOCKET, 15) if family == Family::Unix => return Err(errno::EOPNOTSUPP),
            (SOCKET, 15) => options.reuse_port = value,
            (SOCKET, 7) => {
                value = value.cast_unsigned().min(MOST as u32) as i32 * 2;
                value = value.max(LEAST.0);
                options.buffers.0 = value as usize;
            }
            (SOCKET, 8) => {
                value = value.cast_unsigned().min(MOST as u32) as i32 * 2;
                value = value.max(LEAST.1);
                options.buffers.1 = value as usize;
            }
            (IP6, 26) if is_bound => return Err(errno::EINVAL),
            (IP6, 26) => options.v6_only = value,
            (IP, 15) => options.free_bind = value,
            (IP, 49) => options.hears_all = value != 0,
            (IP, 2) if value == 0 => return Err(errno::EINVAL),
            // The host's own.
            (IP, 2) | (IP6, 16) if value == -1 => value = 64,
            (IP, 33) | (IP6, 18) if value == -1 => value = 1,
            (IP6, 67) if value == -1 => value = 0,
            _ => {}
        }
        if value == first && !(level == SOCKET && matches!(name, 7 | 8)) {
            options.numbers.remove(&(level, name));
        } else {
            options.numbers.insert((level, name), value);
        }
        Ok(true)
    }

    /// `setsockopt` of something else.
    pub(crate) fn set(&mut self, id: SocketId, setting: &Setting) -> Result<(), Errno> {
        let interface = match setting {
            Setting::Group(group, at, _) => self.group_interface(id, Some(*group), *at)?,
            Setting::GroupInterface(at) => self.group_interface(id, None, *at)?,
            Setting::Device(name) if name.is_empty() => 0,
            Setting::Device(name) => {
                let host = self.hosts.get(self.at(id).host);
                host.interface_named(name).ok_or(errno::ENODEV)?
            }
            _ => 0,
        };
        let options = &mut self.at_mut(id).options;
        match setting {
            Setting::Linger(on, seconds) => options.linger = ((*on != 0).into(), *seconds),
            Setting::Timeout(which, time) => options.timeouts[*which] = *time,
            Setting::GroupInterface(_) => options.group_interface = interface,
            Setting::Device(_) => options.device = interface,
            Setting::Group(group, _, joins) => {
                if !group.is_multicast() {
                    return Err(errno::EINVAL);
                }
                let group = (*group, interface);
                let changed =
                    if *joins { options.groups.insert(group) } else { options.groups.remove(&group) };
                if !changed {
                    return Err(if *joins { errno::EADDRINUSE } else { errno::EADDRNOTAVAIL });
                }
            }
        }
        Ok(())
    }

    /// The number of an interface that a setting about groups names: to be in a group, or to send to groups.
    fn group_interface(&self, id: SocketId, group: Option<IpAddr>, at: Where) -> Result<u32, Errno> {
        let host = self.hosts.get(self.at(id).host);
        match at {
            Where::Number(0) | Where::Address(Ipv4Addr::UNSPECIFIED) => {
                Ok(if group.is_some() { host.first_outward() } else { 0 })
            }
            Where::Number(number) if host.interface(number).is_some() => Ok(number),
            Where::Number(_) => Err(errno::ENODEV),
            Where::Address(address) => {
                let missing = if group.is_some() { errno::ENODEV } else { errno::EADDRNOTAVAIL };
                host.interface_with(address.into()).ok_or(missing)
            }
        }
    }

    /// The name of the interface that a socket is bound to; empty for none.
    pub(crate) fn device(&self, id: SocketId) -> &str {
        let socket = self.at(id);
        self.hosts.get(socket.host).interface(socket.options.device).map_or("", |it| &it.name)
    }

    /// `SO_LINGER`
    pub(crate) fn linger(&self, id: SocketId) -> (i32, i32) {
        self.at(id).options.linger
    }

    /// How long a socket waits to receive (0) or to send (1); none for ever.
    pub(crate) fn timeout(&self, id: SocketId, which: usize) -> Option<Duration> {
        self.at(id).options.timeouts[which]
    }
}
