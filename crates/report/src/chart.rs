//! A run as a message-sequence chart (ITU-T Z.120): a lane for each process that sends or receives, time runs
//! downwards, messages are arrows.
//!
//! A message that arrives in the step in which it is sent is one arrow. One that is in flight for a while leaves its
//! lane in one row and arrives in a later one. What nobody takes ends on its way. Beside messages there is what the
//! environment does, since that is what most runs that go wrong are about: times that pass, hosts that crash.

use gmc_model::{Carrier, Event, Location, Message, MessageEvent, Station, ThreadId, Violation};
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};

/// A chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chart {
    /// What lanes are called.
    pub(crate) lanes: Vec<String>,
    /// What happens, in order.
    pub(crate) rows: Vec<Row>,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of its step, from 1 on.
    pub(crate) step: usize,
    /// What it is.
    pub(crate) what: What,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A message, or a part of its way.
    Arrow(Arrow),
    /// The environment does something.
    Note(String),
    /// Something is wrong, in this lane.
    Wrong(usize, String),
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrow {
    /// The lane that it leaves from, and the one that it is for.
    pub(crate) lanes: (usize, usize),
    /// What becomes of it in this row.
    pub(crate) way: Way,
    /// What it says, in short.
    pub(crate) text: String,
    /// All that is known of it.
    pub(crate) detail: String,
    /// Why it is lost, if it is.
    pub(crate) why: Option<&'static str>,
    /// The row in which it was sent, if that is an earlier one.
    pub(crate) sent: Option<usize>,
}

/// What becomes of a message in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It is sent, and arrives later or never.
    Leaves,
    /// It arrives.
    Arrives,
    /// It never does.
    Lost,
}

impl Chart {
    /// The chart of a run whose steps before `first`, from 1 on, are not there, and which may end badly.
    pub(crate) fn new(events: &[Event], first: usize, end: Option<&Violation>) -> Chart {
        let mut lanes = Lanes::new(events);
        let mut chart = Chart::default();
        let mut sent: BTreeMap<u64, usize> = BTreeMap::new();
        for (step, event) in (first..).zip(events) {
            let row = |what| Row { step, what };
            if event.is_environment && event.messages.is_empty() {
                chart.rows.push(row(What::Note(event.action.clone())));
            }
            for (at, message) in event.messages.iter().enumerate() {
                let later = || event.messages[at + 1..].iter().any(|it| it.number == message.number);
                let way = match message.what {
                    // What becomes of it at once is told by what follows.
                    MessageEvent::Sent if later() => continue,
                    MessageEvent::Sent => Way::Leaves,
                    MessageEvent::Lost(_) | MessageEvent::Refused => Way::Lost,
                    _ => Way::Arrives,
                };
                if way == Way::Leaves {
                    sent.insert(message.number, chart.rows.len());
                }
                let is_part = matches!(message.what, MessageEvent::Arrived | MessageEvent::Lost(_));
                let before = sent.get(&message.number).copied().filter(|_| is_part);
                chart.rows.push(row(What::Arrow(Arrow {
                    lanes: (lanes.of(&message.from), lanes.of_receiver(message)),
                    way,
                    text: short(message),
                    detail: detail(message),
                    why: match message.what {
                        MessageEvent::Lost(why) => Some(why),
                        _ => None,
                    },
                    sent: before,
                })));
            }
        }
        if chart.rows.iter().all(|it| !matches!(it.what, What::Arrow(_))) {
            return Chart::default();
        }
        let named = |thread: ThreadId| events.iter().find(|it| it.choice.thread == thread)?.actor.clone();
        if let Some(violation) = end {
            let step = first + events.len().saturating_sub(1);
            let text = format!("{}{}", violation.kind.name(), place(violation.location.as_ref()));
            let actor = named(violation.thread).unwrap_or_default();
            chart.rows.push(Row {
                step,
                what: match lanes.of_actor(&actor) {
                    Some(lane) => What::Wrong(lane, text),
                    None => What::Note(format!("{text}, in {}", label(&actor))),
                },
            });
        }
        chart.lanes = lanes.names;
        chart
    }

    /// Whether there is nothing to show: nobody sends anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// Who has a lane.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// A process, by its number.
    Process(u32),
    /// A host none of whose processes takes a message.
    Host(String),
    /// An address that nobody has.
    Address(IpAddr),
    /// Nobody is known.
    Nobody,
}

/// The lanes, in the order of processes.
struct Lanes {
    whose: Vec<Whose>,
    names: Vec<String>,
    /// The process that an address was seen to be of.
    addresses: BTreeMap<SocketAddr, u32>,
    /// The first process of a host that was seen.
    hosts: BTreeMap<String, u32>,
    /// The process that takes a message in the end.
    takers: BTreeMap<u64, u32>,
}

impl Lanes {
    fn new(events: &[Event]) -> Lanes {
        let (mut addresses, mut hosts, mut takers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut named: BTreeMap<u32, String> = BTreeMap::new();
        for message in events.iter().flat_map(|it| &it.messages) {
            for station in [&message.from, &message.to] {
                let Some((process, name)) = &station.process else { continue };
                named.entry(*process).or_insert_with(|| label(name));
                if let Some(address) = station.address {
                    addresses.entry(address).or_insert(*process);
                }
                if let Some(host) = &station.host {
                    hosts.entry(host.clone()).or_insert(*process);
                }
            }
            if let (Some((process, _)), MessageEvent::Arrived) = (&message.to.process, message.what) {
                takers.insert(message.number, *process);
            }
        }
        let whose = named.keys().map(|it| Whose::Process(*it)).collect();
        Lanes { whose, names: named.into_values().collect(), addresses, hosts, takers }
    }

    fn lane(&mut self, whose: Whose) -> usize {
        let known = self.whose.iter().position(|it| *it == whose);
        known.unwrap_or_else(|| {
            self.names.push(match &whose {
                Whose::Process(number) => format!("process {}", number + 1),
                Whose::Host(name) => name.clone(),
                Whose::Address(address) => address.to_string(),
                Whose::Nobody => "nobody".to_owned(),
            });
            self.whose.push(whose);
            self.names.len() - 1
        })
    }

    fn of(&mut self, station: &Station) -> usize {
        let known = || {
            let process = station.process.as_ref().map(|it| it.0);
            let by_address = || self.addresses.get(&station.address?).copied();
            let by_host = || self.hosts.get(station.host.as_ref()?).copied();
            process.or_else(by_address).or_else(by_host)
        };
        let whose = match (known(), &station.host, station.address) {
            (Some(process), ..) => Whose::Process(process),
            (None, Some(host), _) => Whose::Host(host.clone()),
            (None, None, Some(address)) => Whose::Address(address.ip()),
            (None, None, None) => Whose::Nobody,
        };
        self.lane(whose)
    }

    /// The lane that a message is for, whether it gets there or not.
    fn of_receiver(&mut self, message: &Message) -> usize {
        match self.takers.get(&message.number).filter(|_| message.to.process.is_none()) {
            Some(&process) => self.lane(Whose::Process(process)),
            None => self.of(&message.to),
        }
    }

    fn of_actor(&self, actor: &str) -> Option<usize> {
        let own = label(actor);
        self.names.iter().position(|it| own == *it || own.starts_with(&format!("{it},")))
    }
}

/// What a process is called in a chart: its host and program, which stand in brackets.
fn label(name: &str) -> String {
    match (name.find(" ("), name.find(')')) {
        (Some(start), Some(end)) => format!("{}{}", &name[start + 2..end], &name[end + 1..]),
        _ => name.to_owned(),
    }
}

/// The most characters of a message in a row.
const MOST: usize = 40;

/// What a message says, in short.
fn short(message: &Message) -> String {
    let text = match message.what {
        MessageEvent::Opened => "connects".to_owned(),
        MessageEvent::Refused => "is refused".to_owned(),
        MessageEvent::Finished => "sends no more".to_owned(),
        MessageEvent::Reset => "resets".to_owned(),
        _ => message.decoded.clone().unwrap_or_else(|| shown(&message.bytes, 12)),
    };
    match text.chars().count() {
        0..=MOST => text,
        _ => format!("{}…", text.chars().take(MOST - 1).collect::<String>()),
    }
}

/// All that is known of a message.
fn detail(message: &Message) -> String {
    let name = |it: &Station| match it.address {
        Some(address) => address.to_string(),
        None => it.process.as_ref().map_or_else(|| "nobody".to_owned(), |it| it.1.clone()),
    };
    let carrier = match message.carrier {
        Carrier::Udp => "UDP".to_owned(),
        Carrier::Tcp => "TCP".to_owned(),
        Carrier::Ip(protocol) => format!("protocol {protocol}"),
        Carrier::Unix => "UNIX socket".to_owned(),
    };
    let what = match message.what {
        MessageEvent::Lost(why) => format!(", lost: {why}"),
        MessageEvent::Opened => ", a connection begins".to_owned(),
        MessageEvent::Refused => ", a connection is refused".to_owned(),
        MessageEvent::Finished => ", the sender sends no more".to_owned(),
        MessageEvent::Reset => ", the connection is reset".to_owned(),
        MessageEvent::Sent | MessageEvent::Arrived => String::new(),
    };
    let says = match (&message.decoded, message.bytes.len()) {
        (_, 0) => String::new(),
        (decoded, count) => {
            let unit = if count == 1 { "byte" } else { "bytes" };
            let decoded = decoded.as_ref().map_or(String::new(), |it| format!("{it} = "));
            format!(", {count} {unit}: {decoded}{}", shown(&message.bytes, 64))
        }
    };
    format!("{carrier} {} → {}{what}{says}", name(&message.from), name(&message.to))
}

/// Bytes as text, if they are that, or as numbers; so many of them.
fn shown(bytes: &[u8], most: usize) -> String {
    let first = &bytes[..bytes.len().min(most)];
    let more = if bytes.len() > most { "…" } else { "" };
    let text = first.strip_suffix(b"\n").or(first.strip_suffix(&[0])).unwrap_or(first);
    if !text.is_empty() && text.iter().all(|it| it.is_ascii_graphic() || *it == b' ') {
        return format!("\"{}{more}\"", String::from_utf8_lossy(text));
    }
    let numbers: Vec<String> = first.iter().map(|it| format!("{it:02x}")).collect();
    format!("{}{more}", numbers.join(" "))
}

/// Where a violation is, for a chart.
fn place(at: Option<&Location>) -> String {
    at.map_or(String::new(), |it| format!(" {}:{}", it.file.rsplit('/').next().unwrap_or(&it.file), it.line))
}
