//! Keys: for each, every thread has a value of its own, and a function to call with it when the thread ends.
//!
//! Which keys there are is remembered beside the memory, their functions in the library's record; values stand in an
//! object of the thread's own, one after the other in the order of keys.

use super::threads::misuse;
use crate::failures;
use crate::state::{state, state_mut};
use gmc_mem::{Layout, Pointer, Site, Storage};
use gmc_model::ThreadId;
use gmc_vm::code::Arg;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, shared};
use gmc_vm::record::Slot;
use gmc_vm::reg::Reg;
use gmc_vm::thread::{Then, own};
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    shared("pthread_key_create", |m, c| Flow::int(create(m, c)?))
        .fails(&failures::INIT_LIMITED)
        .is(Traits::INTRICATE),
    shared("__pthread_key_create", |m, c| Flow::int(create(m, c)?)).is(Traits::INTRICATE),
    shared("pthread_key_delete", |m, c| Flow::int(delete(m, c)?)),
    shared("pthread_getspecific", get),
    shared("pthread_setspecific", |m, c| Flow::int(set(m, c)?)).takes_terms(1, 1),
];

/// So many keys there can be: `PTHREAD_KEYS_MAX`.
const MOST: usize = 1024;
/// So many times a thread's values are looked at when it ends: `PTHREAD_DESTRUCTOR_ITERATIONS`.
const ROUNDS: usize = 4;
/// The values of so many keys make the table larger at a time.
const STRIDE: usize = 8;

pub(crate) fn create(m: &mut Machine, call: &Call) -> InterpResult<i64> {
    let (to, destructor) = (call.pointer(0)?, call.pointer(1)?);
    let free = state(m).keys.iter().position(|used| !used);
    let key = free.unwrap_or(state(m).keys.len());
    if key == MOST {
        return Ok(errno::EAGAIN.into());
    }
    m.memory.store_u32(to, key as u64)?;
    if free.is_none() {
        state_mut(m).keys.push(false);
    }
    state_mut(m).keys[key] = true;
    m.keep_at(Slot::Keys, key, Reg::pointer(destructor))?;
    Ok(0)
}

/// The key that an argument names.
fn key(m: &Machine, call: &Call) -> InterpResult<usize> {
    let key = call.number(m, 0)? as u32 as usize;
    match state(m).keys.get(key) {
        Some(true) => Ok(key),
        _ => Err(misuse("the key does not exist, or was deleted before")),
    }
}

/// What threads have for it is gone, too: a key with the same number starts anew.
pub(crate) fn delete(m: &mut Machine, call: &Call) -> InterpResult<i64> {
    let key = key(m, call)?;
    for thread in m.threads.ids() {
        if let Some(place) = place(m, thread, key)? {
            m.memory.store_pointer(place, Pointer::NULL)?;
        }
    }
    state_mut(m).keys[key] = false;
    m.keep_at(Slot::Keys, key, Reg::ZERO)?;
    while state(m).keys.last() == Some(&false) {
        state_mut(m).keys.pop();
    }
    Ok(0)
}

/// Where a thread has its value for a key, if it ever had one.
fn place(m: &Machine, thread: ThreadId, key: usize) -> InterpResult<Option<Pointer>> {
    let table = m.memory.load_pointer(m.own_slot_of(thread, own::VALUES))?;
    let width = m.memory.target().pointer_size();
    let size = m.memory.object(table.prov).map_or(0, |info| info.size as usize);
    Ok((key * width < size).then(|| table.wrapping_offset((key * width) as i64)))
}

pub(crate) fn get(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let key = key(m, call)?;
    match place(m, m.current, key)? {
        Some(place) => Ok(Flow::Value(m.load_open(place, m.memory.target().pointer_size())?)),
        None => Flow::pointer(Pointer::NULL),
    }
}

pub(crate) fn set(m: &mut Machine, call: &Call) -> InterpResult<i64> {
    let (key, value) = (key(m, call)?, call.reg(1)?);
    if !value.is_nondet() {
        call.pointer(1)?;
    }
    let width = m.memory.target().pointer_size();
    let place = match place(m, m.current, key)? {
        Some(place) => place,
        None if value == Reg::ZERO => return Ok(0),
        None => {
            let table = table_for(m, key)?;
            table.wrapping_offset((key * width) as i64)
        }
    };
    m.memory.store_sized(place, value.to_scalar(), width)?;
    Ok(0)
}

/// The current thread's table, which has room for this key.
fn table_for(m: &mut Machine, key: usize) -> InterpResult<Pointer> {
    let width = m.memory.target().pointer_size();
    let size = ((key + 1).next_multiple_of(STRIDE) * width) as u64;
    let slot = m.own_slot(own::VALUES);
    let mut table = m.memory.load_pointer(slot)?;
    let mut old = 0;
    if table.is_null() {
        table =
            m.allocate_as(Layout::expanding(size, (MOST * width) as u64, 64), Storage::Internal, Site(0))?;
        m.memory.store_pointer(slot, table)?;
    } else {
        old = m.memory.object(table.prov).map_or(0, |info| info.size);
        let grown = m.memory.grow(table.prov, size);
        grown.map_err(|_| gmc_vm::interp_error::InterpError::unsupported("that many values of keys"))?;
    }
    m.memory.fill(table.wrapping_offset(old as i64), 0, size - old)?;
    Ok(table)
}

/// The current thread ends: the next value that it still has is given to its key's function. Whether there was one.
pub(crate) fn teardown(m: &mut Machine) -> InterpResult<bool> {
    if m.memory.load_pointer(m.own_slot(own::VALUES))?.is_null() {
        return Ok(false); // It never had any.
    }
    let progress = m.own_slot(own::TEARDOWN);
    let width = m.memory.target().pointer_size();
    let start = m.memory.load_sized(progress, width)?.bits(m.memory.target()).unwrap_or(0) as usize;
    let keys = &state(m).keys;
    let next = (start..ROUNDS * MOST).find_map(|at| {
        keys.get(at % MOST).filter(|used| **used)?;
        let destructor = m.kept_at(Slot::Keys, at % MOST).as_pointer();
        let place = place(m, m.current, at % MOST).ok()??;
        let value = m.memory.load_pointer(place).ok()?;
        (!destructor.is_null() && !value.is_null()).then_some((at, place, destructor, value))
    });
    let Some((at, place, destructor, value)) = next else {
        if start != 0 {
            m.memory.store_sized(progress, 0u64, width)?;
        }
        return Ok(false);
    };
    m.memory.store_sized(progress, at as u64 + 1, width)?;
    m.memory.store_pointer(place, Pointer::NULL)?;
    let argument = [Arg { r: 0, class: Class::Pointer }];
    m.call_pointer(destructor, &argument, &[Reg::pointer(value)], Then::Discard)?;
    Ok(true)
}
