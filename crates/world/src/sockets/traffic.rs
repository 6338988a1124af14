//! What passes over the network, for those who watch it: assertions on messages, and readers of a run.
//!
//! Where somebody watches, each call and each event leaves here what it has done to messages, in order. It is no part
//! of the state: whoever makes a step takes what there is before the next one. Messages that are sent are numbered, so
//! that readers can tell what has become of each.
//!
//! Deliberately absent: pipes, and packets without data that TCP sends by itself (they follow from what is told).

use super::wire::Datagram;
use super::{Address, Network, SocketId};
use crate::bytes::Bytes;
use crate::hosts::{Arrival, HostId};

/// What becomes of a message or a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// A process sends it.
    Sent,
    /// It waits at a socket to be read.
    Arrived,
    /// A process reads it; of a stream, so many bytes.
    Received,
    /// It never arrives.
    Lost(Loss),
    /// A connection is there; it was asked for by the sender.
    Opened,
    /// A connection that the sender has asked for is refused.
    Refused,
    /// The sender sends no more over its connection.
    Finished,
    /// The sender gives its connection up, or the network does.
    Reset,
}

/// Why a message is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The network loses it.
    Network,
    /// The link is cut.
    Cut,
    /// The host is down.
    Down,
    /// Nobody is there who takes it.
    Nobody,
    /// The receiver has no room for it.
    Full,
}

/// What carries a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// UDP.
    Udp,
    /// TCP.
    Tcp,
    /// Another protocol over IP, by its number.
    Ip(u8),
    /// A UNIX socket.
    Unix,
}

/// Something that happens to a message.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The number of the message, from 1 on; 0 for what is read, which may be parts of several.
    pub message: u64,
    /// What happens to it.
    pub what: Passed,
    /// What carries it.
    pub carrier: Carrier,
    /// Where it comes from.
    pub from: Address,
    /// Where it goes to.
    pub to: Address,
    /// The hosts on both sides, as far as they are known.
    pub hosts: (Option<HostId>, Option<HostId>),
    /// What it says.
    pub data: Bytes,
    /// Through how many hosts it may go, and its class.
    pub hops: (u8, u8),
    /// The socket that takes it, if there is one.
    pub(crate) receiver: Option<SocketId>,
}

impl Passage {
    /// A passage between these two, without data.
    pub(super) fn new(what: Passed, carrier: Carrier, from: Address, to: Address) -> Passage {
        let hosts = (None, None);
        Passage {
            message: 0,
            what,
            carrier,
            from,
            to,
            hosts,
            data: Bytes::new(),
            hops: (64, 0),
            receiver: None,
        }
    }
}

/// What has passed since somebody asked; empty where nobody watches.
#[derive(Clone, Debug, Default)]
pub(super) struct Traffic {
    is_watched: bool,
    /// How many messages were sent.
    sent: u64,
    passed: Vec<Passage>,
}

impl Network {
    /// What passes is written down from now on.
    pub(crate) fn watch_traffic(&mut self) {
        self.traffic.0.is_watched = true;
    }

    /// Whether anything has passed.
    pub(crate) fn has_traffic(&self) -> bool {
        !self.traffic.0.passed.is_empty()
    }

    /// What has passed since somebody asked.
    pub(crate) fn take_traffic(&mut self) -> Vec<Passage> {
        std::mem::take(&mut self.traffic.0.passed)
    }

    /// A number for a message that is sent; 0 where nobody watches.
    pub(super) fn next_message(&mut self) -> u64 {
        let traffic = &mut self.traffic.0;
        traffic.sent += u64::from(traffic.is_watched);
        if traffic.is_watched { traffic.sent } else { 0 }
    }

    /// Writes down what passes, where somebody watches.
    pub(super) fn note(&mut self, passage: impl FnOnce(&Network) -> Passage) {
        if self.traffic.0.is_watched {
            let passage = passage(self);
            self.traffic.0.passed.push(passage);
        }
    }

    /// Writes down what happens between a socket and the other side of its connection, as the socket's doing.
    pub(super) fn note_connection(&mut self, id: SocketId, what: Passed, data: &Bytes) {
        if !self.traffic.0.is_watched {
            return;
        }
        let message = if what == Passed::Sent { self.next_message() } else { self.traffic.0.sent };
        self.note(|it| {
            let socket = it.at(id);
            let carrier = if socket.is_tcp() { Carrier::Tcp } else { Carrier::Unix };
            let peer = socket.peer;
            let to = match (carrier, peer) {
                (Carrier::Unix, Some(peer)) => it.name(peer),
                _ => socket.remote.clone().unwrap_or(Address::Unnamed),
            };
            let hosts = (Some(socket.host), peer.map(|peer| it.at(peer).host));
            let data = data.clone();
            let passage = Passage::new(what, carrier, it.name(id), to);
            Passage { message, hosts, data, receiver: peer, ..passage }
        });
    }

    /// A datagram leaves its host, for these.
    pub(super) fn note_sent(&mut self, datagram: Datagram<'_>, arrivals: &[Arrival]) {
        self.note(|it| {
            let passage = it.passage(datagram, Passed::Sent);
            let only = arrivals.first().filter(|_| arrivals.len() == 1);
            let own = only.filter(|it| it.link.is_none()).map(|it| it.host);
            Passage { hosts: (passage.hosts.0.or(own), only.map(|it| it.host)), ..passage }
        });
        if arrivals.is_empty() {
            self.note(|it| it.passage(datagram, Passed::Lost(Loss::Nobody)));
        }
    }

    /// A UNIX socket sends something to another one, which has it at once.
    pub(super) fn note_unix(&mut self, from: SocketId, to: SocketId, data: &Bytes) {
        let message = self.next_message();
        for what in [Passed::Sent, Passed::Arrived] {
            self.note(|it| {
                let hosts = (Some(it.at(from).host), Some(it.at(to).host));
                let passage = Passage::new(what, Carrier::Unix, it.name(from), it.name(to));
                Passage { message, hosts, data: data.clone(), receiver: Some(to), ..passage }
            });
        }
    }

    /// Writes down what a process has read from a socket.
    pub(super) fn note_received(&mut self, id: SocketId, from: Address, data: &Bytes) {
        self.note(|it| {
            let socket = it.at(id);
            let carrier = match (socket.family, socket.kind) {
                (super::Family::Unix, _) => Carrier::Unix,
                (_, super::Kind::Stream) => Carrier::Tcp,
                (_, super::Kind::Raw(protocol)) => Carrier::Ip(protocol),
                _ => Carrier::Udp,
            };
            let passage = Passage::new(Passed::Received, carrier, from, it.name(id));
            let hosts = (None, Some(socket.host));
            Passage { hosts, data: data.clone(), receiver: Some(id), ..passage }
        });
    }
}
