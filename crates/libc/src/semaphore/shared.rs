//! Semaphores with a name in programs that make processes: each is a small file, as glibc has it, and memory that
//! shares the file.

use super::{MARK, MOST, NAMED, Named, O_CREAT, O_EXCL, VALUE};
use crate::guest;
use crate::mman;
use crate::state::{state, state_mut};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_world::Bytes;
use gmc_world::errno::{self, Errno};

/// `O_RDWR`
const BOTH: i32 = 2;

/// Bytes of the file.
const SIZE: usize = 32;

/// The file of the semaphore with this name.
pub(super) fn path(name: &[u8]) -> Vec<u8> {
    [b"/dev/shm/sem.", name].concat()
}

/// `sem_open`
pub(super) fn open(m: &mut Machine, call: &Call, name: &[u8], flags: i32) -> InterpResult<Flow> {
    let creates = flags & O_CREAT != 0;
    let (mode, value) = if creates { (call.number(m, 2)? as u32, call.number(m, 3)? as u32) } else { (0, 0) };
    if value > MOST {
        return guest::null(m, errno::EINVAL);
    }
    let held = match hold(m, name, flags & (O_CREAT | O_EXCL) | BOTH, (mode, value)) {
        Ok(held) => held,
        Err(error) => return guest::null(m, error),
    };
    let node = m.world.files.held_node(held);
    let known = node.and_then(|node| mman::start_of_file(m, node)).and_then(|start| {
        let at = m.find_kept(Slot::Semaphores, 1, start.prov)?;
        Some((at, start))
    });
    if let Some((at, start)) = known {
        m.world.files.release(held);
        state_mut(m).semaphores[at].as_mut().expect("it is kept").opened += 1;
        return Flow::pointer(start);
    }
    let start = match mman::map_small(m, call, held)? {
        Ok(start) => start,
        Err(error) => return guest::null(m, error),
    };
    let list = &mut state_mut(m).semaphores;
    let at = list.iter().position(Option::is_none).unwrap_or_else(|| {
        list.push(None);
        list.len() - 1
    });
    list[at] = Some(Named { name: None, opened: 1, value: 0 });
    m.keep_at(Slot::Semaphores, at, Reg::pointer(start))?;
    Flow::pointer(start)
}

/// Opens the file, with what a new semaphore has in it.
fn hold(m: &mut Machine, name: &[u8], flags: i32, (mode, value): (u32, u32)) -> Result<u32, Errno> {
    let number = m.world.files.open(&path(name), flags, mode)?;
    let held = m.world.files.hold(number);
    let _ = m.world.files.close(number);
    let held = held?;
    if m.world.files.held_bytes(held, 0, 1)?.1 == 0 {
        let mut bytes = vec![0; SIZE];
        let target = m.memory.target();
        for (at, word) in [(VALUE, value), (MARK, NAMED)] {
            let at = at as usize;
            bytes[at..at + 4].copy_from_slice(&target.bytes(u64::from(word), 4)[..4]);
        }
        m.world.files.put_held(held, 0, Bytes::from(bytes).whole())?;
    }
    Ok(held)
}

/// A semaphore is closed as often as it was opened.
pub(super) fn forget(m: &mut Machine, call: &Call, at: usize) -> InterpResult<()> {
    let start = m.kept_at(Slot::Semaphores, at).as_pointer();
    m.keep_at(Slot::Semaphores, at, Reg::ZERO)?;
    state_mut(m).semaphores[at] = None;
    while state(m).semaphores.last() == Some(&None) {
        state_mut(m).semaphores.pop();
    }
    mman::unmap_small(m, start, call.site)
}
