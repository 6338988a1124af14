//! A run's messages as a capture that Wireshark opens: pcapng (draft-ietf-opsawg-pcapng), with Ethernet frames.
//!
//! Each message is a packet at the time at which it is sent: the number of its step, in milliseconds. A comment of the
//! packet says in which step, who sends it, and what becomes of it. A message that arrives changed, or a second time,
//! is a packet again. A TCP connection is the packets that it needs at least: three to open it, one with an answer for
//! each piece of data, and those that end it.
//!
//! Headers are as on a wire, with their checksums (RFC 791, 768, 9293, 8200, 1071). Packets are as long as what was
//! sent, as captures on machines that leave cutting to the interface have them.
//!
//! Deliberately absent: UNIX sockets, which no wire carries.

use gmc_model::{Carrier, Event, Message, MessageEvent};
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};

/// A capture of a run, and how many of its messages are not in it.
pub fn pcap(events: &[Event], first: usize) -> (Vec<u8>, usize) {
    let mut capture = Capture::new(events, first);
    let mut left_out = 0;
    for (step, event) in (first..).zip(events) {
        for message in &event.messages {
            if !capture.add(step, message) && message.what == MessageEvent::Sent {
                left_out += 1;
            }
        }
    }
    (capture.bytes, left_out)
}

/// Flags of TCP.
const FIN: u8 = 1;
const SYN: u8 = 2;
const RST: u8 = 4;
const PSH: u8 = 8;
const ACK: u8 = 16;

/// Numbers of protocols over IP.
const TCP: u8 = 6;
const UDP: u8 = 17;

/// The most data in a packet of TCP.
const SEGMENT: usize = 65_000;

/// The two ends of a packet.
#[derive(Clone, Copy)]
struct Ends {
    from: SocketAddr,
    to: SocketAddr,
    hardware: ([u8; 6], [u8; 6]),
}

impl Ends {
    fn of(message: &Message) -> Option<Ends> {
        let (from, to) = (message.from.address?, message.to.address?);
        let hardware = (message.from.hardware, hardware_of(to.ip()).unwrap_or(message.to.hardware));
        (from.is_ipv4() == to.is_ipv4()).then_some(Ends { from, to, hardware })
    }

    fn turned(self) -> Ends {
        Ends { from: self.to, to: self.from, hardware: (self.hardware.1, self.hardware.0) }
    }
}

/// The hardware address of what is for several (RFC 1112, 2464).
fn hardware_of(to: IpAddr) -> Option<[u8; 6]> {
    match to {
        IpAddr::V4(it) if it.is_broadcast() || it.octets()[3] == 255 => Some([0xff; 6]),
        IpAddr::V4(it) if it.is_multicast() => {
            let [_, b, c, d] = it.octets();
            Some([1, 0, 0x5e, b & 0x7f, c, d])
        }
        IpAddr::V6(it) if it.is_multicast() => {
            let [.., a, b, c, d] = it.octets();
            Some([0x33, 0x33, a, b, c, d])
        }
        _ => None,
    }
}

struct Capture {
    bytes: Vec<u8>,
    /// What becomes of each message, in words.
    fates: BTreeMap<u64, Vec<String>>,
    /// What each message said when it was sent, until it arrives for the first time.
    sent: BTreeMap<u64, Vec<u8>>,
    /// The next number of each side of a connection.
    sequence: BTreeMap<(SocketAddr, SocketAddr), u32>,
    /// The number of the next packet over IPv4.
    packets: u16,
}

impl Capture {
    fn new(events: &[Event], first: usize) -> Capture {
        let mut fates: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (step, event) in (first..).zip(events) {
            for message in &event.messages {
                let fate = match message.what {
                    MessageEvent::Arrived => format!("arrives in step {step}"),
                    MessageEvent::Lost(why) => format!("lost in step {step}: {why}"),
                    _ => continue,
                };
                fates.entry(message.number).or_default().push(fate);
            }
        }
        let (sent, sequence) = (BTreeMap::new(), BTreeMap::new());
        let mut capture = Capture { bytes: Vec::new(), fates, sent, sequence, packets: 0 };
        let section = [&0x1a2b_3c4d_u32.to_le_bytes()[..], &[1, 0, 0, 0], &[0xff; 8]].concat();
        capture.block(0x0a0d_0d0a, &section);
        // Ethernet, packets of any length, times in microseconds.
        capture.block(1, &[1, 0, 0, 0, 0, 0, 4, 0]);
        capture
    }

    /// A block: its kind, its length, what is in it, its length again.
    fn block(&mut self, kind: u32, content: &[u8]) {
        let length = (content.len().next_multiple_of(4) + 12) as u32;
        self.bytes.extend(kind.to_le_bytes());
        self.bytes.extend(length.to_le_bytes());
        self.bytes.extend(content);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes.extend(length.to_le_bytes());
    }

    /// A frame at a time, with a comment.
    fn frame(&mut self, step: usize, frame: &[u8], comment: &str) {
        let time = step as u64 * 1000;
        let mut content = vec![0; 4];
        content.extend(((time >> 32) as u32).to_le_bytes());
        content.extend((time as u32).to_le_bytes());
        content.extend([(frame.len() as u32).to_le_bytes(); 2].concat());
        content.extend(frame);
        content.resize(content.len().next_multiple_of(4), 0);
        if !comment.is_empty() {
            let end = comment.floor_char_boundary(60_000);
            content.extend([1, 0]);
            content.extend((end as u16).to_le_bytes());
            content.extend(&comment.as_bytes()[..end]);
            content.resize(content.len().next_multiple_of(4), 0);
            content.extend([0; 4]);
        }
        self.block(6, &content);
    }

    /// Adds what happens to a message. Whether there is anything of it on a wire.
    fn add(&mut self, step: usize, message: &Message) -> bool {
        let Some(ends) = Ends::of(message) else { return false };
        let name = |it: &gmc_model::Station| match (&it.process, &it.host) {
            (Some((_, name)), _) | (None, Some(name)) => name.clone(),
            (None, None) => "nobody".to_owned(),
        };
        let fate = self.fates.get(&message.number).map_or(String::new(), |it| it.join(", "));
        let comment = match message.what {
            MessageEvent::Sent => {
                let decoded = message.decoded.as_ref().map_or(String::new(), |it| format!("; {it}"));
                format!("step {step}, {}: {fate}{decoded}", name(&message.from))
            }
            _ => format!("step {step}, {}", name(&message.from)),
        };
        match (message.carrier, message.what) {
            (Carrier::Tcp, what) => self.add_tcp(step, message, what, ends, &comment),
            (_, MessageEvent::Sent) => {
                self.sent.insert(message.number, message.bytes.clone());
                let packet = self.datagram(message, ends);
                self.frame(step, &packet, &comment);
            }
            (_, MessageEvent::Arrived) => {
                let again = match self.sent.remove(&message.number) {
                    None => Some("once more"),
                    Some(sent) if sent != message.bytes => Some("changed by the network"),
                    Some(_) => None,
                };
                if let Some(how) = again {
                    let packet = self.datagram(message, ends);
                    self.frame(step, &packet, &format!("step {step}: arrives {how}"));
                }
            }
            _ => {}
        }
        true
    }

    /// A message of UDP, or of another protocol over IP.
    fn datagram(&mut self, message: &Message, ends: Ends) -> Vec<u8> {
        let protocol = match message.carrier {
            Carrier::Ip(protocol) => return self.packet(protocol, &message.bytes, ends, message.hops),
            _ => UDP,
        };
        let mut bytes = [ends.from.port().to_be_bytes(), ends.to.port().to_be_bytes()].concat();
        bytes.extend(((message.bytes.len() + 8) as u16).to_be_bytes());
        bytes.extend([0, 0]);
        bytes.extend(&message.bytes);
        // 0 says that nobody has computed a sum.
        let sum = match checksum(&[&pseudo_header(ends, protocol, bytes.len()), &bytes]) {
            0 => 0xffff,
            sum => sum,
        };
        bytes[6..8].copy_from_slice(&sum.to_be_bytes());
        self.packet(protocol, &bytes, ends, message.hops)
    }

    fn add_tcp(&mut self, step: usize, message: &Message, what: MessageEvent, ends: Ends, comment: &str) {
        let back = ends.turned();
        let mut send = |ends: Ends, flags: u8, data: &[u8], comment: &str| {
            let packet = self.segment(ends, flags, data, message.hops);
            self.frame(step, &packet, comment);
        };
        match what {
            MessageEvent::Opened => {
                send(ends, SYN, &[], comment);
                send(back, SYN | ACK, &[], "");
                send(ends, ACK, &[], "");
            }
            MessageEvent::Refused => {
                send(ends, SYN, &[], comment);
                send(back, RST | ACK, &[], "");
            }
            MessageEvent::Sent => {
                for data in message.bytes.chunks(SEGMENT) {
                    send(ends, PSH | ACK, data, comment);
                }
            }
            MessageEvent::Arrived => send(back, ACK, &[], ""),
            MessageEvent::Finished => {
                send(ends, FIN | ACK, &[], comment);
                send(back, ACK, &[], "");
            }
            MessageEvent::Reset => send(ends, RST | ACK, &[], comment),
            MessageEvent::Lost(_) => {}
        }
    }

    /// A packet of TCP.
    fn segment(&mut self, ends: Ends, flags: u8, data: &[u8], hops: (u8, u8)) -> Vec<u8> {
        let acknowledged = self.sequence.get(&(ends.to, ends.from)).copied().unwrap_or(0);
        let next = self.sequence.entry((ends.from, ends.to)).or_insert(0);
        if flags & SYN != 0 {
            // A connection between the same ends begins anew.
            *next = 0;
        }
        let number = *next;
        *next = number.wrapping_add(data.len() as u32 + u32::from(flags & (SYN | FIN) != 0));
        let mut bytes = [ends.from.port().to_be_bytes(), ends.to.port().to_be_bytes()].concat();
        bytes.extend(number.to_be_bytes());
        bytes.extend(if flags & ACK == 0 { 0 } else { acknowledged }.to_be_bytes());
        bytes.extend([5 << 4, flags, 0xff, 0xff, 0, 0, 0, 0]);
        bytes.extend(data);
        let sum = checksum(&[&pseudo_header(ends, TCP, bytes.len()), &bytes]);
        bytes[16..18].copy_from_slice(&sum.to_be_bytes());
        self.packet(TCP, &bytes, ends, hops)
    }

    /// A frame with a packet of IP.
    fn packet(&mut self, protocol: u8, payload: &[u8], ends: Ends, hops: (u8, u8)) -> Vec<u8> {
        let mut frame = [ends.hardware.1, ends.hardware.0].concat();
        match (ends.from.ip(), ends.to.ip()) {
            (IpAddr::V4(from), IpAddr::V4(to)) => {
                frame.extend([8, 0]);
                let mut header = vec![0x45, hops.1];
                header.extend(((payload.len() + 20) as u16).to_be_bytes());
                self.packets = self.packets.wrapping_add(1);
                header.extend(self.packets.to_be_bytes());
                header.extend([0x40, 0, hops.0, protocol, 0, 0]);
                header.extend(from.octets());
                header.extend(to.octets());
                let sum = checksum(&[&header]);
                header[10..12].copy_from_slice(&sum.to_be_bytes());
                frame.extend(header);
            }
            (from, to) => {
                frame.extend([0x86, 0xdd, 0x60 | hops.1 >> 4, hops.1 << 4, 0, 0]);
                frame.extend((payload.len() as u16).to_be_bytes());
                frame.extend([protocol, hops.0]);
                frame.extend(octets(from));
                frame.extend(octets(to));
            }
        }
        frame.extend(payload);
        frame
    }
}

fn octets(address: IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(it) => it.octets().to_vec(),
        IpAddr::V6(it) => it.octets().to_vec(),
    }
}

/// What checksums of UDP and TCP cover beside the packet.
fn pseudo_header(ends: Ends, protocol: u8, length: usize) -> Vec<u8> {
    let mut bytes = [octets(ends.from.ip()), octets(ends.to.ip())].concat();
    if ends.from.is_ipv4() {
        bytes.extend([0, protocol]);
        bytes.extend((length as u16).to_be_bytes());
    } else {
        bytes.extend((length as u32).to_be_bytes());
        bytes.extend([0, 0, 0, protocol]);
    }
    bytes
}

/// The sum of RFC 1071 over parts, all of which but the last have an even length.
fn checksum(parts: &[&[u8]]) -> u16 {
    let words = parts.iter().flat_map(|it| it.chunks(2));
    let mut sum: u64 = words.map(|it| u64::from(it[0]) << 8 | it.get(1).map_or(0, |&it| it.into())).sum();
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_example_in_rfc_1071() {
        assert_eq!(checksum(&[&[0x00, 0x01, 0xf2, 0x03], &[0xf4, 0xf5, 0xf6, 0xf7]]), !0xddf2);
        assert_eq!(checksum(&[&[0xff]]), 0x00ff);
    }
}
