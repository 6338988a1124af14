//! `sys/stat.h`, and the times of files.

use super::guest::{self, Record};
use crate::failures;
use gmc_mem::Pointer;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_world::Stat;
use gmc_world::errno::{self, Errno};
use std::time::Duration;

pub(super) const TABLE: &[Native] = &[
    outside("stat", |m, call| by_name(m, call, 0, true, false))
        .fails(&failures::STAT)
        .is(Traits::NAMES_FILES),
    outside("stat64", |m, call| by_name(m, call, 0, true, true))
        .fails(&failures::STAT)
        .is(Traits::NAMES_FILES),
    outside("lstat", |m, call| by_name(m, call, 0, false, false))
        .fails(&failures::STAT)
        .is(Traits::NAMES_FILES),
    outside("lstat64", |m, call| by_name(m, call, 0, false, true))
        .fails(&failures::STAT)
        .is(Traits::NAMES_FILES),
    outside("fstat", |m, call| by_number(m, call, 0, false)).is(Traits::NAMES_FILES),
    outside("fstat64", |m, call| by_number(m, call, 0, true)).is(Traits::NAMES_FILES),
    // Before glibc 2.33, with a version first.
    outside("__xstat", |m, call| by_name(m, call, 1, true, false)).is(Traits::NAMES_FILES),
    outside("__xstat64", |m, call| by_name(m, call, 1, true, true)).is(Traits::NAMES_FILES),
    outside("__lxstat", |m, call| by_name(m, call, 1, false, false)).is(Traits::NAMES_FILES),
    outside("__lxstat64", |m, call| by_name(m, call, 1, false, true)).is(Traits::NAMES_FILES),
    outside("__fxstat", |m, call| by_number(m, call, 1, false)).is(Traits::NAMES_FILES),
    outside("__fxstat64", |m, call| by_number(m, call, 1, true)).is(Traits::NAMES_FILES),
    outside("mkdir", mkdir).fails(&failures::MKDIR).is(Traits::NAMES_FILES),
    outside("chmod", chmod).is(Traits::NAMES_FILES),
    outside("fchmod", fchmod).is(Traits::NAMES_FILES),
    outside("umask", umask),
    outside("utimes", |m, call| times(m, call, 1000)).is(Traits::NAMES_FILES),
    outside("utime", utime).is(Traits::NAMES_FILES),
];

fn by_name(m: &mut Machine, call: &Call, first: usize, follow: bool, large: bool) -> InterpResult<Flow> {
    let (name, to) = (guest::text(m, call, first)?, call.pointer(first + 1)?);
    let found = m.world.files.stat(&name, follow);
    give(m, to, found, large)
}

fn by_number(m: &mut Machine, call: &Call, first: usize, large: bool) -> InterpResult<Flow> {
    let (file, to) = (guest::int(m, call, first)?, call.pointer(first + 1)?);
    let found = m.world.files.stat_open(file);
    give(m, to, found, large)
}

pub(super) fn give(
    m: &mut Machine,
    to: Pointer,
    found: Result<Stat, Errno>,
    large: bool,
) -> InterpResult<Flow> {
    let stat = match found {
        Ok(stat) => stat,
        Err(error) => return guest::status(m, Err(error)),
    };
    let mut record = Record::new(m);
    if record.long == 8 {
        wide(&mut record, &stat);
    } else {
        narrow(&mut record, &stat, large);
    }
    m.memory.write_bytes(to, record.bytes())?;
    Flow::int(0)
}

/// x86-64
fn wide(record: &mut Record, stat: &Stat) {
    record.long(stat.dev as i64).long(stat.ino as i64).long(stat.nlink as i64);
    record.int(stat.mode as i32).int(stat.uid as i32).int(stat.gid as i32).int(0);
    record.long(stat.rdev as i64).long(stat.size).long(stat.blksize).long(stat.blocks);
    for (seconds, nanoseconds) in [stat.atime, stat.mtime, stat.ctime] {
        record.long(seconds).long(nanoseconds);
    }
    record.long(0).long(0).long(0);
}

/// i386, where `struct stat64` differs.
fn narrow(record: &mut Record, stat: &Stat, large: bool) {
    record.aligned(stat.dev as i64, 8, 4).int(0).int(stat.ino as i32);
    record.int(stat.mode as i32).int(stat.nlink as i32).int(stat.uid as i32).int(stat.gid as i32);
    record.aligned(stat.rdev as i64, 8, 4).int(0);
    let wide = if large { 8 } else { 4 };
    record.aligned(stat.size, wide, 4).int(stat.blksize as i32).aligned(stat.blocks, wide, 4);
    for (seconds, nanoseconds) in [stat.atime, stat.mtime, stat.ctime] {
        record.int(seconds as i32).int(nanoseconds as i32);
    }
    if large {
        record.aligned(stat.ino as i64, 8, 4);
    } else {
        record.int(0).int(0);
    }
}

fn mkdir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (guest::text(m, call, 0)?, call.number(m, 1)? as u32);
    let made = m.world.files.make_directory(&name, mode);
    guest::done(m, made)
}

fn umask(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let mask = call.number(m, 0)? as u32;
    Flow::int(m.world.files.set_mask(mask).into())
}

fn chmod(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (guest::text(m, call, 0)?, call.number(m, 1)? as u32);
    let changed = m.world.files.set_mode(&name, mode);
    guest::done(m, changed)
}

fn fchmod(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, mode) = (guest::int(m, call, 0)?, call.number(m, 1)? as u32);
    let changed = m.world.files.set_mode_open(file, mode);
    guest::done(m, changed)
}

/// Two pairs of seconds and fractions, each of so many nanoseconds.
fn times(m: &mut Machine, call: &Call, fraction: i64) -> InterpResult<Flow> {
    let (name, from) = (guest::text(m, call, 0)?, call.pointer(1)?);
    let mut times = [m.world.clock_mut().now(); 2];
    if !from.is_null() {
        let long = m.memory.target().pointer_size();
        for (at, time) in times.iter_mut().enumerate() {
            let place = from.wrapping_offset((2 * at * long) as i64);
            let seconds = guest::load(m, place, long)?;
            let parts = guest::load(m, place.wrapping_offset(long as i64), long)?;
            let (Ok(seconds), Ok(parts)) = (u64::try_from(seconds), u64::try_from(parts * fraction)) else {
                return guest::status(m, Err(errno::EINVAL));
            };
            *time = Duration::from_secs(seconds) + Duration::from_nanos(parts);
        }
    }
    let set = m.world.files.set_times(&name, times);
    guest::done(m, set)
}

fn utime(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, from) = (guest::text(m, call, 0)?, call.pointer(1)?);
    let mut times = [m.world.clock_mut().now(); 2];
    if !from.is_null() {
        let long = m.memory.target().pointer_size();
        for (at, time) in times.iter_mut().enumerate() {
            let seconds = guest::load(m, from.wrapping_offset((at * long) as i64), long)?;
            *time = Duration::from_secs(seconds.max(0) as u64);
        }
    }
    let set = m.world.files.set_times(&name, times);
    guest::done(m, set)
}
