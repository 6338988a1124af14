//! The network as an adversary: it loses, repeats, reorders, delays and changes datagrams, cuts links and resets
//! connections, each as often as it may.
//!
//! A datagram on a bad link is in flight until the network does something with it ([`Network::network_events`]). What
//! is in flight is kept by flow: from one address to another, over one link. Within a flow messages arrive in order,
//! unless the network reorders; if it may do so as often as it likes, they are sorted, so that states in which the
//! same messages are in flight are equal. If it does not delay, what is in flight is *urgent*: nobody else goes on
//! before something has become of it. What the network may still do is a part of the state: on any link, and beside on
//! single ones, whose own budgets are spent first.
//!
//! Links are bad: those between hosts, or the loopback of a host that is alone.
//!
//! Deliberately absent: delaying a stream. Who reads late sees the same.

use super::close::Why;
use super::wire::{Datagram, UDP};
use super::{Loss, Network, Passed, SocketId, Stage};
use crate::bytes::{Byte, Bytes};
use crate::errno;
use crate::hosts::{Arrival, LinkId};
use crate::sockets::ready::bits;
use crate::state::{NotState, print_of};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

/// What the network may do, and how often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Adversary {
    /// Lose a datagram.
    pub lose: u32,
    /// Deliver a datagram and keep a copy.
    pub duplicate: u32,
    /// Deliver a datagram before one that was sent earlier; as often as it likes with the largest number.
    pub reorder: u32,
    /// Turn the bits of a byte.
    pub corrupt: u32,
    /// Cut a link, and heal it.
    pub partition: u32,
    /// Reset a connection.
    pub reset: u32,
    /// Deliver datagrams late. Who reorders does that, too.
    pub delay: bool,
}

impl Adversary {
    /// Whether it does anything.
    pub fn acts(&self) -> bool {
        *self != Adversary::default()
    }
}

/// A link: one between hosts, or the loopback.
type Link = Option<LinkId>;

/// Messages from one address to another, over one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flow {
    at: Arrival,
    protocol: u8,
    from: (IpAddr, u16),
    to: (IpAddr, u16),
}

/// A message in flight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Flying {
    data: Bytes,
    hops: (u8, u8),
    /// Its number, for those who watch.
    number: NotState<u64>,
}

impl Flying {
    /// As it was sent.
    fn datagram(&self, flow: &Flow) -> Datagram<'_> {
        let &Flow { protocol, from, to, .. } = flow;
        Datagram { protocol, from, to, hops: self.hops, number: self.number.0, data: self.data.whole() }
    }
}

/// What a network does that is not bad: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Mischief {
    /// What it may still do, on whichever link.
    left: Adversary,
    /// What it may do on single links beside, by their numbers.
    links: Vec<Adversary>,
    /// What is in flight; no flow is empty.
    flows: BTreeMap<Flow, Vec<Flying>>,
    /// Links that are cut.
    cut: BTreeSet<Link>,
}

/// What a network may do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkEvent {
    /// A message of a flow arrives.
    Deliver(Flow, usize),
    /// It is lost.
    Lose(Flow, usize),
    /// It arrives, and a copy stays in flight.
    Duplicate(Flow, usize),
    /// It arrives with this byte changed.
    Corrupt(Flow, usize, usize),
    /// A link is cut. What is in flight there is lost, and so is what is sent.
    Cut(Option<LinkId>),
    /// A link works again.
    Heal(Option<LinkId>),
    /// The connection of a socket is reset.
    Reset(u32),
}

impl NetworkEvent {
    /// Whether it need not happen, however long anybody waits.
    pub(crate) fn is_optional(&self) -> bool {
        matches!(self, NetworkEvent::Cut(_) | NetworkEvent::Reset(_))
    }
}

impl Mischief {
    pub(super) fn new(mut left: Adversary, mut links: Vec<Adversary>) -> Mischief {
        for may in links.iter_mut().chain([&mut left]) {
            may.delay |= may.reorder > 0;
        }
        Mischief { left, links, ..Mischief::default() }
    }

    /// What it may do on a link: of the link's own, and of what it may do on any.
    fn on(&self, link: Link) -> impl Iterator<Item = &Adversary> {
        link.and_then(|it| self.links.get(it.0 as usize)).into_iter().chain([&self.left])
    }

    /// The most that it may still do of something on a link.
    fn most(&self, link: Link, what: fn(&Adversary) -> u32) -> u32 {
        self.on(link).map(what).fold(0, u32::saturating_add)
    }

    /// Whether messages on a link have no order.
    fn sorts(&self, link: Link) -> bool {
        self.most(link, |it| it.reorder) == u32::MAX
    }

    /// Whether messages on a link may be late.
    fn delays(&self, link: Link) -> bool {
        self.on(link).any(|it| it.delay)
    }

    /// One less on a link, unless there is no end of them.
    fn spend(&mut self, link: Link, what: fn(&mut Adversary) -> &mut u32) {
        let own = link.and_then(|it| self.links.get_mut(it.0 as usize)).map(what).filter(|it| **it > 0);
        let left = own.unwrap_or_else(|| what(&mut self.left));
        if *left != u32::MAX {
            *left = left.saturating_sub(1);
        }
    }

    /// Whether something may become of a message on a link other than that it arrives at once.
    fn concerns_messages(&self, link: Link) -> bool {
        let may = |it: &Adversary| it.delay || it.lose > 0 || it.duplicate > 0 || it.corrupt > 0;
        self.on(link).any(may) || !self.cut.is_empty()
    }

    fn add(&mut self, flow: Flow, message: Flying) {
        let is_sorted = self.sorts(flow.at.link);
        let messages = self.flows.entry(flow).or_default();
        messages.push(message);
        if is_sorted {
            messages.sort_by_key(print_of);
        }
    }

    fn take(&mut self, flow: &Flow, at: usize) -> Flying {
        let messages = self.flows.get_mut(flow).expect("a flow is not empty");
        let message = messages.remove(at);
        if messages.is_empty() {
            self.flows.remove(flow);
        }
        message
    }

    /// Messages of which something may become next, by flow and place.
    fn next_messages(&self) -> Vec<(Flow, usize)> {
        let mut found = Vec::new();
        for (flow, messages) in &self.flows {
            let reorder = self.most(flow.at.link, |it| it.reorder);
            let most = if reorder > 0 { messages.len() } else { 1 };
            let is_new = |at: &usize| reorder != u32::MAX || *at == 0 || messages[*at] != messages[*at - 1];
            found.extend((0..most).filter(is_new).map(|at| (*flow, at)));
        }
        found
    }

    pub(super) fn each_bytes(&self, mut look: impl FnMut(&Bytes)) {
        self.flows.values().flatten().for_each(|it| look(&it.data));
    }

    pub(super) fn each_bytes_mut(&mut self, mut change: impl FnMut(&mut Bytes)) {
        self.flows.values_mut().flatten().for_each(|it| change(&mut it.data));
    }
}

impl Network {
    /// What the network may do from now on, on any link and beside on single ones.
    pub(crate) fn set_adversary(&mut self, any: Adversary, links: Vec<Adversary>) {
        self.mischief = Mischief::new(any, links);
    }

    /// Whether it may do anything, or has.
    pub(crate) fn is_bad_network(&self) -> bool {
        let Mischief { left, links, .. } = &self.mischief;
        links.iter().chain([left]).any(Adversary::acts)
    }

    /// Whether it may do what it need not, sooner or later.
    pub(crate) fn may_cut_or_reset(&self) -> bool {
        let Mischief { left, links, .. } = &self.mischief;
        links.iter().chain([left]).any(|it| it.partition > 0 || it.reset > 0)
    }

    /// Whether the network may do something next.
    #[inline]
    pub(crate) fn is_restless(&self) -> bool {
        let Mischief { left, links, flows, cut } = &self.mischief;
        let mut all = links.iter().chain([left]);
        !flows.is_empty()
            || !cut.is_empty()
            || all.clone().any(|it| it.partition > 0)
            || all.any(|it| it.reset > 0) && self.connections().next().is_some()
    }

    /// Whether something has to become of what is in flight before anybody goes on.
    #[inline]
    pub(crate) fn is_urgent(&self) -> bool {
        self.mischief.flows.keys().any(|it| !self.mischief.delays(it.at.link))
    }

    fn is_bad(&self, link: Link) -> bool {
        link.is_some() || !self.hosts.are_several()
    }

    /// Takes a datagram into flight, if something may become of it. Whether it did.
    pub(super) fn launch(&mut self, at: Arrival, datagram: Datagram<'_>) -> bool {
        if !self.mischief.concerns_messages(at.link) || !self.is_bad(at.link) {
            return false;
        }
        if self.mischief.cut.contains(&at.link) {
            self.note_datagram(at, datagram, Passed::Lost(Loss::Cut), None);
        } else {
            let flow = Flow { at, protocol: datagram.protocol, from: datagram.from, to: datagram.to };
            let number = NotState(datagram.number);
            let message = Flying { data: datagram.data.to_bytes(), hops: datagram.hops, number };
            self.mischief.add(flow, message);
        }
        true
    }

    /// TCP connections both of whose ends somebody has.
    fn connections(&self) -> impl Iterator<Item = SocketId> {
        self.all().filter_map(|(id, socket)| {
            let peer = socket.peer.filter(|&it| id < it && socket.is_tcp() && socket.stage == Stage::Open)?;
            let is_whole = !socket.orphan && !self.at(peer).orphan && self.at(peer).stage == Stage::Open;
            is_whole.then_some(id)
        })
    }

    /// What the network may do next, in an order that follows from the state.
    pub(crate) fn network_events(&self) -> Vec<NetworkEvent> {
        let Mischief { cut, .. } = &self.mischief;
        let may = |link: Link, what| self.mischief.most(link, what) > 0;
        let mut events = Vec::new();
        for (flow, at) in self.mischief.next_messages() {
            let link = flow.at.link;
            events.push(NetworkEvent::Deliver(flow, at));
            if may(link, |it| it.lose) {
                events.push(NetworkEvent::Lose(flow, at));
            }
            if may(link, |it| it.duplicate) {
                events.push(NetworkEvent::Duplicate(flow, at));
            }
            if may(link, |it| it.corrupt) {
                let length = self.mischief.flows[&flow][at].data.len();
                events.extend((0..length).map(|byte| NetworkEvent::Corrupt(flow, at, byte)));
            }
        }
        events.extend(cut.iter().map(|&it| NetworkEvent::Heal(it)));
        let links = self.links().into_iter().filter(|&it| !cut.contains(&it) && may(it, |it| it.partition));
        events.extend(links.map(NetworkEvent::Cut));
        let connections = self.connections().filter(|&it| may(self.link_of(it), |it| it.reset));
        events.extend(connections.map(|it| NetworkEvent::Reset(it.0)));
        events
    }

    /// The link that a connection goes over.
    fn link_of(&self, id: SocketId) -> Link {
        let socket = self.at(id);
        let to = socket.remote.as_ref()?.host();
        self.hosts.route(socket.host, to, socket.options.device)?.arrivals.first()?.link
    }

    /// The links that are bad.
    fn links(&self) -> Vec<Link> {
        match self.hosts.are_several() {
            true => self.hosts.links().map(Some).collect(),
            false => vec![None],
        }
    }

    /// The network does something.
    pub(crate) fn network_acts(&mut self, event: &NetworkEvent) {
        match *event {
            NetworkEvent::Lose(flow, _) => self.mischief.spend(flow.at.link, |it| &mut it.lose),
            NetworkEvent::Duplicate(flow, _) => self.mischief.spend(flow.at.link, |it| &mut it.duplicate),
            NetworkEvent::Corrupt(flow, ..) => self.mischief.spend(flow.at.link, |it| &mut it.corrupt),
            NetworkEvent::Cut(link) => self.mischief.spend(link, |it| &mut it.partition),
            NetworkEvent::Reset(at) => {
                let link = self.link_of(SocketId(at));
                self.mischief.spend(link, |it| &mut it.reset);
            }
            NetworkEvent::Deliver(..) | NetworkEvent::Heal(_) => {}
        }
        match *event {
            NetworkEvent::Lose(flow, at) => {
                let message = self.mischief.take(&flow, at);
                self.note_datagram(flow.at, message.datagram(&flow), Passed::Lost(Loss::Network), None);
            }
            NetworkEvent::Deliver(flow, at)
            | NetworkEvent::Duplicate(flow, at)
            | NetworkEvent::Corrupt(flow, at, _) => {
                if at > 0 {
                    self.mischief.spend(flow.at.link, |it| &mut it.reorder);
                }
                let mut message = match event {
                    NetworkEvent::Duplicate(..) => self.mischief.flows[&flow][at].clone(),
                    _ => self.mischief.take(&flow, at),
                };
                if let NetworkEvent::Corrupt(_, _, byte) = *event
                    && let Some(Byte::Plain(before)) = message.data.get(byte)
                {
                    message.data.set(byte, Byte::Plain(!before));
                }
                self.land(flow, &message);
            }
            NetworkEvent::Cut(link) => {
                self.mischief.cut.insert(link);
                let (lost, kept) =
                    std::mem::take(&mut self.mischief.flows).into_iter().partition(|it| it.0.at.link == link);
                self.mischief.flows = kept;
                let lost: BTreeMap<Flow, Vec<Flying>> = lost;
                for (flow, message) in
                    lost.iter().flat_map(|(flow, all)| all.iter().map(move |it| (flow, it)))
                {
                    self.note_datagram(flow.at, message.datagram(flow), Passed::Lost(Loss::Cut), None);
                }
            }
            NetworkEvent::Heal(link) => {
                self.mischief.cut.remove(&link);
            }
            NetworkEvent::Reset(at) => {
                let id = SocketId(at);
                self.note_connection(id, Passed::Reset, &Bytes::new());
                let peer = self.at(id).peer;
                self.reset(id, Why::Reset);
                peer.into_iter().for_each(|it| self.reset(it, Why::Reset));
            }
        }
    }

    /// A message in flight arrives. Where nobody takes it, who is connected to there hears of that.
    fn land(&mut self, flow: Flow, message: &Flying) {
        let Flow { at, protocol, from, to } = flow;
        let datagram = message.datagram(&flow);
        let is_for_all = to.0.is_multicast()
            || self.hosts.get(at.host).broadcasts(to.0).is_some()
            || matches!(to.0, IpAddr::V4(it) if it.is_broadcast());
        if self.arrive(at, datagram) || is_for_all || protocol != UDP {
            return;
        }
        let is_sender = |it: &super::Socket| {
            let remote = it.remote.as_ref().map(|it| (it.host(), it.port()));
            it.kind == super::Kind::Datagram
                && remote == Some(to)
                && it.local.as_ref().is_some_and(|it| it.port() == from.1)
        };
        let senders: Vec<SocketId> = self.all().filter(|it| is_sender(it.1)).map(|it| it.0).collect();
        for id in senders {
            self.at_mut(id).error = errno::ECONNREFUSED;
            self.wake(id, bits::ERR);
        }
    }

    /// What an event is, for readers.
    pub(crate) fn describe_network(&self, event: &NetworkEvent) -> String {
        let message = |flow: &Flow, at: usize| {
            let name = |(host, port): (IpAddr, u16)| match host {
                IpAddr::V4(host) => format!("{host}:{port}"),
                IpAddr::V6(host) => format!("[{host}]:{port}"),
            };
            let data = &self.mischief.flows[flow][at].data;
            let name = |it: (IpAddr, u16)| if flow.protocol == UDP { name(it) } else { it.0.to_string() };
            let protocol = match flow.protocol {
                UDP => "udp".to_owned(),
                1 => "icmp".to_owned(),
                other => format!("ip protocol {other}"),
            };
            format!("{protocol} {} → {}, {}", name(flow.from), name(flow.to), shown(data))
        };
        let link = |it: &Link| match it {
            Some(link) => format!("link {}", self.hosts.link_name(*link)),
            None => "the loopback".to_owned(),
        };
        match event {
            NetworkEvent::Deliver(flow, at) if *at > 0 && !self.mischief.sorts(flow.at.link) => {
                format!("{}: arrives before others", message(flow, *at))
            }
            NetworkEvent::Deliver(flow, at) => format!("{}: arrives", message(flow, *at)),
            NetworkEvent::Lose(flow, at) => format!("{}: lost", message(flow, *at)),
            NetworkEvent::Duplicate(flow, at) => {
                format!("{}: arrives, and once more later", message(flow, *at))
            }
            NetworkEvent::Corrupt(flow, at, byte) => {
                format!("{}: arrives with byte {byte} changed", message(flow, *at))
            }
            NetworkEvent::Cut(at) => format!("{} is cut", link(at)),
            NetworkEvent::Heal(at) => format!("{} works again", link(at)),
            NetworkEvent::Reset(at) => {
                let socket = self.at(SocketId(*at));
                let name = |it: &Option<super::Address>| {
                    it.as_ref().map_or(String::new(), |it| format!("{}:{}", it.host(), it.port()))
                };
                format!("tcp {} – {}: reset", name(&socket.local), name(&socket.remote))
            }
        }
    }
}

/// The most bytes of a message that are shown.
const SHOWN: usize = 16;

/// A message, for readers: its length, and its text or its first bytes.
fn shown(data: &Bytes) -> String {
    let bytes = data.shown(b'?');
    let first = &bytes[..bytes.len().min(SHOWN)];
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    let is_text = first.iter().all(|it| it.is_ascii_graphic() || *it == b' ');
    let unit = if bytes.len() == 1 { "byte" } else { "bytes" };
    let what = match is_text {
        _ if first.is_empty() => return "0 bytes".to_owned(),
        true => format!("\"{}\"", String::from_utf8_lossy(first)),
        false => first.iter().map(|it| format!("{it:02x}")).collect::<Vec<_>>().join(" "),
    };
    format!("{} {unit}: {what}{more}", bytes.len())
}
