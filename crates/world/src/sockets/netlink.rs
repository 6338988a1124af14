//! Netlink: what programs ask the host about its interfaces, addresses and routes (`NETLINK_ROUTE`), and routes that
//! they set.
//!
//! A request is answered at once: the answer stands in the queue of the socket that has asked, as the kernel's does. A
//! dump is one message with all entries and the end, as it fits into one; an error has the request with it (RFC 3549).
//! Numbers have the lowest byte first.
//!
//! Deliberately absent: groups, which tell of changes, and changes of links and addresses.

use super::packet::{Packet, charge};
use super::ready::bits;
use super::{Address, Network, SocketId};
use crate::bytes::Bytes;
use crate::errno::{self, Errno};
use crate::hosts::{HostId, Interface, SetRoute, Subnet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Kinds of messages.
const ERROR: u16 = 2;
const DONE: u16 = 3;
const NEW_LINK: u16 = 16;
const GET_LINK: u16 = 18;
const NEW_ADDRESS: u16 = 20;
const GET_ADDRESS: u16 = 22;
const NEW_ROUTE: u16 = 24;
const DELETE_ROUTE: u16 = 25;
const GET_ROUTE: u16 = 26;
/// Flags: one of several, an answer is wanted, all are asked for; a new entry must not be there, or may be made.
const MULTI: u16 = 2;
const ACKNOWLEDGE: u16 = 4;
const DUMP: u16 = 0x300;
const REPLACE: u16 = 0x100;
const EXCLUSIVE: u16 = 0x200;
const CREATE: u16 = 0x400;
/// Bytes of the header of a message, and of the parts that follow.
const HEADER: usize = 16;
const LINK: usize = 16;
const ROUTE: usize = 12;

/// A request.
struct Request<'a> {
    kind: u16,
    flags: u16,
    sequence: u32,
    /// All of it, with the header.
    whole: &'a [u8],
}

/// A message on its way, without its length.
struct Answer(Vec<u8>);

impl Answer {
    fn new(kind: u16, flags: u16, sequence: u32, port: u32) -> Answer {
        let mut bytes = vec![0; 4];
        bytes.extend(kind.to_le_bytes());
        bytes.extend(flags.to_le_bytes());
        bytes.extend(sequence.to_le_bytes());
        bytes.extend(port.to_le_bytes());
        Answer(bytes)
    }

    fn attribute(&mut self, kind: u16, value: &[u8]) {
        self.0.extend((value.len() as u16 + 4).to_le_bytes());
        self.0.extend(kind.to_le_bytes());
        self.0.extend(value);
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }

    fn finish(mut self) -> Vec<u8> {
        let length = self.0.len() as u32;
        self.0[..4].copy_from_slice(&length.to_le_bytes());
        self.0.resize(self.0.len().next_multiple_of(4), 0);
        self.0
    }
}

fn octets(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(it) => it.octets().to_vec(),
        IpAddr::V6(it) => it.octets().to_vec(),
    }
}

fn family(address: IpAddr) -> u8 {
    if address.is_ipv4() { 2 } else { 10 }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

/// The requests of a message; what is cut off is dropped, as the kernel does.
fn requests(bytes: &[u8]) -> Vec<Request<'_>> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(length) =
        word(rest, 0).map(|it| it as usize).filter(|it| (HEADER..=rest.len()).contains(it))
    {
        let (kind, flags) = (half(rest, 4).unwrap_or(0), half(rest, 6).unwrap_or(0));
        let sequence = word(rest, 8).unwrap_or(0);
        found.push(Request { kind, flags, sequence, whole: &rest[..length] });
        rest = &rest[length.next_multiple_of(4).min(rest.len())..];
    }
    found
}

/// Whether a message has a request that is not modelled: its kind.
pub(crate) fn unknown_request(bytes: &[u8]) -> Option<u16> {
    let known =
        |kind: u16| matches!(kind, 0..=3 | GET_LINK | GET_ADDRESS | NEW_ROUTE | DELETE_ROUTE | GET_ROUTE);
    requests(bytes).into_iter().map(|it| it.kind).find(|&it| !known(it))
}

impl Request<'_> {
    /// The attributes behind a part of so many bytes.
    fn attributes(&self, fixed: usize) -> Vec<(u16, &[u8])> {
        let mut rest = self.whole.get(HEADER + fixed..).unwrap_or_default();
        let mut found = Vec::new();
        while let Some(length) = half(rest, 0).map(usize::from).filter(|it| (4..=rest.len()).contains(it)) {
            found.push((half(rest, 2).unwrap_or(0) & 0x3fff, &rest[4..length]));
            rest = &rest[length.next_multiple_of(4).min(rest.len())..];
        }
        found
    }

    /// A byte of the part behind the header.
    fn byte(&self, at: usize) -> u8 {
        self.whole.get(HEADER + at).copied().unwrap_or(0)
    }

    /// The route that it is about.
    fn route(&self) -> Result<SetRoute, Errno> {
        if self.whole.len() < HEADER + ROUTE {
            return Err(errno::EINVAL);
        }
        let is_v4 = match self.byte(0) {
            2 => true,
            10 => false,
            _ => return Err(errno::EAFNOSUPPORT),
        };
        let any: IpAddr = if is_v4 { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
        let address = |bytes: &[u8]| match (<[u8; 4]>::try_from(bytes), <[u8; 16]>::try_from(bytes)) {
            (Ok(it), _) if is_v4 => Ok(IpAddr::from(it)),
            (_, Ok(it)) if !is_v4 => Ok(IpAddr::from(it)),
            _ => Err(errno::EINVAL),
        };
        let prefix = self.byte(1);
        if prefix > if is_v4 { 32 } else { 128 } {
            return Err(errno::EINVAL);
        }
        let mut route = SetRoute {
            to: Subnet { address: any, prefix },
            gateway: None,
            interface: 0,
            source: None,
            metric: 0,
        };
        for (kind, value) in self.attributes(ROUTE) {
            match kind {
                1 => route.to.address = address(value)?,
                4 => route.interface = word(value, 0).ok_or(errno::EINVAL)?,
                5 => route.gateway = Some(address(value)?),
                6 => route.metric = word(value, 0).ok_or(errno::EINVAL)?,
                7 => route.source = Some(address(value)?),
                _ => {}
            }
        }
        Ok(route)
    }
}

impl Network {
    /// A program asks the host: the answers wait at its socket.
    pub(super) fn ask_host(&mut self, id: SocketId, data: &[u8]) -> usize {
        let port = match self.at(id).local {
            Some(Address::Netlink(port, _)) => port,
            _ => 0,
        };
        for request in requests(data) {
            // What is no request, or does nothing.
            if request.kind < 16 || request.flags & 1 == 0 {
                continue;
            }
            let answers = match self.answer(self.at(id).host, &request, port) {
                Ok(answers) if answers.is_empty() && request.flags & ACKNOWLEDGE == 0 => continue,
                Ok(answers) if answers.is_empty() => vec![told(&request, port, 0)],
                Ok(answers) => answers,
                Err(code) => vec![told(&request, port, code)],
            };
            answers.into_iter().for_each(|it| self.push_answer(id, it));
        }
        data.len()
    }

    fn push_answer(&mut self, id: SocketId, answer: Vec<u8>) {
        let socket = self.at(id);
        let charge = charge(socket, answer.len());
        let held: usize = socket.queue.iter().map(|it| it.charge).sum();
        if held + charge > socket.options.buffers.1 {
            self.at_mut(id).error = errno::ENOBUFS;
        } else {
            let from = Address::Netlink(0, 0);
            let data = Bytes::from(answer);
            let (sender, to, rights) = (None, None, Vec::new());
            let packet = Packet { data, sender, charge, from, to, interface: 0, hops: (0, 0), rights };
            self.at_mut(id).queue.push_back(packet);
        }
        self.wake(id, bits::READS);
    }

    /// The messages that answer a request; none where there is nothing to say.
    fn answer(&mut self, host: HostId, request: &Request<'_>, port: u32) -> Result<Vec<Vec<u8>>, Errno> {
        let dumps = request.flags & DUMP != 0;
        match request.kind {
            GET_LINK | GET_ADDRESS | GET_ROUTE if dumps => {
                let flags = MULTI;
                let all = self.entries(host, request, (flags, port)).concat();
                let mut end = Answer::new(DONE, flags, request.sequence, port);
                end.0.extend([0; 4]);
                Ok(vec![[all, end.finish()].concat()])
            }
            GET_LINK => {
                let named = request.attributes(LINK).into_iter().find(|it| it.0 == 3).map(|it| it.1);
                let own = self.hosts.get(host);
                let number = match (word(request.whole, HEADER + 4).unwrap_or(0), named) {
                    (0, Some(name)) => own.interface_named(name.strip_suffix(b"\0").unwrap_or(name)),
                    (0, None) => return Err(errno::EINVAL),
                    (number, _) => Some(number),
                };
                let found = number.and_then(|it| Some((it, own.interface(it)?))).ok_or(errno::ENODEV)?;
                Ok(vec![link(found, request.sequence, (0, port))])
            }
            GET_ADDRESS => Err(errno::EOPNOTSUPP),
            GET_ROUTE => self.way(host, request, port).map(|it| vec![it]),
            NEW_ROUTE => self.set_route(host, request).map(|()| Vec::new()),
            _ => {
                let route = request.route()?;
                let known = self.routes.get_mut(&host).ok_or(errno::ESRCH)?;
                let is = |it: &SetRoute| {
                    it.to.network() == route.to.network()
                        && (route.gateway.is_none() || it.gateway == route.gateway)
                        && (route.interface == 0 || it.interface == route.interface)
                };
                let at = known.iter().position(is).ok_or(errno::ESRCH)?;
                known.remove(at);
                if known.is_empty() {
                    self.routes.remove(&host);
                }
                Ok(Vec::new())
            }
        }
    }

    /// All that a dump is about.
    fn entries(&self, host: HostId, request: &Request<'_>, form: (u16, u32)) -> Vec<Vec<u8>> {
        let (own, sequence, wanted) = (self.hosts.get(host), request.sequence, request.byte(0));
        let fits = |address: IpAddr| wanted == 0 || wanted == family(address);
        let subnets =
            own.interfaces().flat_map(|(number, it)| it.addresses.iter().map(move |own| (number, it, *own)));
        match request.kind {
            GET_LINK => own.interfaces().map(|it| link(it, sequence, form)).collect(),
            GET_ADDRESS => {
                let fitting = subnets.filter(|it| fits(it.2.address));
                fitting.map(|(number, it, own)| address((number, it), own, sequence, form)).collect()
            }
            _ => {
                let connected = subnets.filter(|it| !it.1.is_loopback()).map(|(interface, _, own)| {
                    let source = Some(own.address);
                    (SetRoute { to: own, gateway: None, interface, source, metric: 0 }, true)
                });
                let set = self.routes.get(&host).into_iter().flatten().map(|it| (*it, false));
                let all = connected.chain(set).filter(|it| fits(it.0.to.address));
                all.map(|(it, own)| route(&it, own, sequence, form)).collect()
            }
        }
    }

    /// The way to an address: `RTM_GETROUTE` of one.
    fn way(&self, host: HostId, request: &Request<'_>, port: u32) -> Result<Vec<u8>, Errno> {
        let to = request.route()?.to.address;
        let way = self.way_from(host, to, 0).ok_or(errno::ENETUNREACH)?;
        let prefix = if to.is_ipv4() { 32 } else { 128 };
        let gateway = self.set_route_to(host, to).and_then(|it| it.gateway);
        let found = SetRoute {
            to: Subnet { address: to, prefix },
            gateway,
            interface: way.interface,
            source: way.source,
            metric: 0,
        };
        Ok(route(&found, false, request.sequence, (0, port)))
    }

    fn set_route(&mut self, host: HostId, request: &Request<'_>) -> Result<(), Errno> {
        let mut route = request.route()?;
        let own = self.hosts.get(host);
        if route.interface != 0 && own.interface(route.interface).is_none() {
            return Err(errno::ENODEV);
        }
        if let Some(gateway) = route.gateway {
            let way = self.hosts.route(host, gateway, route.interface).ok_or(errno::ENETUNREACH)?;
            if own.interface_with(gateway).is_some() {
                return Err(errno::EINVAL);
            }
            route.interface = way.interface;
        } else if route.interface == 0 {
            return Err(errno::ENODEV);
        }
        let known = self.routes.entry(host).or_default();
        let same =
            known.iter().position(|it| (it.to.network(), it.metric) == (route.to.network(), route.metric));
        match same {
            Some(_) if request.flags & EXCLUSIVE != 0 => return Err(errno::EEXIST),
            Some(at) if request.flags & REPLACE != 0 => known[at] = route,
            Some(_) => return Err(errno::EEXIST),
            None if request.flags & CREATE == 0 => return Err(errno::ENOENT),
            None => {
                known.push(route);
                known.sort_unstable();
            }
        }
        Ok(())
    }
}

/// An error, or that there is none: 0.
fn told(request: &Request<'_>, port: u32, code: Errno) -> Vec<u8> {
    let mut answer = Answer::new(ERROR, 0, request.sequence, port);
    answer.0.extend((-code).to_le_bytes());
    answer.0.extend(if code == 0 { &request.whole[..HEADER] } else { request.whole });
    answer.finish()
}

fn link((number, own): (u32, &Interface), sequence: u32, (flags, port): (u16, u32)) -> Vec<u8> {
    let mut answer = Answer::new(NEW_LINK, flags, sequence, port);
    answer.0.extend([0, 0]);
    answer.0.extend(own.kind().to_le_bytes());
    answer.0.extend(number.to_le_bytes());
    // With `IFF_LOWER_UP`.
    answer.0.extend((own.flags() | 0x10000).to_le_bytes());
    answer.0.extend([0; 4]);
    answer.attribute(3, &[own.name.as_bytes(), b"\0"].concat());
    answer.attribute(4, &own.mtu.to_le_bytes());
    answer.attribute(1, &own.hardware);
    answer.attribute(2, &if own.is_loopback() { [0; 6] } else { [0xff; 6] });
    answer.finish()
}

fn address(
    (number, of): (u32, &Interface),
    own: Subnet,
    sequence: u32,
    (flags, port): (u16, u32),
) -> Vec<u8> {
    let mut answer = Answer::new(NEW_ADDRESS, flags, sequence, port);
    let is_local = matches!(own.address, IpAddr::V6(it) if it.is_unicast_link_local());
    let scope = if of.is_loopback() {
        254
    } else if is_local {
        253
    } else {
        0
    };
    // `IFA_F_PERMANENT`
    answer.0.extend([family(own.address), own.prefix, 0x80, scope]);
    answer.0.extend(number.to_le_bytes());
    answer.attribute(1, &octets(own.address));
    if let IpAddr::V4(it) = own.address {
        answer.attribute(2, &it.octets());
        if let Some(all) = own.broadcast() {
            answer.attribute(4, &all.octets());
        }
        answer.attribute(3, &[of.name.as_bytes(), b"\0"].concat());
    }
    answer.finish()
}

/// A route, of an own address or one that was set.
fn route(it: &SetRoute, own: bool, sequence: u32, (flags, port): (u16, u32)) -> Vec<u8> {
    let mut answer = Answer::new(NEW_ROUTE, flags, sequence, port);
    let (protocol, scope) = (if own { 2 } else { 3 }, if it.gateway.is_some() { 0 } else { 253 });
    answer.0.extend([family(it.to.address), it.to.prefix, 0, 0, 254, protocol, scope, 1, 0, 0, 0, 0]);
    answer.attribute(15, &254u32.to_le_bytes());
    if it.to.prefix > 0 {
        answer.attribute(1, &octets(it.to.network()));
    }
    if let Some(source) = it.source {
        answer.attribute(7, &octets(source));
    }
    if let Some(gateway) = it.gateway {
        answer.attribute(5, &octets(gateway));
    }
    if it.metric > 0 {
        answer.attribute(6, &it.metric.to_le_bytes());
    }
    answer.attribute(4, &it.interface.to_le_bytes());
    answer.finish()
}
