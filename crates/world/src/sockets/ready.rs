//! What `poll` says of a socket.

use super::packet::charge;
use super::{Family, Kind, Network, Socket, SocketId, Stage};

/// Bits of `poll`, and of `epoll`.
pub(crate) mod bits {
    /// There is something to read.
    pub(crate) const IN: u32 = 1;
    /// There is room to write.
    pub(crate) const OUT: u32 = 4;
    /// Something has gone wrong.
    pub(crate) const ERR: u32 = 8;
    /// Nothing more will come or go.
    pub(crate) const HUP: u32 = 16;
    /// `POLLRDNORM`
    pub(crate) const READ: u32 = 0x40;
    /// `POLLWRNORM`
    pub(crate) const WRITE: u32 = 0x100;
    /// `POLLWRBAND`
    pub(crate) const WRITE_BAND: u32 = 0x200;
    /// Nothing more will come.
    pub(crate) const READ_HUP: u32 = 0x2000;
    /// All that reading can mean.
    pub(crate) const READS: u32 = IN | READ;
    /// All that writing can mean.
    pub(crate) const WRITES: u32 = OUT | WRITE | WRITE_BAND;
    /// A state has changed: everybody looks.
    pub(crate) const ALL: u32 = u32::MAX;
}

/// Messages that wait at a datagram socket of UNIX, at most, from those that it does not send to; and one more.
const MOST_MESSAGES: usize = 10;

/// Bytes that a TCP connection holds in one direction, unless the program sets its buffers. Linux's grow to some
/// megabytes where there is memory. A network of others holds less, so a program must do with less.
const TCP_ROOM: usize = 212_992;

impl Network {
    /// What can be done with a socket now.
    pub(crate) fn ready(&self, id: SocketId) -> u32 {
        let socket = self.at(id);
        let mut mask = if socket.error != 0 { bits::ERR } else { 0 };
        if let Stage::Listening { waiting, .. } = &socket.stage
            && socket.is_tcp()
        {
            return if waiting.is_empty() { 0 } else { bits::READS };
        }
        let both = socket.shut == (true, true);
        let closed = socket.stage == Stage::Closed;
        if both || closed && socket.is_connected_kind() {
            mask |= bits::HUP;
        }
        if socket.shut.0 {
            mask |= bits::READS | bits::READ_HUP;
        }
        let has_connection = matches!(&socket.stage, Stage::Listening { waiting, .. } if !waiting.is_empty());
        if !socket.queue.is_empty() || has_connection {
            mask |= bits::READS;
        }
        match (socket.family, socket.kind) {
            (Family::Unix, _) if self.has_unix_room(id) => mask |= bits::WRITES,
            (Family::Unix, _) => {}
            (_, Kind::Datagram | Kind::Raw(_)) => mask |= bits::WRITES,
            _ if matches!(socket.stage, Stage::Asking(_)) => {}
            _ if socket.shut.1 || self.tcp_room(id) >= self.tcp_capacity(id) / 3 => {
                mask |= bits::OUT | bits::WRITE;
            }
            _ => {}
        }
        mask
    }

    /// Whether `poll` says that a UNIX socket can be written to: three quarters of its buffer are free.
    fn has_unix_room(&self, id: SocketId) -> bool {
        let socket = self.at(id);
        if matches!(socket.stage, Stage::Listening { .. }) {
            return false;
        }
        let full = socket.kind == Kind::Datagram && socket.peer.is_some_and(|to| self.is_crowded(id, to));
        !full && 4 * self.used(id) <= socket.options.buffers.0
    }

    /// Whether a datagram socket of UNIX has as many messages as it takes from one that it does not send to.
    pub(super) fn is_crowded(&self, from: SocketId, to: SocketId) -> bool {
        from != to && self.at(to).peer != Some(from) && self.at(to).queue.len() > MOST_MESSAGES
    }

    /// Likewise, from any other.
    pub(super) fn is_crowded_for_others(&self, id: SocketId) -> bool {
        self.at(id).queue.len() > MOST_MESSAGES
    }

    /// What a UNIX socket has used of its buffer.
    pub(super) fn used(&self, id: SocketId) -> usize {
        let of = |it: &Socket| -> usize {
            it.queue.iter().filter(|it| it.sender == Some(id)).map(|it| it.charge).sum()
        };
        match self.at(id).peer {
            Some(peer) if self.at(id).is_connected_kind() => of(self.at(peer)),
            _ if self.at(id).is_connected_kind() => 0,
            _ => self.all().map(|(_, it)| of(it)).sum(),
        }
    }

    /// The bytes that a TCP connection holds in the direction from a socket.
    pub(super) fn tcp_capacity(&self, id: SocketId) -> usize {
        let own = self.at(id).options.set_buffers().0;
        let peer = self.at(id).peer.and_then(|it| self.at(it).options.set_buffers().1);
        match (own, peer) {
            (None, None) => TCP_ROOM,
            (own, peer) => own.unwrap_or(TCP_ROOM / 2) + peer.unwrap_or(TCP_ROOM / 2),
        }
    }

    /// How many more fit.
    pub(super) fn tcp_room(&self, id: SocketId) -> usize {
        let held = self.at(id).peer.map_or_else(|| self.held_in_silence(id), |it| self.at(it).available());
        self.tcp_capacity(id).saturating_sub(held)
    }

    /// Whether a stream takes so many bytes at once: it has room, or nothing else to carry.
    pub(super) fn fits(&self, id: SocketId, count: usize) -> bool {
        let socket = self.at(id);
        let Some(peer) = socket.peer else { return true };
        if self.at(peer).queue.is_empty() {
            return true;
        }
        match socket.family {
            Family::Unix => self.used(id) + charge(socket, count) < socket.options.buffers.0,
            _ => self.tcp_room(id) >= count,
        }
    }

    /// Whether so many bytes are more than a stream ever holds.
    pub(crate) fn exceeds(&self, id: SocketId, count: usize) -> bool {
        let socket = self.at(id);
        match (socket.family, socket.kind) {
            (Family::Unix, Kind::Stream) => charge(socket, count) > socket.options.buffers.0,
            (_, Kind::Stream) => count > self.tcp_capacity(id),
            _ => false,
        }
    }

    /// Whether writing so many bytes need not wait; of a stream, any.
    pub(super) fn has_room(&self, id: SocketId, count: usize) -> bool {
        let socket = self.at(id);
        if socket.error != 0 || socket.shut.1 {
            return true;
        }
        match (socket.family, socket.kind) {
            (Family::Unix, Kind::Datagram) => {
                // To whom it is sent is not known here.
                let full = self.used(id) >= socket.options.buffers.0;
                !full && socket.peer.is_none_or(|to| !self.is_crowded(id, to))
            }
            (Family::Unix, _) => socket.peer.is_none() || self.used(id) < socket.options.buffers.0,
            (_, Kind::Stream) => {
                !matches!(socket.stage, Stage::Asking(_))
                    && (socket.stage != Stage::Open || self.tcp_room(id) > 0)
            }
            _ => charge(socket, count) > 0,
        }
    }
}
