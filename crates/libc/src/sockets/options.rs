//! `getsockopt` and `setsockopt`: which options are numbers and which are more; what they mean is in `gmc_world`.

use super::guest::{self, Record};
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::errno::{self, Errno};
use gmc_world::{Setting, Where};
use std::time::Duration;

pub(crate) const TABLE: &[Native] = &[
    outside("getsockopt", getsockopt).is(Traits::GOES_ON),
    outside("setsockopt", setsockopt).is(Traits::GOES_ON),
];

/// `SOL_SOCKET`, `IPPROTO_IP`, `IPPROTO_IPV6`
const SOCKET: i32 = 1;
const IP: i32 = 0;
const IP6: i32 = 41;
/// `SO_PEERCRED`
const PEER: i32 = 17;
/// `SO_LINGER`; `SO_RCVTIMEO` and `SO_SNDTIMEO`
const LINGER: i32 = 13;
/// `SO_BINDTODEVICE`
const DEVICE: i32 = 25;
const TIMEOUTS: [i32; 2] = [20, 21];

fn unknown<T>(call: &Call, level: i32, name: i32) -> InterpResult<T> {
    Err(InterpError::unsupported(format!("`{}` of the option {name} of level {level}", call.name)))
}

/// A `struct timeval`; one of no time is none.
fn load_time(m: &Machine, from: Pointer) -> InterpResult<Result<Option<Duration>, Errno>> {
    let width = m.memory.target().pointer_size();
    let seconds = guest::load(m, from, width)?;
    let micros = guest::load(m, from.wrapping_offset(width as i64), width)?;
    if !(0..1_000_000).contains(&micros) {
        return Ok(Err(errno::EDOM));
    }
    let time = Duration::from_secs(seconds.max(0) as u64) + Duration::from_micros(micros as u64);
    Ok(Ok(Some(time).filter(|it| !it.is_zero())))
}

/// `ip_mreq`, `ip_mreqn`, `ipv6_mreq`: a group, and where. A `struct in_addr` alone says where.
fn group(m: &Machine, name: i32, from: Pointer, count: u64) -> InterpResult<Result<Setting, Errno>> {
    let four = |at: i64| -> InterpResult<[u8; 4]> {
        Ok(guest::bytes(m, from.wrapping_offset(at), 4)?.try_into().unwrap_or_default())
    };
    let number = |at: i64| -> InterpResult<u32> { Ok(guest::load(m, from.wrapping_offset(at), 4)? as u32) };
    let at = |number: u32, address: [u8; 4]| match number {
        0 => Where::Address(address.into()),
        number => Where::Number(number),
    };
    Ok(match (name, count) {
        // IP_MULTICAST_IF
        (32, 12..) => Ok(Setting::GroupInterface(at(number(8)?, four(4)?))),
        (32, 8..) => Ok(Setting::GroupInterface(at(0, four(4)?))),
        (32, 4..) => Ok(Setting::GroupInterface(at(0, four(0)?))),
        (35 | 36, 12..) => Ok(Setting::Group(four(0)?.into(), at(number(8)?, four(4)?), name == 35)),
        (35 | 36, 8..) => Ok(Setting::Group(four(0)?.into(), at(0, four(4)?), name == 35)),
        (20 | 21, 20..) => {
            let group: [u8; 16] = guest::bytes(m, from, 16)?.try_into().unwrap_or_default();
            Ok(Setting::Group(group.into(), Where::Number(number(16)?), name == 20))
        }
        _ => Err(errno::EINVAL),
    })
}

fn setsockopt(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, level, name) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?, guest::int(m, call, 2)?);
    let (from, length) = (call.pointer(3)?, guest::int(m, call, 4)?);
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    if length < 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    let width = m.memory.target().pointer_size() as i32;
    let setting = match (level, name) {
        (SOCKET, LINGER) if length < 8 => Err(errno::EINVAL),
        (SOCKET, LINGER) => {
            let seconds = guest::load(m, from.wrapping_offset(4), 4)? as i32;
            Ok(Setting::Linger(guest::load(m, from, 4)? as i32, seconds))
        }
        (SOCKET, _) if TIMEOUTS.contains(&name) && length < 2 * width => Err(errno::EINVAL),
        (SOCKET, _) if TIMEOUTS.contains(&name) => {
            load_time(m, from)?.map(|time| Setting::Timeout((name - TIMEOUTS[0]) as usize, time))
        }
        (IP, 32 | 35 | 36) | (IP6, 20 | 21) => group(m, name, from, length as u64)?,
        (SOCKET, DEVICE) => {
            let most = (length as u64).min(16);
            let end = if most == 0 { 0 } else { m.memory.find_byte(from, 0, most)?.unwrap_or(most) };
            Ok(Setting::Device(guest::bytes(m, from, end)?))
        }
        // A number may be one byte of those that are seldom larger.
        (IP, _) if (1..4).contains(&length) => {
            let value = guest::load(m, from, 1)? as u8;
            return set_number(m, call, (file, level, name), value.into());
        }
        _ if length < 4 => Err(errno::EINVAL),
        _ => {
            let value = guest::load(m, from, 4)? as i32;
            return set_number(m, call, (file, level, name), value);
        }
    };
    let set = setting.and_then(|setting| m.world.files.set_socket(file, &setting));
    guest::done(m, set)
}

/// The user and the group of every process.
fn user(m: &Machine, call: &Call) -> InterpResult<i32> {
    if m.rules.nondet_inputs.ids {
        return Err(InterpError::unsupported(format!("`{}` of SO_PEERCRED with --ids any", call.name)));
    }
    m.rely_on(Premise::Ids);
    Ok(crate::unistd::USER as i32)
}

fn set_number(
    m: &mut Machine,
    call: &Call,
    (file, level, name): (i32, i32, i32),
    value: i32,
) -> InterpResult<Flow> {
    match m.world.files.set_socket_number(file, level, name, value) {
        Ok(true) => Flow::int(0),
        Ok(false) => unknown(call, level, name),
        Err(error) => guest::status(m, Err(error)),
    }
}

fn getsockopt(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, level, name) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?, guest::int(m, call, 2)?);
    let (to, length) = (call.pointer(3)?, call.pointer(4)?);
    if let Err(error) = m.world.files.socket_kind(file) {
        return guest::status(m, Err(error));
    }
    let room = guest::load(m, length, 4)?;
    if room < 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    let mut record = Record::new(m);
    match (level, name) {
        (SOCKET, LINGER) => {
            let (on, seconds) = m.world.files.socket_linger(file).unwrap_or_default();
            record.int(on).int(seconds);
        }
        (SOCKET, _) if TIMEOUTS.contains(&name) => {
            let time = m.world.files.socket_timeout(file, (name - TIMEOUTS[0]) as usize);
            let time = time.ok().flatten().unwrap_or_default();
            record.long(time.as_secs() as i64).long(time.subsec_micros().into());
        }
        (SOCKET, DEVICE) => {}
        (SOCKET, PEER) => {
            let process = m.world.files.peer_process(file).unwrap_or_default();
            let user = if process == 0 { -1 } else { user(m, call)? };
            record.int(process).int(user).int(user);
        }
        _ => match m.world.files.socket_number(file, level, name) {
            Ok(Some(value)) => {
                record.int(value);
            }
            Ok(None) => return unknown(call, level, name),
            Err(error) => return guest::status(m, Err(error)),
        },
    }
    let named = (level, name) == (SOCKET, DEVICE);
    let device = m.world.files.socket_device(file).unwrap_or_default();
    let text = if device.is_empty() { Vec::new() } else { [device.as_bytes(), b"\0"].concat() };
    let bytes = if named { &text[..] } else { record.bytes() };
    if named && (room as usize) < bytes.len() {
        return guest::status(m, Err(errno::EINVAL));
    }
    let count = bytes.len().min(room as usize);
    m.memory.write_bytes(to, &bytes[..count])?;
    guest::store(m, length, count as i64, 4)?;
    Flow::int(0)
}
