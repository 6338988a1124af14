//! Robust mutexes: the thread that takes one learns that the thread that had it has ended.
//!
//! A thread's robust mutexes are linked to each other, as glibc has it, the one taken last first.

use super::mutex;
use gmc_mem::Pointer;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::thread::own;

/// Where a mutex has the pointer to the next.
fn link(m: &Machine, mutex: Pointer) -> Pointer {
    mutex.wrapping_offset(if m.memory.target().pointer_size() == 8 { 24 } else { 20 })
}

/// The current thread has taken one.
pub(super) fn add(m: &mut Machine, mutex: Pointer) -> InterpResult<()> {
    let head = m.own_slot(own::ROBUST);
    let next = m.memory.load_pointer(head)?;
    m.memory.store_pointer(link(m, mutex), next)?;
    Ok(m.memory.store_pointer(head, mutex)?)
}

/// The current thread has given one back.
pub(super) fn remove(m: &mut Machine, mutex: Pointer) -> InterpResult<()> {
    let mut at = m.own_slot(own::ROBUST);
    loop {
        let it = m.memory.load_pointer(at)?;
        // Where others have written, a pointer has become its address.
        if it.addr == mutex.addr {
            let next = m.memory.load_pointer(link(m, mutex))?;
            m.memory.store_pointer(at, next)?;
            return Ok(m.memory.store_pointer(link(m, mutex), Pointer::NULL)?);
        }
        if it.is_null() {
            return Ok(());
        }
        at = link(m, it);
    }
}

/// Whether the current thread has any.
pub(crate) fn has_any(m: &Machine) -> bool {
    m.memory.load_pointer(m.own_slot(own::ROBUST)).is_ok_and(|head| !head.is_null())
}

/// Whether there is memory where a pointer or an address leads.
fn is_live(m: &Machine, at: Pointer) -> bool {
    let object = if at.prov.is_none() { m.memory.object_at(at.addr) } else { Some(at.prov) };
    object.is_some_and(|it| m.memory.is_live(it))
}

/// The current thread ends: the robust mutexes that it still holds are marked, and the next thread that takes one is
/// told.
pub(crate) fn abandon(m: &mut Machine) -> InterpResult<()> {
    let head = m.own_slot(own::ROBUST);
    let mut mutex = m.memory.load_pointer(head)?;
    if mutex.is_null() {
        return Ok(());
    }
    m.memory.store_pointer(head, Pointer::NULL)?;
    // The program may have freed one without giving it back.
    while !mutex.is_null() && is_live(m, mutex) {
        let next = m.memory.load_pointer(link(m, mutex))?;
        m.memory.store_pointer(link(m, mutex), Pointer::NULL)?;
        mutex::set_owner(m, mutex, mutex::ORPHAN)?;
        m.remove_lock();
        mutex = next;
    }
    Ok(())
}
