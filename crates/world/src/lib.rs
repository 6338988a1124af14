//! The world outside of the program: arguments, environment, files, streams, clock.
//!
//! Everything that a run can see of the host comes through here, so that a run is a function of the program, the
//! [`Config`] and the contents of the files that it reads. Invariant: nothing here asks the host for the time (but
//! while a run waits for the machine's network), for randomness or for numbers of processes.
//!
//! Sockets are those of a host of their own, whose only interface is its loopback. Only a single run reaches the
//! network of the machine, if the user says so ([`World::open_gateway`]).

mod bytes;
mod clock;
mod content;
mod crashes;
pub mod errno;
mod events;
mod files;
mod host;
mod hosts;
mod input;
mod outside;
mod pipe;
mod place;
pub mod process;
mod sockets;
pub mod state;
mod stream;
mod tree;
mod waiters;

pub use bytes::{Byte, Bytes, Slice, TermByte};
pub use clock::{Clock, Deadline, Passing, Timed};
pub use crashes::{CrashBudget, CrashBudgets, HostEvent, Keeps};
pub use events::{Actor, Environment, Happening};
pub use files::{Asked, Control, Files, Locked, Mishap, OpenFile, OutsidePart, Stat};
pub use hosts::{Host, HostId, Hosts, Interface, LinkId, Subnet};
pub use input::{AnyArguments, AnyFile, AnyInputs, Input};
pub use outside::Outside;
pub use pipe::Want;
pub use place::FileAccess;
pub use process::{ProcessId, Processes, Status};
pub use sockets::{
    Address, Adversary, Carrier, Family, Kind, LOOPBACK, Loss, Message, NetworkEvent, Passage, Passed,
    Received, Setting, Target, Wanted, Where,
};
pub use stream::{Buffering, Mode, Room, Stream, StreamId};
pub use tree::Tree;
pub use waiters::{Place, Waiter, Waiters};

use errno::Errno;
use gmc_model::ThreadId;
use state::{CopyOnWrite, NotState};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What the program gets to see.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The program's name and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, as `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
    /// Where files and standard input come from.
    pub surroundings: Surroundings,
    /// Further arguments and files that can be anything.
    pub any: Arc<AnyInputs>,
    /// What happens without the program's doing.
    pub events: Environment,
}

/// What a program keeps of the one before it in its process: sets of signals, the lowest bit for signal 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// Those that are ignored.
    pub ignored: u64,
    /// Those that are held back.
    pub held: u64,
}

/// What a program is given at its start.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The program's name and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, as `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
    /// Further arguments and files that can be anything.
    pub any: Arc<AnyInputs>,
}

/// A process of a system that runs from the start.
#[derive(Clone, Debug)]
pub struct Start {
    /// Where it is.
    pub host: HostId,
    /// What it is given.
    pub given: Given,
    /// Its standard input, where files are in memory.
    pub input: Input,
}

/// The files of a host of a system.
#[derive(Clone, Debug)]
pub enum FileSystem {
    /// Those of the host that gmc runs on.
    Host(FileAccess),
    /// Files in memory.
    Memory(Tree),
}

/// Where files and standard input come from.
#[derive(Clone, Debug)]
pub enum Surroundings {
    /// From the host.
    Host(FileAccess),
    /// From here. What the program writes to standard output goes nowhere, and time stands still: a search runs it many
    /// times, back and forth.
    Sealed(Tree, Input),
}

impl Default for Surroundings {
    fn default() -> Surroundings {
        Surroundings::Host(FileAccess::ReadOnly)
    }
}

/// What the program can see and change outside of itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    /// The program's name and arguments.
    pub arguments: Arc<[Vec<u8>]>,
    /// The environment, as `NAME=VALUE`.
    pub environment: Arc<[Vec<u8>]>,
    /// Open files.
    pub files: Files,
    /// Arguments and files that can be anything, the same in all states.
    pub any: NotState<Arc<AnyInputs>>,
    /// Which process this is.
    pub process: ProcessId,
    /// What the program keeps of the one before it.
    pub kept: Kept,
    streams: CopyOnWrite<Vec<Option<Stream>>>,
    /// Children that have the process's memory on loan (`vfork`), each with the thread that waits for its end.
    lent: BTreeMap<ThreadId, ProcessId>,
    /// What threads wait for, and how far calls are that they have begun.
    waits: BTreeMap<ThreadId, Waiting>,
    /// Streams that a thread has locked: who, and how many times.
    locks: BTreeMap<StreamId, (ThreadId, u32)>,
}

/// How far a call of a thread is that is not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Waiting {
    /// What it waits for.
    want: Option<Want>,
    /// Until when, as the clock will show it; none for ever.
    until: Option<Duration>,
    /// The bytes that it has moved so far.
    done: usize,
    /// The number of its file, and the open file that it holds on to: others may close the number meanwhile.
    held: Option<(i32, u32)>,
}

impl World {
    /// The world at the start of a run: the three standard streams are open.
    pub fn new(config: Config) -> World {
        let Config { arguments, environment, surroundings, any, events } = config;
        let given = Given { arguments, environment, any };
        let input = match &surroundings {
            Surroundings::Sealed(_, input) => Some(input.clone()),
            Surroundings::Host(_) => None,
        };
        let sealed = input.is_some();
        let mut world = World::with_streams(Files::of(surroundings), sealed, given.clone());
        if let Some(input) = input {
            let start = Start { host: HostId::FIRST, given, input };
            world.files.outside_mut().set_environment(events, vec![start]);
        }
        world
    }

    /// The worlds of processes that all run from the start, each on a host, with one outside.
    ///
    /// # Panics
    /// If there are more processes than may run at a time, or a host has no file system.
    pub fn of_system(
        hosts: Hosts,
        files: Vec<FileSystem>,
        starts: Vec<Start>,
        events: Environment,
    ) -> Vec<World> {
        let sealed = matches!(files.first(), Some(FileSystem::Memory(_)));
        let mut outside = Outside::of_hosts(hosts, files);
        if sealed {
            outside.set_environment(events, starts.clone());
        }
        let mut worlds = Vec::new();
        for (at, start) in starts.into_iter().enumerate() {
            let process = outside.processes.begin(start.host, at == 0).expect("there are not too many");
            worlds.push(World::of_start(&mut outside, start, process, sealed));
        }
        let outside = CopyOnWrite::new(outside);
        for world in &mut worlds {
            *world.files.outside_mut() = outside.clone();
        }
        worlds
    }

    /// The world of a process that begins. It has an outside of its own until it is given that one.
    fn of_start(outside: &mut Outside, start: Start, process: ProcessId, sealed: bool) -> World {
        let files = Files::beside(outside, start.host, sealed.then_some(start.input));
        let mut world = World::with_streams(files, sealed, start.given);
        world.set_process(process);
        world
    }

    /// The world of a process whose standard files are open.
    fn with_streams(files: Files, sealed: bool, given: Given) -> World {
        let mut world = World {
            arguments: given.arguments.into(),
            environment: given.environment.into(),
            files,
            any: NotState(given.any),
            process: ProcessId::FIRST,
            kept: Kept::default(),
            streams: CopyOnWrite::default(),
            lent: BTreeMap::new(),
            waits: BTreeMap::new(),
            locks: BTreeMap::new(),
        };
        let read = Mode { read: true, write: false, append: false };
        let write = Mode { read: false, write: true, append: false };
        world.open_stream(0, read);
        let output = world.open_stream(1, write);
        if world.files.is_terminal(1) {
            world.stream(output).expect("just opened").buffering = Buffering::Line;
        }
        let errors = world.open_stream(2, write);
        world.stream(errors).expect("just opened").buffering = Buffering::None;
        if sealed {
            world.stream(output).expect("just opened").buffering = Buffering::None;
        }
        world
    }

    /// A single run reaches the network of the machine that gmc runs on.
    pub fn open_gateway(&mut self) {
        self.files.outside_mut().network.open_gateway();
    }

    /// The hosts of the system.
    pub fn hosts(&self) -> &Hosts {
        &self.files.outside().network.hosts
    }

    /// The processes of the system.
    #[inline]
    pub fn processes(&self) -> &Processes {
        &self.files.outside().processes
    }

    /// The same, to be changed.
    pub fn processes_mut(&mut self) -> &mut Processes {
        &mut self.files.outside_mut().processes
    }

    /// Whether another process runs, or the environment may do something.
    #[inline]
    pub fn has_peers(&self) -> bool {
        self.processes().has_others(self.process) || self.files.outside().is_restless()
    }

    /// Whether something may happen that no process does.
    #[inline]
    pub fn has_events(&self) -> bool {
        self.files.outside().is_restless()
    }

    fn set_process(&mut self, process: ProcessId) {
        (self.process, self.files.process) = (process, process);
    }

    /// A child of this process begins, with the same files open. None where there are too many processes.
    pub fn fork(&mut self) -> Option<ProcessId> {
        let parent = self.process;
        let child = self.processes_mut().fork(parent)?;
        self.files.share_numbers();
        Some(child)
    }

    /// This is the child that has begun: nobody of the parent's threads waits here.
    pub fn become_child(&mut self, child: ProcessId) {
        self.set_process(child);
        self.waits.clear();
        self.lent.clear();
    }

    /// The world of another program that takes this one's place in the process (`exec`). Files that are to be closed
    /// then are closed already.
    pub fn execute(&self, given: Given, kept: Kept) -> World {
        let sealed = self.files.are_in_memory();
        let mut world = World::with_streams(self.files.clone(), sealed, given);
        (world.process, world.kept) = (self.process, kept);
        world
    }

    /// The child that a thread waits for, since it has the process's memory on loan.
    pub fn lent_to(&self, thread: ThreadId) -> Option<ProcessId> {
        self.lent.get(&thread).copied()
    }

    /// A thread waits for the end of a child from now on; for none any more.
    pub fn lend(&mut self, thread: ThreadId, child: Option<ProcessId>) {
        match child {
            Some(child) => self.lent.insert(thread, child),
            None => self.lent.remove(&thread),
        };
    }

    /// The process ends: its files are closed, and its parent can ask how it ended.
    pub fn end(&mut self, status: Status) {
        if self.clock().has_deadlines() {
            let process = self.process;
            self.clock_mut().forget_process(process);
        }
        // Nobody is there to notice the end of the only one.
        if self.processes().are_several() {
            let threads: Vec<ThreadId> = self.waits.keys().copied().collect();
            threads.into_iter().for_each(|thread| self.wait(thread, None));
            self.files.close_all();
            let process = self.process;
            self.files.outside_mut().waiters.forget(process);
            self.processes_mut().end(process, status);
        }
    }

    /// The time.
    pub fn clock(&self) -> &Clock {
        self.files.clock()
    }

    /// The time, to look at it or to let it pass.
    pub fn clock_mut(&mut self) -> &mut Clock {
        self.files.clock_mut()
    }

    /// Whether what goes to a stream goes nowhere, and nobody can tell.
    pub fn is_output(&self, id: StreamId) -> bool {
        self.look(id).is_some_and(|stream| self.files.is_output(stream.file))
    }

    /// Whether what goes to a stream need not even be looked at.
    pub fn is_ignored(&self, id: StreamId) -> bool {
        self.look(id).is_some_and(|stream| stream.mode.write && self.files.is_ignored(stream.file))
    }

    /// A stream, to look at.
    pub fn look(&self, id: StreamId) -> Option<&Stream> {
        self.streams.get(id.0)?.as_ref()
    }

    /// Numbers of streams are smaller.
    pub fn streams(&self) -> usize {
        self.streams.len()
    }

    /// Whether all streams are the standard ones.
    pub fn has_only_standard(&self) -> bool {
        self.streams.len() <= 3
    }

    /// What the call under way has to wait for, if it has to.
    pub fn take_want(&mut self) -> Option<Want> {
        self.files.take_want()
    }

    /// A thread waits for something; for nothing, when it does not wait any more.
    pub fn wait(&mut self, thread: ThreadId, want: Option<Want>) {
        match want {
            Some(_) => self.waits.entry(thread).or_default().want = want,
            None => {
                self.end_timed_wait(thread);
                let over = self.waits.remove(&thread);
                if let Some((_, open)) = over.and_then(|it| it.held) {
                    self.files.release(open);
                }
            }
        }
    }

    /// The call of a thread holds on to its file until it is over.
    pub fn hold_file(&mut self, thread: ThreadId, number: i32) {
        let is_held = self.waits.get(&thread).is_some_and(|it| it.held.is_some());
        if !is_held && let Ok(open) = self.files.hold(number) {
            self.waits.entry(thread).or_default().held = Some((number, open));
        }
    }

    /// The call of a thread goes on with the file that it holds on to.
    pub fn borrow_file(&mut self, thread: ThreadId) {
        let held = self.waits.get(&thread).and_then(|it| it.held);
        self.files.borrow(held);
    }

    /// What a call has held on to is not looked at any more.
    pub fn give_file_back(&mut self) {
        self.files.borrow(None);
    }

    /// What a thread waits for.
    pub fn waits(&self, thread: ThreadId) -> Option<Want> {
        self.waits.get(&thread)?.want
    }

    /// Whether a thread is in the middle of a call.
    pub fn is_under_way(&self, thread: ThreadId) -> bool {
        self.waits.contains_key(&thread)
    }

    /// A thread waits no longer than until this time.
    pub fn wait_until(&mut self, thread: ThreadId, time: Duration) {
        self.waits.entry(thread).or_default().until.get_or_insert(time);
    }

    /// Until when a thread waits; none for ever.
    pub fn waits_until(&self, thread: ThreadId) -> Option<Duration> {
        self.waits.get(&thread)?.until
    }

    /// How many bytes the call of a thread has moved that is made again and again until it is done.
    pub fn moved(&self, thread: ThreadId) -> usize {
        self.waits.get(&thread).map_or(0, |it| it.done)
    }

    /// It has moved so many, and is made again.
    pub fn set_moved(&mut self, thread: ThreadId, count: usize) {
        let waiting = self.waits.entry(thread).or_default();
        *waiting = Waiting { done: count, held: waiting.held, ..Waiting::default() };
    }

    /// Whether any thread waits for something, or has locked a stream.
    pub fn names_threads(&self) -> bool {
        !self.waits.is_empty() || !self.locks.is_empty() || !self.lent.is_empty()
    }

    /// How many ways a thread has to go on; 0 when what it waits for is not there yet.
    pub fn alternatives(&self, thread: ThreadId) -> u32 {
        match self.waits(thread) {
            Some(Want::Lock(stream)) => self.may_use(stream, thread).into(),
            want => want.map_or(1, |want| self.files.alternatives(want)),
        }
    }

    /// Whether a call can have to wait at all.
    pub fn can_wait(&self) -> bool {
        !self.locks.is_empty() || self.files.can_wait()
    }

    /// The thread that has locked a stream.
    pub fn holder(&self, id: StreamId) -> Option<ThreadId> {
        self.locks.get(&id).map(|lock| lock.0)
    }

    /// Whether no other thread has locked a stream.
    pub fn may_use(&self, id: StreamId, thread: ThreadId) -> bool {
        self.holder(id).is_none_or(|holder| holder == thread)
    }

    /// The call under way has to wait until a stream is not locked any more.
    pub fn want_lock(&mut self, id: StreamId) {
        self.files.set_want(Want::Lock(id));
    }

    /// A thread locks a stream that no other has locked.
    pub fn lock(&mut self, id: StreamId, thread: ThreadId) {
        self.locks.entry(id).or_insert((thread, 0)).1 += 1;
    }

    /// The thread that has locked a stream gives it back.
    pub fn unlock(&mut self, id: StreamId) {
        if let Some(lock) = self.locks.get_mut(&id) {
            lock.1 -= 1;
            if lock.1 == 0 {
                self.locks.remove(&id);
            }
        }
    }

    /// The next byte of standard input is chosen; none for its end.
    pub fn choose(&mut self, byte: Option<Byte>) {
        self.files.choose(byte);
    }

    /// Each byte that is a term, wherever it is.
    pub fn each_term(&self, mut look: impl FnMut(TermByte)) {
        self.files.each_term(&mut look);
        for stream in self.streams.iter().flatten() {
            stream.each_term(&mut look);
        }
    }

    /// Replaces terms by others, or by numbers, wherever they are.
    pub fn replace_terms(&mut self, mut new: impl FnMut(TermByte) -> Option<Byte>) {
        self.files.replace_terms(&mut new);
        for stream in self.streams.iter_mut().flatten() {
            stream.replace_terms(&mut new);
        }
    }

    /// Makes a stream of an open file.
    pub fn open_stream(&mut self, file: i32, mode: Mode) -> StreamId {
        self.add_stream(Stream::new(file, mode))
    }

    /// Makes a stream that works on memory.
    pub fn open_room(&mut self, room: Room, mode: Mode) -> StreamId {
        self.add_stream(Stream::in_memory(room, mode))
    }

    fn add_stream(&mut self, stream: Stream) -> StreamId {
        let at = self.streams.iter().position(Option::is_none).unwrap_or(self.streams.len());
        if at == self.streams.len() {
            self.streams.push(None);
        }
        self.streams[at] = Some(stream);
        StreamId(at)
    }

    /// A stream.
    pub fn stream(&mut self, id: StreamId) -> Option<&mut Stream> {
        self.streams.get_mut(id.0)?.as_mut()
    }

    /// A stream, and the files that it works on.
    pub fn stream_and_files(&mut self, id: StreamId) -> Result<(&mut Stream, &mut Files), Errno> {
        let stream = self.streams.get_mut(id.0).and_then(Option::as_mut).ok_or(errno::EBADF)?;
        Ok((stream, &mut self.files))
    }

    /// Writes what is buffered, drops what was read ahead, and closes the file.
    pub fn close_stream(&mut self, id: StreamId) -> Result<(), Errno> {
        let (stream, files) = self.stream_and_files(id)?;
        let settled = stream.settle(files);
        let closed = if stream.room.is_some() { Ok(()) } else { files.close(stream.file) };
        self.streams[id.0] = None;
        self.locks.remove(&id);
        settled.and(closed)
    }

    /// Writes what any stream has buffered, as `fflush(NULL)` and the end of the program do.
    pub fn flush(&mut self) -> Result<(), Errno> {
        let mut outcome = Ok(());
        for stream in self.streams.iter_mut().flatten() {
            outcome = outcome.and(stream.flush(&mut self.files));
        }
        outcome
    }

    /// Writes what streams to terminals have buffered: somebody is about to be asked for input.
    pub fn flush_lines(&mut self) {
        for stream in self.streams.iter_mut().flatten().filter(|it| it.buffering == Buffering::Line) {
            // The stream remembers that it failed.
            let _ = stream.flush(&mut self.files);
        }
    }
}

impl Default for World {
    fn default() -> World {
        World::new(Config::default())
    }
}
