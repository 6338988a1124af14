//! `sys/mman.h`: memory with and without a file behind it.
//!
//! Memory that processes share is memory that shares a file: without a name, if it was made with `MAP_ANONYMOUS`. How
//! memory and file are kept equal is in `exchange`.
//!
//! Several mappings that share one file are *views* of it, each an object of its own. One of them can be accessed at a
//! time. Who accesses another one is stopped, the file gets what the first one has, the other one gets what the file
//! has, and the access is made again (as caches keep each other coherent). A call of the library may not be made twice:
//! before it, what its arguments point to is turned to. That is for one thread: with several, it is unknown.

mod exchange;

pub(crate) use exchange::{after_call, publish, receive};

use super::guest;
use crate::failures;
use crate::state::{state, state_mut};
use gmc_mem::{AccessError, AccessFault, Layout, ObjId, Pointer, Site, Storage};
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode};
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_world::errno::{self, Errno};

pub(super) const TABLE: &[Native] = &[
    outside("mmap", mmap).fails(&failures::MMAP).is(Traits::MAPS_FILES),
    outside("mmap64", mmap).fails(&failures::MMAP).is(Traits::MAPS_FILES),
    outside("munmap", munmap).frees(0),
    outside("mremap", mremap).fails(&failures::MMAP),
    outside("mprotect", mprotect),
    outside("madvise", |m, call| advise(m, call, false)),
    outside("posix_madvise", |m, call| advise(m, call, true)),
    outside("mlock", |_, _| Flow::int(0)),
    outside("munlock", |_, _| Flow::int(0)),
    outside("mlockall", |_, _| Flow::int(0)),
    outside("munlockall", |_, _| Flow::int(0)),
    outside("msync", msync).is(Traits::ENDS_CANCELLED),
];

/// `MAP_SHARED`, `MAP_FIXED`, `MAP_ANONYMOUS`
const SHARED: i32 = 1;
const FIXED: i32 = 0x10;
const ANONYMOUS: i32 = 0x20;

/// `PROT_READ`, `PROT_WRITE`, `PROT_EXEC`
const READ: i32 = 1;
const WRITE: i32 = 2;
const EXECUTE: i32 = 4;

/// `MREMAP_MAYMOVE`
const MAY_MOVE: i32 = 1;

const PAGE: u64 = 4096;

/// Memory that is mapped: where, is in the library's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Mapping {
    size: u64,
    /// The file that it shares with other mappings, of this process and of others.
    file: Option<File>,
    /// It is the program's own and of no file: bytes that it forgets are 0.
    anonymous: bool,
    /// What the program may do with it.
    access: Permission,
}

/// What the program may do with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Permission {
    Nothing,
    Read,
    All,
}

impl Permission {
    fn of(flags: i32) -> Permission {
        match flags {
            _ if flags & WRITE != 0 => Permission::All,
            _ if flags & (READ | EXECUTE) != 0 => Permission::Read,
            _ => Permission::Nothing,
        }
    }
}

/// A part of a file that memory shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct File {
    held: u32,
    at: u64,
    /// So much of it there is.
    length: usize,
    /// With the rest of the last page, which belongs to no file. An access behind it ends the program.
    pages: u64,
    writable: bool,
}

/// Nothing changes for advice that there is, unless it takes contents away; POSIX has some of it, and returns the
/// error.
fn advise(m: &mut Machine, call: &Call, posix: bool) -> InterpResult<Flow> {
    match guest::int(m, call, 2)? {
        // `MADV_DONTNEED`, `MADV_DONTNEED_LOCKED`
        4 | 24 if !posix => forget(m, call, true),
        // `MADV_FREE`
        8 if !posix => forget(m, call, false),
        // `MADV_REMOVE`
        9 if !posix => Err(InterpError::unsupported("`madvise` that takes the contents of a file away")),
        0..=4 => Flow::int(0),
        _ if posix => Flow::int(errno::EINVAL.into()),
        8..=25 | 100 | 101 => Flow::int(0),
        _ => guest::status(m, Err(errno::EINVAL)),
    }
}

/// Memory without a file is 0 again: at once, or at some time until it is written, and till then it has no value.
fn forget(m: &mut Machine, call: &Call, at_once: bool) -> InterpResult<Flow> {
    let (start, size) = (call.pointer(0)?, call.number(m, 1)?);
    if !start.addr.is_multiple_of(PAGE) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let mapping = m.find_kept(Slot::Mappings, 1, start.prov).map(|at| state(m).mappings[at]);
    match mapping {
        Some(Mapping { anonymous: true, access: Permission::All, .. }) => {
            let size = size.next_multiple_of(PAGE);
            if at_once {
                m.memory.fill(start, 0, size)?;
            } else {
                m.memory.uninitialise(start, size)?;
            }
            Flow::int(0)
        }
        Some(_) => Err(InterpError::unsupported(
            "`madvise` that takes the contents of a file's or of protected memory away",
        )),
        None => Err(InterpError::unsupported("`madvise` of memory that is not from `mmap`")),
    }
}

fn mmap(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (size, access, flags) = (call.number(m, 1)?, guest::int(m, call, 2)?, guest::int(m, call, 3)?);
    if size == 0 || flags & 3 == 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    if flags & FIXED != 0 {
        return guest::status(m, Err(errno::ENODEV));
    }
    let Some(size) = size.checked_next_multiple_of(PAGE) else { return guest::status(m, Err(errno::ENOMEM)) };
    if flags & ANONYMOUS != 0 {
        return match allocate(m, call, size)? {
            Some(start) => {
                let file = if flags & SHARED != 0 && m.compiled.uses.processes {
                    Some(nameless(m, size)?)
                } else {
                    None
                };
                let anonymous = flags & SHARED == 0;
                add(m, start, Mapping { size, file, anonymous, access: Permission::of(access) })?;
                Flow::pointer(start)
            }
            None => guest::status(m, Err(errno::ENOMEM)),
        };
    }
    let (number, at) = (guest::int(m, call, 4)?, call.number(m, 5)?);
    match open(m, number, at, access, flags) {
        Ok(held) => match map_file(m, call, held, (at, size), flags & SHARED != 0, Permission::of(access))? {
            Ok(start) => Flow::pointer(start),
            Err(error) => guest::status(m, Err(error)),
        },
        Err(error) => guest::status(m, Err(error)),
    }
}

/// What is behind memory without a file that processes share.
fn nameless(m: &mut Machine, size: u64) -> InterpResult<File> {
    match m.world.files.hold_new(size) {
        Ok(held) => Ok(File { held, at: 0, length: size as usize, pages: size, writable: true }),
        Err(_) => Err(InterpError::unsupported("memory that processes share and that is too large")),
    }
}

fn allocate(m: &mut Machine, call: &Call, size: u64) -> InterpResult<Option<Pointer>> {
    let Some(start) = m.find_room(Layout::new(size, PAGE), Storage::Global, call.site)? else {
        return Ok(None);
    };
    m.memory.fill(start, 0, size)?;
    Ok(Some(start))
}

/// The file, if it can be mapped.
fn open(m: &mut Machine, number: i32, at: u64, access: i32, flags: i32) -> Result<u32, Errno> {
    let opened = m.world.files.flags(number)? & 3;
    if !at.is_multiple_of(PAGE) {
        return Err(errno::EINVAL);
    }
    if opened == 1 || flags & SHARED != 0 && access & WRITE != 0 && opened != 2 {
        return Err(errno::EACCES);
    }
    m.world.files.hold(number)
}

fn map_file(
    m: &mut Machine,
    call: &Call,
    held: u32,
    (at, size): (u64, u64),
    shared: bool,
    access: Permission,
) -> InterpResult<Result<Pointer, Errno>> {
    let (bytes, length) = match m.world.files.held_bytes(held, at, size as usize) {
        Ok(found) => found,
        Err(error) => {
            m.world.files.release(held);
            return Ok(Err(error));
        }
    };
    let pages = (length as u64).next_multiple_of(PAGE).min(size);
    // What lies behind is no memory of the program's, though it was asked for.
    let Some(start) = allocate(m, call, pages.max(1))? else {
        m.world.files.release(held);
        return Ok(Err(errno::ENOMEM));
    };
    m.write_data(start, &bytes.part(0..pages as usize).to_bytes())?;
    let file = shared.then_some(File { held, at, length, pages, writable: access == Permission::All });
    if !shared {
        m.world.files.release(held);
    }
    add(m, start, Mapping { size, file, anonymous: false, access })?;
    let newest = state(m).mappings.len() - 1;
    if has_views(m, newest) {
        show(m, newest)?;
    }
    Ok(Ok(start))
}

/// Memory that shares a small file with all who have it open, for what the library keeps there.
pub(crate) fn map_small(m: &mut Machine, call: &Call, held: u32) -> InterpResult<Result<Pointer, Errno>> {
    map_file(m, call, held, (0, PAGE), true, Permission::All)
}

/// The end of that.
pub(crate) fn unmap_small(m: &mut Machine, start: Pointer, site: Site) -> InterpResult<()> {
    if let Some(at) = find(m, start) {
        publish(m)?;
        if let Some(file) = remove(m, at)?.file {
            m.world.files.release(file.held);
        }
        m.memory.kill(start.prov, site)?;
    }
    Ok(())
}

fn add(m: &mut Machine, start: Pointer, mapping: Mapping) -> InterpResult<()> {
    assert!(m.compiled.uses.mapped_files || mapping.file.is_none(), "who maps files has a row that says so");
    m.keep_at(Slot::Mappings, state(m).mappings.len(), Reg::pointer(start))?;
    state_mut(m).mappings.push(mapping);
    permit(m, start, mapping.access);
    if mapping.file.is_some() {
        m.memory.add_replica(start.prov);
        if m.compiled.uses.processes {
            m.memory.share(start.prov);
        }
    }
    Ok(())
}

/// Lets the program do with a mapping what it may.
fn permit(m: &mut Machine, start: Pointer, access: Permission) {
    m.memory.set_barred(start.prov, access == Permission::Nothing);
    if access == Permission::Read {
        m.memory.seal(start.prov);
    } else {
        m.memory.unseal(start.prov);
    }
}

/// Whether another mapping shares the same part of a file, and the program may write there.
fn is_view(m: &Machine, of: usize, other: usize) -> bool {
    let (Some(one), Some(two)) = (state(m).mappings[of].file, state(m).mappings[other].file) else {
        return false;
    };
    let overlap = one.at < two.at + two.pages && two.at < one.at + one.pages;
    of != other && overlap && (one.writable || two.writable) && m.world.files.is_same(one.held, two.held)
}

fn has_views(m: &Machine, of: usize) -> bool {
    (0..state(m).mappings.len()).any(|other| is_view(m, of, other))
}

/// From now on a mapping can be accessed, and no other view of its file.
fn show(m: &mut Machine, at: usize) -> InterpResult<()> {
    if m.mode == Mode::Interleaved {
        return Err(InterpError::unsupported("several mappings that share one file, and several threads"));
    }
    publish(m)?;
    for other in 0..state(m).mappings.len() {
        if is_view(m, at, other) {
            let object = start_of(m, other).prov;
            m.memory.set_barred(object, true);
        }
    }
    if state(m).mappings[at].access != Permission::Nothing {
        let object = start_of(m, at).prov;
        m.memory.set_barred(object, false);
        receive(m, None)?;
    }
    Ok(())
}

/// An access to an object was refused: whether it is a view of a file that can be accessed now.
pub(crate) fn turn_to(m: &mut Machine, object: ObjId) -> InterpResult<bool> {
    let Some(at) = m.find_kept(Slot::Mappings, 1, object) else { return Ok(false) };
    if state(m).mappings[at].access == Permission::Nothing {
        return Ok(false);
    }
    show(m, at)?;
    Ok(true)
}

/// Before a call: what its arguments point to can be accessed, as far as it is a view of a file.
pub(crate) fn turn_to_arguments(m: &mut Machine, call: &Call) -> InterpResult<()> {
    if !shares(m) {
        return Ok(());
    }
    let is_hidden =
        |m: &Machine, object: ObjId| m.memory.is_barred(object) && hidden_view(m, object).is_some();
    let objects: Vec<ObjId> = call.regs.iter().map(|reg| reg.meta.prov()).collect();
    for &object in &objects {
        if is_hidden(m, object) {
            turn_to(m, object)?;
        }
    }
    if objects.iter().any(|&object| is_hidden(m, object)) {
        return Err(InterpError::unsupported("an operation on two mappings that share one file"));
    }
    Ok(())
}

/// The mapping that the program may access and that is barred only because another view of its file is shown.
fn hidden_view(m: &Machine, object: ObjId) -> Option<usize> {
    let at = m.find_kept(Slot::Mappings, 1, object)?;
    (state(m).mappings[at].access != Permission::Nothing && has_views(m, at)).then_some(at)
}

/// Whether an access was refused only because another view of the file is shown.
pub(crate) fn is_hidden_view(m: &Machine, error: &AccessError) -> bool {
    let object = error.object.as_ref().filter(|_| error.fault == AccessFault::Barred);
    object.is_some_and(|it| hidden_view(m, it.id).is_some())
}

/// Whether an object is a mapping.
pub(crate) fn is_mapped(m: &Machine, object: ObjId) -> bool {
    m.find_kept(Slot::Mappings, 1, object).is_some()
}

/// What the program may do with a mapping as a whole.
fn mprotect(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (start, size, flags) = (call.pointer(0)?, call.number(m, 1)?, guest::int(m, call, 2)?);
    if !start.addr.is_multiple_of(PAGE) || flags & !(READ | WRITE | EXECUTE) != 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    let Some(at) = m.find_kept(Slot::Mappings, 1, start.prov) else {
        return match m.memory.object(start.prov) {
            Some(_) => Err(InterpError::unsupported("`mprotect` of memory that is not from `mmap`")),
            None => guest::status(m, Err(errno::ENOMEM)),
        };
    };
    let (mapping, access) = (state(m).mappings[at], Permission::of(flags));
    if start_of(m, at) != start || size.next_multiple_of(PAGE) != mapping.size {
        let same = access == mapping.access;
        return if same {
            Flow::int(0)
        } else {
            Err(InterpError::unsupported("`mprotect` of a part of a mapping"))
        };
    }
    if mapping.file.is_some_and(|file| !file.writable) && access == Permission::All {
        return Err(InterpError::unsupported("`mprotect` that lets a file be written through memory"));
    }
    state_mut(m).mappings[at].access = access;
    permit(m, start, access);
    if access != Permission::Nothing && has_views(m, at) {
        show(m, at)?;
    }
    Flow::int(0)
}

/// A mapping goes, and the last one takes its place.
fn remove(m: &mut Machine, at: usize) -> InterpResult<Mapping> {
    let last = state(m).mappings.len() - 1;
    m.keep_at(Slot::Mappings, at, m.kept_at(Slot::Mappings, last))?;
    m.keep_at(Slot::Mappings, last, Reg::ZERO)?;
    Ok(state_mut(m).mappings.swap_remove(at))
}

/// Where a mapping starts.
fn start_of(m: &Machine, at: usize) -> Pointer {
    m.kept_at(Slot::Mappings, at).as_pointer()
}

/// The mapping that starts somewhere.
fn find(m: &Machine, start: Pointer) -> Option<usize> {
    (0..state(m).mappings.len()).find(|&at| start_of(m, at) == start)
}

/// A mapping goes as a whole, or pages at its start or its end do.
fn munmap(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (pointer, size) = (call.pointer(0)?, call.number(m, 1)?);
    if size == 0 || !pointer.addr.is_multiple_of(PAGE) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let Some(at) = m.find_kept(Slot::Mappings, 1, pointer.prov) else { return Flow::int(0) };
    let Some(end) = size.checked_next_multiple_of(PAGE).and_then(|size| pointer.addr.checked_add(size))
    else {
        return guest::status(m, Err(errno::EINVAL));
    };
    let (mapping, start) = (state(m).mappings[at], start_of(m, at));
    let (first, behind) = (start.addr, start.addr + mapping.size);
    if pointer.addr <= first && behind <= end {
        if let Some(file) = remove(m, at)?.file {
            m.world.files.release(file.held);
        }
        m.memory.kill(pointer.prov, call.site)?;
        return Flow::int(0);
    }
    if end <= first || behind <= pointer.addr {
        // These pages were given back before.
        return Flow::int(0);
    }
    if mapping.file.is_some() {
        return Err(InterpError::unsupported("`munmap` of a part of a mapping that shares a file"));
    }
    let base = m.memory.object(pointer.prov).map_or(0, |it| it.base);
    let (from, to) = (pointer.addr.max(first), end.min(behind));
    if from > first && to < behind {
        return Err(InterpError::unsupported("`munmap` of the middle of a mapping"));
    }
    m.memory.give_back(pointer.prov, from - base, to - base)?;
    state_mut(m).mappings[at].size -= to - from;
    if from == first {
        m.keep_at(Slot::Mappings, at, Reg::pointer(start.wrapping_offset((to - from) as i64)))?;
    }
    Flow::int(0)
}

/// Memory without a file moves to where there is room for it.
fn mremap(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (old, size, flags) = (call.pointer(0)?, call.number(m, 2)?, guest::int(m, call, 3)?);
    let size = size.next_multiple_of(PAGE);
    let Some(at) = find(m, old) else { return guest::status(m, Err(errno::EFAULT)) };
    if state(m).mappings[at].access != Permission::All {
        return Err(InterpError::unsupported("`mremap` of memory that is protected"));
    }
    if size == 0 || flags & MAY_MOVE == 0 || state(m).mappings[at].file.is_some() {
        return guest::status(m, Err(if size == 0 { errno::EINVAL } else { errno::ENOMEM }));
    }
    let Some(start) = allocate(m, call, size)? else { return guest::status(m, Err(errno::ENOMEM)) };
    let bytes = m.read_data(old, state(m).mappings[at].size.min(size))?;
    m.write_data(start, &bytes)?;
    m.memory.kill(old.prov, call.site)?;
    state_mut(m).mappings[at] = Mapping { size, file: None, ..state(m).mappings[at] };
    m.keep_at(Slot::Mappings, at, Reg::pointer(start))?;
    Flow::pointer(start)
}

/// The file has everything already.
fn msync(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let start = call.pointer(0)?;
    if !start.addr.is_multiple_of(PAGE) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let mapped = m.find_kept(Slot::Mappings, 1, start.prov).is_some();
    guest::done(m, if mapped { Ok(()) } else { Err(errno::ENOMEM) })
}

/// Whether any memory shares a file.
pub(crate) fn shares(m: &Machine) -> bool {
    state(m).mappings.iter().any(|it| it.file.is_some())
}

/// A process is made: it has the same mappings.
pub(crate) fn hold_for_child(m: &mut Machine) {
    for held in held(m) {
        m.world.files.hold_again(held);
    }
}

/// The process ends, and with it all its mappings.
pub(crate) fn release_all(m: &mut Machine) -> InterpResult<()> {
    if shares(m) {
        publish(m)?;
        for held in held(m) {
            m.world.files.release(held);
        }
        for mapping in &mut state_mut(m).mappings {
            mapping.file = None;
        }
    }
    Ok(())
}

/// The files that memory shares.
fn held(m: &Machine) -> Vec<u32> {
    state(m).mappings.iter().filter_map(|it| Some(it.file?.held)).collect()
}

/// Changes of all memory that shares a file are noted, in a memory that is new.
pub(crate) fn watch_again(m: &mut Machine) {
    for at in 0..state(m).mappings.len() {
        if state(m).mappings[at].file.is_some() {
            let object = start_of(m, at).prov;
            m.memory.add_replica(object);
        }
    }
}

/// Which file an object shares, and from where on, if processes have files in common.
pub(crate) fn shared_place(m: &Machine, object: ObjId) -> Option<(u32, u64)> {
    let at = m.find_kept(Slot::Mappings, 1, object)?;
    let file = state(m).mappings[at].file?;
    Some((m.world.files.held_node(file.held)?, file.at))
}

/// Where memory starts that shares a file from its start on.
pub(crate) fn start_of_file(m: &Machine, node: u32) -> Option<Pointer> {
    (0..state(m).mappings.len()).find_map(|at| {
        let file = state(m).mappings[at].file.filter(|it| it.at == 0)?;
        (m.world.files.held_node(file.held) == Some(node)).then(|| start_of(m, at))
    })
}
