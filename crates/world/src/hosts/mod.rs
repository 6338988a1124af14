//! The hosts of a system: their names, their interfaces, and the links that join interfaces into networks.
//!
//! A program that was started alone runs on one host whose only interface is its loopback. Each process belongs to a
//! host ([`Processes::host`](crate::Processes::host)), and sees the files, the sockets and the interfaces of that host
//! alone. Who is reached in one hop from where is [`Hosts::route`].
//!
//! Invariant: the first interface of every host is `lo`. Interfaces are numbered from 1, as programs see them.
//!
//! Deliberately absent: hosts that forward what is for others. A program that routes does so by itself, with sockets.

mod route;
#[cfg(test)]
mod tests;

pub(crate) use route::{Arrival, Route, SetRoute};

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Names a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostId(pub u32);

impl HostId {
    /// The host of a program that was started alone.
    pub const FIRST: HostId = HostId(0);

    /// Its place among the hosts.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u32);

/// An address of an interface, and how many of its bits name the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subnet {
    /// The address.
    pub address: IpAddr,
    /// The bits.
    pub prefix: u8,
}

impl Subnet {
    /// The bits of the network, as an address.
    pub fn mask(self) -> IpAddr {
        match self.address {
            IpAddr::V4(_) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.prefix)).unwrap_or(0);
                Ipv4Addr::from_bits(mask).into()
            }
            IpAddr::V6(_) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.prefix)).unwrap_or(0);
                Ipv6Addr::from_bits(mask).into()
            }
        }
    }

    /// The network: its address with nothing behind the prefix.
    pub(crate) fn network(self) -> IpAddr {
        match (self.address, self.mask()) {
            (IpAddr::V4(own), IpAddr::V4(mask)) => (own & mask).into(),
            (IpAddr::V6(own), IpAddr::V6(mask)) => (own & mask).into(),
            (own, _) => own,
        }
    }

    /// The address that means all in the network; none where there is none.
    pub fn broadcast(self) -> Option<Ipv4Addr> {
        match (self.address, self.mask()) {
            (IpAddr::V4(own), IpAddr::V4(mask)) if self.prefix < 31 && !own.is_loopback() => {
                Some(own | !mask)
            }
            _ => None,
        }
    }

    /// Whether an address is of the network.
    pub fn contains(self, address: IpAddr) -> bool {
        match (self.address, address, self.mask()) {
            (IpAddr::V4(own), IpAddr::V4(other), IpAddr::V4(mask)) => own & mask == other & mask,
            (IpAddr::V6(own), IpAddr::V6(other), IpAddr::V6(mask)) => own & mask == other & mask,
            _ => false,
        }
    }
}

/// An interface of a host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Interface {
    /// Its name, such as `eth0`.
    pub name: String,
    /// Its addresses, the preferred ones first.
    pub addresses: Vec<Subnet>,
    /// The longest packet that it takes.
    pub mtu: u32,
    /// Its hardware address.
    pub hardware: [u8; 6],
    /// The links that it is on. What is sent to all goes to all interfaces on all of them.
    pub links: Vec<LinkId>,
}

/// `IFF_UP`, `IFF_BROADCAST`, `IFF_LOOPBACK`, `IFF_RUNNING`, `IFF_MULTICAST`
const UP: u32 = 1;
const BROADCAST: u32 = 2;
const IS_LOOPBACK: u32 = 8;
const RUNNING: u32 = 0x40;
const MULTICAST: u32 = 0x1000;

impl Interface {
    /// The interface of a host that leads to itself.
    fn loopback() -> Interface {
        let addresses = vec![
            Subnet { address: Ipv4Addr::LOCALHOST.into(), prefix: 8 },
            Subnet { address: Ipv6Addr::LOCALHOST.into(), prefix: 128 },
        ];
        Interface { name: "lo".to_owned(), addresses, mtu: 65_536, hardware: [0; 6], links: Vec::new() }
    }

    /// Whether it leads to its own host.
    pub fn is_loopback(&self) -> bool {
        self.name == "lo"
    }

    /// Its flags: `IFF_…`.
    pub fn flags(&self) -> u32 {
        if self.is_loopback() { UP | IS_LOOPBACK | RUNNING } else { UP | BROADCAST | RUNNING | MULTICAST }
    }

    /// Its kind: `ARPHRD_LOOPBACK`, `ARPHRD_ETHER`.
    pub fn kind(&self) -> u16 {
        if self.is_loopback() { 772 } else { 1 }
    }

    /// Its first address of the older kind.
    pub fn first(&self) -> Option<Subnet> {
        self.addresses.iter().copied().find(|it| it.address.is_ipv4())
    }

    /// The address that it sends from to another one; one of the same reach, where there is any.
    fn source(&self, to: IpAddr) -> Option<IpAddr> {
        let local = |it: IpAddr| matches!(it, IpAddr::V6(it) if it.is_unicast_link_local());
        let reaches = |it: &&Subnet| it.address.is_ipv4() == to.is_ipv4() && local(it.address) == local(to);
        let same_family = |it: &&Subnet| it.address.is_ipv4() == to.is_ipv4();
        let own = self.addresses.iter();
        let best = own.clone().find(|it| it.contains(to)).or_else(|| own.clone().find(reaches));
        best.or_else(|| own.clone().find(same_family)).map(|it| it.address)
    }
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host {
    /// What `gethostname` says.
    pub name: String,
    /// Its interfaces; the first is `lo`, and the others follow in order.
    interfaces: Vec<Interface>,
}

impl Host {
    /// A host with these interfaces beside its loopback.
    pub fn new(name: impl Into<String>, others: Vec<Interface>) -> Host {
        let mut interfaces = vec![Interface::loopback()];
        interfaces.extend(others);
        Host { name: name.into(), interfaces }
    }

    /// Its interfaces and their numbers.
    pub fn interfaces(&self) -> impl Iterator<Item = (u32, &Interface)> {
        (1..).zip(&self.interfaces)
    }

    /// The interface with a number.
    pub fn interface(&self, number: u32) -> Option<&Interface> {
        self.interfaces.get((number as usize).checked_sub(1)?)
    }

    /// The number of the interface with a name.
    pub fn interface_named(&self, name: &[u8]) -> Option<u32> {
        self.interfaces().find(|it| it.1.name.as_bytes() == name).map(|it| it.0)
    }

    /// The number of the interface that has an address.
    pub fn interface_with(&self, address: IpAddr) -> Option<u32> {
        let has = |it: &Interface| {
            it.addresses.iter().any(|own| own.address == address)
                || it.is_loopback() && matches!(address, IpAddr::V4(it) if it.is_loopback())
        };
        self.interfaces().find(|it| has(it.1)).map(|it| it.0)
    }

    /// Whether an address means all in a network of this host.
    pub(crate) fn broadcasts(&self, address: IpAddr) -> Option<u32> {
        let is =
            |it: &Interface| it.addresses.iter().any(|it| it.broadcast().map(IpAddr::V4) == Some(address));
        self.interfaces().find(|it| is(it.1)).map(|it| it.0)
    }

    /// The interface for what is sent to a group, or to all, unless the program says which.
    pub(crate) fn first_outward(&self) -> u32 {
        if self.interfaces.len() > 1 { 2 } else { 1 }
    }
}

/// All hosts, and what joins them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hosts {
    hosts: Vec<Host>,
    links: Vec<String>,
}

impl Default for Hosts {
    /// One host with its loopback.
    fn default() -> Hosts {
        Hosts { hosts: vec![Host::new("gmc", Vec::new())], links: Vec::new() }
    }
}

impl Hosts {
    /// Hosts, and the names of the links that their interfaces are on.
    pub fn new(hosts: Vec<Host>, links: Vec<String>) -> Hosts {
        Hosts { hosts, links }
    }

    /// Whether there is more than one.
    pub fn are_several(&self) -> bool {
        self.hosts.len() > 1
    }

    /// All hosts.
    pub fn all(&self) -> impl Iterator<Item = (HostId, &Host)> {
        (0..).map(HostId).zip(&self.hosts)
    }

    /// A host.
    pub fn get(&self, id: HostId) -> &Host {
        &self.hosts[id.index()]
    }

    /// The host that has an address, unless each has it.
    pub(crate) fn owner(&self, address: IpAddr) -> Option<HostId> {
        let is_own = address.is_loopback() && self.are_several();
        let has = |it: &Host| !is_own && it.interface_with(address).is_some();
        self.hosts.iter().position(has).map(|at| HostId(at as u32))
    }

    /// All links.
    pub(crate) fn links(&self) -> impl Iterator<Item = LinkId> {
        (0..self.links.len() as u32).map(LinkId)
    }

    /// The name of a link.
    pub fn link_name(&self, id: LinkId) -> &str {
        &self.links[id.0 as usize]
    }
}
