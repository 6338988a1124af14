//! The gateway to the network of the machine that gmc runs on (`gmc run --network host`).
//!
//! A program's sockets stay those of its own host. What it sends to an address where nobody inside takes it leaves by a
//! socket of the machine, and what comes to a port that it has bound comes in by one. A connection to the outside has a
//! far end inside, as any connection; no file leads to that, but the gateway, which moves bytes between it and the
//! machine's socket ([`Network::pass_gateway`]).
//!
//! Invariants: no call waits for the outside but `connect`, which holds up the whole run until there is an answer. Only
//! a single run has a gateway: nothing goes back to a state before it.
//!
//! Deliberately absent: raw sockets, groups, and options of the machine's sockets.

use super::packet::charge;
use super::wire::{Datagram, UDP};
use super::{Address, Family, Kind, Network, Socket, SocketId, Stage};
use crate::bytes::Slice;
use crate::errno::{self, Errno};
use crate::hosts::Arrival;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::net::{self, AddressFamily, RecvFlags, SendFlags, Shutdown, SocketFlags, SocketType};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Connections that wait at a socket of the machine, at most.
const BACKLOG: i32 = 128;
/// The most bytes that are moved at once: no datagram is longer.
const PART: usize = 65_536;

/// Sockets of the machine.
#[derive(Debug, Default)]
pub(super) struct Gateway {
    /// Those that have the names of sockets of the program: of UDP, and of TCP before there is a connection.
    named: BTreeMap<SocketId, OwnedFd>,
    /// Those of connections, by the far end.
    lines: BTreeMap<SocketId, OwnedFd>,
}

/// As the program sees an error of the machine.
fn failed(error: rustix::io::Errno) -> Errno {
    error.raw_os_error()
}

/// An address as sockets of a family take it.
fn address(family: Family, host: IpAddr, port: u16) -> SocketAddr {
    match (family, host) {
        (Family::V6, IpAddr::V4(host)) if host.is_unspecified() => (Ipv6Addr::UNSPECIFIED, port).into(),
        (Family::V6, IpAddr::V4(host)) => (host.to_ipv6_mapped(), port).into(),
        (_, host) => (host, port).into(),
    }
}

/// The name of a socket of the machine, or of its other side.
fn name_of(found: rustix::io::Result<net::SocketAddrAny>) -> Result<(IpAddr, u16), Errno> {
    let name = found.and_then(SocketAddr::try_from).map_err(failed)?;
    Ok((name.ip().to_canonical(), name.port()))
}

impl Gateway {
    /// Makes a socket of the machine for one of the program, with a name if that is to have one.
    fn name(&mut self, id: SocketId, socket: &Socket, name: Option<(IpAddr, u16)>) -> Result<u16, Errno> {
        let family = if socket.family == Family::V6 { AddressFamily::INET6 } else { AddressFamily::INET };
        let kind = if socket.is_tcp() { SocketType::STREAM } else { SocketType::DGRAM };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let made = net::socket_with(family, kind, flags, None).map_err(failed)?;
        if socket.family == Family::V6 {
            net::sockopt::set_ipv6_v6only(&made, socket.options.v6_only != 0).map_err(failed)?;
        }
        if socket.is_tcp() || socket.options.reuse_address != 0 {
            net::sockopt::set_socket_reuseaddr(&made, true).map_err(failed)?;
        }
        let mut port = 0;
        if let Some((host, wanted)) = name {
            net::bind(&made, &address(socket.family, host, wanted)).map_err(failed)?;
            port = name_of(net::getsockname(&made))?.1;
        }
        self.named.insert(id, made);
        Ok(port)
    }

    /// Waits until a connection that was asked for is there, or is not.
    fn connect(&mut self, id: SocketId, to: SocketAddr) -> Result<OwnedFd, Errno> {
        let socket = self.named.remove(&id).ok_or(errno::EINVAL)?;
        match net::connect(&socket, &to) {
            Err(rustix::io::Errno::INPROGRESS) => loop {
                let mut wanted = [PollFd::new(&socket, PollFlags::OUT)];
                match rustix::event::poll(&mut wanted, None) {
                    Ok(_) => break net::sockopt::socket_error(&socket).and_then(|it| it),
                    Err(rustix::io::Errno::INTR) => {}
                    Err(error) => break Err(error),
                }
            },
            other => other,
        }
        .map_err(failed)?;
        Ok(socket)
    }
}

impl Network {
    /// Joins the program's host and the machine's network.
    pub(crate) fn open_gateway(&mut self) {
        self.gateway.0 = Some(Rc::default());
    }

    /// Whether there is a way out.
    pub(crate) fn has_gateway(&self) -> bool {
        self.gateway.0.is_some()
    }

    /// A socket of the machine gets the name that one of the program is to have: the port, if there is a gateway.
    pub(super) fn bind_outside(&self, id: SocketId, to: &Address) -> Result<Option<u16>, Errno> {
        let Some(gateway) = self.gateway.0.as_ref().filter(|_| self.goes_out(id)) else { return Ok(None) };
        gateway.borrow_mut().name(id, self.at(id), Some((to.host(), to.port()))).map(Some)
    }

    /// The same for a socket that has a name already, and none outside yet.
    fn follow_outside(&mut self, id: SocketId) -> Result<(), Errno> {
        let Some(gateway) = self.gateway.0.clone().filter(|_| self.goes_out(id)) else { return Ok(()) };
        if gateway.borrow().named.contains_key(&id) {
            return Ok(());
        }
        let socket = self.at(id);
        let (given, local) = (socket.options.given, socket.local.clone());
        let name = local.as_ref().map(|it| (it.host(), if given { 0 } else { it.port() }));
        let port = gateway.borrow_mut().name(id, socket, name)?;
        if let Some(local) = local.filter(|_| given) {
            self.at_mut(id).local = Some(local.with_port(port));
        }
        Ok(())
    }

    fn goes_out(&self, id: SocketId) -> bool {
        let socket = self.at(id);
        matches!(socket.family, Family::V4 | Family::V6)
            && matches!(socket.kind, Kind::Stream | Kind::Datagram)
    }

    /// `listen`, outside, too.
    pub(super) fn listen_outside(&mut self, id: SocketId) -> Result<(), Errno> {
        self.follow_outside(id)?;
        let Some(gateway) = self.gateway.0.as_ref().filter(|_| self.goes_out(id)) else { return Ok(()) };
        gateway.borrow().named.get(&id).map_or(Ok(()), |it| net::listen(it, BACKLOG).map_err(failed))
    }

    /// A connection to the outside: who has asked for it has it, or there is an error.
    pub(super) fn connect_outside(&mut self, id: SocketId, host: IpAddr, port: u16) -> Result<(), Errno> {
        let Some(gateway) = self.gateway.0.clone() else { return Err(errno::ENETUNREACH) };
        if !gateway.borrow().named.contains_key(&id) {
            gateway.borrow_mut().name(id, self.at(id), None)?;
        }
        let family = self.at(id).family;
        let line = gateway.borrow_mut().connect(id, address(family, host, port))?;
        let own = name_of(net::getsockname(&line))?;
        let far = self.add_far_end(id);
        let socket = self.at_mut(id);
        socket.local = Some(Address::seen_by(family, own.0, own.1, 0));
        socket.remote = Some(Address::seen_by(family, host, port, 0));
        (socket.stage, socket.peer) = (Stage::Open, Some(far));
        let end = self.at_mut(far);
        (end.stage, end.peer) = (Stage::Open, Some(id));
        gateway.borrow_mut().lines.insert(far, line);
        Ok(())
    }

    /// The far end of a connection with the outside. It has no name: nobody inside finds it.
    fn add_far_end(&mut self, of: SocketId) -> SocketId {
        let (host, family) = (self.at(of).host, self.at(of).family);
        self.add(host, family, Kind::Stream)
    }

    /// A datagram leaves: whether it did.
    pub(super) fn send_outside(&mut self, id: SocketId, to: (IpAddr, u16), data: &[u8]) -> Result<(), Errno> {
        self.follow_outside(id)?;
        let socket = self.at(id);
        let to = address(socket.family, to.0, to.1);
        let Some(gateway) = &self.gateway.0 else { return Err(errno::ENETUNREACH) };
        let gateway = gateway.borrow();
        let line = gateway.named.get(&id).ok_or(errno::ENETUNREACH)?;
        net::sockopt::set_socket_broadcast(line, true).map_err(failed)?;
        match net::sendto(line, data, SendFlags::NOSIGNAL, &to) {
            // There is no room: it is lost, as datagrams are.
            Ok(_) | Err(rustix::io::Errno::AGAIN) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// A socket is no more: nor is that of the machine with its name.
    pub(super) fn forget_outside(&self, id: SocketId) {
        if let Some(gateway) = &self.gateway.0 {
            gateway.borrow_mut().named.remove(&id);
        }
    }

    /// Whether something can be moved through the gateway, within a time; none for ever. Nobody inside can go on
    /// meanwhile, so where there is nothing to wait for it says no at once.
    pub(crate) fn gateway_is_ready(&self, limit: Option<Duration>) -> bool {
        let Some(gateway) = &self.gateway.0 else { return false };
        let gateway = gateway.borrow();
        let mut wanted: Vec<PollFd<'_>> = Vec::new();
        for (&id, socket) in &gateway.named {
            let own = self.at(id);
            let listens = matches!(own.stage, Stage::Listening { .. }) && !self.is_full(id);
            if listens || own.kind == Kind::Datagram {
                wanted.push(PollFd::new(socket, PollFlags::IN));
            }
        }
        for (&far, line) in &gateway.lines {
            let (mut what, own) = (PollFlags::empty(), self.at(far));
            what.set(PollFlags::OUT, !own.queue.is_empty());
            what.set(PollFlags::IN, self.takes_more(far));
            // The program has closed its side: the line can go.
            if what.is_empty() && own.peer.is_none() {
                return true;
            }
            if !what.is_empty() {
                wanted.push(PollFd::new(line, what));
            }
        }
        if wanted.is_empty() {
            return false;
        }
        let until = limit.map(|it| Instant::now() + it);
        loop {
            let left = until.map(|it| it.saturating_duration_since(Instant::now()));
            let left = left.and_then(|it| Timespec::try_from(it).ok());
            match rustix::event::poll(&mut wanted, left.as_ref()) {
                Ok(count) => return count > 0,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return false,
            }
        }
    }

    /// Whether bytes from outside have a place.
    fn takes_more(&self, far: SocketId) -> bool {
        let own = self.at(far);
        own.stage == Stage::Open && own.peer.is_some() && !own.shut.1 && self.tcp_room(far) > 0
    }

    /// Whether bytes of the program have not left yet.
    pub(crate) fn holds_for_outside(&self) -> bool {
        let gateway = self.gateway.0.as_ref().map(|it| it.borrow());
        gateway.is_some_and(|it| it.lines.keys().any(|&far| !self.at(far).queue.is_empty()))
    }

    /// Moves what has come in, and what is to go out.
    pub(crate) fn pass_gateway(&mut self) {
        let Some(gateway) = self.gateway.0.take() else { return };
        {
            let Gateway { named, lines } = &mut *gateway.borrow_mut();
            for (&id, socket) in &*named {
                match self.at(id).kind {
                    Kind::Datagram => self.receive_outside(id, socket),
                    _ => self.accept_outside(id, socket, lines),
                }
            }
            let all = std::mem::take(lines);
            *lines = all.into_iter().filter(|(far, line)| self.move_bytes(*far, line)).collect();
        }
        self.gateway.0 = Some(gateway);
    }

    /// Connections from outside wait to be accepted.
    fn accept_outside(&mut self, id: SocketId, socket: &OwnedFd, lines: &mut BTreeMap<SocketId, OwnedFd>) {
        while matches!(self.at(id).stage, Stage::Listening { .. }) && !self.is_full(id) {
            let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
            let Ok(line) = net::accept_with(socket, flags) else { return };
            let Ok(Some(theirs)) = net::getpeername(&line) else { continue };
            let names = (name_of(Ok(theirs)), name_of(net::getsockname(&line)));
            let (Ok(theirs), Ok(ours)) = names else { continue };
            let far = self.add_far_end(id);
            let end = self.at_mut(far);
            let family = end.family;
            end.local = Some(Address::seen_by(family, theirs.0, theirs.1, 0));
            end.remote = Some(Address::seen_by(family, ours.0, ours.1, 0));
            self.join(far, id);
            self.at_mut(far).local = None;
            lines.insert(far, line);
        }
    }

    /// Datagrams from outside.
    fn receive_outside(&mut self, id: SocketId, socket: &OwnedFd) {
        let mut room = vec![0; PART];
        while let Ok((_, size, Some(from))) = net::recvfrom(socket, &mut room[..], RecvFlags::empty()) {
            let Ok(from) = name_of(Ok(from)) else { continue };
            let own = self.at(id);
            let is_for_it = own.remote.as_ref().is_none_or(|it| (it.host(), it.port()) == from);
            let held: usize = own.queue.iter().map(|it| it.charge).sum();
            let data = Slice::from(&room[..size]);
            if !is_for_it || held + charge(own, size) > own.options.buffers.1 {
                continue;
            }
            let to = (own.address(), own.local.as_ref().map_or(0, Address::port));
            let at = Arrival { host: own.host, interface: 1, link: None };
            let number = self.next_message();
            self.put_datagram(id, at, Datagram { protocol: UDP, from, to, hops: (64, 0), number, data });
        }
    }

    /// Moves bytes of a connection, both ways: whether there is anything left to be moved at any time.
    fn move_bytes(&mut self, far: SocketId, line: &OwnedFd) -> bool {
        let moved = self.move_out(far, line).and_then(|()| self.move_in(far, line));
        let end = self.at(far);
        if moved.is_err() {
            // The other side hears of it as of any reset.
            self.at_mut(far).options.linger = (1, 0);
        } else if end.peer.is_some() || !end.queue.is_empty() {
            return true;
        }
        self.close(far);
        false
    }

    fn move_out(&mut self, far: SocketId, line: &OwnedFd) -> rustix::io::Result<()> {
        while let Some(packet) = self.at(far).queue.front() {
            match net::send(line, packet.data.plain(), SendFlags::NOSIGNAL) {
                Ok(count) => drop(self.take_bytes(far, count)),
                Err(rustix::io::Errno::AGAIN) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        if self.at(far).finished {
            // It may be over already.
            let _ = net::shutdown(line, Shutdown::Write);
        }
        Ok(())
    }

    fn move_in(&mut self, far: SocketId, line: &OwnedFd) -> rustix::io::Result<()> {
        while self.takes_more(far)
            && let Some(peer) = self.at(far).peer
        {
            let mut part = vec![0; self.tcp_room(far).min(PART)];
            match net::recv(line, &mut part[..], RecvFlags::empty()) {
                Ok((_, 0)) => drop(self.shut_down(far, false, true)),
                Ok((_, count)) => self.carry_bytes(peer, Slice::from(&part[..count])),
                Err(rustix::io::Errno::AGAIN) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The gateway of a run.
pub(super) type Way = Option<Rc<RefCell<Gateway>>>;
