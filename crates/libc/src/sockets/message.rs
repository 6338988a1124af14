//! Messages: `send`, `recv` and their kin.
//!
//! A call that waits leaves nothing behind. So one that sends more to a stream than fits, or waits for all of what it
//! wants to receive, is made again for the rest, and what it has moved so far is a part of the state.

use super::{address, control, guest};
use crate::channels::{INTERRUPTIBLY, written};
use crate::failures;
use gmc_mem::{Endian, Pointer};
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::errno::{self, Errno};
use gmc_world::{Address, Bytes, Family, Files, Kind, Message, Received, Target};

pub(crate) const TABLE: &[Native] = &[
    outside("send", send).fails(&failures::SEND).is(INTERRUPTIBLY).is(Traits::ONE_FILE),
    outside("sendto", sendto).fails(&failures::SEND).is(INTERRUPTIBLY),
    outside("sendmsg", sendmsg).fails(&failures::SEND_PARTS).is(INTERRUPTIBLY),
    outside("recv", recv).fails(&failures::RECEIVE).is(INTERRUPTIBLY.and(Traits::RESTS)).is(Traits::ONE_FILE),
    outside("recvfrom", recvfrom).fails(&failures::RECEIVE).is(INTERRUPTIBLY.and(Traits::RESTS)),
    outside("recvmsg", recvmsg).fails(&failures::RECEIVE_PARTS).is(INTERRUPTIBLY.and(Traits::RESTS)),
];

/// `MSG_PEEK`, `MSG_TRUNC`, `MSG_DONTWAIT`, `MSG_WAITALL`, `MSG_NOSIGNAL`, `MSG_CTRUNC`, `MSG_CMSG_CLOEXEC`
const PEEK: i32 = 2;
const SHORT: i32 = 0x20;
const NO_WAIT: i32 = 0x40;
const ALL: i32 = 0x100;
const NO_SIGNAL: i32 = 0x4000;
const SHORT_CONTROL: i32 = 8;
const CLOSES: i32 = 0x4000_0000;
/// `MSG_DONTROUTE`, `MSG_EOR`, `MSG_CONFIRM`, `MSG_MORE`: they change nothing here.
const IDLE: i32 = 4 | 0x80 | 0x800 | 0x8000;

/// The largest transfer that is done at once.
const MOST: u64 = 0x7fff_f000;

fn check_flags(call: &Call, flags: i32, known: i32) -> InterpResult<()> {
    match flags & !(known | NO_SIGNAL | NO_WAIT | IDLE | CLOSES) {
        0 => Ok(()),
        other => Err(InterpError::unsupported(format!("`{}` with the flags {other:#x}", call.name))),
    }
}

/// What is sent, beside the bytes.
#[derive(Default)]
struct Outgoing {
    to: Option<(Address, usize)>,
    control: control::Control,
    flags: i32,
}

/// Sends bytes: all of them, to a stream that waits.
fn transmit(m: &mut Machine, file: i32, bytes: &Bytes, how: &Outgoing) -> InterpResult<Flow> {
    let kind = match m.world.files.socket_kind(file) {
        Ok((_, kind)) => kind,
        Err(error) => return guest::status(m, Err(error)),
    };
    check_request(m, file, bytes)?;
    let (thread, no_wait) = (m.current, how.flags & NO_WAIT != 0);
    let waits = !no_wait && m.world.files.flags(file).is_ok_and(|it| it & 0o4000 == 0);
    let (done, short) = (m.world.moved(thread), m.world.files.has_mishap());
    let message = Message {
        data: bytes.part(done..bytes.len()),
        to: how.to.as_ref().map(|it| Target { address: &it.0, length: it.1 }),
        rights: if done == 0 { &how.control.rights } else { &[] },
        hops: how.control.hops,
        interface: how.control.interface,
        source: how.control.source,
        whole: false,
    };
    let sent = match m.world.files.send(file, message, no_wait) {
        Ok(count) if done + count < bytes.len() && waits && !short => {
            m.world.set_moved(thread, done + count);
            return Ok(Flow::Again);
        }
        Ok(count) => Ok(done + count),
        Err(error) if done > 0 && !m.world.files.has_want() => {
            if error != errno::EPIPE && error != errno::EAGAIN {
                m.world.files.set_socket_error(file, error);
            }
            Ok(done)
        }
        Err(error) => Err(error),
    };
    if how.flags & NO_SIGNAL != 0 || kind != Kind::Stream {
        return guest::status(m, sent.map(|it| it as i64));
    }
    written(m, sent, 0)
}

/// Fails where the host is asked what it does not know to answer, or has to look into what is not decided.
fn check_request(m: &Machine, file: i32, bytes: &Bytes) -> InterpResult<()> {
    if matches!(m.world.files.socket_kind(file), Ok((_, Kind::Raw(_)))) && !bytes.is_plain() {
        return Err(InterpError::unsupported("a packet of a raw socket that is not decided"));
    }
    if !matches!(m.world.files.socket_kind(file), Ok((Family::Netlink, _))) {
        return Ok(());
    }
    if !bytes.is_plain() || m.memory.target().endian == Endian::Big {
        return Err(InterpError::unsupported(
            "a request to netlink that is not decided, or has the highest byte first",
        ));
    }
    match Files::unknown_request(bytes.whole().plain()) {
        Some(kind) => Err(InterpError::unsupported(format!("a request of kind {kind} to netlink"))),
        None => Ok(()),
    }
}

/// `write` to a socket.
pub(crate) fn send_bytes(m: &mut Machine, file: i32, bytes: &Bytes) -> InterpResult<Flow> {
    transmit(m, file, bytes, &Outgoing::default())
}

fn send(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, from, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?.min(MOST));
    let flags = guest::int(m, call, 3)?;
    check_flags(call, flags, 0)?;
    let bytes = if count == 0 { Bytes::new() } else { m.read_data(from, count)? };
    transmit(m, file, &bytes, &Outgoing { flags, ..Outgoing::default() })
}

fn sendto(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, from, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?.min(MOST));
    let (flags, name, length) =
        (guest::int(m, call, 3)?, address::argument(m, call, 4)?, guest::int(m, call, 5)?);
    check_flags(call, flags, 0)?;
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    let to = match destination(m, file, name, length)? {
        Ok(to) => to,
        Err(error) => return guest::status(m, Err(error)),
    };
    let bytes = if count == 0 { Bytes::new() } else { m.read_data(from, count)? };
    transmit(m, file, &bytes, &Outgoing { to, flags, ..Outgoing::default() })
}

/// The address that a message says.
fn destination(
    m: &Machine,
    file: i32,
    name: Pointer,
    length: i32,
) -> InterpResult<Result<Option<(Address, usize)>, Errno>> {
    // TCP does not look at it.
    let is_tcp = matches!(m.world.files.socket_kind(file), Ok((Family::V4 | Family::V6, Kind::Stream)));
    if name.is_null() || length == 0 || is_tcp {
        return Ok(Ok(None));
    }
    Ok(address::load(m, name, length)?.map(|it| Some((it, length as usize))))
}

/// A `struct msghdr`.
struct Header {
    name: Pointer,
    name_length: i32,
    parts: Vec<(Pointer, u64)>,
    control: Pointer,
    control_length: u64,
    at: Pointer,
}

/// Most parts of a message.
const MOST_PARTS: u64 = 1024;

impl Header {
    fn load(m: &Machine, at: Pointer) -> InterpResult<Result<Header, Errno>> {
        let width = m.memory.target().pointer_size() as i64;
        let pointer = |slot: i64| m.memory.load_pointer(at.wrapping_offset(slot * width));
        let (name, first, control) = (pointer(0)?, pointer(2)?, pointer(4)?);
        let name_length = guest::load(m, at.wrapping_offset(width), 4)? as i32;
        let count = guest::load(m, at.wrapping_offset(3 * width), width as usize)? as u64;
        let control_length = guest::load(m, at.wrapping_offset(5 * width), width as usize)? as u64;
        if count > MOST_PARTS {
            return Ok(Err(errno::EMSGSIZE));
        }
        if name_length < 0 {
            return Ok(Err(errno::EINVAL));
        }
        let mut parts = Vec::new();
        for part in 0..count as i64 {
            let entry = first.wrapping_offset(2 * part * width);
            let size = guest::load(m, entry.wrapping_offset(width), width as usize)? as u64;
            parts.push((m.memory.load_pointer(entry)?, size));
        }
        let control_length = if control.is_null() { 0 } else { control_length };
        Ok(Ok(Header { name, name_length, parts, control, control_length, at }))
    }

    fn total(&self) -> u64 {
        self.parts.iter().map(|it| it.1).fold(0, u64::saturating_add).min(MOST)
    }
}

fn sendmsg(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, flags) = (guest::int(m, call, 0)?, guest::int(m, call, 2)?);
    check_flags(call, flags, 0)?;
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    let header = match Header::load(m, call.pointer(1)?)? {
        Ok(header) => header,
        Err(error) => return guest::status(m, Err(error)),
    };
    let to = destination(m, file, header.name, header.name_length)?;
    let control = control::load(m, header.control, header.control_length)?;
    let (to, control) = match (to, control) {
        (Ok(to), Ok(control)) => (to, control),
        (_, Err(_)) if m.world.files.is_unconnected_sequence(file) => {
            return guest::status(m, Err(errno::ENOTCONN));
        }
        (Err(error), _) | (_, Err(error)) => return guest::status(m, Err(error)),
    };
    let mut bytes = Bytes::new();
    for &(from, count) in header.parts.iter().filter(|it| it.1 > 0) {
        bytes.extend(m.read_data(from, count)?.whole());
    }
    transmit(m, file, &bytes, &Outgoing { to, control, flags })
}

/// Receives into parts of memory. Nothing when the call is made again for the rest.
fn obtain(
    m: &mut Machine,
    file: i32,
    parts: &[(Pointer, u64)],
    flags: i32,
) -> InterpResult<Result<Option<Received>, Errno>> {
    let total = parts.iter().map(|it| it.1).fold(0, u64::saturating_add).min(MOST) as usize;
    let kind = match m.world.files.socket_kind(file) {
        Ok(kind) => kind,
        Err(error) => return Ok(Err(error)),
    };
    if flags & SHORT != 0 && kind.1 == Kind::Stream {
        return Err(InterpError::unsupported("receiving from a stream with MSG_TRUNC"));
    }
    let (thread, peeks, no_wait) = (m.current, flags & PEEK != 0, flags & NO_WAIT != 0);
    let waits = !no_wait && m.world.files.flags(file).is_ok_and(|it| it & 0o4000 == 0);
    let (done, short) = (m.world.moved(thread), m.world.files.has_mishap());
    let mut received = match m.world.files.receive_message(file, total - done, peeks, no_wait) {
        Ok(received) => received,
        Err(error) if done > 0 && !m.world.files.has_want() => {
            // UNIX sockets forget it.
            if error != errno::EAGAIN && kind.0 != Family::Unix {
                m.world.files.set_socket_error(file, error);
            }
            return Ok(Ok(Some(Received { length: done, ..Received::end() })));
        }
        Err(error) => return Ok(Err(error)),
    };
    scatter(m, parts, done, &received.data)?;
    let more = flags & ALL != 0 && kind.1 == Kind::Stream && waits && !short && received.rights.is_empty();
    let count = received.data.len();
    if more && count > 0 && done + count < total {
        if peeks {
            return Err(InterpError::unsupported(
                "`recv` that looks at more than there is (MSG_PEEK, MSG_WAITALL)",
            ));
        }
        m.world.set_moved(thread, done + count);
        return Ok(Ok(None));
    }
    if flags & ALL != 0 && kind == (Family::Unix, Kind::Stream) && !waits && done + count < total {
        // It has looked for more, and met the error.
        let _ = m.world.files.socket_number(file, 1, 4);
    }
    received.length += done;
    Ok(Ok(Some(received)))
}

/// Puts bytes into parts of memory, after so many others.
fn scatter(m: &mut Machine, parts: &[(Pointer, u64)], after: usize, bytes: &Bytes) -> InterpResult<()> {
    let (mut before, mut at) = (after as u64, 0);
    for &(to, size) in parts {
        let skipped = before.min(size);
        before -= skipped;
        let count = (size - skipped).min((bytes.len() - at) as u64) as usize;
        if count > 0 {
            let part = bytes.part(at..at + count).to_bytes();
            m.write_data(to.wrapping_offset(skipped as i64), &part)?;
            at += count;
        }
    }
    Ok(())
}

/// What a call that receives returns: the bytes of a message that fit, or all of them if that is asked for.
fn result(received: &Received, room: u64, flags: i32) -> i64 {
    let count = if flags & SHORT != 0 { received.length } else { received.length.min(room as usize) };
    count as i64
}

fn recv(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    receive(m, call, Pointer::NULL, Pointer::NULL)
}

fn recvfrom(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, length) = (address::argument(m, call, 4)?, call.pointer(5)?);
    receive(m, call, name, length)
}

fn receive(m: &mut Machine, call: &Call, name: Pointer, length: Pointer) -> InterpResult<Flow> {
    let (file, to, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?.min(MOST));
    let flags = guest::int(m, call, 3)?;
    check_flags(call, flags, PEEK | ALL | SHORT)?;
    match obtain(m, file, &[(to, count)], flags)? {
        Ok(Some(received)) => {
            // Nobody has asked for the files that came along.
            m.world.files.take_rights(&received.rights, 0, false);
            if !name.is_null() {
                address::store(m, received.from.as_ref(), name, length)?;
            }
            Flow::int(result(&received, count, flags))
        }
        Ok(None) => Ok(Flow::Again),
        Err(error) => guest::status(m, Err(error)),
    }
}

fn recvmsg(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, flags) = (guest::int(m, call, 0)?, guest::int(m, call, 2)?);
    check_flags(call, flags, PEEK | ALL | SHORT)?;
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    let header = match Header::load(m, call.pointer(1)?)? {
        Ok(header) => header,
        Err(error) => return guest::status(m, Err(error)),
    };
    let received = match obtain(m, file, &header.parts, flags)? {
        Ok(Some(received)) => received,
        Ok(None) => return Ok(Flow::Again),
        Err(error) => return guest::status(m, Err(error)),
    };
    let width = m.memory.target().pointer_size() as i64;
    if !header.name.is_null() {
        let room = header.name_length as usize;
        let length = address::put(m, received.from.as_ref(), header.name, room)?;
        guest::store(m, header.at.wrapping_offset(width), length as i64, 4)?;
    }
    let room = header.control_length as usize;
    let closes = flags & CLOSES != 0;
    let (used, short) = control::store(m, file, &received, header.control, room, closes)?;
    guest::store(m, header.at.wrapping_offset(5 * width), used as i64, width as usize)?;
    let mut found = flags & CLOSES;
    found |= if short { SHORT_CONTROL } else { 0 };
    found |= if received.length as u64 > header.total() { SHORT } else { 0 };
    guest::store(m, header.at.wrapping_offset(6 * width), found.into(), 4)?;
    Flow::int(result(&received, header.total(), flags))
}
