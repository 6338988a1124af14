//! Messages on their way, and how much of a buffer they take.
//!
//! The numbers are those of Linux 6 on a 64-bit machine: what counts is not the bytes of a message but the memory that
//! the kernel allocates for it, so that 278 messages of one byte fill the same buffer as two of 106,432.

use super::address::{Address, Family};
use super::{Kind, Socket, SocketId};
use crate::bytes::{Bytes, Slice};
use std::net::IpAddr;

/// A message that was not read yet; of a stream, a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Packet {
    pub(super) data: Bytes,
    /// Who has sent it, as long as that is there: its room is used up.
    pub(super) sender: Option<SocketId>,
    /// What it takes of a buffer, until all of it is read.
    pub(super) charge: usize,
    /// The name of who has sent it; of a UNIX socket that is still there, the one that it has now.
    pub(super) from: Address,
    /// Where it was sent to.
    pub(super) to: Option<IpAddr>,
    /// The number of the interface where it came in; 0 where it came through none.
    pub(super) interface: u32,
    /// Through how many hosts it may go (`IP_TTL`, `IPV6_UNICAST_HOPS`), and its class (`IP_TOS`).
    pub(super) hops: (u8, u8),
    /// Open files that it brings along.
    pub(super) rights: Vec<u32>,
}

/// An address, and how many bytes the program gave for it.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The address.
    pub address: &'a Address,
    /// The bytes.
    pub length: usize,
}

/// What is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// The bytes.
    pub data: Slice<'a>,
    /// Where to, if that is said.
    pub to: Option<Target<'a>>,
    /// Open files to send along.
    pub rights: &'a [u32],
    /// The number of hosts that it may go through, if that is said for this message.
    pub hops: Option<u8>,
    /// The number of the interface that it is to leave from; 0 if that is not said.
    pub interface: u32,
    /// The address that it is to come from, if that is said for this message.
    pub source: Option<IpAddr>,
    /// Whether a stream takes all of it or nothing.
    pub whole: bool,
}

/// What was received.
#[derive(Clone, Debug)]
pub struct Received {
    /// The bytes for which there was room.
    pub data: Bytes,
    /// How many bytes the message had.
    pub length: usize,
    /// Who has sent it; none on a connection that does not say.
    pub from: Option<Address>,
    /// The address of this host that it was sent to, of four or sixteen bytes.
    pub to: Option<Vec<u8>>,
    /// Through how many hosts it might have gone, and its class.
    pub hops: (u8, u8),
    /// The number of the interface where it came in; 0 where it came through none.
    pub interface: u32,
    /// Open files that came along: each refers to a file once.
    pub rights: Vec<u32>,
}

impl Received {
    /// The end of a stream.
    pub fn end() -> Received {
        Received {
            data: Bytes::new(),
            length: 0,
            from: None,
            to: None,
            hops: (0, 0),
            interface: 0,
            rights: Vec::new(),
        }
    }
}

/// Bytes of a page, of what every allocation for a message has at its end, and of the structure beside it.
const PAGE: usize = 4096;
const TAIL: usize = 320;
const STRUCTURE: usize = 256;
/// Bytes of the first page that a message has for itself.
const HEAD: usize = PAGE - TAIL;
/// Bytes that a datagram has in one piece.
const PIECE: usize = 4 * PAGE - TAIL;
/// Bytes of a stream's message in pages of their own.
const PAGES: usize = 1 << 15;

/// What an allocation of so many bytes takes.
fn allocated(count: usize) -> usize {
    (count.next_multiple_of(64) + TAIL).next_power_of_two() + STRUCTURE
}

/// How many of so many bytes of a UNIX stream make one message, for a buffer of this size.
pub(super) fn stream_part(count: usize, buffer: usize) -> usize {
    count.min((buffer / 2).saturating_sub(64)).min(HEAD + PAGES)
}

/// What a message takes of the sender's buffer, or of the receiver's.
pub(super) fn charge(socket: &Socket, count: usize) -> usize {
    match (socket.family, socket.kind) {
        (Family::Unix, Kind::Stream) => {
            let paged = count.saturating_sub(HEAD).next_multiple_of(PAGE).min(count);
            allocated(count - paged) + paged.next_multiple_of(PAGE)
        }
        (Family::Unix, _) => {
            let paged = count.saturating_sub(PIECE).next_multiple_of(PAGE).min(count);
            allocated(count - paged) + paged.next_multiple_of(PAGE)
        }
        (family, Kind::Datagram | Kind::Raw(_)) => {
            // With the headers; the smallest allocations come from a store of their own.
            let whole = count + if family == Family::V4 { 59 } else { 72 };
            match whole {
                0..=256 => 832,
                257..=15_000 => allocated(whole),
                _ => count + 1600,
            }
        }
        _ => count,
    }
}
