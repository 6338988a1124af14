//! Who has which name: `bind`, names that the host gives, and finding the socket that has a name.
//!
//! Names of UNIX sockets in the file system are kept here, not there: a program that may not change the host's files
//! can bind one all the same, and no file appears.

use super::address::{Address, Family};
use super::{Kind, Network, Socket, SocketId, Stage};
use crate::errno::{self, Errno};
use crate::hosts::{Arrival, HostId};
use std::net::{IpAddr, Ipv4Addr};

/// A name in the file system.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name {
    /// The socket that has it; none when that is closed.
    socket: Option<SocketId>,
    mode: u32,
}

/// The ports that the host gives, as Linux has them: odd ones to who binds a name, even ones to who connects, as long
/// as there are any. It gives the first that is free.
const GIVEN: (u16, u16) = (32768, 60999);

/// The ports of netlink that the host gives: Linux gives the number of the process where it is free.
const NETLINK: u32 = 4711;

/// Whether a port is one of these.
pub(super) fn is_given(port: u16) -> bool {
    (GIVEN.0..=GIVEN.1).contains(&port)
}

fn given(odd: u16) -> impl Iterator<Item = u16> + Clone {
    let ports = |parity: u16| (GIVEN.0 + parity..=GIVEN.1).step_by(2);
    ports(odd).chain(ports(1 - odd))
}

impl Network {
    /// `bind` to a name that is no path.
    pub(crate) fn bind(&mut self, id: SocketId, to: &Address) -> Result<(), Errno> {
        let socket = self.at(id);
        if socket.family == Family::Unix {
            return self.bind_unix(id, to);
        }
        if to.family() != Some(socket.family) {
            return Err(errno::EAFNOSUPPORT);
        }
        if let Address::Netlink(port, groups) = *to {
            return self.bind_netlink(id, port, groups);
        }
        let host = to.host();
        let joined = !socket.is_connected_kind() && host.is_multicast();
        let own = self.hosts.get(socket.host);
        let is_own = own.interface_with(host).is_some() || own.broadcasts(host).is_some();
        let may_be_own = is_own || self.has_gateway();
        if !host.is_unspecified() && !may_be_own && !joined && socket.options.free_bind == 0 {
            return Err(errno::EADDRNOTAVAIL);
        }
        if let Address::V6(host, _, scope) = to
            && host.is_unicast_link_local()
            && own.interface(*scope).is_none()
        {
            return Err(errno::EINVAL);
        }
        let has_name = socket.local.is_some() || socket.stage != Stage::Closed || socket.remote.is_some();
        if has_name && !socket.lost_its_port() {
            return Err(errno::EINVAL);
        }
        if socket.options.v6_only != 0 && socket.family == Family::V6 && matches!(host, IpAddr::V4(_)) {
            return Err(errno::EINVAL);
        }
        let port = match to.port() {
            _ if matches!(socket.kind, Kind::Raw(_)) => 0,
            0 => match self.bind_outside(id, to)? {
                Some(port) => port,
                None => self.free_port(id, to, 1)?,
            },
            _ if self.is_taken(id, to) => return Err(errno::EADDRINUSE),
            port => self.bind_outside(id, to)?.unwrap_or(port),
        };
        let order = self.next_order();
        let local = to.with_port(port);
        let socket = self.at_mut(id);
        socket.local = Some(local);
        socket.remote = None;
        socket.options.order = order;
        socket.options.given = to.port() == 0;
        if matches!(host, IpAddr::V6(_)) && !host.is_unspecified() {
            socket.options.v6_only = 1;
        }
        Ok(())
    }

    /// A port of netlink; 0 for the first that is free, from that of the process on.
    fn bind_netlink(&mut self, id: SocketId, port: u32, groups: u32) -> Result<(), Errno> {
        let host = self.at(id).host;
        let is_taken = |port: u32| {
            let has = |it: &Socket| {
                it.host == host && matches!(it.local, Some(Address::Netlink(own, _)) if own == port)
            };
            self.all().any(|it| it.0 != id && has(it.1))
        };
        let port = match port {
            0 => (NETLINK..).find(|&it| !is_taken(it)).unwrap_or(NETLINK),
            _ if is_taken(port) => return Err(errno::EADDRINUSE),
            port => port,
        };
        self.at_mut(id).local = Some(Address::Netlink(port, groups));
        Ok(())
    }

    fn bind_unix(&mut self, id: SocketId, to: &Address) -> Result<(), Errno> {
        let host = self.at(id).host;
        let name = match to {
            Address::Abstract(_) => to.clone(),
            // The first number of five hexadecimal digits that is free.
            Address::Unnamed => {
                if self.at(id).local.is_some() {
                    return Ok(());
                }
                let name = |at: u32| Address::Abstract(format!("{at:05x}").into_bytes());
                let free =
                    (0..1 << 20).map(name).find(|name| self.named(host, name, self.at(id).kind).is_none());
                free.ok_or(errno::ENOSPC)?
            }
            _ => return Err(errno::EINVAL),
        };
        if self.at(id).local.is_some() {
            return Err(errno::EINVAL);
        }
        if self.named(host, &name, self.at(id).kind).is_some() {
            return Err(errno::EADDRINUSE);
        }
        self.at_mut(id).local = Some(name);
        Ok(())
    }

    /// `bind` to a path, of which this is the real name. Nothing else has it.
    pub(crate) fn bind_path(
        &mut self,
        id: SocketId,
        written: &[u8],
        real: (HostId, Vec<u8>),
        mode: u32,
    ) -> Result<(), Errno> {
        if self.at(id).local.is_some() {
            return Err(errno::EINVAL);
        }
        self.at_mut(id).local = Some(Address::Path(written.to_vec()));
        self.paths.insert(real, Name { socket: Some(id), mode });
        Ok(())
    }

    /// Whether a socket has a name, by which it cannot get another.
    pub(crate) fn is_bound(&self, id: SocketId) -> bool {
        self.at(id).local.is_some()
    }

    /// The mode of a name in the file system that is a socket's, or was one.
    pub(crate) fn path_mode(&self, real: &(HostId, Vec<u8>)) -> Option<u32> {
        self.paths.get(real).map(|it| it.mode)
    }

    /// Sets it.
    pub(crate) fn set_path_mode(&mut self, real: &(HostId, Vec<u8>), mode: u32) {
        if let Some(name) = self.paths.get_mut(real) {
            name.mode = mode & 0o7777;
        }
    }

    /// `unlink` of such a name: nobody finds the socket any more.
    pub(crate) fn unlink(&mut self, real: &(HostId, Vec<u8>)) -> bool {
        self.paths.remove(real).is_some()
    }

    /// `rename` of such a name.
    pub(crate) fn rename(&mut self, from: &(HostId, Vec<u8>), to: (HostId, Vec<u8>)) -> bool {
        let Some(name) = self.paths.remove(from) else { return false };
        self.paths.insert(to, name);
        true
    }

    /// Whether there are any.
    pub(crate) fn has_paths(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Names of sockets in a directory.
    pub(crate) fn paths_in<'a>(
        &'a self,
        host: HostId,
        directory: &'a [u8],
    ) -> impl Iterator<Item = &'a [u8]> {
        self.paths.keys().filter(move |it| it.0 == host).filter_map(move |(_, path)| {
            let rest = path.strip_prefix(directory)?;
            let rest = if directory == b"/" { rest } else { rest.strip_prefix(b"/")? };
            (!rest.is_empty() && !rest.contains(&b'/')).then_some(rest)
        })
    }

    /// The socket that has a path's real name, for one of a kind that wants to send there.
    pub(crate) fn at_path(&self, real: &(HostId, Vec<u8>), kind: Kind) -> Result<SocketId, Errno> {
        let found = self.paths.get(real).and_then(|it| it.socket).ok_or(errno::ECONNREFUSED)?;
        if self.at(found).kind == kind { Ok(found) } else { Err(errno::EPROTOTYPE) }
    }

    /// The UNIX socket of a kind with a name of its own.
    pub(super) fn named(&self, host: HostId, name: &Address, kind: Kind) -> Option<SocketId> {
        let is = |it: &Socket| it.host == host && it.kind == kind && it.local.as_ref() == Some(name);
        self.all().find(|it| is(it.1)).map(|it| it.0)
    }

    /// A socket is closed: its name leads nowhere.
    pub(super) fn forget_name(&mut self, id: SocketId) {
        for name in self.paths.values_mut() {
            if name.socket == Some(id) {
                name.socket = None;
            }
        }
    }

    /// The socket gets a port of its own and any address, unless it has one.
    pub(super) fn bind_anywhere(&mut self, id: SocketId, odd: u16) -> Result<(), Errno> {
        if self.at(id).local.is_some() && !self.at(id).lost_its_port() {
            return Ok(());
        }
        let any = Address::any(self.at(id).family);
        let port = self.free_port(id, &any, odd)?;
        let order = self.next_order();
        let socket = self.at_mut(id);
        socket.local = Some(any.with_port(port));
        socket.options.order = order;
        socket.options.given = true;
        Ok(())
    }

    /// Sockets are found in the order in which they were bound, the last first.
    fn next_order(&self) -> u32 {
        self.all().map(|(_, it)| it.options.order).max().unwrap_or(0) + 1
    }

    fn free_port(&self, id: SocketId, to: &Address, odd: u16) -> Result<u16, Errno> {
        let host = self.at(id).host;
        let has = |it: &Socket, port: u16| it.local.as_ref().is_some_and(|name| name.port() == port);
        let used = |port: u16| self.all().any(|(_, it)| it.host == host && has(it, port));
        // Rather one that nobody has, of TCP or UDP.
        let free = given(odd).find(|&port| !used(port) && !self.lingering.contains_key(&(host, port)));
        free.or_else(|| given(odd).find(|&port| !self.is_taken(id, &to.with_port(port))))
            .ok_or(errno::EADDRINUSE)
    }

    /// Whether a socket cannot have a name, as another has it.
    pub(super) fn is_taken(&self, id: SocketId, to: &Address) -> bool {
        let own = self.at(id);
        let is_in_the_way = |other: &Socket| {
            let name = other.local.as_ref().filter(|it| it.port() == to.port() && !other.lost_its_port());
            let Some(name) = name else { return false };
            if other.host != own.host
                || other.family == Family::Unix
                || other.is_tcp() != own.is_tcp()
                || !overlaps(own, to, other, name)
            {
                return false;
            }
            if matches!(own.kind, Kind::Raw(_)) || matches!(other.kind, Kind::Raw(_)) {
                return false;
            }
            let both_again = own.options.reuse_address != 0 && other.options.reuse_address != 0;
            let listens = other.is_tcp() && matches!(other.stage, Stage::Listening { .. });
            let both_shared = own.options.reuse_port != 0 && other.options.reuse_port != 0;
            !(both_shared || both_again && !listens)
        };
        let lingers = |&again: &bool| !(again && own.options.reuse_address != 0);
        own.is_tcp() && self.lingering.get(&(own.host, to.port())).is_some_and(lingers)
            || self.all().any(|(other, it)| other != id && is_in_the_way(it))
    }

    /// The socket that listens at an address of a host.
    pub(super) fn listener(&self, at: Arrival, to: IpAddr, port: u16) -> Option<SocketId> {
        let score = |it: &Socket| {
            let listens = it.is_tcp() && matches!(it.stage, Stage::Listening { .. });
            listens.then(|| score(it, at, to, port)).flatten()
        };
        let found = self.all().filter_map(|(id, it)| Some((score(it)?, it.options.order, id)));
        found.max().map(|it| it.2)
    }

    /// The sockets that get a datagram: one, or all that are in the group that it goes to.
    pub(super) fn receivers(&self, from: (IpAddr, u16), at: Arrival, to: (IpAddr, u16)) -> Vec<SocketId> {
        let (to, port) = to;
        let score = |it: &Socket| {
            if !matches!(it.family, Family::V4 | Family::V6) || it.kind != Kind::Datagram {
                return None;
            }
            let connected = match &it.remote {
                Some(remote) if (remote.host(), remote.port()) != from => return None,
                other => other.is_some(),
            };
            Some((score(it, at, to, port)?, connected))
        };
        let found = self.all().filter_map(|(id, it)| Some((score(it)?, it.options.order, id)));
        if self.means_all(at, to) {
            return found.map(|it| it.2).collect();
        }
        if !to.is_multicast() {
            return found.max().map(|it| it.2).into_iter().collect();
        }
        let hears = |it: &SocketId| {
            let options = &self.at(*it).options;
            let group = (to, at.interface);
            let has = |it: &Socket| it.host == at.host && it.options.groups.contains(&group);
            options.groups.contains(&group) || options.hears_all && self.all().any(|it| has(it.1))
        };
        found.map(|it| it.2).filter(hears).collect()
    }

    /// Whether an address means all hosts on a link, as seen where a packet comes in.
    fn means_all(&self, at: Arrival, to: IpAddr) -> bool {
        to == IpAddr::V4(Ipv4Addr::BROADCAST) || self.hosts.get(at.host).broadcasts(to).is_some()
    }
}

/// How well a socket's name fits an address: not at all, as one of many, or exactly.
fn score(socket: &Socket, at: Arrival, to: IpAddr, port: u16) -> Option<u8> {
    let device = socket.options.device;
    if socket.host != at.host || device != 0 && device != at.interface {
        return None;
    }
    let name = socket.local.as_ref().filter(|it| it.port() == port)?;
    let own = name.host();
    match (own, to) {
        _ if own == to => Some(3),
        (IpAddr::V4(own), IpAddr::V4(_)) if own.is_unspecified() && socket.family == Family::V4 => Some(2),
        (IpAddr::V4(own), IpAddr::V4(_)) if own.is_unspecified() => Some(1),
        (IpAddr::V6(own), IpAddr::V6(_)) if own.is_unspecified() => Some(2),
        (IpAddr::V6(own), IpAddr::V4(_)) if own.is_unspecified() && socket.options.v6_only == 0 => Some(1),
        _ => None,
    }
}

/// Whether there is an address that both names stand for.
fn overlaps(own: &Socket, name: &Address, other: &Socket, other_name: &Address) -> bool {
    let spans_both = |socket: &Socket, host: IpAddr| {
        matches!(host, IpAddr::V6(it) if it.is_unspecified()) && socket.options.v6_only == 0
    };
    match (name.host(), other_name.host()) {
        (IpAddr::V4(one), IpAddr::V4(other)) => {
            one.is_unspecified() || other.is_unspecified() || one == other
        }
        (IpAddr::V6(one), IpAddr::V6(other)) => {
            one.is_unspecified() || other.is_unspecified() || one == other
        }
        (one @ IpAddr::V6(_), IpAddr::V4(_)) => spans_both(own, one),
        (IpAddr::V4(_), one @ IpAddr::V6(_)) => spans_both(other, one),
    }
}
