//! Raw sockets over IPv4: packets of one protocol, as they are on the wire.
//!
//! A raw socket gets a copy of each packet of its protocol that its host receives, with the header of IP. What it sends
//! gets a header, unless the program writes its own (`IP_HDRINCL`). Packets of UDP that are written so reach sockets of
//! UDP, and the other way round. A host answers echo requests of ICMP (RFC 792) by itself.
//!
//! Deliberately absent: other messages of ICMP that a host sends by itself, fragments, and options of IP.

use super::options::{BROADCAST, IP_TOS, IP_TTL, OWN_HEADER};
use super::packet::{Message, Packet, Target, charge};
use super::ready::bits;
use super::wire::{Datagram, UDP};
use super::{Address, Kind, Network, Passed, Socket, SocketId};
use crate::bytes::{Byte, Bytes, Slice};
use crate::errno::{self, Errno};
use crate::hosts::Arrival;
use std::net::{IpAddr, Ipv4Addr};

/// Bytes of the headers of IP and UDP.
const IP: usize = 20;
const UDP_HEADER: usize = 8;
/// Numbers of protocols: ICMP, and the one of sockets that only send.
const ICMP: u8 = 1;
const RAW: u8 = 255;

/// A byte of a packet, all of which is decided; 0 behind its end.
fn plain(data: Slice<'_>, at: usize) -> u8 {
    data.plain().get(at).copied().unwrap_or(0)
}

fn pair(data: Slice<'_>, at: usize) -> u16 {
    u16::from_be_bytes([plain(data, at), plain(data, at + 1)])
}

/// The sum of RFC 1071 over the bytes, turned.
fn checksum(bytes: &[u8]) -> [u8; 2] {
    let words = bytes.chunks(2).map(|it| u32::from(it[0]) << 8 | it.get(1).map_or(0, |&it| it.into()));
    let mut sum: u32 = words.sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    (!(sum as u16)).to_be_bytes()
}

/// A packet with its header, as a raw socket gets it.
fn packet(datagram: Datagram<'_>, from: Ipv4Addr, to: Ipv4Addr) -> Bytes {
    let ports = if datagram.protocol == UDP { UDP_HEADER } else { 0 };
    let total = (IP + ports + datagram.data.len()) as u16;
    let mut header = vec![0x45, datagram.hops.1];
    header.extend(total.to_be_bytes());
    header.extend([0, 0, 0x40, 0, datagram.hops.0, datagram.protocol, 0, 0]);
    header.extend(from.octets());
    header.extend(to.octets());
    let sum = checksum(&header);
    header[10..12].copy_from_slice(&sum);
    if ports > 0 {
        header.extend(datagram.from.1.to_be_bytes());
        header.extend(datagram.to.1.to_be_bytes());
        header.extend((total - IP as u16).to_be_bytes());
        // Nobody has computed one.
        header.extend([0, 0]);
    }
    let mut bytes = Bytes::from(header);
    bytes.extend(datagram.data);
    bytes
}

impl Network {
    pub(super) fn send_raw(
        &mut self,
        id: SocketId,
        protocol: u8,
        message: Message<'_>,
    ) -> Result<usize, Errno> {
        let count = message.data.len();
        let remote = self.at(id).remote.clone();
        let remote = remote.as_ref().map(|address| Target { address, length: 16 });
        let to = message.to.or(remote).ok_or(errno::EDESTADDRREQ)?;
        let (host, _) = self.destination(id, to, true)?;
        let is_broadcast = self.hosts.get(self.at(id).host).broadcasts(host).is_some()
            || matches!(host, IpAddr::V4(it) if it.is_broadcast());
        if is_broadcast && self.at(id).options.number(BROADCAST) == 0 {
            return Err(errno::EACCES);
        }
        let route = self.route(id, to, host, message.interface).ok_or(errno::ENETUNREACH)?;
        let options = &self.at(id).options;
        let own_header = protocol == RAW || options.number(OWN_HEADER) != 0;
        let mut hops = (message.hops.unwrap_or(options.number(IP_TTL) as u8), options.number(IP_TOS) as u8);
        let mut source = message.source.unwrap_or_else(|| self.source(id, host, &route));
        let (mut protocol, mut data) = (protocol, message.data);
        if own_header {
            let length = usize::from(plain(data, 0) & 0xf) * 4;
            if count < IP || length < IP || length > count {
                return Err(errno::EINVAL);
            }
            let written = Ipv4Addr::from([12, 13, 14, 15].map(|it| plain(data, it)));
            if !written.is_unspecified() {
                source = written.into();
            }
            (protocol, hops) = (plain(data, 9), (plain(data, 8), plain(data, 1)));
            data = data.split_at(length).1;
        }
        self.take_error(id)?;
        if self.at(id).shut.1 {
            return Err(errno::EPIPE);
        }
        let mut ports = (0, 0);
        if protocol == UDP {
            let length = usize::from(pair(data, 4));
            if (UDP_HEADER..=data.len()).contains(&length) {
                ports = (pair(data, 0), pair(data, 2));
                data = data.split_at(length).0.split_at(UDP_HEADER).1;
            } else {
                // Nobody takes it.
                return Ok(count);
            }
        }
        let number = self.next_message();
        let datagram =
            Datagram { protocol, from: (source, ports.0), to: (host, ports.1), hops, number, data };
        self.note_sent(datagram, &route.arrivals);
        self.wake(id, bits::WRITES);
        for at in route.arrivals.iter().copied().filter(|it| it.link.is_none() || hops.0 > 0) {
            self.carry(at, datagram);
        }
        Ok(count)
    }

    /// A packet comes in: raw sockets get a copy, and the host answers. Whether anybody is there who takes it.
    pub(super) fn arrive_raw(&mut self, at: Arrival, datagram: Datagram<'_>) -> bool {
        let (IpAddr::V4(from), IpAddr::V4(to)) = (datagram.from.0, datagram.to.0) else { return false };
        let gets = |it: &Socket| {
            let local = it.local.as_ref().map_or(Ipv4Addr::UNSPECIFIED.into(), Address::host);
            let remote = it.remote.as_ref().map(Address::host);
            let device = it.options.device;
            it.host == at.host
                && it.kind == Kind::Raw(datagram.protocol)
                && (device == 0 || device == at.interface)
                && (local == datagram.to.0 || matches!(local, IpAddr::V4(it) if it.is_unspecified()))
                && remote.is_none_or(|it| it == datagram.from.0)
        };
        let receivers: Vec<SocketId> = self.all().filter(|it| gets(it.1)).map(|it| it.0).collect();
        for &receiver in &receivers {
            let data = packet(datagram, from, to);
            let socket = self.at(receiver);
            let charge = charge(socket, data.len());
            let held: usize = socket.queue.iter().map(|it| it.charge).sum();
            if held + charge > socket.options.buffers.1 {
                continue;
            }
            let packet = Packet {
                data,
                sender: None,
                charge,
                from: Address::V4(from, 0),
                to: Some(to.into()),
                interface: at.interface,
                hops: datagram.hops,
                rights: Vec::new(),
            };
            self.at_mut(receiver).queue.push_back(packet);
            self.wake(receiver, bits::READS);
            if datagram.protocol != UDP {
                self.note_datagram(at, datagram, Passed::Arrived, Some(receiver));
            }
        }
        self.answer_echo(at, datagram) || !receivers.is_empty()
    }

    /// A host answers an echo request that is for it alone.
    fn answer_echo(&mut self, at: Arrival, datagram: Datagram<'_>) -> bool {
        let (from, to) = (datagram.from.0, datagram.to.0);
        let is_echo = datagram.protocol == ICMP && plain(datagram.data, 0) == 8 && datagram.data.len() >= 8;
        if !is_echo || self.hosts.get(at.host).interface_with(to).is_none() {
            return false;
        }
        let Some(route) = self.way_from(at.host, from, 0) else { return true };
        let mut data = datagram.data.to_bytes();
        // Type and sum, of which only the type changes what is added up (RFC 1624).
        data.set(0, Byte::Plain(0));
        let sum = u32::from(pair(datagram.data, 2)) + 0x0800;
        let sum = ((sum & 0xffff) + (sum >> 16)) as u16;
        for (place, byte) in [2, 3].into_iter().zip(sum.to_be_bytes()) {
            data.set(place, Byte::Plain(byte));
        }
        let (number, hops) = (self.next_message(), (64, 0));
        let reply =
            Datagram { protocol: ICMP, from: (to, 0), to: (from, 0), hops, number, data: data.whole() };
        self.note_sent(reply, &route.arrivals);
        for arrival in route.arrivals {
            self.carry(arrival, reply);
        }
        true
    }
}
