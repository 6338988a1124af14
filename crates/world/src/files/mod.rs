//! Open files, by number, as `open`, `read` and their kin see them: the host's, those of a file system in memory,
//! pipes, sockets, what counts and tells time, and the standard three.
//!
//! A call that has to wait does nothing but leave a [`Want`] behind; who made it takes everything back and tries again
//! when the want is met.

mod attributes;
mod epoll;
mod events;
mod held;
mod listing;
mod locks;
mod names;
mod signals;
mod sockets;
mod standard;
mod stat;
mod transfer;
mod waiting;

pub use epoll::Control;
pub use listing::OpenFile;
pub use locks::{Asked, Locked};
use standard::{number_of, own_standard, sealed_standard};
pub use stat::Stat;
pub use waiting::OutsidePart;

use crate::clock::{Clock, Timed};
use crate::errno::{self, Errno};
use crate::host::{Host, failed};
use crate::hosts::{HostId, Hosts};
use crate::input::{Chosen, Input};
use crate::outside::Outside;
use crate::pipe::{Pipe, PipeId, Want};
use crate::process::ProcessId;
use crate::sockets::{SocketId, bits};
use crate::state::{Apart, CopyOnWrite, NotState};
use crate::tree::{NodeId, Tree};
use crate::{FileSystem, Surroundings};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

/// How a file is opened: Linux's numbers.
pub(crate) mod flag {
    /// Which of reading, writing and both.
    pub(crate) const ACCESS: i32 = 3;
    /// Writing only.
    pub(crate) const WRITE: i32 = 1;
    /// Reading and writing.
    pub(crate) const BOTH: i32 = 2;
    /// Make the file if it is not there.
    pub(crate) const CREATE: i32 = 0o100;
    /// Fail if it is there.
    pub(crate) const EXCLUSIVE: i32 = 0o200;
    /// Empty it.
    pub(crate) const TRUNCATE: i32 = 0o1000;
    /// Fail if the last part of the name is a symbolic link.
    pub(crate) const NO_FOLLOW: i32 = 0o400_000;
    /// Write at the end.
    pub(crate) const APPEND: i32 = 0o2000;
    /// Fail where one would have to wait.
    pub(crate) const NO_WAIT: i32 = 0o4000;
    /// A program that takes this one's place does not get it.
    pub(crate) const CLOSE_ON_EXEC: i32 = 0o2_000_000;
    /// Only a directory will do.
    pub(crate) const DIRECTORY: i32 = 0o200_000;
}

/// No program has more files open.
const MOST: usize = 1024;

/// What an open file is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Thing {
    /// A file of the host's, which knows its position. No part of a state: nothing goes back to it.
    Host(NotState<Arc<File>>),
    /// A file in memory.
    Node(NodeId),
    /// What is behind memory without a file that processes share, by its place. No number leads to it.
    Nameless(u32),
    /// An end of a pipe.
    Pipe { from: Option<PipeId>, to: Option<PipeId> },
    /// A socket.
    Socket(SocketId),
    /// A number: `eventfd`.
    Event(events::Event),
    /// A timer: `timerfd`.
    Timer(events::TimerFile),
    /// Signals of a set, the lowest bit for signal 1: `signalfd`.
    Signals(u64),
    /// Files that somebody waits for: `epoll`.
    Epoll(epoll::Epoll),
    /// Standard input of which nothing is known.
    Unknown,
    /// Standard input with these bytes, the same in all states.
    Given(NotState<Arc<[u8]>>),
    /// Standard input that is chosen byte by byte.
    Chosen(Chosen),
    /// Standard output or errors, which nobody reads.
    Output,
}

/// An open file; `dup` gives it another number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Open {
    pub(crate) thing: Thing,
    /// Where it is open.
    pub(crate) host: HostId,
    /// The name of a directory, for names that start there.
    name: Option<Vec<u8>>,
    flags: i32,
    at: u64,
    numbers: u32,
    /// What it has of its file's lock.
    lock: Option<locks::Lock>,
}

/// Where names lead.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum System {
    Host(Host),
    Memory(Tree),
}

/// What goes wrong with the next transfer, because the run wants it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mishap {
    /// It fails.
    Error(Errno),
    /// It stops after so many bytes.
    Short(usize),
}

/// What went to files, by number.
pub(crate) type Printed = Vec<(i32, Vec<u8>)>;

/// The open files of a process: its numbers, and what they lead to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Files {
    /// What all processes have in common: hashed once for all of them, not with what is each one's own.
    outside: Apart<CopyOnWrite<Outside>>,
    numbers: CopyOnWrite<Vec<Option<u32>>>,
    /// The current directory, if it is not that of the file system: processes may have different ones.
    directory: Option<Vec<u8>>,
    /// The host that the process is on, and its place in the table.
    host: HostId,
    pub(crate) process: ProcessId,
    /// Numbers with `FD_CLOEXEC`.
    closing: BTreeSet<i32>,
    /// What new files do not allow: `umask`.
    mask: u32,
    /// What keeps the call under way from going on.
    want: Option<Want>,
    /// How long the call under way waits for that, if not for ever.
    limit: Option<Duration>,
    /// Calls that would wait for some time do not wait at all.
    hurried: bool,
    /// A stream has written more at once than a pipe holds. Not so between calls.
    exceeded: bool,
    /// A number that stands for this open file in the call under way, whatever it stands for since that has begun.
    borrowed: Option<(i32, u32)>,
    /// Places of words of `epoll` whose entries are gone, until somebody asks for them.
    freed: Vec<u32>,
    /// What is to go wrong with the next transfer.
    mishap: Option<Mishap>,
}

impl Files {
    /// The files of a program that runs alone.
    pub(crate) fn of(surroundings: Surroundings) -> Files {
        let (system, input) = match surroundings {
            Surroundings::Host(access) => (FileSystem::Host(access), None),
            Surroundings::Sealed(tree, input) => (FileSystem::Memory(tree), Some(input)),
        };
        let mut outside = Outside::of_hosts(Hosts::default(), vec![system]);
        let mut files = Files::beside(&mut outside, HostId::FIRST, input);
        files.outside = Apart(CopyOnWrite::new(outside));
        files
    }

    /// The files of a process that begins on a host: the standard three are open. They are the host's own, unless there
    /// is an input; then what goes to standard output goes nowhere. The process has an outside of its own until it is
    /// given that one.
    pub(crate) fn beside(outside: &mut Outside, host: HostId, input: Option<Input>) -> Files {
        let standard = input.map_or_else(own_standard, sealed_standard);
        let mut numbers = Vec::new();
        for standard in standard {
            numbers.push(standard.map(|(thing, flags)| outside.add_open(thing, host, flags)));
        }
        Files {
            outside: Apart(CopyOnWrite::new(outside.clone())),
            numbers: CopyOnWrite::new(numbers),
            directory: None,
            host,
            process: ProcessId::FIRST,
            closing: BTreeSet::new(),
            mask: 0o022,
            want: None,
            limit: None,
            hurried: false,
            exceeded: false,
            borrowed: None,
            freed: Vec::new(),
            mishap: None,
        }
    }

    /// What all processes have in common.
    pub fn outside(&self) -> &CopyOnWrite<Outside> {
        &self.outside.0
    }

    /// The same, to be changed or replaced.
    pub fn outside_mut(&mut self) -> &mut CopyOnWrite<Outside> {
        &mut self.outside.0
    }

    /// The host that the process is on.
    pub fn host_id(&self) -> HostId {
        self.host
    }

    /// The clock of the process's host.
    pub(crate) fn clock(&self) -> &Clock {
        self.outside.clock(self.host)
    }

    /// The same, to be changed.
    pub(crate) fn clock_mut(&mut self) -> &mut Clock {
        self.outside.clock_mut(self.host)
    }

    /// The file system of the process's host.
    fn system(&self) -> &System {
        &self.outside.systems[self.host.index()]
    }

    fn system_mut(&mut self) -> &mut System {
        &mut self.outside.systems[self.host.index()]
    }

    fn id(&self, fd: i32) -> Result<usize, Errno> {
        if let Some((_, open)) = self.borrowed.filter(|it| it.0 == fd) {
            return Ok(open as usize);
        }
        let slot = usize::try_from(fd).ok().and_then(|fd| self.numbers.get(fd));
        slot.copied().flatten().map(|at| at as usize).ok_or(errno::EBADF)
    }

    fn get(&self, fd: i32) -> Result<&Open, Errno> {
        self.outside.open[self.id(fd)?].as_ref().ok_or(errno::EBADF)
    }

    fn get_mut(&mut self, fd: i32) -> Result<&mut Open, Errno> {
        let id = self.id(fd)?;
        self.outside.open[id].as_mut().ok_or(errno::EBADF)
    }

    fn readable(&self, fd: i32) -> Result<&Open, Errno> {
        self.get(fd)
            .and_then(|it| if it.flags & flag::ACCESS == flag::WRITE { Err(errno::EBADF) } else { Ok(it) })
    }

    fn writable(&self, fd: i32) -> Result<&Open, Errno> {
        self.get(fd).and_then(|it| if it.flags & flag::ACCESS == 0 { Err(errno::EBADF) } else { Ok(it) })
    }

    fn free_number(&self, lowest: usize) -> Result<usize, Errno> {
        (lowest..MOST).find(|&at| self.numbers.get(at).is_none_or(Option::is_none)).ok_or(errno::EMFILE)
    }

    fn give_number(&mut self, at: usize, open: u32) -> i32 {
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, None);
        }
        self.numbers[at] = Some(open);
        at as i32
    }

    fn add(&mut self, thing: Thing, flags: i32) -> Result<i32, Errno> {
        let number = self.free_number(0)?;
        let open = self.add_open(thing, flags);
        let number = self.give_number(number, open);
        if flags & flag::CLOSE_ON_EXEC != 0 {
            self.closing.insert(number);
        }
        Ok(number)
    }

    fn add_open(&mut self, thing: Thing, flags: i32) -> u32 {
        let host = self.host;
        self.outside.add_open(thing, host, flags)
    }

    /// `open`
    pub fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> Result<i32, Errno> {
        self.free_number(0)?;
        if let (System::Memory(_), Some(number)) = (self.system(), number_of(name)) {
            return self.duplicate(number, 0, false);
        }
        if self.stat_socket(name).is_some() {
            return Err(errno::ENXIO);
        }
        let mode = mode & !self.mask;
        let place = self.seen_from_here(name);
        let thing = match self.system_mut() {
            System::Host(host) => Thing::Host(NotState(Arc::new(host.open(&place, flags, mode)?))),
            System::Memory(tree) => Thing::Node(tree.open(&place, flags, mode)?),
        };
        let file = self.add(thing, flags)?;
        if self.stat_open(file).is_ok_and(|stat| stat.mode & 0o170_000 == 0o040_000) {
            let name = if name.starts_with(b"/") {
                name.to_vec()
            } else {
                [&self.directory()[..], b"/", name].concat()
            };
            self.get_mut(file)?.name = Some(name);
        }
        Ok(file)
    }

    /// A name that starts at an open directory, as `openat` and its kin have it.
    pub fn name_at(&self, directory: i32, name: &[u8]) -> Result<Vec<u8>, Errno> {
        /// `AT_FDCWD`
        const HERE: i32 = -100;
        if directory == HERE || name.starts_with(b"/") {
            return Ok(name.to_vec());
        }
        let start = self.get(directory)?.name.as_ref().ok_or(errno::ENOTDIR)?;
        Ok([start, &b"/"[..], name].concat())
    }

    /// A new file that nobody knows and that goes with the program.
    pub fn temporary(&mut self) -> Result<i32, Errno> {
        self.free_number(0)?;
        let thing = match self.system_mut() {
            System::Host(host) => Thing::Host(NotState(Arc::new(host.temporary()?))),
            System::Memory(tree) => Thing::Node(tree.temporary()),
        };
        self.add(thing, flag::BOTH | flag::CREATE | flag::EXCLUSIVE)
    }

    fn new_pipe(&mut self) -> PipeId {
        let at = self.outside.pipes.iter().position(Option::is_none).unwrap_or(self.outside.pipes.len());
        if at == self.outside.pipes.len() {
            self.outside.pipes.push(None);
        }
        self.outside.pipes[at] = Some(Pipe::new());
        PipeId(at as u32)
    }

    /// `pipe`: the number to read from, and the one to write to.
    pub fn pipe(&mut self, flags: i32) -> Result<[i32; 2], Errno> {
        self.free_number(self.free_number(0)? + 1)?;
        let pipe = self.new_pipe();
        let from = self.add(Thing::Pipe { from: Some(pipe), to: None }, flags)?;
        let to = self.add(Thing::Pipe { from: None, to: Some(pipe) }, flags | flag::WRITE)?;
        Ok([from, to])
    }

    /// What a child that begins now has open: the same as its parent.
    pub(crate) fn share_numbers(&mut self) {
        let Files { outside, numbers, .. } = self;
        for &at in numbers.iter().flatten() {
            if let Some(open) = &mut outside.open[at as usize] {
                open.numbers += 1;
            }
        }
    }

    /// The process ends, and with it all its numbers.
    pub(crate) fn close_all(&mut self) {
        for number in 0..self.numbers.len() as i32 {
            // Those that are not open stay so.
            let _ = self.close(number);
        }
    }

    /// `close`
    pub fn close(&mut self, fd: i32) -> Result<(), Errno> {
        let id = self.id(fd)?;
        self.closing.remove(&fd);
        self.numbers[fd as usize] = None;
        while self.numbers.last() == Some(&None) {
            self.numbers.pop();
        }
        let open = self.outside.open[id].as_mut().ok_or(errno::EBADF)?;
        open.numbers -= 1;
        if open.numbers == 0 {
            self.forget(id);
        }
        Ok(())
    }

    /// Nobody has the file open any more.
    fn forget(&mut self, id: usize) {
        self.forget_entries(id as u32);
        if self.clock().deadline(Timed::File(id as u32)).is_some() {
            self.clock_mut().forget(Timed::File(id as u32));
        }
        let host = self.host.index();
        let Outside { open, pipes, systems, network, nameless, .. } = &mut **self.outside;
        match open[id].take().map(|open| open.thing) {
            Some(Thing::Socket(socket)) => {
                network.close(socket);
                self.settle();
            }
            Some(Thing::Epoll(epoll)) => self.freed.extend(epoll.words()),
            Some(Thing::Nameless(at)) => nameless[at as usize] = None,
            Some(Thing::Node(node)) => {
                if let System::Memory(tree) = &mut *systems[host] {
                    tree.close(node);
                }
            }
            Some(Thing::Pipe { from, to }) => {
                for (end, reads) in [(from, true), (to, false)] {
                    let Some(id) = end else { continue };
                    let slot = &mut pipes[id.0 as usize];
                    let Some(pipe) = slot else { continue };
                    let count = if reads { &mut pipe.readers } else { &mut pipe.writers };
                    *count = count.saturating_sub(1);
                    let named = open.iter().flatten().any(|it| it.thing.uses(id));
                    if !named {
                        pipes[id.0 as usize] = None;
                    }
                }
                for (end, reads) in [(from, true), (to, false)] {
                    if let Some(id) = end {
                        self.wake_pipe(id, !reads, bits::ALL);
                    }
                }
            }
            _ => {}
        }
    }

    /// `dup`, with the lowest number that may be used; `dup2` for one that must be.
    pub fn duplicate(&mut self, fd: i32, lowest: i32, exact: bool) -> Result<i32, Errno> {
        let id = self.id(fd)?;
        if exact && fd == lowest {
            return Ok(fd);
        }
        let lowest = usize::try_from(lowest).map_err(|_| errno::EINVAL)?;
        if exact && lowest >= MOST {
            return Err(errno::EBADF);
        }
        if exact && self.numbers.get(lowest).is_some_and(Option::is_some) {
            self.close(lowest as i32)?;
        }
        let number = self.free_number(lowest)?;
        self.get_mut(fd)?.numbers += 1;
        Ok(self.give_number(number, id as u32))
    }

    /// The call under way has to wait.
    fn wait(&mut self, want: Want, flags: i32) -> Errno {
        if flags & flag::NO_WAIT == 0 {
            self.want = Some(want);
        }
        errno::EAGAIN
    }

    /// `isatty`
    pub fn is_terminal(&self, fd: i32) -> bool {
        self.get(fd)
            .is_ok_and(|open| matches!(&open.thing, Thing::Host(NotState(file)) if file.is_terminal()))
    }

    /// The flags that a file was opened with.
    pub fn flags(&self, fd: i32) -> Result<i32, Errno> {
        Ok(self.get(fd)?.flags & !(flag::CREATE | flag::EXCLUSIVE | flag::TRUNCATE))
    }

    /// `F_SETFL`: what may be changed is where to write, and whether to wait.
    pub fn set_flags(&mut self, fd: i32, flags: i32) -> Result<(), Errno> {
        let changeable = flag::APPEND | flag::NO_WAIT;
        let open = self.get_mut(fd)?;
        open.flags = open.flags & !changeable | flags & changeable;
        Ok(())
    }

    /// `ftruncate`
    pub fn set_size(&mut self, fd: i32, size: i64) -> Result<(), Errno> {
        let size = u64::try_from(size).map_err(|_| errno::EINVAL)?;
        self.get(fd)?;
        let thing = self.writable(fd).map_err(|_| errno::EINVAL)?.thing.clone();
        match (thing, self.system_mut()) {
            (Thing::Host(NotState(file)), _) => file.set_len(size).map_err(failed),
            (Thing::Node(node), System::Memory(tree)) => tree.cut(node, size),
            _ => Err(errno::EINVAL),
        }
    }

    /// `fsync`
    pub fn sync(&self, fd: i32) -> Result<(), Errno> {
        // That a disk has it is nothing that the program could find out.
        self.get(fd).map(|_| ())
    }
}

impl Outside {
    /// A file is open on a host from now on: its place among the open files.
    fn add_open(&mut self, thing: Thing, host: HostId, flags: i32) -> u32 {
        let at = self.open.iter().position(Option::is_none).unwrap_or(self.open.len());
        if at == self.open.len() {
            self.open.push(None);
        }
        self.open[at] = Some(Open { thing, host, name: None, flags, at: 0, numbers: 1, lock: None });
        at as u32
    }
}

impl System {
    /// The files, if they are in memory.
    pub(crate) fn in_memory(&self) -> Option<&Tree> {
        match self {
            System::Memory(tree) => Some(tree),
            System::Host(_) => None,
        }
    }
}

impl Thing {
    /// The pipes that it is an end of.
    pub(crate) fn pipes(&self) -> impl Iterator<Item = PipeId> + use<> {
        let ends = match *self {
            Thing::Pipe { from, to } => [from, to],
            _ => [None, None],
        };
        ends.into_iter().flatten()
    }

    fn uses(&self, pipe: PipeId) -> bool {
        matches!(self, Thing::Pipe { from, to } if *from == Some(pipe) || *to == Some(pipe))
    }
}
