//! Functions of `unistd.h`, `sys/stat.h` and `stdio.h` for names that start at an open directory.

use super::{guest, stat};
use gmc_mem::Pointer;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::errno::{self, Errno};
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    outside("faccessat", faccessat).is(Traits::NAMES_FILES),
    outside("fchmodat", fchmodat).is(Traits::NAMES_FILES),
    outside("fchownat", fchownat).is(Traits::NAMES_FILES),
    outside("fstatat", |m, call| fstatat(m, call, 0, false)).is(Traits::NAMES_FILES),
    outside("fstatat64", |m, call| fstatat(m, call, 0, true)).is(Traits::NAMES_FILES),
    // Before glibc 2.33, with a version first.
    outside("__fxstatat", |m, call| fstatat(m, call, 1, false)).is(Traits::NAMES_FILES),
    outside("__fxstatat64", |m, call| fstatat(m, call, 1, true)).is(Traits::NAMES_FILES),
    outside("futimens", futimens).is(Traits::NAMES_FILES),
    outside("linkat", linkat).is(Traits::NAMES_FILES),
    outside("mkdirat", mkdirat).is(Traits::NAMES_FILES),
    outside("readlinkat", readlinkat).is(Traits::NAMES_FILES),
    outside("renameat", renameat).is(Traits::NAMES_FILES),
    outside("renameat2", renameat).is(Traits::NAMES_FILES),
    outside("symlinkat", symlinkat).is(Traits::NAMES_FILES),
    outside("unlinkat", unlinkat).is(Traits::NAMES_FILES),
    outside("utimensat", utimensat).is(Traits::NAMES_FILES),
    outside("fchdir", fchdir).is(Traits::NAMES_FILES),
];

/// `RENAME_NOREPLACE`
const KEEP: i32 = 1;

/// `AT_SYMLINK_NOFOLLOW`, `AT_REMOVEDIR`
const NO_FOLLOW: i32 = 0x100;
const DIRECTORY: i32 = 0x200;

/// The name in an argument, after that of the directory.
fn name(m: &Machine, call: &Call, at: usize) -> InterpResult<Result<Vec<u8>, Errno>> {
    let (directory, name) = (guest::int(m, call, at)?, guest::text(m, call, at + 1)?);
    Ok(m.world.files.name_at(directory, &name))
}

fn faccessat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (name(m, call, 0)?, guest::int(m, call, 2)?);
    let done = name.and_then(|name| m.world.files.access(&name, mode));
    guest::done(m, done)
}

fn fchmodat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (name(m, call, 0)?, call.number(m, 2)? as u32);
    let done = name.and_then(|name| m.world.files.set_mode(&name, mode));
    guest::done(m, done)
}

/// There is one user, who has everything.
fn fchownat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let done = name(m, call, 0)?.and_then(|name| m.world.files.stat(&name, false)).map(|_| ());
    guest::done(m, done)
}

fn fstatat(m: &mut Machine, call: &Call, first: usize, large: bool) -> InterpResult<Flow> {
    /// `AT_EMPTY_PATH`
    const EMPTY: i32 = 0x1000;
    let (to, flags) = (call.pointer(first + 2)?, guest::int(m, call, first + 3)?);
    let file = guest::int(m, call, first)?;
    let found = if flags & EMPTY != 0 && guest::text(m, call, first + 1)?.is_empty() {
        m.world.files.stat_open(file)
    } else {
        name(m, call, first)?.and_then(|name| m.world.files.stat(&name, flags & NO_FOLLOW == 0))
    };
    stat::give(m, to, found, large)
}

fn linkat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (from, to) = (name(m, call, 0)?, name(m, call, 2)?);
    let done = from.and_then(|from| m.world.files.link(&from, &to?));
    guest::done(m, done)
}

fn renameat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (from, to) = (name(m, call, 0)?, name(m, call, 2)?);
    let flags = if call.count() > 4 { guest::int(m, call, 4)? } else { 0 };
    if flags & !KEEP != 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    let done = from.and_then(|from| {
        let (files, to) = (&mut m.world.files, to?);
        let is_there =
            flags & KEEP != 0 && files.stat(&from, false).is_ok() && files.stat(&to, false).is_ok();
        if is_there { Err(errno::EEXIST) } else { files.rename(&from, &to) }
    });
    guest::done(m, done)
}

fn symlinkat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (text, name) = (guest::text(m, call, 0)?, name(m, call, 1)?);
    let done = name.and_then(|name| m.world.files.symlink(&text, &name));
    guest::done(m, done)
}

fn mkdirat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (name(m, call, 0)?, call.number(m, 2)? as u32);
    let done = name.and_then(|name| m.world.files.make_directory(&name, mode));
    guest::done(m, done)
}

fn unlinkat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, flags) = (name(m, call, 0)?, guest::int(m, call, 2)?);
    let done = name.and_then(|name| m.world.files.remove(&name, flags & DIRECTORY != 0));
    guest::done(m, done)
}

fn readlinkat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, to, size) = (name(m, call, 0)?, call.pointer(2)?, call.number(m, 3)?);
    match name.and_then(|name| m.world.files.read_link(&name)) {
        Ok(mut text) => {
            text.truncate(size as usize);
            m.memory.write_bytes(to, &text)?;
            Flow::int(text.len() as i64)
        }
        Err(error) => guest::status(m, Err(error)),
    }
}

fn fchdir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    let done = m.world.files.name_at(file, b".").and_then(|name| m.world.files.change_directory(&name));
    guest::done(m, done)
}

/// Two times, each a pair of seconds and nanoseconds; those that are to stay come from the file.
fn times(
    m: &mut Machine,
    from: Pointer,
    before: [(i64, i64); 2],
) -> InterpResult<Result<[Duration; 2], Errno>> {
    const NOW: i64 = 0x3fff_ffff;
    const OMIT: i64 = 0x3fff_fffe;
    let mut times = [m.world.clock_mut().now(); 2];
    if from.is_null() {
        return Ok(Ok(times));
    }
    let long = m.memory.target().pointer_size();
    for (at, time) in times.iter_mut().enumerate() {
        let place = from.wrapping_offset((2 * at * long) as i64);
        let nanoseconds = guest::load(m, place.wrapping_offset(long as i64), long)?;
        let pair = match nanoseconds {
            NOW => continue,
            OMIT => before[at],
            0..=999_999_999 => (guest::load(m, place, long)?, nanoseconds),
            _ => return Ok(Err(errno::EINVAL)),
        };
        *time = Duration::new(pair.0.max(0) as u64, pair.1 as u32);
    }
    Ok(Ok(times))
}

fn utimensat(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = name(m, call, 0)?;
    let from = call.pointer(2)?;
    let found = match name.and_then(|name| Ok((m.world.files.stat(&name, true)?, name))) {
        Ok(found) => found,
        Err(error) => return guest::status(m, Err(error)),
    };
    let (stat, name) = found;
    let set = times(m, from, [stat.atime, stat.mtime])?;
    let set = set.and_then(|times| m.world.files.set_times(&name, times));
    guest::done(m, set)
}

fn futimens(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, from) = (guest::int(m, call, 0)?, call.pointer(1)?);
    let stat = match m.world.files.stat_open(file) {
        Ok(stat) => stat,
        Err(error) => return guest::status(m, Err(error)),
    };
    let set = times(m, from, [stat.atime, stat.mtime])?;
    let set = set.and_then(|times| m.world.files.set_times_open(file, times));
    guest::done(m, set)
}
