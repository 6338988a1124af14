//! How connections end: `shutdown`, `close`, resets.
//!
//! TCP: a side that closes with unread data, or with `SO_LINGER` of no time, resets the connection; otherwise it says
//! that it sends no more, and what it is sent afterwards is answered by a reset (RFC 9293, 3.10.4 and 3.10.7).

use super::names::is_given;
use super::ready::bits;
use super::{Address, Family, Network, Passed, SocketId, Stage, Told};
use crate::bytes::Bytes;
use crate::errno::{self, Errno};

/// Why a connection is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The other side has reset it.
    Reset,
    /// It does not answer.
    Time,
}

impl Network {
    /// `shutdown`: no more reading, writing or both.
    pub(crate) fn shut_down(&mut self, id: SocketId, reading: bool, writing: bool) -> Result<(), Errno> {
        if self.at(id).family == Family::Unix {
            self.shut_down_unix(id, reading, writing);
            return Ok(());
        }
        let (is_tcp, is_connected) = (self.at(id).is_tcp(), self.at(id).remote.is_some());
        let mut outcome = Ok(());
        match self.at(id).stage {
            Stage::Listening { .. } if !reading => {}
            Stage::Listening { .. } | Stage::Asking(_) => self.disconnect(id),
            Stage::Open => {
                self.at_mut(id).told = Told::Made;
                self.shut(id, reading, false);
                if writing {
                    self.finish(id);
                }
            }
            Stage::Closed => {
                if is_tcp || !is_connected {
                    outcome = Err(errno::ENOTCONN);
                }
                self.shut(id, reading, writing);
            }
        }
        self.wake(id, bits::ALL);
        outcome
    }

    fn shut(&mut self, id: SocketId, reading: bool, writing: bool) {
        let shut = &mut self.at_mut(id).shut;
        *shut = (shut.0 || reading, shut.1 || writing);
    }

    fn shut_down_unix(&mut self, id: SocketId, reading: bool, writing: bool) {
        self.shut(id, reading, writing);
        self.wake(id, bits::ALL);
        if let Some(peer) = self.at(id).peer.filter(|_| self.at(id).is_connected_kind()) {
            self.shut(peer, writing, reading);
            self.wake(peer, bits::ALL);
        }
    }

    /// A side of a TCP connection sends no more.
    fn finish(&mut self, id: SocketId) {
        if self.at(id).shut.1 {
            return;
        }
        self.shut(id, false, true);
        self.note_connection(id, Passed::Finished, &Bytes::new());
        self.linger_at(id);
        let Some(peer) = self.at(id).peer else {
            // The other side is closed, and has said so.
            if self.at(id).finished {
                self.end(id);
            }
            self.send_into_silence(id, 1);
            return;
        };
        let other = self.at_mut(peer);
        other.finished = true;
        other.shut.0 = true;
        self.wake(peer, bits::ALL);
        // Both have said so: that is the end of the connection.
        if self.at(id).finished && self.at(peer).finished {
            self.end(id);
            self.end(peer);
        }
    }

    /// A connection is over; what has come can still be read.
    fn end(&mut self, id: SocketId) {
        let socket = self.at_mut(id);
        socket.stage = Stage::Closed;
        socket.shut = (true, true);
        socket.peer = None;
        self.silences.remove(&id);
        self.wake(id, bits::ALL);
    }

    /// The port of the side that closes first cannot be had at once by others.
    fn linger_at(&mut self, id: SocketId) {
        let socket = self.at(id);
        let port = socket.local.as_ref().map_or(0, Address::port);
        if !(socket.finished || socket.options.given && is_given(port)) {
            let again = socket.options.reuse_address != 0;
            let host = socket.host;
            self.lingering.insert((host, port), again);
        }
    }

    /// A connection is broken: the other side has reset it, or does not answer.
    pub(super) fn reset(&mut self, id: SocketId, why: Why) {
        let socket = self.at_mut(id);
        if socket.stage != Stage::Open {
            return;
        }
        socket.error = match why {
            Why::Time => errno::ETIMEDOUT,
            Why::Reset if socket.finished && !socket.shut.1 => errno::EPIPE,
            Why::Reset => errno::ECONNRESET,
        };
        self.end(id);
    }

    /// Gives up what a TCP socket was doing: listening, asking, a connection.
    pub(super) fn disconnect(&mut self, id: SocketId) {
        let keeps_port = self.at(id).stage == Stage::Closed && !self.at(id).lost_its_port();
        self.abandon(id);
        let socket = self.at_mut(id);
        socket.stage = Stage::Closed;
        socket.shut = (false, false);
        socket.finished = false;
        socket.told = Told::Nothing;
        socket.error = 0;
        socket.remote = None;
        self.silences.remove(&id);
        self.drop_messages(id);
        if !keeps_port {
            self.unbind_given(id);
        }
        self.wake(id, bits::ALL);
    }

    /// Those on the other side hear that this one has gone without having read everything.
    fn abandon(&mut self, id: SocketId) {
        match std::mem::replace(&mut self.at_mut(id).stage, Stage::Closed) {
            Stage::Listening { waiting, .. } => {
                for other in waiting {
                    self.at_mut(other).orphan = true;
                    self.close_embryo(other);
                }
                let asks: Vec<SocketId> =
                    self.all().filter(|(_, it)| it.stage == Stage::Asking(id)).map(|it| it.0).collect();
                asks.into_iter().for_each(|it| self.refuse(it, errno::ECONNREFUSED));
            }
            Stage::Open => {
                let peer = self.at(id).peer.filter(|&it| it != id);
                if peer.is_some() {
                    self.note_connection(id, Passed::Reset, &Bytes::new());
                }
                self.at_mut(id).peer = None;
                if let Some(peer) = peer {
                    self.at_mut(peer).peer = None;
                    self.reset(peer, Why::Reset);
                }
            }
            _ => {}
        }
    }

    /// The end of a connection that was never accepted.
    fn close_embryo(&mut self, id: SocketId) {
        if self.at(id).family == Family::Unix {
            self.close_unix(id, true);
        } else {
            self.abandon(id);
        }
        self.vanish(id);
    }

    /// Nobody has the socket open any more.
    pub(crate) fn close(&mut self, id: SocketId) {
        let socket = self.at(id);
        let (is_unix, open) = (socket.family == Family::Unix, socket.stage == Stage::Open);
        let unread = !socket.queue.is_empty();
        let aborts = socket.options.linger == (1, 0);
        self.at_mut(id).orphan = true;
        if is_unix {
            self.close_unix(id, unread);
        } else if !open || unread || aborts {
            self.abandon(id);
        } else {
            self.finish(id);
            // What it is sent from now on is answered by a reset.
            if let Some(peer) = self.at_mut(id).peer.take().filter(|&it| it != id) {
                self.at_mut(peer).peer = None;
            }
        }
        self.vanish(id);
    }

    fn close_unix(&mut self, id: SocketId, unread: bool) {
        if matches!(self.at(id).stage, Stage::Listening { .. }) {
            self.abandon(id);
        }
        let has_connection = self.at(id).is_connected_kind();
        if let Some(peer) = self.at_mut(id).peer.take().filter(|&it| has_connection && it != id) {
            let name = self.at(id).local.clone().unwrap_or(Address::Unnamed);
            let other = self.at_mut(peer);
            other.peer = None;
            other.remote = Some(name);
            other.shut = (true, true);
            if unread {
                other.error = errno::ECONNRESET;
            }
            self.wake(peer, bits::ALL);
        }
        let senders: Vec<SocketId> =
            self.all().filter(|&(other, it)| other != id && it.peer == Some(id)).map(|it| it.0).collect();
        let name = self.at(id).local.clone().unwrap_or(Address::Unnamed);
        for other in senders {
            self.at_mut(other).peer = None;
            self.at_mut(other).remote = Some(name.clone());
            self.wake(other, bits::ALL);
        }
    }

    /// The socket is no more: its messages are dropped, and those that it has sent are nobody's.
    fn vanish(&mut self, id: SocketId) {
        self.drop_messages(id);
        self.forget_name(id);
        let name = self.name(id);
        self.remove(id);
        for socket in self.sockets.iter_mut().flatten() {
            if socket.queue.iter().all(|it| it.sender != Some(id)) {
                continue;
            }
            for packet in socket.queue.iter_mut().filter(|it| it.sender == Some(id)) {
                packet.sender = None;
                packet.from = name.clone();
            }
        }
    }

    /// Drops what was not read. The senders have room again, and files that came along are not referred to any more.
    pub(super) fn drop_messages(&mut self, id: SocketId) {
        if self.at(id).queue.is_empty() {
            return;
        }
        let queue = std::mem::take(&mut self.at_mut(id).queue);
        for packet in queue {
            self.released.extend(packet.rights);
            if let Some(sender) = packet.sender.filter(|&it| it != id) {
                self.wake(sender, bits::WRITES);
            }
        }
    }
}
