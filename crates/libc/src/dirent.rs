//! `dirent.h`: directories, in alphabetical order.

use super::guest::{self, Record};
use crate::failures;
use crate::state::{state, state_mut};
use gmc_mem::{Site, Storage};
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, outside};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;

pub(super) const TABLE: &[Native] = &[
    outside("opendir", opendir).fails(&failures::OPEN_STREAM).is(Traits::NAMES_FILES),
    outside("readdir", |m, call| readdir(m, call, false)).is(Traits::NAMES_FILES),
    outside("readdir64", |m, call| readdir(m, call, true)).is(Traits::NAMES_FILES),
    outside("closedir", closedir).is(Traits::NAMES_FILES),
    outside("fdopendir", fdopendir).is(Traits::NAMES_FILES),
    outside("dirfd", dirfd).is(Traits::NAMES_FILES),
    outside("telldir", telldir).is(Traits::NAMES_FILES),
    outside("seekdir", |m, call| seek(m, call, call.int(m, 1)?)).is(Traits::NAMES_FILES),
    outside("rewinddir", |m, call| seek(m, call, 0)).is(Traits::NAMES_FILES),
];

/// A directory that is being read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Listing {
    names: Vec<Vec<u8>>,
    next: usize,
    name: Vec<u8>,
    /// The number of the open directory, if there is one.
    file: Option<i32>,
}

fn opendir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    open(m, &name, None)
}

/// The directory goes with the number when it is closed.
fn fdopendir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    match m.world.files.name_at(file, b".") {
        Ok(name) => open(m, &name, Some(file)),
        Err(error) => guest::null(m, error),
    }
}

fn open(m: &mut Machine, name: &[u8], file: Option<i32>) -> InterpResult<Flow> {
    match m.world.files.list(name) {
        Ok(names) => {
            let handle = m.allocate(16, 16, Storage::Internal, Site(0))?;
            let entry = m.allocate(280, 8, Storage::Global, Site(0))?;
            let open = &mut state_mut(m).directories;
            let at = open.iter().position(Option::is_none).unwrap_or(open.len());
            if at == open.len() {
                open.push(None);
            }
            open[at] = Some(Listing { names, next: 0, name: name.to_vec(), file });
            m.keep_at(Slot::Directories, 2 * at, Reg::pointer(handle))?;
            m.keep_at(Slot::Directories, 2 * at + 1, Reg::pointer(entry))?;
            Flow::pointer(handle)
        }
        Err(error) => guest::null(m, error),
    }
}

/// The number of the directory that an argument stands for.
fn number(m: &Machine, call: &Call) -> InterpResult<usize> {
    match m.find_kept(Slot::Directories, 2, call.pointer(0)?.prov) {
        Some(at) => Ok(at / 2),
        None => {
            guest::bad_call(format!("`{}` is called with something that is no open directory", call.name))
        }
    }
}

fn listing<'m>(m: &'m mut Machine, call: &Call) -> InterpResult<&'m mut Listing> {
    let at = number(m, call)?;
    Ok(state_mut(m).directories[at].as_mut().expect("it is open"))
}

/// A directory gets a number when the program asks for it.
fn dirfd(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    /// `O_DIRECTORY`
    const DIRECTORY: i32 = 0o200_000;
    let listing = listing(m, call)?;
    if let Some(file) = listing.file {
        return Flow::int(file.into());
    }
    let name = listing.name.clone();
    let opened = m.world.files.open(&name, DIRECTORY, 0);
    self::listing(m, call)?.file = opened.ok();
    guest::status(m, opened.map(i64::from))
}

fn telldir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::int(listing(m, call)?.next as i64)
}

fn seek(m: &mut Machine, call: &Call, to: i64) -> InterpResult<Flow> {
    let listing = listing(m, call)?;
    if !(0..=listing.names.len() as i64).contains(&to) {
        return guest::bad_call("`seekdir` is called with a position that `telldir` did not return");
    }
    listing.next = to as usize;
    Ok(Flow::Void)
}

fn readdir(m: &mut Machine, call: &Call, large: bool) -> InterpResult<Flow> {
    let at = number(m, call)?;
    let listing = listing(m, call)?;
    let Some(name) = listing.names.get(listing.next).cloned() else { return Flow::number(0) };
    listing.next += 1;
    let number = listing.next;
    let entry = m.kept_at(Slot::Directories, 2 * at + 1).as_pointer();
    let mut record = Record::new(m);
    let wide = if large || record.long == 8 { 8 } else { 4 };
    record.aligned(number as i64, wide, 4).aligned(number as i64, wide, 4);
    record.aligned(280, 2, 2).aligned(0, 1, 1);
    let mut bytes = record.bytes().to_vec();
    bytes.extend(name.iter().take(255));
    bytes.resize(280, 0);
    m.memory.write_bytes(entry, &bytes)?;
    Flow::pointer(entry)
}

fn closedir(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let at = number(m, call)?;
    let listing = state_mut(m).directories[at].take().expect("it is open");
    while state(m).directories.last() == Some(&None) {
        state_mut(m).directories.pop();
    }
    for word in [2 * at, 2 * at + 1] {
        let object = m.kept_at(Slot::Directories, word).meta.prov();
        m.keep_at(Slot::Directories, word, Reg::ZERO)?;
        m.memory.kill(object, call.site)?;
    }
    let closed = listing.file.map_or(Ok(()), |file| m.world.files.close(file));
    guest::done(m, closed)
}
