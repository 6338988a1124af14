//! What passes over the network in a run, for its readers.

use std::net::SocketAddr;

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

/// What happens to a message, or between two sides of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageEvent {
    /// It is sent.
    Sent,
    /// It arrives.
    Arrived,
    /// It never arrives, for this reason.
    Lost(&'static str),
    /// A connection that the sender has asked for is there.
    Opened,
    /// It is refused.
    Refused,
    /// The sender sends no more.
    Finished,
    /// The connection is given up.
    Reset,
}

/// One side of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Station {
    /// The process, counted from 0, and what reports call it; none where it is not known, or where nobody takes it.
    pub process: Option<(u32, String)>,
    /// The host, where there are several.
    pub host: Option<String>,
    /// Its address; none of a UNIX socket.
    pub address: Option<SocketAddr>,
    /// The address of its interface; zeros of a loopback.
    pub hardware: [u8; 6],
}

/// Something that happens to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What happens to one message has one number, from 1 on.
    pub number: u64,
    /// What happens.
    pub what: MessageEvent,
    /// What carries it.
    pub carrier: Carrier,
    /// Where it comes from.
    pub from: Station,
    /// Where it goes to.
    pub to: Station,
    /// What it says. Bytes that are not decided are question marks.
    pub bytes: Vec<u8>,
    /// What it says by the program's own types, where the run knows them.
    pub decoded: Option<String>,
    /// Through how many hosts it may go, and its class.
    pub hops: (u8, u8),
}
