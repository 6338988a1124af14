//! Where a file of the program's is on the host, and whether it may be changed there.

use super::errno::{self, Errno};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// What the program may do to the host's files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileAccess {
    /// Read them; to the program, the file system is mounted read-only.
    #[default]
    ReadOnly,
    /// Everything that the user may do.
    ReadWrite,
    /// What it writes goes to a directory, where it reads from first; the rest of the host stays as it is.
    Overlay(PathBuf),
}

/// Translates names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Places {
    access: FileAccess,
    /// The current directory.
    pub(super) directory: PathBuf,
    /// Files of the host's that the program has removed from what it sees through an overlay.
    gone: BTreeSet<PathBuf>,
}

/// Devices that anybody may write to.
const DEVICES: &[&str] = &["/dev/null", "/dev/tty", "/dev/stdout", "/dev/stderr", "/dev/full"];

impl Places {
    pub(super) fn new(access: FileAccess) -> Places {
        let directory = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        Places { access, directory, gone: BTreeSet::new() }
    }

    /// An absolute name without `.` and `..`, symbolic links not followed.
    pub(super) fn absolute(&self, name: &Path) -> PathBuf {
        let mut path = PathBuf::from("/");
        for part in self.directory.join(name).components() {
            match part {
                Component::ParentDir => {
                    path.pop();
                }
                Component::Normal(part) => path.push(part),
                Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
            }
        }
        path
    }

    /// Where to read a file.
    pub(super) fn read(&self, name: &Path) -> Result<PathBuf, Errno> {
        if name.as_os_str().is_empty() {
            return Err(errno::ENOENT);
        }
        let FileAccess::Overlay(upper) = &self.access else { return Ok(self.directory.join(name)) };
        let path = self.absolute(name);
        let over = over(upper, &path);
        if fs::symlink_metadata(&over).is_ok() {
            return Ok(over);
        }
        if self.gone.iter().any(|gone| path.starts_with(gone)) {
            return Err(errno::ENOENT);
        }
        Ok(path)
    }

    /// The program's name of a real path of the host: what was written lies elsewhere, and is not to show it.
    pub(super) fn shown(&self, real: PathBuf) -> PathBuf {
        let FileAccess::Overlay(upper) = &self.access else { return real };
        let Ok(upper) = fs::canonicalize(upper) else { return real };
        real.strip_prefix(upper).map(|name| Path::new("/").join(name)).unwrap_or(real)
    }

    /// Where to change a file; `keep` says whether its present contents matter.
    pub(super) fn write(&mut self, name: &Path, keep: bool) -> Result<PathBuf, Errno> {
        if name.as_os_str().is_empty() {
            return Err(errno::ENOENT);
        }
        if DEVICES.iter().any(|device| name.as_os_str().as_bytes() == device.as_bytes()) {
            return Ok(name.to_owned());
        }
        let upper = match &self.access {
            FileAccess::ReadOnly => return Err(errno::EROFS),
            FileAccess::ReadWrite => return Ok(self.directory.join(name)),
            FileAccess::Overlay(upper) => upper.clone(),
        };
        let path = self.absolute(name);
        let over = over(&upper, &path);
        if fs::symlink_metadata(&over).is_ok() {
            return Ok(over);
        }
        let parent = path.parent().unwrap_or(&path);
        if !self.read(parent)?.is_dir() {
            return Err(errno::ENOENT);
        }
        let failed = |error: std::io::Error| errno::of(&error);
        fs::create_dir_all(over.parent().unwrap_or(&upper)).map_err(failed)?;
        let hidden = self.gone.contains(&path);
        if keep && !hidden && path.is_file() {
            fs::copy(&path, &over).map_err(failed)?;
        }
        Ok(over)
    }

    /// The program has removed a file; where it was on the host, it is hidden from now on.
    pub(super) fn remove(&mut self, name: &Path) {
        if matches!(self.access, FileAccess::Overlay(_)) {
            let path = self.absolute(name);
            self.gone.insert(path);
        }
    }

    /// Whether a file of the host's may be removed, and if the removal is only noted.
    pub(super) fn is_noted(&self, name: &Path) -> bool {
        match &self.access {
            FileAccess::Overlay(upper) => fs::symlink_metadata(over(upper, &self.absolute(name))).is_err(),
            FileAccess::ReadOnly | FileAccess::ReadWrite => false,
        }
    }
}

fn over(upper: &Path, path: &Path) -> PathBuf {
    upper.join(path.strip_prefix("/").unwrap_or(path))
}
