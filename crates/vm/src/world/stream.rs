//! Streams: files with buffers, as `stdio.h` has them.
//!
//! When a buffer is written follows glibc to the byte, so that output of a stream and of `write` interleave as they do
//! natively. Invariant: a stream never has both something to write and something read ahead.

use super::errno::{self, Errno};
use super::files::Files;

/// Names a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A stream.
#[derive(Clone, Debug, Hash)]
pub struct Stream {
    /// The file's number.
    pub file: i32,
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

    fn fail(&mut self, error: Errno) -> Errno {
        self.failed = true;
        error
    }

    /// Writes what is buffered.
    pub fn flush(&mut self, files: &mut Files) -> Result<(), Errno> {
        if self.output.is_empty() {
            return Ok(());
        }
        let written = files.write(self.file, &self.output);
        self.output.clear();
        written.map_err(|error| self.fail(error))
    }

    /// The file's own position becomes the stream's.
    pub fn settle(&mut self, files: &mut Files) -> Result<(), Errno> {
        let ahead = self.input.len() - self.next;
        self.input.clear();
        self.next = 0;
        self.returned.clear();
        if ahead > 0 {
            // What cannot seek has no position to be right or wrong.
            let _ = files.seek(self.file, -(ahead as i64), 1);
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
            Buffering::None => files.write(self.file, bytes).map_err(|error| self.fail(error)),
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
                    files.write(self.file, &later[..whole]).map_err(|error| self.fail(error))?;
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
        let size = if self.buffering == Buffering::None || files.is_chosen(self.file) {
            1
        } else {
            self.capacity.max(1)
        };
        self.input.resize(size, 0);
        self.next = 0;
        let got = files.read(self.file, &mut self.input);
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
        let at = files.seek(self.file, 0, 1)?;
        let ahead = (self.input.len() - self.next + self.returned.len()) as i64;
        Ok(at - ahead + self.output.len() as i64)
    }

    /// Goes somewhere else.
    pub fn seek(&mut self, files: &mut Files, offset: i64, whence: i32) -> Result<(), Errno> {
        self.settle(files)?;
        files.seek(self.file, offset, whence)?;
        self.at_end = false;
        Ok(())
    }
}
