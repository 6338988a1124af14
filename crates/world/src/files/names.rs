//! Files by name: of the host, or in memory.

use super::{Files, Stat, System, Thing};
use crate::bytes::{Byte, Bytes};
use crate::errno::{self, Errno};
use std::borrow::Cow;
use std::time::Duration;

macro_rules! by_name {
    ($self:ident, $call:ident($($argument:expr),*)) => {
        match $self.system() {
            System::Host(host) => host.$call($($argument),*),
            System::Memory(tree) => tree.$call($($argument),*),
        }
    };
    (mut $self:ident, $call:ident($($argument:expr),*)) => {
        match $self.system_mut() {
            System::Host(host) => host.$call($($argument),*),
            System::Memory(tree) => tree.$call($($argument),*),
        }
    };
}

impl Files {
    /// A name as seen from the current directory of this process.
    pub(super) fn seen_from_here<'n>(&self, name: &'n [u8]) -> Cow<'n, [u8]> {
        match &self.directory {
            Some(directory) if !name.starts_with(b"/") && !name.is_empty() => {
                [&directory[..], b"/", name].concat().into()
            }
            _ => name.into(),
        }
    }

    /// A file with these contents that the program finds.
    pub fn add_file(&mut self, name: &[u8], contents: Bytes) {
        if let System::Memory(tree) = self.system_mut() {
            tree.add_file(name, contents, 0o644);
        }
    }

    /// Sets a byte of such a file.
    pub fn set_byte(&mut self, name: &[u8], at: usize, byte: Byte) {
        if let System::Memory(tree) = self.system_mut() {
            tree.set_byte(name, at, byte);
        }
    }

    /// Whether a number has `FD_CLOEXEC`.
    pub fn closes_on_exec(&self, fd: i32) -> Result<bool, Errno> {
        self.get(fd).map(|_| self.closing.contains(&fd))
    }

    /// Gives it to a number, or takes it away.
    pub fn close_on_exec(&mut self, fd: i32, closes: bool) -> Result<(), Errno> {
        self.get(fd)?;
        if closes {
            self.closing.insert(fd);
        } else {
            self.closing.remove(&fd);
        }
        Ok(())
    }

    /// Closes what another program is not to get (`exec`).
    pub fn close_for_exec(&mut self) {
        for number in std::mem::take(&mut self.closing) {
            // Those that are not open stay so.
            let _ = self.close(number);
        }
    }

    /// Whether files are in memory, and not those of the host.
    pub(crate) fn are_in_memory(&self) -> bool {
        matches!(self.system(), System::Memory(_))
    }

    /// A name, absolute and without `.`, `..` and doubled slashes. Links are not followed.
    pub fn absolute(&self, name: &[u8]) -> Vec<u8> {
        let whole =
            if name.starts_with(b"/") { name.to_vec() } else { [&self.directory()[..], b"/", name].concat() };
        let mut parts: Vec<&[u8]> = Vec::new();
        for part in whole.split(|it| *it == b'/') {
            match part {
                b"" | b"." => {}
                b".." => {
                    parts.pop();
                }
                other => parts.push(other),
            }
        }
        parts.iter().flat_map(|it| [&b"/"[..], it].concat()).collect()
    }

    /// The name of an open file, if it has one.
    pub fn name_of(&self, fd: i32) -> Result<Option<Vec<u8>>, Errno> {
        Ok(match (&self.get(fd)?.thing, self.system()) {
            (Thing::Node(node), System::Memory(tree)) => tree.name(*node),
            _ => None,
        })
    }

    /// `truncate`
    pub fn set_size_named(&mut self, name: &[u8], size: i64) -> Result<(), Errno> {
        let size = u64::try_from(size).map_err(|_| errno::EINVAL)?;
        let name = self.seen_from_here(name);
        by_name!(mut self, set_size(&name, size))
    }

    /// `stat`, or `lstat` where links are not followed.
    pub fn stat(&self, name: &[u8], follow: bool) -> Result<Stat, Errno> {
        if let Some(stat) = self.stat_socket(name) {
            return Ok(stat);
        }
        let name = self.seen_from_here(name);
        by_name!(self, stat(&name, follow))
    }

    /// `access`
    pub fn access(&mut self, name: &[u8], mode: i32) -> Result<(), Errno> {
        if self.stat_socket(name).is_some() {
            return Ok(());
        }
        let name = self.seen_from_here(name);
        by_name!(mut self, access(&name, mode))
    }

    /// `unlink`, or `rmdir` for directories.
    pub fn remove(&mut self, name: &[u8], directory: bool) -> Result<(), Errno> {
        if !directory && self.stat_socket(name).is_some() {
            let real = self.socket_path(name)?;
            self.outside.network.unlink(&real);
            return Ok(());
        }
        let name = self.seen_from_here(name);
        by_name!(mut self, remove(&name, directory))
    }

    /// `rename`
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        if self.stat_socket(from).is_some() {
            let (from, to) = (self.socket_path(from)?, self.socket_path(to)?);
            self.outside.network.rename(&from, to);
            return Ok(());
        }
        let [from, to] = [from, to].map(|it| self.seen_from_here(it));
        by_name!(mut self, rename(&from, &to))
    }

    /// `link`
    pub fn link(&mut self, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let [from, to] = [from, to].map(|it| self.seen_from_here(it));
        by_name!(mut self, link(&from, &to))
    }

    /// `symlink`
    pub fn symlink(&mut self, text: &[u8], name: &[u8]) -> Result<(), Errno> {
        let name = self.seen_from_here(name);
        by_name!(mut self, symlink(text, &name))
    }

    /// `umask`: what new files do not allow from now on. Gives what it was before.
    pub fn set_mask(&mut self, mask: u32) -> u32 {
        std::mem::replace(&mut self.mask, mask & 0o777)
    }

    /// `mkdir`
    pub fn make_directory(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        let mode = mode & !self.mask;
        let name = self.seen_from_here(name);
        by_name!(mut self, make_directory(&name, mode))
    }

    /// `readlink`
    pub fn read_link(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let name = self.seen_from_here(name);
        by_name!(self, read_link(&name))
    }

    /// `realpath`
    pub fn real_path(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let name = self.seen_from_here(name);
        by_name!(self, real_path(&name))
    }

    /// The names in a directory, sorted: the order of the host's means nothing.
    pub fn list(&self, name: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
        let name = self.seen_from_here(name);
        let mut names = by_name!(self, list(&name))?;
        if self.outside.network.has_paths() {
            let real = self.real_path(&name)?;
            names.extend(self.outside.network.paths_in(self.host, &real).map(<[u8]>::to_vec));
        }
        names.extend([b".".to_vec(), b"..".to_vec()]);
        names.sort();
        Ok(names)
    }

    /// `getcwd`
    pub fn directory(&self) -> Vec<u8> {
        self.directory.clone().unwrap_or_else(|| by_name!(self, directory()))
    }

    /// `chdir`
    pub fn change_directory(&mut self, name: &[u8]) -> Result<(), Errno> {
        if !self.outside.processes.are_several() && self.directory.is_none() {
            return by_name!(mut self, change_directory(name));
        }
        if self.stat(name, true)?.mode & 0o170_000 != 0o040_000 {
            return Err(errno::ENOTDIR);
        }
        self.directory = Some(self.real_path(name)?);
        Ok(())
    }

    /// `chmod`
    pub fn set_mode(&mut self, name: &[u8], mode: u32) -> Result<(), Errno> {
        if self.stat_socket(name).is_some() {
            let real = self.socket_path(name)?;
            self.outside.network.set_path_mode(&real, mode);
            return Ok(());
        }
        let name = self.seen_from_here(name);
        by_name!(mut self, set_mode(&name, mode))
    }

    /// `utimes`: when a file was last accessed and changed, since 1970.
    pub fn set_times(&mut self, name: &[u8], times: [Duration; 2]) -> Result<(), Errno> {
        let name = self.seen_from_here(name);
        by_name!(mut self, set_times(&name, times))
    }
}
