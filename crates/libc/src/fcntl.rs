//! `fcntl.h`: opening files, locks.

use super::guest;
use crate::failures;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::{Asked, Locked, errno};

pub(super) const TABLE: &[Native] = &[
    outside("open", |m, call| open(m, call, 0))
        .fails(&failures::OPEN)
        .is(Traits::NAMES_FILES)
        .is(Traits::ENDS_CANCELLED),
    outside("open64", |m, call| open(m, call, 0))
        .fails(&failures::OPEN)
        .is(Traits::NAMES_FILES)
        .is(Traits::ENDS_CANCELLED),
    outside("__open64_2", |m, call| open(m, call, 0)).fails(&failures::OPEN).is(Traits::NAMES_FILES),
    outside("__open_2", |m, call| open(m, call, 0)).fails(&failures::OPEN).is(Traits::NAMES_FILES),
    outside("openat", |m, call| open(m, call, 1))
        .fails(&failures::OPEN)
        .is(Traits::NAMES_FILES)
        .is(Traits::ENDS_CANCELLED),
    outside("openat64", |m, call| open(m, call, 1))
        .fails(&failures::OPEN)
        .is(Traits::NAMES_FILES)
        .is(Traits::ENDS_CANCELLED),
    outside("creat", creat).fails(&failures::OPEN).is(Traits::NAMES_FILES).is(Traits::ENDS_CANCELLED),
    outside("creat64", creat).fails(&failures::OPEN).is(Traits::NAMES_FILES).is(Traits::ENDS_CANCELLED),
    outside("fcntl", fcntl),
    outside("fcntl64", fcntl),
    outside("flock", flock),
    outside("lockf", |m, call| lock_for_process(m, call)),
    outside("posix_fadvise", |_, _| Flow::int(0)),
    outside("posix_fadvise64", |_, _| Flow::int(0)),
    outside("posix_fallocate", posix_fallocate),
    outside("posix_fallocate64", posix_fallocate),
    outside("ioctl", ioctl),
];

fn open(m: &mut Machine, call: &Call, first: usize) -> InterpResult<Flow> {
    let (name, flags) = (guest::text(m, call, first)?, guest::int(m, call, first + 1)?);
    let name = match first {
        0 => Ok(name),
        _ => m.world.files.name_at(guest::int(m, call, 0)?, &name),
    };
    let name = match name {
        Ok(name) => name,
        Err(error) => return guest::status(m, Err(error)),
    };
    // Only what makes a file has a mode.
    let mode = if flags & 0o100 != 0 { call.number(m, first + 2)? as u32 } else { 0 };
    let file = m.world.files.open(&name, flags, mode);
    guest::status(m, file.map(i64::from))
}

fn creat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (guest::text(m, call, 0)?, call.number(m, 1)? as u32);
    let file = m.world.files.open(&name, 0o1101, mode);
    guest::status(m, file.map(i64::from))
}

fn fcntl(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, command) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let flags = match m.world.files.flags(file) {
        Ok(flags) => flags,
        Err(error) => return guest::status(m, Err(error)),
    };
    match command {
        // F_DUPFD, F_DUPFD_CLOEXEC
        0 | 1030 => {
            let lowest = guest::int(m, call, 2)?;
            let files = &mut m.world.files;
            let copy = files.duplicate(file, lowest, false);
            let copy = copy.and_then(|it| files.close_on_exec(it, command == 1030).map(|()| it));
            guest::status(m, copy.map(i64::from))
        }
        // F_GETFD
        1 => {
            let closes = m.world.files.closes_on_exec(file);
            guest::status(m, closes.map(i64::from))
        }
        // F_SETFD
        2 => {
            let closes = guest::int(m, call, 2)? & 1 != 0;
            let set = m.world.files.close_on_exec(file, closes);
            guest::done(m, set)
        }
        // F_SETFL
        4 => {
            let flags = guest::int(m, call, 2)?;
            let set = m.world.files.set_flags(file, flags);
            guest::done(m, set)
        }
        // F_GETFL
        3 => Flow::int(flags.into()),
        // F_GETLK and its 64-bit names: no other process holds a lock, F_UNLCK.
        5 | 12 => {
            lock_for_process(m, call)?;
            guest::store(m, call.pointer(2)?, 2, 2)?;
            Flow::int(0)
        }
        // F_SETLK, F_SETLKW and theirs are locks of processes, and there is no other.
        6 | 7 | 13 | 14 => lock_for_process(m, call),
        // F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW
        36..=38 => Err(InterpError::unsupported("`fcntl` with locks of parts of open files")),
        _ => guest::status(m, Err(errno::EINVAL)),
    }
}

/// Locks that belong to processes: the only one gets each.
fn lock_for_process(m: &Machine, call: &Call) -> InterpResult<Flow> {
    if m.compiled.uses.processes {
        let what = format!("`{}` with locks of processes, in a program that makes processes", call.name);
        return Err(InterpError::unsupported(what));
    }
    Flow::int(0)
}

/// Locks that belong to open files: opening a file twice makes two.
fn flock(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, operation) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?);
    let Some(asked) = Asked::from_number(operation) else { return guest::status(m, Err(errno::EINVAL)) };
    match m.world.files.lock(file, asked) {
        Ok(Locked::Done) => Flow::int(0),
        Ok(Locked::Converts) => {
            Err(InterpError::unsupported("`flock` that waits with another lock of the same file"))
        }
        Err(error) => guest::status(m, Err(error)),
    }
}

/// The file gets as large as it has to be; the error is returned.
fn posix_fallocate(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, at, count) = (guest::int(m, call, 0)?, call.int(m, 1)?, call.int(m, 2)?);
    let end = at.checked_add(count).ok_or(errno::EFBIG);
    let files = &mut m.world.files;
    let made = match files.stat_open(file) {
        Ok(_) if at < 0 || count <= 0 => Err(errno::EINVAL),
        Ok(stat) => end.and_then(|end| if stat.size < end { files.set_size(file, end) } else { Ok(()) }),
        Err(error) => Err(error),
    };
    Flow::int(made.err().unwrap_or(0).into())
}

fn ioctl(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, request) = (guest::int(m, call, 0)?, call.number(m, 1)? as u32);
    // FIONBIO
    if request == 0x5421 {
        /// `O_NONBLOCK`
        const NO_WAIT: i32 = 0o4000;
        let on = guest::load(m, call.pointer(2)?, 4)? != 0;
        let files = &mut m.world.files;
        let flags = files.flags(file).map(|it| if on { it | NO_WAIT } else { it & !NO_WAIT });
        let set = flags.and_then(|it| files.set_flags(file, it));
        return guest::done(m, set);
    }
    // FIOCLEX, FIONCLEX
    if let 0x5451 | 0x5450 = request {
        let set = m.world.files.close_on_exec(file, request == 0x5451);
        return guest::done(m, set);
    }
    // FIONREAD
    if request == 0x541b {
        let to = call.pointer(2)?;
        return match m.world.files.available(file) {
            Ok(count) => {
                guest::store(m, to, count as i64, 4)?;
                Flow::int(0)
            }
            Err(error) => guest::status(m, Err(error)),
        };
    }
    if m.world.files.is_socket(file) == Ok(true) {
        let to = call.pointer(2)?;
        if let Some(told) = super::sockets::ask_interfaces(m, request, to)? {
            return guest::done(m, told);
        }
    }
    let code = m.world.files.flags(file).map_or_else(|error| error, |_| errno::ENOTTY);
    guest::status(m, Err(code))
}
