//! Bytes through streams: TCP and UNIX.
//!
//! A call moves what fits now, and says how much that is; one that wants to move more is made again for the rest.

use super::close::Why;
use super::packet::{Message, Packet, Received, charge, stream_part};
use super::ready::bits;
use super::{Address, Failed, Family, Kind, Loss, Network, Passed, SocketId, Stage, Wanted};
use crate::bytes::Bytes;
use crate::errno;

impl Network {
    /// Sends a message: how many bytes were sent. `found` is the UNIX socket that it goes to, where it says one.
    pub(crate) fn send(
        &mut self,
        id: SocketId,
        message: Message<'_>,
        found: Option<Result<SocketId, errno::Errno>>,
    ) -> Result<usize, Failed> {
        let socket = self.at(id);
        let count = message.data.len();
        if message.whole && socket.kind == Kind::Stream && !(self.has_room(id, 1) && self.fits(id, count)) {
            return Err(Failed::Wait(id, Wanted::Whole(count)));
        }
        match (socket.family, socket.kind) {
            (Family::Unix, Kind::Stream) => self.send_unix(id, message),
            (_, Kind::Stream) => self.send_tcp(id, message),
            (Family::Unix, _) => self.send_message(id, message, found),
            (Family::Netlink, _) => {
                if self.at(id).local.is_none() {
                    self.bind(id, &Address::Netlink(0, 0))?;
                }
                Ok(self.ask_host(id, message.data.plain()))
            }
            (_, Kind::Raw(protocol)) => Ok(self.send_raw(id, protocol, message)?),
            _ => Ok(self.send_udp(id, message)?),
        }
    }

    /// Receives a message, or what has come of a stream; with `keep`, it stays there.
    pub(crate) fn receive(
        &mut self,
        id: SocketId,
        count: usize,
        keep: bool,
        waits: bool,
    ) -> Result<Received, Failed> {
        match self.at(id).kind {
            Kind::Stream => self.receive_stream(id, count, keep),
            _ => self.receive_message(id, count, keep, waits),
        }
    }

    fn send_tcp(&mut self, id: SocketId, message: Message<'_>) -> Result<usize, Failed> {
        match self.at(id).stage {
            Stage::Asking(_) => {
                self.take_error(id)?;
                return Err(Failed::Wait(id, Wanted::Room(1)));
            }
            Stage::Open => {}
            Stage::Closed | Stage::Listening { .. } => {
                self.take_error(id)?;
                return Err(errno::EPIPE.into());
            }
        }
        if self.at(id).error != 0 || self.at(id).shut.1 {
            self.take_error(id)?;
            return Err(errno::EPIPE.into());
        }
        if message.data.is_empty() {
            return Ok(0);
        }
        let room = if message.whole { usize::MAX } else { self.tcp_room(id) };
        if room == 0 {
            return Err(Failed::Wait(id, Wanted::Room(1)));
        }
        let data = message.data.up_to(room);
        let peer = self.at(id).peer;
        self.note_connection(id, Passed::Sent, &data.to_bytes());
        match peer {
            Some(peer) => {
                self.note_connection(id, Passed::Arrived, &data.to_bytes());
                self.carry_bytes(peer, data);
            }
            None if self.send_into_silence(id, data.len()) => {
                self.note_connection(id, Passed::Lost(Loss::Down), &data.to_bytes());
            }
            None => {
                self.note_connection(id, Passed::Lost(Loss::Nobody), &data.to_bytes());
                self.reset(id, Why::Reset);
                return Ok(data.len());
            }
        }
        if data.len() < message.data.len() {
            self.await_room(id);
        }
        Ok(data.len())
    }

    fn send_unix(&mut self, id: SocketId, message: Message<'_>) -> Result<usize, Failed> {
        let socket = self.at(id);
        let is_open = socket.stage == Stage::Open;
        if message.to.is_some() {
            return Err(if is_open { errno::EISCONN } else { errno::EOPNOTSUPP }.into());
        }
        if !is_open {
            return Err(errno::ENOTCONN.into());
        }
        let peer = match socket.peer {
            _ if socket.shut.1 => return Err(errno::EPIPE.into()),
            Some(peer) if !self.at(peer).shut.0 => peer,
            // It has gone, or reads no more.
            _ if message.data.is_empty() => return Ok(0),
            _ => return Err(errno::EPIPE.into()),
        };
        let buffer = socket.options.buffers.0;
        let from = self.name(id);
        let (mut rest, mut rights) = (message.data, message.rights);
        while !rest.is_empty() && (message.whole || self.used(id) < buffer) {
            let (part, after) = rest.split_at(stream_part(rest.len(), buffer));
            self.note_unix(id, peer, &part.to_bytes());
            let packet = Packet {
                data: part.to_bytes(),
                sender: Some(id),
                charge: charge(self.at(id), part.len()),
                from: from.clone(),
                to: None,
                interface: 0,
                hops: (0, 0),
                rights: std::mem::take(&mut rights).to_vec(),
            };
            self.at_mut(peer).queue.push_back(packet);
            rest = after;
        }
        let done = message.data.len() - rest.len();
        if done == 0 && !rest.is_empty() {
            return Err(Failed::Wait(id, Wanted::Room(1)));
        }
        if done > 0 {
            self.wake(peer, bits::READS);
        }
        Ok(done)
    }

    fn receive_stream(&mut self, id: SocketId, count: usize, keep: bool) -> Result<Received, Failed> {
        let socket = self.at(id);
        if socket.family == Family::Unix && socket.stage != Stage::Open {
            return Err(errno::EINVAL.into());
        }
        if let Stage::Listening { .. } = socket.stage {
            return Err(errno::ENOTCONN.into());
        }
        if !socket.queue.is_empty() {
            return Ok(if keep { self.look_ahead(id, count) } else { self.take_bytes(id, count) });
        }
        if socket.finished {
            return Ok(Received::end());
        }
        self.take_error(id)?;
        let socket = self.at(id);
        if socket.shut.0 {
            return Ok(Received::end());
        }
        if socket.stage == Stage::Closed {
            return Err(errno::ENOTCONN.into());
        }
        Err(Failed::Wait(id, Wanted::Data))
    }

    fn look_ahead(&self, id: SocketId, count: usize) -> Received {
        let mut data = Bytes::new();
        let mut rights = Vec::new();
        for packet in &self.at(id).queue {
            let most = (count - data.len()).min(packet.data.len());
            data.extend(packet.data.part(0..most));
            rights.extend(&packet.rights);
            if data.len() == count || !rights.is_empty() {
                break;
            }
        }
        let from = self.at(id).queue.front().map(|it| self.sender_name(it));
        Received { length: data.len(), data, from: self.told(id, from), rights, ..Received::end() }
    }

    pub(super) fn take_bytes(&mut self, id: SocketId, count: usize) -> Received {
        let mut data = Bytes::new();
        let mut rights = Vec::new();
        let from = self.at(id).queue.front().map(|it| self.sender_name(it));
        let mut freed = false;
        while let Some(packet) = self.at_mut(id).queue.front_mut() {
            let most = count - data.len();
            data.extend(packet.data.take_front(most.min(packet.data.len())).whole());
            rights.append(&mut packet.rights);
            if !packet.data.is_empty() {
                break;
            }
            freed = true;
            self.at_mut(id).queue.pop_front();
            if data.len() == count || !rights.is_empty() {
                break;
            }
        }
        let sender = self.at(id).remote.clone().unwrap_or(Address::Unnamed);
        self.note_received(id, sender, &data);
        if (freed || self.at(id).is_tcp())
            && let Some(peer) = self.at(id).peer
        {
            self.make_room(peer);
        }
        Received { length: data.len(), data, from: self.told(id, from), rights, ..Received::end() }
    }

    /// Who has sent something has room again, and hears of it when it has enough; with TCP, only who has met a full
    /// buffer (Linux: `SOCK_NOSPACE`).
    pub(super) fn make_room(&mut self, id: SocketId) {
        let waits = self.at(id).family == Family::Unix || self.at(id).lacks_room;
        if waits && self.ready(id) & bits::OUT != 0 {
            if self.at(id).lacks_room {
                self.at_mut(id).lacks_room = false;
            }
            self.wake(id, bits::WRITES);
        }
    }

    /// A TCP socket has met a full buffer, or was asked while it was: it hears when there is room.
    pub(crate) fn await_room(&mut self, id: SocketId) {
        let socket = self.at(id);
        if socket.is_tcp() && socket.stage == Stage::Open && !socket.lacks_room {
            self.at_mut(id).lacks_room = true;
        }
    }

    /// The name of who has sent a message.
    pub(super) fn sender_name(&self, packet: &Packet) -> Address {
        packet.sender.map_or_else(|| packet.from.clone(), |it| self.name(it))
    }

    /// The name that a stream tells of who has sent something: UNIX tells one that is bound, TCP none.
    fn told(&self, id: SocketId, from: Option<Address>) -> Option<Address> {
        let unix = self.at(id).family == Family::Unix;
        from.filter(|it| unix && *it != Address::Unnamed)
    }
}
