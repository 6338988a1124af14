//! Messages: UDP, and UNIX sockets whose messages keep their ends (`SOCK_DGRAM`, `SOCK_SEQPACKET`).

use super::address::{Address, Family};
use super::options::{BROADCAST, GROUP_LOOP, GROUP_TTL, IP_TOS, IP_TTL, IP6_HOPS};
use super::packet::{Message, Packet, Received, Target, charge};
use super::ready::bits;
use super::wire::{Datagram, UDP};
use super::{Failed, Kind, Network, SocketId, Stage, Wanted};
use crate::errno::{self, Errno};
use crate::hosts::{Arrival, Route};
use std::net::IpAddr;

/// The longest message that UDP carries.
const LONGEST: usize = 65_507;

impl Network {
    pub(super) fn send_udp(&mut self, id: SocketId, message: Message<'_>) -> Result<usize, Errno> {
        self.bind_anywhere(id, 0)?;
        if message.data.len() > 65_535 {
            return Err(errno::EMSGSIZE);
        }
        let remote = self.at(id).remote.clone();
        let remote = remote.as_ref().map(|address| Target { address, length: 28 });
        let to = message.to.or(remote).ok_or(errno::EDESTADDRREQ)?;
        let (host, port) = self.destination(id, to, true)?;
        if port == 0 {
            return Err(errno::EINVAL);
        }
        let own_host = self.hosts.get(self.at(id).host);
        let broadcast = own_host.broadcasts(host).is_some()
            || matches!(host, IpAddr::V4(it) if it.is_broadcast() || it.octets() == [127, 255, 255, 255]);
        if broadcast && self.at(id).options.number(BROADCAST) == 0 {
            return Err(errno::EACCES);
        }
        let route = self.route(id, to, host, message.interface);
        if self.has_gateway() && !self.is_heard_inside(id, route.as_ref(), (host, port)) {
            self.take_error(id)?;
            self.send_outside(id, (host, port), message.data.plain())?;
            return Ok(message.data.len());
        }
        let route = route.ok_or(errno::ENETUNREACH)?;
        if message.data.len() > LONGEST {
            return Err(errno::EMSGSIZE);
        }
        self.take_error(id)?;
        if self.at(id).shut.1 {
            return Err(errno::EPIPE);
        }
        let own = self.at(id).local.as_ref().map_or(0, Address::port);
        let source = message.source.unwrap_or_else(|| self.source(id, host, &route));
        let options = &self.at(id).options;
        let hops = match host {
            IpAddr::V4(_) if host.is_multicast() => options.number(GROUP_TTL) as u8,
            IpAddr::V4(_) => options.number(IP_TTL) as u8,
            IpAddr::V6(_) => options.number(IP6_HOPS) as u8,
        };
        let hops = (message.hops.unwrap_or(hops), options.number(IP_TOS) as u8);
        let is_heard = !host.is_multicast() || options.number(GROUP_LOOP) != 0;
        // What has used up its hops does not leave its host.
        let goes = |it: &Arrival| if it.link.is_none() { is_heard } else { hops.0 > 0 };
        let arrivals: Vec<Arrival> = route.arrivals.iter().copied().filter(goes).collect();
        let number = self.next_message();
        let datagram = Datagram {
            protocol: UDP,
            from: (source, own),
            to: (host, port),
            hops,
            number,
            data: message.data,
        };
        self.note_sent(datagram, &arrivals);
        // The interface has taken it: there is room for another.
        self.wake(id, bits::WRITES);
        let mut is_taken = arrivals.is_empty();
        for at in arrivals {
            is_taken |= self.carry(at, datagram);
        }
        // The host answers that nobody is there; who is connected to there hears it.
        if !is_taken
            && !route.is_broadcast
            && message_is_to(self.at(id).remote.as_ref(), host, port)
            && !host.is_multicast()
        {
            self.at_mut(id).error = errno::ECONNREFUSED;
            self.wake(id, bits::ERR);
        }
        Ok(message.data.len())
    }

    /// Whether a socket of the program takes what one sends to an address.
    fn is_heard_inside(&self, id: SocketId, route: Option<&Route>, to: (IpAddr, u16)) -> bool {
        let Some(route) = route else { return false };
        let port = self.at(id).local.as_ref().map_or(0, Address::port);
        let from = (self.source(id, to.0, route), port);
        route.arrivals.iter().any(|&at| !self.receivers(from, at, to).is_empty())
    }

    /// Whether a datagram socket of UNIX takes messages of another: it sends to nobody, or to that one.
    pub(super) fn may_send(&self, from: SocketId, to: SocketId) -> bool {
        self.at(to).remote.is_none() || self.at(to).peer == Some(from)
    }

    /// A datagram socket of UNIX sends to another one from now on, or to nobody.
    pub(super) fn redirect(&mut self, id: SocketId, to: Option<SocketId>) {
        let before = std::mem::replace(&mut self.at_mut(id).peer, to);
        if before.is_some() && before != to {
            // What others have sent is dropped.
            if !self.at(id).queue.is_empty() {
                self.drop_messages(id);
                if let Some(other) = before.filter(|&it| self.at(it).peer == Some(id)) {
                    self.at_mut(other).error = errno::ECONNRESET;
                    self.wake(other, bits::ALL);
                }
            }
        }
        let name = to.map(|it| self.at(it).local.clone().unwrap_or(Address::Unnamed));
        self.at_mut(id).remote = name;
        if before.is_some() {
            self.wake(id, bits::WRITES);
        }
    }

    /// `connect` of a UNIX socket to no name.
    pub(crate) fn disconnect_unix(&mut self, id: SocketId) -> Result<(), Errno> {
        if self.at(id).kind != Kind::Datagram {
            return Err(errno::EINVAL);
        }
        self.redirect(id, None);
        Ok(())
    }

    pub(super) fn send_message(
        &mut self,
        id: SocketId,
        message: Message<'_>,
        found: Option<Result<SocketId, Errno>>,
    ) -> Result<usize, Failed> {
        let is_sequenced = self.at(id).kind == Kind::Sequenced;
        if is_sequenced {
            self.take_error(id)?;
            if self.at(id).stage != Stage::Open {
                return Err(errno::ENOTCONN.into());
            }
        }
        let found = found.filter(|_| !is_sequenced);
        if found == Some(Err(errno::EINVAL)) {
            return Err(errno::EINVAL.into());
        }
        let named = found.is_some();
        if !named && self.at(id).remote.is_none() {
            return Err(errno::ENOTCONN.into());
        }
        let buffer = self.at(id).options.buffers.0;
        if message.data.len() > buffer - 32 {
            return Err(errno::EMSGSIZE.into());
        }
        self.take_error(id)?;
        if self.at(id).shut.1 {
            return Err(errno::EPIPE.into());
        }
        if self.used(id) >= buffer {
            return Err(Failed::Wait(id, Wanted::Room(message.data.len())));
        }
        let to = match found {
            Some(found) => found?,
            None => match self.at(id).peer {
                Some(peer) => peer,
                None if is_sequenced => return Err(errno::EPIPE.into()),
                None => {
                    self.at_mut(id).remote = None;
                    self.drop_messages(id);
                    self.wake(id, bits::WRITES);
                    return Err(errno::ECONNREFUSED.into());
                }
            },
        };
        if !is_sequenced && !self.may_send(id, to) {
            return Err(errno::EPERM.into());
        }
        if self.at(to).shut.0 {
            return Err(errno::EPIPE.into());
        }
        if !is_sequenced && self.is_crowded(id, to) {
            return Err(Failed::Wait(to, Wanted::Fewer));
        }
        self.note_unix(id, to, &message.data.to_bytes());
        let packet = Packet {
            data: message.data.to_bytes(),
            sender: Some(id),
            charge: charge(self.at(id), message.data.len()),
            from: self.name(id),
            to: None,
            interface: 0,
            hops: (0, 0),
            rights: message.rights.to_vec(),
        };
        self.at_mut(to).queue.push_back(packet);
        self.wake(to, bits::READS);
        Ok(message.data.len())
    }

    pub(super) fn receive_message(
        &mut self,
        id: SocketId,
        count: usize,
        keep: bool,
        waits: bool,
    ) -> Result<Received, Failed> {
        let is_sequenced = self.at(id).kind == Kind::Sequenced;
        if is_sequenced && self.at(id).stage != Stage::Open {
            return Err(errno::ENOTCONN.into());
        }
        self.take_error(id)?;
        let Some(packet) = self.at(id).queue.front() else {
            if !self.at(id).shut.0 {
                return Err(Failed::Wait(id, Wanted::Data));
            }
            return if waits || is_sequenced { Ok(Received::end()) } else { Err(errno::EAGAIN.into()) };
        };
        let is_unix = self.at(id).family == Family::Unix;
        let length = packet.data.len();
        let to = packet.to.map(|host| match (host, self.at(id).family) {
            (IpAddr::V4(host), Family::V6) => host.to_ipv6_mapped().octets().to_vec(),
            (IpAddr::V4(host), _) => host.octets().to_vec(),
            (IpAddr::V6(host), _) => host.octets().to_vec(),
        });
        let received = Received {
            data: packet.data.part(0..count.min(length)).to_bytes(),
            length,
            from: Some(self.sender_name(packet)).filter(|it| !is_unix || *it != Address::Unnamed),
            to,
            hops: packet.hops,
            interface: packet.interface,
            rights: packet.rights.clone(),
        };
        if !keep {
            let (from, data) = (self.sender_name(packet), packet.data.clone());
            self.note_received(id, from, &data);
            let packet = self.at_mut(id).queue.pop_front();
            let crowded = self.at(id).queue.len() == 10;
            if let Some(sender) = packet.and_then(|it| it.sender) {
                self.make_room(sender);
            }
            if is_unix && crowded {
                let others: Vec<SocketId> =
                    self.all().filter(|it| it.1.peer == Some(id)).map(|it| it.0).collect();
                others.into_iter().for_each(|it| self.make_room(it));
            }
        }
        Ok(received)
    }
}

/// Whether a socket is connected to an address.
fn message_is_to(remote: Option<&Address>, host: IpAddr, port: u16) -> bool {
    remote.is_some_and(|it| (it.host(), it.port()) == (host, port))
}
