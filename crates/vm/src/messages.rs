//! Messages as functions of the program see them (`gmc_on_message`): `struct gmc_message` of `include/gmc.h`.
//!
//! The structure and the bytes are objects that live as long as the call. What the function does to other memory is
//! done: it may keep what it has to know of messages in variables, which are a part of the state like any other.

use crate::code::Arg;
use crate::interp_error::InterpResult;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::{Pointer, Site, Storage};
use gmc_world::{Carrier, Loss, Passage, Passed, ProcessId};
use std::net::IpAddr;

/// What has passed in a step, and between which processes, as far as these are known.
#[derive(Clone, Debug)]
pub struct Told {
    /// What has passed.
    pub passage: Passage,
    /// Who has done it; none where the network or a host did.
    pub sender: Option<ProcessId>,
    /// Who takes it; of several that could, the first.
    pub receiver: Option<ProcessId>,
}

/// Where the addresses, the pointer and the size stand in the structure, and how long an address is.
const FROM: i64 = 32;
const TO: i64 = 48;
const BYTES: i64 = 64;
const ADDRESS: usize = 16;

/// The numbers of `enum gmc_message_event`.
fn event(what: Passed) -> i32 {
    match what {
        Passed::Sent => 1,
        Passed::Arrived => 2,
        Passed::Received => 3,
        Passed::Lost(Loss::Network | Loss::Cut | Loss::Down) => 4,
        Passed::Lost(Loss::Nobody | Loss::Full) => 5,
        Passed::Opened => 6,
        Passed::Refused => 7,
        Passed::Finished => 8,
        Passed::Reset => 9,
    }
}

impl Machine {
    /// Puts a message where a function can look at it, calls something with the argument for that, and takes it away.
    pub fn with_message<T>(
        &mut self,
        told: &Told,
        work: impl FnOnce(&mut Self, (Arg, Reg)) -> InterpResult<T>,
    ) -> InterpResult<T> {
        let width = self.memory.target().pointer_size();
        let Told { passage, sender, receiver } = told;
        let (from, to) = (passage.from.place(), passage.to.place());
        let number = |it: Option<ProcessId>| it.map_or(0, |it| it.index() as i32 + 1);
        let protocol = match passage.carrier {
            Carrier::Udp => 17,
            Carrier::Tcp => 6,
            Carrier::Ip(protocol) => i32::from(protocol),
            Carrier::Unix => 0,
        };
        // `AF_UNIX`, `AF_INET`, `AF_INET6`
        let family = match from.or(to) {
            None => 1,
            Some((IpAddr::V4(_), _)) => 2,
            Some((IpAddr::V6(_), _)) => 10,
        };
        let port = |it: Option<(IpAddr, u16)>| it.map_or(0, |it| i32::from(it.1));
        let numbers = [
            event(passage.what),
            protocol,
            family,
            number(*sender),
            number(*receiver),
            port(from),
            port(to),
            i32::from(passage.hops.0),
        ];
        let site = Site(0);
        let bytes = self.allocate(passage.data.len() as u64, 1, Storage::Frame, site)?;
        self.write_data(bytes, &passage.data)?;
        let structure = self.allocate(BYTES as u64 + 2 * width as u64, 8, Storage::Frame, site)?;
        for (at, number) in (0..).step_by(4).zip(numbers) {
            self.memory.store_sized(structure.wrapping_offset(at), u64::from(number.cast_unsigned()), 4)?;
        }
        for (at, address) in [(FROM, from), (TO, to)] {
            let octets = address.map_or(Vec::new(), |it| match it.0 {
                IpAddr::V4(it) => it.octets().to_vec(),
                IpAddr::V6(it) => it.octets().to_vec(),
            });
            let mut field = [0; ADDRESS];
            field[..octets.len()].copy_from_slice(&octets);
            self.memory.write_bytes(structure.wrapping_offset(at), &field)?;
        }
        self.memory.store_pointer(structure.wrapping_offset(BYTES), bytes)?;
        let size = structure.wrapping_offset(BYTES + width as i64);
        self.memory.store_sized(size, passage.data.len() as u64, width)?;
        let result = work(self, (Arg { r: 0, class: Class::Pointer }, Reg::pointer(structure)));
        let mut end = |it: Pointer| self.memory.kill(it.prov, site);
        end(bytes)?;
        end(structure)?;
        result
    }
}
