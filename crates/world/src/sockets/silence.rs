//! What those hear who have a connection to a host that crashes: nothing.
//!
//! A side that sends, or says that it sends no more, gets no answer, and gives up at some later moment: with
//! `ETIMEDOUT` as long as the host is down, and with `ECONNRESET` as soon as it is there again and knows nothing of the
//! connection (RFC 9293, 3.5.1). A side that waits for data hears nothing at all, unless it asks whether the other one
//! is still there (`SO_KEEPALIVE`). When it gives up is an event of the environment: it may be long after.

use super::close::Why;
use super::options::KEEP_ALIVE;
use super::{Address, Network, Socket, SocketId, Stage};
use crate::hosts::HostId;

/// The other side of a connection was on a host that has crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Silence {
    /// The host.
    host: HostId,
    /// Bytes that were sent to it since, and the word that no more are sent.
    unanswered: usize,
}

impl Network {
    /// A host has crashed: its sockets are gone. Names in its file system stay, if the files do.
    pub(crate) fn lose_host(&mut self, host: HostId, keeps_names: bool) {
        self.down.insert(host);
        let own: Vec<SocketId> = self.all().filter(|it| it.1.host == host).map(|it| it.0).collect();
        let asks = |it: &Socket| matches!(it.stage, Stage::Asking(at) if own.contains(&at));
        let asking: Vec<SocketId> =
            self.all().filter(|it| it.1.host != host && asks(it.1)).map(|it| it.0).collect();
        asking.into_iter().for_each(|it| self.refuse(it, crate::errno::EHOSTUNREACH));
        for &id in &own {
            let peer = self.at(id).peer.filter(|&it| self.at(it).host != host);
            if let Some(peer) = peer {
                self.at_mut(peer).peer = None;
                self.silences.insert(peer, Silence { host, unanswered: 0 });
            }
        }
        for &id in &own {
            self.forget_name(id);
        }
        own.into_iter().for_each(|it| self.remove(it));
        self.lingering.retain(|it, _| it.0 != host);
        self.routes.remove(&host);
        if !keeps_names {
            self.paths.retain(|it, _| it.0 != host);
        }
    }

    /// It is there again.
    pub(crate) fn start_host(&mut self, host: HostId) {
        self.down.remove(&host);
    }

    /// Whether a host is there.
    pub(super) fn is_up(&self, host: HostId) -> bool {
        !self.down.contains(&host)
    }

    /// Sends so many bytes to nobody. Whether the other side's host has crashed.
    pub(super) fn send_into_silence(&mut self, id: SocketId, count: usize) -> bool {
        match self.silences.get_mut(&id) {
            Some(silence) => {
                silence.unanswered += count;
                true
            }
            None => false,
        }
    }

    /// Bytes that wait for an answer that does not come.
    pub(super) fn held_in_silence(&self, id: SocketId) -> usize {
        self.silences.get(&id).map_or(0, |it| it.unanswered)
    }

    /// The sockets that give up some day.
    pub(crate) fn unanswered(&self) -> impl Iterator<Item = u32> {
        let asks = |it: &Socket| it.options.number(KEEP_ALIVE) != 0 && !it.orphan;
        let gives_up = move |it: &(&SocketId, &Silence)| it.1.unanswered > 0 || asks(self.at(*it.0));
        self.silences.iter().filter(gives_up).map(|it| it.0.0)
    }

    /// A socket gives its connection up.
    pub(crate) fn give_up(&mut self, socket: u32) {
        let id = SocketId(socket);
        let Some(silence) = self.silences.remove(&id) else { return };
        self.reset(id, if self.is_up(silence.host) { Why::Reset } else { Why::Time });
    }

    /// A host that has crashed asks for a connection that another one believes to have: that one hears of the crash.
    /// Where the host chooses the port, it is taken to be another one.
    pub(super) fn break_silence(&mut self, id: SocketId, listener: SocketId) {
        let asking = self.at(id);
        if asking.options.given {
            return;
        }
        let ends = |it: &Option<Address>| it.as_ref().map(|it| (it.host(), it.port()));
        let (local, remote, host) = (ends(&asking.local), ends(&asking.remote), self.at(listener).host);
        let is_old = |&id: &SocketId| {
            let it = self.at(id);
            it.host == host && (ends(&it.remote), ends(&it.local)) == (local, remote)
        };
        let old: Vec<SocketId> = self.silences.keys().copied().filter(is_old).collect();
        old.into_iter().for_each(|it| self.give_up(it.0));
    }

    /// What giving up is, for readers.
    pub(crate) fn describe_silence(&self, socket: u32) -> String {
        let id = SocketId(socket);
        let socket = self.at(id);
        let name = |it: &Option<Address>| {
            it.as_ref().map_or(String::new(), |it| format!("{}:{}", it.host(), it.port()))
        };
        let why = match self.silences.get(&id) {
            Some(it) if self.is_up(it.host) => "reset, as the other side knows nothing of it",
            _ => "given up, as there is no answer",
        };
        format!("tcp {} – {}: {why}", name(&socket.local), name(&socket.remote))
    }
}
