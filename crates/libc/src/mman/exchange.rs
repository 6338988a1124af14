//! How memory and the file that it shares are kept equal.
//!
//! Memory is where the program works; the file is what others see: other processes, other mappings, functions that read
//! and write files. What the program has written goes to the file before others are asked anything: before and after a
//! call that could touch files, and at the end of a step ([`publish`]). What others have written comes to memory before
//! the process goes on ([`receive`]). The outside that a process had before tells which files can have changed; which
//! parts of memory have, memory notes (`gmc_mem::ChangedReplicas`). So both cost what was changed.
//!
//! A file has bytes only. A pointer goes there as its address, which counts as exposed; the memory that it was stored
//! in keeps the pointer until others write over it. A byte without a value goes there as what the file had, and has
//! that value from then on.
//!
//! Invariant: when a process does nothing, its memory and the files in the outside that it holds have the same bytes.

use super::{File, Mapping, Permission, permit, start_of};
use crate::state::{state, state_mut};
use gmc_mem::{AccessFault, ChangedReplicas, ObjId, Pointer, REPLICA_PART, Watch};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::record::Slot;
use gmc_world::{Byte, Bytes, Outside};

/// What the program wrote to memory that shares a file goes to the file.
pub(crate) fn publish(m: &mut Machine) -> InterpResult<()> {
    let changed = m.memory.take_changed_replicas();
    put_all(m, changed, None)
}

/// After a call, before which the outside was this: what the call wrote to memory goes to the files, and what it wrote
/// to files shows in memory.
pub(crate) fn after_call(m: &mut Machine, before: &Outside) -> InterpResult<()> {
    let changed = m.memory.take_changed_replicas();
    put_all(m, changed, Some(before))?;
    receive(m, Some(before))
}

fn put_all(m: &mut Machine, changed: ChangedReplicas, before: Option<&Outside>) -> InterpResult<()> {
    let mappings = state(m).mappings.len();
    if mappings == 0 || changed == ChangedReplicas::Parts(Vec::new()) {
        return Ok(());
    }
    let watch = m.memory.watch(Watch::Off);
    let done = m.acting(|m| match changed {
        ChangedReplicas::Anything => (0..mappings).try_for_each(|at| put(m, at, 0, u64::MAX, before)),
        ChangedReplicas::Parts(parts) => parts.into_iter().try_for_each(|(object, offset)| {
            let at = m.find_kept(Slot::Mappings, 1, object);
            at.map_or(Ok(()), |at| put(m, at, offset, REPLICA_PART, before))
        }),
    });
    m.memory.watch(watch);
    done
}

/// What is in memory from an offset on goes to the file, where it is not what the file had before.
fn put(m: &mut Machine, at: usize, offset: u64, most: u64, before: Option<&Outside>) -> InterpResult<()> {
    let (start, file) = (start_of(m, at), state(m).mappings[at].file);
    // What the program may not access has not changed.
    let Some(file) = file.filter(|it| it.writable && !m.memory.is_barred(start.prov)) else { return Ok(()) };
    let Some(left) = (file.length as u64).checked_sub(offset).filter(|&left| left > 0) else { return Ok(()) };
    let (from, count) = (file.at + offset, left.min(most) as usize);
    let old = before.and_then(|it| m.world.files.held_bytes_in(it, file.held, from, count));
    let old = match old.filter(|it| it.len() == count) {
        Some(old) => old,
        None => match m.world.files.held_bytes(file.held, from, count) {
            Ok((old, _)) => old,
            Err(_) => return Ok(()),
        },
    };
    let new = match m.memory.fill_replica(start.prov, offset, old.plain()) {
        Some(new) if old.is_plain() && new == old.plain() => return Ok(()),
        Some(new) => new.into(),
        None => with_terms(m, start.wrapping_offset(offset as i64), &old)?,
    };
    if before.is_none() {
        if new != old {
            // Where the disk is full, the program is not told natively either.
            let _ = m.world.files.put_held(file.held, from, new.whole());
        }
        return Ok(());
    }
    let Ok((mut now, _)) = m.world.files.held_bytes(file.held, from, count) else { return Ok(()) };
    for (at, byte) in new.iter().enumerate().filter(|&(at, byte)| old.get(at) != Some(byte)) {
        now.set(at, byte);
    }
    let _ = m.world.files.put_held(file.held, from, now.whole());
    Ok(())
}

/// Bytes of memory, some of which are terms; where one has no value, that of another list.
fn with_terms(m: &Machine, start: Pointer, otherwise: &Bytes) -> InterpResult<Bytes> {
    let mut bytes = Bytes::new();
    for (at, other) in otherwise.iter().enumerate() {
        bytes.push(match m.data_byte(start.wrapping_offset(at as i64)) {
            Ok(byte) => byte,
            Err(fault) if is_unset(&fault) => other,
            Err(fault) => return Err(fault),
        });
    }
    Ok(bytes)
}

fn is_unset(fault: &InterpError) -> bool {
    matches!(fault, InterpError::Access(error) if matches!(error.fault, AccessFault::Uninitialised { .. }))
}

/// What others wrote to files shows in memory that shares them. Files that are what they were in an earlier outside,
/// with which memory agreed, need not be looked at.
pub(crate) fn receive(m: &mut Machine, before: Option<&Outside>) -> InterpResult<()> {
    for at in 0..state(m).mappings.len() {
        let Mapping { size, file, access, .. } = state(m).mappings[at];
        let Some(file) = file else { continue };
        if before.is_some_and(|before| m.world.files.is_held_unchanged(file.held, before)) {
            continue;
        }
        let start = start_of(m, at);
        if m.memory.is_barred(start.prov) {
            continue;
        }
        if m.world.files.held_plain(file.held, file.at, size as usize) == Some(file.length) {
            let Machine { world, memory, .. } = m;
            for (position, part) in world.files.held_parts(file.held, before, file.at, file.length) {
                memory.update_replica(start.prov, position, part);
            }
            continue;
        }
        let length = match m.world.files.held_bytes(file.held, file.at, size as usize) {
            Ok((_, length)) => length,
            Err(_) => continue,
        };
        take(m, at, start.prov, File { length, ..file }, access)?;
    }
    m.memory.settle_replicas();
    Ok(())
}

/// Likewise, for one whose length is another, or that has terms, or that the host has.
fn take(m: &mut Machine, at: usize, object: ObjId, file: File, access: Permission) -> InterpResult<()> {
    let old = state(m).mappings[at].file.map_or(0, |it| it.length);
    if file.length as u64 > file.pages || file.length < old {
        return Err(InterpError::unsupported("a file that changes its size while memory shares it"));
    }
    let Ok((bytes, _)) = m.world.files.held_bytes(file.held, file.at, file.length) else { return Ok(()) };
    m.memory.update_replica(object, 0, bytes.plain());
    if !bytes.is_plain() {
        let start = start_of(m, at);
        m.memory.unseal(object);
        for (offset, byte) in bytes.iter().enumerate().filter(|it| matches!(it.1, Byte::Term(_))) {
            m.write_data(start.wrapping_offset(offset as i64), &byte.into())?;
        }
        permit(m, start, access);
    }
    if let Some(mapping) = &mut state_mut(m).mappings[at].file {
        mapping.length = file.length;
    }
    Ok(())
}
