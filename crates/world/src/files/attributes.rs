//! What open files say of themselves, changed: times and permissions.

use super::{Files, NotState, System, Thing};
use crate::errno::{self, Errno};
use crate::host::failed;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, SystemTime};

impl Files {
    /// `futimens`
    pub fn set_times_open(&mut self, fd: i32, times: [Duration; 2]) -> Result<(), Errno> {
        let thing = self.get(fd)?.thing.clone();
        let writable = self.writable(fd).is_ok();
        match (thing, self.system_mut()) {
            (Thing::Host(_), System::Host(host)) if !host.may_change() && !writable => Err(errno::EROFS),
            (Thing::Host(NotState(file)), _) => {
                let [accessed, modified] = times.map(|time| SystemTime::UNIX_EPOCH + time);
                let times = fs::FileTimes::new().set_accessed(accessed).set_modified(modified);
                file.set_times(times).map_err(failed)
            }
            (Thing::Node(node), System::Memory(tree)) => {
                tree.set_times_node(node, times);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `fchmod`
    pub fn set_mode_open(&mut self, fd: i32, mode: u32) -> Result<(), Errno> {
        let thing = self.get(fd)?.thing.clone();
        match (thing, self.system_mut()) {
            (Thing::Host(NotState(file)), _) => {
                self.writable(fd)?;
                file.set_permissions(fs::Permissions::from_mode(mode & 0o7777)).map_err(failed)
            }
            (Thing::Node(node), System::Memory(tree)) => {
                tree.set_mode_node(node, mode);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
