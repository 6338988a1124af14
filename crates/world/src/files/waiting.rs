//! Calls that have to wait for a file, input that is chosen, and what is to go wrong.

use super::{Files, Mishap, Open, System, Thing};
use crate::bytes::{Byte, Bytes, TermByte};
use crate::errno::{self, Errno};
use crate::input::Chosen;
use crate::outside::Outside;
use crate::pipe::{Pipe, Want};
use crate::sockets::SocketId;
use std::time::Duration;

impl Files {
    /// Whether a call can have to wait at all.
    pub fn can_wait(&self) -> bool {
        let waits = |it: &Open| {
            let settled = matches!(
                it.thing,
                Thing::Host(_) | Thing::Node(_) | Thing::Nameless(_) | Thing::Given(_) | Thing::Output
            );
            it.lock.is_some() || !settled
        };
        self.outside.open.iter().flatten().any(waits)
    }

    /// The call under way has to wait.
    pub(crate) fn set_want(&mut self, want: Want) {
        self.want = Some(want);
    }

    /// What the call under way has to wait for, from now on forgotten.
    pub(crate) fn take_want(&mut self) -> Option<Want> {
        self.want.take()
    }

    /// How long the call under way has to wait at most, from now on forgotten; none for ever.
    pub fn take_limit(&mut self) -> Option<Duration> {
        self.limit.take()
    }

    /// From now on, calls that would wait for some time do not wait at all; or they do again.
    pub fn hurry(&mut self, hurried: bool) {
        self.hurried = hurried;
    }

    /// What a call wants that was taken back, with all that it had read before: more than there is now.
    pub fn as_from_here(&self, want: Want) -> Want {
        match want {
            Want::Data(at, _) => {
                let pipe = self.outside.pipes.get(at as usize).and_then(Option::as_ref);
                Want::Data(at, pipe.map_or(0, Pipe::available))
            }
            Want::Input(lacking) => Want::Input(lacking + self.chosen().map_or(0, Chosen::available)),
            other => other,
        }
    }

    /// How many ways there are to go on for a call that wants this; 0 when it is not there yet.
    pub fn alternatives(&self, want: Want) -> u32 {
        let pipe = |at: u32| self.outside.pipes.get(at as usize).and_then(Option::as_ref);
        match want {
            Want::Data(at, known) => pipe(at).is_none_or(|it| it.has_other_data(known)).into(),
            Want::Room(at, count) => pipe(at).is_none_or(|it| it.has_room(count)).into(),
            Want::Whole(at, count) => pipe(at).is_none_or(|it| it.has_whole_room(count)).into(),
            Want::Input(count) => match self.chosen() {
                Some(chosen) if chosen.lacks(count) => chosen.alternatives(),
                _ => 1,
            },
            Want::FileLock(open, exclusive) => self.may_lock(open, exclusive).into(),
            Want::Socket(id, wanted) => self.outside.network.is_met(SocketId(id), wanted).into(),
            Want::Event(open, more) => self.event_is_met(open, more).into(),
            Want::Epoll(open) => self.epoll_is_ready(open).into(),
            Want::Lock(_) | Want::Unknown => 1,
        }
    }

    fn chosen(&self) -> Option<&Chosen> {
        self.outside.open.iter().flatten().find_map(|it| match &it.thing {
            Thing::Chosen(chosen) => Some(chosen),
            _ => None,
        })
    }

    /// Whether a stream has written more at once than a pipe holds, from now on forgotten.
    pub fn take_excess(&mut self) -> bool {
        std::mem::take(&mut self.exceeded)
    }

    /// The next byte of standard input is chosen; none for its end.
    pub(crate) fn choose(&mut self, byte: Option<Byte>) {
        for open in self.outside.open.iter_mut().flatten() {
            if let Thing::Chosen(chosen) = &mut open.thing {
                chosen.choose(byte);
            }
        }
    }

    /// Whether bytes of standard input that are chosen are not decided when they are read.
    pub fn chooses_open_bytes(&self) -> bool {
        self.chosen().is_some_and(Chosen::is_open)
    }

    /// How many bytes of standard input were chosen so far.
    pub fn chosen_bytes(&self) -> u32 {
        self.chosen().map_or(0, Chosen::count)
    }

    pub(crate) fn each_term(&self, look: &mut dyn FnMut(TermByte)) {
        let chosen = self.chosen().map(|it| &it.bytes);
        let pipes = self.outside.pipes.iter().flatten().map(|it| &it.data);
        pipes.chain(chosen).flat_map(Bytes::terms).for_each(|(_, term)| look(term));
        self.outside.network.each_term(look);
        let nameless = self.outside.nameless.iter().flatten();
        nameless.flat_map(|it| it.terms()).for_each(|(_, term)| look(term));
        for system in self.outside.systems.iter() {
            if let System::Memory(tree) = &**system {
                tree.each_term(look);
            }
        }
    }

    pub(crate) fn replace_terms(&mut self, new: &mut dyn FnMut(TermByte) -> Option<Byte>) {
        let Outside { open, pipes, nameless, systems, network, .. } = &mut **self.outside;
        if nameless.iter().flatten().any(|it| !it.is_plain()) {
            for content in nameless.iter_mut().flatten() {
                content.replace_terms(new);
            }
        }
        if network.has_terms() {
            network.replace_terms(new);
        }
        let chosen = open.iter_mut().flatten().filter_map(|it| match &mut it.thing {
            Thing::Chosen(chosen) => Some(&mut chosen.bytes),
            _ => None,
        });
        let pipes = pipes.iter_mut().flatten().map(|it| &mut it.data);
        for bytes in pipes.chain(chosen) {
            bytes.replace_terms(new);
        }
        for system in systems.iter_mut() {
            if let System::Memory(tree) = &mut **system {
                tree.replace_terms(new);
            }
        }
    }

    /// Whether bytes have to be asked for one by one.
    pub(crate) fn is_chosen(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|it| matches!(it.thing, Thing::Chosen(_)))
    }

    /// Whether what is written there goes nowhere, and nobody can tell.
    pub fn is_output(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|it| matches!(it.thing, Thing::Output))
    }

    /// Whether what is written there goes nowhere, and is not written down either.
    pub fn is_ignored(&self, fd: i32) -> bool {
        self.outside.printed.0.is_none() && self.mishap.is_none() && self.is_output(fd)
    }

    /// Something goes wrong with the next transfer; nothing, to take that back. What was to go wrong before.
    pub fn set_mishap(&mut self, mishap: Option<Mishap>) -> Option<Mishap> {
        std::mem::replace(&mut self.mishap, mishap)
    }

    /// What goes to standard output and errors is written down from now on.
    pub fn record(&mut self) {
        self.outside.printed.0 = Some(Vec::new());
    }

    /// What was written down, by number.
    pub fn take_printed(&mut self) -> Vec<(i32, Vec<u8>)> {
        self.outside.printed.0.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether anything was written down.
    pub fn has_printed(&self) -> bool {
        self.outside.printed.0.as_ref().is_some_and(|it| !it.is_empty())
    }

    /// What of the outside is accessed with a number: the open file, and the pipes that it leads to. None where it is
    /// more: names, standard input that is chosen, the host.
    pub fn parts(&self, fd: i32) -> Option<Vec<OutsidePart>> {
        // Who uses a number that is not open touches nothing.
        let Ok(id) = self.id(fd) else { return Some(Vec::new()) };
        let open = self.outside.open[id].as_ref()?;
        // What happens to a file is noted where `epoll` waits for it.
        if self.has_epoll() {
            return None;
        }
        let mut parts = vec![OutsidePart::Open(id as u32)];
        match open.thing {
            Thing::Pipe { from, to } => {
                parts.extend([from, to].into_iter().flatten().map(|it| OutsidePart::Pipe(it.0)));
            }
            Thing::Socket(id) => {
                let ends = self.outside.network.connection(id)?;
                parts.extend(ends.into_iter().map(|it| OutsidePart::Socket(it.0)));
            }
            _ => return None,
        }
        Some(parts)
    }

    /// How many bytes can be read at once: `FIONREAD`.
    pub fn available(&self, fd: i32) -> Result<usize, Errno> {
        match &self.get(fd)?.thing {
            Thing::Socket(id) => self.outside.network.unread(*id),
            Thing::Pipe { from: Some(pipe), .. } => {
                Ok(self.outside.pipes[pipe.0 as usize].as_ref().map_or(0, Pipe::available))
            }
            _ => Err(errno::ENOTTY),
        }
    }
}

/// A part of the outside that is changed independently of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutsidePart {
    /// An open file, by its place.
    Open(u32),
    /// A pipe, by its place.
    Pipe(u32),
    /// A socket, by its place.
    Socket(u32),
}
