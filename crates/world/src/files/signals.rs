//! Files from which signals are read: `signalfd`.
//!
//! What there is to read follows from who reads: the signals that wait for the process.

use super::{Files, Thing, flag};
use crate::bytes::Bytes;
use crate::errno::{self, Errno};
use crate::pipe::Want;
use crate::process::Sent;

/// Bytes of a `struct signalfd_siginfo`.
const INFO: usize = 128;

impl Files {
    /// `signalfd`: a new file for signals of a set, or another set for one that is there.
    pub fn signals(&mut self, fd: i32, set: u64, flags: i32) -> Result<i32, Errno> {
        if fd == -1 {
            return self.add(Thing::Signals(set), flags & (flag::NO_WAIT | flag::CLOSE_ON_EXEC) | flag::BOTH);
        }
        match &mut self.get_mut(fd)?.thing {
            Thing::Signals(known) => *known = set,
            _ => return Err(errno::EINVAL),
        }
        Ok(fd)
    }

    /// Whether a signal is read from a file that this process has open.
    pub fn reads_signal(&self, number: i32) -> bool {
        let open = self.numbers.iter().flatten().filter_map(|&at| self.outside.open[at as usize].as_ref());
        open.into_iter().any(|it| matches!(it.thing, Thing::Signals(set) if set >> (number - 1) & 1 != 0))
    }

    /// Whether a file is one for signals.
    pub fn is_for_signals(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|it| matches!(it.thing, Thing::Signals(_)))
    }

    /// The first signal of a set that waits for the process.
    pub(super) fn waiting_signal(&self, set: u64) -> Option<i32> {
        self.outside.processes.signals(self.process).find(|it| set >> (it - 1) & 1 != 0)
    }

    pub(super) fn read_signals(&mut self, fd: i32, set: u64, count: usize) -> Result<Bytes, Errno> {
        if count < INFO {
            return Err(errno::EINVAL);
        }
        let (id, flags) = (self.id(fd)?, self.get(fd)?.flags);
        let mut read = Vec::new();
        while read.len() + INFO <= count
            && let Some(number) = self.waiting_signal(set)
        {
            let process = self.process;
            if let Some(sent) = self.outside.processes.take_signal(process, number) {
                read.extend(image(number, sent));
            }
        }
        if read.is_empty() {
            return Err(self.wait(Want::Event(id as u32, 0), flags));
        }
        Ok(read.into())
    }
}

/// A `struct signalfd_siginfo`: signal, error, code, sender. What else depends on the signal is zero.
fn image(number: i32, sent: Sent) -> [u8; INFO] {
    let mut bytes = [0; INFO];
    for (at, value) in [(0, number), (8, sent.code), (12, sent.from)] {
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}
