//! `unistd.h`: files by number, and who the process is.

use super::guest;
use super::process::id;
use crate::failures;
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::effects::{Target, Traits, WAITS_CANCELLABLY};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, output, outside};
use gmc_world::Bytes;
use gmc_world::errno::{self, Errno};

pub(super) const USER: i64 = 1000;

/// What concerns files.
pub(super) const TABLE: &[Native] = &[
    outside("read", read).fails(&failures::READ).is(INTERRUPTIBLY).is(Traits::ONE_FILE),
    outside("pread", pread).fails(&failures::READ_AT).is(Traits::ENDS_CANCELLED),
    outside("pread64", pread).fails(&failures::READ_AT).is(Traits::ENDS_CANCELLED),
    outside("pwrite", pwrite).fails(&failures::WRITE_AT).is(Traits::ENDS_CANCELLED),
    outside("pwrite64", pwrite).fails(&failures::WRITE_AT).is(Traits::ENDS_CANCELLED),
    outside("close", close).fails(&failures::CLOSE).is(Traits::ENDS_CANCELLED).is(Traits::ONE_FILE),
    outside("lseek", lseek),
    outside("lseek64", lseek),
    outside("dup", |m, call| duplicate(m, call, false)).fails(&failures::OPEN_MORE).is(Traits::GOES_ON),
    outside("dup2", |m, call| duplicate(m, call, true)).is(Traits::GOES_ON),
    outside("dup3", dup3).is(Traits::GOES_ON),
    outside("access", access).fails(&failures::STAT).is(Traits::NAMES_FILES),
    outside("unlink", |m, call| remove(m, call, false)).fails(&failures::UNLINK).is(Traits::NAMES_FILES),
    outside("rmdir", |m, call| remove(m, call, true)).fails(&failures::UNLINK).is(Traits::NAMES_FILES),
    outside("ftruncate", ftruncate),
    outside("ftruncate64", ftruncate),
    outside("fsync", sync).is(Traits::ENDS_CANCELLED),
    outside("fdatasync", sync).is(Traits::ENDS_CANCELLED),
    outside("sync", |_, _| Ok(Flow::Void)),
    outside("getcwd", getcwd).makes(),
    outside("chdir", chdir).fails(&failures::STAT).is(Traits::NAMES_FILES),
    outside("readlink", readlink).is(Traits::NAMES_FILES),
    outside("realpath", realpath).makes().is(Traits::NAMES_FILES),
    outside("link", |m, call| link(m, call, false)).fails(&failures::MKDIR).is(Traits::NAMES_FILES),
    outside("symlink", |m, call| link(m, call, true)).fails(&failures::MKDIR).is(Traits::NAMES_FILES),
    outside("truncate", truncate).is(Traits::NAMES_FILES),
    outside("truncate64", truncate).is(Traits::NAMES_FILES),
    outside("chown", |_, _| Flow::int(0)).is(Traits::NAMES_FILES),
    outside("fchown", |_, _| Flow::int(0)),
];

/// What writes.
pub(super) const WRITE: &[Native] = &[output("write", write)
    .to(Target::File(0))
    .fails(&failures::WRITE)
    .is(INTERRUPTIBLY)
    .is(Traits::ONE_FILE)];

/// Who waits may be cancelled or interrupted.
const INTERRUPTIBLY: Traits = WAITS_CANCELLABLY.and(Traits::INTERRUPTIBLE);

/// What concerns the process.
pub(super) const OTHER: &[Native] = &[
    memory("isatty", isatty),
    memory("getuid", |m, c| id(m, c, USER, 0)),
    memory("geteuid", |m, c| id(m, c, USER, 0)),
    memory("getgid", |m, c| id(m, c, USER, 0)),
    memory("getegid", |m, c| id(m, c, USER, 0)),
    memory("getpagesize", |_, _| Flow::int(4096)),
    memory("sysconf", sysconf),
    memory("__sysconf", sysconf),
    memory("gethostname", gethostname),
    memory("getrandom", getrandom),
    memory("getentropy", getentropy),
];

/// The largest transfer that Linux does at once.
const MOST: u64 = 0x7fff_f000;

fn read(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    transfer_in(m, call, None)
}

fn pread(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = call.int(m, 3)?;
    transfer_in(m, call, Some(at))
}

fn transfer_in(m: &mut Machine, call: &Call, at: Option<i64>) -> InterpResult<Flow> {
    let (file, to, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?.min(MOST));
    let got = match at {
        Some(at) => m.world.files.read_at(file, count as usize, at),
        None => m.world.files.read(file, count as usize),
    };
    let got = got.map(|bytes| in_order(m, file, bytes));
    if let Ok(bytes) = &got {
        m.write_data(to, bytes)?;
    }
    guest::status(m, got.map(|bytes| bytes.len() as i64))
}

/// A number of eight bytes that a file counts, as the target has it.
fn in_order(m: &Machine, file: i32, bytes: Bytes) -> Bytes {
    if m.memory.target().endian == gmc_mem::Endian::Little || !m.world.files.counts(file) {
        return bytes;
    }
    bytes.plain().iter().rev().copied().collect::<Vec<u8>>().into()
}

fn write(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    transfer_out(m, call, None)
}

fn pwrite(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = call.int(m, 3)?;
    transfer_out(m, call, Some(at))
}

fn transfer_out(m: &mut Machine, call: &Call, at: Option<i64>) -> InterpResult<Flow> {
    let (file, from, count) = (guest::int(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?.min(MOST));
    let bytes = if count == 0 { Bytes::new() } else { m.outgoing(m.read_data(from, count)?)? };
    if at.is_none() && m.world.files.is_ignored(file) {
        return Flow::int(count as i64);
    }
    if at.is_none() && m.world.files.is_socket(file) == Ok(true) {
        return super::sockets::send_bytes(m, file, &bytes);
    }
    let bytes = in_order(m, file, bytes);
    let (thread, short) = (m.current, m.world.files.has_mishap());
    let done = m.world.moved(thread);
    let outcome = match at {
        Some(at) => m.world.files.write_at(file, bytes.whole(), at),
        None => m.world.files.write_some(file, bytes.part(done..bytes.len())),
    };
    if outcome == Err(errno::EFBIG) {
        m.rely_on(Premise::Room);
    }
    if let Ok(count) = outcome
        && done + count < bytes.len()
        && !short
        && at.is_none()
        && m.world.files.waits(file)
    {
        // A pipe takes the rest when it has room.
        m.world.set_moved(thread, done + count);
        return Ok(Flow::Again);
    }
    super::channels::written(m, outcome.map(|count| done + count), done)
}

fn close(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    let closed = m.world.files.close(file);
    super::epoll::forget_words(m)?;
    guest::done(m, closed)
}

fn lseek(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, offset, whence) = (guest::int(m, call, 0)?, call.int(m, 1)?, guest::int(m, call, 2)?);
    let at = m.world.files.seek(file, offset, whence);
    guest::status(m, at)
}

fn duplicate(m: &mut Machine, call: &Call, exact: bool) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    let lowest = if exact { guest::int(m, call, 1)? } else { 0 };
    let copy = m.world.files.duplicate(file, lowest, exact);
    super::epoll::forget_words(m)?;
    guest::status(m, copy.map(i64::from))
}

/// `O_CLOEXEC`
const CLOSE_ON_EXEC: i32 = 0o2_000_000;

/// Unlike `dup2`, it does not take a number for its own copy.
fn dup3(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if guest::int(m, call, 0)? == guest::int(m, call, 1)? {
        return guest::status(m, Err(errno::EINVAL));
    }
    let (file, to, flags) = (guest::int(m, call, 0)?, guest::int(m, call, 1)?, guest::int(m, call, 2)?);
    let files = &mut m.world.files;
    let copy = files.duplicate(file, to, true);
    let copy = copy.and_then(|it| files.close_on_exec(it, flags & CLOSE_ON_EXEC != 0).map(|()| it));
    guest::status(m, copy.map(i64::from))
}

fn access(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, mode) = (guest::text(m, call, 0)?, guest::int(m, call, 1)?);
    let found = m.world.files.access(&name, mode);
    guest::done(m, found)
}

fn remove(m: &mut Machine, call: &Call, directory: bool) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    let removed = m.world.files.remove(&name, directory);
    guest::done(m, removed)
}

fn ftruncate(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (file, size) = (guest::int(m, call, 0)?, call.int(m, 1)?);
    let cut = m.world.files.set_size(file, size);
    sized(m, cut)
}

fn truncate(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, size) = (guest::text(m, call, 0)?, call.int(m, 1)?);
    let cut = m.world.files.set_size_named(&name, size);
    sized(m, cut)
}

/// A file was to get another size: others than gmc have room for longer ones.
fn sized(m: &mut Machine, outcome: Result<(), Errno>) -> InterpResult<Flow> {
    if outcome == Err(errno::EFBIG) {
        m.rely_on(Premise::Room);
    }
    guest::done(m, outcome)
}

fn link(m: &mut Machine, call: &Call, symbolic: bool) -> InterpResult<Flow> {
    let (from, to) = (guest::text(m, call, 0)?, guest::text(m, call, 1)?);
    let files = &mut m.world.files;
    let linked = if symbolic { files.symlink(&from, &to) } else { files.link(&from, &to) };
    guest::done(m, linked)
}

fn sync(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    let synced = m.world.files.sync(file);
    guest::done(m, synced)
}

fn isatty(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.rely_on(Premise::Host);
    let file = guest::int(m, call, 0)?;
    if m.world.files.is_terminal(file) {
        return Flow::int(1);
    }
    let code = if m.world.files.flags(file).is_ok() { errno::ENOTTY } else { errno::EBADF };
    super::errno::set(m, code)?;
    Flow::int(0)
}

/// Into the program's memory, or into new memory.
fn give_path(m: &mut Machine, call: &Call, to: Pointer, path: &[u8]) -> InterpResult<Flow> {
    if to.is_null() {
        let copy = guest::heap(m, &[path, b"\0"].concat(), call)?;
        return Flow::pointer(copy);
    }
    guest::put_string(m, to, path)?;
    Flow::pointer(to)
}

fn getcwd(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, size) = (call.pointer(0)?, call.number(m, 1)?);
    m.rely_on(Premise::Host);
    let path = m.world.files.directory();
    if !to.is_null() && size == 0 {
        return guest::null(m, errno::EINVAL);
    }
    if size > 0 && path.len() as u64 >= size {
        return guest::null(m, errno::ERANGE);
    }
    give_path(m, call, to, &path)
}

fn chdir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    let changed = m.world.files.change_directory(&name);
    guest::done(m, changed)
}

fn readlink(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, to, size) = (guest::text(m, call, 0)?, call.pointer(1)?, call.number(m, 2)?);
    match m.world.files.read_link(&name) {
        Ok(mut path) => {
            path.truncate(size as usize);
            m.memory.write_bytes(to, &path)?;
            Flow::int(path.len() as i64)
        }
        Err(error) => guest::status(m, Err(error)),
    }
}

fn realpath(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, to) = (guest::text(m, call, 0)?, call.pointer(1)?);
    match m.world.files.real_path(&name) {
        Ok(path) => give_path(m, call, to, &path),
        Err(error) => guest::null(m, error),
    }
}

fn sysconf(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.rely_on(Premise::Host);
    let value = match guest::int(m, call, 0)? {
        // _SC_ARG_MAX, _SC_CLK_TCK, _SC_OPEN_MAX
        0 => 2_097_152,
        2 => 100,
        4 => 1024,
        // _SC_PAGESIZE
        30 => 4096,
        // _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN: one.
        83 | 84 => 1,
        // _SC_PHYS_PAGES, _SC_AVPHYS_PAGES: a gigabyte.
        85 | 86 => 1 << 18,
        // _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX
        69 | 70 => 1024,
        // _SC_NGROUPS_MAX, _SC_IOV_MAX, _SC_LOGIN_NAME_MAX, _SC_TTY_NAME_MAX, _SC_HOST_NAME_MAX, _SC_LINE_MAX
        3 => 65536,
        60 => 1024,
        71 => 256,
        72 => 32,
        180 => 64,
        43 => 2048,
        // _SC_VERSION, _SC_THREADS, _SC_THREAD_SAFE_FUNCTIONS, _SC_MONOTONIC_CLOCK
        29 | 67 | 68 | 149 => 200_809,
        // _SC_THREAD_DESTRUCTOR_ITERATIONS, _SC_THREAD_KEYS_MAX, _SC_THREAD_STACK_MIN
        73 => 4,
        74 => 1024,
        75 => 16384,
        // _SC_LEVEL1_DCACHE_LINESIZE
        190 => 64,
        // _SC_MINSIGSTKSZ, _SC_SIGSTKSZ: arrays for the stacks of handlers have these sizes.
        249 => 2048,
        250 => 8192,
        _ => return guest::status(m, Err(errno::EINVAL)),
    };
    Flow::int(value)
}

fn gethostname(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.rely_on(Premise::Host);
    let (to, size) = (call.pointer(0)?, call.number(m, 1)?);
    let name = m.world.files.host().name.clone().into_bytes();
    if name.len() as u64 >= size {
        return guest::status(m, Err(errno::ENAMETOOLONG));
    }
    guest::put_string(m, to, &name)?;
    Flow::int(0)
}

/// Bytes that look random and are the same in every run.
fn random_bytes(m: &mut Machine, count: u64) -> Vec<u8> {
    let mut state = m.world.clock_mut().elapsed().as_nanos() as u64 | 1;
    let next = || {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8
    };
    std::iter::repeat_with(next).take(count as usize).collect()
}

fn getrandom(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (to, count) = (call.pointer(0)?, call.number(m, 1)?.min(MOST));
    if m.rules.nondet_inputs.random {
        return any_bytes(m, call, to, count);
    }
    m.rely_on(Premise::Random);
    let bytes = random_bytes(m, count);
    m.memory.write_bytes(to, &bytes)?;
    Flow::int(count as i64)
}

/// So many bytes can be left open at a time.
const MOST_OPEN: u64 = 64;

fn any_bytes(m: &mut Machine, call: &Call, to: Pointer, count: u64) -> InterpResult<Flow> {
    if count > MOST_OPEN {
        return Err(InterpError::unsupported(format!(
            "`{}` of more than {MOST_OPEN} bytes with --rand any",
            call.name
        )));
    }
    let class = Class::Int { bits: 8, signed: false, size: 1 };
    for at in 0..count {
        let byte = m.nondet_value(call, class, None)?;
        m.memory.store_sized(to.wrapping_offset(at as i64), byte.to_scalar(), 1)?;
    }
    Flow::int(count as i64)
}

fn getentropy(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let count = call.number(m, 1)?;
    if count > 256 {
        return guest::status(m, Err(errno::EIO));
    }
    getrandom(m, call)?;
    Flow::int(0)
}
