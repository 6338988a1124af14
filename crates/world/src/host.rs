//! The host's files, by name.

use super::errno::{self, Errno};
use super::files::{Stat, flag};
use super::place::{FileAccess, Places};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The host's file systems, as the program sees them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Host {
    places: Places,
    temporaries: u32,
}

#[expect(clippy::needless_pass_by_value, reason = "given to map_err")]
pub(super) fn failed(error: io::Error) -> Errno {
    errno::of(&error)
}

fn path(name: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(name))
}

impl Host {
    pub(super) fn new(access: FileAccess) -> Host {
        Host { places: Places::new(access), temporaries: 0 }
    }

    /// `open`
    pub(super) fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> Result<File, Errno> {
        let name = path(name);
        let access = flags & flag::ACCESS;
        let (create, truncate) = (flags & flag::CREATE != 0, flags & flag::TRUNCATE != 0);
        let follow = flags & (flag::NO_FOLLOW | flag::EXCLUSIVE) == 0;
        let creates = create && self.places.read(name, follow).is_ok_and(|path| fs::metadata(path).is_err());
        let path = if access != 0 || truncate || creates {
            // What is to be emptied must be there, unless it may be made.
            self.places.write(name, follow, !(truncate && create))?
        } else {
            self.places.read(name, follow)?
        };
        let writes = access != 0;
        let mut options = OpenOptions::new();
        options.read(access != flag::WRITE).mode(mode & 0o7777);
        if writes {
            options.write(true).create(create).truncate(truncate && flags & flag::EXCLUSIVE == 0);
            options.create_new(create && flags & flag::EXCLUSIVE != 0);
        }
        let rest = flag::ACCESS | flag::CREATE | flag::EXCLUSIVE | flag::TRUNCATE;
        options.custom_flags(flags & !rest);
        match options.open(&path) {
            Err(_) if creates && !writes => {
                // Rust does not make files that it may not write to.
                File::create(&path).and_then(|_| options.open(&path)).map_err(failed)
            }
            other => other.map_err(failed),
        }
    }

    /// A new file that has no name.
    pub(super) fn temporary(&mut self) -> Result<File, Errno> {
        loop {
            self.temporaries += 1;
            let name = format!("gmc-{}-{}", std::process::id(), self.temporaries);
            let path = std::env::temp_dir().join(name);
            let mut options = OpenOptions::new();
            match options.read(true).write(true).create_new(true).mode(0o600).open(&path) {
                Ok(file) => {
                    // No trace of it stays.
                    fs::remove_file(&path).map_err(failed)?;
                    return Ok(file);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// `stat`, or `lstat` where links are not followed.
    pub(super) fn stat(&self, name: &[u8], follow: bool) -> Result<Stat, Errno> {
        let path = self.places.read(path(name), follow)?;
        let metadata = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
        metadata.map(|it| stat(&it)).map_err(failed)
    }

    /// `access`: whether the file may be written to, too, depends on what the program may do.
    pub(super) fn access(&mut self, name: &[u8], mode: i32) -> Result<(), Errno> {
        let found = self.stat(name, true)?;
        let path = path(name);
        if mode & 2 != 0 {
            self.places.write(path, true, true)?;
        }
        if mode & 4 != 0 {
            let place = self.places.read(path, true)?;
            if found.mode & 0o170_000 == 0o100_000 {
                File::open(place).map_err(failed)?;
            }
        }
        if mode & 1 != 0 && found.mode & 0o111 == 0 { Err(errno::EACCES) } else { Ok(()) }
    }

    /// `unlink`, or `rmdir` for directories.
    pub(super) fn remove(&mut self, name: &[u8], directory: bool) -> Result<(), Errno> {
        let found = self.stat(name, false)?;
        let is_directory = found.mode & 0o170_000 == 0o040_000;
        match (directory, is_directory) {
            (true, false) => return Err(errno::ENOTDIR),
            (false, true) => return Err(errno::EISDIR),
            _ => {}
        }
        let name = path(name);
        if self.places.is_noted(name)? {
            return self.places.remove(name);
        }
        let path = self.places.write(name, false, false)?;
        if directory { fs::remove_dir(path) } else { fs::remove_file(path) }.map_err(failed)?;
        self.places.remove(name)
    }

    /// `rename`
    pub(super) fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        self.stat(from, false)?;
        let [from, to] = [from, to].map(path);
        let source = self.places.write(from, false, true)?;
        let target = self.places.write(to, false, false)?;
        fs::rename(source, target).map_err(failed)?;
        self.places.remove(from)
    }

    /// `link`
    pub(super) fn link(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        self.stat(from, false)?;
        let source = self.places.write(path(from), false, true)?;
        let target = self.places.write(path(to), false, false)?;
        fs::hard_link(source, target).map_err(failed)
    }

    /// `symlink`
    pub(super) fn symlink(&mut self, text: &[u8], name: &[u8]) -> Result<(), Errno> {
        let target = self.places.write(path(name), false, false)?;
        std::os::unix::fs::symlink(path(text), target).map_err(failed)
    }

    /// `truncate`
    pub(super) fn set_size(&mut self, name: &[u8], size: u64) -> Result<(), Errno> {
        self.stat(name, true)?;
        let path = self.places.write(path(name), true, true)?;
        File::options().write(true).open(path).and_then(|file| file.set_len(size)).map_err(failed)
    }

    /// `mkdir`
    pub(super) fn make_directory(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        use std::os::unix::fs::DirBuilderExt;
        if self.stat(name, false).is_ok() {
            return Err(errno::EEXIST);
        }
        let path = self.places.write(path(name), false, false)?;
        fs::DirBuilder::new().mode(mode).create(path).map_err(failed)
    }

    /// `readlink`
    pub(super) fn read_link(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let path = self.places.read(path(name), false)?;
        fs::read_link(path).map(|path| path.into_os_string().into_vec()).map_err(failed)
    }

    /// `realpath`
    pub(super) fn real_path(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        Ok(self.places.real(path(name))?.into_os_string().into_vec())
    }

    /// The names in a directory.
    pub(super) fn list(&self, name: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        Ok(self.places.list(path(name))?.into_iter().map(OsStringExt::into_vec).collect())
    }

    /// `getcwd`
    pub(super) fn directory(&self) -> Vec<u8> {
        self.places.directory.as_os_str().as_bytes().to_vec()
    }

    /// `chdir`
    pub(super) fn change_directory(&mut self, name: &[u8]) -> Result<(), Errno> {
        self.places.enter(path(name))
    }

    /// `chmod`
    pub(super) fn set_mode(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        let path = self.places.write(path(name), true, true)?;
        fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o7777)).map_err(failed)
    }

    /// `utimes`: when the file was last accessed and changed, since 1970.
    pub(super) fn set_times(&mut self, name: &[u8], times: [Duration; 2]) -> Result<(), Errno> {
        let path = self.places.write(path(name), true, true)?;
        let [accessed, modified] = times.map(|time| SystemTime::UNIX_EPOCH + time);
        let times = fs::FileTimes::new().set_accessed(accessed).set_modified(modified);
        File::options().write(true).open(path).and_then(|file| file.set_times(times)).map_err(failed)
    }
}

impl Host {
    /// Whether what an open file says of itself may be changed, although it is not open for writing.
    pub(super) fn may_change(&self) -> bool {
        self.places.may_change()
    }
}

/// What the host says about a file.
pub(super) fn stat(found: &fs::Metadata) -> Stat {
    Stat {
        dev: found.dev(),
        ino: found.ino(),
        nlink: found.nlink(),
        mode: found.mode(),
        uid: found.uid(),
        gid: found.gid(),
        rdev: found.rdev(),
        size: found.size() as i64,
        blksize: found.blksize() as i64,
        blocks: found.blocks() as i64,
        atime: (found.atime(), found.atime_nsec()),
        mtime: (found.mtime(), found.mtime_nsec()),
        ctime: (found.ctime(), found.ctime_nsec()),
    }
}
