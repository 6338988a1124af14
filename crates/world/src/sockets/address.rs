//! Names of sockets: what `bind`, `connect` and their kin are told.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The families of addresses that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `AF_UNIX`: names in the file system, or of their own.
    Unix,
    /// `AF_INET`
    V4,
    /// `AF_INET6`
    V6,
    /// `AF_NETLINK`: the host itself.
    Netlink,
}

/// The name of a socket.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Address {
    /// `AF_UNSPEC`: none, which takes a name back.
    Nothing,
    /// A socket of `AF_UNIX` without a name.
    Unnamed,
    /// A name in the file system, as the program wrote it.
    Path(Vec<u8>),
    /// A name of its own (`sun_path` starts with a zero).
    Abstract(Vec<u8>),
    /// An address and a port.
    V4(Ipv4Addr, u16),
    /// An address, a port, and the number of an interface.
    V6(Ipv6Addr, u16, u32),
    /// A port of netlink, and groups.
    Netlink(u32, u32),
}

/// The number of `lo`, the only interface.
pub const LOOPBACK: u32 = 1;

impl Address {
    /// The address of a family that stands for all addresses of the host.
    pub(super) fn any(family: Family) -> Address {
        match family {
            Family::Unix => Address::Unnamed,
            Family::V4 => Address::V4(Ipv4Addr::UNSPECIFIED, 0),
            Family::V6 => Address::V6(Ipv6Addr::UNSPECIFIED, 0, 0),
            Family::Netlink => Address::Netlink(0, 0),
        }
    }

    /// Its family, if it is a name.
    pub fn family(&self) -> Option<Family> {
        match self {
            Address::Nothing => None,
            Address::Unnamed | Address::Path(_) | Address::Abstract(_) => Some(Family::Unix),
            Address::V4(..) => Some(Family::V4),
            Address::V6(..) => Some(Family::V6),
            Address::Netlink(..) => Some(Family::Netlink),
        }
    }

    /// The port; 0 where it has none.
    pub(super) fn port(&self) -> u16 {
        match self {
            Address::V4(_, port) | Address::V6(_, port, _) => *port,
            _ => 0,
        }
    }

    /// The same with another port.
    pub(super) fn with_port(&self, port: u16) -> Address {
        match *self {
            Address::V4(host, _) => Address::V4(host, port),
            Address::V6(host, _, scope) => Address::V6(host, port, scope),
            ref other => other.clone(),
        }
    }

    /// The host; one of the older kind that is written as one of the newer kind is the older one.
    pub(super) fn host(&self) -> IpAddr {
        match self {
            Address::V4(host, _) => IpAddr::V4(*host),
            Address::V6(host, ..) => host.to_ipv4_mapped().map_or(IpAddr::V6(*host), IpAddr::V4),
            _ => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        }
    }

    /// A host and a port as a socket of a family sees them; an address that is good on one link alone, with the
    /// interface.
    pub(super) fn seen_by(family: Family, host: IpAddr, port: u16, interface: u32) -> Address {
        match (family, host) {
            (Family::V6, IpAddr::V4(host)) => Address::V6(host.to_ipv6_mapped(), port, 0),
            (_, IpAddr::V4(host)) => Address::V4(host, port),
            (_, IpAddr::V6(host)) if host.is_unicast_link_local() => Address::V6(host, port, interface),
            (_, IpAddr::V6(host)) => Address::V6(host, port, 0),
        }
    }

    /// Its host and port, if it has any.
    pub fn place(&self) -> Option<(IpAddr, u16)> {
        matches!(self, Address::V4(..) | Address::V6(..)).then(|| (self.host(), self.port()))
    }

    /// The number of the interface that it names; 0 for none.
    pub(super) fn scope(&self) -> u32 {
        match self {
            Address::V6(_, _, scope) => *scope,
            _ => 0,
        }
    }
}

/// The address of a host that stands for this one, of the same family.
pub(super) fn any(of: IpAddr) -> IpAddr {
    match of {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    }
}

/// Where a message goes that is sent to all addresses of this host: to the first.
pub(super) fn or_loopback(host: IpAddr) -> IpAddr {
    match host {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        other => other,
    }
}
