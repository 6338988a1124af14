//! Sockets: UNIX, UDP and TCP over IPv4 and IPv6, raw ones over IPv4, and netlink. Each belongs to a host; what goes to
//! another goes over [`wire`].
//!
//! They do what Linux's do over a loopback: what is sent is there at once, in order, and nothing is lost but datagrams
//! for which the receiver has no room. Links between hosts do the same. Nothing here reaches the host that gmc runs on
//! but through [`gateway`], which a single run may have.
//!
//! Invariants: a call that has to wait changes nothing. Sockets know neither numbers of files nor who waits: what
//! somebody may want to hear of is left in `wakes`, and references to open files that are not needed any more in
//! `released`; whoever makes a call takes both. A stream holds no more than its `room`, so the number of states is
//! finite.
//!
//! Deliberately absent: packet sockets, raw ones over IPv6, and out-of-band data.

mod address;
mod adversary;
mod close;
mod connect;
mod datagram;
mod gateway;
mod names;
mod netlink;
mod options;
mod packet;
mod raw;
mod ready;
mod silence;
mod stream;
mod traffic;
mod wire;

pub use address::{Address, Family, LOOPBACK};
use adversary::Mischief;
pub use adversary::{Adversary, NetworkEvent};
pub(crate) use netlink::unknown_request;
pub use options::{Setting, Where};
pub use packet::{Message, Received, Target};
pub(crate) use ready::bits;
pub use traffic::{Carrier, Loss, Passage, Passed};

use crate::bytes::{Byte, Bytes, TermByte};
use crate::errno::{self, Errno};
use crate::hosts::{HostId, Hosts, Route, SetRoute};
use crate::state::{CopyOnWrite, NotState};
use names::Name;
use options::Options;
use packet::Packet;
use silence::Silence;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use traffic::Traffic;

/// Names a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SocketId(pub(crate) u32);

/// What kind of messages a socket transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Bytes, in order.
    Stream,
    /// Messages, each on its own.
    Datagram,
    /// Messages, in order.
    Sequenced,
    /// Packets of a protocol over IPv4, with their headers.
    Raw(u8),
}

/// How far the connection of a socket is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// There is none, or none any more.
    Closed,
    /// It waits for others.
    Listening {
        /// So many connections wait at most, and one more.
        most: usize,
        /// Those that wait to be accepted.
        waiting: VecDeque<SocketId>,
    },
    /// It has asked a socket that has no room for another connection.
    Asking(SocketId),
    /// There is one.
    Open,
}

/// What a TCP socket has said of its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Told {
    /// There was none.
    Nothing,
    /// One was asked for. What came of it is told by the next call of `connect`.
    Begun,
    /// There is one, or was one: no other can be asked for.
    Made,
}

/// A socket.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Socket {
    /// Where it is.
    host: HostId,
    pub(crate) family: Family,
    pub(crate) kind: Kind,
    stage: Stage,
    /// The other side, as long as it is there. Of a datagram socket, where it sends to.
    peer: Option<SocketId>,
    local: Option<Address>,
    /// The other side's name.
    remote: Option<Address>,
    /// What has come and was not read yet.
    queue: VecDeque<Packet>,
    /// What `SO_ERROR` says; 0 for nothing.
    error: Errno,
    /// No more is read, and no more is written.
    shut: (bool, bool),
    /// The other side of a TCP connection has said that it sends no more.
    finished: bool,
    /// What `connect` has said so far.
    told: Told,
    /// The file that it belongs to is closed, or not there yet: nobody reads.
    orphan: bool,
    /// Somebody wanted to write, and hears of it when there is room again.
    lacks_room: bool,
    options: CopyOnWrite<Options>,
}

/// What a call has to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Something to read, or the end.
    Data,
    /// Room to write so many bytes; of a stream, to write any.
    Room(usize),
    /// Room for another connection at this socket, or the answer that it has asked for.
    Answer,
    /// A connection.
    Connection,
    /// Room for so many bytes at once, of a stream.
    Whole(usize),
    /// Fewer messages that wait at this socket.
    Fewer,
}

/// Why a call did not do what it was to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    Error(Errno),
    /// It has to wait for something of this socket.
    Wait(SocketId, Wanted),
}

impl From<Errno> for Failed {
    fn from(code: Errno) -> Failed {
        Failed::Error(code)
    }
}

/// All sockets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Network {
    /// The hosts, and what joins them.
    pub(crate) hosts: CopyOnWrite<Hosts>,
    sockets: Vec<Option<CopyOnWrite<Socket>>>,
    /// Names in the file system, without links.
    paths: BTreeMap<(HostId, Vec<u8>), Name>,
    /// Ports of TCP, not given by the host, of connections that were closed here first (`TIME-WAIT`), and whether their
    /// addresses may be used again.
    lingering: BTreeMap<(HostId, u16), bool>,
    /// The sockets at which something happens, and what (`bits`). Empty between calls.
    wakes: Vec<(SocketId, u32)>,
    /// Open files that messages referred to which are gone. Empty between calls.
    released: Vec<u32>,
    /// What is in flight, and what the network may do with it.
    mischief: Mischief,
    /// Routes that programs have set, of hosts that have any; in order.
    routes: BTreeMap<HostId, Vec<SetRoute>>,
    /// Hosts that have crashed.
    down: BTreeSet<HostId>,
    /// Sockets with connections to hosts that have crashed since: the other side says nothing.
    silences: BTreeMap<SocketId, Silence>,
    /// What has passed, for those who watch.
    traffic: NotState<Traffic>,
    /// The way to the network of the machine that gmc runs on.
    gateway: NotState<gateway::Way>,
}

impl Network {
    /// The network of these hosts, without sockets.
    pub(crate) fn of_hosts(hosts: Hosts) -> Network {
        Network { hosts: CopyOnWrite::new(hosts), ..Network::default() }
    }

    /// The way of a packet from a host to an address, from this interface if that is not 0: to a neighbour, or by a
    /// route that was set.
    fn way_from(&self, host: HostId, to: IpAddr, bound: u32) -> Option<Route> {
        let mut way = self.hosts.route(host, to, bound).or_else(|| {
            let set = self.set_route_to(host, to).filter(|it| bound == 0 || bound == it.interface)?;
            let mut way = self.hosts.route(host, set.gateway.unwrap_or(to), set.interface)?;
            // Hosts do not forward what is for others.
            way.arrivals.retain(|it| self.hosts.get(it.host).interface_with(to).is_some());
            way.source = set.source.or(way.source);
            Some(way)
        })?;
        way.arrivals.retain(|it| self.is_up(it.host));
        Some(way)
    }

    /// The route to an address that was set, the narrowest first.
    fn set_route_to(&self, host: HostId, to: IpAddr) -> Option<&SetRoute> {
        let leads = self.routes.get(&host)?.iter().filter(|it| it.to.contains(to));
        leads.max_by_key(|it| (it.to.prefix, std::cmp::Reverse(it.metric)))
    }

    /// The socket with this id, which is there: who has an id has the socket.
    fn at(&self, id: SocketId) -> &Socket {
        self.sockets[id.0 as usize].as_deref().expect("a socket lives as long as somebody has its id")
    }

    fn at_mut(&mut self, id: SocketId) -> &mut Socket {
        self.sockets[id.0 as usize].as_deref_mut().expect("a socket lives as long as somebody has its id")
    }

    /// A socket, to look at.
    pub(crate) fn look(&self, id: SocketId) -> &Socket {
        self.at(id)
    }

    /// All sockets.
    fn all(&self) -> impl Iterator<Item = (SocketId, &Socket)> {
        (0..).map(SocketId).zip(&self.sockets).filter_map(|(id, it)| Some((id, &**it.as_ref()?)))
    }

    /// Makes a socket that nobody knows.
    pub(crate) fn add(&mut self, host: HostId, family: Family, kind: Kind) -> SocketId {
        let at = self.sockets.iter().position(Option::is_none).unwrap_or(self.sockets.len());
        if at == self.sockets.len() {
            self.sockets.push(None);
        }
        self.sockets[at] = Some(CopyOnWrite::new(Socket {
            host,
            family,
            kind,
            stage: Stage::Closed,
            peer: None,
            local: None,
            remote: None,
            queue: VecDeque::new(),
            error: 0,
            shut: (false, false),
            finished: false,
            told: Told::Nothing,
            orphan: false,
            lacks_room: false,
            options: CopyOnWrite::new(Options::new(family, kind)),
        }));
        SocketId(at as u32)
    }

    /// `socketpair`
    pub(crate) fn add_pair(&mut self, host: HostId, kind: Kind, process: i32) -> [SocketId; 2] {
        let pair = [self.add(host, Family::Unix, kind), self.add(host, Family::Unix, kind)];
        for (own, other) in [(0, 1), (1, 0)] {
            self.set_peer_process(pair[own], process);
            let socket = self.at_mut(pair[own]);
            socket.peer = Some(pair[other]);
            socket.stage = Stage::Open;
            socket.remote = Some(Address::Unnamed);
        }
        pair
    }

    fn remove(&mut self, id: SocketId) {
        self.forget_outside(id);
        self.sockets[id.0 as usize] = None;
        self.silences.remove(&id);
        while self.sockets.last() == Some(&None) {
            self.sockets.pop();
        }
    }

    /// Something happens at a socket that somebody may wait for.
    fn wake(&mut self, id: SocketId, what: u32) {
        self.wakes.push((id, what));
    }

    /// What has happened since somebody asked: at which sockets, and what.
    pub(crate) fn take_wakes(&mut self) -> Vec<(SocketId, u32)> {
        std::mem::take(&mut self.wakes)
    }

    /// Open files that nothing refers to any more.
    pub(crate) fn take_released(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.released)
    }

    /// The error that waits, which is told once.
    fn take_error(&mut self, id: SocketId) -> Result<(), Errno> {
        match self.at(id).error {
            0 => Ok(()),
            code => {
                self.at_mut(id).error = 0;
                Err(code)
            }
        }
    }

    /// An error is told again: the call that met it had something else to tell.
    pub(crate) fn set_error(&mut self, id: SocketId, code: Errno) {
        self.at_mut(id).error = code;
    }

    /// `getsockname`
    pub(crate) fn name(&self, id: SocketId) -> Address {
        let socket = self.at(id);
        socket.local.clone().unwrap_or_else(|| Address::any(socket.family))
    }

    /// `getpeername`
    pub(crate) fn peer_name(&self, id: SocketId) -> Result<Address, Errno> {
        let socket = self.at(id);
        let is_open = !socket.is_connected_kind() || socket.stage == Stage::Open;
        match (&socket.remote, socket.peer) {
            // It may have got a name since.
            (Some(_), Some(peer)) if is_open && socket.family == Family::Unix => {
                Ok(self.at(peer).local.clone().unwrap_or(Address::Unnamed))
            }
            (Some(remote), _) if is_open => Ok(remote.clone()),
            _ => Err(errno::ENOTCONN),
        }
    }

    /// Each byte that is a term, in messages that were not read yet.
    pub(crate) fn each_term(&self, look: &mut dyn FnMut(TermByte)) {
        for (_, socket) in self.all() {
            socket.queue.iter().flat_map(|it| it.data.terms()).for_each(|(_, term)| look(term));
        }
        self.mischief.each_bytes(|it| it.terms().for_each(|(_, term)| look(term)));
    }

    /// Whether there are such bytes.
    pub(crate) fn has_terms(&self) -> bool {
        let mut in_flight = false;
        self.mischief.each_bytes(|it| in_flight |= !it.is_plain());
        in_flight || self.all().any(|(_, socket)| socket.has_terms())
    }

    /// Replaces terms.
    pub(crate) fn replace_terms(&mut self, new: &mut dyn FnMut(TermByte) -> Option<Byte>) {
        for socket in self.sockets.iter_mut().flatten().filter(|it| it.has_terms()) {
            for packet in &mut socket.queue {
                packet.data.replace_terms(new);
            }
        }
        self.mischief.each_bytes_mut(|it| {
            it.replace_terms(new);
        });
    }

    /// Both ends of a connection, if bytes that go through it touch nothing else; none where it is more.
    pub(crate) fn connection(&self, id: SocketId) -> Option<Vec<SocketId>> {
        let socket = self.at(id);
        if !socket.is_connected_kind() || socket.stage != Stage::Open {
            return None;
        }
        let ends: Vec<SocketId> = [id].into_iter().chain(socket.peer).collect();
        let brings_files = |&it: &SocketId| self.at(it).queue.iter().any(|it| !it.rights.is_empty());
        (!ends.iter().any(brings_files)).then_some(ends)
    }

    /// `FIONREAD`
    pub(crate) fn unread(&self, id: SocketId) -> Result<usize, Errno> {
        let socket = self.at(id);
        match socket.stage {
            Stage::Listening { .. } => Err(errno::EINVAL),
            _ => Ok(socket.available()),
        }
    }

    /// Whether what a call waits for is there.
    pub(crate) fn is_met(&self, id: SocketId, wanted: Wanted) -> bool {
        // A socket that is gone keeps nobody waiting.
        let Some(Some(socket)) = self.sockets.get(id.0 as usize) else { return true };
        match wanted {
            Wanted::Data | Wanted::Connection => {
                self.ready(id) & (bits::IN | bits::ERR | bits::HUP | bits::READ_HUP) != 0
            }
            Wanted::Room(count) => self.has_room(id, count),
            Wanted::Answer => match &socket.stage {
                Stage::Listening { .. } => !self.is_full(id),
                Stage::Asking(_) => false,
                _ => true,
            },
            Wanted::Whole(count) => self.has_room(id, 1) && self.fits(id, count),
            Wanted::Fewer => !self.is_crowded_for_others(id),
        }
    }
}

impl Socket {
    /// Whether it is TCP.
    pub(crate) fn is_tcp(&self) -> bool {
        matches!(self.family, Family::V4 | Family::V6) && self.kind == Kind::Stream
    }

    /// Whether its connection is over and the port that the host gave it with that.
    fn lost_its_port(&self) -> bool {
        self.is_tcp() && self.stage == Stage::Closed && self.options.given && self.remote.is_some()
    }

    /// Whether it has connections: a peer of its own.
    fn is_connected_kind(&self) -> bool {
        !matches!(self.kind, Kind::Datagram | Kind::Raw(_))
    }

    /// The address that it is bound to.
    fn address(&self) -> IpAddr {
        self.local.as_ref().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), Address::host)
    }

    /// How many bytes can be read at once.
    pub(crate) fn available(&self) -> usize {
        match self.kind {
            Kind::Stream | Kind::Sequenced => self.queue.iter().map(|it| it.data.len()).sum(),
            Kind::Datagram | Kind::Raw(_) => self.queue.front().map_or(0, |it| it.data.len()),
        }
    }

    fn has_terms(&self) -> bool {
        !self.queue.iter().all(|it| Bytes::is_plain(&it.data))
    }

    /// Its kind, for readers.
    pub(crate) fn describe(&self) -> String {
        let what = match (self.family, self.kind) {
            (Family::Unix, Kind::Stream) => "a UNIX stream socket",
            (Family::Unix, Kind::Datagram) => "a UNIX datagram socket",
            (Family::Unix, Kind::Sequenced) => "a UNIX seqpacket socket",
            (Family::Netlink, _) => "a netlink socket",
            (_, Kind::Datagram) => "a UDP socket",
            (_, Kind::Raw(_)) => "a raw socket",
            _ => "a TCP socket",
        };
        match &self.stage {
            Stage::Listening { .. } => format!("{what} that listens"),
            _ => what.to_owned(),
        }
    }
}
