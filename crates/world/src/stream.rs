//! Streams: files, or memory, with buffers, as `stdio.h` has them.
//!
//! When a buffer is written follows glibc to the byte, so that output of a stream and of `write` interleave as they do
//! natively. Invariant: a stream never has both something to write and something read ahead.

use super::bytes::{Byte, Bytes, Slice, TermByte};
use super::errno::{self, Errno};
use super::files::Files;

/// Names a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(pub usize);

/// When output is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buffering {
    /// When the buffer is full.
    Full,
    /// At the end of a line.
    Line,
    /// At once.
    None,
}

/// What a stream is open for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// Reading.
    pub read: bool,
    /// Writing.
    pub write: bool,
    /// Writing at the end only.
    pub append: bool,
}

/// Bytes in a buffer, where the program asks for no other.
const BUFFER: usize = 4096;

/// What a stream in memory is about: bytes instead of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    /// What was written, or is to be read.
    pub bytes: Bytes,
    /// Where the next byte goes or comes from.
    pub at: usize,
    /// There is room for no more bytes.
    pub most: usize,
    /// Writing is at the end only.
    pub append: bool,
}

impl Room {
    fn write(&mut self, bytes: Slice<'_>) -> Result<(), Errno> {
        if self.append {
            self.at = self.bytes.len();
        }
        let fits = bytes.len().min(self.most.saturating_sub(self.at));
        self.bytes.write(self.at, bytes.up_to(fits));
        self.at += fits;
        if fits == bytes.len() { Ok(()) } else { Err(errno::ENOSPC) }
    }

    fn read(&mut self, count: usize) -> Bytes {
        let some = self.bytes.part(self.at..self.at.saturating_add(count)).to_bytes();
        self.at += some.len();
        some
    }

    fn seek(&mut self, offset: i64, whence: i32) -> Result<i64, Errno> {
        let start = match whence {
            0 => 0,
            1 => self.at,
            2 => self.bytes.len(),
            _ => return Err(errno::EINVAL),
        };
        let to = (start as i64).checked_add(offset).and_then(|to| usize::try_from(to).ok());
        self.at = to.filter(|&to| to <= self.most).ok_or(errno::EINVAL)?;
        Ok(self.at as i64)
    }
}

/// A stream.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// The file's number; -1 where there is none.
    pub file: i32,
    /// What it works on instead of a file.
    pub room: Option<Room>,
    /// Whether it takes wide characters or bytes, once that is settled.
    pub wide: Option<bool>,
    /// What it is open for.
    pub mode: Mode,
    /// When output is written.
    pub buffering: Buffering,
    /// Bytes in the buffer.
    pub capacity: usize,
    /// The end was reached.
    pub at_end: bool,
    /// Something has failed.
    pub failed: bool,
    output: Bytes,
    input: Bytes,
    next: usize,
    /// Given back by `ungetc`, last first.
    returned: Bytes,
}

impl Stream {
    pub(super) fn new(file: i32, mode: Mode) -> Stream {
        Stream {
            file,
            room: None,
            wide: None,
            mode,
            buffering: Buffering::Full,
            capacity: BUFFER,
            at_end: false,
            failed: false,
            output: Bytes::new(),
            input: Bytes::new(),
            next: 0,
            returned: Bytes::new(),
        }
    }

    /// One that works on memory.
    pub(super) fn in_memory(room: Room, mode: Mode) -> Stream {
        Stream { room: Some(room), ..Stream::new(-1, mode) }
    }

    /// Writes to what the stream is about.
    fn transfer(&mut self, files: &mut Files, bytes: Slice<'_>) -> Result<(), Errno> {
        match &mut self.room {
            Some(room) => room.write(bytes),
            None => files.write(self.file, bytes),
        }
        .map_err(|error| self.fail(error))
    }

    fn move_to(&mut self, files: &mut Files, offset: i64, whence: i32) -> Result<i64, Errno> {
        match &mut self.room {
            Some(room) => room.seek(offset, whence),
            None => files.seek(self.file, offset, whence),
        }
    }

    fn fail(&mut self, error: Errno) -> Errno {
        self.failed = true;
        error
    }

    /// Writes what is buffered.
    pub fn flush(&mut self, files: &mut Files) -> Result<(), Errno> {
        if self.output.is_empty() {
            return Ok(());
        }
        let output = std::mem::take(&mut self.output);
        self.transfer(files, output.whole())
    }

    /// The file's own position becomes the stream's.
    pub fn settle(&mut self, files: &mut Files) -> Result<(), Errno> {
        let ahead = self.input.len() - self.next;
        self.input.truncate(0);
        self.next = 0;
        self.returned.truncate(0);
        if ahead > 0 {
            // What cannot seek has no position to be right or wrong.
            let _ = self.move_to(files, -(ahead as i64), 1);
        }
        self.flush(files)
    }

    /// Writes. Of a stream that writes lines, it is decided of each byte whether that ends one.
    pub fn write(&mut self, files: &mut Files, bytes: Slice<'_>) -> Result<(), Errno> {
        if !self.mode.write {
            return Err(self.fail(errno::EBADF));
        }
        if self.next < self.input.len() || !self.returned.is_empty() {
            self.settle(files)?;
        }
        match self.buffering {
            Buffering::None => self.transfer(files, bytes),
            Buffering::Line => {
                self.output.extend(bytes);
                match self.output.plain().iter().rposition(|&byte| byte == b'\n') {
                    _ if self.output.len() >= self.capacity => self.flush(files),
                    Some(end) => {
                        let rest = self.output.split_off(end + 1);
                        let flushed = self.flush(files);
                        self.output = rest;
                        flushed
                    }
                    None => Ok(()),
                }
            }
            Buffering::Full => {
                let room = self.capacity.saturating_sub(self.output.len());
                if bytes.len() <= room {
                    self.output.extend(bytes);
                    return Ok(());
                }
                let (now, later) = bytes.split_at(room);
                self.output.extend(now);
                self.flush(files)?;
                let whole = later.len() - later.len() % self.capacity.max(1);
                let (blocks, rest) = later.split_at(whole);
                if whole > 0 {
                    self.transfer(files, blocks)?;
                }
                self.output.extend(rest);
                Ok(())
            }
        }
    }

    /// The next byte; none at the end.
    pub fn get(&mut self, files: &mut Files) -> Result<Option<Byte>, Errno> {
        if let Some(byte) = self.returned.pop() {
            return Ok(Some(byte));
        }
        if self.next == self.input.len() && !self.fill(files)? {
            return Ok(None);
        }
        self.next += 1;
        Ok(self.input.get(self.next - 1))
    }

    /// Up to `count` bytes.
    pub fn read(&mut self, files: &mut Files, count: usize, into: &mut Bytes) -> Result<(), Errno> {
        let wanted = into.len() + count;
        while into.len() < wanted {
            if let Some(byte) = self.returned.pop() {
                into.push(byte);
                continue;
            }
            if self.next == self.input.len() && !self.fill(files)? {
                break;
            }
            let some = (self.input.len() - self.next).min(wanted - into.len());
            into.extend(self.input.part(self.next..self.next + some));
            self.next += some;
        }
        Ok(())
    }

    /// Up to and with the first `end`. A term ends it, too: whether it is the end is for others to say.
    pub fn read_until(
        &mut self,
        files: &mut Files,
        end: u8,
        most: usize,
        into: &mut Bytes,
    ) -> Result<(), Errno> {
        let wanted = into.len().saturating_add(most);
        while into.len() < wanted {
            let Some(byte) = self.get(files)? else { break };
            into.push(byte);
            if byte == Byte::Plain(end) || matches!(byte, Byte::Term(_)) {
                break;
            }
        }
        Ok(())
    }

    /// Whether reading has to ask the file.
    pub fn is_drained(&self) -> bool {
        self.returned.is_empty() && self.next == self.input.len()
    }

    fn fill(&mut self, files: &mut Files) -> Result<bool, Errno> {
        if !self.mode.read {
            return Err(self.fail(errno::EBADF));
        }
        self.flush(files)?;
        let chosen = self.room.is_none() && files.is_chosen(self.file);
        let size = if self.buffering == Buffering::None || chosen { 1 } else { self.capacity.max(1) };
        self.next = 0;
        let got = match &mut self.room {
            Some(room) => Ok(room.read(size)),
            None => files.read(self.file, size),
        };
        self.input.truncate(0);
        self.input = got.map_err(|error| self.fail(error))?;
        if self.input.is_empty() {
            self.at_end = true;
            return Ok(false);
        }
        Ok(true)
    }

    /// Gives a byte back.
    pub fn unget(&mut self, byte: Byte) {
        self.at_end = false;
        if self.next > 0 && self.returned.is_empty() && self.input.get(self.next - 1) == Some(byte) {
            self.next -= 1;
        } else {
            self.returned.push(byte);
        }
    }

    /// Where in the file the stream is.
    pub fn position(&mut self, files: &mut Files) -> Result<i64, Errno> {
        if self.mode.append && !self.output.is_empty() {
            self.flush(files)?;
        }
        let at = self.move_to(files, 0, 1)?;
        let ahead = (self.input.len() - self.next + self.returned.len()) as i64;
        Ok(at - ahead + self.output.len() as i64)
    }

    /// Goes somewhere else.
    pub fn seek(&mut self, files: &mut Files, offset: i64, whence: i32) -> Result<(), Errno> {
        self.settle(files)?;
        self.move_to(files, offset, whence)?;
        self.at_end = false;
        Ok(())
    }

    fn parts(&self) -> impl Iterator<Item = &Bytes> {
        [&self.output, &self.input, &self.returned]
            .into_iter()
            .chain(self.room.as_ref().map(|room| &room.bytes))
    }

    pub(super) fn each_term(&self, look: &mut dyn FnMut(TermByte)) {
        self.parts().flat_map(Bytes::terms).for_each(|(_, term)| look(term));
    }

    pub(super) fn replace_terms(&mut self, new: &mut dyn FnMut(TermByte) -> Option<Byte>) {
        let room = self.room.as_mut().map(|room| &mut room.bytes);
        for bytes in [&mut self.output, &mut self.input, &mut self.returned].into_iter().chain(room) {
            bytes.replace_terms(new);
        }
    }
}
