//! `sys/mman.h`: memory without a file behind it; files are not mapped.

use super::guest;
use crate::fault::Outcome;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};
use crate::world::errno;
use gmc_mem::{Kind as Storage, Layout};

pub(super) const TABLE: &[Native] = &[
    Native { name: "mmap", run: mmap },
    Native { name: "mmap64", run: mmap },
    Native { name: "munmap", run: munmap },
    Native { name: "mremap", run: |m, _| guest::status(m, Err(errno::ENOMEM)) },
    Native { name: "mprotect", run: |_, _| Flow::int(0) },
    Native { name: "madvise", run: |_, _| Flow::int(0) },
    Native { name: "posix_madvise", run: |_, _| Flow::int(0) },
    Native { name: "mlock", run: |_, _| Flow::int(0) },
    Native { name: "munlock", run: |_, _| Flow::int(0) },
    Native { name: "msync", run: |_, _| Flow::int(0) },
];

/// `MAP_FIXED`, `MAP_ANONYMOUS`
const FIXED: i32 = 0x10;
const ANONYMOUS: i32 = 0x20;

fn mmap(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (size, flags) = (call.number(m, 1)?, guest::int(m, call, 3)?);
    if size == 0 {
        return guest::status(m, Err(errno::EINVAL));
    }
    if flags & ANONYMOUS == 0 || flags & FIXED != 0 {
        return guest::status(m, Err(errno::ENODEV));
    }
    let Some(size) = size.checked_next_multiple_of(4096) else { return guest::status(m, Err(errno::ENOMEM)) };
    match m.memory.alloc(Layout::new(size, 4096), Storage::Global, call.site) {
        Ok(pointer) => {
            m.memory.fill(pointer, 0, size)?;
            m.library.mappings.push((pointer, size));
            Flow::pointer(pointer)
        }
        Err(_) => guest::status(m, Err(errno::ENOMEM)),
    }
}

/// A mapping goes as a whole; a part of it stays.
fn munmap(m: &mut Machine<'_>, call: &Call) -> Outcome<Flow> {
    let (pointer, size) = (call.pointer(0)?, call.number(m, 1)?);
    let size = size.next_multiple_of(4096);
    let known = m.library.mappings.iter().position(|&mapping| mapping == (pointer, size));
    if let Some(at) = known {
        m.library.mappings.swap_remove(at);
        m.memory.kill(pointer.prov, call.site)?;
    }
    Flow::int(0)
}
