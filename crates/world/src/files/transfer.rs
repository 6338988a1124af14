//! Bytes in and out of open files: `read`, `write`, `pread`, `pwrite`, and `lseek`, which says where.
//!
//! Invariant: a call that has to wait moves no byte and no position.

use super::{Files, Mishap, System, Thing, flag};
use crate::bytes::{Bytes, Slice};
use crate::errno::{self, Errno};
use crate::host::failed;
use crate::outside::Outside;
use crate::pipe::{Pipe, PipeId, Want};
use crate::sockets::bits;
use crate::state::NotState;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;

impl Files {
    /// `read`
    pub fn read(&mut self, fd: i32, count: usize) -> Result<Bytes, Errno> {
        match self.readable(fd)?.thing {
            Thing::Socket(_) if count == 0 => return Ok(Bytes::new()),
            Thing::Socket(_) => return self.read_socket(fd, count),
            Thing::Event(_) | Thing::Timer(_) => return self.read_event(fd, count),
            Thing::Signals(set) => return self.read_signals(fd, set, count),
            Thing::Epoll(_) => return Err(errno::EINVAL),
            _ => {}
        }
        let count = match self.mishap.take() {
            Some(Mishap::Error(code)) => return Err(code),
            Some(Mishap::Short(most)) => count.min(most),
            None => count,
        };
        let id = self.id(fd)?;
        let host = self.host.index();
        let Outside { open, systems, pipes, .. } = &mut **self.outside;
        let Some(open) = &mut open[id] else { return Err(errno::EBADF) };
        let flags = open.flags;
        let want = match &mut open.thing {
            Thing::Host(NotState(file)) => return read_host(file, count),
            Thing::Node(node) => {
                let System::Memory(tree) = &*systems[host] else { return Err(errno::EBADF) };
                let bytes = tree.read(*node, open.at, count)?;
                open.at += bytes.len() as u64;
                return Ok(bytes);
            }
            Thing::Given(NotState(input)) => {
                let rest = &input[open.at.min(input.len() as u64) as usize..];
                let count = rest.len().min(count);
                open.at += count as u64;
                return Ok(rest[..count].to_vec().into());
            }
            Thing::Chosen(chosen) if chosen.lacks(count) => Want::Input(count - chosen.available()),
            Thing::Chosen(chosen) => return Ok(chosen.read(count)),
            Thing::Pipe { from: Some(pipe), .. } => {
                let id = pipe.0;
                let pipe = pipes[id as usize].as_mut().ok_or(errno::EBADF)?;
                let was_full = !pipe.has_page();
                match pipe.read(count) {
                    Some(bytes) => {
                        if was_full {
                            self.wake_pipe(PipeId(id), false, bits::WRITES);
                        }
                        return Ok(bytes);
                    }
                    None => Want::Data(id, 0),
                }
            }
            Thing::Unknown => Want::Unknown,
            _ => return Err(errno::EBADF),
        };
        Err(self.wait(want, flags))
    }

    /// `write`: how many bytes were written. All of them, unless something goes wrong, or only a part fits now.
    pub fn write_some(&mut self, fd: i32, bytes: Slice<'_>) -> Result<usize, Errno> {
        self.put(fd, bytes, false)
    }

    /// Writes; with `whole`, a pipe takes all or nothing.
    fn put(&mut self, fd: i32, bytes: Slice<'_>, whole: bool) -> Result<usize, Errno> {
        match self.writable(fd)?.thing {
            Thing::Socket(_) => return self.write_socket(fd, bytes),
            Thing::Event(_) => return self.write_event(fd, bytes.plain()),
            Thing::Timer(_) | Thing::Signals(_) | Thing::Epoll(_) => return Err(errno::EINVAL),
            _ => {}
        }
        let bytes = match self.mishap.take() {
            Some(Mishap::Error(code)) => return Err(code),
            Some(Mishap::Short(most)) => bytes.up_to(most),
            None => bytes,
        };
        let id = self.id(fd)?;
        let host = self.host.index();
        let Outside { open, systems, pipes, printed, .. } = &mut **self.outside;
        let Some(open) = &mut open[id] else { return Err(errno::EBADF) };
        let flags = open.flags;
        match &open.thing {
            Thing::Host(NotState(file)) => (&**file).write_all(bytes.plain()).map_err(failed)?,
            Thing::Node(node) => {
                let System::Memory(tree) = &mut *systems[host] else { return Err(errno::EBADF) };
                if flags & flag::APPEND != 0 {
                    open.at = tree.length(*node).unwrap_or(0);
                }
                tree.write(*node, open.at, bytes)?;
                open.at += bytes.len() as u64;
            }
            Thing::Pipe { to: Some(pipe), .. } => {
                let id = pipe.0;
                let pipe = pipes[id as usize].as_mut().ok_or(errno::EBADF)?;
                match pipe.write(bytes, whole) {
                    Some(outcome) => {
                        let count = outcome?;
                        self.exceeded |= whole && Pipe::is_too_much(count);
                        self.wake_pipe(PipeId(id), true, bits::READS);
                        return Ok(count);
                    }
                    None if whole => return Err(self.wait(Want::Whole(id, bytes.len()), flags)),
                    None => return Err(self.wait(Want::Room(id, bytes.len()), flags)),
                }
            }
            Thing::Output => {
                if let Some(printed) = &mut printed.0 {
                    printed.push((fd, bytes.to_bytes().shown(b'?')));
                }
            }
            _ => return Err(errno::EBADF),
        }
        Ok(bytes.len())
    }

    /// Writes all of it at once, as streams do; in several pieces if something goes wrong with a transfer.
    pub fn write(&mut self, fd: i32, mut bytes: Slice<'_>) -> Result<(), Errno> {
        while !bytes.is_empty() {
            let count = self.put(fd, bytes, true)?;
            bytes = bytes.split_at(count).1;
        }
        self.writable(fd).map(|_| ())
    }

    /// `pread`
    pub fn read_at(&mut self, fd: i32, count: usize, at: i64) -> Result<Bytes, Errno> {
        let at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        if let Thing::Host(NotState(file)) = &self.readable(fd)?.thing {
            let mut bytes = vec![0; count];
            let got = read_host_at(file, &mut bytes, at)?;
            bytes.truncate(got);
            return Ok(bytes.into());
        }
        if matches!(self.get(fd)?.thing, Thing::Output | Thing::Chosen(_)) || self.is_channel(fd) {
            return Err(errno::ESPIPE);
        }
        let before = std::mem::replace(&mut self.get_mut(fd)?.at, at);
        let outcome = self.read(fd, count);
        self.get_mut(fd)?.at = before;
        outcome
    }

    /// `pwrite`
    pub fn write_at(&mut self, fd: i32, bytes: Slice<'_>, at: i64) -> Result<usize, Errno> {
        let at = u64::try_from(at).map_err(|_| errno::EINVAL)?;
        if let Thing::Host(NotState(file)) = &self.writable(fd)?.thing {
            return file.write_all_at(bytes.plain(), at).map(|()| bytes.len()).map_err(failed);
        }
        if matches!(self.get(fd)?.thing, Thing::Output) || self.is_channel(fd) {
            return Err(errno::ESPIPE);
        }
        let before = std::mem::replace(&mut self.get_mut(fd)?.at, at);
        let outcome = self.write_some(fd, bytes);
        self.get_mut(fd)?.at = before;
        outcome
    }

    /// Whether a file has no places.
    fn is_channel(&self, fd: i32) -> bool {
        use Thing::{Epoll, Event, Pipe, Socket, Timer};
        let is_one = |it: &Thing| matches!(it, Pipe { .. } | Socket(_) | Event(_) | Timer(_) | Epoll(_));
        self.get(fd).is_ok_and(|it| is_one(&it.thing))
    }

    /// `lseek`
    pub fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64, Errno> {
        let open = self.get(fd)?;
        if let Thing::Host(NotState(file)) = &open.thing {
            return seek_host(file, offset, whence);
        }
        let length = match (&open.thing, self.system()) {
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

fn read_host(mut file: &File, count: usize) -> Result<Bytes, Errno> {
    let mut bytes = vec![0; count];
    loop {
        match file.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error)),
            Ok(got) => {
                bytes.truncate(got);
                return Ok(bytes.into());
            }
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
