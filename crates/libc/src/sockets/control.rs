//! Control data of messages: `struct cmsghdr`.

use super::guest::{self, Record};
use gmc_mem::Pointer;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_world::Received;
use gmc_world::errno::{self, Errno};
use std::net::IpAddr;

/// Levels: `SOL_SOCKET`, `IPPROTO_IP`, `IPPROTO_IPV6`.
const SOCKET: i32 = 1;
const IP: i32 = 0;
const IP6: i32 = 41;
/// `SCM_RIGHTS`
const RIGHTS: i32 = 1;
/// The most files that one message brings along.
const MOST_FILES: usize = 253;

/// What a message says beside its bytes.
#[derive(Default)]
pub(super) struct Control {
    /// Open files to send along.
    pub(super) rights: Vec<u32>,
    /// Through how many hosts it may go.
    pub(super) hops: Option<u8>,
    /// The number of the interface that it is to leave from; 0 if that is not said.
    pub(super) interface: u32,
    /// The address that it is to come from.
    pub(super) source: Option<IpAddr>,
}

/// Bytes before the data of an entry.
fn header(m: &Machine) -> usize {
    m.memory.target().pointer_size() + 8
}

/// Control data that the program sends.
pub(super) fn load(m: &Machine, from: Pointer, length: u64) -> InterpResult<Result<Control, Errno>> {
    let (width, header) = (m.memory.target().pointer_size(), header(m));
    let mut control = Control::default();
    let mut at = 0;
    while from.addr != 0 && at + header as u64 <= length {
        let entry = from.wrapping_offset(at as i64);
        let size = guest::load(m, entry, width)? as u64;
        if size < header as u64 || size > length - at {
            return Ok(Err(errno::EINVAL));
        }
        let level = guest::load(m, entry.wrapping_offset(width as i64), 4)? as i32;
        let kind = guest::load(m, entry.wrapping_offset(width as i64 + 4), 4)? as i32;
        let (data, count) = (entry.wrapping_offset(header as i64), size as usize - header);
        match (level, kind) {
            (SOCKET, RIGHTS) => {
                if count / 4 > MOST_FILES {
                    return Ok(Err(errno::EINVAL));
                }
                let mut numbers = Vec::new();
                for at in 0..count / 4 {
                    numbers.push(guest::load(m, data.wrapping_offset(4 * at as i64), 4)? as i32);
                }
                match m.world.files.rights(&numbers) {
                    Ok(rights) => control.rights.extend(rights),
                    Err(error) => return Ok(Err(error)),
                }
            }
            (IP, 2) | (IP6, 52) if count >= 4 => {
                let hops = guest::load(m, data, 4)?;
                let Some(hops) = u8::try_from(hops).ok().filter(|&it| it > 0) else {
                    return Ok(Err(errno::EINVAL));
                };
                control.hops = Some(hops);
            }
            // IP_PKTINFO: interface, source and an address that nobody looks at. IPV6_PKTINFO: source and interface.
            (IP, 8) if count >= 12 => {
                control.interface = guest::load(m, data, 4)? as u32;
                let source = guest::bytes(m, data.wrapping_offset(4), 4)?;
                control.source = <[u8; 4]>::try_from(source).ok().map(IpAddr::from);
            }
            (IP6, 50) if count >= 20 => {
                let source = guest::bytes(m, data, 16)?;
                control.source = <[u8; 16]>::try_from(source).ok().map(IpAddr::from);
                control.interface = guest::load(m, data.wrapping_offset(16), 4)? as u32;
            }
            (IP, 8) | (IP6, 50) => return Ok(Err(errno::EINVAL)),
            _ => {
                let what = format!("control data of level {level} and type {kind}");
                return Err(InterpError::unsupported(what));
            }
        }
        at += size.next_multiple_of(width as u64);
    }
    control.source = control.source.filter(|it| !it.is_unspecified());
    if control.source.is_some_and(|it| m.world.files.host().interface_with(it).is_none()) {
        return Ok(Err(errno::EINVAL));
    }
    Ok(Ok(control))
}

/// What the program has asked to be told of a message: entries with level, type and data.
fn entries(m: &mut Machine, file: i32, received: &Received) -> Vec<(i32, i32, Vec<u8>)> {
    let mut asked = |level, name| m.world.files.socket_number(file, level, name) == Ok(Some(1));
    let wants = [asked(IP, 8), asked(IP, 12), asked(IP, 13), asked(IP6, 49), asked(IP6, 51)];
    let int = |value: i32| {
        let mut record = Record::new(m);
        record.int(value);
        record.bytes().to_vec()
    };
    let mut entries = Vec::new();
    let Some(to) = &received.to else { return entries };
    let (is_short, is_mapped) = (to.len() == 4, to.len() == 16 && to.starts_with(&[0; 10]) && to[10] == 0xff);
    if wants[0] && is_short {
        // What is sent to several has come to the first address of the interface.
        let own = m.world.files.host().interface(received.interface).and_then(|it| it.first());
        let specific = match (<[u8; 4]>::try_from(&to[..]).map(IpAddr::from), own.map(|it| it.address)) {
            (Ok(to), Some(IpAddr::V4(own)))
                if received.interface > 1 && m.world.files.host().interface_with(to).is_none() =>
            {
                own.octets().to_vec()
            }
            _ => to.clone(),
        };
        entries.push((IP, 8, [&int(received.interface as i32)[..], &specific, to].concat()));
    }
    if wants[1] && (is_short || is_mapped) {
        entries.push((IP, 2, int(received.hops.0.into())));
    }
    if wants[2] && (is_short || is_mapped) {
        entries.push((IP, 1, vec![received.hops.1]));
    }
    if wants[3] && !is_short {
        entries.push((IP6, 50, [&to[..], &int(received.interface as i32)].concat()));
    }
    if wants[4] && !is_short && !is_mapped {
        entries.push((IP6, 52, int(received.hops.0.into())));
    }
    entries
}

/// Puts control data of a received message where the program wants it: how many bytes that took, and whether there
/// was no room for all.
pub(super) fn store(
    m: &mut Machine,
    file: i32,
    received: &Received,
    to: Pointer,
    room: usize,
    closes: bool,
) -> InterpResult<(usize, bool)> {
    let (width, header) = (m.memory.target().pointer_size(), header(m));
    let mut all = entries(m, file, received);
    let mut short = false;
    if !received.rights.is_empty() {
        let used: usize = all.iter().map(|it| (header + it.2.len()).next_multiple_of(width)).sum();
        let most = room.saturating_sub(used + header) / 4;
        let numbers = m.world.files.take_rights(&received.rights, most, closes);
        short |= numbers.len() < received.rights.len();
        if !numbers.is_empty() {
            let mut record = Record::new(m);
            for number in numbers {
                record.int(number);
            }
            all.push((SOCKET, RIGHTS, record.bytes().to_vec()));
        }
    }
    let mut at = 0;
    for (level, kind, data) in all {
        let size = header + data.len();
        if at + size > room {
            short = true;
            break;
        }
        let mut record = Record::new(m);
        record.long(size as i64).int(level).int(kind);
        let bytes = [record.bytes(), &data].concat();
        m.memory.write_bytes(to.wrapping_offset(at as i64), &bytes)?;
        at = (at + size.next_multiple_of(width)).min(room);
    }
    Ok((at, short))
}
