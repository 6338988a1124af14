//! Connections: `listen`, `connect`, `accept`.
//!
//! Over a loopback, a connection is there as soon as it is asked for, if the one that listens has room for it; the
//! other side is accepted later. Who does not wait hears of it by the next call (`unannounced`).

use super::address::{Address, Family, any, or_loopback};
use super::options::IP6_GROUP_INTERFACE;
use super::packet::Target;
use super::ready::bits;
use super::{Failed, Kind, Network, Passed, Socket, SocketId, Stage, Told, Wanted};
use crate::bytes::Bytes;
use crate::errno::{self, Errno};
use crate::hosts::Route;
use std::net::IpAddr;

/// The most connections that wait, as Linux has it.
const MOST: usize = 4096;

impl Network {
    /// `listen`, by the process with this number.
    pub(crate) fn listen(&mut self, id: SocketId, most: i32, process: i32) -> Result<(), Errno> {
        let socket = self.at(id);
        if !socket.is_connected_kind() {
            return Err(errno::EOPNOTSUPP);
        }
        let waiting = match &socket.stage {
            Stage::Closed if socket.told != Told::Nothing => return Err(errno::EINVAL),
            Stage::Closed => std::collections::VecDeque::new(),
            Stage::Listening { waiting, .. } => waiting.clone(),
            _ => return Err(errno::EINVAL),
        };
        let was_closed = socket.stage == Stage::Closed;
        if socket.family == Family::Unix {
            if socket.local.is_none() {
                return Err(errno::EINVAL);
            }
        } else if was_closed {
            self.bind_anywhere(id, 1)?;
            let name = self.name(id);
            if self.is_taken(id, &name) {
                return Err(errno::EADDRINUSE);
            }
        }
        if was_closed {
            self.listen_outside(id)?;
        }
        let most = usize::try_from(most).map_or(MOST, |it| it.min(MOST));
        if self.at(id).family == Family::Unix {
            self.set_peer_process(id, process);
        }
        let socket = self.at_mut(id);
        socket.stage = Stage::Listening { most, waiting };
        if was_closed {
            socket.shut = (false, false);
        }
        Ok(())
    }

    /// Whether a socket that listens takes no more connections now.
    pub(super) fn is_full(&self, id: SocketId) -> bool {
        matches!(&self.at(id).stage, Stage::Listening { most, waiting } if waiting.len() > *most)
    }

    /// `accept`: the other side of a connection, and its name.
    pub(crate) fn accept(&mut self, id: SocketId) -> Result<(SocketId, Address), Failed> {
        if !self.at(id).is_connected_kind() {
            return Err(errno::EOPNOTSUPP.into());
        }
        let shut = self.at(id).shut.0;
        let Stage::Listening { waiting, .. } = &self.at(id).stage else { return Err(errno::EINVAL.into()) };
        let Some(&first) = waiting.front() else {
            return Err(if shut { errno::EINVAL.into() } else { Failed::Wait(id, Wanted::Connection) });
        };
        if let Stage::Listening { waiting, .. } = &mut self.at_mut(id).stage {
            waiting.pop_front();
        }
        let accepted = self.at_mut(first);
        accepted.orphan = false;
        let name = accepted.remote.clone().unwrap_or(Address::Unnamed);
        self.answer_next(id);
        Ok((first, name))
    }

    /// A socket that listens has room: who has asked first gets its connection.
    fn answer_next(&mut self, listener: SocketId) {
        if self.is_full(listener) {
            return;
        }
        let asks = |it: &Socket| it.stage == Stage::Asking(listener);
        let first = self.all().find(|(_, it)| asks(it)).map(|it| it.0);
        if let Some(first) = first {
            self.join(first, listener);
        }
    }

    /// `connect` of TCP, and of UDP.
    pub(crate) fn connect(&mut self, id: SocketId, to: Target<'_>, waits: bool) -> Result<(), Failed> {
        let socket = self.at(id);
        if !socket.is_connected_kind() {
            return Ok(self.connect_datagrams(id, to)?);
        }
        if *to.address == Address::Nothing {
            self.disconnect(id);
            return Ok(());
        }
        match (&socket.stage, socket.told) {
            (Stage::Open, Told::Begun) => {
                self.at_mut(id).told = Told::Made;
                return Ok(());
            }
            (_, Told::Made) | (Stage::Open | Stage::Listening { .. }, _) => return Err(errno::EISCONN.into()),
            (Stage::Asking(_), _) if waits => return Err(Failed::Wait(id, Wanted::Answer)),
            (Stage::Asking(_), _) => return Err(errno::EALREADY.into()),
            (Stage::Closed, Told::Begun) => {
                let error = self.take_error(id).err().unwrap_or(errno::ECONNABORTED);
                self.disconnect(id);
                return Err(error.into());
            }
            (Stage::Closed, Told::Nothing) => {}
        }
        let (host, port) = self.destination(id, to, false)?;
        let route = self.route(id, to, host, 0).filter(|it| !host.is_multicast() && !it.is_broadcast);
        let reached = route.as_ref().and_then(|it| it.arrivals.first());
        let listener = reached.and_then(|&at| self.listener(at, host, port));
        if listener.is_none() && self.has_gateway() {
            return self.leave(id, (host, port), waits);
        }
        let route = route.as_ref().ok_or(errno::ENETUNREACH)?;
        if reached.is_none() && waits {
            return Err(errno::EHOSTUNREACH.into());
        }
        if let Some(listener) = listener.filter(|&it| waits && self.is_full(it)) {
            return Err(Failed::Wait(listener, Wanted::Answer));
        }
        self.bind_anywhere(id, 0)?;
        let source = self.source(id, host, route);
        let own = self.set_ends(id, source, (host, port), route.interface);
        let socket = self.at_mut(id);
        socket.shut = (false, false);
        socket.finished = false;
        match listener {
            Some(listener) if self.is_full(listener) => self.at_mut(id).stage = Stage::Asking(listener),
            Some(listener) => self.join(id, listener),
            // It has met itself.
            None if (source, own) == (host, port) => {
                let socket = self.at_mut(id);
                socket.stage = Stage::Open;
                socket.peer = Some(id);
            }
            None if waits => {
                self.note_connection(id, Passed::Refused, &Bytes::new());
                self.at_mut(id).remote = None;
                self.unbind_given(id);
                return Err(errno::ECONNREFUSED.into());
            }
            None if reached.is_none() => self.refuse(id, errno::EHOSTUNREACH),
            None => self.refuse(id, errno::ECONNREFUSED),
        }
        self.at_mut(id).told = if waits { Told::Made } else { Told::Begun };
        if waits { Ok(()) } else { Err(errno::EINPROGRESS.into()) }
    }

    /// `connect` to an address outside. Who does not wait hears of it by the next call.
    fn leave(&mut self, id: SocketId, to: (IpAddr, u16), waits: bool) -> Result<(), Failed> {
        let socket = self.at_mut(id);
        (socket.shut, socket.finished) = ((false, false), false);
        let outcome = self.connect_outside(id, to.0, to.1);
        if waits {
            outcome?;
            self.at_mut(id).told = Told::Made;
            return Ok(());
        }
        match outcome {
            Ok(()) => self.wake(id, bits::ALL),
            Err(error) => self.refuse(id, error),
        }
        self.at_mut(id).told = Told::Begun;
        Err(errno::EINPROGRESS.into())
    }

    /// A connection that was asked for is refused.
    pub(super) fn refuse(&mut self, id: SocketId, error: Errno) {
        self.note_connection(id, Passed::Refused, &Bytes::new());
        let socket = self.at_mut(id);
        socket.stage = Stage::Closed;
        socket.error = error;
        socket.shut = (true, true);
        self.wake(id, bits::ALL);
    }

    /// The address and port that a message of a socket goes to.
    pub(super) fn destination(
        &self,
        id: SocketId,
        to: Target<'_>,
        sends: bool,
    ) -> Result<(IpAddr, u16), Errno> {
        let socket = self.at(id);
        let Target { address, length } = to;
        match (socket.family, address.family()) {
            // Datagrams may go to addresses of the older kind.
            (Family::V6, Some(Family::V4)) if socket.kind == Kind::Datagram => {}
            (Family::V4, _) if length < 16 => return Err(errno::EINVAL),
            (Family::V6, _) if length < 24 => return Err(errno::EINVAL),
            (own, other) if Some(own) == other => {}
            (Family::V6, _) if sends => return Err(errno::EINVAL),
            _ => return Err(errno::EAFNOSUPPORT),
        }
        let host = or_loopback(address.host());
        let bound = socket.local.as_ref().map(Address::host);
        let only = socket.family == Family::V6 && socket.options.v6_only != 0;
        match (bound, host) {
            (Some(IpAddr::V4(_)), IpAddr::V6(_)) => return Err(errno::EAFNOSUPPORT),
            (_, IpAddr::V4(_)) if only && !sends && address.family() == Some(Family::V4) => {
                return Err(errno::EAFNOSUPPORT);
            }
            (_, IpAddr::V4(_)) if only => return Err(errno::ENETUNREACH),
            _ => {}
        }
        Ok((host, address.port()))
    }

    /// The address that a message of a socket comes from.
    pub(super) fn source(&self, id: SocketId, to: IpAddr, route: &Route) -> IpAddr {
        let own = self.at(id).address();
        let same = matches!((own, to), (IpAddr::V4(_), IpAddr::V4(_)) | (IpAddr::V6(_), IpAddr::V6(_)));
        let is_own = self.at(id).local.is_some() && same && !own.is_unspecified() && !own.is_multicast();
        if is_own { own } else { route.source.unwrap_or_else(|| any(to)) }
    }

    /// The way of a packet of a socket, from the interface that the message asks for, if that is not 0. None where no
    /// network of the host has the address.
    pub(super) fn route(&self, id: SocketId, to: Target<'_>, host: IpAddr, asked: u32) -> Option<Route> {
        let socket = self.at(id);
        let group = match host {
            IpAddr::V4(host) if host.is_multicast() => socket.options.group_interface,
            IpAddr::V6(host) if host.is_multicast() => {
                socket.options.number(IP6_GROUP_INTERFACE).cast_unsigned()
            }
            _ => 0,
        };
        let said = [asked, socket.options.device, to.address.scope(), group];
        let bound = said.into_iter().find(|&it| it != 0).unwrap_or(0);
        self.way_from(socket.host, host, bound)
    }

    /// Both names of a socket that sends to one address. The port that it has.
    fn set_ends(&mut self, id: SocketId, source: IpAddr, to: (IpAddr, u16), interface: u32) -> u16 {
        let socket = self.at_mut(id);
        let own = socket.local.as_ref().map_or(0, Address::port);
        socket.local = Some(Address::seen_by(socket.family, source, own, interface));
        socket.remote = Some(Address::seen_by(socket.family, to.0, to.1, interface));
        own
    }

    /// A port that the host has given is free again.
    pub(super) fn unbind_given(&mut self, id: SocketId) {
        let socket = self.at_mut(id);
        if socket.options.given {
            socket.local = None;
            socket.options.given = false;
        }
    }

    /// Makes the other side of a connection, which waits to be accepted.
    pub(super) fn join(&mut self, id: SocketId, listener: SocketId) {
        let (family, kind, host) = (self.at(listener).family, self.at(listener).kind, self.at(listener).host);
        let other = self.add(host, family, kind);
        let unix = family == Family::Unix;
        if !unix {
            self.break_silence(id, listener);
        }
        let remote = self.at(id).local.clone();
        let local = if unix { self.at(listener).local.clone() } else { self.at(id).remote.clone() };
        let seen = |name: Option<Address>| match name {
            Some(name) if !unix => Address::seen_by(family, name.host(), name.port(), name.scope()),
            Some(name) => name,
            None => Address::Unnamed,
        };
        let options = self.at(listener).options.clone();
        let accepted = self.at_mut(other);
        accepted.local = Some(seen(local));
        accepted.remote = Some(seen(remote));
        accepted.stage = Stage::Open;
        accepted.peer = Some(id);
        accepted.orphan = true;
        accepted.told = Told::Made;
        if !unix {
            accepted.options = options;
            accepted.options.given = true;
        }
        let name = accepted.local.clone();
        let socket = self.at_mut(id);
        socket.stage = Stage::Open;
        socket.peer = Some(other);
        if unix {
            socket.remote = name;
        }
        if let Stage::Listening { waiting, .. } = &mut self.at_mut(listener).stage {
            waiting.push_back(other);
        }
        self.wake(listener, bits::READS);
        self.wake(id, bits::ALL);
        self.note_connection(id, Passed::Opened, &Bytes::new());
    }

    /// `connect` of a UNIX socket to one that was looked for by its name, by the process with this number.
    pub(crate) fn connect_unix(
        &mut self,
        id: SocketId,
        found: Result<SocketId, Errno>,
        waits: bool,
        process: i32,
    ) -> Result<(), Failed> {
        if self.at(id).kind == Kind::Datagram {
            let found = found?;
            if !self.may_send(id, found) {
                return Err(errno::EPERM.into());
            }
            self.redirect(id, Some(found));
            return Ok(());
        }
        let listener = found?;
        let listens = matches!(self.at(listener).stage, Stage::Listening { .. });
        if !listens || self.at(listener).shut.0 {
            return Err(errno::ECONNREFUSED.into());
        }
        if self.is_full(listener) {
            return Err(if waits { Failed::Wait(listener, Wanted::Answer) } else { errno::EAGAIN.into() });
        }
        match self.at(id).stage {
            Stage::Closed => {}
            Stage::Open => return Err(errno::EISCONN.into()),
            _ => return Err(errno::EINVAL.into()),
        }
        self.join(id, listener);
        self.set_peer_process(id, self.peer_process(listener));
        if let Some(accepted) = self.at(id).peer {
            self.set_peer_process(accepted, process);
        }
        Ok(())
    }

    /// The UNIX socket with a name of its own, for one that wants to send there.
    pub(crate) fn at_name(&self, id: SocketId, name: &Address) -> Result<SocketId, Errno> {
        let socket = self.at(id);
        match name {
            Address::Abstract(_) => self.named(socket.host, name, socket.kind).ok_or(errno::ECONNREFUSED),
            _ => Err(errno::EINVAL),
        }
    }

    fn connect_datagrams(&mut self, id: SocketId, to: Target<'_>) -> Result<(), Errno> {
        if *to.address == Address::Nothing {
            self.at_mut(id).remote = None;
            self.unbind_given(id);
            return Ok(());
        }
        let is_raw = matches!(self.at(id).kind, Kind::Raw(_));
        if !is_raw {
            self.bind_anywhere(id, 0)?;
        }
        let (host, port) = self.destination(id, to, false)?;
        let port = if is_raw { 0 } else { port };
        let route = self.route(id, to, host, 0).ok_or(errno::ENETUNREACH)?;
        let source = self.source(id, host, &route);
        self.set_ends(id, source, (host, port), route.interface);
        Ok(())
    }
}
