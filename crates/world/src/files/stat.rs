//! What open files say of themselves: `fstat`.

use super::{Files, System, Thing};
use crate::errno::Errno;
use crate::host::{self, failed};
use crate::state::NotState;

/// What `stat` says about a file.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "named as in struct stat")]
pub struct Stat {
    pub dev: u64,
    pub ino: u64,
    pub nlink: u64,
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub rdev: u64,
    pub size: i64,
    pub blksize: i64,
    pub blocks: i64,
    pub atime: (i64, i64),
    pub mtime: (i64, i64),
    pub ctime: (i64, i64),
}

impl Files {
    /// `fstat`
    pub fn stat_open(&self, fd: i32) -> Result<Stat, Errno> {
        let (mode, size) = match (&self.get(fd)?.thing, self.system()) {
            (Thing::Host(NotState(file)), _) => {
                return file.metadata().map(|it| host::stat(&it)).map_err(failed);
            }
            (Thing::Node(node), System::Memory(tree)) => return Ok(tree.stat_node(*node)),
            (Thing::Socket(_), _) => (0o140_777, 0),
            (Thing::Event(_) | Thing::Timer(_) | Thing::Signals(_) | Thing::Epoll(_), _) => (0o600, 0),
            (Thing::Given(NotState(bytes)), _) => (0o100_644, bytes.len() as i64),
            _ => (0o010_600, 0),
        };
        Ok(self.made_up_stat(mode, size, self.id(fd)? as u64 + 2))
    }

    /// What is said of a file of which nothing else is known.
    pub(super) fn made_up_stat(&self, mode: u32, size: i64, ino: u64) -> Stat {
        let now = (crate::clock::START as i64, 0);
        Stat {
            dev: 2,
            ino,
            nlink: 1,
            mode,
            uid: 1000,
            gid: 1000,
            rdev: 0,
            size,
            blksize: 4096,
            blocks: 0,
            atime: now,
            mtime: now,
            ctime: now,
        }
    }
}
