//! Where a packet goes from a host: to the host itself, over a link to another, or nowhere.

use super::{HostId, Hosts, LinkId, Subnet};
use std::net::{IpAddr, Ipv4Addr};

/// Where a packet comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Arrival {
    /// The host.
    pub(crate) host: HostId,
    /// The number of its interface.
    pub(crate) interface: u32,
    /// The link that leads there; none for what stays on its host.
    pub(crate) link: Option<LinkId>,
}

/// The way of a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// The number of the interface that it leaves from.
    pub(crate) interface: u32,
    /// The address that it leaves from, unless the program says another.
    pub(crate) source: Option<IpAddr>,
    /// Where it comes in: several, if it is for all or for a group; none, if nobody has the address.
    pub(crate) arrivals: Vec<Arrival>,
    /// Whether it is for all.
    pub(crate) is_broadcast: bool,
}

/// A route that a program has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetRoute {
    /// The addresses that it leads to.
    pub(crate) to: Subnet,
    /// The host that packets go to first; none where they go to the address itself.
    pub(crate) gateway: Option<IpAddr>,
    /// The number of the interface that they leave from.
    pub(crate) interface: u32,
    /// The address that they leave from.
    pub(crate) source: Option<IpAddr>,
    /// Of two routes to the same addresses, the one with the lower number counts.
    pub(crate) metric: u32,
}

impl Hosts {
    /// The way of a packet from a host to an address, from this interface if that is not 0. None where no network of
    /// the host has the address.
    pub(crate) fn route(&self, from: HostId, to: IpAddr, bound: u32) -> Option<Route> {
        let host = self.get(from);
        let here = Arrival { host: from, interface: 1, link: None };
        let is_limited = to == IpAddr::V4(Ipv4Addr::BROADCAST);
        if let Some(own) = host.interface_with(to) {
            let in_loopback = matches!(to, IpAddr::V4(it) if it.is_loopback());
            let source = if in_loopback { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { to };
            let is_reached = bound == 0 || bound == 1 || bound == own;
            let here = Arrival { interface: bound.max(1), ..here };
            return is_reached.then(|| Route {
                interface: own,
                source: Some(source),
                arrivals: vec![here],
                is_broadcast: false,
            });
        }
        if to.is_multicast() || is_limited {
            let interface = if bound == 0 { host.first_outward() } else { bound };
            if is_limited && interface == 1 {
                return None;
            }
            return self.to_all(from, to, interface, is_limited);
        }
        if let Some(interface) = host.broadcasts(to).filter(|&it| bound == 0 || bound == it) {
            return self.to_all(from, to, interface, true);
        }
        let leads_there = |it: &(u32, &super::Interface)| {
            (bound == 0 || bound == it.0) && it.1.addresses.iter().any(|own| own.contains(to))
        };
        let (interface, own) = host.interfaces().find(leads_there)?;
        let arrivals = self.neighbours(from, interface);
        let has_address = |it: &Arrival| self.get(it.host).interface_with(to) == Some(it.interface);
        let arrivals = arrivals.into_iter().find(has_address).into_iter().collect();
        Some(Route { interface, source: own.source(to), arrivals, is_broadcast: false })
    }

    /// The way of a packet to all on an interface's links, its own host included.
    fn to_all(&self, from: HostId, to: IpAddr, interface: u32, is_broadcast: bool) -> Option<Route> {
        let own = self.get(from).interface(interface)?;
        let mut arrivals = vec![Arrival { host: from, interface, link: None }];
        arrivals.extend(self.neighbours(from, interface));
        Some(Route { interface, source: own.source(to), arrivals, is_broadcast })
    }

    /// Who is reached in one hop from an interface: all others on its links, each once.
    fn neighbours(&self, from: HostId, interface: u32) -> Vec<Arrival> {
        let Some(own) = self.get(from).interface(interface) else { return Vec::new() };
        let mut found: Vec<Arrival> = Vec::new();
        for &link in &own.links {
            for (host, other) in self.all() {
                for (number, at) in other.interfaces() {
                    let is_self = (host, number) == (from, interface);
                    let is_known = found.iter().any(|it| (it.host, it.interface) == (host, number));
                    if at.links.contains(&link) && !is_self && !is_known {
                        found.push(Arrival { host, interface: number, link: Some(link) });
                    }
                }
            }
        }
        found
    }
}
