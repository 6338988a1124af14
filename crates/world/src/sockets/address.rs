//! Names of sockets: what `bind`, `connect` and their kin are told.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The families of addresses that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// `AF_UNIX`: names in the file system, or of their own.
    Unix,
    /// `AF_INET`
    V4,
    /// `AF_INET6`
    V6,
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
        }
    }

    /// Its family, if it is a name.
    pub fn family(&self) -> Option<Family> {
        match self {
            Address::Nothing => None,
            Address::Unnamed | Address::Path(_) | Address::Abstract(_) => Some(Family::Unix),
            Address::V4(..) => Some(Family::V4),
            Address::V6(..) => Some(Family::V6),
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
    pub(super) fn host(&self) -> Host {
        match self {
            Address::V4(host, _) => Host::V4(*host),
            Address::V6(host, ..) => host.to_ipv4_mapped().map_or(Host::V6(*host), Host::V4),
            _ => Host::V4(Ipv4Addr::UNSPECIFIED),
        }
    }

    /// A host and a port as a socket of a family sees them.
    pub(super) fn seen_by(family: Family, host: Host, port: u16) -> Address {
        match (family, host) {
            (Family::V6, Host::V4(host)) => Address::V6(host.to_ipv6_mapped(), port, 0),
            (_, Host::V4(host)) => Address::V4(host, port),
            (_, Host::V6(host)) => Address::V6(host, port, 0),
        }
    }
}

/// The address of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Host {
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}

impl Host {
    /// All addresses of this host.
    pub(super) fn is_any(self) -> bool {
        match self {
            Host::V4(host) => host.is_unspecified(),
            Host::V6(host) => host.is_unspecified(),
        }
    }

    /// An address of this host.
    pub(super) fn is_local(self) -> bool {
        match self {
            Host::V4(host) => host.is_loopback(),
            Host::V6(host) => host.is_loopback(),
        }
    }

    /// A group of hosts.
    pub(super) fn is_group(self) -> bool {
        match self {
            Host::V4(host) => host.is_multicast(),
            Host::V6(host) => host.is_multicast(),
        }
    }

    /// Where a message goes that is sent to all addresses of this host: to the first.
    pub(super) fn or_loopback(self) -> Host {
        match self {
            Host::V4(host) if host.is_unspecified() => Host::V4(Ipv4Addr::LOCALHOST),
            Host::V6(host) if host.is_unspecified() => Host::V6(Ipv6Addr::LOCALHOST),
            other => other,
        }
    }

    /// The first address of this host, of the same family.
    pub(super) fn loopback(self) -> Host {
        match self {
            Host::V4(_) => Host::V4(Ipv4Addr::LOCALHOST),
            Host::V6(_) => Host::V6(Ipv6Addr::LOCALHOST),
        }
    }
}
