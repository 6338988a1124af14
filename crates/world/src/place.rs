//! Where a file of the program's is on the host, and whether it may be changed there.

use super::errno::{self, Errno};
use super::host::failed;
use std::collections::BTreeSet;
use std::ffi::OsString;
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

/// A name that leads through more links than this leads nowhere, as on Linux.
const MOST_LINKS: u32 = 40;

impl Places {
    pub(super) fn new(access: FileAccess) -> Places {
        let directory = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        Places { access, directory, gone: BTreeSet::new() }
    }

    /// The name of a directory, as `getcwd` tells it.
    pub(super) fn enter(&mut self, name: &Path) -> Result<(), Errno> {
        let place = self.read(name, true)?;
        if !fs::metadata(&place).map_err(failed)?.is_dir() {
            return Err(errno::ENOTDIR);
        }
        self.directory = self.real(name)?;
        Ok(())
    }

    /// What a name means to the program, without links, `.` and `..`: there must be such a file.
    pub(super) fn real(&self, name: &Path) -> Result<PathBuf, Errno> {
        let place = self.read(name, true)?;
        match &self.access {
            FileAccess::Overlay(upper) => {
                fs::metadata(place).map_err(failed)?;
                self.resolve(upper, name, true)
            }
            FileAccess::ReadOnly | FileAccess::ReadWrite => fs::canonicalize(place).map_err(failed),
        }
    }

    /// An absolute name without links, `.` and `..`. A link at its end stays one unless it is followed.
    ///
    /// Links are followed here and not by the host, for whom those in the overlay would lead out of it: where a link
    /// leads is a name of the program's, too.
    fn resolve(&self, upper: &Path, name: &Path, follow: bool) -> Result<PathBuf, Errno> {
        let follow = follow || name.as_os_str().as_bytes().ends_with(b"/");
        let mut left = parts(&self.directory.join(name));
        let mut path = PathBuf::from("/");
        let mut links = 0;
        while let Some(part) = left.pop() {
            if part == ".." {
                path.pop();
                continue;
            }
            path.push(part);
            let is_link = |place: &PathBuf| fs::symlink_metadata(place).is_ok_and(|it| it.is_symlink());
            let Some(link) = self.place(upper, &path).filter(is_link) else { continue };
            if left.is_empty() && !follow {
                break;
            }
            links += 1;
            if links > MOST_LINKS {
                return Err(errno::ELOOP);
            }
            let text = fs::read_link(link).map_err(failed)?;
            path.pop();
            if text.is_absolute() {
                path = PathBuf::from("/");
            }
            left.extend(parts(&text));
        }
        Ok(path)
    }

    /// Where a file is whose name has no links: in the overlay, or else on the host unless it was removed.
    fn place(&self, upper: &Path, path: &Path) -> Option<PathBuf> {
        let over = over(upper, path);
        if fs::symlink_metadata(&over).is_ok() {
            return Some(over);
        }
        let gone = self.gone.iter().any(|gone| path.starts_with(gone));
        (!gone).then(|| path.to_owned())
    }

    /// Where to read a file; a link at the end of the name may be what is meant.
    pub(super) fn read(&self, name: &Path, follow: bool) -> Result<PathBuf, Errno> {
        if name.as_os_str().is_empty() {
            return Err(errno::ENOENT);
        }
        let FileAccess::Overlay(upper) = &self.access else { return Ok(self.directory.join(name)) };
        let path = self.resolve(upper, name, follow)?;
        self.place(upper, &path).ok_or(errno::ENOENT)
    }

    /// Where to change a file, or a link at the end of the name. `keep` says whether its present contents matter.
    pub(super) fn write(&mut self, name: &Path, follow: bool, keep: bool) -> Result<PathBuf, Errno> {
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
        let path = self.resolve(&upper, name, follow)?;
        let over = over(&upper, &path);
        if fs::symlink_metadata(&over).is_ok() {
            return Ok(over);
        }
        let parent = path.parent().unwrap_or(&path);
        if !self.place(&upper, parent).is_some_and(|it| it.is_dir()) {
            return Err(errno::ENOENT);
        }
        fs::create_dir_all(over.parent().unwrap_or(&upper)).map_err(failed)?;
        let hidden = self.gone.iter().any(|gone| path.starts_with(gone));
        match fs::symlink_metadata(&path) {
            Ok(found) if keep && !hidden && found.is_file() => {
                fs::copy(&path, &over).map_err(failed)?;
            }
            Ok(found) if keep && !hidden && found.is_symlink() => {
                let text = fs::read_link(&path).map_err(failed)?;
                std::os::unix::fs::symlink(text, &over).map_err(failed)?;
            }
            _ => {}
        }
        Ok(over)
    }

    /// The program has removed a file; where it was on the host, it is hidden from now on.
    pub(super) fn remove(&mut self, name: &Path) -> Result<(), Errno> {
        if let FileAccess::Overlay(upper) = &self.access {
            let path = self.resolve(upper, name, false)?;
            self.gone.insert(path);
        }
        Ok(())
    }

    /// Whether a file of the host's may be removed, and if the removal is only noted.
    pub(super) fn is_noted(&self, name: &Path) -> Result<bool, Errno> {
        let FileAccess::Overlay(upper) = &self.access else { return Ok(false) };
        let path = self.resolve(upper, name, false)?;
        Ok(fs::symlink_metadata(over(upper, &path)).is_err())
    }

    /// The names in a directory: those in the overlay, and those on the host that were not removed.
    pub(super) fn list(&self, name: &Path) -> Result<Vec<OsString>, Errno> {
        let names = |place: &Path| -> Result<Vec<OsString>, Errno> {
            let entries = fs::read_dir(place).map_err(failed)?;
            entries.map(|entry| Ok(entry.map_err(failed)?.file_name())).collect()
        };
        let place = self.read(name, true)?;
        let mut all = names(&place)?;
        if let FileAccess::Overlay(upper) = &self.access {
            let path = self.resolve(upper, name, true)?;
            let below = if place == path { Ok(Vec::new()) } else { names(&path) };
            all.extend(below.unwrap_or_default());
            all.sort();
            all.dedup();
            all.retain(|it| self.place(upper, &path.join(it)).is_some());
        }
        Ok(all)
    }

    /// Whether what an open file says of itself may be changed, although it is not open for writing.
    pub(super) fn may_change(&self) -> bool {
        self.access == FileAccess::ReadWrite
    }
}

/// The parts of a name, the last one first.
fn parts(name: &Path) -> Vec<OsString> {
    let parts = name.components().filter_map(|part| match part {
        Component::ParentDir | Component::Normal(_) => Some(part.as_os_str().to_owned()),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    });
    let mut parts: Vec<OsString> = parts.collect();
    parts.reverse();
    parts
}

fn over(upper: &Path, path: &Path) -> PathBuf {
    upper.join(path.strip_prefix("/").unwrap_or(path))
}
