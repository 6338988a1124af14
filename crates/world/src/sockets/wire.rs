//! The wire: where what one host sends comes to another.
//!
//! Each datagram goes through [`Network::carry`] once for each interface where it comes in, and each byte of a TCP
//! connection through [`Network::carry_bytes`]. A link carries both at once, in order, as a loopback does.
//!
//! What the network does to datagrams beside carrying them is in `adversary`: a datagram that something may become of
//! is taken into flight here.

use super::packet::{Packet, charge};
use super::ready::bits;
use super::{Address, Carrier, Loss, Network, Passage, Passed, SocketId};
use crate::bytes::Slice;
use crate::hosts::Arrival;
use std::net::IpAddr;

/// The number of UDP among the protocols over IP.
pub(super) const UDP: u8 = 17;

/// A datagram on its way.
#[derive(Clone, Copy)]
pub(super) struct Datagram<'a> {
    /// The protocol: [`UDP`], or another one, which has no ports.
    pub(super) protocol: u8,
    /// The address and the port that it comes from.
    pub(super) from: (IpAddr, u16),
    /// Where it goes to.
    pub(super) to: (IpAddr, u16),
    /// Through how many hosts it may go, and its class.
    pub(super) hops: (u8, u8),
    /// Its number, for those who watch.
    pub(super) number: u64,
    pub(super) data: Slice<'a>,
}

impl Network {
    /// A datagram goes to a host. Whether anybody is there who takes it, as far as the sender can find out.
    pub(super) fn carry(&mut self, at: Arrival, datagram: Datagram<'_>) -> bool {
        // Who sends does not hear what becomes of it.
        self.launch(at, datagram) || self.arrive(at, datagram)
    }

    /// A datagram comes in at an interface: whoever it is for gets it, if there is room.
    pub(super) fn arrive(&mut self, at: Arrival, datagram: Datagram<'_>) -> bool {
        if !self.is_up(at.host) {
            self.note_datagram(at, datagram, Passed::Lost(Loss::Down), None);
            return true;
        }
        let is_heard = self.arrive_raw(at, datagram);
        if datagram.protocol != UDP {
            if !is_heard {
                self.note_unheard(at, datagram);
            }
            return is_heard;
        }
        let receivers = self.receivers(datagram.from, at, datagram.to);
        for &to in &receivers {
            let receiver = self.at(to);
            let charge = charge(receiver, datagram.data.len());
            let held: usize = receiver.queue.iter().map(|it| it.charge).sum();
            if held + charge > receiver.options.buffers.1 {
                self.note_datagram(at, datagram, Passed::Lost(Loss::Full), Some(to));
                continue;
            }
            self.put_datagram(to, at, datagram);
        }
        if receivers.is_empty() {
            self.note_unheard(at, datagram);
        }
        !receivers.is_empty()
    }

    /// A socket gets a datagram, for which it has room.
    pub(super) fn put_datagram(&mut self, to: SocketId, at: Arrival, datagram: Datagram<'_>) {
        let receiver = self.at(to);
        let (source, port) = datagram.from;
        let packet = Packet {
            data: datagram.data.to_bytes(),
            sender: None,
            charge: charge(receiver, datagram.data.len()),
            from: Address::seen_by(receiver.family, source, port, at.interface),
            to: Some(datagram.to.0),
            interface: at.interface,
            hops: datagram.hops,
            rights: Vec::new(),
        };
        self.at_mut(to).queue.push_back(packet);
        self.wake(to, bits::READS);
        self.note_datagram(at, datagram, Passed::Arrived, Some(to));
    }

    /// Nobody takes a datagram. One that is for all is not lost by that.
    fn note_unheard(&mut self, at: Arrival, datagram: Datagram<'_>) {
        let to = datagram.to.0;
        let is_for_all = to.is_multicast()
            || self.hosts.get(at.host).broadcasts(to).is_some()
            || matches!(to, IpAddr::V4(it) if it.is_broadcast());
        if !is_for_all {
            self.note_datagram(at, datagram, Passed::Lost(Loss::Nobody), None);
        }
    }

    /// Writes down what becomes of a datagram that goes to a host.
    pub(super) fn note_datagram(
        &mut self,
        at: Arrival,
        datagram: Datagram<'_>,
        what: Passed,
        receiver: Option<SocketId>,
    ) {
        self.note(|it| {
            let passage = it.passage(datagram, what);
            // What goes over no link stays on its host.
            let from = passage.hosts.0.or(at.link.is_none().then_some(at.host));
            Passage { hosts: (from, Some(at.host)), receiver, ..passage }
        });
    }

    /// What is told of a datagram wherever it goes.
    pub(super) fn passage(&self, datagram: Datagram<'_>, what: Passed) -> Passage {
        let name = |(host, port): (IpAddr, u16)| match host {
            IpAddr::V4(host) => Address::V4(host, port),
            IpAddr::V6(host) => Address::V6(host, port, 0),
        };
        let carrier = if datagram.protocol == UDP { Carrier::Udp } else { Carrier::Ip(datagram.protocol) };
        let data = datagram.data.to_bytes();
        let passage = Passage::new(what, carrier, name(datagram.from), name(datagram.to));
        let hosts = (self.hosts.owner(datagram.from.0), None);
        Passage { message: datagram.number, hosts, data, hops: datagram.hops, ..passage }
    }

    /// Bytes of a TCP connection go to the other side, which has room for them.
    pub(super) fn carry_bytes(&mut self, to: SocketId, data: Slice<'_>) {
        let queue = &mut self.at_mut(to).queue;
        match queue.back_mut() {
            Some(last) => last.data.extend(data),
            None => queue.push_back(Packet {
                data: data.to_bytes(),
                sender: None,
                charge: 0,
                from: Address::Unnamed,
                to: None,
                interface: 0,
                hops: (64, 0),
                rights: Vec::new(),
            }),
        }
        self.wake(to, bits::READS);
    }
}
