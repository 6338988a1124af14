//! Open files, by number, as `open`, `read` and their kin see them.

use super::errno::{self, Errno};
use super::place::{FileAccess, Places};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How a file is opened: Linux's numbers.
pub(super) mod flag {
    /// Which of reading, writing and both.
    pub(crate) const ACCESS: i32 = 3;
    /// Writing only.
    pub(crate) const WRITE: i32 = 1;
    /// Reading and writing.
    pub(crate) const BOTH: i32 = 2;
    /// Make the file if it is not there.
    pub(crate) const CREATE: i32 = 0o100;
    /// Fail if it is there.
    pub(crate) const EXCLUSIVE: i32 = 0o200;
    /// Empty it.
    pub(crate) const TRUNCATE: i32 = 0o1000;
}

/// No program has more files open.
const MOST: usize = 1024;

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

#[derive(Debug)]
struct Open {
    file: File,
    flags: i32,
    path: PathBuf,
    /// To be removed when it is closed.
    temporary: bool,
}

/// The open files.
#[derive(Debug)]
pub struct Files {
    places: Places,
    open: Vec<Option<Open>>,
    temporaries: u32,
    /// What is written goes nowhere.
    silent: bool,
}

#[expect(clippy::needless_pass_by_value, reason = "given to map_err")]
fn failed(error: io::Error) -> Errno {
    errno::of(&error)
}

impl Files {
    /// The standard three are open.
    pub(super) fn new(access: FileAccess, silent: bool) -> Files {
        let own = |fd: BorrowedFd<'_>, flags| {
            let file = File::from(fd.try_clone_to_owned().ok()?);
            Some(Open { file, flags, path: PathBuf::new(), temporary: false })
        };
        let open = vec![
            own(io::stdin().as_fd(), 0),
            own(io::stdout().as_fd(), flag::WRITE),
            own(io::stderr().as_fd(), flag::BOTH),
        ];
        Files { places: Places::new(access), open, temporaries: 0, silent }
    }

    fn get(&mut self, fd: i32) -> Result<&mut Open, Errno> {
        let slot = usize::try_from(fd).ok().and_then(|fd| self.open.get_mut(fd));
        slot.and_then(Option::as_mut).ok_or(errno::EBADF)
    }

    fn readable(&mut self, fd: i32) -> Result<&mut File, Errno> {
        let open = self.get(fd)?;
        if open.flags & flag::ACCESS == flag::WRITE { Err(errno::EBADF) } else { Ok(&mut open.file) }
    }

    fn writable(&mut self, fd: i32) -> Result<&mut File, Errno> {
        let open = self.get(fd)?;
        if open.flags & flag::ACCESS == 0 { Err(errno::EBADF) } else { Ok(&mut open.file) }
    }

    fn add(&mut self, open: Open, lowest: usize) -> Result<i32, Errno> {
        let free = (lowest..MOST).find(|&at| self.open.get(at).is_none_or(Option::is_none));
        let at = free.ok_or(errno::EMFILE)?;
        if self.open.len() <= at {
            self.open.resize_with(at + 1, || None);
        }
        self.open[at] = Some(open);
        Ok(at as i32)
    }

    /// `open`
    pub fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> Result<i32, Errno> {
        let name = Path::new(std::ffi::OsStr::from_bytes(name));
        let access = flags & flag::ACCESS;
        let (create, truncate) = (flags & flag::CREATE != 0, flags & flag::TRUNCATE != 0);
        let creates = create && self.places.read(name).is_ok_and(|path| fs::metadata(path).is_err());
        let path = if access != 0 || truncate || creates {
            self.places.write(name, !truncate)?
        } else {
            self.places.read(name)?
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
        let file = match options.open(&path) {
            Err(_) if creates && !writes => {
                // Rust does not make files that it may not write to.
                File::create(&path).and_then(|_| options.open(&path)).map_err(failed)?
            }
            other => other.map_err(failed)?,
        };
        self.add(Open { file, flags, path, temporary: false }, 0)
    }

    /// A new file that nobody knows and that goes with the program.
    pub fn temporary(&mut self) -> Result<i32, Errno> {
        let flags = flag::BOTH | flag::CREATE | flag::EXCLUSIVE;
        loop {
            self.temporaries += 1;
            let name = format!("gmc-{}-{}", std::process::id(), self.temporaries);
            let path = std::env::temp_dir().join(name);
            let mut options = OpenOptions::new();
            match options.read(true).write(true).create_new(true).mode(0o600).open(&path) {
                Ok(file) => {
                    // It has no name any more, and no trace of it stays.
                    fs::remove_file(&path).map_err(failed)?;
                    return self.add(Open { file, flags, path, temporary: true }, 0);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// `close`
    pub fn close(&mut self, fd: i32) -> Result<(), Errno> {
        self.get(fd)?;
        self.open[fd as usize] = None;
        Ok(())
    }

    /// `dup`, with the lowest number that may be used; `dup2` for one that must be.
    pub fn duplicate(&mut self, fd: i32, lowest: i32, exact: bool) -> Result<i32, Errno> {
        let open = self.get(fd)?;
        if exact && fd == lowest {
            return Ok(fd);
        }
        let copy = Open {
            file: open.file.try_clone().map_err(failed)?,
            flags: open.flags,
            path: open.path.clone(),
            temporary: open.temporary,
        };
        let lowest = usize::try_from(lowest).map_err(|_| errno::EINVAL)?;
        if exact && let Some(slot) = self.open.get_mut(lowest) {
            *slot = None;
        }
        self.add(copy, lowest)
    }

    /// `read`
    pub fn read(&mut self, fd: i32, bytes: &mut [u8]) -> Result<usize, Errno> {
        let file = self.readable(fd)?;
        loop {
            match file.read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other.map_err(failed),
            }
        }
    }

    /// `write`, all of it.
    pub fn write(&mut self, fd: i32, bytes: &[u8]) -> Result<(), Errno> {
        let silent = self.silent;
        let file = self.writable(fd)?;
        if silent { Ok(()) } else { file.write_all(bytes).map_err(failed) }
    }

    /// `pread`
    pub fn read_at(&mut self, fd: i32, bytes: &mut [u8], at: i64) -> Result<usize, Errno> {
        let at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        let file = self.readable(fd)?;
        let mut done = 0;
        while done < bytes.len() {
            match file.read_at(&mut bytes[done..], at + done as u64) {
                Ok(0) => break,
                Ok(count) => done += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(done)
    }

    /// `pwrite`
    pub fn write_at(&mut self, fd: i32, bytes: &[u8], at: i64) -> Result<(), Errno> {
        let at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        self.writable(fd)?.write_all_at(bytes, at).map_err(failed)
    }

    /// `lseek`
    pub fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64, Errno> {
        let open = self.get(fd)?;
        let to = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| errno::EINVAL)?),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(errno::EINVAL),
        };
        open.file.seek(to).map(|at| at as i64).map_err(failed)
    }

    /// `isatty`
    pub fn is_terminal(&mut self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|open| open.file.is_terminal())
    }

    /// The flags that a file was opened with.
    pub fn flags(&mut self, fd: i32) -> Result<i32, Errno> {
        Ok(self.get(fd)?.flags & !(flag::CREATE | flag::EXCLUSIVE | flag::TRUNCATE))
    }

    /// `ftruncate`
    pub fn set_size(&mut self, fd: i32, size: i64) -> Result<(), Errno> {
        let size = u64::try_from(size).map_err(|_| errno::EINVAL)?;
        self.writable(fd).map_err(|_| errno::EINVAL)?.set_len(size).map_err(failed)
    }

    /// `fsync`
    pub fn sync(&mut self, fd: i32) -> Result<(), Errno> {
        // That the host's disk has it is nothing that the program could find out.
        self.get(fd).map(|_| ())
    }

    /// `fstat`
    pub fn stat_open(&mut self, fd: i32) -> Result<Stat, Errno> {
        self.get(fd)?.file.metadata().map(|it| stat(&it)).map_err(failed)
    }

    /// `stat`, or `lstat` where links are not followed.
    pub fn stat(&self, name: &[u8], follow: bool) -> Result<Stat, Errno> {
        let path = self.places.read(Path::new(std::ffi::OsStr::from_bytes(name)))?;
        let metadata = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
        metadata.map(|it| stat(&it)).map_err(failed)
    }

    /// `access`: whether the file may be written to, too, depends on what the program may do.
    pub fn access(&mut self, name: &[u8], mode: i32) -> Result<(), Errno> {
        let found = self.stat(name, true)?;
        let path = Path::new(std::ffi::OsStr::from_bytes(name));
        if mode & 2 != 0 {
            self.places.write(path, true)?;
        }
        if mode & 4 != 0 {
            let place = self.places.read(path)?;
            if found.mode & 0o170_000 == 0o100_000 {
                File::open(place).map_err(failed)?;
            }
        }
        if mode & 1 != 0 && found.mode & 0o111 == 0 { Err(errno::EACCES) } else { Ok(()) }
    }

    /// `unlink`, or `rmdir` for directories.
    pub fn remove(&mut self, name: &[u8], directory: bool) -> Result<(), Errno> {
        let found = self.stat(name, false)?;
        let is_directory = found.mode & 0o170_000 == 0o040_000;
        match (directory, is_directory) {
            (true, false) => return Err(errno::ENOTDIR),
            (false, true) => return Err(errno::EISDIR),
            _ => {}
        }
        let name = Path::new(std::ffi::OsStr::from_bytes(name));
        let noted = self.places.is_noted(name);
        if !noted {
            let path = self.places.write(name, false)?;
            if directory { fs::remove_dir(path) } else { fs::remove_file(path) }.map_err(failed)?;
        }
        self.places.remove(name);
        Ok(())
    }

    /// `rename`
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        self.stat(from, false)?;
        let [from, to] = [from, to].map(|name| Path::new(std::ffi::OsStr::from_bytes(name)));
        let source = self.places.write(from, true)?;
        let target = self.places.write(to, false)?;
        fs::rename(source, target).map_err(failed)?;
        self.places.remove(from);
        Ok(())
    }

    /// `mkdir`
    pub fn make_directory(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        use std::os::unix::fs::DirBuilderExt;
        if self.stat(name, false).is_ok() {
            return Err(errno::EEXIST);
        }
        let path = self.places.write(Path::new(std::ffi::OsStr::from_bytes(name)), false)?;
        fs::DirBuilder::new().mode(mode).create(path).map_err(failed)
    }

    /// `readlink`
    pub fn read_link(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let path = self.places.read(Path::new(std::ffi::OsStr::from_bytes(name)))?;
        fs::read_link(path).map(|path| path.into_os_string().into_vec()).map_err(failed)
    }

    /// `realpath`
    pub fn real_path(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let path = self.places.read(Path::new(std::ffi::OsStr::from_bytes(name)))?;
        fs::canonicalize(path).map(|path| path.into_os_string().into_vec()).map_err(failed)
    }

    /// The names in a directory, sorted: the order of the host's means nothing.
    pub fn list(&self, name: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        let path = self.places.read(Path::new(std::ffi::OsStr::from_bytes(name)))?;
        let mut names = vec![b".".to_vec(), b"..".to_vec()];
        for entry in fs::read_dir(path).map_err(failed)? {
            names.push(entry.map_err(failed)?.file_name().into_vec());
        }
        names.sort();
        Ok(names)
    }

    /// `getcwd`
    pub fn directory(&self) -> Vec<u8> {
        self.places.directory.as_os_str().as_bytes().to_vec()
    }

    /// `chdir`
    pub fn change_directory(&mut self, name: &[u8]) -> Result<(), Errno> {
        let name = Path::new(std::ffi::OsStr::from_bytes(name));
        let place = self.places.read(name)?;
        if !fs::metadata(place).map_err(failed)?.is_dir() {
            return Err(errno::ENOTDIR);
        }
        self.places.directory = self.places.absolute(name);
        Ok(())
    }

    /// `chmod`
    pub fn set_mode(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        let path = self.places.write(Path::new(std::ffi::OsStr::from_bytes(name)), true)?;
        fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o7777)).map_err(failed)
    }

    /// `fchmod`
    pub fn set_mode_open(&mut self, fd: i32, mode: u32) -> Result<(), Errno> {
        self.writable(fd)?.set_permissions(fs::Permissions::from_mode(mode & 0o7777)).map_err(failed)
    }

    /// `utimes`: seconds and nanoseconds of the last access and change.
    pub fn set_times(&mut self, name: &[u8], times: [Duration; 2]) -> Result<(), Errno> {
        let path = self.places.write(Path::new(std::ffi::OsStr::from_bytes(name)), true)?;
        let [accessed, modified] = times.map(|time| SystemTime::UNIX_EPOCH + time);
        let times = fs::FileTimes::new().set_accessed(accessed).set_modified(modified);
        File::options().write(true).open(path).and_then(|file| file.set_times(times)).map_err(failed)
    }
}

fn stat(found: &fs::Metadata) -> Stat {
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
