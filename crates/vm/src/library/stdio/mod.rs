//! `stdio.h`: streams. What formats stands in `print` and `scan`.
//!
//! A `FILE *` points to an object that the program cannot look into. It lives from `fopen` to `fclose`; using it later is
//! an error as for any other memory.

mod files;
mod lines;
mod memory;
mod transfer;
mod wide;

use super::guest;
use crate::fault::{Fault, Outcome};
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};
use crate::world::errno::{self, Errno};
use crate::world::{Buffering, Files, Stream, StreamId};
use gmc_mem::{Kind as Storage, ObjId, Pointer, Site};
use gmc_model::Kind;
use std::collections::HashMap;

/// What C calls `EOF`.
pub(super) const EOF: i64 = -1;

pub(super) const TABLE: &[Native] = &[
    Native { name: "fopen", run: files::fopen },
    Native { name: "fopen64", run: files::fopen },
    Native { name: "fdopen", run: files::fdopen },
    Native { name: "freopen", run: files::freopen },
    Native { name: "freopen64", run: files::freopen },
    Native { name: "fclose", run: files::fclose },
    Native { name: "fmemopen", run: memory::fmemopen },
    Native { name: "open_memstream", run: |m, call| memory::open_memstream(m, call, 1) },
    Native { name: "open_wmemstream", run: |m, call| memory::open_memstream(m, call, 4) },
    Native { name: "fwide", run: wide::fwide },
    Native { name: "__gmc_get_of_wide", run: wide::get },
    Native { name: "__gmc_put_of_wide", run: wide::put },
    Native { name: "__gmc_unget_of_wide", run: wide::unget },
    Native { name: "tmpfile", run: files::tmpfile },
    Native { name: "tmpfile64", run: files::tmpfile },
    Native { name: "remove", run: files::remove },
    Native { name: "rename", run: files::rename },
    Native { name: "popen", run: files::popen },
    Native { name: "pclose", run: files::pclose },
    Native { name: "fread", run: transfer::fread },
    Native { name: "fread_unlocked", run: transfer::fread },
    Native { name: "fgetc", run: transfer::fgetc },
    Native { name: "getc", run: transfer::fgetc },
    Native { name: "_IO_getc", run: transfer::fgetc },
    Native { name: "fgetc_unlocked", run: transfer::fgetc },
    Native { name: "getc_unlocked", run: transfer::fgetc },
    Native { name: "getchar", run: transfer::getchar },
    Native { name: "getchar_unlocked", run: transfer::getchar },
    Native { name: "ungetc", run: transfer::ungetc },
    Native { name: "fgets", run: lines::fgets },
    Native { name: "fgets_unlocked", run: lines::fgets },
    Native { name: "getline", run: lines::getline },
    Native { name: "getdelim", run: lines::getdelim },
    Native { name: "__getdelim", run: lines::getdelim },
    Native { name: "fseek", run: fseek },
    Native { name: "fseeko", run: fseek },
    Native { name: "fseeko64", run: fseek },
    Native { name: "ftell", run: ftell },
    Native { name: "ftello", run: ftell },
    Native { name: "ftello64", run: ftell },
    Native { name: "rewind", run: rewind },
    Native { name: "fgetpos", run: fgetpos },
    Native { name: "fsetpos", run: fsetpos },
    Native { name: "feof", run: feof },
    Native { name: "feof_unlocked", run: feof },
];

/// What writes, and what asks about a stream.
pub(super) const WRITERS: &[Native] = &[
    Native { name: "fwrite", run: transfer::fwrite },
    Native { name: "fwrite_unlocked", run: transfer::fwrite },
    Native { name: "fputc", run: transfer::fputc },
    Native { name: "putc", run: transfer::fputc },
    Native { name: "_IO_putc", run: transfer::fputc },
    Native { name: "fputc_unlocked", run: transfer::fputc },
    Native { name: "putc_unlocked", run: transfer::fputc },
    Native { name: "putchar", run: transfer::putchar },
    Native { name: "putchar_unlocked", run: transfer::putchar },
    Native { name: "fputs", run: lines::fputs },
    Native { name: "fputs_unlocked", run: lines::fputs },
    Native { name: "puts", run: lines::puts },
    Native { name: "perror", run: lines::perror },
    Native { name: "fflush", run: fflush },
    Native { name: "fflush_unlocked", run: fflush },
    Native { name: "ferror", run: ferror },
    Native { name: "ferror_unlocked", run: ferror },
    Native { name: "clearerr", run: clearerr },
    Native { name: "clearerr_unlocked", run: clearerr },
    Native { name: "fileno", run: fileno },
    Native { name: "fileno_unlocked", run: fileno },
    Native { name: "setvbuf", run: setvbuf },
    Native { name: "setbuf", run: setbuf },
    Native { name: "flockfile", run: |_, _| Ok(Flow::Void) },
    Native { name: "funlockfile", run: |_, _| Ok(Flow::Void) },
    Native { name: "ftrylockfile", run: |_, _| Flow::int(0) },
];

/// The streams behind the objects that the program has pointers to.
#[derive(Clone, Debug, Default)]
pub(super) struct Handles {
    streams: HashMap<ObjId, StreamId>,
    standard: [Pointer; 3],
}

/// Bytes of glibc's `FILE`.
const SIZE: u64 = 216;

/// The standard streams, which the program finds in variables.
pub(super) fn start(m: &mut Machine<'_>) -> Outcome<()> {
    for (at, names) in
        [["stdin", "_IO_stdin"], ["stdout", "_IO_stdout"], ["stderr", "_IO_stderr"]].into_iter().enumerate()
    {
        let handle = handle(m, StreamId(at))?;
        m.library.streams.standard[at] = handle;
        for (name, variable) in m.lowered.external_variables.clone() {
            if names.contains(&name.as_str()) {
                m.memory.store_pointer(variable, handle)?;
            }
        }
    }
    Ok(())
}

/// An object for a stream.
fn handle(m: &mut Machine<'_>, stream: StreamId) -> Outcome<Pointer> {
    let pointer = m.allocate(SIZE, 16, Storage::Internal, Site(0))?;
    name(m, pointer, stream)?;
    m.library.streams.streams.insert(pointer.prov, stream);
    Ok(pointer)
}

/// The object says which stream it stands for: states in which it stands for another one are not the same.
fn name(m: &mut Machine<'_>, pointer: Pointer, stream: StreamId) -> Outcome<()> {
    guest::store(m, pointer, stream.0 as i64, 8)?;
    memory::no_room(m, pointer)
}

/// The stream that a `FILE *` stands for.
pub(super) fn stream_at(m: &Machine<'_>, pointer: Pointer, function: &str) -> Outcome<StreamId> {
    let info = m.memory.object(pointer.prov);
    match m.library.streams.streams.get(&pointer.prov) {
        Some(&stream) if info.is_some_and(|info| info.base == pointer.addr) => Ok(stream),
        _ if pointer.is_null() => Err(Fault::other(
            Kind::NullDereference,
            format!("`{function}` is called with a null pointer for a stream"),
        )),
        _ if info.is_some_and(|it| it.kind == Storage::Internal && it.free_site.is_some()) => Err(
            Fault::other(Kind::UseAfterFree, format!("`{function}` is called with a stream that was closed")),
        ),
        _ => guest::bad_call(format!("`{function}` is called with a pointer that is no stream")),
    }
}

/// The stream that an argument stands for.
pub(super) fn stream(m: &Machine<'_>, call: &Call, at: usize) -> Outcome<StreamId> {
    stream_at(m, call.pointer(at)?, call.name)
}

/// The stream that an argument of a function for bytes stands for.
pub(super) fn of_bytes(m: &mut Machine<'_>, call: &Call, at: usize) -> Outcome<StreamId> {
    let stream = stream(m, call, at)?;
    wide::settle(m, call, stream, false)?;
    Ok(stream)
}

/// Standard input or output, for a function for bytes.
pub(super) fn standard(m: &mut Machine<'_>, call: &Call, stream: StreamId) -> Outcome<StreamId> {
    wide::settle(m, call, stream, false)?;
    Ok(stream)
}

/// Standard input and output.
pub(super) const INPUT: StreamId = StreamId(0);
pub(super) const OUTPUT: StreamId = StreamId(1);

/// Does something with a stream.
pub(super) fn with<T>(
    m: &mut Machine<'_>,
    stream: StreamId,
    work: impl FnOnce(&mut Stream, &mut Files) -> Result<T, Errno>,
) -> Result<T, Errno> {
    let (stream, files) = m.world.stream_and_files(stream)?;
    work(stream, files)
}

/// Before reading: output to terminals is shown first.
pub(super) fn prepare_to_read(m: &mut Machine<'_>, stream: StreamId) {
    let asks = m.world.stream(stream).is_some_and(|it| it.is_drained());
    if asks {
        m.world.flush_lines();
    }
}

/// Whether what a call of a function that writes does goes nowhere, and nobody can tell.
pub(super) fn goes_nowhere(m: &Machine<'_>, call: &Call) -> bool {
    if matches!(call.name, "write" | "dprintf" | "vdprintf") {
        return guest::int(m, call, 0).is_ok_and(|file| m.world.files.is_output(file));
    }
    let mut stream = None;
    for &(_, r) in &call.args {
        let object = call.regs.get(usize::from(r)).map_or(ObjId::NONE, |reg| reg.meta.prov());
        stream = stream.or_else(|| m.library.streams.streams.get(&object).copied());
    }
    match stream {
        Some(stream) => m.world.is_output(stream),
        // Standard output or errors; `fflush` of all streams concerns all.
        None if call.name.starts_with("fflush") => m.world.has_only_standard(),
        None => m.world.is_output(OUTPUT) && m.world.is_output(StreamId(2)),
    }
}

/// Writes to a stream.
pub(super) fn put(m: &mut Machine<'_>, stream: StreamId, bytes: &[u8]) -> Result<(), Errno> {
    if m.world.is_ignored(stream) {
        return Ok(());
    }
    with(m, stream, |stream, files| stream.write(files, bytes))
}

fn fflush(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let outcome = if call.pointer(0)?.is_null() {
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

fn fseek(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (stream, offset, whence) = (stream(m, call, 0)?, call.int(m, 1)?, guest::int(m, call, 2)?);
    let outcome = with(m, stream, |stream, files| stream.seek(files, offset, whence));
    memory::show(m, call.pointer(0)?)?;
    guest::done(m, outcome)
}

fn ftell(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let stream = stream(m, call, 0)?;
    let outcome = with(m, stream, |stream, files| stream.position(files));
    guest::status(m, outcome)
}

fn rewind(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
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
fn fgetpos(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
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

fn fsetpos(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (stream, from) = (stream(m, call, 0)?, call.pointer(1)?);
    let at = guest::load(m, from, m.memory.target().pointer_size())?;
    let outcome = with(m, stream, |stream, files| stream.seek(files, at, 0));
    guest::done(m, outcome)
}

fn feof(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let stream = stream(m, call, 0)?;
    Flow::int(m.world.look(stream).is_some_and(|stream| stream.at_end).into())
}

fn ferror(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let stream = stream(m, call, 0)?;
    Flow::int(m.world.look(stream).is_some_and(|stream| stream.failed).into())
}

fn clearerr(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let stream = stream(m, call, 0)?;
    if let Some(stream) = m.world.stream(stream) {
        stream.at_end = false;
        stream.failed = false;
    }
    Ok(Flow::Void)
}

fn fileno(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let stream = stream(m, call, 0)?;
    let file = m.world.look(stream).map(|stream| stream.file).filter(|&file| file >= 0);
    let number = file.map(i64::from).ok_or(errno::EBADF);
    guest::status(m, number)
}

fn setvbuf(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (stream, buffer, mode, size) =
        (stream(m, call, 0)?, call.pointer(1)?, guest::int(m, call, 2)?, call.number(m, 3)?);
    let buffering = match mode {
        0 => Buffering::Full,
        1 => Buffering::Line,
        2 => Buffering::None,
        _ => return guest::status(m, Err(errno::EINVAL)),
    };
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

fn setbuf(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (stream, buffer) = (stream(m, call, 0)?, call.pointer(1)?);
    if m.world.is_output(stream) {
        return Ok(Flow::Void);
    }
    if let Some(stream) = m.world.stream(stream) {
        stream.buffering = if buffer.is_null() { Buffering::None } else { Buffering::Full };
    }
    Ok(Flow::Void)
}
