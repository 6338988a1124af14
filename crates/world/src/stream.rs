//! Streams: files, or memory, with buffers, as `stdio.h` has them.
//!
//! When a buffer is written follows glibc to the byte, so that output of a stream and of `write` interleave as they do
//! natively. Invariant: a stream never has both something to write and something read ahead.

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
    pub bytes: Vec<u8>,
    /// Where the next byte goes or comes from.
    pub at: usize,
    /// There is room for no more bytes.
    pub most: usize,
    /// Writing is at the end only.
    pub append: bool,
}

impl Room {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        if self.append {
            self.at = self.bytes.len();
        }
        let fits = bytes.len().min(self.most.saturating_sub(self.at));
        let end = self.at + fits;
        if end > self.bytes.len() {
            self.bytes.resize(end, 0);
        }
        self.bytes[self.at..end].copy_from_slice(&bytes[..fits]);
        self.at = end;
        if fits == bytes.len() { Ok(()) } else { Err(errno::ENOSPC) }
    }

    fn read(&mut self, into: &mut [u8]) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        count
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
    output: Vec<u8>,
    input: Vec<u8>,
    next: usize,
    /// Given back by `ungetc`, last first.
    returned: Vec<u8>,
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
            output: Vec::new(),
            input: Vec::new(),
            next: 0,
            returned: Vec::new(),
        }
    }

    /// One that works on memory.
    pub(super) fn in_memory(room: Room, mode: Mode) -> Stream {
        Stream { room: Some(room), ..Stream::new(-1, mode) }
    }

    /// Writes to what the stream is about.
    fn transfer(&mut self, files: &mut Files, bytes: &[u8]) -> Result<(), Errno> {
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
        self.transfer(files, &output)
    }

    /// The file's own position becomes the stream's.
    pub fn settle(&mut self, files: &mut Files) -> Result<(), Errno> {
        let ahead = self.input.len() - self.next;
        self.input.clear();
        self.next = 0;
        self.returned.clear();
        if ahead > 0 {
            // What cannot seek has no position to be right or wrong.
            let _ = self.move_to(files, -(ahead as i64), 1);
        }
        self.flush(files)
    }

    /// Writes.
    pub fn write(&mut self, files: &mut Files, bytes: &[u8]) -> Result<(), Errno> {
        if !self.mode.write {
            return Err(self.fail(errno::EBADF));
        }
        if self.next < self.input.len() || !self.returned.is_empty() {
            self.settle(files)?;
        }
        match self.buffering {
            Buffering::None => self.transfer(files, bytes),
            Buffering::Line => {
                self.output.extend_from_slice(bytes);
                match self.output.iter().rposition(|&byte| byte == b'\n') {
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
                    self.output.extend_from_slice(bytes);
                    return Ok(());
                }
                let (now, later) = bytes.split_at(room);
                self.output.extend_from_slice(now);
                self.flush(files)?;
                let whole = later.len() - later.len() % self.capacity.max(1);
                if whole > 0 {
                    self.transfer(files, &later[..whole])?;
                }
                self.output.extend_from_slice(&later[whole..]);
                Ok(())
            }
        }
    }

    /// The next byte; none at the end.
    pub fn get(&mut self, files: &mut Files) -> Result<Option<u8>, Errno> {
        if let Some(byte) = self.returned.pop() {
            return Ok(Some(byte));
        }
        if self.next == self.input.len() && !self.fill(files)? {
            return Ok(None);
        }
        self.next += 1;
        Ok(Some(self.input[self.next - 1]))
    }

    /// Up to `count` bytes.
    pub fn read(&mut self, files: &mut Files, count: usize, into: &mut Vec<u8>) -> Result<(), Errno> {
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
            into.extend_from_slice(&self.input[self.next..self.next + some]);
            self.next += some;
        }
        Ok(())
    }

    /// Up to and with the first `end`.
    pub fn read_until(
        &mut self,
        files: &mut Files,
        end: u8,
        most: usize,
        into: &mut Vec<u8>,
    ) -> Result<(), Errno> {
        let wanted = into.len().saturating_add(most);
        while into.len() < wanted {
            let Some(byte) = self.get(files)? else { break };
            into.push(byte);
            if byte == end {
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
        self.input.resize(size, 0);
        self.next = 0;
        let got = match &mut self.room {
            Some(room) => Ok(room.read(&mut self.input)),
            None => files.read(self.file, &mut self.input),
        };
        self.input.truncate(*got.as_ref().unwrap_or(&0));
        if got.map_err(|error| self.fail(error))? == 0 {
            self.at_end = true;
            return Ok(false);
        }
        Ok(true)
    }

    /// Gives a byte back.
    pub fn unget(&mut self, byte: u8) {
        self.at_end = false;
        if self.next > 0 && self.returned.is_empty() && self.input[self.next - 1] == byte {
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
}
