//! Waiting for many files: `epoll`.
//!
//! As in Linux, an instance has a list of entries that may be ready, in the order in which something has happened to
//! their files. Waiting takes entries from its front and looks at the files: what is not ready is dropped, what is
//! reported goes to the end of the list again unless it asked for edges (`EPOLLET`) or for one report (`EPOLLONESHOT`).
//! So an edge is what has happened since the last report, however much there was to read before.

use super::{Files, Open, Thing, flag};
use crate::errno::{self, Errno};
use crate::outside::Outside;
use crate::pipe::{Pipe, PipeId, Want};
use crate::sockets::bits;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// The number of a file and the open file that it stood for: both name an entry.
type Key = (i32, u32);

/// What somebody wants to hear of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Entry {
    events: u32,
    /// The place of the program's own word in the library's record.
    word: u32,
}

/// An instance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Epoll {
    entries: BTreeMap<Key, Entry>,
    /// Those to whose files something has happened.
    listed: VecDeque<Key>,
}

/// What is done with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A new one, with the place of the program's own word.
    Add(u32),
    /// Other events.
    Change,
    /// It goes.
    Remove,
}

/// `EPOLLET`, `EPOLLONESHOT`, and `EPOLLWAKEUP` and `EPOLLEXCLUSIVE`, which change nothing here.
const EDGES: u32 = 1 << 31;
const ONCE: u32 = 1 << 30;
const PRIVATE: u32 = EDGES | ONCE | 1 << 29 | 1 << 28;
/// Instances that wait for instances, at most.
const DEEPEST: usize = 5;

impl Epoll {
    /// The places of the words of all entries.
    pub(super) fn words(&self) -> impl Iterator<Item = u32> {
        self.entries.values().map(|it| it.word)
    }

    fn list(&mut self, key: Key) {
        if !self.listed.contains(&key) {
            self.listed.push_back(key);
        }
    }
}

impl Files {
    /// `epoll_create`
    pub fn epoll(&mut self, flags: i32) -> Result<i32, Errno> {
        self.add(Thing::Epoll(Epoll::default()), flags & flag::CLOSE_ON_EXEC | flag::BOTH)
    }

    fn epoll_at(&self, fd: i32) -> Result<&Epoll, Errno> {
        match &self.get(fd)?.thing {
            Thing::Epoll(epoll) => Ok(epoll),
            _ => Err(errno::EINVAL),
        }
    }

    fn epoll_at_mut(&mut self, fd: i32) -> Result<&mut Epoll, Errno> {
        match &mut self.get_mut(fd)?.thing {
            Thing::Epoll(epoll) => Ok(epoll),
            _ => Err(errno::EINVAL),
        }
    }

    /// The place of the word of an entry, if there is one.
    pub fn epoll_word(&self, epoll: i32, fd: i32) -> Option<u32> {
        let key = (fd, self.id(fd).ok()? as u32);
        self.epoll_at(epoll).ok()?.entries.get(&key).map(|it| it.word)
    }

    /// A place for a word that no entry has.
    pub fn free_epoll_word(&self) -> u32 {
        let used: Vec<u32> = self.epolls().flat_map(|it| it.entries.values()).map(|it| it.word).collect();
        (0..).find(|at| !used.contains(at)).unwrap_or(0)
    }

    /// Places of words whose entries are gone, from now on forgotten.
    pub fn take_freed_words(&mut self) -> Vec<u32> {
        if self.freed.is_empty() { Vec::new() } else { std::mem::take(&mut self.freed) }
    }

    /// Whether anybody waits by `epoll`.
    pub(super) fn has_epoll(&self) -> bool {
        self.epolls().next().is_some()
    }

    fn epolls(&self) -> impl Iterator<Item = &Epoll> {
        self.outside.open.iter().flatten().filter_map(|it| match &it.thing {
            Thing::Epoll(epoll) => Some(epoll),
            _ => None,
        })
    }

    /// `epoll_ctl`
    pub fn epoll_control(&mut self, epoll: i32, fd: i32, what: Control, events: u32) -> Result<(), Errno> {
        let (at, file) = (self.id(epoll)?, self.id(fd)?);
        if matches!(self.get(fd)?.thing, Thing::Host(_) | Thing::Node(_)) && !self.is_stream(fd) {
            return Err(errno::EPERM);
        }
        if at == file {
            return Err(errno::EINVAL);
        }
        let key = (fd, file as u32);
        let known = self.epoll_at(epoll)?.entries.get(&key).copied();
        let entry = match (what, known) {
            (Control::Add(_), Some(_)) => return Err(errno::EEXIST),
            (Control::Change | Control::Remove, None) => return Err(errno::ENOENT),
            (Control::Remove, Some(entry)) => {
                let epoll = self.epoll_at_mut(epoll)?;
                epoll.entries.remove(&key);
                epoll.listed.retain(|it| *it != key);
                self.freed.push(entry.word);
                return Ok(());
            }
            (Control::Add(word), None) => {
                self.check_depth(at as u32, file as u32)?;
                Entry { events: events | bits::ERR | bits::HUP, word }
            }
            (Control::Change, Some(entry)) => Entry { events: events | bits::ERR | bits::HUP, ..entry },
        };
        let ready = self.look_at_open(key.1) & entry.events & !PRIVATE != 0;
        let epoll = self.epoll_at_mut(epoll)?;
        epoll.entries.insert(key, entry);
        if ready {
            epoll.list(key);
            self.wake_file(at as u32, bits::IN);
        }
        Ok(())
    }

    /// Whether a file of the host can be waited for.
    fn is_stream(&self, fd: i32) -> bool {
        self.stat_open(fd).is_ok_and(|it| !matches!(it.mode & 0o170_000, 0o100_000 | 0o040_000))
    }

    /// An instance must not wait for itself, nor through too many others.
    fn check_depth(&self, at: u32, file: u32) -> Result<(), Errno> {
        let depth = self.depth(file, at, 0)?;
        if depth > DEEPEST { Err(errno::ELOOP) } else { Ok(()) }
    }

    fn depth(&self, file: u32, avoided: u32, above: usize) -> Result<usize, Errno> {
        let Some(Thing::Epoll(epoll)) = self.outside.open[file as usize].as_ref().map(|it| &it.thing) else {
            return Ok(above);
        };
        if file == avoided || above > DEEPEST {
            return Err(errno::ELOOP);
        }
        let mut deepest = above + 1;
        for key in epoll.entries.keys() {
            deepest = deepest.max(self.depth(key.1, avoided, above + 1)?);
        }
        Ok(deepest)
    }

    /// `epoll_wait`: events and places of words. It waits as long as is said; none for ever.
    pub fn epoll_wait(
        &mut self,
        fd: i32,
        most: usize,
        limit: Option<Duration>,
    ) -> Result<Vec<(u32, u32)>, Errno> {
        let id = self.id(fd)? as u32;
        let mut found = Vec::new();
        let mut again = Vec::new();
        self.list_signals(id);
        let mut left = self.epoll_at(fd)?.listed.len();
        while left > 0 && found.len() < most {
            left -= 1;
            let Some(key) = self.epoll_at_mut(fd)?.listed.pop_front() else { break };
            let Some(entry) = self.epoll_at(fd)?.entries.get(&key).copied() else { continue };
            let ready = self.look_at_open(key.1) & entry.events & !PRIVATE;
            if ready == 0 {
                continue;
            }
            found.push((ready, entry.word));
            if entry.events & ONCE != 0 {
                let kept = Entry { events: entry.events & PRIVATE, ..entry };
                self.epoll_at_mut(fd)?.entries.insert(key, kept);
            } else if entry.events & EDGES == 0 {
                again.push(key);
            }
        }
        let epoll = self.epoll_at_mut(fd)?;
        again.into_iter().for_each(|key| epoll.list(key));
        if !found.is_empty() || limit == Some(Duration::ZERO) {
            return Ok(found);
        }
        match self.wait_at_most(Want::Epoll(id), limit) {
            errno::EAGAIN if self.want.is_none() => Ok(found),
            code => Err(code),
        }
    }

    /// Whether an instance has something to report.
    pub(super) fn epoll_is_ready(&self, open: u32) -> bool {
        let Some(open) = self.outside.open.get(open as usize).and_then(Option::as_ref) else { return true };
        let Thing::Epoll(epoll) = &open.thing else { return true };
        let is_ready = |key: &Key| {
            let events = epoll.entries.get(key).map_or(0, |it| it.events & !PRIVATE);
            events != 0 && self.ready_open(key.1) & events != 0
        };
        // Signals are listed when somebody asks.
        let signals = epoll.entries.keys().filter(|it| self.is_open_for_signals(it.1));
        epoll.listed.iter().chain(signals).any(is_ready)
    }

    fn is_open_for_signals(&self, open: u32) -> bool {
        let open = self.outside.open.get(open as usize).and_then(Option::as_ref);
        open.is_some_and(|it| matches!(it.thing, Thing::Signals(_)))
    }

    /// Puts files for signals on the list of an instance: nobody says when a signal comes.
    fn list_signals(&mut self, instance: u32) {
        let Some(Open { thing: Thing::Epoll(epoll), .. }) = &self.outside.open[instance as usize] else {
            return;
        };
        let keys: Vec<Key> =
            epoll.entries.keys().filter(|it| self.is_open_for_signals(it.1)).copied().collect();
        if keys.is_empty() {
            return;
        }
        if let Some(Open { thing: Thing::Epoll(epoll), .. }) = &mut self.outside.open[instance as usize] {
            keys.into_iter().for_each(|key| epoll.list(key));
        }
    }

    /// Something has happened to whatever is this thing.
    pub(super) fn wake_thing(&mut self, thing: &Thing, what: u32) {
        if !self.has_epoll() {
            return;
        }
        let is_it = |it: &Open| it.thing == *thing;
        let files = self.outside.open.iter().zip(0..).filter(|(it, _)| it.as_ref().is_some_and(is_it));
        let files: Vec<u32> = files.map(|it| it.1).collect();
        files.into_iter().for_each(|file| self.wake_file(file, what));
    }

    /// Something has happened to a pipe: at its end to read from, or at the other.
    pub(super) fn wake_pipe(&mut self, pipe: PipeId, reader: bool, what: u32) {
        let thing = match reader {
            true => Thing::Pipe { from: Some(pipe), to: None },
            false => Thing::Pipe { from: None, to: Some(pipe) },
        };
        self.wake_thing(&thing, what);
    }

    /// Something has happened to an open file: who waits for it puts it on the list.
    pub(super) fn wake_file(&mut self, file: u32, what: u32) {
        if !self.has_epoll() {
            return;
        }
        let mut woken = Vec::new();
        for (open, at) in self.outside.open.iter_mut().zip(0u32..) {
            let Some(Open { thing: Thing::Epoll(epoll), .. }) = open else { continue };
            let wants = |it: &Entry| it.events & !PRIVATE != 0 && it.events & what != 0;
            let keys: Vec<Key> =
                epoll.entries.iter().filter(|it| it.0.1 == file && wants(it.1)).map(|it| *it.0).collect();
            if !keys.is_empty() {
                keys.into_iter().for_each(|key| epoll.list(key));
                woken.push(at);
            }
        }
        woken.into_iter().for_each(|at| self.wake_file(at, bits::IN));
    }

    /// An open file is no more: nobody waits for it.
    pub(super) fn forget_entries(&mut self, file: u32) {
        if !self.has_epoll() {
            return;
        }
        let Outside { open, .. } = &mut **self.outside;
        for open in open.iter_mut().flatten() {
            let Thing::Epoll(epoll) = &mut open.thing else { continue };
            self.freed.extend(epoll.entries.iter().filter(|it| it.0.1 == file).map(|it| it.1.word));
            epoll.entries.retain(|key, _| key.1 != file);
            epoll.listed.retain(|key| key.1 != file);
        }
    }

    /// What can be done with an open file now, as `poll` says it.
    pub(super) fn ready_open(&self, file: u32) -> u32 {
        let Some(open) = self.outside.open.get(file as usize).and_then(Option::as_ref) else { return 0 };
        let pipe = |at: &PipeId| self.outside.pipes[at.0 as usize].as_ref();
        match &open.thing {
            Thing::Socket(id) => self.outside.network.ready(*id),
            Thing::Event(event) => event.ready(),
            &Thing::Signals(set) if self.waiting_signal(set).is_some() => bits::IN,
            Thing::Signals(_) => 0,
            Thing::Timer(timer) => timer.ready(self.clock().shows()),
            Thing::Epoll(_) if self.epoll_is_ready(file) => bits::IN | bits::READ,
            Thing::Epoll(_) => 0,
            Thing::Pipe { from, to } => {
                let (from, to) = (from.as_ref().and_then(pipe), to.as_ref().and_then(pipe));
                let set = |is: bool, bit: u32| if is { bit } else { 0 };
                set(from.is_some_and(|it| it.available() > 0), bits::READS)
                    | set(from.is_some_and(|it| it.writers == 0), bits::HUP)
                    | set(to.is_some_and(Pipe::has_page), bits::OUT | bits::WRITE)
                    | set(to.is_some_and(|it| it.readers == 0), bits::ERR)
            }
            _ => bits::READS | bits::OUT | bits::WRITE,
        }
    }

    /// The same, for an instance: where there is no room to write, it hears when there is.
    fn look_at_open(&mut self, file: u32) -> u32 {
        let ready = self.ready_open(file);
        if ready & bits::OUT == 0
            && let Some(Open { thing: Thing::Socket(id), .. }) = self.outside.open[file as usize]
        {
            self.outside.network.await_room(id);
        }
        ready
    }

    /// The same, by number.
    pub fn ready(&self, fd: i32) -> Result<u32, Errno> {
        Ok(self.ready_open(self.id(fd)? as u32))
    }
}
