//! What a step does to messages, for its event: who sends what to whom, and what becomes of it.
//!
//! A message is told by the program's own types where a structure of the program holds the very bytes that are sent: an
//! argument of the call that sends them leads there.

use crate::view::View;
use gmc_model::{Carrier, Message, MessageEvent, Station, ThreadId};
use gmc_system::Checked;
use gmc_system::pending::Pending;
use gmc_vm::diagnose::leaf;
use gmc_vm::machine::Machine;
use gmc_vm::messages::Told;
use gmc_world::{Address, HostId, Loss, Passed, ProcessId};
use std::net::SocketAddr;

/// Parts of a structure that are shown at most.
const MOST: usize = 24;

/// A structure that a call may send.
pub(crate) struct Structure {
    bytes: Vec<u8>,
    /// Where each part ends, and what it is.
    parts: Vec<(u64, String)>,
}

/// The structures that arguments of a thread's next call lead to.
pub(crate) fn structures(view: &View<'_>, machine: &Machine, thread: ThreadId) -> Vec<Structure> {
    let Some(Pending::Call(call)) = view.pending(thread) else { return Vec::new() };
    let mut found = Vec::new();
    for at in 0..call.call.regs.len() {
        let Ok(pointer) = call.call.pointer(at) else { continue };
        let Some(object) = view.object(pointer.prov) else { continue };
        let Some((unit, ty)) = view.type_of(&object) else { continue };
        let start = pointer.addr.wrapping_sub(object.base);
        let leaves = leaf::leaves(view.unit(unit), ty, start..object.size, MOST);
        if start >= object.size || !leaves.iter().any(|it| it.path.contains('.')) {
            continue;
        }
        let Ok(bytes) = machine.read_data(pointer, object.size - start) else { continue };
        let part = |it: &leaf::Leaf| {
            let from = pointer.wrapping_offset(it.offset.wrapping_sub(start) as i64);
            let value = view.load(from, it.size).ok().map(|loaded| view.value(unit, it, loaded))?;
            let name = it.path.trim_start_matches('.');
            Some((it.offset + it.size as u64 - start, format!("{name} = {value}")))
        };
        let parts = leaves.iter().filter_map(part).collect();
        found.push(Structure { bytes: bytes.shown(b'?'), parts });
    }
    found
}

impl Structure {
    /// Bytes that it holds, by its parts.
    fn decode(&self, bytes: &[u8]) -> Option<String> {
        let holds = !bytes.is_empty() && self.bytes.starts_with(bytes);
        let parts = self.parts.iter().filter(|it| it.0 <= bytes.len() as u64);
        let parts: Vec<&str> = parts.map(|it| it.1.as_str()).collect();
        (holds && !parts.is_empty()).then(|| format!("{{{}}}", parts.join(", ")))
    }
}

/// What the last step has done to messages.
pub(crate) fn messages(execution: &mut Checked, structures: &[Structure]) -> Vec<Message> {
    let passed = execution.take_passed();
    passed.iter().filter_map(|it| message(execution, it, structures)).collect()
}

fn message(execution: &Checked, told: &Told, structures: &[Structure]) -> Option<Message> {
    let Told { passage, sender, receiver } = told;
    let what = match passage.what {
        // The row of the call says so.
        Passed::Received => return None,
        Passed::Sent => MessageEvent::Sent,
        Passed::Arrived => MessageEvent::Arrived,
        Passed::Lost(why) => MessageEvent::Lost(match why {
            Loss::Network => "the network loses it",
            Loss::Cut => "the link is cut",
            Loss::Down => "the host is down",
            Loss::Nobody => "nobody is there",
            Loss::Full => "there is no room for it",
        }),
        Passed::Opened => MessageEvent::Opened,
        Passed::Refused => MessageEvent::Refused,
        Passed::Finished => MessageEvent::Finished,
        Passed::Reset => MessageEvent::Reset,
    };
    let carrier = match passage.carrier {
        gmc_world::Carrier::Udp => Carrier::Udp,
        gmc_world::Carrier::Tcp => Carrier::Tcp,
        gmc_world::Carrier::Ip(protocol) => Carrier::Ip(protocol),
        gmc_world::Carrier::Unix => Carrier::Unix,
    };
    // What arrives later is no doing of the process that has sent it.
    let sender = sender.filter(|_| what != MessageEvent::Arrived || carrier == Carrier::Unix);
    let bytes = passage.data.shown(b'?');
    let decoded = structures.iter().find_map(|it| it.decode(&bytes));
    Some(Message {
        number: passage.message,
        what,
        carrier,
        from: station(execution, sender, passage.hosts.0, &passage.from),
        to: station(execution, *receiver, passage.hosts.1, &passage.to),
        bytes,
        decoded,
        hops: passage.hops,
    })
}

fn station(
    execution: &Checked,
    process: Option<ProcessId>,
    host: Option<HostId>,
    address: &Address,
) -> Station {
    let hosts = execution.machine.world.hosts();
    let address = address.place().map(|(host, port)| SocketAddr::new(host, port));
    let hardware = host.zip(address).and_then(|(host, address)| {
        let mut interfaces = hosts.get(host).interfaces();
        let own = interfaces.find(|it| it.1.addresses.iter().any(|own| own.address == address.ip()));
        own.map(|it| it.1.hardware)
    });
    Station {
        process: process.map(|it| (it.index() as u32, execution.process_name(it))),
        host: host.filter(|_| hosts.are_several()).map(|it| hosts.get(it).name.clone()),
        address,
        hardware: hardware.unwrap_or_default(),
    }
}
