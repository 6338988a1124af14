//! Pipes: bytes that go from one open file of the program's to another.
//!
//! A pipe takes what Linux's takes. One difference: a single write of more than fits is taken as a whole once the pipe
//! is empty, where Linux takes it in pieces.

use super::bytes::{Bytes, Slice};
use super::errno::{self, Errno};
use super::sockets::Wanted;
use super::stream::StreamId;

/// Bytes that a pipe holds.
const CAPACITY: usize = 1 << 16;

/// Names a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PipeId(pub(super) u32);

/// A pipe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pipe {
    pub(super) data: Bytes,
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
    /// Room for so many bytes.
    Room(u32, usize),
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
        Pipe { data: Bytes::new(), readers: 1, writers: 1 }
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

    /// Whether writing need not wait.
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.readers == 0 || self.data.is_empty() || CAPACITY - self.data.len().min(CAPACITY) >= count
    }

    /// Whether `poll` says that it can be written to.
    pub(super) fn has_page(&self) -> bool {
        self.data.len() < CAPACITY
    }

    /// Takes what there is; nothing at the end. None when it has to wait.
    pub(super) fn read(&mut self, count: usize) -> Option<Bytes> {
        self.has_data().then(|| self.data.take_front(count))
    }

    /// Puts all of it in. None when it has to wait.
    pub(super) fn write(&mut self, bytes: Slice<'_>) -> Option<Result<(), Errno>> {
        // Without writers, the one that writes has shut down its side.
        if self.readers == 0 || self.writers == 0 {
            return Some(Err(errno::EPIPE));
        }
        if !self.has_room(bytes.len()) {
            return None;
        }
        self.data.extend(bytes);
        Some(Ok(()))
    }
}
