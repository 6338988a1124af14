//! Sockets, by the numbers of their files.
//!
//! After each call, whoever waits for a socket by `epoll` hears what has happened there.

use super::{Files, Mishap, Stat, Thing, flag};
use crate::bytes::{Bytes, Slice};
use crate::crashes::HostEvent;
use crate::errno::{self, Errno};
use crate::hosts::{Host, HostId};
use crate::pipe::Want;
use crate::sockets::{
    Address, Failed, Family, Kind, Message, Network, NetworkEvent, Passage, Received, Setting, SocketId,
    Target, unknown_request,
};
use std::net::{IpAddr, ToSocketAddrs as _};
use std::time::{Duration, Instant};

/// Mode of a name in the file system that is a socket's.
const SOCKET: u32 = 0o140_000;

impl Files {
    /// The socket that a number stands for.
    pub(super) fn socket_id(&self, fd: i32) -> Result<SocketId, Errno> {
        match self.get(fd)?.thing {
            Thing::Socket(id) => Ok(id),
            _ => Err(errno::ENOTSOCK),
        }
    }

    /// Whether a file is a socket.
    pub fn is_socket(&self, fd: i32) -> Result<bool, Errno> {
        Ok(matches!(self.get(fd)?.thing, Thing::Socket(_)))
    }

    /// The family and the kind of a socket.
    pub fn socket_kind(&self, fd: i32) -> Result<(Family, Kind), Errno> {
        let socket = self.outside.network.look(self.socket_id(fd)?);
        Ok((socket.family, socket.kind))
    }

    /// Whether a socket keeps messages in order and has no connection: then that is what is wrong with a message.
    pub fn is_unconnected_sequence(&self, fd: i32) -> bool {
        let is_sequence = matches!(self.socket_kind(fd), Ok((_, Kind::Sequenced)));
        is_sequence && self.peer_name(fd).is_err()
    }

    /// Does something with the sockets, and tells who waits for them.
    fn network<T>(&mut self, work: impl FnOnce(&mut Network) -> T) -> T {
        let result = work(&mut self.outside.network);
        if self.outside.network.has_gateway() {
            self.outside.network.pass_gateway();
        }
        self.settle();
        result
    }

    /// Whether the run has a way to the machine's network.
    pub fn has_gateway(&self) -> bool {
        self.outside.network.has_gateway()
    }

    /// What has come from outside is there from now on. Whether there was anything.
    pub fn look_outside(&mut self) -> bool {
        let has_come = self.outside.network.gateway_is_ready(Some(Duration::ZERO));
        if has_come {
            self.network(|_| ());
        }
        has_come
    }

    /// Nobody can go on before the clock shows this time, none for ever: waits for something from outside until then,
    /// and lets as much time pass. Whether something has come.
    pub fn wait_outside(&mut self, until: Option<Duration>) -> bool {
        if !self.outside.network.has_gateway() {
            return false;
        }
        let limit = until.map(|it| it.saturating_sub(self.clock().shows()));
        let began = Instant::now();
        let is_ready = self.outside.network.gateway_is_ready(limit);
        if is_ready {
            self.clock_mut().sleep(began.elapsed());
            self.network(|_| ());
        }
        is_ready
    }

    /// An address of a host with this name, as the machine's network has it, if the run has a way there.
    pub fn look_up(&self, name: &str, at: usize) -> Option<IpAddr> {
        let found = self.outside.network.has_gateway().then(|| (name, 0).to_socket_addrs().ok())??;
        found.map(|it| it.ip()).nth(at)
    }

    /// The program is over: what it has sent leaves.
    pub fn leave_nothing(&mut self) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let began = Instant::now();
        while self.outside.network.holds_for_outside() && began.elapsed() < PATIENCE {
            self.outside.network.gateway_is_ready(Some(PATIENCE));
            self.network(|_| ());
        }
    }

    /// What passes over the network is written down from now on.
    pub fn watch_traffic(&mut self) {
        self.outside.network.watch_traffic();
    }

    /// Whether anything has passed since somebody asked.
    pub fn has_traffic(&self) -> bool {
        self.outside.network.has_traffic()
    }

    /// What has passed since somebody asked.
    pub fn take_traffic(&mut self) -> Vec<Passage> {
        self.outside.network.take_traffic()
    }

    /// Whether a number of this process stands for the socket that takes a message.
    pub fn takes(&self, passage: &Passage) -> bool {
        let is_it = |id: SocketId| {
            (0..).zip(self.outside.open.iter()).any(|(file, open)| {
                open.as_ref().is_some_and(|it| it.thing == Thing::Socket(id))
                    && self.numbers.contains(&Some(file))
            })
        };
        passage.receiver.is_some_and(is_it)
    }

    /// The network does something with what is in flight.
    pub(crate) fn network_acts(&mut self, event: &NetworkEvent) {
        self.network(|it| it.network_acts(event));
    }

    /// Something happens to a host.
    pub(crate) fn host_acts(&mut self, event: HostEvent) {
        self.outside.host_acts(event);
        self.settle();
    }

    /// Tells who waits by `epoll` what has happened, and closes files that only messages referred to.
    pub(super) fn settle(&mut self) {
        loop {
            let wakes = self.outside.network.take_wakes();
            for (socket, what) in wakes {
                self.wake_thing(&Thing::Socket(socket), what);
            }
            let released = self.outside.network.take_released();
            if released.is_empty() {
                return;
            }
            released.into_iter().for_each(|it| self.release(it));
        }
    }

    /// What a call of a socket returns; one that has to wait leaves that behind unless it must not.
    fn outcome<T>(
        &mut self,
        fd: i32,
        result: Result<T, Failed>,
        no_wait: bool,
        side: usize,
    ) -> Result<T, Errno> {
        match result {
            Ok(value) => Ok(value),
            Err(Failed::Error(code)) => Err(code),
            Err(Failed::Wait(socket, wanted)) => {
                let limit = self.socket_id(fd).ok().and_then(|it| self.outside.network.timeout(it, side));
                if no_wait || self.waits_not(fd) {
                    return Err(errno::EAGAIN);
                }
                Err(self.wait_at_most(Want::Socket(socket.0, wanted), limit))
            }
        }
    }

    /// The call under way has to wait, for so long at most.
    pub(super) fn wait_at_most(&mut self, want: Want, limit: Option<Duration>) -> Errno {
        if limit.is_none() || !self.hurried {
            self.want = Some(want);
            self.limit = limit;
        }
        errno::EAGAIN
    }

    fn waits_not(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|it| it.flags & flag::NO_WAIT != 0)
    }

    /// Whether calls with an open file wait for what is not there yet.
    pub fn waits(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|it| it.flags & flag::NO_WAIT == 0)
    }

    /// `socket`
    pub fn socket(&mut self, family: Family, kind: Kind, flags: i32) -> Result<i32, Errno> {
        self.free_number(0)?;
        let host = self.host;
        let id = self.outside.network.add(host, family, kind);
        self.add(Thing::Socket(id), flags & (flag::NO_WAIT | flag::CLOSE_ON_EXEC) | flag::BOTH)
    }

    /// `socketpair`
    pub fn socket_pair(&mut self, kind: Kind, flags: i32) -> Result<[i32; 2], Errno> {
        self.free_number(self.free_number(0)? + 1)?;
        let flags = flags & (flag::NO_WAIT | flag::CLOSE_ON_EXEC) | flag::BOTH;
        let host = self.host;
        let [one, other] = self.outside.network.add_pair(host, kind, self.process.number());
        Ok([self.add(Thing::Socket(one), flags)?, self.add(Thing::Socket(other), flags)?])
    }

    /// `bind`
    pub fn bind(&mut self, fd: i32, to: &Address) -> Result<(), Errno> {
        let id = self.socket_id(fd)?;
        let Address::Path(path) = to else { return self.network(|it| it.bind(id, to)) };
        if self.outside.network.look(id).family != Family::Unix {
            return Err(errno::EAFNOSUPPORT);
        }
        let real = self.socket_path(path)?;
        if self.outside.network.path_mode(&real).is_some() || self.stat(path, false).is_ok() {
            let bound = self.outside.network.is_bound(id);
            return Err(if bound { errno::EINVAL } else { errno::EADDRINUSE });
        }
        let mode = 0o777 & !self.mask;
        self.network(|it| it.bind_path(id, path, real, mode))
    }

    /// The host and the real name of a path whose last part need not be there.
    pub(super) fn socket_path(&self, path: &[u8]) -> Result<(HostId, Vec<u8>), Errno> {
        let cut = path.iter().rposition(|&it| it == b'/');
        let (parent, last) = match cut {
            Some(0) => (&b"/"[..], &path[1..]),
            Some(at) => (&path[..at], &path[at + 1..]),
            None => (&b"."[..], path),
        };
        let mut real = self.real_path(parent)?;
        if real != b"/" {
            real.push(b'/');
        }
        real.extend_from_slice(last);
        Ok((self.host, real))
    }

    /// The UNIX socket that has a name, for one that wants to send there.
    fn find_socket(&self, id: SocketId, to: &Address) -> Result<SocketId, Errno> {
        let (network, kind) = (&self.outside.network, self.outside.network.look(id).kind);
        let Address::Path(path) = to else { return network.at_name(id, to) };
        let real = self.socket_path(path)?;
        if network.path_mode(&real).is_some() {
            return network.at_path(&real, kind);
        }
        self.stat(path, true)?;
        Err(errno::ECONNREFUSED)
    }

    /// A request to the host that is not modelled, in what is about to be sent by a socket of netlink.
    pub fn unknown_request(bytes: &[u8]) -> Option<u16> {
        unknown_request(bytes)
    }

    /// `listen`
    pub fn listen(&mut self, fd: i32, most: i32) -> Result<(), Errno> {
        let id = self.socket_id(fd)?;
        let process = self.process.number();
        self.network(|it| it.listen(id, most, process))
    }

    /// `accept`: the number of the new socket, and the name of the other side.
    pub fn accept(&mut self, fd: i32, flags: i32) -> Result<(i32, Address), Errno> {
        let id = self.socket_id(fd)?;
        self.free_number(0)?;
        let accepted = self.network(|it| it.accept(id));
        let (socket, name) = self.outcome(fd, accepted, false, 0)?;
        let flags = flags & (flag::NO_WAIT | flag::CLOSE_ON_EXEC) | flag::BOTH;
        Ok((self.add(Thing::Socket(socket), flags)?, name))
    }

    /// `connect`
    pub fn connect(&mut self, fd: i32, target: Target<'_>) -> Result<(), Errno> {
        let to = target.address;
        let id = self.socket_id(fd)?;
        let waits = !self.waits_not(fd);
        let is_unix = self.outside.network.look(id).family == Family::Unix;
        let connected = match (is_unix, to) {
            (true, Address::Nothing) => self.network(|it| it.disconnect_unix(id)).map_err(Failed::Error),
            (true, _) if to.family() != Some(Family::Unix) => Err(Failed::Error(errno::EINVAL)),
            (true, _) => {
                let found = self.find_socket(id, to);
                let process = self.process.number();
                self.network(|it| it.connect_unix(id, found, waits, process))
            }
            (false, _) => self.network(|it| it.connect(id, target, waits)),
        };
        self.outcome(fd, connected, false, 1)
    }

    /// `getsockname`
    pub fn socket_name(&self, fd: i32) -> Result<Address, Errno> {
        self.socket_id(fd).map(|id| self.outside.network.name(id))
    }

    /// The number of the process at the other side of a UNIX connection; 0 where nobody is known.
    pub fn peer_process(&self, fd: i32) -> Result<i32, Errno> {
        self.socket_id(fd).map(|id| self.outside.network.peer_process(id))
    }

    /// `getpeername`
    pub fn peer_name(&self, fd: i32) -> Result<Address, Errno> {
        self.outside.network.peer_name(self.socket_id(fd)?)
    }

    /// `shutdown`: no more reading, writing or both.
    pub fn shut_down(&mut self, fd: i32, reading: bool, writing: bool) -> Result<(), Errno> {
        let id = self.socket_id(fd)?;
        self.network(|it| it.shut_down(id, reading, writing))
    }

    /// What is to go wrong with a transfer of a socket: a message is whole or not there.
    fn socket_mishap(&mut self, id: SocketId, count: usize) -> Result<usize, Errno> {
        let is_stream = self.outside.network.look(id).kind == Kind::Stream;
        match self.mishap {
            Some(Mishap::Error(code)) => {
                self.mishap = None;
                Err(code)
            }
            Some(Mishap::Short(most)) if is_stream => {
                self.mishap = None;
                Ok(count.min(most))
            }
            _ => Ok(count),
        }
    }

    /// `sendmsg`: how many bytes were sent. With `no_wait`, it fails where it would have to wait.
    pub fn send(&mut self, fd: i32, message: Message<'_>, no_wait: bool) -> Result<usize, Errno> {
        let id = self.socket_id(fd)?;
        let most = self.socket_mishap(id, message.data.len())?;
        let message = Message { data: message.data.up_to(most), ..message };
        let is_unix = self.outside.network.look(id).family == Family::Unix;
        let found = match message.to {
            Some(to) if is_unix && to.address.family() != Some(Family::Unix) => Some(Err(errno::EINVAL)),
            Some(to) if is_unix => Some(self.find_socket(id, to.address)),
            _ => None,
        };
        for &file in message.rights {
            self.hold_open(file);
        }
        let sent = self.network(|it| it.send(id, message, found));
        if matches!(sent, Err(Failed::Wait(..))) && (no_wait || self.waits_not(fd)) {
            self.outside.network.await_room(id);
        }
        if sent.is_err() || sent == Ok(0) && !message.data.is_empty() {
            message.rights.iter().for_each(|&it| self.release(it));
        }
        self.outcome(fd, sent, no_wait, 1)
    }

    /// `recvmsg`; with `keep`, what is received stays there, with `no_wait` it fails where it would have to wait.
    pub fn receive_message(
        &mut self,
        fd: i32,
        count: usize,
        keep: bool,
        no_wait: bool,
    ) -> Result<Received, Errno> {
        let id = self.socket_id(fd)?;
        let count = self.socket_mishap(id, count)?;
        let waits = !no_wait && !self.waits_not(fd);
        let received = self.network(|it| it.receive(id, count, keep, waits));
        let received = self.outcome(fd, received, no_wait, 0)?;
        if keep {
            received.rights.iter().for_each(|&it| self.hold_open(it));
        }
        Ok(received)
    }

    /// Bytes from a socket, as `read` has them.
    pub(super) fn read_socket(&mut self, fd: i32, count: usize) -> Result<Bytes, Errno> {
        let received = self.receive_message(fd, count, false, false)?;
        // Nobody has asked for the files that came along.
        received.rights.into_iter().for_each(|it| self.release(it));
        Ok(received.data)
    }

    /// Bytes to a socket, as streams write them: all at once.
    pub(super) fn write_socket(&mut self, fd: i32, data: Slice<'_>) -> Result<usize, Errno> {
        let sent = self.send(
            fd,
            Message { data, to: None, rights: &[], hops: None, interface: 0, source: None, whole: true },
            false,
        )?;
        self.exceeded |= self.outside.network.exceeds(self.socket_id(fd)?, sent);
        Ok(sent)
    }

    /// An error of a socket is told again by the next call.
    pub fn set_socket_error(&mut self, fd: i32, code: Errno) {
        if let Ok(id) = self.socket_id(fd) {
            self.outside.network.set_error(id, code);
        }
    }

    /// Whether the call under way has to wait.
    pub fn has_want(&self) -> bool {
        self.want.is_some()
    }

    /// Whether something is to go wrong with the next transfer.
    pub fn has_mishap(&self) -> bool {
        self.mishap.is_some()
    }

    /// The open files that numbers stand for, to be sent along.
    pub fn rights(&self, numbers: &[i32]) -> Result<Vec<u32>, Errno> {
        numbers.iter().map(|&fd| self.id(fd).map(|it| it as u32)).collect()
    }

    fn hold_open(&mut self, file: u32) {
        if let Some(open) = self.outside.open.get_mut(file as usize).and_then(Option::as_mut) {
            open.numbers += 1;
        }
    }

    /// Numbers for open files that have come along. Where there are no more, or no more are wanted, files are closed.
    pub fn take_rights(&mut self, rights: &[u32], most: usize, closes: bool) -> Vec<i32> {
        let mut numbers = Vec::new();
        for &file in rights {
            match self.free_number(0) {
                Ok(number) if numbers.len() < most => {
                    let number = self.give_number(number, file);
                    if closes {
                        self.closing.insert(number);
                    }
                    numbers.push(number);
                }
                _ => self.release(file),
            }
        }
        numbers
    }

    /// `getsockopt` of a number; none for an option that is not modelled.
    pub fn socket_number(&mut self, fd: i32, level: i32, name: i32) -> Result<Option<i32>, Errno> {
        let id = self.socket_id(fd)?;
        self.network(|it| it.number(id, level, name))
    }

    /// `setsockopt` of a number; false for an option that is not modelled.
    pub fn set_socket_number(&mut self, fd: i32, level: i32, name: i32, value: i32) -> Result<bool, Errno> {
        let id = self.socket_id(fd)?;
        self.network(|it| it.set_number(id, level, name, value))
    }

    /// `setsockopt` of something else.
    pub fn set_socket(&mut self, fd: i32, setting: &Setting) -> Result<(), Errno> {
        let id = self.socket_id(fd)?;
        self.network(|it| it.set(id, setting))
    }

    /// The host that the process is on.
    pub fn host(&self) -> &Host {
        self.outside.network.hosts.get(self.host)
    }

    /// `SO_BINDTODEVICE`
    pub fn socket_device(&self, fd: i32) -> Result<&str, Errno> {
        self.socket_id(fd).map(|id| self.outside.network.device(id))
    }

    /// `SO_LINGER`
    pub fn socket_linger(&self, fd: i32) -> Result<(i32, i32), Errno> {
        self.socket_id(fd).map(|id| self.outside.network.linger(id))
    }

    /// How long a socket waits to receive (0) or to send (1); none for ever.
    pub fn socket_timeout(&self, fd: i32, which: usize) -> Result<Option<Duration>, Errno> {
        self.socket_id(fd).map(|id| self.outside.network.timeout(id, which))
    }

    /// What `stat` says of a name that is a socket's, without links.
    pub(super) fn stat_socket(&self, path: &[u8]) -> Option<Stat> {
        if !self.outside.network.has_paths() {
            return None;
        }
        let mode = self.outside.network.path_mode(&self.socket_path(path).ok()?)?;
        Some(self.made_up_stat(SOCKET | mode, 0, 1 << 32))
    }
}
