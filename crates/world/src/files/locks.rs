//! Locks of open files, as `flock` has them: any number of open files share the lock of a file, or one has it alone.
//!
//! A lock belongs to the open file, not to who has opened it, and goes when that is closed for the last time.

use super::{Files, flag};
use crate::errno::Errno;
use crate::pipe::Want;

/// What somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lock {
    Shared,
    Exclusive,
}

/// What somebody asks for: a lock or none, and whether to wait for it.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    lock: Option<Lock>,
    waits: bool,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locked {
    /// It is done.
    Done,
    /// It has to wait, and has another lock of the same file, which Linux takes from it first.
    Converts,
}

impl Asked {
    /// As `flock` numbers it.
    pub fn from_number(operation: i32) -> Option<Asked> {
        /// `LOCK_NB`
        const NO_WAIT: i32 = 4;
        let lock = match operation & !NO_WAIT {
            // LOCK_SH, LOCK_EX, LOCK_UN
            1 => Some(Lock::Shared),
            2 => Some(Lock::Exclusive),
            8 => None,
            _ => return None,
        };
        Some(Asked { lock, waits: operation & NO_WAIT == 0 })
    }
}

impl Files {
    /// `flock`
    pub fn lock(&mut self, fd: i32, asked: Asked) -> Result<Locked, Errno> {
        let id = self.id(fd)?;
        let before = self.get(fd)?.lock;
        let free = asked.lock.is_none_or(|lock| self.may_lock(id as u32, lock == Lock::Exclusive));
        if free {
            self.get_mut(fd)?.lock = asked.lock;
            return Ok(Locked::Done);
        }
        if asked.waits && before.is_some() {
            return Ok(Locked::Converts);
        }
        // As in Linux, the one that was to be another one is lost.
        self.get_mut(fd)?.lock = None;
        let want = Want::FileLock(id as u32, asked.lock == Some(Lock::Exclusive));
        Err(self.wait(want, if asked.waits { 0 } else { flag::NO_WAIT }))
    }

    /// Whether nobody has a lock that is in the way of one for an open file.
    pub(super) fn may_lock(&self, id: u32, exclusive: bool) -> bool {
        let is_in_the_way = |other: u32, lock: Lock| {
            other != id && (exclusive || lock == Lock::Exclusive) && self.is_same(id, other)
        };
        let locks =
            (0..).zip(self.outside.open.iter()).filter_map(|(at, open)| Some((at, open.as_ref()?.lock?)));
        !locks.into_iter().any(|(other, lock)| is_in_the_way(other, lock))
    }
}
