//! Pipes: bytes that go from one open file of the program's to another.
//!
//! A pipe takes what Linux's takes: sixteen pages. A write begins a new page unless what it has beside whole pages
//! fits behind what was written before. So sixteen writes of 2,100 bytes fill a pipe, as do 65,536 of one byte. A write
//! of at most a page is taken at once or has to wait; a larger one is taken in pieces (POSIX allows both).
//!
//! One difference: what is left after reading counts as one page as long as it fits into one, wherever in its page
//! Linux has it. Otherwise a pipe that is never empty would have a state for each place.

use super::bytes::{Bytes, Slice};
use super::errno::{self, Errno};
use super::sockets::Wanted;
use super::stream::StreamId;
use std::collections::VecDeque;

/// Bytes of a page, and pages of a pipe.
const PAGE: usize = 4096;
const PAGES: usize = 16;

/// Names a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PipeId(pub(super) u32);

/// A pipe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pipe {
    pub(super) data: Bytes,
    /// How many bytes each page in use holds.
    pages: VecDeque<u32>,
    /// Where in the last page the next write could go on.
    end: u32,
    /// Open files that read from it.
    pub(super) readers: u32,
    /// Open files that write to it.
    pub(super) writers: u32,
}

/// What keeps a call from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// Something to read, other than the bytes that are there: so many, all of which the call has read and needs more.
    Data(u32, usize),
    /// Room for so many bytes, or for a part of them where they are more than a page.
    Room(u32, usize),
    /// Room for so many bytes at once.
    Whole(u32, usize),
    /// So many bytes of standard input, which nobody has chosen yet.
    Input(usize),
    /// The lock of this stream.
    Lock(StreamId),
    /// The lock of a file, for an open file, and whether that wants it alone.
    FileLock(u32, bool),
    /// Something of a socket.
    Socket(u32, Wanted),
    /// Something to read from an open file that counts (0), or room for this number.
    Event(u32, u64),
    /// That one of the files is ready that an open file of `epoll` waits for.
    Epoll(u32),
    /// Standard input of which nothing is known: it waits for ever.
    Unknown,
}

impl Pipe {
    pub(super) fn new() -> Pipe {
        Pipe { data: Bytes::new(), pages: VecDeque::new(), end: 0, readers: 1, writers: 1 }
    }

    /// Whether reading need not wait.
    pub(super) fn has_data(&self) -> bool {
        !self.data.is_empty() || self.writers == 0
    }

    /// Whether there is anything else to read than so many bytes.
    pub(super) fn has_other_data(&self, known: usize) -> bool {
        self.data.len() != known || self.writers == 0
    }

    /// How many bytes can be read.
    pub(super) fn available(&self) -> usize {
        self.data.len()
    }

    /// How many of so many bytes are taken now.
    fn taken(&self, count: usize) -> usize {
        let merged = self.merged(count);
        merged + (count - merged).min((PAGES - self.pages.len().min(PAGES)) * PAGE)
    }

    /// How many of so many bytes go behind what was written before.
    fn merged(&self, count: usize) -> usize {
        let odd = count % PAGE;
        if !self.pages.is_empty() && self.end as usize + odd <= PAGE { odd } else { 0 }
    }

    /// Whether writing need not wait.
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.readers == 0 || self.writers == 0 || count == 0 || self.taken(count) > 0
    }

    /// Whether writing so many bytes at once need not wait: they fit, or are more than ever fit and nothing else is
    /// there.
    pub(super) fn has_whole_room(&self, count: usize) -> bool {
        let is_large = count > PAGES * PAGE && self.data.is_empty();
        self.readers == 0 || self.writers == 0 || is_large || self.taken(count) == count
    }

    /// Whether so many bytes are more than it ever holds.
    pub(super) fn is_too_much(count: usize) -> bool {
        count > PAGES * PAGE
    }

    /// Whether `poll` says that it can be written to.
    pub(super) fn has_page(&self) -> bool {
        self.pages.len() < PAGES
    }

    /// Takes what there is; nothing at the end. None when it has to wait.
    pub(super) fn read(&mut self, count: usize) -> Option<Bytes> {
        if !self.has_data() {
            return None;
        }
        let bytes = self.data.take_front(count);
        let mut rest = bytes.len();
        while let Some(first) = self.pages.front_mut().filter(|_| rest > 0) {
            let part = rest.min(*first as usize);
            rest -= part;
            *first -= part as u32;
            if *first == 0 {
                self.pages.pop_front();
            }
        }
        if self.data.len() <= PAGE {
            self.end = self.data.len() as u32;
            self.pages.clear();
            self.pages.extend(Some(self.end).filter(|&it| it > 0));
        }
        Some(bytes)
    }

    /// Puts in what fits now, and says how much; with `whole`, all or nothing. None when it has to wait.
    pub(super) fn write(&mut self, bytes: Slice<'_>, whole: bool) -> Option<Result<usize, Errno>> {
        // Without writers, the one that writes has shut down its side.
        if self.readers == 0 || self.writers == 0 {
            return Some(Err(errno::EPIPE));
        }
        let count = bytes.len();
        let room = if whole { self.has_whole_room(count) } else { self.has_room(count) };
        if !room {
            return None;
        }
        let count = if whole { count } else { self.taken(count) };
        let merged = self.merged(bytes.len());
        if let Some(last) = self.pages.back_mut() {
            *last += merged as u32;
            self.end += merged as u32;
        }
        let mut rest = count - merged;
        while rest > 0 {
            let part = if self.pages.len() + 1 < PAGES { rest.min(PAGE) } else { rest };
            self.pages.push_back(part as u32);
            self.end = part.min(PAGE) as u32;
            rest -= part;
        }
        self.data.extend(bytes.up_to(count));
        Some(Ok(count))
    }
}
