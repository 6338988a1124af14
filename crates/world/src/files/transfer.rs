//! Bytes in and out of open files: `read`, `write`, `pread`, `pwrite`, and `lseek`, which says where.
//!
//! Invariant: a call that has to wait moves no byte and no position.

use super::{Files, Mishap, System, Thing, flag};
use crate::errno::{self, Errno};
use crate::host::failed;
use crate::pipe::Want;
use crate::state::NotState;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;

impl Files {
    /// `read`
    pub fn read(&mut self, fd: i32, bytes: &mut [u8]) -> Result<usize, Errno> {
        self.receive(fd, bytes, false)
    }

    /// `read`; with `keep`, what is read from a pipe stays there.
    pub fn receive(&mut self, fd: i32, bytes: &mut [u8], keep: bool) -> Result<usize, Errno> {
        self.readable(fd)?;
        let bytes = match self.mishap.take() {
            Some(Mishap::Error(code)) => return Err(code),
            Some(Mishap::Short(most)) => {
                let count = bytes.len().min(most);
                &mut bytes[..count]
            }
            None => bytes,
        };
        let id = self.id(fd)?;
        let Files { open, system, pipes, .. } = self;
        let Some(open) = &mut open[id] else { return Err(errno::EBADF) };
        let flags = open.flags;
        let want = match &mut open.thing {
            Thing::Host(NotState(file)) => return read_host(file, bytes),
            Thing::Node(node) => {
                let System::Memory(tree) = system else { return Err(errno::EBADF) };
                let count = tree.read(*node, open.at, bytes)?;
                open.at += count as u64;
                return Ok(count);
            }
            Thing::Given(NotState(input)) => {
                let rest = &input[open.at.min(input.len() as u64) as usize..];
                let count = rest.len().min(bytes.len());
                bytes[..count].copy_from_slice(&rest[..count]);
                open.at += count as u64;
                return Ok(count);
            }
            Thing::Chosen(chosen) if chosen.lacks(bytes.len()) => {
                Want::Input(bytes.len() - chosen.available())
            }
            Thing::Chosen(chosen) => return Ok(chosen.read(bytes)),
            Thing::Pipe { from: Some(pipe), .. } => {
                let id = pipe.0;
                let pipe = pipes[id as usize].as_mut().ok_or(errno::EBADF)?;
                match pipe.read(bytes, keep) {
                    Some(count) => return Ok(count),
                    None => Want::Data(id, 0),
                }
            }
            Thing::Unknown => Want::Unknown,
            Thing::Pipe { from: None, .. } | Thing::Output => return Err(errno::EBADF),
        };
        Err(self.wait(want, flags))
    }

    /// `write`: how many bytes were written. All of them, unless something goes wrong.
    pub fn write_some(&mut self, fd: i32, bytes: &[u8]) -> Result<usize, Errno> {
        self.writable(fd)?;
        let bytes = match self.mishap.take() {
            Some(Mishap::Error(code)) => return Err(code),
            Some(Mishap::Short(most)) => &bytes[..bytes.len().min(most)],
            None => bytes,
        };
        let id = self.id(fd)?;
        let Files { open, system, pipes, printed, .. } = self;
        let Some(open) = &mut open[id] else { return Err(errno::EBADF) };
        let flags = open.flags;
        match &open.thing {
            Thing::Host(NotState(file)) => (&**file).write_all(bytes).map_err(failed)?,
            Thing::Node(node) => {
                let System::Memory(tree) = system else { return Err(errno::EBADF) };
                if flags & flag::APPEND != 0 {
                    open.at = tree.length(*node).unwrap_or(0);
                }
                tree.write(*node, open.at, bytes)?;
                open.at += bytes.len() as u64;
            }
            Thing::Pipe { to: Some(pipe), .. } => {
                let id = pipe.0;
                let pipe = pipes[id as usize].as_mut().ok_or(errno::EBADF)?;
                match pipe.write(bytes) {
                    Some(outcome) => outcome?,
                    None => return Err(self.wait(Want::Room(id, bytes.len()), flags)),
                }
            }
            Thing::Output => {
                if let Some(printed) = &mut printed.0 {
                    printed.push((fd, bytes.to_vec()));
                }
            }
            _ => return Err(errno::EBADF),
        }
        Ok(bytes.len())
    }

    /// Writes all of it, as streams do: in several pieces, if need be.
    pub fn write(&mut self, fd: i32, mut bytes: &[u8]) -> Result<(), Errno> {
        while !bytes.is_empty() {
            let count = self.write_some(fd, bytes)?;
            bytes = &bytes[count..];
        }
        self.writable(fd).map(|_| ())
    }

    /// `pread`
    pub fn read_at(&mut self, fd: i32, bytes: &mut [u8], at: i64) -> Result<usize, Errno> {
        let at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        if let Thing::Host(NotState(file)) = &self.readable(fd)?.thing {
            return read_host_at(file, bytes, at);
        }
        if matches!(self.get(fd)?.thing, Thing::Pipe { .. } | Thing::Output | Thing::Chosen(_)) {
            return Err(errno::ESPIPE);
        }
        let before = std::mem::replace(&mut self.get_mut(fd)?.at, at);
        let outcome = self.read(fd, bytes);
        self.get_mut(fd)?.at = before;
        outcome
    }

    /// `pwrite`
    pub fn write_at(&mut self, fd: i32, bytes: &[u8], at: i64) -> Result<usize, Errno> {
        let at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        if let Thing::Host(NotState(file)) = &self.writable(fd)?.thing {
            return file.write_all_at(bytes, at).map(|()| bytes.len()).map_err(failed);
        }
        if matches!(self.get(fd)?.thing, Thing::Pipe { .. } | Thing::Output) {
            return Err(errno::ESPIPE);
        }
        let before = std::mem::replace(&mut self.get_mut(fd)?.at, at);
        let outcome = self.write_some(fd, bytes);
        self.get_mut(fd)?.at = before;
        outcome
    }

    /// `lseek`
    pub fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64, Errno> {
        let open = self.get(fd)?;
        if let Thing::Host(NotState(file)) = &open.thing {
            return seek_host(file, offset, whence);
        }
        let length = match (&open.thing, &self.system) {
            (Thing::Given(NotState(bytes)), _) => Some(bytes.len() as u64),
            (Thing::Node(node), System::Memory(tree)) => tree.length(*node).or(Some(0)),
            _ => None,
        };
        let start = match whence {
            0 => 0,
            1 => open.at,
            2 => length.unwrap_or(0),
            _ => return Err(errno::EINVAL),
        };
        length.ok_or(errno::ESPIPE)?;
        let at = i64::try_from(start).ok().and_then(|start| start.checked_add(offset));
        let at = at.ok_or(errno::EOVERFLOW)?;
        self.get_mut(fd)?.at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        Ok(at)
    }
}

fn read_host(mut file: &File, bytes: &mut [u8]) -> Result<usize, Errno> {
    loop {
        match file.read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other.map_err(failed),
        }
    }
}

/// `pread` of a file of the host.
pub(super) fn read_host_at(file: &File, bytes: &mut [u8], at: u64) -> Result<usize, Errno> {
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

fn seek_host(mut file: &File, offset: i64, whence: i32) -> Result<i64, Errno> {
    let to = match whence {
        0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| errno::EINVAL)?),
        1 => SeekFrom::Current(offset),
        2 => SeekFrom::End(offset),
        _ => return Err(errno::EINVAL),
    };
    file.seek(to).map(|at| at as i64).map_err(failed)
}
