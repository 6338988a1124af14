//! `stdio.h`: streams. What formats stands in `print` and `scan`.
//!
//! A `FILE *` points to an object that the program cannot look into. It lives from `fopen` to `fclose`; using it later
//! is an error as for any other memory.

mod files;
mod lines;
mod locks;
mod memory;
mod transfer;
mod wide;

use super::guest;
use crate::failures;
use gmc_mem::{ObjId, Pointer, Site, Storage};
use gmc_model::ErrorKind;
use gmc_vm::effects::{Target, Traits};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, output, outside};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_world::errno::{self, Errno};
use gmc_world::{Buffering, Byte, Bytes, Files, Stream, StreamId};
pub(super) use locks::WAITS;

/// What C calls `EOF`.
pub(super) const EOF: i64 = -1;

pub(super) const TABLE: &[Native] = &[
    outside("fopen", files::fopen).fails(&failures::OPEN_STREAM).is(Traits::NAMES_FILES),
    outside("fopen64", files::fopen).fails(&failures::OPEN_STREAM).is(Traits::NAMES_FILES),
    outside("fdopen", files::fdopen),
    outside("freopen", files::freopen).is(Traits::NAMES_FILES),
    outside("freopen64", files::freopen).is(Traits::NAMES_FILES),
    outside("fclose", files::fclose).fails(&failures::WRITE_STREAM),
    outside("fmemopen", memory::fmemopen).keeps(0),
    outside("open_memstream", |m, call| memory::open_memstream(m, call, 1)).keeps(1).keeps(0),
    outside("open_wmemstream", |m, call| memory::open_memstream(m, call, 4)),
    outside("fwide", wide::fwide),
    outside("__gmc_get_of_wide", wide::get),
    outside("__gmc_put_of_wide", wide::put),
    outside("__gmc_unget_of_wide", wide::unget),
    outside("tmpfile", files::tmpfile).fails(&failures::OPEN_TEMPORARY),
    outside("tmpfile64", files::tmpfile).fails(&failures::OPEN_TEMPORARY),
    outside("remove", files::remove).fails(&failures::UNLINK).is(Traits::NAMES_FILES),
    outside("rename", files::rename).fails(&failures::MKDIR).is(Traits::NAMES_FILES),
    outside("fread", transfer::fread).fails(&failures::READ_STREAM),
    outside("fread_unlocked", transfer::fread).fails(&failures::READ_STREAM),
    outside("fgetc", transfer::fgetc).fails(&failures::READ_STREAM),
    outside("getc", transfer::fgetc).fails(&failures::READ_STREAM),
    outside("_IO_getc", transfer::fgetc).fails(&failures::READ_STREAM),
    outside("fgetc_unlocked", transfer::fgetc).fails(&failures::READ_STREAM),
    outside("getc_unlocked", transfer::fgetc).fails(&failures::READ_STREAM),
    outside("getchar", transfer::getchar).fails(&failures::READ_STREAM),
    outside("getchar_unlocked", transfer::getchar).fails(&failures::READ_STREAM),
    outside("ungetc", transfer::ungetc).takes_terms(0, 0),
    outside("fgets", lines::fgets).fails(&failures::READ_STREAM),
    outside("fgets_unlocked", lines::fgets).fails(&failures::READ_STREAM),
    outside("getline", lines::getline).fails(&failures::READ_STREAM),
    outside("getdelim", lines::getdelim).fails(&failures::READ_STREAM),
    outside("__getdelim", lines::getdelim).fails(&failures::READ_STREAM),
    outside("fseek", fseek),
    outside("fseeko", fseek),
    outside("fseeko64", fseek),
    outside("ftell", ftell),
    outside("ftello", ftell),
    outside("ftello64", ftell),
    outside("rewind", rewind),
    outside("fgetpos", fgetpos),
    outside("fsetpos", fsetpos),
    outside("feof", feof),
    outside("feof_unlocked", feof),
];

/// What writes, and what asks about a stream.
pub(super) const WRITERS: &[Native] = &[
    output("fwrite", transfer::fwrite).fails(&failures::WRITE_STREAM),
    output("fwrite_unlocked", transfer::fwrite).fails(&failures::WRITE_STREAM),
    output("fputc", transfer::fputc).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("putc", transfer::fputc).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("_IO_putc", transfer::fputc).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("fputc_unlocked", transfer::fputc).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("putc_unlocked", transfer::fputc).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("putchar", transfer::putchar).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("putchar_unlocked", transfer::putchar).takes_terms(0, 0).fails(&failures::WRITE_STREAM),
    output("fputs", lines::fputs).fails(&failures::WRITE_STREAM),
    output("fputs_unlocked", lines::fputs).fails(&failures::WRITE_STREAM),
    output("puts", lines::puts).fails(&failures::WRITE_STREAM),
    output("perror", lines::perror),
    output("fflush", fflush).to(Target::Streams).fails(&failures::WRITE_STREAM),
    output("fflush_unlocked", fflush).to(Target::Streams).fails(&failures::WRITE_STREAM),
    output("ferror", ferror),
    output("ferror_unlocked", ferror),
    output("clearerr", clearerr),
    output("clearerr_unlocked", clearerr),
    output("fileno", fileno),
    output("fileno_unlocked", fileno),
    output("setvbuf", setvbuf).keeps(1),
    output("setbuf", setbuf).keeps(1),
    output("funlockfile", locks::give),
    output("ftrylockfile", locks::try_take).is(Traits::LOCKS_STREAMS),
];

/// `BUFSIZ`
const BUFFER_SIZE: u64 = 8192;

/// Bytes of glibc's `FILE`.
const SIZE: u64 = 216;

/// The standard streams, which the program finds in variables.
pub(super) fn start(m: &mut Machine) -> InterpResult<()> {
    for (at, names) in
        [["stdin", "_IO_stdin"], ["stdout", "_IO_stdout"], ["stderr", "_IO_stderr"]].into_iter().enumerate()
    {
        let handle = handle(m, StreamId(at))?;
        for (name, variable) in m.compiled.undefined.variables.clone() {
            if names.contains(&name.as_str()) {
                m.memory.store_pointer(variable, handle)?;
            }
        }
    }
    Ok(())
}

/// An object for a stream.
fn handle(m: &mut Machine, stream: StreamId) -> InterpResult<Pointer> {
    let pointer = m.allocate(SIZE, 16, Storage::Internal, Site(0))?;
    name(m, pointer, stream)?;
    Ok(pointer)
}

/// The stream that an object stands for.
fn stream_of(m: &Machine, object: ObjId) -> Option<StreamId> {
    m.find_kept(Slot::Streams, 1, object).map(StreamId)
}

/// An object stands for a stream.
fn name(m: &mut Machine, pointer: Pointer, stream: StreamId) -> InterpResult<()> {
    m.keep_at(Slot::Streams, stream.0, Reg::pointer(pointer))?;
    memory::no_room(m, pointer)
}

/// A stream is closed: nothing stands for it.
fn forget(m: &mut Machine, stream: StreamId) -> InterpResult<()> {
    m.keep_at(Slot::Streams, stream.0, Reg::ZERO)
}

/// The stream that a `FILE *` stands for.
pub(super) fn stream_at(m: &Machine, pointer: Pointer, function: &str) -> InterpResult<StreamId> {
    let info = m.memory.object(pointer.prov);
    match stream_of(m, pointer.prov) {
        Some(stream) if info.is_some_and(|info| info.base == pointer.addr) => Ok(stream),
        _ if pointer.is_null() => Err(InterpError::other(
            ErrorKind::NullDereference,
            format!("`{function}` is called with a null pointer for a stream"),
        )),
        _ if info.is_some_and(|it| it.kind == Storage::Internal && it.free_site.is_some()) => {
            Err(InterpError::other(
                ErrorKind::UseAfterFree,
                format!("`{function}` is called with a stream that was closed"),
            ))
        }
        _ => guest::bad_call(format!("`{function}` is called with a pointer that is no stream")),
    }
}

/// The stream that an argument stands for, once no other thread has locked it.
pub(super) fn stream(m: &mut Machine, call: &Call, at: usize) -> InterpResult<StreamId> {
    let stream = stream_at(m, call.pointer(at)?, call.name)?;
    locks::pass(m, call, stream)?;
    Ok(stream)
}

/// The stream that an argument of a function for bytes stands for.
pub(super) fn of_bytes(m: &mut Machine, call: &Call, at: usize) -> InterpResult<StreamId> {
    let stream = stream(m, call, at)?;
    wide::settle(m, call, stream, false)?;
    Ok(stream)
}

/// Standard input or output, for a function for bytes.
pub(super) fn standard(m: &mut Machine, call: &Call, stream: StreamId) -> InterpResult<StreamId> {
    locks::pass(m, call, stream)?;
    wide::settle(m, call, stream, false)?;
    Ok(stream)
}

/// Standard input and output.
pub(super) const INPUT: StreamId = StreamId(0);
pub(super) const OUTPUT: StreamId = StreamId(1);

/// Does something with a stream.
pub(super) fn with<T>(
    m: &mut Machine,
    stream: StreamId,
    work: impl FnOnce(&mut Stream, &mut Files) -> Result<T, Errno>,
) -> Result<T, Errno> {
    let (stream, files) = m.world.stream_and_files(stream)?;
    work(stream, files)
}

/// Before reading: output to terminals is shown first.
pub(super) fn prepare_to_read(m: &mut Machine, stream: StreamId) {
    let asks = m.world.stream(stream).is_some_and(|it| it.is_drained());
    if asks {
        m.world.flush_lines();
    }
}

/// Whether the output of a call goes where the program cannot read it, so that no thread can notice it.
pub(super) fn goes_nowhere(m: &Machine, native: &Native, call: &Call) -> bool {
    is_unread(m, call, native.effects.target)
}

/// Likewise, for a function that writes there.
pub(super) fn is_unread(m: &Machine, call: &Call, target: Target) -> bool {
    if let Target::File(at) = target {
        return guest::int(m, call, at).is_ok_and(|file| m.world.files.is_output(file));
    }
    if m.compiled.uses.stream_locks {
        return false;
    }
    let mut stream = None;
    for &(_, r) in &call.args {
        let object = call.regs.get(usize::from(r)).map_or(ObjId::NONE, |reg| reg.meta.prov());
        stream = stream.or_else(|| stream_of(m, object));
    }
    let goes = |stream| m.world.is_output(stream) && !memory::has_buffer(m, stream);
    match stream {
        Some(stream) => goes(stream),
        None if target == Target::Streams && !m.world.has_only_standard() => false,
        // Standard output or errors.
        None => goes(OUTPUT) && goes(StreamId(2)),
    }
}

/// Before the program ends: what streams have buffered is written.
pub(super) fn finish(m: &Machine) -> InterpResult<()> {
    memory::use_buffers(m)
}

/// Writes to a stream.
pub(super) fn put(m: &mut Machine, stream: StreamId, bytes: &[u8]) -> Result<(), Errno> {
    if m.world.is_ignored(stream) {
        return Ok(());
    }
    with(m, stream, |stream, files| stream.write(files, bytes.into()))
}

/// Likewise, where some of the bytes may be terms. Of a stream that writes lines, it must be known where these end.
pub(super) fn put_data(m: &mut Machine, stream: StreamId, bytes: &Bytes) -> InterpResult<Result<(), Errno>> {
    if m.world.is_ignored(stream) {
        return Ok(Ok(()));
    }
    let bytes = &m.outgoing(bytes.clone())?;
    if m.world.look(stream).is_some_and(|it| it.buffering == Buffering::Line) {
        for (_, term) in bytes.terms() {
            m.byte_is(Byte::Term(term), |byte| byte == b'\n')?;
        }
    }
    Ok(with(m, stream, |stream, files| stream.write(files, bytes.whole())))
}

fn fflush(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let outcome = if call.pointer(0)?.is_null() {
        memory::use_buffers(m)?;
        if m.world.has_only_standard() && m.world.is_ignored(OUTPUT) {
            return Flow::int(0);
        }
        let flushed = m.world.flush();
        memory::show_all(m)?;
        flushed
    } else {
        let stream = stream(m, call, 0)?;
        if m.world.is_ignored(stream) {
            return Flow::int(0);
        }
        let settled = with(m, stream, |stream, files| stream.settle(files));
        memory::show(m, call.pointer(0)?)?;
        settled
    };
    guest::done(m, outcome)
}

fn fseek(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, offset, whence) = (stream(m, call, 0)?, call.int(m, 1)?, guest::int(m, call, 2)?);
    let outcome = with(m, stream, |stream, files| stream.seek(files, offset, whence));
    memory::show(m, call.pointer(0)?)?;
    guest::done(m, outcome)
}

fn ftell(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = stream(m, call, 0)?;
    let outcome = with(m, stream, |stream, files| stream.position(files));
    guest::status(m, outcome)
}

fn rewind(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = stream(m, call, 0)?;
    let outcome = with(m, stream, |stream, files| {
        let outcome = stream.seek(files, 0, 0);
        stream.failed = false;
        outcome
    });
    memory::show(m, call.pointer(0)?)?;
    guest::done(m, outcome)?;
    Ok(Flow::Void)
}

/// An `fpos_t` starts with the position.
fn fgetpos(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, to) = (stream(m, call, 0)?, call.pointer(1)?);
    match with(m, stream, |stream, files| stream.position(files)) {
        Ok(at) => {
            let size = m.memory.target().pointer_size();
            m.memory.fill(to, 0, if size == 8 { 16 } else { 12 })?;
            guest::store(m, to, at, size)?;
            Flow::int(0)
        }
        Err(error) => guest::status(m, Err(error)),
    }
}

fn fsetpos(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, from) = (stream(m, call, 0)?, call.pointer(1)?);
    let at = guest::load(m, from, m.memory.target().pointer_size())?;
    let outcome = with(m, stream, |stream, files| stream.seek(files, at, 0));
    guest::done(m, outcome)
}

fn feof(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = stream(m, call, 0)?;
    Flow::int(m.world.look(stream).is_some_and(|stream| stream.at_end).into())
}

fn ferror(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = stream(m, call, 0)?;
    Flow::int(m.world.look(stream).is_some_and(|stream| stream.failed).into())
}

fn clearerr(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = stream(m, call, 0)?;
    if let Some(stream) = m.world.stream(stream) {
        stream.at_end = false;
        stream.failed = false;
    }
    Ok(Flow::Void)
}

fn fileno(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = stream(m, call, 0)?;
    let file = m.world.look(stream).map(|stream| stream.file).filter(|&file| file >= 0);
    let number = file.map(i64::from).ok_or(errno::EBADF);
    guest::status(m, number)
}

fn setvbuf(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, buffer, mode, size) =
        (stream(m, call, 0)?, call.pointer(1)?, guest::int(m, call, 2)?, call.number(m, 3)?);
    let buffering = match mode {
        0 => Buffering::Full,
        1 => Buffering::Line,
        2 => Buffering::None,
        _ => return guest::status(m, Err(errno::EINVAL)),
    };
    let length = if buffering == Buffering::None { 0 } else { size };
    memory::set_buffer(m, call.pointer(0)?, buffer, length)?;
    if m.world.is_output(stream) {
        return Flow::int(0);
    }
    if let Some(stream) = m.world.stream(stream) {
        stream.buffering = buffering;
        // glibc ignores the size where it has to find the room itself.
        if !buffer.is_null() && size > 0 {
            stream.capacity = size as usize;
        }
    }
    Flow::int(0)
}

fn setbuf(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, buffer) = (stream(m, call, 0)?, call.pointer(1)?);
    memory::set_buffer(m, call.pointer(0)?, buffer, BUFFER_SIZE)?;
    if m.world.is_output(stream) {
        return Ok(Flow::Void);
    }
    if let Some(stream) = m.world.stream(stream) {
        stream.buffering = if buffer.is_null() { Buffering::None } else { Buffering::Full };
    }
    Ok(Flow::Void)
}
